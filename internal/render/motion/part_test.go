package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// reacting is the timeline of a row that has no reaction at first, then one, then two, and then one again.
func reacting() *Timeline {
	board := &storyboard.Storyboard{
		Length: 5 * time.Second,
		Items:  []storyboard.Item{{Key: "a"}, {Key: "a"}, {Key: "a"}, {Key: "a"}, {Key: "a"}},
		Steps: []storyboard.Step{
			{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 2 * time.Second, Put: []int{2}}, {At: 3 * time.Second, Put: []int{3}}, {At: 4 * time.Second, Put: []int{4}},
		},
	}
	size := [2]int{400, 80}
	var positions [][]storyboard.Position
	for i := range board.Steps {
		positions = append(positions, []storyboard.Position{{Sprite: i, Y: 500}})
	}
	geometry := measured([]int{0, 1, 2, 3, 4}, [][2]int{size, size, size, size, size}, positions)
	pop := func(sprite, number int) storyboard.Part {
		return storyboard.Part{Name: "pop", Sprite: sprite, Number: number, Cell: storyboard.Box{0, 0, 40, 40}}
	}
	geometry.Parts = []storyboard.Part{pop(1, 0), pop(2, 0), pop(2, 1), pop(3, 0), pop(4, 0), pop(4, 1)}
	return New(board, geometry, 2)
}

// A reaction grows when it comes, and stays as it is when its row gets another look. One that went and comes again grows
// again.
func TestPartsPop(t *testing.T) {
	line := reacting()
	scale := func(part int, at time.Duration) float64 { return posesAt(line, at)[5+part].Scale }
	const soon = 40 * time.Millisecond
	for _, test := range []struct {
		name  string
		part  int
		after time.Duration
		grows bool
	}{
		{"the first one", 0, time.Second + soon, true},
		{"the first one, at rest", 0, 1900 * time.Millisecond, false},
		{"the first one in the next look", 1, 2*time.Second + soon, false},
		{"the second one", 2, 2*time.Second + soon, true},
		{"the first one, alone again", 3, 3*time.Second + soon, false},
		{"the second one, again", 5, 4*time.Second + soon, true},
	} {
		if got := scale(test.part, test.after); (got < 0.95) != test.grows {
			t.Errorf("%s has the scale %.2f, growing should be %v", test.name, got, test.grows)
		}
	}
}

// What a video begins with is there already.
func TestPartsThatOpenDoNotPop(t *testing.T) {
	board := &storyboard.Storyboard{Length: time.Second, Items: []storyboard.Item{{Key: "a"}}, Steps: []storyboard.Step{{Put: []int{0}}}}
	geometry := measured([]int{0}, [][2]int{{400, 80}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}}})
	geometry.Parts = []storyboard.Part{{Name: "pop", Sprite: 0, Cell: storyboard.Box{0, 0, 40, 40}}}
	if scale := posesAt(New(board, geometry, 2), 0)[1].Scale; scale != 1 {
		t.Errorf("the scale is %.2f in the first frame", scale)
	}
}

// A pill that two reactions share grows out of the place that it had with one, at its left or its right side, and shows all
// the while.
func TestPillsWiden(t *testing.T) {
	for name, test := range map[string]struct{ before, after int }{"left": {20, 20}, "right": {340, 320}} {
		board := &storyboard.Storyboard{
			Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}, {Key: "a"}},
			Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 1100 * time.Millisecond, Put: []int{2}}},
		}
		size := [2]int{400, 80}
		places := [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: 500}}, {{Sprite: 2, Y: 500}}}
		geometry := measured([]int{0, 1, 2}, [][2]int{size, size, size}, places)
		pill := func(sprite, x, width int) storyboard.Part {
			return storyboard.Part{Name: "pop", Sprite: sprite, Cell: storyboard.Box{0, 0, width, 20}, Offset: [2]int{x, 60}}
		}
		geometry.Parts = []storyboard.Part{pill(0, test.before, 40), pill(1, test.after, 60), pill(2, test.after, 60)}
		line := New(board, geometry, 1)
		side := func(p composite.Pose, width float64) float64 {
			if name == "left" {
				width = 0
			}
			return p.X + p.PivotX + (width-p.PivotX)*p.Scale
		}
		now, next := posesAt(line, time.Second)[4], posesAt(line, 1100*time.Millisecond)[5]
		if now.Scale < widenFrom || now.Scale > 0.9 || now.Opacity != 1 {
			t.Errorf("%s: the wider pill has the size %.2f and the opacity %.2f at first", name, now.Scale, now.Opacity)
		}
		if next.Scale <= now.Scale || next.Scale == 1 {
			t.Errorf("%s: the pill has the size %.2f and in the next look %.2f: it does not go on", name, now.Scale, next.Scale)
		}
		if was, is := side(posesAt(line, 900*time.Millisecond)[3], 40), side(now, 60); math.Abs(was-is) > 0.01 {
			t.Errorf("%s: the side of the pill goes from %g to %g", name, was, is)
		}
	}
}
