package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// springTimeline is a card of 700 x 240 pixels that springs up after 300 ms at 120, 340.
func springTimeline() *Timeline {
	board := &storyboard.Storyboard{
		Items:  []storyboard.Item{{Key: "card", Enter: "spring"}},
		Steps:  []storyboard.Step{{At: 300 * time.Millisecond, Put: []int{0}}},
		Length: 2 * time.Second,
	}
	return New(board, measured([]int{0}, [][2]int{{700, 240}}, [][]storyboard.Position{{{Sprite: 0, X: 120, Y: 340}}}), 2.16)
}

// A card springs up about its middle: at once to be seen, a little too large on the way, and after 450 ms at rest, where
// it is sharp.
func TestSpring(t *testing.T) {
	timeline := springTimeline()
	poses := make([]composite.Pose, 1)
	at := func(after time.Duration) composite.Pose {
		timeline.Poses(300*time.Millisecond+after, poses)
		return poses[0]
	}
	if p := at(-time.Millisecond); p.Visible {
		t.Errorf("before its onset the card is %+v", p)
	}
	if p := at(0); p.Scale < .05 || p.Scale > .3 || p.Opacity <= 0 || p.PivotX != 350 || p.PivotY != 120 {
		t.Errorf("with its onset the card is %+v", p)
	}
	most, before := 0.0, 0.0
	for after := time.Duration(0); after < time.Second; after += time.Millisecond {
		p := at(after)
		most = max(most, p.Scale)
		if after > 90*time.Millisecond && p.Opacity != 1 {
			t.Fatalf("after %v the opacity is %g", after, p.Opacity)
		}
		if jump := math.Abs(p.Scale-before) * 350; after > 300*time.Millisecond && jump > 1 {
			t.Fatalf("after %v the edge jumps by %.1f pixels", after, jump)
		}
		before = p.Scale
	}
	if most < 1.05 || most > 1.07 {
		t.Errorf("the card grows to %g of its size, want 1.06", most)
	}
	if p := at(450 * time.Millisecond); p != (composite.Pose{Visible: true, X: 120, Y: 340, Scale: 1, PivotX: 350, PivotY: 120, Opacity: 1}) {
		t.Errorf("at rest the card is %+v", p)
	}
}

// What comes late is not seen on what moves up to make room for it.
func TestLate(t *testing.T) {
	line := list("late")
	for at := time.Second; at < 2*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		if way := poses[0].Y - 400; way > 40 && poses[1].Opacity > 0 {
			t.Fatalf("at %s the list has %g of 100 pixels to go, and what comes late has an opacity of %g", at, way, poses[1].Opacity)
		}
		if poses[1].Y != 500 {
			t.Fatalf("at %s what comes late stands at %g, want 500", at, poses[1].Y)
		}
	}
	if p := posesAt(line, 1300*time.Millisecond)[1]; p.Opacity != 1 {
		t.Errorf("what comes late has an opacity of %g in the end", p.Opacity)
	}
}

// What comes into a list that a view follows is whole, also where its place is below a composer that shows what is behind
// it until the view is there.
func TestFollowedIsWhole(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Items:  []storyboard.Item{{Key: storyboard.ComposerKey, Snap: true, Pinned: true}, {Key: "q", Lead: true, Enter: "rise"}, {Key: "a", Enter: "fade"}},
		Steps:  []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1, 2}}},
	}
	composer := storyboard.Position{Sprite: 0, X: 0, Y: 760}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 60}, {400, 60}, {400, 120}}, [][]storyboard.Position{
		{composer}, {composer, {Sprite: 1, X: 0, Y: 1500}, {Sprite: 2, X: 0, Y: 1580}},
	})
	geometry.View, geometry.Inner = storyboard.Box{0, 0, 400, 874}, storyboard.Box{0, 100, 400, 660}
	line := New(board, geometry, 1)
	for at := time.Second; at < board.Length; at += time.Second / 10 {
		for sprite, pose := range posesAt(line, at)[1:] {
			height := float64(geometry.Sprites[sprite+1].Cell[3])
			below := min(height, max(0, pose.Y+height-float64(composer.Y)))
			if cut := pose.Clip.Bottom; cut > below+1e-6 || sprite == 0 && pose.Visible && cut < below-1e-6 {
				t.Errorf("at %v sprite %d is cut off by %g pixels, and %g of it are below the list", at, sprite+1, cut, below)
			}
		}
	}
}

