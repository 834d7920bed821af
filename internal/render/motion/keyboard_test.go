package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

// A button that comes back onto the bar when the keyboard goes stays at its place on the bar, beside a field that has one
// line again.
func TestButtonJoinsBar(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{{Key: "field", Snap: true, Pinned: true}, {Key: "button", Pinned: true}, {Key: "field", Snap: true, Pinned: true}},
		Steps: []storyboard.Step{
			{Put: []int{0, 1}},
			{At: time.Second, Keyboard: "up"},
			{At: 2 * time.Second, Put: []int{2}, Drop: []string{"button"}},
			{At: 3 * time.Second, Put: []int{0, 1}, Keyboard: "down"},
		},
	}
	low := []storyboard.Position{{Sprite: 0, Y: 800}, {Sprite: 1, X: 350, Y: 810}}
	high := []storyboard.Position{{Sprite: 0, Y: 500}, {Sprite: 1, X: 350, Y: 510}}
	grown := []storyboard.Position{{Sprite: 2, Y: 412}}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 48}, {36, 36}, {400, 136}}, [][]storyboard.Position{low, high, grown, low})
	geometry.Rise = 300
	for i := range geometry.Items {
		geometry.Items[i].Rises = true
	}
	line := New(board, geometry, 1)
	seen := 0
	for at := time.Duration(0); at < 4*time.Second; at += time.Second / 60 {
		poses := posesAt(line, at)
		if !poses[1].Visible {
			continue
		}
		seen++
		if off := poses[1].Y - poses[0].Y; math.Abs(off-10) > 1e-9 {
			t.Fatalf("at %s the button stands %g below the edge of the field, want 10", at, off)
		}
	}
	if seen < 180 {
		t.Errorf("the button is seen in %d frames, want 180 or so", seen)
	}
}

// A list, its field and the keyboard below it go down together, also where somebody is seen typing right after that.
func TestKeyboardGoesBeforeASign(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second, Keyboard: &storyboard.Keyboard{Item: 2, Planes: []storyboard.Plane{{Kind: "lower"}}},
		Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: storyboard.ComposerKey, Snap: true}, {Key: "keyboard", Pinned: true}, {Key: storyboard.TypingKey, Enter: "fade"}},
		Steps: []storyboard.Step{
			{Put: []int{0, 1, 2}, Keyboard: "up"},
			{At: time.Second, Keyboard: "down"},
			{At: time.Second + 133*time.Millisecond, Put: []int{3}},
		},
	}
	geometry := measured([]int{0, 1, 2, 4}, [][2]int{{400, 40}, {400, 50}, {400, 300}, {400, 250}, {80, 40}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 400}, {Sprite: 1, Y: 450}, {Sprite: 2, Y: 500}},
		{{Sprite: 0, Y: 700}, {Sprite: 1, Y: 750}, {Sprite: 2, Y: 800}},
		{{Sprite: 0, Y: 650}, {Sprite: 4, Y: 700}, {Sprite: 1, Y: 750}, {Sprite: 2, Y: 800}},
	})
	geometry.Rise, geometry.Sprites[0].Message = 300, true
	geometry.Items[1].Rises, geometry.Items[2].Rises = true, true
	line := New(board, geometry, 1)
	for at := time.Second; at < time.Second+133*time.Millisecond; at += time.Second / 60 {
		poses := posesAt(line, at)
		if list, field := poses[1].Y-poses[0].Y, poses[2].Y-poses[1].Y; math.Abs(list-50) > 1 || math.Abs(field-50) > 1 {
			t.Errorf("at %v the field is %.1f below the message and %.1f above the keyboard, want 50", at, list, field)
		}
	}
}

// A view that shows the end of what is written keeps it above a composer that grows, and takes no jump when that is small
// again.
func TestViewStaysAboveComposer(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items: []storyboard.Item{
			{Key: "answer", Lead: true}, {Key: storyboard.ComposerKey, Snap: true, Pinned: true}, {Key: storyboard.ComposerKey, Snap: true, Pinned: true},
		},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}}, {At: 2 * time.Second, Put: []int{1}}},
	}
	small := []storyboard.Position{{Sprite: 0, Y: 0}, {Sprite: 1, Y: 740}}
	large := []storyboard.Position{{Sprite: 0, Y: 0}, {Sprite: 2, Y: 652}}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 720}, {400, 48}, {400, 136}}, [][]storyboard.Position{small, large, small})
	geometry.View, geometry.Inner = storyboard.Box{0, 0, 400, 800}, storyboard.Box{0, 0, 400, 730} // 10 pixels are free
	line := New(board, geometry, 1)
	for at, want := range map[time.Duration]float64{0: 0, 1500 * time.Millisecond: -78, 2900 * time.Millisecond: 0} {
		if y := posesAt(line, at)[0].Y; math.Abs(y-want) > 0.5 {
			t.Errorf("at %s the answer stands at %g, want %g", at, y, want)
		}
	}
	last := -78.0
	for at := 2 * time.Second; at < 2900*time.Millisecond; at += time.Second / 60 {
		y := posesAt(line, at)[0].Y
		if y < last-0.5 || y > last+20 {
			t.Errorf("at %s the answer goes from %g to %g", at, last, y)
		}
		last = y
	}
}

