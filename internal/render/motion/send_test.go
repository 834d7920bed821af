package motion

import (
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

// Some of a message that is sent is seen at once above the composer, also where the list has to go up further for a date that comes above it. It covers
// nothing of what was there before, and the date comes after it, where nothing is.
func TestSentIsSeenAtOnce(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items: []storyboard.Item{
			{Key: "before"}, {Key: storyboard.ComposerKey, Snap: true, Pinned: true}, {Key: "date", Enter: "fade"}, {Key: "sent", Enter: "rise", Sent: true},
		},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2, 3}}},
	}
	geometry := measured([]int{0, 1, 2, 3}, [][2]int{{300, 60}, {400, 80}, {80, 30}, {200, 60}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 620}, {Sprite: 1, Y: 700}}, {{Sprite: 0, Y: 490}, {Sprite: 1, Y: 700}, {Sprite: 2, Y: 560}, {Sprite: 3, X: 180, Y: 620}},
	})
	geometry.View = storyboard.Box{0, 0, 400, 700}
	geometry.Sprites[3].Grow = &storyboard.Box{0, 0, 200, 60}
	line := New(board, geometry, 1)
	for frame := range 30 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		before, date, sent := poses[0], poses[2], poses[3]
		if seen := 60 - sent.Clip.Bottom; seen < 15 || sent.Opacity < 0.9 {
			t.Errorf("in frame %d, %.0f pixels of the message are seen with opacity %.2f", frame, seen, sent.Opacity)
		}
		if over := before.Y + 60 - sent.Y; over > 0 {
			t.Errorf("in frame %d the message covers %.1f pixels of the one before", frame, over)
		}
		if free := min(date.Y-before.Y-60, sent.Y-date.Y-30); date.Opacity > 0.1 && free < 0 {
			t.Errorf("in frame %d the date is seen with opacity %.2f, %.1f pixels over something", frame, date.Opacity, -free)
		}
	}
	if end := posesAt(line, 2*time.Second); end[2].Opacity != 1 || end[2].Y != 560 || end[3].Y != 620 || end[3].Clip.Bottom != 0 {
		t.Errorf("in the end the date is %+v, the message %+v", end[2], end[3])
	}
}