// sentAnswer is the timeline of an answer that is sent after a second: its strip folds, the composer of two lines goes down in two steps,
// and a message comes that is higher than what is free above the composer. With a keyboard, all stands higher.
func sentAnswer(style string, keyboard int) *Timeline {
	field := storyboard.Item{Key: storyboard.ComposerKey, Snap: true, Pinned: true}
	lowers := field
	lowers.Lowers = true
	board := &storyboard.Storyboard{
		Length: 3 * time.Second,
		Field:  &storyboard.Field{Answering: &storyboard.Answering{Idle: 6}},
		Items: []storyboard.Item{
			field, field, lowers, {Key: storyboard.StripKey, Enter: "unfold", Leave: "fold", Pinned: true}, {Key: "first"}, {Key: "sent", Enter: style}, field, {Key: "below", Enter: style},
		},
		Steps: []storyboard.Step{
			{Put: []int{0, 4}},
			{At: time.Second / 2, Put: []int{1, 3}, Snap: true},
			{At: time.Second, Put: []int{2, 5, 7}, Drop: []string{storyboard.StripKey}, Fold: 200 * time.Millisecond},
			{At: 1200 * time.Millisecond, Put: []int{0}},
		},
	}
	geometry := measured([]int{0, 1, 2, 3, 4, 5, 6, 7}, [][2]int{{400, 60}, {400, 100}, {400, 80}, {400, 50}, {400, 80}, {400, 300}, {400, 60}, {400, 20}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 740}, {Sprite: 4, Y: 560}},
		{{Sprite: 1, Y: 700}, {Sprite: 3, Y: 650}, {Sprite: 4, Y: 560}},
		{{Sprite: 2, Y: 720}, {Sprite: 4, Y: 340}, {Sprite: 5, Y: 440}, {Sprite: 7, Y: 770}},
		{{Sprite: 0, Y: 740}, {Sprite: 4, Y: 340}, {Sprite: 5, Y: 440}, {Sprite: 7, Y: 770}},
	})
	geometry.View = storyboard.Box{0, 0, 400, 874}
	geometry.Parts = []storyboard.Part{{Name: "dot", Sprite: 5, Cell: storyboard.Box{0, 0, 40, 250}, Offset: [2]int{10, 20}}}
	if keyboard > 0 {
		board.Steps[0].Keyboard, geometry.Rise = "up", keyboard
		for _, item := range []int{0, 1, 2, 3, 6} {
			geometry.Items[item].Rises = true
		}
		for _, positions := range geometry.Positions {
			for i := range positions {
				positions[i].Y -= keyboard
			}
		}
	}
	return New(board, geometry, 1)
}

// The strip of an answer that is sent goes down behind the composer, which goes down as well: it ends where the composer begins, and
// becomes lower until it is gone.
func TestFold(t *testing.T) {
	for _, keyboard := range []int{0, 300} {
		checkFold(t, sentAnswer("rise", keyboard))
	}
}

func checkFold(t *testing.T, line *Timeline) {
	t.Helper()
	seen := 50.0
	for at := time.Second - time.Second/60; at < line.board.Length; at += time.Second / 60 {
		poses := posesAt(line, at)
		strip, composer := poses[3], composerTop(poses)
		if !strip.Visible {
			if seen > 15 {
				t.Errorf("at %v the strip is gone, after %g pixels of it", at, seen)
			}
			seen = 0
			continue
		}
		now := composer - strip.Y
		if end := strip.Y + 50 - strip.Clip.Bottom; math.Abs(end-min(composer+1, strip.Y+50)) > 1e-6 {
			t.Errorf("at %v the strip ends at %g, and the composer begins at %g", at, end, composer)
		}
		if now > seen || seen-now > 30 {
			t.Errorf("at %v the strip is %g pixels high, after %g", at, now, seen)
		}
		seen = now
	}
	if seen != 0 {
		t.Errorf("in the end %g pixels of the strip are seen", seen)
	}
}

// composerTop is where the composer of sentAnswer begins, by its poses.
func composerTop(poses []composite.Pose) float64 {
	for _, p := range poses[:3] {
		if p.Visible {
			return p.Y
		}
	}
	return 0
}

