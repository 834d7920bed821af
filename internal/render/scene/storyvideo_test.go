package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// A story plays from its current slide to its end, each slide for five seconds in which its bar fills.
func TestStoryVideo(t *testing.T) {
	props := &schema.StoryProps{
		Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, CurrentSlide: 1,
		Slides: []schema.StorySlide{{ID: "a", Image: "a"}, {ID: "b", Image: "b"}, {ID: "c"}, {ID: "d", Image: "b"}},
	}
	p := &schema.Payload{MockupType: schema.Stories, Platform: "instagram", RenderKind: schema.Video, Props: props}
	fetched := ""
	sc, err := Build(t.Context(), p, &templates.Set{}, Options{Images: func(ref string) string {
		fetched += ref
		return "/image/" + ref
	}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fetched, "a") {
		t.Errorf("images %q are fetched, the one of a slide before the current one among them", fetched)
	}
	board := sc.Storyboard
	if board.Length != 15*time.Second || len(board.Steps) != 3 {
		t.Fatalf("%d steps in %s, want 3 in 15 s", len(board.Steps), board.Length)
	}
	for i, slide := range []int{0, 1, 2} { // the last shows the same picture as the first
		step := board.Steps[i]
		if path := fmt.Sprintf("props.slides.%d", 1+i); board.Items[slide].Path != path {
			t.Errorf("slide %d is %s, want %s", i, board.Items[slide].Path, path)
		}
		if step.At != time.Duration(i)*5*time.Second || step.Put[0] != slide || board.Items[slide].Key != "slide" {
			t.Errorf("step %d at %s puts items %v, want slide %d", i, step.At, step.Put, slide)
		}
	}
	want := []storyboard.Fill{{}, {From: 0, To: 5 * time.Second}, {From: 5 * time.Second, To: 10 * time.Second}, {From: 10 * time.Second, To: 15 * time.Second}}
	for i, fill := range board.Fills {
		if fill != want[i] {
			t.Errorf("bar %d fills %v, want %v", i, fill, want[i])
		}
	}
	over := board.Items[board.Steps[0].Put[1]]
	if bars := strings.Count(over.HTML, `data-part="fill"`); bars != len(want) {
		t.Errorf("%d bars, want %d", bars, len(want))
	}
}

// A slide is shown for as long as its timing says, and the end of the video holds its last frame.
func TestStoryTiming(t *testing.T) {
	second := func(s float64) *float64 { return &s }
	props := &schema.StoryProps{Platform: "instagram", Author: schema.StoryAuthor{Username: "mia"}, Slides: []schema.StorySlide{
		{ID: "a", Timing: &schema.Timing{Hold: second(2)}}, {ID: "b"}, {ID: "c", Timing: &schema.Timing{At: second(9)}},
	}}
	board := buildVideo(t, schema.Stories, "instagram", props, &schema.VideoSettings{Intro: second(1), Outro: second(3)}).Storyboard
	var got []time.Duration
	for _, fill := range board.Fills {
		got = append(got, fill.From, fill.To)
	}
	want := []time.Duration{time.Second, 3 * time.Second, 3 * time.Second, 9 * time.Second, 9 * time.Second, 14 * time.Second}
	if !slices.Equal(got, want) || board.Length != 17*time.Second || board.Steps[0].At != 0 {
		t.Errorf("bars fill %v in %v, want %v in 17 s", got, board.Length, want)
	}
	board = buildVideo(t, schema.Stories, "instagram", props, &schema.VideoSettings{Length: second(12)}).Storyboard
	if board.Length != 12*time.Second || board.Fills[2] != (storyboard.Fill{From: 9 * time.Second, To: 12 * time.Second}) {
		t.Errorf("in 12 s the last bar fills %v, want from 9 to 12 s", board.Fills[2])
	}
}

// Texts on a slide that is over before they can be read give a warning, unless a tap ends it.
func TestStoryTextsAreRead(t *testing.T) {
	tap, hold := 1.0, 1.5
	poll := schema.StorySticker{Kind: "poll", Text: "Now?", Options: []schema.PollOption{{Text: "Yes"}, {Text: "No"}}}
	long := []schema.StorySticker{{Kind: "text", Text: strings.Repeat("a", 30)}, poll}
	for _, test := range []struct {
		slide schema.StorySlide
		want  bool
	}{
		{schema.StorySlide{Stickers: long}, false},
		{schema.StorySlide{Stickers: long, Timing: &schema.Timing{Hold: &hold}}, true},
		{schema.StorySlide{Stickers: long, Tap: &tap}, false},
		{schema.StorySlide{Stickers: []schema.StorySticker{{Kind: "text", Text: strings.Repeat("a", 140)}}}, true},
	} {
		props := &schema.StoryProps{Platform: "instagram", Slides: []schema.StorySlide{test.slide, {ID: "end"}}}
		fast := warnings(buildVideo(t, schema.Stories, "instagram", props, nil), "too_fast")
		says := strings.Join(fast, "")
		right := strings.HasPrefix(says, "props.slides.0: ") && strings.HasSuffix(says, "with video.length or timing.hold")
		if (says != "") != test.want || test.want && !right {
			t.Errorf("%+v: warned of %q", test.slide, fast)
		}
	}
}
