package motion

import (
	"math"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// list is the timeline of two rows: the second comes at one second and moves the first up by 100 pixels, then gets another
// look, and the first goes at three seconds.
func list(enter string) *Timeline {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{{Key: "a"}, {Key: "b", Enter: enter}, {Key: "b", Enter: enter}},
		Steps: []storyboard.Step{
			{Put: []int{0}},
			{At: time.Second, Put: []int{1}},
			{At: 2 * time.Second, Put: []int{2}},
			{At: 3 * time.Second, Drop: []string{"a"}},
		},
	}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 80}, {400, 80}, {400, 90}}, [][]storyboard.Position{
		{{Sprite: 0, X: 0, Y: 500}},
		{{Sprite: 0, X: 0, Y: 400}, {Sprite: 1, X: 0, Y: 500}},
		{{Sprite: 0, X: 0, Y: 400}, {Sprite: 2, X: 0, Y: 500}},
		{{Sprite: 2, X: 0, Y: 500}},
	})
	geometry.Sprites[1].Grow = &storyboard.Box{20, 0, 360, 80}
	geometry.Parts = []storyboard.Part{{Name: "dot", Sprite: 1, Number: 0, Offset: [2]int{10, 20}}}
	return New(board, geometry, 2)
}

func posesAt(t *Timeline, at time.Duration) []composite.Pose {
	poses := make([]composite.Pose, len(t.geometry.Sprites)+len(t.geometry.Parts)+len(t.pieces))
	t.Poses(at, poses)
	return poses
}

func TestListMovesUp(t *testing.T) {
	line := list("rise")
	if y := posesAt(line, 900*time.Millisecond)[0].Y; y != 500 {
		t.Errorf("before the step the row is at %g, want 500", y)
	}
	if y := posesAt(line, time.Second)[0].Y; y != 500 {
		t.Errorf("at the step the row is at %g, want 500: it would jump", y)
	}
	last := 500.0
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		y := posesAt(line, at)[0].Y
		if y > last+1 || last-y > 25 {
			t.Errorf("at %s the row goes from %g to %g", at, last, y)
		}
		last = y
	}
	if last != 400 {
		t.Errorf("the row ends at %g, want 400", last)
	}
}

func TestLooksAndLeaving(t *testing.T) {
	line := list("")
	for _, test := range []struct {
		at      time.Duration
		visible [3]bool
	}{
		{0, [3]bool{true, false, false}},
		{1500 * time.Millisecond, [3]bool{true, true, false}},
		{2500 * time.Millisecond, [3]bool{true, false, true}},
		{3500 * time.Millisecond, [3]bool{false, false, true}},
		{4 * time.Second, [3]bool{false, false, true}},
		{time.Hour, [3]bool{false, false, true}},
	} {
		poses := posesAt(line, test.at)
		for i, want := range test.visible {
			if poses[i].Visible != want {
				t.Errorf("at %s sprite %d: visible is %v, want %v", test.at, i, poses[i].Visible, want)
			}
		}
	}
}

// A word that becomes a longer one stays at the side that it stands at.
func TestLooksStay(t *testing.T) {
	for name, at := range map[string]struct{ before, after int }{"left": {20, 20}, "right": {340, 300}, "middle": {180, 160}} {
		board := &storyboard.Storyboard{
			Length: 2 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}},
			Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
		}
		line := New(board, measured([]int{0, 1}, [][2]int{{40, 20}, {80, 20}}, [][]storyboard.Position{{{Sprite: 0, X: at.before, Y: 50}}, {{Sprite: 1, X: at.after, Y: 50}}}), 1)
		if x := posesAt(line, time.Second)[1].X; x != float64(at.after) {
			t.Errorf("%s: the longer word begins at %g, want %d", name, x, at.after)
		}
	}
}

// A bubble that gets a reaction above it goes down from where it was, and stays where its list has made the room above.
func TestReactionMovesBubble(t *testing.T) {
	for name, top := range map[string]int{"room below": 500, "list moves up": 482} {
		board := &storyboard.Storyboard{
			Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a"}, {Key: "a"}},
			Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
		}
		geometry := measured([]int{0, 1}, [][2]int{{400, 80}, {400, 98}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: top}}})
		geometry.Sprites[0].Bubble, geometry.Sprites[1].Bubble = &storyboard.Box{0, 0, 400, 80}, &storyboard.Box{0, 18, 400, 80}
		line := New(board, geometry, 1)
		if y := posesAt(line, time.Second)[1].Y; y != 482 {
			t.Errorf("%s: the sprite with the reaction begins at %g, want 482: the bubble would jump", name, y)
		}
		if y := posesAt(line, 2*time.Second)[1].Y; y != float64(top) {
			t.Errorf("%s: the sprite with the reaction ends at %g, want %d", name, y, top)
		}
	}
}

// Entrances begin out of sight or nearly so, end exactly at the place, and never jump.
func TestEntrances(t *testing.T) {
	for _, style := range []string{"rise", "fade", "pop-left", "pop-right", "lift-left", "lift-right"} {
		line := list(style)
		first, rest := posesAt(line, time.Second)[1], posesAt(line, 1900*time.Millisecond)[1]
		if first.Opacity > 0.25 {
			t.Errorf("%s begins with opacity %g", style, first.Opacity)
		}
		if rest.Y != 500 || rest.X != 0 || rest.Scale != 1 || rest.Opacity != 1 {
			t.Errorf("%s ends at %+v", style, rest)
		}
		before := first
		for at := time.Second; at < 1900*time.Millisecond; at += time.Second / 60 {
			now := posesAt(line, at)[1]
			if math.Abs(now.Y-before.Y) > 25 || math.Abs(now.Scale-before.Scale) > 0.12 || math.Abs(now.Opacity-before.Opacity) > 0.3 {
				t.Errorf("%s jumps at %s from %+v to %+v", style, at, before, now)
			}
			before = now
		}
	}
}

