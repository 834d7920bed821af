package scene

import (
	"time"

	"mockup/internal/render/storyboard"
)

// homeSeen is how long the home screen is seen at least.
const homeSeen = 1800 * time.Millisecond

// putClock puts the wallpaper of a lock screen, and its clock, date and shortcuts, which go when the phone is unlocked.
func (b *builder) putClock(board *storyboard.Storyboard) error {
	for _, name := range []string{"wall", "hours"} {
		item, err := b.addItem(board, storyboard.Item{Slot: name, Key: name}, name, b.scene.View)
		if err != nil {
			return err
		}
		board.Steps[0].Put = append(board.Steps[0].Put, item)
	}
	return nil
}

// unlock adds the step at which the phone is unlocked: the lock screen slides up, and the home screen is seen below its edge.
func (b *builder) unlock(board *storyboard.Storyboard, at time.Duration) error {
	step := storyboard.Step{At: at, Drop: board.Keys(at), Leave: "up"}
	view := b.scene.View
	view.Device.Time, view.Device.Carrier = view.Body.(*LockScreen).Clock, ""
	for _, item := range []storyboard.Item{
		{Slot: "home", Key: "home", Enter: "uncover", Snap: true},
		{Slot: "apps", Key: "apps", Enter: "zoom", Snap: true},
	} {
		index, err := b.addItem(board, item, item.Key, view)
		if err != nil {
			return err
		}
		step.Put = append(step.Put, index)
	}
	board.Steps = append(board.Steps, step)
	board.Cues = append(board.Cues, storyboard.Cue{At: at, End: at, Kind: storyboard.CueUnlock})
	return nil
}
