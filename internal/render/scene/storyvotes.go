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
	var votes []time.Duration // of the stickers, after the slide
	for _, s := range p.Slides[slide].Stickers {
		if s.VotedAfter != nil {
			votes = append(votes, inSeconds(*s.VotedAfter))
		}
	}
	slices.Sort(votes)
	for _, after := range slices.Compact(votes) {
		for step := range barSteps {
			since := after + time.Duration(step)*barStep
			if shown.Whole+since >= shown.Next {
				break
			}
			view := b.storySlideAt(p, slide, since)
			item, err := b.addItem(board, storyboard.Item{Slot: "card", Key: "slide"}, "slide", view)
			if err != nil {
				return err
			}
			board.Steps = append(board.Steps, storyboard.Step{At: shown.Whole + since, Put: []int{item}})
		}
		if at := shown.Whole + after; at < shown.Next {
			board.Cues = append(board.Cues, storyboard.Cue{At: at, End: at, Kind: storyboard.CueVote, ID: p.Slides[slide].ID})
		}
	}
	return nil
}

// storySlideAt is what a slide shows in a video some time after it has come.
func (b *builder) storySlideAt(p *schema.StoryProps, slide int, since time.Duration) StorySlide {
	view := b.storySlide(p, slide)
	for i, s := range p.Slides[slide].Stickers {
		if s.VotedAfter == nil || s.Kind != "poll" {
			continue
		}
		voted := inSeconds(*s.VotedAfter)
		if since < voted {
			view.Stickers[i].Poll = b.postPoll(&schema.PostPoll{Options: s.Options})
			continue
		}
		part := min(1, float64(since-voted+barStep)/float64(barSteps*barStep))
		view.Stickers[i].Poll.grow(eased(part))
	}
	return view
}

// grow shortens the bars of a poll to a part of what they are in the end, and their numbers with them.
func (p *PostPoll) grow(part float64) {
	for i := range p.Options {
		p.Options[i].Percent = int(math.Round(float64(p.Options[i].Percent) * part))
	}
}