// A message that comes is not seen below the end of the list, which is above the composer, or above the strip that still folds.
func TestComesAboveComposer(t *testing.T) {
	for _, style := range []string{"rise", "fly", "fade"} {
		line, cut := sentAnswer(style, 0), false
		for at := time.Second; at < line.board.Length; at += time.Second / 60 {
			poses := posesAt(line, at)
			end := composerTop(poses)
			if strip := poses[3]; strip.Visible {
				end = strip.Y
			}
			message := poses[5]
			if seen := message.Y + 300 - message.Clip.Bottom; message.Clip.Bottom < 300 && seen > end+1e-6 {
				t.Errorf("%s: at %v the message is seen down to %g, and the list ends at %g", style, at, seen, end)
			}
			part := poses[8]
			if want := min(250, max(0, message.Y+20+250-end)); message.Y == part.Y-20 && math.Abs(part.Clip.Bottom-want) > 1e-6 {
				t.Errorf("%s: at %v a part of the message is cut off by %g pixels, want %g", style, at, part.Clip.Bottom, want)
			}
			if below := poses[7]; below.Visible && below.Y+20 <= 800 && below.Clip.Bottom > 0 {
				t.Errorf("%s: at %v what belongs below the composer's upper edge is cut off", style, at)
			}
			cut = cut || message.Clip.Bottom > 0
		}
		if last := posesAt(line, line.board.Length-1)[5]; !cut || last.Clip.Bottom != 0 {
			t.Errorf("%s: the message is cut off at some time: %v; in the end by %g pixels", style, cut, last.Clip.Bottom)
		}
	}
}

// A message that is sent is seen whole all the time behind a composer of glass and below it, but not one that rises from behind a field which is
// still high, as it would be seen beside that. Another composer cuts it off at its upper edge.
func TestSentIsSeenBehindGlass(t *testing.T) {
	for _, test := range []struct {
		style              string
		glass, high, whole bool
	}{{"fly", true, true, true}, {"fly", false, true, false}, {"rise", true, true, false}, {"rise", true, false, true}, {"rise", false, false, false}} {
		line := sentAnswer(test.style, 0)
		line.board.Items[5].Sent = true
		if test.glass {
			line.geometry.Sprites[2].Backdrops = []storyboard.Backdrop{{Box: storyboard.Box{0, 0, 400, 80}}}
		}
		if !test.high {
			line.geometry.Sprites[2].Cell[3], line.geometry.Positions[2][0].Y = 60, 740
		}
		line = New(line.board, line.geometry, 1)
		behind, cut := false, false
		for at := time.Second; at < line.board.Length; at += time.Second / 60 {
			poses := posesAt(line, at)
			message := poses[5]
			cut = cut || message.Clip.Bottom > 0
			behind = behind || message.Opacity > 0 && message.Y+300-message.Clip.Bottom > composerTop(poses)+10
		}
		if behind != test.whole || cut == test.whole {
			t.Errorf("%+v: the message is seen behind the composer: %v, it is cut off: %v", test, behind, cut)
		}
	}
}

// What unfolds comes up from behind what is below it, and reaches a pixel behind that until it is at rest.
func TestUnfold(t *testing.T) {
	const top, height = 340, 52
	board := &storyboard.Storyboard{
		Items:  []storyboard.Item{{Key: "strip", Enter: "unfold"}},
		Steps:  []storyboard.Step{{At: 300 * time.Millisecond, Put: []int{0}}},
		Length: 2 * time.Second,
	}
	timeline := New(board, measured([]int{0}, [][2]int{{402, height}}, [][]storyboard.Position{{{Sprite: 0, Y: top}}}), 1)
	poses := make([]composite.Pose, 1)
	for after := time.Duration(0); after < time.Second; after += time.Millisecond {
		timeline.Poses(300*time.Millisecond+after, poses)
		p := poses[0]
		down := p.Y - top
		if after == 0 && down < height-1 {
			t.Errorf("with its onset the strip is %v below its place", down)
		}
		if end := down - p.Clip.Bottom; p.Clip.Bottom < 0 || math.Abs(end-min(down, 1)) > 1e-9 {
			t.Fatalf("%v after its onset the strip ends %v below where it ends at rest", after, end)
		}
	}
	if p := poses[0]; p.Y != top || p.Clip.Bottom != 0 {
		t.Errorf("at rest the strip is %+v", p)
	}
}

