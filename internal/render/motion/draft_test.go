package motion

import (
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

const ms = time.Millisecond

// typing is the timeline of a video in which "ab" is typed on one line and "c" on the next, of which the second is written from the right.
func typing() *Timeline {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second,
		Items:  []storyboard.Item{{Key: storyboard.CaretKey, Snap: true}, {Key: "draft", Snap: true}},
		Steps: []storyboard.Step{
			{Put: []int{0}}, {At: 1000 * ms, Put: []int{1}}, {At: 3000 * ms, Drop: []string{"draft"}},
		},
		Typed: []storyboard.Typed{{
			Draft: storyboard.Draft{From: 800 * ms, To: 3000 * ms}, Item: 1, RTL: []bool{false, true},
			Strokes: []storyboard.Stroke{{At: 1000 * ms, Line: 0, Edge: 10, Caret: 10}, {At: 1200 * ms, Line: 0, Edge: 22, Caret: 22}, {At: 1400 * ms, Line: 1, Edge: 9, Caret: 9}},
		}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{2, 20}, {100, 20}, {100, 20}}, nil)
	caret := storyboard.Position{Sprite: 0, X: 50, Y: 500}
	lines := []storyboard.Position{caret, {Sprite: 1, X: 50, Y: 500}, {Sprite: 2, X: 50, Y: 520}}
	geometry.Positions = [][]storyboard.Position{{caret}, lines, {caret}}
	return New(board, geometry, 1)
}

func TestDraftUncoversLetters(t *testing.T) {
	timeline := typing()
	for _, test := range []struct {
		at      time.Duration
		lines   [2]bool
		clips   [2]composite.Inset
		x, y    float64 // of the caret
		comment string
	}{
		{900 * ms, [2]bool{}, [2]composite.Inset{}, 50, 500, "before the first letter"},
		{1000 * ms, [2]bool{true, false}, [2]composite.Inset{{Right: 90}}, 60, 500, "a"},
		{1199 * ms, [2]bool{true, false}, [2]composite.Inset{{Right: 90}}, 60, 500, "still a"},
		{1200 * ms, [2]bool{true, false}, [2]composite.Inset{{Right: 78}}, 72, 500, "ab"},
		{1500 * ms, [2]bool{true, true}, [2]composite.Inset{{}, {Left: 91}}, 139, 520, "the second line, from the right"},
		{3000 * ms, [2]bool{}, [2]composite.Inset{}, 0, 0, "sent"},
	} {
		poses := make([]composite.Pose, 3)
		timeline.Poses(test.at, poses)
		for i := range test.lines {
			if p := poses[1+i]; p.Visible != test.lines[i] || p.Visible && p.Clip != test.clips[i] {
				t.Errorf("%s: line %d is shown %v with %v, want %v with %v", test.comment, i, p.Visible, p.Clip, test.lines[i], test.clips[i])
			}
		}
		if caret := poses[0]; caret.X != test.x || caret.Y != test.y {
			t.Errorf("%s: the caret is at %v, %v, want %v, %v", test.comment, caret.X, caret.Y, test.x, test.y)
		}
	}
}

// The caret changes its side in the empty field when the keyboard has the letters of the draft, and not as the field is tapped.
func TestCaretFollowsLanguageOfKeyboard(t *testing.T) {
	timeline := typing()
	next := timeline.board.Typed[0]
	next.From, next.To, next.RTL = 4000*ms, 6000*ms, []bool{true}
	next.Strokes = []storyboard.Stroke{{At: 4500 * ms, Edge: 10}}
	timeline.board.Typed = append(timeline.board.Typed, next)
	timeline.board.Keyboard = &storyboard.Keyboard{Planes: []storyboard.Plane{{Layout: 0}, {Layout: 1}}}
	timeline.keys = []storyboard.KeyState{{At: 1000 * ms, Plane: 0}, {At: 4300 * ms, Plane: 1}}
	for at, want := range map[time.Duration]bool{4000 * ms: false, 4299 * ms: false, 4300 * ms: true, 4600 * ms: true} {
		if got := timeline.fromRight(1, at); got != want {
			t.Errorf("at %v the caret stands on the right: %v, want %v", at, got, want)
		}
	}
	timeline.keys = timeline.keys[:1]
	if !timeline.fromRight(1, 4000*ms) {
		t.Error("beside one language, the caret does not stand on the right as the field is tapped")
	}
}