// A message that leaves the phone sets out from inside of it, swings beyond its size, more than a pop does, and comes to
// rest at its place.
func TestLift(t *testing.T) {
	for style, way := range map[string]float64{"lift-left": 1, "lift-right": -1} {
		line, popped := list(style), list(strings.Replace(style, "lift", "pop", 1))
		first := posesAt(line, time.Second)[1]
		if first.X*way < 20 || first.Scale > 0.6 || first.Y > 550 {
			t.Errorf("%s sets out as %+v", style, first)
		}
		size, pop, beyond := 0.0, 0.0, 0.0
		for at := time.Second; at < 1900*time.Millisecond; at += time.Second / 60 {
			now := posesAt(line, at)[1]
			size, beyond = max(size, now.Scale), max(beyond, -now.X*way)
			pop = max(pop, posesAt(popped, at)[1].Scale)
		}
		if size < pop+0.01 || size > 1.15 {
			t.Errorf("%s grows to %.3f of its size, a pop to %.3f", style, size, pop)
		}
		if beyond < 1 || beyond > 12 {
			t.Errorf("%s swings %.1f pixels beyond its place", style, beyond)
		}
	}
}

// A part stays with its sprite, moves a little by itself, and goes with it.
func TestParts(t *testing.T) {
	line := list("")
	moved := false
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		poses := posesAt(line, at)
		sprite, dot := poses[1], poses[3]
		if !dot.Visible || dot.X != sprite.X+10 || math.Abs(dot.Y-sprite.Y-20) > 4 || dot.Opacity <= 0 || dot.Opacity > 1 {
			t.Fatalf("at %s the sprite is %+v, its dot %+v", at, sprite, dot)
		}
		moved = moved || dot.Opacity > 0.9
	}
	if !moved {
		t.Error("the dot never lights up")
	}
	if posesAt(line, 2500*time.Millisecond)[3].Visible {
		t.Error("the dot outlives its sprite")
	}
}

func TestSprings(t *testing.T) {
	for _, s := range []spring{shifting, popping, {response: 400 * time.Millisecond, damping: 1}} {
		if left, moving := s.left(0, 100); left != 1 || !moving {
			t.Errorf("%+v begins with %g left", s, left)
		}
		if left, moving := s.left(shiftMost, 100); left != 0 || moving {
			t.Errorf("%+v has %g left after %s", s, left, shiftMost)
		}
		for at := time.Duration(0); at < shiftMost; at += time.Millisecond {
			if left, _ := s.left(at, 100); left > 1 || left < -0.1 {
				t.Errorf("%+v has %g left at %s", s, left, at)
			}
		}
	}
}

// A list that moves ends where it first reaches its place: it does not rest a part of a pixel beyond that, and then come back.
func TestListEndsAtItsPlace(t *testing.T) {
	for _, pixels := range []float64{40, 300, 800} {
		for at := time.Duration(0); at < shiftMost; at += time.Millisecond {
			if left, _ := shifting.left(at, pixels); left < 0 {
				t.Fatalf("after %s a list that moves by %g pixels is %g beyond its place", at, pixels, -left*pixels)
			}
		}
	}
}

// A list that moves up is a cue, from when that is seen to its rest.
func TestScrolls(t *testing.T) {
	cues := list("rise").Scrolls()
	if len(cues) != 1 || cues[0].At <= time.Second || cues[0].Kind != storyboard.CueScroll {
		t.Fatalf("cues are %+v, want one after 1 s", cues)
	}
	line, before := list("rise"), math.Inf(1)
	moved := func(at time.Duration) float64 { return posesAt(line, time.Second)[0].Y - posesAt(line, at)[0].Y }
	if earlier, then := moved(cues[0].At-time.Millisecond), moved(cues[0].At); earlier >= scrollSeen || then < scrollSeen {
		t.Errorf("the list has moved by %.2f pixels at the cue, and by %.2f before it", then, earlier)
	}
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		y := posesAt(line, at)[0].Y
		if moves := y != before && at > time.Second; moves && at > cues[0].End {
			t.Errorf("the list moves at %v, after the end of the cue at %v", at, cues[0].End)
		}
		before = y
	}
}

// A step that has a way of its own for what goes does not show a draft again that was deleted: what has its place on the screen goes at
// once.
func TestPinnedItemsGoAtOnce(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 2 * time.Second, Items: []storyboard.Item{{Key: "typing"}, {Key: "draft", Pinned: true}},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Drop: []string{"typing", "draft"}, Leave: "fade"}},
	}
	line := New(board, measured([]int{0, 1}, [][2]int{{80, 40}, {300, 20}}, [][]storyboard.Position{{{Sprite: 0}, {Sprite: 1, Y: 700}}, nil}), 1)
	if poses := posesAt(line, 1020*time.Millisecond); !poses[0].Visible || poses[1].Visible {
		t.Errorf("just after the step the dots are seen: %v, and the draft: %v", poses[0].Visible, poses[1].Visible)
	}
}
