package motion

import (
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

// As a message is read, the receipt below an earlier one goes, and the list would close its gap. Where the sign of an answer comes right after
// that, the list does not go down before it goes up, and what is below the gap goes up until then. Else the list goes down at once.
func TestListDoesNotGoDownAndUp(t *testing.T) {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	for _, test := range []struct {
		name  string
		after time.Duration // from the reading to the sign
		down  bool
	}{
		{"the sign comes soon", 130 * time.Millisecond, false},
		{"it comes with the reading", 0, false},
		{"it comes later", time.Second, true},
	} {
		board := &storyboard.Storyboard{
			Length: 4 * time.Second, Items: []storyboard.Item{item("a"), item("b"), item("a"), item("typing"), {Key: "clock", Snap: true}},
			Steps: []storyboard.Step{{Put: []int{0, 1, 4}}, {At: time.Second, Put: []int{2}}, {At: time.Second + test.after, Put: []int{3}}},
		}
		geometry := measured([]int{0, 2, 3, 4, 5}, [][2]int{{400, 40}, {60, 20}, {400, 40}, {400, 40}, {80, 40}, {60, 20}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 400}, {Sprite: 1, Y: 440}, {Sprite: 2, Y: 470}, {Sprite: 5, Y: 10}},
			{{Sprite: 3, Y: 420}, {Sprite: 2, Y: 470}, {Sprite: 5, Y: 10}},
			{{Sprite: 3, Y: 370}, {Sprite: 2, Y: 420}, {Sprite: 4, Y: 470}, {Sprite: 5, Y: 10}},
		})
		for _, message := range []int{0, 2, 3} {
			geometry.Sprites[message].Message = true
		}
		line := New(board, geometry, 1)
		lowest := 0.0
		for at := time.Second; at < 3*time.Second; at += time.Second / 30 {
			for _, look := range []int{0, 3} {
				if p := posesAt(line, at)[look]; p.Visible {
					lowest = max(lowest, p.Y)
				}
			}
			if clock := posesAt(line, at)[5].Y; clock != 10 {
				t.Fatalf("%s: at %v the clock above the list is at %.1f, not at 10", test.name, at, clock)
			}
		}
		if at := time.Second + min(test.after, 300*time.Millisecond); test.after > 0 {
			poses := posesAt(line, at)
			if gap := poses[2].Y - poses[3].Y - 40; gap > 20 {
				t.Errorf("%s: %v after the receipt goes, %.1f pixels are free where it was between others, want 10", test.name, at-time.Second, gap)
			}
		}
		if down := lowest > 400.5; down != test.down {
			t.Errorf("%s: the message above goes from 400 down to %.1f and then up to 370", test.name, lowest)
		}
		if end := posesAt(line, 3*time.Second); end[3].Y != 370 || end[2].Y != 420 {
			t.Errorf("%s: in the end the messages are at %.1f and %.1f", test.name, end[3].Y, end[2].Y)
		}
	}
}
