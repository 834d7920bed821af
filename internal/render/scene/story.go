package scene

import (
	"html/template"
	"time"

	"mockup/internal/schema"
)

// Story is the view of a story in its viewer. templates.StoryOptions are its options.
type Story struct {
	Username string
	Verified bool
	Avatar   Avatar
	Age      string // "2h"
	Slide    StorySlide
	Segments []Segment // one for each slide
	Reply    string
	Video    bool // the slides come one by one, as items of a storyboard, and the bars fill
}

// StorySlide is one picture of a story.
type StorySlide struct {
	Image template.URL // empty: Color fills the slide
	Whole string       // all of the image is seen, on a ground of its own colours: "wide", "tall"; empty: it fills the slide
	Color template.CSS // of the author; empty: the theme's

	Stickers []StorySticker
}

// Segment is one slide's part of the progress bar.
type Segment struct {
	State string // "done", "current" or "next"
}

// story builds the view of a story.
func (b *builder) story(p *schema.StoryProps) error {
	b.phone(p.Device, false)
	b.clear(p.TransparentBackground)
	story := &Story{
		Username: p.Author.Username, Verified: p.Author.Verified, Avatar: b.avatar(p.Author.Avatar, p.Author.Username, p.Author.Username),
		Age: b.storyAge(p), Slide: b.storySlide(p, p.CurrentSlide), Reply: b.manifest.Options.Story.Reply,
		Video: b.payload.RenderKind == schema.Video,
	}
	for i := range p.Slides {
		state := "next"
		switch {
		case i < p.CurrentSlide:
			state = "done"
		case i == p.CurrentSlide:
			state = "current"
		}
		story.Segments = append(story.Segments, Segment{State: state})
	}
	b.scene.View.Body = story
	if !story.Video {
		return nil
	}
	var err error
	b.scene.Storyboard, err = b.storyVideo(p, story)
	return err
}

// storySlide builds the view of one slide.
func (b *builder) storySlide(p *schema.StoryProps, index int) StorySlide {
	_, color := b.color(p.Author.Username)
	slide := StorySlide{Image: b.image(p.Slides[index].Image), Color: color, Stickers: b.stickers(p.Slides[index].Stickers)}
	if slide.Image != "" {
		slide.Whole = seenWhole(b.shape(p.Slides[index].Image))
	}
	return slide
}

// seenWhole says how a picture of that width per height is seen whole in a slide, "wide" or "tall", and "" where it fills
// the slide: a part may be cut off for that. A photo of 3:4 still fills it, one of 4:5 does not.
func seenWhole(shape float64) string {
	const slide, most = 9.0 / 16, 0.28
	switch {
	case slide/shape < 1-most:
		return "wide"
	case shape/slide < 1-most:
		return "tall"
	}
	return ""
}

// storyAge says how long ago a story was posted. The only instant of the payload is the posting itself, so that
// the moment of looking is taken, in this order, from the caller, and from the clock in the status bar: posted at
// 07:12, seen at 9:41, the story is two hours old. Stories live for a day, so that the clock is enough.
func (b *builder) storyAge(p *schema.StoryProps) string {
	if p.Timestamp == "" {
		return b.manifest.Options.Story.Age
	}
	posted := p.Timestamp.Time()
	seen := b.opts.Now
	if seen.IsZero() {
		clock, ok := readClock(p.StatusBarTime)
		if !ok {
			return b.manifest.Options.Story.Age
		}
		midnight := posted.UTC().Truncate(24 * time.Hour)
		seen = midnight.Add(clock)
		if seen.Before(posted.Truncate(time.Minute)) {
			seen = seen.Add(24 * time.Hour)
		}
	}
	age := ageOf(posted, seen, true)
	switch {
	case age.unit == "second":
		return b.manifest.Options.Story.JustNow
	case b.manifest.Options.Story.Ago == "long":
		return age.short() + " ago"
	}
	return age.short()
}

// readClock reads the time of a status bar, as time since midnight: "9:41", "21:07", "9:41 PM".
func readClock(text string) (time.Duration, bool) {
	for _, layout := range []string{"15:04", "3:04 PM", "3:04PM", "3:04 pm", "3:04pm"} {
		if t, err := time.Parse(layout, text); err == nil {
			return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, true
		}
	}
	return 0, false
}
