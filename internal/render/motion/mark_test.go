package motion

import (
	"math"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// markedAnswer is answer with the mark of an assistant: below the thinking it stands 14 below the answer's upper edge, in the
// end 570 below it. It has a part that spins.
func markedAnswer() *Timeline {
	board, geometry := answer()
	board.Items = append(board.Items, storyboard.Item{Key: storyboard.MarkKey, Snap: true})
	board.Steps[1].Put = append(board.Steps[1].Put, 3)
	addSprite(geometry, 25, 25)
	geometry.Positions[1] = append(geometry.Positions[1], storyboard.Position{Sprite: 3, X: 20, Y: 164})
	geometry.Positions[2] = append(geometry.Positions[2], storyboard.Position{Sprite: 3, X: 20, Y: 720})
	geometry.Parts = []storyboard.Part{{Name: "spin", Sprite: 3, Cell: storyboard.Box{0, 0, 25, 25}}}
	return New(board, geometry, 1)
}

// from is a moment of the timeline, as poses in the list, without the view's scrolling.
func from(line *Timeline, at time.Duration) []composite.Pose {
	poses := make([]composite.Pose, len(line.geometry.Sprites)+len(line.geometry.Parts)+len(line.pieces))
	line.Poses(at, poses)
	for i := range poses {
		poses[i].Y += line.scroller.offset(at)
	}
	return poses
}

// The mark is below whatever is seen of the answer, moves down without a jump, and ends in its own place.
func TestMarkFollows(t *testing.T) {
	line := markedAnswer()
	last := 164.0
	for at := 2200 * time.Millisecond; at < 7*time.Second; at += time.Second / 60 {
		poses := from(line, at)
		y := poses[3].Y
		if !poses[3].Visible || y < last-0.5 || y-last > 150 {
			t.Fatalf("at %v the mark goes from %g to %g", at, last, y)
		}
		last = y
		for i, unit := range line.streams[0].units {
			if unit.at <= at && !unit.Rest && at < 5*time.Second && y < 150+float64(unit.bottom()) {
				t.Errorf("at %v the mark at %g lies on unit %d, which ends at %d", at, y, i, 150+unit.bottom())
			}
		}
	}
	if last != 720 {
		t.Errorf("the mark ends at %g, want 720", last)
	}
}

// The view goes down as far as the mark needs, not only the text.
func TestMarkInView(t *testing.T) {
	line := markedAnswer()
	// The first line of the answer ends at 170.
	first := slices.IndexFunc(line.scroller.lowest, func(s target) bool { return s.at == 3*time.Second })
	if bottom := line.scroller.lowest[first].bottom; bottom != 170+14+25+markRoom {
		t.Errorf("for the first line the view goes down to %g", bottom)
	}
	poses := make([]composite.Pose, len(line.geometry.Sprites)+len(line.geometry.Parts)+len(line.pieces))
	if line.Poses(7*time.Second, poses); poses[3].Y+25 > 500 {
		t.Errorf("in the end the mark ends at %g, the view at 500", poses[3].Y+25)
	}
}

// A pinned sprite stays where it is while the view moves, and the view does not look for it.
func TestPinnedStays(t *testing.T) {
	board, geometry := answer()
	board.Items = append(board.Items, storyboard.Item{Key: "button", Pinned: true})
	board.Steps[0].Put = append(board.Steps[0].Put, 3)
	addSprite(geometry, 30, 30)
	for i := range geometry.Positions {
		geometry.Positions[i] = append(geometry.Positions[i], storyboard.Position{Sprite: 3, X: 60, Y: 900})
	}
	line := New(board, geometry, 1)
	poses := make([]composite.Pose, len(line.geometry.Sprites)+len(line.pieces))
	for _, at := range []time.Duration{1500 * time.Millisecond, 4 * time.Second, 7 * time.Second} {
		if line.Poses(at, poses); poses[3].Y != 900 {
			t.Errorf("at %v it is at %g, want 900", at, poses[3].Y)
		}
	}
	if line.Poses(1900*time.Millisecond, poses); math.Abs(poses[0].Y-100) > 2 {
		t.Errorf("the view moved the prompt to %g for it", poses[0].Y)
	}
}

// What spins while an answer is written comes to rest upright after it.
func TestSpinRests(t *testing.T) {
	line := markedAnswer()
	moved := false
	for at := 2 * time.Second; at < 5*time.Second; at += 100 * time.Millisecond {
		moved = moved || math.Mod(from(line, at)[4].Rotate, 360) > 90
	}
	if !moved {
		t.Error("it never turned while the answer was written")
	}
	for at := 5*time.Second + spinCycle; at < 8*time.Second; at += 100 * time.Millisecond {
		if r := math.Mod(from(line, at)[4].Rotate, 360); r != 0 {
			t.Errorf("at %v it is turned by %g", at, r)
		}
	}
}

// A line of code moves the mark with the end of its card, and not before. That end itself does not.
func TestMarkMovesWithCode(t *testing.T) {
	line := markedAnswer()
	for i, unit := range line.streams[0].units {
		if !unit.Line || isFoot(unit.Unit) {
			continue
		}
		before, after := line.streams[0].units[i-1].bottom(), unit.bottom()
		if y := from(line, unit.at-time.Millisecond)[3].Y; y != float64(150+before+14) {
			t.Errorf("before unit %d the mark is at %g, want %d", i, y, 150+before+14)
		}
		if y := from(line, unit.at)[3].Y; y != float64(150+after+14) {
			t.Errorf("with unit %d the mark is at %g, want %d", i, y, 150+after+14)
		}
	}
}
