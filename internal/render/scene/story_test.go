package scene

import (
	"fmt"
	"testing"
	"time"

	"mockup/internal/schema"
)

func TestStoryAge(t *testing.T) {
	at := func(s string) time.Time { return schema.Instant(s).Time() }
	for _, test := range []struct {
		name, posted, clock string
		now                 time.Time
		options             map[string]string
		want                string
	}{
		{name: "by the clock", posted: "2026-06-20T07:12:00Z", clock: "9:41", want: "2h"},
		{name: "minutes", posted: "2026-06-20T09:05:30Z", clock: "9:41", want: "35m"},
		{name: "this minute", posted: "2026-06-20T09:41:30Z", clock: "9:41", want: "now"},
		{name: "seen the next morning", posted: "2026-06-20T21:00:00Z", clock: "9:41", want: "12h"},
		{name: "nearly a day", posted: "2026-06-20T09:42:00Z", clock: "9:41", want: "23h"},
		{name: "evening", posted: "2026-06-20T20:00:00Z", clock: "23:30", want: "3h"},
		{name: "in twelve hours", posted: "2026-06-20T20:00:00Z", clock: "11:30 PM", want: "3h"},
		{name: "posted in another zone", posted: "2026-06-20T09:12:00+02:00", clock: "9:41", want: "2h"},
		{name: "no timestamp", clock: "9:41", want: "2h"},
		{name: "unreadable clock", posted: "2026-06-20T07:12:00Z", clock: "soon", want: "2h"},
		{name: "no clock", posted: "2026-06-20T07:12:00Z", want: "2h"},
		{name: "time of the request", posted: "2026-06-20T07:12:00Z", clock: "9:41", now: at("2026-06-20T13:00:00Z"), want: "5h"},
		{name: "a highlight", posted: "2026-05-20T07:12:00Z", clock: "9:41", now: at("2026-06-10T13:00:00Z"), want: "3w"},
		{name: "in the future", posted: "2026-06-20T07:12:00Z", clock: "9:41", now: at("2026-06-20T07:00:00Z"), want: "now"},
		{name: "long", posted: "2026-06-20T07:12:00Z", clock: "9:41", options: map[string]string{"ago": "long"}, want: "2h ago"},
		{name: "long now", posted: "2026-06-20T09:41:00Z", clock: "9:41", options: map[string]string{"ago": "long", "justNow": "Just now"}, want: "Just now"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := lookBuilder(schema.Stories, test.options)
			b.opts.Now = test.now
			p := &schema.StoryProps{Timestamp: schema.Instant(test.posted), Device: schema.Device{StatusBarTime: test.clock}}
			if got := b.storyAge(p); got != test.want {
				t.Errorf("age = %q, want %q", got, test.want)
			}
		})
	}
}

func TestStorySegments(t *testing.T) {
	b := lookBuilder(schema.Stories, nil)
	b.manifest.Palette = []string{"#123456"}
	b.story(&schema.StoryProps{
		Author: schema.StoryAuthor{Username: "mia"}, CurrentSlide: 1, TransparentBackground: true,
		Slides: []schema.StorySlide{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}},
	})
	story := b.scene.View.Body.(*Story)
	var got string
	for _, segment := range story.Segments {
		got += segment.State + " "
	}
	if got != "done current next next " {
		t.Errorf("segments = %s", got)
	}
	if story.Slide.Color != "#123456" || story.Reply != "Send message" || !b.scene.Clear || !b.scene.View.Clear {
		t.Errorf("story = %+v, clear %v", story, b.scene.Clear)
	}
}

// A picture fills the card unless too much of it would be cut off, at its sides or above and below.
func TestStoryWholeSlide(t *testing.T) {
	for image, want := range map[schema.ImageRef]string{
		"1440x1080": "wide", "1080x1080": "wide", "1080x1350": "wide", "1080x1440": "", "1080x1920": "", "1080x2340": "", "1080x2700": "tall", "": "",
	} {
		b := lookBuilder(schema.Stories, nil)
		b.manifest.Palette = []string{"#123456"}
		b.opts.Size = func(ref string) (width, height int) {
			fmt.Sscanf(ref, "%dx%d", &width, &height)
			return width, height
		}
		b.opts.Images = func(ref string) string { return "/image/" + ref }
		p := &schema.StoryProps{Slides: []schema.StorySlide{{ID: "a", Image: image}}}
		if slide := b.storySlide(p, 0); slide.Whole != want {
			t.Errorf("%q: seen whole %q", image, slide.Whole)
		}
	}
}
