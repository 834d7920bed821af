package scene

import (
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// mostInField is how many pictures are drawn in a field. No field is so wide that more are seen.
const mostInField = 6

// standsOver is how long what stands in the empty field (storyboard.Field) stays in front of what takes its place below a strip: until enough
// is seen of the strip, the field is shown as it is without one.
const standsOver = 100 * time.Millisecond

// leastStands is how long pictures stand in the field at least. Less would be a flash.
const leastStands = 400 * time.Millisecond

// fieldStrip is what an app shows above the text of a field until that is sent: the message that is answered, or pictures.
type fieldStrip struct {
	item     int
	from, to time.Duration
}

// fieldStrips are those of a video, in order.
type fieldStrips []fieldStrip

// add adds the strip of a draft, which a partial draws.
func (f *fieldStrips) add(b *builder, board *storyboard.Storyboard, draft *storyboard.Draft, partial string, view any) error {
	item, err := b.addItem(board, storyboard.Item{Slot: "answering", Key: storyboard.StripKey, Enter: "unfold", Leave: "fold", Pinned: true}, partial, view)
	if err != nil {
		return err
	}
	draft.Answers = true
	*f = append(*f, fieldStrip{item: item, from: draft.From, to: draft.To})
	return nil
}

// show adds the steps at which the strips come and go. A field goes up with the strip below it, but one from which something has
// just been sent changes its size at once.
func (f fieldStrips) show(board *storyboard.Storyboard) {
	for _, s := range f {
		sent := slices.ContainsFunc(board.Drafts, func(d storyboard.Draft) bool { return d.To == s.from })
		var stand []string
		for _, item := range board.Field.Stand {
			stand = append(stand, board.Items[item].Key)
		}
		board.Change(s.from, []int{s.item, board.Field.Answering.Idle}, nil).Glide = !sent
		if len(stand) > 0 {
			board.Change(s.from+min(standsOver, (s.to-s.from)/3), nil, stand)
		}
		board.Change(s.to, []int{board.Field.Idle}, []string{board.Items[s.item].Key})
	}
}