// Before a text from the right, the caret stands at the far end of the empty field. Behind its letters, it stands
// beside the last one.
func TestCaretFromTheRight(t *testing.T) {
	timeline := typing()
	board, geometry := timeline.board, timeline.geometry
	board.Typed[0].RTL = []bool{true, true}
	board.Items = append(board.Items, storyboard.Item{Key: storyboard.FarCaretKey, Snap: true})
	board.Steps[0].Put = []int{0, 2}
	geometry.Items = append(geometry.Items, storyboard.ItemBox{First: 3})
	geometry.Sprites = append(geometry.Sprites, storyboard.SpriteBox{Item: 2, Cell: storyboard.Box{0, 0, 2, 20}})
	for i := range geometry.Positions {
		geometry.Positions[i] = append(geometry.Positions[i], storyboard.Position{Sprite: 3, X: 140, Y: 500})
	}
	timeline = New(board, geometry, 1)
	for at, want := range map[time.Duration]float64{900 * ms: 140, 1000 * ms: 50 + 100 - 10 - 2} {
		poses := make([]composite.Pose, 4)
		timeline.Poses(at, poses)
		if caret := poses[0]; !caret.Visible || caret.X != want || poses[3].Visible {
			t.Errorf("at %v the caret is seen %v at %v, want %v; its place is seen %v", at, caret.Visible, caret.X, want, poses[3].Visible)
		}
	}
}

// Of a text that is pasted, the last lines are seen while the field grows: they do not move, and those that have no room yet are cut off.
func TestPastedLinesStand(t *testing.T) {
	timeline := typing()
	draft := &timeline.board.Typed[0]
	for i := range draft.Strokes {
		draft.Strokes[i].At = 1000 * ms
	}
	draft.Rooms = []storyboard.Room{{At: 1000 * ms, Lines: 1}, {At: 1100 * ms, Lines: 1.25}, {At: 1200 * ms, Lines: 2}}
	for _, test := range []struct {
		at    time.Duration
		seen  bool // the first line
		above float64
		cut   float64 // of the first line
	}{{1000 * ms, false, 20, 20}, {1150 * ms, true, 15, 15}, {1200 * ms, true, 0, 0}, {1900 * ms, true, 0, 0}} {
		poses := make([]composite.Pose, 3)
		timeline.Poses(test.at, poses)
		first, second := poses[1], poses[2]
		if first.Visible != test.seen || first.Y != 500-test.above || first.Clip.Top != test.cut {
			t.Errorf("at %v the first line is seen %v at %v, cut by %v", test.at, first.Visible, first.Y, first.Clip.Top)
		}
		if !second.Visible || second.Y != 520-test.above || second.Clip.Top > 0 {
			t.Errorf("at %v the last line is seen %v at %v, cut by %v", test.at, second.Visible, second.Y, second.Clip.Top)
		}
	}
}

// Of what is spelled, the end is seen where the line has no room for more, and the caret is behind it.
func TestSpelledEndIsSeen(t *testing.T) {
	timeline := typing()
	draft := &timeline.board.Typed[0]
	draft.RTL, draft.Strokes = draft.RTL[:1], []storyboard.Stroke{{At: 1000 * ms, Edge: 10}, {At: 1500 * ms, Edge: 70}}
	draft.Marks = []storyboard.Mark{{
		Times: []time.Duration{1100 * ms, 1200 * ms}, Chosen: 1500 * ms, Edges: []int{25, 60}, Room: 40, Sprite: 1, Edge: 10,
	}}
	for at, want := range map[time.Duration]struct{ x, left, right, caret float64 }{1100 * ms: {60, 0, 75, 85}, 1200 * ms: {40, 20, 40, 100}} {
		poses := make([]composite.Pose, 3)
		timeline.Poses(at, poses)
		mark := poses[2]
		if !mark.Visible || mark.X != want.x || mark.Clip.Left != want.left || mark.Clip.Right != want.right || poses[0].X != want.caret {
			t.Errorf("at %v it is seen %v at %v, cut by %v, with the caret at %v; want %v", at, mark.Visible, mark.X, mark.Clip, poses[0].X, want)
		}
	}
}

// The caret stands while letters come, and blinks when none do. Once the draft is sent there is none.
func TestCaretBlinks(t *testing.T) {
	timeline := typing()
	opacity := func(at time.Duration) float64 {
		poses := make([]composite.Pose, 3)
		timeline.Poses(at, poses)
		return poses[0].Opacity
	}
	for at := 1000 * ms; at < 1400*ms+blink; at += 20 * ms {
		if opacity(at) != 1 {
			t.Errorf("at %v, while typing, the caret has opacity %v", at, opacity(at))
		}
	}
	if gone := opacity(1400*ms + blink + blink/2); gone != 0 {
		t.Errorf("between blinks the caret has opacity %v", gone)
	}
	if back := opacity(1400*ms + 2*blink); back != 1 {
		t.Errorf("a blink later the caret has opacity %v", back)
	}
	if before, sent := opacity(700*ms), opacity(3000*ms); before != 0 || sent != 0 {
		t.Errorf("the caret has opacity %v before the draft and %v once it is sent", before, sent)
	}
}

