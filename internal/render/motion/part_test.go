package motion

import (
	"testing"
	"time"

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
