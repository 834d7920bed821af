package scene

import (
	"slices"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// vote adds the steps at which the viewer votes on a slide: the answers to choose from get bars.
func (b *builder) vote(board *storyboard.Storyboard, p *schema.StoryProps, slide int, shown pace.Moment) error {
	for _, since := range votesOn(p.Slides[slide]) {
		at := shown.Whole + since
		if at >= shown.Next {
			b.warnOfLateVotes(p, slide, shown)
			break
		}
		look := storyboard.Item{Slot: "card", Key: "slide", Path: itemPath("slides", slide)}
		item, err := b.addItem(board, look, "slide", b.storySlideAt(p, slide, since))
		if err != nil {
			return err
		}
		board.Steps = append(board.Steps, storyboard.Step{At: at, Put: []int{item}})
		board.Cues = append(board.Cues, storyboard.Cue{At: at, End: at, Kind: storyboard.CueVote, ID: p.Slides[slide].ID})
	}
	return nil
}

// warnOfLateVotes warns of votes that would come when their slide is over. Of a slide that is as long as a voice, this is known once the
// voice is loaded.
func (b *builder) warnOfLateVotes(p *schema.StoryProps, slide int, shown pace.Moment) {
	s := p.Slides[slide]
	if b.unheard(s.Narration) {
		return
	}
	for i, sticker := range s.Stickers {
		if votedLater(sticker) && shown.Whole+inSeconds(*sticker.VotedAfter) >= shown.Next {
			b.warn("too_late", "props.slides.%d.stickers.%d.votedAfter: the slide is over before this vote comes, after %s; give a smaller votedAfter, or show the slide longer",
				slide, i, fourDigits(shown.Next-shown.Whole))
		}
	}
}

// votesOn lists when the viewer votes in the polls of a slide, in order of time and from when the slide is there.
func votesOn(slide schema.StorySlide) []time.Duration {
	var votes []time.Duration
	for _, s := range slide.Stickers {
		if votedLater(s) {
			votes = append(votes, inSeconds(*s.VotedAfter))
		}
	}
	slices.Sort(votes)
	return slices.Compact(votes)
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
		}
		view.Stickers[i].Poll.Later = true
		view.Stickers[i].Poll.Counts = since == voted
	}
	return view
}
