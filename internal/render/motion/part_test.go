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

// pills is the timeline of a row with a part that has another place and width after a second, and once more a look a little later.
func pills(x, width [2]int) *Timeline {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}, {Key: "a"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 1100 * time.Millisecond, Put: []int{2}}},
	}
	size := [2]int{400, 80}
	places := [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: 500}}, {{Sprite: 2, Y: 500}}}
	geometry := measured([]int{0, 1, 2}, [][2]int{size, size, size}, places)
	for sprite, n := range []int{0, 1, 1} {
		geometry.Parts = append(geometry.Parts, storyboard.Part{Name: "pop", Sprite: sprite, Cell: storyboard.Box{0, 0, width[n], 20}, Offset: [2]int{x[n], 60}})
	}
	return New(board, geometry, 1)
}

// seenInPart is how many times a part is seen at a point of the frame, by itself and by its pieces.
func seenInPart(line *Timeline, poses []composite.Pose, part int, x, y float64) (times int) {
	sprites, parts := len(line.geometry.Sprites), line.geometry.Parts
	for i, p := range poses[sprites:] {
		of := sprites + i
		if i >= len(parts) {
			of = line.Pieces()[i-len(parts)]
		}
		size := parts[part].Cell.Size()
		if x, y := x-p.X, y-p.Y; of == sprites+part && p.Visible && x > p.Clip.Left && y > p.Clip.Top && x < float64(size.X)-p.Clip.Right && y < float64(size.Y)-p.Clip.Bottom {
			times++
		}
	}
	return times
}

// A pill that two reactions share grows out of the place and the size that it had with one, and shows all the while, each point of it
// once.
func TestPillsWiden(t *testing.T) {
	for name, test := range map[string]struct{ before, after int }{"left": {20, 20}, "right": {340, 320}} {
		line := pills([2]int{test.before, test.after}, [2]int{40, 60})
		last := 40.0
		for at := 900 * time.Millisecond; at < 1600*time.Millisecond; at += time.Second / 60 {
			part := 0
			if at >= 1100*time.Millisecond {
				part = 2
			} else if at >= time.Second {
				part = 1
			}
			poses := posesAt(line, at)
			pill := poses[3+part]
			if !pill.Visible || pill.Scale != 1 || pill.Opacity != 1 {
				t.Fatalf("%s: at %v the pill is %+v", name, at, pill)
			}
			right := pill.X + float64(line.geometry.Parts[part].Cell[2]) // of what follows, which is the pill itself at rest
			for k, piece := range line.Pieces() {
				if end := poses[6+k]; end.Visible && piece == 3+part {
					right = min(right, end.X+60)
				}
			}
			for x := pill.X + 0.5; x < right; x++ {
				for y := 560.5; y < 580; y++ {
					if n := seenInPart(line, poses, part, x, y); n != 1 {
						t.Fatalf("%s: at %v the point %g, %g of a pill from %g to %g is seen %d times", name, at, x, y, pill.X, right, n)
					}
				}
			}
			fixed := pill.X - 20
			if name == "right" {
				fixed = right - 380
			}
			if width := right - pill.X; math.Abs(fixed) > 0.01 || width < last || width-last > 4 {
				t.Errorf("%s: at %v the pill is %g wide after %g, and %g beside its place", name, at, width, last, fixed)
			} else {
				last = width
			}
		}
		if last != 60 {
			t.Errorf("%s: in the end the pill is %g wide", name, last)
		}
	}
}

// A reaction glides when another one comes beside it. The tail that it loses fades out at the side that it goes away from.
func TestReactionsGlide(t *testing.T) {
	for name, test := range map[string]struct {
		x    [2]int
		edge float64 // of its box, which is the badge's
	}{"to the left": {[2]int{60, 40}, 0}, "to the right": {[2]int{300, 330}, 1}} {
		line := pills(test.x, [2]int{41, 32})
		last := posesAt(line, 900*time.Millisecond)[3].X + 41*test.edge
		for at := time.Second; at < 1600*time.Millisecond; at += time.Second / 60 {
			part := 1
			if at >= 1100*time.Millisecond {
				part = 2
			}
			poses := posesAt(line, at)
			x := poses[3+part].X + 32*test.edge
			if math.Abs(x-last) > 5 {
				t.Errorf("%s: at %v the badge goes from %g to %g", name, at, last, x)
			}
			last = x
			if before := poses[3]; at < time.Second+turnLength/2 && (before.Opacity < 0.3 || math.Abs(before.X+41*test.edge-x) > 0.01) {
				t.Errorf("%s: at %v the badge with a tail is %+v", name, at, before)
			}
		}
		if want := float64(test.x[1]) + 32*test.edge; last != want {
			t.Errorf("%s: in the end the badge is at %g, want %g", name, last, want)
		}
	}
}

