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
// the same look once more, if it is to. The bubble is 400 wide at first, and then as wide as given; its left side stays, or its
// right side. What else the page would know of the new looks is left to a function.
func turning(again bool, width int, right bool, knows func(*storyboard.SpriteBox)) *Timeline {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{1}}},
	}
	x := 0
	if right {
		x = 400 - width
	}
	positions := [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, X: x, Y: 470}}}
	if again {
		board.Steps = append(board.Steps, storyboard.Step{At: 1100 * time.Millisecond, Put: []int{2}})
		positions = append(positions, []storyboard.Position{{Sprite: 2, X: x, Y: 400}})
	}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 80}, {width, 110}, {width, 110}}, positions)
	geometry.Sprites[0].Bubble = &storyboard.Box{0, 0, 400, 80}
	for i := 1; i <= 2; i++ {
		geometry.Sprites[i].Bubble = &storyboard.Box{0, 0, width, 110}
		knows(&geometry.Sprites[i])
		geometry.Parts = append(geometry.Parts,
			storyboard.Part{Name: "pop", Sprite: i, Cell: storyboard.Box{0, 0, 40, 24}, Offset: [2]int{10, 80}},
			storyboard.Part{Name: "time", Sprite: i, Cell: storyboard.Box{0, 0, 30, 12}, Offset: [2]int{width - 40, 90}})
	}
	return New(board, geometry, 1)
}

// The look before moves with the list and is seen until the room is there, also where the look that is to come is replaced. The new
// look, in which a video plays, comes softly in front of it.
func TestTurnWaitsForRoom(t *testing.T) {
	for name, again := range map[string]bool{"once": false, "twice": true} {
		line, last, sprite := turning(again, 400, false, func(s *storyboard.SpriteBox) { s.Film = &storyboard.FilmBox{} }), 500.0, 1
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

// What stands above a bubble is in its place when the new look of the bubble, which is further below it, is seen.
func TestTurnMovesWhatIsAbove(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{1}}},
	}
	geometry := measured([]int{0, 1}, [][2]int{{400, 180}, {400, 228}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}}, {{Sprite: 1, Y: 452}}})
	geometry.Sprites[0].Bubble, geometry.Sprites[1].Bubble = &storyboard.Box{0, 100, 400, 80}, &storyboard.Box{0, 148, 400, 80}
	line, last := New(board, geometry, 1), 500.0
	for at := time.Second; at < 1500*time.Millisecond; at += 5 * time.Millisecond {
		poses := posesAt(line, at)
		if y := poses[1].Y; y > last || last-y > 3 || at >= 1245*time.Millisecond && last-y > 0.4 {
			t.Errorf("at %v it goes from %g to %g", at, last, y)
		} else {
			last = y
		}
	}
	if last != 452 {
		t.Errorf("in the end it is at %g", last)
	}
}

// A receipt below a bubble fades into another one also where the bubble gets a further look at the same moment.
func TestReceiptFadesBesideTurn(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{2}}},
	}
	var positions [][]storyboard.Position
	for i := range 3 {
		positions = append(positions, []storyboard.Position{{Sprite: 2 * i, Y: 500}, {Sprite: 2*i + 1, Y: 580}})
	}
	geometry := measured([]int{0, 2, 4}, [][2]int{{400, 80}, {90, 20}, {400, 80}, {60, 20}, {400, 80}, {60, 20}}, positions)
	poses := posesAt(New(board, geometry, 1), 1033*time.Millisecond)
	if was := poses[1]; !was.Visible || was.Opacity >= 1 || was.Opacity <= 0 {
		t.Errorf("the receipt before is %+v", was)
	}
}

