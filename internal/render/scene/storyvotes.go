package scene

import (
	"math"
	"slices"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// vote adds the steps at which the viewer votes on a slide: the answers to choose from become bars, which grow.
func (b *builder) vote(board *storyboard.Storyboard, p *schema.StoryProps, slide int, shown pace.Moment) error {
	cues, steps := votesOn(p.Slides[slide])
	for _, since := range steps {
		if shown.Whole+since >= shown.Next {
			break
		}
		look := storyboard.Item{Slot: "card", Key: "slide", Path: itemPath("slides", slide)}
		item, err := b.addItem(board, look, "slide", b.storySlideAt(p, slide, since))
		if err != nil {
			return err
		}
		board.Steps = append(board.Steps, storyboard.Step{At: shown.Whole + since, Put: []int{item}})
	}
	for _, after := range cues {
		if at := shown.Whole + after; at < shown.Next {
			board.Cues = append(board.Cues, storyboard.Cue{At: at, End: at, Kind: storyboard.CueVote, ID: p.Slides[slide].ID})
		}
	}
	return nil
}

// votesOn lists when the viewer votes in the polls of a slide, and when their bars have grown by a step, both in order of
// time and from when the slide is there.
func votesOn(slide schema.StorySlide) (votes, steps []time.Duration) {
	for _, s := range slide.Stickers {
		if !votedLater(s) {
			continue
		}
		after := inSeconds(*s.VotedAfter)
		votes = append(votes, after)
		for step := range barSteps {
			steps = append(steps, after+time.Duration(step)*barStep)
		}
	}
	slices.Sort(votes)
	slices.Sort(steps)
	return slices.Compact(votes), slices.Compact(steps)
}

// votedLater reports whether a sticker is a poll in which the viewer votes while the slide is shown.
func votedLater(s schema.StorySticker) bool { return s.Kind == "poll" && s.VotedAfter != nil }

// storySlideAt is what a slide shows in a video some time after it has come.
func (b *builder) storySlideAt(p *schema.StoryProps, slide int, since time.Duration) StorySlide {
	view := b.storySlide(p, slide)
	for i, s := range p.Slides[slide].Stickers {
		if !votedLater(s) {
			continue
		}
		voted := inSeconds(*s.VotedAfter)
		if since < voted {
			view.Stickers[i].Poll = b.postPoll(&schema.PostPoll{Options: s.Options})
		} else {
			part := min(1, float64(since-voted+barStep)/float64(barSteps*barStep))
			view.Stickers[i].Poll.grow(eased(part))
		}
		view.Stickers[i].Poll.Later = true
	}
	return view
}

// grow shortens the bars of a poll to a part of what they are in the end, and their numbers with them.
func (p *PostPoll) grow(part float64) {
	for i := range p.Options {
		p.Options[i].Percent = int(math.Round(float64(p.Options[i].Percent) * part))
	}
}
