package motion

import (
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// voting is the timeline of a slide with a poll in which somebody votes after a second, and of a slide with another poll.
func voting() *Timeline {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{{Key: "slide", Path: "0"}, {Key: "slide", Path: "0"}, {Key: "slide", Path: "1"}},
		Steps:  []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 3 * time.Second, Put: []int{2}}},
	}
	size := [2]int{400, 800}
	geometry := measured([]int{0, 1, 2}, [][2]int{size, size, size}, [][]storyboard.Position{{{Sprite: 0}}, {{Sprite: 1}}, {{Sprite: 2}}})
	part := func(name string, sprite, x, width int) storyboard.Part {
		return storyboard.Part{Name: name, Sprite: sprite, Cell: storyboard.Box{0, 0, width, 40}, Offset: [2]int{x, 300}}
	}
	geometry.Parts = []storyboard.Part{part("answer", 0, 180, 40), part("bar", 1, 20, 200), part("answer", 1, 30, 40), part("share", 1, 330, 50), part("answer", 2, 100, 40)}
	return New(board, geometry, 2)
}

// When somebody votes, the answer glides from its place, its bar grows from the left, and its share appears beside it once
// the answer has made room. Nothing jumps.
func TestVotesGlide(t *testing.T) {
	line := voting()
	parts := func(at time.Duration) []composite.Pose { return posesAt(line, at)[3:] }
	last := parts(time.Second - time.Millisecond)[0].X
	if last != 180 {
		t.Fatalf("before the vote the answer is at %g", last)
	}
	cut, seen := 200.0, 0.0
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		p := parts(at)
		if x := p[2].X; p[0].Visible || x > last+0.1 || last-x > 30 {
			t.Fatalf("at %v the answer goes from %g to %g", at, last, x)
		}
		if p[1].X != 20 || p[1].Clip.Right > cut || cut-p[1].Clip.Right > 40 {
			t.Fatalf("at %v the bar at %g goes from %g short to %g", at, p[1].X, cut, p[1].Clip.Right)
		}
		if p[3].Opacity < seen || p[3].Opacity-seen > 0.2 || p[3].Opacity > 0 && p[2].X > 100 {
			t.Fatalf("at %v the share's opacity goes from %g to %g, with the answer at %g", at, seen, p[3].Opacity, p[2].X)
		}
		last, cut, seen = p[2].X, p[1].Clip.Right, p[3].Opacity
	}
	if last > 30.1 || cut != 0 || seen != 1 {
		t.Errorf("in the end the answer is at %g, the bar %g short, the share's opacity %g", last, cut, seen)
	}
}

// The answers of another slide are in their places.
func TestVotesOfAnotherSlide(t *testing.T) {
	if x := posesAt(voting(), 3*time.Second)[3+4].X; x != 100 {
		t.Errorf("the answer of the next slide is at %g", x)
	}
}