// The view goes on to a prompt that is sent from where the keyboard had moved it: up, and never down first.
func TestViewGoesOnFromKeyboard(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{{Key: "answer", Lead: true}, {Key: "prompt", Lead: true}},
		Steps:  []storyboard.Step{{Put: []int{0}}, {At: time.Second, Keyboard: "up"}, {At: 2001 * time.Millisecond, Put: []int{1}, Keyboard: "down"}},
	}
	answer := storyboard.Position{Sprite: 0, Y: 0}
	geometry := measured([]int{0, 1}, [][2]int{{400, 700}, {400, 40}}, [][]storyboard.Position{{answer}, {answer}, {answer, {Sprite: 1, Y: 720}}})
	geometry.View, geometry.Inner, geometry.Rise = storyboard.Box{0, 0, 400, 800}, storyboard.Box{0, 0, 400, 700}, 300
	line := New(board, geometry, 1)
	last := 0.0
	for at := time.Duration(0); at < 4*time.Second; at += time.Second / 50 { // not in step with the scroller
		y := posesAt(line, at)[0].Y
		if y > last+0.5 || y < last-100 {
			t.Errorf("at %s the answer goes from %g to %g", at, last, y)
		}
		if last = y; at == 2*time.Second && y != -300 {
			t.Errorf("before the prompt is sent the answer stands at %g, want -300", y)
		}
	}
	if last != -720 {
		t.Errorf("the answer ends at %g, want -720", last)
	}
}

// A field goes up with what comes below it, and leaves no gap.
func TestFieldGlides(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items: []storyboard.Item{
			{Key: storyboard.ComposerKey, Snap: true, Pinned: true}, {Key: "answering", Enter: "unfold", Pinned: true},
			{Key: storyboard.ComposerKey, Snap: true, Pinned: true},
		},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1, 2}, Glide: true}},
	}
	low, high := []storyboard.Position{{Sprite: 0, Y: 800}}, []storyboard.Position{{Sprite: 1, Y: 805}, {Sprite: 2, Y: 757}}
	line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 48}, {400, 43}, {400, 48}}, [][]storyboard.Position{low, high}), 1)
	between := 0
	for at := time.Second; at < 3*time.Second; at += time.Second / 60 {
		poses := posesAt(line, at)
		field, strip := poses[2].Y, poses[1].Y
		if math.Abs(strip-field-48) > 1e-9 {
			t.Fatalf("at %s the strip stands %g below the upper edge of the field, want 48", at, strip-field)
		}
		if field > 757.5 && field < 799.5 {
			between++
		}
	}
	if between < 5 {
		t.Errorf("the field goes up in %d frames, want some", between)
	}
	lower := []storyboard.Position{{Sprite: 1, Y: 757}, {Sprite: 2, Y: 808}}
	line = New(board, measured([]int{0, 1, 2}, [][2]int{{400, 48}, {400, 51}, {400, 40}}, [][]storyboard.Position{low, lower}), 1)
	if y := posesAt(line, time.Second)[2].Y; y != 808 {
		t.Errorf("a field that only becomes lower begins at %g, want 808", y)
	}
}

// Once an answer is sent, a field of two lines and the strip below it go down together, as they have come up: no gap opens between them, and
// the strip is cut off where it ends at rest, but for a pixel behind what is below it.
func TestStripBelowFieldGoesDown(t *testing.T) {
	field := storyboard.Item{Key: storyboard.ComposerKey, Snap: true, Pinned: true}
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{field, field, {Key: storyboard.StripKey, Enter: "unfold", Leave: "fold", Pinned: true}},
		Steps: []storyboard.Step{
			{Put: []int{0}}, {At: time.Second, Put: []int{1, 2}, Glide: true},
			{At: 2800 * time.Millisecond, Put: []int{0}, Drop: []string{storyboard.StripKey}, Fold: 200 * time.Millisecond},
		},
	}
	low := []storyboard.Position{{Sprite: 0, Y: 800}}
	high := []storyboard.Position{{Sprite: 1, Y: 735}, {Sprite: 2, Y: 805}}
	line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 48}, {400, 70}, {400, 43}}, [][]storyboard.Position{low, high, low}), 1)
	end, between := 805.0, 0
	for at := board.Steps[2].At; at < board.Length; at += time.Second / 60 {
		poses := posesAt(line, at)
		now, strip := poses[0].Y+48, poses[2]
		if now < end-1e-9 || now-end > 8 {
			t.Errorf("at %v the field ends at %g after %g", at, now, end)
		}
		end = now
		if now < 847 {
			between++
		}
		if !strip.Visible {
			if now < 847 {
				t.Errorf("at %v the strip is gone, and the field ends at %g", at, now)
			}
			continue
		}
		if math.Abs(strip.Y-now) > 1e-9 {
			t.Errorf("at %v the strip stands at %g, and the field ends at %g", at, strip.Y, now)
		}
		if bottom := strip.Y + 43 - strip.Clip.Bottom; math.Abs(bottom-min(849, strip.Y+43)) > 1e-9 {
			t.Errorf("at %v the strip ends at %g, want at most a pixel below 848", at, bottom)
		}
	}
	if end != 848 || between < 10 {
		t.Errorf("the field ends at %g, after %d frames on its way, want 848 after some", end, between)
	}
}
