package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// turning is the timeline of a bubble at the end of a list that gets a taller look, for which the list makes room from one
// second on; the look is seen a quarter of a second later. Before that, another step moves the list up and gives the bubble
// the same look once more, if it is to. The bubble is 400 wide at first, and then as wide as given.
func turning(again bool, width int) *Timeline {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{1}}},
	}
	positions := [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: 470}}}
	if again {
		board.Steps = append(board.Steps, storyboard.Step{At: 1100 * time.Millisecond, Put: []int{2}})
		positions = append(positions, []storyboard.Position{{Sprite: 2, Y: 400}})
	}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 80}, {400, 110}, {400, 110}}, positions)
	geometry.Sprites[0].Bubble = &storyboard.Box{0, 0, 400, 80}
	for i := 1; i <= 2; i++ {
		geometry.Sprites[i].Bubble = &storyboard.Box{0, 0, width, 110}
	}
	geometry.Parts = []storyboard.Part{{Name: "pop", Sprite: 1, Cell: storyboard.Box{0, 0, 40, 24}, Offset: [2]int{10, 80}}}
	return New(board, geometry, 1)
}

// The look before moves with the list and is seen until the room is there, also where the look that is to come is replaced. The new
// look, whose bubble is larger, comes softly in front of it.
func TestTurnWaitsForRoom(t *testing.T) {
	for name, again := range map[string]bool{"once": false, "twice": true} {
		line, last, sprite := turning(again, 390), 500.0, 1
		if again {
			sprite = 2
		}
		for at := time.Second; at < 1250*time.Millisecond; at += time.Second / 60 {
			poses := posesAt(line, at)
			if !poses[0].Visible || poses[1].Visible || poses[2].Visible {
				t.Fatalf("%s: at %v the look before is seen: %v, the others: %v and %v", name, at, poses[0].Visible, poses[1].Visible, poses[2].Visible)
			}
			if y := poses[0].Y; y > last || last-y > 25 {
				t.Errorf("%s: at %v the bubble goes from %g to %g", name, at, last, y)
			}
			last = poses[0].Y
		}
		faded := 0.0
		for at := 1250 * time.Millisecond; at <= 1450*time.Millisecond; at += time.Second / 60 {
			poses := posesAt(line, at)
			was, is := poses[0], poses[sprite]
			if max(was.Opacity, is.Opacity) < 1 || is.Opacity < faded || is.Opacity-faded > 0.3 || math.Abs(is.Y-last) > 25 {
				t.Errorf("%s: at %v the look before is %+v, the new one %+v, after an opacity of %g at %g", name, at, was, is, faded, last)
			}
			last, faded = is.Y, is.Opacity
		}
		end := posesAt(line, 1450*time.Millisecond)
		if was, is := end[0], end[sprite]; was.Visible || is.Opacity != 1 {
			t.Errorf("%s: in the end the look before is %+v, the new one %+v", name, was, is)
		}
	}
}

// Where a bubble only becomes higher, its lower part comes down with its end, and the look before is not seen any more.
func TestBubbleBecomesHigher(t *testing.T) {
	line := turning(false, 400)
	const reaction, upper = 3, 4 // the part and the piece behind the three sprites
	last := posesAt(line, 1250*time.Millisecond-1)[0].Y + 80
	for at := 1250 * time.Millisecond; at < 1450*time.Millisecond; at += time.Second / 60 {
		poses := posesAt(line, at)
		top, foot := poses[upper], poses[1]
		if poses[0].Visible || !top.Visible || !foot.Visible || min(top.Opacity, foot.Opacity) < 1 {
			t.Fatalf("at %v the look before is %+v, the upper part of the new one %+v, the lower one %+v", at, poses[0], top, foot)
		}
		if ends, begins := top.Y+110-top.Clip.Bottom, foot.Y+foot.Clip.Top; math.Abs(ends-begins) > 1e-6 || begins/2 != math.Round(begins/2) {
			t.Errorf("at %v the upper part ends at %g, and the lower one begins at %g", at, ends, begins)
		}
		if part := poses[reaction]; part.Clip.Top < 24 && part.Y+part.PivotY+(part.Clip.Top-part.PivotY)*part.Scale < foot.Y+foot.Clip.Top-1e-6 {
			t.Errorf("at %v the reaction is seen above the lower part: %+v", at, part)
		}
		end := foot.Y + 110
		if end < last-2 || end > last+12 {
			t.Errorf("at %v the end of the bubble goes from %g to %g", at, last, end)
		}
		last = end
	}
	if end := posesAt(line, 1450*time.Millisecond); end[upper].Visible || end[1].Clip.Top != 0 {
		t.Errorf("in the end the piece is %+v, the bubble %+v", end[upper], end[1])
	}
}

// A bubble that becomes wider as well keeps its words at its left side, and its right side goes out with all that is there.
func TestBubbleBecomesWider(t *testing.T) {
	line := turning(false, 460)
	last := 400.0
	for at := 1250 * time.Millisecond; at < 1450*time.Millisecond; at += time.Second / 60 {
		poses := posesAt(line, at)
		for _, row := range [][2]composite.Pose{{poses[4], poses[5]}, {poses[1], poses[6]}} {
			left, right := row[0], row[1]
			ends, begins := left.X+400-left.Clip.Right, right.X+right.Clip.Left
			if !left.Visible || !right.Visible || left.X != 0 || math.Abs(ends-begins) > 1e-6 || left.Y != right.Y {
				t.Errorf("at %v the left part is %+v, the right one %+v", at, left, right)
			}
			if end := right.X + 460; end < last-1e-6 || end > 460 {
				t.Errorf("at %v the right side goes from %g to %g", at, last, end)
			}
		}
		last = poses[5].X + 460
	}
}