// A mark below a bubble, as that of a message that is sent, fades into another one of another width, as faces, and does not glide to its
// side while the list makes room.
func TestMarkFadesBesideBubble(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{1}}},
	}
	geometry := measured([]int{0, 2}, [][2]int{{400, 80}, {14, 14}, {400, 110}, {50, 14}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 500}, {Sprite: 1, X: 380, Y: 580}}, {{Sprite: 2, Y: 470}, {Sprite: 3, X: 335, Y: 580}},
	})
	line, faded := New(board, geometry, 1), false
	for at := time.Second; at < 1600*time.Millisecond; at += time.Second / 60 {
		poses := posesAt(line, at)
		was, is := poses[1], poses[3]
		if was.Visible && was.X != 380 || is.Visible && is.X != 335 {
			t.Errorf("at %v the mark is at %g, the new one at %g", at, was.X, is.X)
		}
		if early := at < 1250*time.Millisecond; early && (!was.Visible || was.Opacity < 1 || is.Visible) {
			t.Errorf("at %v, before the new look is seen, the mark is %+v, the new one %+v", at, was, is)
		}
		faded = faded || is.Visible && is.Opacity > 0 && is.Opacity < 1
	}
	if end := posesAt(line, 2*time.Second); !faded || end[1].Visible || end[3].Opacity != 1 {
		t.Errorf("the new mark fades in: %v; in the end they are %+v and %+v", faded, end[1], end[3])
	}
}

// A mark beside the end of a bubble that turns into faces below it stays beside that, and the faces come up below it with the list: neither
// covers the bubble. So it is where the message gets a further look at the same moment, too.
func TestReceiptComesUpWithMessage(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{2}}},
	}
	positions := [][]storyboard.Position{
		{{Sprite: 0, Y: 500}, {Sprite: 1, X: 380, Y: 526}}, {{Sprite: 2, Y: 480}, {Sprite: 3, X: 335, Y: 526}}, {{Sprite: 4, Y: 480}, {Sprite: 5, X: 335, Y: 526}},
	}
	geometry := measured([]int{0, 2, 4}, [][2]int{{400, 40}, {14, 14}, {400, 40}, {50, 14}, {400, 44}, {50, 14}}, positions)
	line, faded := New(board, geometry, 1), false
	for at := time.Second; at < 1600*time.Millisecond; at += time.Second / 60 {
		poses := posesAt(line, at)
		message, was, is := poses[0], poses[1], poses[5]
		for _, look := range []int{2, 4} {
			if poses[look].Visible {
				message = poses[look]
			}
		}
		if poses[3].Visible {
			is = poses[3]
		}
		if was.Visible && math.Abs(was.Y-message.Y-26) > 1 {
			t.Errorf("at %v the mark is %.1f below the upper edge of the bubble, want 26", at, was.Y-message.Y)
		}
		if below := is.Y - message.Y - 40; is.Visible && is.Opacity > 0 && below < 5 {
			t.Errorf("at %v the faces stand %.1f below the bubble, want 6", at, below)
		}
		faded = faded || is.Visible && is.Opacity > 0 && is.Opacity < 1
	}
	if end := posesAt(line, 2*time.Second); !faded || end[1].Visible || end[5].Opacity != 1 || end[5].Y != 526 {
		t.Errorf("the faces fade in: %v; in the end they are %+v, and the mark is %+v", faded, end[5], end[1])
	}
}

// A bubble below a name gets the look with room for a reaction without growing pale: its new look fades in before the one below fades out.
func TestBubbleBelowNameStaysOpaque(t *testing.T) {
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "rise"}, {Key: "a", Enter: "rise"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Seen: 1250 * time.Millisecond, Put: []int{1}}},
	}
	geometry := measured([]int{0, 2}, [][2]int{{90, 20}, {400, 80}, {90, 20}, {400, 110}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 470}, {Sprite: 1, Y: 500}}, {{Sprite: 2, Y: 440}, {Sprite: 3, Y: 470}},
	})
	for _, sprite := range []int{1, 3} {
		geometry.Sprites[sprite].Grow, geometry.Sprites[sprite].Bubble = &storyboard.Box{0, 0, 300, 80}, &storyboard.Box{0, 0, 300, 80}
		geometry.Sprites[sprite].Message = true
	}
	line := New(board, geometry, 1)
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		poses := posesAt(line, at)
		if most := max(poses[1].Opacity, poses[3].Opacity); most < 1 {
			t.Errorf("at %v the looks of the bubble have the opacities %.2f and %.2f", at, poses[1].Opacity, poses[3].Opacity)
		}
	}
}