// The button beside reactions stays one as they become more, and glides. What counts answers is not seen before the list has made room.
func TestPartsBesideReactions(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{400, 80}, {400, 110}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: 500}}})
	part := func(name string, sprite, x, y int) storyboard.Part {
		return storyboard.Part{Name: name, Sprite: sprite, Cell: storyboard.Box{0, 0, 50, 20}, Offset: [2]int{x, y}}
	}
	geometry.Parts = []storyboard.Part{part("pop", 0, 0, 60), part("more", 0, 60, 60), part("pop", 1, 0, 60), part("pop", 1, 60, 60), part("more", 1, 120, 60), part("late", 1, 0, 90)}
	line := New(board, geometry, 1)
	if more := posesAt(line, time.Second)[2+4]; more.X < 60 || more.X > 80 || more.Opacity != 1 || more.Scale != 1 {
		t.Errorf("the button begins as %+v", more)
	}
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		poses := posesAt(line, at)
		reaction, more := poses[2+3], poses[2+4]
		left := reaction.X + reaction.PivotX*(1-reaction.Scale)
		if right := left + 50*reaction.Scale; left < 59.9 || right > more.X {
			t.Errorf("at %v the reaction that comes reaches from %.1f to %.1f, and the button begins at %.1f", at, left, right, more.X)
		}
	}
	if late := posesAt(line, 1060*time.Millisecond)[2+5]; late.Opacity > 0.05 {
		t.Errorf("the answers are seen before there is room: %+v", late)
	}
	end := posesAt(line, 2*time.Second)
	if more, late := end[2+4], end[2+5]; more.X != 120 || late.Opacity != 1 {
		t.Errorf("in the end the button is %+v, the answers are %+v", more, late)
	}
}

// The button beside a reaction that becomes wider, as others join it, keeps its distance from that all the while.
func TestButtonKeepsDistance(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
	}
	row := []storyboard.Position{{Sprite: 0, Y: 500}}
	geometry := measured([]int{0, 1}, [][2]int{{400, 80}, {400, 80}}, [][]storyboard.Position{row, {{Sprite: 1, Y: 500}}})
	part := func(name string, sprite, x, width int) storyboard.Part {
		return storyboard.Part{Name: name, Sprite: sprite, Cell: storyboard.Box{0, 0, width, 20}, Offset: [2]int{x, 60}}
	}
	geometry.Parts = []storyboard.Part{part("pop", 0, 0, 40), part("more", 0, 46, 30), part("pop", 1, 0, 52), part("more", 1, 58, 30)}
	line := New(board, geometry, 1)
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		poses, end := posesAt(line, at), 0.0
		for i, p := range poses[2:] {
			of := 2 + i
			if i >= len(geometry.Parts) {
				of = line.Pieces()[i-len(geometry.Parts)]
			}
			if of == 4 && p.Visible && p.Clip.Top < 20 && p.Clip.Left < 52-p.Clip.Right {
				end = max(end, p.X+52-p.Clip.Right)
			}
		}
		if gap := poses[5].X - end; math.Abs(gap-6) > 0.5 {
			t.Errorf("at %v the button stands %.1f beside the reaction, want 6", at, gap)
		}
	}
}

// A receipt moves down when answers are counted above it, and is seen once.
func TestReceiptStaysBelowAnswers(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
	}
	geometry := measured([]int{0, 2}, [][2]int{{400, 80}, {90, 20}, {400, 80}, {60, 18}, {90, 20}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 500}, {Sprite: 1, Y: 580}}, {{Sprite: 2, Y: 500}, {Sprite: 3, Y: 580}, {Sprite: 4, Y: 598}},
	})
	geometry.Sprites[3].Joins = true
	poses := posesAt(New(board, geometry, 1), 1033*time.Millisecond)
	if was, now := poses[1], poses[4]; was.Visible || now.Opacity != 1 || now.Y <= 580 || now.Y >= 598 {
		t.Errorf("the receipt before is %+v, the one below the answers %+v", was, now)
	}
	if answers := poses[3]; answers.Opacity > 0.3 {
		t.Errorf("the answers lie over the receipt: %+v", answers)
	}
}