// What stands below a bubble and has been folded away comes back with the list that moves up, not ahead of it at its new place.
func TestComesBackWithList(t *testing.T) {
	look := storyboard.Item{Key: "a", Enter: "rise"}
	board := &storyboard.Storyboard{
		Length: 4 * time.Second, Items: []storyboard.Item{look, look, look},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 2 * time.Second, Put: []int{2}}},
	}
	geometry := measured([]int{0, 2, 3}, [][2]int{{400, 80}, {100, 20}, {400, 80}, {400, 80}, {100, 20}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 500}, {Sprite: 1, Y: 580}}, {{Sprite: 2, Y: 500}}, {{Sprite: 3, Y: 200}, {Sprite: 4, Y: 280}},
	})
	line := New(board, geometry, 1)
	for at := 2 * time.Second; at <= line.board.Length; at += time.Second / 60 {
		poses := posesAt(line, at)
		if below := poses[4].Y - poses[3].Y; !poses[4].Visible || math.Abs(below-80) > 1 {
			t.Fatalf("at %v what comes back is seen: %v, %g below the bubble's upper edge, want 80", at, poses[4].Visible, below)
		}
	}
	if first, last := posesAt(line, 2*time.Second)[4].Opacity, posesAt(line, 3*time.Second)[4].Opacity; first > 0.2 || last != 1 {
		t.Errorf("it begins with opacity %g and ends with %g", first, last)
	}
}

// tallArrival is the timeline of a tall bubble that takes the place of the typing indicator after a second, at the end of a full list. Both
// have a name above them and a face at their left side.
func tallArrival() *Timeline {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: storyboard.TypingKey, Enter: "rise"}, {Key: "message", Enter: "rise"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{150, 60}, {700, 420}}, [][]storyboard.Position{{{Sprite: 0, Y: 640}}, {{Sprite: 1, Y: 280}}})
	geometry.Sprites[0].Grow, geometry.Sprites[1].Grow = &storyboard.Box{50, 20, 60, 40}, &storyboard.Box{50, 20, 600, 400}
	geometry.Sprites[1].Beside = true
	line := New(board, geometry, 1)
	line.tracks[1].enters[0].listUp = 360 // as what stands above it
	return line
}

// A tall bubble grows out of the indicator over some frames, as fast as the list moves up: its lower edge stays at the list's end. The
// name above it and the face beside it keep their sizes. Nothing of the bubble's first row is seen with the name.
func TestTallBubbleGrowsOutOfIndicator(t *testing.T) {
	line, high := tallArrival(), 40.0
	for frame := range 30 {
		poses := posesAt(line, time.Second+time.Duration(frame)*time.Second/30)
		bubble := poses[1]
		if now := 400 * bubble.Scale; now < high-1 || now-high > 90 {
			t.Errorf("in frame %d the bubble becomes %.0f high after %.0f", frame, now, high)
		}
		high = 400 * bubble.Scale
		if end := bubble.Y + 20 + high; math.Abs(end-700) > 2 {
			t.Errorf("in frame %d the bubble ends at %.1f, want 700", frame, end)
		}
		if bubble.Scale == 1 {
			continue
		}
		name, face := poses[2], poses[3]
		if name.Scale != 1 || name.Y != bubble.Y || name.Clip.Bottom != 401 || face.Scale != 1 || face.Y != bubble.Y || face.Clip.Top != 20 || face.Clip.Right+bubble.Clip.Left != 700 {
			t.Errorf("in frame %d the bubble is %+v, the name above it %+v, the face beside it %+v", frame, bubble, name, face)
		}
	}
	if high != 400 {
		t.Errorf("the bubble ends %.0f high, want 400", high)
	}
}

// What comes is seen only once the time below the message before has faded out, which stands in its columns; beside it, it is seen at once.
func TestWaitsForPlace(t *testing.T) {
	for name, x := range map[string]int{"in its columns": 20, "beside it": 200} {
		item := storyboard.Item{Key: "a", Enter: "rise"}
		board := &storyboard.Storyboard{
			Length: 3 * time.Second, Items: []storyboard.Item{item, item, {Key: "b", Enter: "rise"}}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1, 2}}},
		}
		geometry := measured([]int{0, 2, 3}, [][2]int{{400, 80}, {60, 20}, {400, 80}, {100, 60}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 500}, {Sprite: 1, X: 30, Y: 590}}, {{Sprite: 2, Y: 460}, {Sprite: 3, X: x, Y: 550}},
		})
		line, first := New(board, geometry, 1), posesAt(New(board, geometry, 1), time.Second)
		if seen := first[3].Opacity > 0; !first[1].Visible || seen != (x == 200) {
			t.Errorf("%s: as the time is %+v, what comes is %+v", name, first[1], first[3])
		}
		for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
			if poses := posesAt(line, at); x == 20 && poses[1].Visible && poses[1].Opacity+poses[3].Opacity > 0.7 {
				t.Errorf("at %v the time has the opacity %.2f, and what comes %.2f", at, poses[1].Opacity, poses[3].Opacity)
			}
		}
		if last := posesAt(line, 2*time.Second)[3]; last.Opacity != 1 {
			t.Errorf("%s: in the end what comes is %+v", name, last)
		}
	}
}