// aboveTurns is the timeline of a bubble of words with something above it that has come out of the typing indicator after a second: a picture,
// which grows with it, or the message that is answered. It gets a look with 16 pixels more between the two, as room for a reaction, for which the
// list makes room from some time later on.
func aboveTurns(after time.Duration, answered bool) *Timeline {
	board := &storyboard.Storyboard{
		Length: 4 * time.Second, Items: []storyboard.Item{{Key: storyboard.TypingKey, Enter: "rise"}, {Key: "a", Enter: "rise"}, {Key: "a", Enter: "rise"}, {Key: "before"}},
		Steps: []storyboard.Step{
			{Put: []int{0, 3}}, {At: time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}},
			{At: time.Second + after, Seen: time.Second + after + 250*time.Millisecond, Put: []int{2}},
		},
	}
	geometry := measured([]int{0, 1, 2, 3}, [][2]int{{60, 40}, {300, 400}, {300, 416}, {300, 90}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 660}, {Sprite: 3, X: 500, Y: 560}}, {{Sprite: 1, Y: 300}, {Sprite: 3, X: 500, Y: 200}}, {{Sprite: 2, Y: 284}, {Sprite: 3, X: 500, Y: 184}},
	})
	geometry.Sprites[0].Grow, geometry.Sprites[0].Bubble = &storyboard.Box{0, 0, 60, 40}, &storyboard.Box{0, 0, 60, 40}
	for i, high := range []int{400, 416} {
		s := &geometry.Sprites[i+1]
		s.Grow, s.Words, s.Bubble = &storyboard.Box{0, 0, 300, high}, &storyboard.Box{0, 0, 300, high}, &storyboard.Box{0, high - 40, 200, 40}
		if answered {
			s.Bubble = &storyboard.Box{0, high - 320, 300, 320}
			s.Grow, s.Words, s.Rims = s.Bubble, s.Bubble, [2]int{300, 320}
		}
	}
	return New(board, geometry, 1)
}

// A picture with words below it that has come out of the typing indicator a short time ago goes up by and by as the list makes room for a
// reaction to the words.
func TestTurnMovesWhatIsAboveAfterArrival(t *testing.T) {
	after := 600 * time.Millisecond
	line, last := aboveTurns(after, false), 300.0
	for at := time.Second + after; at < 3*time.Second; at += 5 * time.Millisecond {
		_, points := seenAt(line, posesAt(line, at), 50, 400)
		if len(points) != 1 {
			t.Fatalf("at %v the picture is seen %d times", at, len(points))
		}
		y := 400 - points[0][1]
		if y > last || last-y > 1 {
			t.Errorf("at %v the picture goes from %g to %g", at, last, y)
		}
		last = y
	}
	if last != 284 {
		t.Errorf("in the end the picture is at %g, want 284", last)
	}
}

// Nothing of a picture with words below it is seen twice when the list makes room for a reaction while both still grow out of the typing
// indicator. Its end is seen once it has faded in over that.
func TestTurnWhileGrowing(t *testing.T) {
	for _, after := range []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond} {
		line := aboveTurns(after, false)
		for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
			poses := posesAt(line, at)
			for y := 285.5; y < 700; y += 2 {
				if seen, points := seenAt(line, poses, 20, y); len(seen) > 1 {
					t.Fatalf("%v after it came, at %v, sprites %v are seen %.1f from the top, at %.1f", after, at, seen, y, points)
				}
			}
			if seen, _ := seenAt(line, poses, 20, 690); len(seen) != 1 && at >= time.Second+turnLength {
				t.Errorf("%v after it came, at %v, its end is seen %d times", after, at, len(seen))
			}
		}
	}
}