// A message takes the place of the indicator that announced it: it is seen at once, where anything else fades in.
func TestReplacesTyping(t *testing.T) {
	items := []storyboard.Item{{Key: storyboard.TypingKey, Enter: "rise"}, {Key: "message 0", Enter: "rise"}}
	announced := &storyboard.Storyboard{Length: 3 * time.Second, Items: items, Steps: []storyboard.Step{{At: 0, Put: []int{0}}, {At: time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}}}}
	sudden := &storyboard.Storyboard{Length: 3 * time.Second, Items: items, Steps: []storyboard.Step{{At: 0}, {At: time.Second, Put: []int{1}}}}
	sizes := [][2]int{{60, 40}, {200, 40}}
	for name, test := range map[string]struct {
		board *storyboard.Storyboard
		full  bool
	}{"announced": {announced, true}, "sudden": {sudden, false}} {
		first := []storyboard.Position{{Sprite: 0, X: 10, Y: 100}}
		if !test.full {
			first = nil
		}
		timeline := New(test.board, measured([]int{0, 1}, sizes, [][]storyboard.Position{first, {{Sprite: 1, X: 10, Y: 100}}}), 1)
		poses := make([]composite.Pose, 2)
		timeline.Poses(time.Second, poses)
		if p := poses[1]; !p.Visible || (p.Opacity == 1) != test.full || (p.Y == 100) != test.full {
			t.Errorf("%s: the message comes with opacity %v at %v", name, p.Opacity, p.Y)
		}
	}
}

// A bubble that takes the place of the indicator begins no smaller than that, and a tall one as high as that.
func TestBubbleBeginsAsIndicator(t *testing.T) {
	for height, least := range map[int]float64{40: 1, 50: 0.8, 400: 0.1} {
		board := &storyboard.Storyboard{
			Length: 3 * time.Second, Items: []storyboard.Item{{Key: storyboard.TypingKey, Enter: "rise"}, {Key: "message 0", Enter: "rise"}},
			Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}}},
		}
		geometry := measured([]int{0, 1}, [][2]int{{60, 40}, {200, height}}, [][]storyboard.Position{{{Sprite: 0, X: 10, Y: 100}}, {{Sprite: 1, X: 10, Y: 100}}})
		geometry.Sprites[0].Grow, geometry.Sprites[1].Grow = &storyboard.Box{0, 0, 60, 40}, &storyboard.Box{0, 0, 200, height}
		timeline := New(board, geometry, 1)
		first := 2.0
		for at := time.Second; at < 1500*ms; at += 16 * ms {
			poses := make([]composite.Pose, 2)
			timeline.Poses(at, poses)
			first = min(first, poses[1].Scale)
		}
		if first < least-0.001 || first > least+0.1 {
			t.Errorf("a bubble %d high begins with scale %.3f, want %.3f", height, first, least)
		}
	}
}

// A sent message comes out of the composer and neither jumps by more than a tenth of its way in a frame at its end, nor
// passes its place by much.
func TestFlyFromComposer(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: storyboard.ComposerKey, Snap: true}, {Key: "message 0", Enter: "fly"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{400, 40}, {200, 40}}, [][]storyboard.Position{{{Sprite: 0, X: 0, Y: 800}}, {{Sprite: 0, X: 0, Y: 800}, {Sprite: 1, X: 10, Y: 300}}})
	timeline := New(board, geometry, 1)
	y := func(at time.Duration) float64 {
		poses := make([]composite.Pose, 2)
		timeline.Poses(at, poses)
		return poses[1].Y
	}
	if y(time.Second) != 800 {
		t.Errorf("the message sets out at %v, want the composer's 800", y(time.Second))
	}
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		if y(at) < 300-0.02*500 {
			t.Errorf("at %v the message is at %v, far above its place", at, y(at))
		}
	}
	if end := y(2 * time.Second); end != 300 {
		t.Errorf("the message comes to rest at %v, want 300", end)
	}
}

// What is higher than the composer sets out from where it was typed, not from below the screen.
func TestFlyHigh(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: storyboard.ComposerKey, Snap: true}, {Key: "message 0", Enter: "fly"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{400, 40}, {200, 110}}, [][]storyboard.Position{{{Sprite: 0, X: 0, Y: 800}}, {{Sprite: 0, X: 0, Y: 800}, {Sprite: 1, X: 10, Y: 300}}})
	poses := make([]composite.Pose, 2)
	New(board, geometry, 1).Poses(time.Second, poses)
	if bottom := poses[1].Y + 110; bottom != 840 {
		t.Errorf("the message sets out down to %v, want the composer's lower edge, 840", bottom)
	}
}
