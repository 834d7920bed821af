package scene

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// slideTime is how long a slide is shown unless the payload says it.
const slideTime = time.Duration(schema.SlideTime * float64(time.Second))

// storyVideo plays a story from its current slide to its end. One slide cuts to the next while its bar fills.
func (b *builder) storyVideo(p *schema.StoryProps, story *Story) (*storyboard.Storyboard, error) {
	shown := p.Slides[p.CurrentSlide:]
	plan, beats, intro, err := b.paceStory(p, shown)
	if err != nil {
		return nil, err
	}
	board := &storyboard.Storyboard{Bleed: 1, Length: plan.Length, Cues: frameCues(intro, plan), Fills: make([]storyboard.Fill, len(p.Slides))}
	for i, slide := range shown {
		item, err := b.addItem(board, storyboard.Item{Slot: "card", Key: "slide", Path: itemPath("slides", p.CurrentSlide+i)}, "slide", b.storySlideAt(p, p.CurrentSlide+i, -1))
		if err != nil {
			return nil, err
		}
		from, to := plan.Moments[i].Whole, plan.Moments[i].Next
		if i == len(shown)-1 {
			to = plan.Rest
		}
		fill := storyboard.Fill{From: from, To: to}
		if skipped(shown, i) { // the tap cuts its bar short
			fill.To, fill.Cut = from+barTime(slide), to
		}
		board.Fills[p.CurrentSlide+i] = fill
		if i == 0 {
			from = 0
		}
		board.Steps = append(board.Steps, storyboard.Step{At: from, Put: []int{item}})
		board.Cues = append(board.Cues, storyboard.Cue{At: from, End: plan.Moments[i].Next, Kind: storyboard.CueSlide, ID: slide.ID})
		if err := b.vote(board, p, p.CurrentSlide+i, plan.Moments[i]); err != nil {
			return nil, err
		}
	}
	over, err := b.addItem(board, storyboard.Item{Slot: "card", Key: "over"}, "over", story)
	if err != nil {
		return nil, err
	}
	board.Steps[0].Put = append(board.Steps[0].Put, over)
	b.addSounds(board, map[storyboard.CueKind]sound.Kind{storyboard.CueSlide: sound.Tap})
	addVoices(board, plan, beats, func(beat int) spoken { return spoken{ref: shown[beat].Narration, id: shown[beat].ID} })
	return board, nil
}

// paceStory times the slides, and returns how long the first frame holds.
func (b *builder) paceStory(p *schema.StoryProps, slides []schema.StorySlide) (pace.Plan, []pace.Beat, time.Duration, error) {
	beats := make([]pace.Beat, len(slides))
	for i, slide := range slides {
		beats[i] = pace.Beat{Hold: pace.Flexible(slideTime), Opens: i == 0, Letters: slideLetters(slide)}
		if t := slide.Timing; t != nil {
			beats[i].Give(&schema.Timing{At: t.At, Hold: t.Hold})
		}
		if skipped(slides, i) {
			beats[i].Give(&schema.Timing{At: at(slide), Hold: slide.Tap})
			beats[i].Letters = 0 // who taps has read enough
		}
		beats[i].Voice = b.voice(slide.Narration)
	}
	opts := pace.OptionsOf(b.payload.Video, 0, 0)
	opts.Factor, opts.Loop = 1, false // a story has no texts, and its end leads to its beginning as every slide to the next
	place := func(i int) string { return fmt.Sprintf("slides.%d", p.CurrentSlide+i) }
	if c := pace.FindConflict(beats, opts); c != nil && c.Hold && skipped(slides, c.Beat) { // its hold is the tap
		return pace.Plan{}, nil, 0, &ConflictError{"props." + place(c.Beat) + ".tap",
			fmt.Sprintf("%s is too early; the voice of the slide takes %s; tap after it, leave the tap out, or shorten the voice", fourDigits(c.Given), fourDigits(c.Need))}
	}
	if err := checkVoices(beats, opts, place); err != nil {
		return pace.Plan{}, nil, 0, err
	}
	plan := pace.New(beats, opts)
	b.warnOfPace(plan, beats, place, "video.length or timing.hold")
	if opts.Length > 0 {
		opts.Length = 0
		b.warnOfLength(plan, pace.New(beats, opts), beats)
	}
	return plan, beats, opts.Intro, nil
}

// slideLetters is how many letters there are to read on a slide.
func slideLetters(slide schema.StorySlide) int {
	letters := 0
	for _, s := range slide.Stickers {
		letters += pace.Letters(strings.TrimSpace(cmp.Or(s.Text, s.URL.Host())))
		for _, option := range s.Options {
			letters += pace.Letters(option.Text)
		}
	}
	return letters
}

// barTime is how long the bar of a slide takes to fill.
func barTime(slide schema.StorySlide) time.Duration {
	if t := slide.Timing; t != nil && t.Hold != nil {
		return time.Duration(*t.Hold * float64(time.Second))
	}
	return slideTime
}

// skipped reports whether a tap ends a slide before its bar is full. Behind the last one the story ends.
func skipped(slides []schema.StorySlide, i int) bool {
	return i < len(slides)-1 && slides[i].Tap != nil && inSeconds(*slides[i].Tap) < barTime(slides[i])
}

func at(slide schema.StorySlide) *float64 {
	if slide.Timing == nil {
		return nil
	}
	return slide.Timing.At
}