// A message that is answered fades in when there is room for it, also where the list already makes room for a reaction to the answer.
func TestAnsweredFadesInBesideTurn(t *testing.T) {
	line, last := aboveTurns(150*time.Millisecond, true), 0.0
	for at := time.Second; at < 2*time.Second; at += time.Second / 60 {
		poses, seen := posesAt(line, at), 0.0
		for i, p := range poses {
			if i > 0 && i != 3 && p.Visible && p.Clip.Top < 40 && p.Clip.Bottom < 360 { // its middle is 40 pixels from the top
				seen = max(seen, p.Opacity)
			}
		}
		if seen < last-0.01 || seen-last > 0.35 {
			t.Errorf("at %v the opacity of the answered message goes from %.2f to %.2f", at, last, seen)
		}
		last = seen
	}
	if last != 1 {
		t.Errorf("in the end the answered message has the opacity %.2f", last)
	}
}

// A bubble gets other corners softly when another message follows it, or when somebody stops typing: one look is whole, with what lies under it, and
// what differs in the other one fades in the same place. Other changes of its look are seen at once.
func TestCornersFade(t *testing.T) {
	for name, step := range map[string]storyboard.Step{
		"followed": {At: 2 * time.Second, Put: []int{1, 2}}, "left": {At: 2 * time.Second, Put: []int{1}, Drop: []string{storyboard.TypingKey}},
		"read": {At: 2 * time.Second, Put: []int{1}},
	} {
		board := &storyboard.Storyboard{
			Length: 4 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, {Key: "a", Enter: "fade"}, {Key: "b", Enter: "fade"}, {Key: storyboard.TypingKey}},
			Steps: []storyboard.Step{{Put: []int{0, 3}}, step},
		}
		positions := [][]storyboard.Position{{{Sprite: 0, Y: 500}, {Sprite: 3, Y: 600}}, {{Sprite: 1, Y: 440}, {Sprite: 2, Y: 540}}}
		geometry := measured([]int{0, 1, 2, 3}, [][2]int{{400, 80}, {400, 80}, {300, 80}, {60, 40}}, positions)
		for i := range 2 {
			geometry.Sprites[i].Bubble = &storyboard.Box{0, 0, 300, 80}
			geometry.Parts = append(geometry.Parts, storyboard.Part{Name: "under", Sprite: i, Cell: storyboard.Box{0, 0, 300, 40}})
		}
		pieces := len(geometry.Sprites) + len(geometry.Parts)
		line, both := New(board, geometry, 1), false
		for at := step.At; at < step.At+400*time.Millisecond; at += time.Second / 60 {
			old, now, fades := posesAt(line, at)[0], posesAt(line, at)[1], composite.Pose{}
			for k, piece := range posesAt(line, at)[pieces:] {
				if piece.Visible {
					fades = piece
					if other, ok := line.Unlike(pieces + k); !ok || other == line.Pieces()[k] || !posesAt(line, at)[other].Visible {
						t.Errorf("%s: at %v a piece of look %d shows what look %d lacks", name, at, line.Pieces()[k], other)
					}
				}
			}
			whole := old
			if !old.Visible {
				whole = now
			}
			if old.Visible == now.Visible || whole.Opacity < 1 || fades.Visible && (fades.X != whole.X || fades.Y != whole.Y) {
				t.Errorf("%s: at %v the looks are %+v and %+v, and %+v fades", name, at, old, now, fades)
			}
			if under := posesAt(line, at)[len(geometry.Sprites):pieces]; under[0].Visible != old.Visible || under[1].Visible != now.Visible {
				t.Errorf("%s: at %v what lies under the looks is %+v", name, at, under)
			}
			both = both || fades.Opacity > 0 && fades.Opacity < 1
		}
		if both != (name != "read") {
			t.Errorf("%s: the new look fades in: %v", name, both)
		}
		if poses := posesAt(line, step.At+400*time.Millisecond); poses[0].Visible || poses[1].Opacity != 1 {
			t.Errorf("%s: in the end the looks are %+v and %+v", name, poses[0], poses[1])
		}
	}
}
