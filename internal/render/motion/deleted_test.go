package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

// deletion is the timeline of three messages in a full list, of which the second is deleted at one second: of it remains what the item with
// index 3 shows, or nothing.
func deletion(left storyboard.Item, sizes [2][2]int, parts ...storyboard.Part) *Timeline {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	left.Key, left.Enter = "b", "fade"
	step := storyboard.Step{At: time.Second, Deletes: "b", Put: []int{3}}
	less := sizes[0][1] - sizes[1][1]
	after := []storyboard.Position{{Sprite: 0, Y: 100 + less}, {Sprite: 3, Y: 300 + less}, {Sprite: 2, Y: 500}}
	if sizes[1][1] == 0 {
		step.Put, step.Drop, after = nil, []string{"b"}, []storyboard.Position{after[0], after[2]}
	}
	board := &storyboard.Storyboard{
		Length: 4 * time.Second, Items: []storyboard.Item{item("a"), item("b"), item("c"), left}, Steps: []storyboard.Step{{Put: []int{0, 1, 2}}, step},
	}
	geometry := measured([]int{0, 1, 2, 3}, [][2]int{{400, 190}, sizes[0], {400, 80}, sizes[1]}, [][]storyboard.Position{
		{{Sprite: 0, Y: 100}, {Sprite: 1, Y: 300}, {Sprite: 2, Y: 500}}, after,
	})
	geometry.Parts = parts
	for i, size := range map[int][2]int{1: sizes[0], 3: sizes[1]} {
		if !left.Anew || i == 1 {
			geometry.Sprites[i].Bubble, geometry.Sprites[i].Grow = &storyboard.Box{0, 0, size[0], size[1]}, &storyboard.Box{0, 0, size[0], size[1]}
		}
	}
	return New(board, geometry, 1)
}

// A message that is deleted fades out in its place, and the list closes its gap only when nearly nothing is seen of it. The list does not wait so
// long for a picture, so that the screen is never nearly empty. What the app leaves of the message fades in, and in the end stands where the page
// has it.
func TestDeletedMessageFades(t *testing.T) {
	for name, is := range map[string]struct {
		line *Timeline
		tall bool
	}{
		"nothing is left":              {deletion(storyboard.Item{}, [2][2]int{{300, 90}, {300, 0}}), false},
		"a line is left":               {deletion(storyboard.Item{Anew: true}, [2][2]int{{300, 90}, {400, 30}}), false},
		"words are left":               {deletion(storyboard.Item{}, [2][2]int{{300, 190}, {240, 95}}), false},
		"nothing is left of a picture": {deletion(storyboard.Item{}, [2][2]int{{300, 200}, {300, 0}}), true},
		"words are left of a picture":  {deletion(storyboard.Item{}, [2][2]int{{300, 290}, {240, 80}}), true},
	} {
		line, seen := is.line, 0.2 // of the message as the list sets out
		if is.tall {
			seen = 0.85
		}
		was := posesAt(line, time.Second-time.Millisecond)
		for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
			now := posesAt(line, at)
			if fell, rose := was[1].Opacity-now[1].Opacity, now[3].Opacity-was[3].Opacity; fell > 0.4 || rose > 0.4 {
				t.Errorf("%s: at %v the message goes from the opacity %.2f to %.2f, and what is left from %.2f to %.2f", name, at, was[1].Opacity, now[1].Opacity, was[3].Opacity, now[3].Opacity)
			}
			if at == time.Second && now[1].Opacity >= 1 && now[3].Opacity == 0 {
				t.Errorf("%s: nothing is seen in the frame in which the message is deleted", name)
			}
			if now[0].Y > 101 && now[1].Opacity > seen {
				t.Errorf("%s: at %v the list has closed by %.0f pixels over a message of the opacity %.2f", name, at, now[0].Y-100, now[1].Opacity)
			}
			if is.tall && now[0].Y < 110 && now[1].Opacity < 0.3 {
				t.Errorf("%s: at %v the picture has the opacity %.2f, and the list has only closed by %.0f pixels", name, at, now[1].Opacity, now[0].Y-100)
			}
			if now[0].Y > 130 && now[1].Opacity > 0.3 {
				t.Errorf("%s: at %v the list has closed by %.0f pixels over a message of the opacity %.2f", name, at, now[0].Y-100, now[1].Opacity)
			}
			if way := now[0].Y - was[0].Y; way < 0 || way > 50 {
				t.Errorf("%s: at %v the list goes by %.0f pixels", name, at, way)
			}
			if !is.tall && now[1].Visible && math.Abs(now[1].Y-300) > 20 {
				t.Errorf("%s: at %v the message is at %.0f", name, at, now[1].Y)
			}
			was = now
		}
		end := posesAt(line, 3*time.Second)
		if end[1].Visible || line.board.Steps[1].Drop == nil && (end[3].Opacity != 1 || math.Abs(end[3].Y-300-(end[0].Y-100)) > 0.5) {
			t.Errorf("%s: in the end the list is %+v", name, end)
		}
	}
}

// The message after one that is deleted may join the group above, and so lose its name. Its words stay where they are meanwhile.
func TestWordsStayAsTheirNameGoes(t *testing.T) {
	item := storyboard.Item{Key: "b", Enter: "fade"}
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{{Key: "a", Enter: "fade"}, item, item},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Deletes: "a", Put: []int{2}, Drop: []string{"a"}}},
	}
	line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 80}, {400, 60}, {400, 40}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 400}, {Sprite: 1, Y: 500}}, {{Sprite: 2, Y: 520}},
	}), 1)
	both := false
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		named, plain := posesAt(line, at)[1], posesAt(line, at)[2]
		both = both || named.Visible && plain.Visible
		if named.Visible && named.Y != 500 || plain.Visible && plain.Y != 520 || named.Opacity < 1 && plain.Opacity < 1 {
			t.Errorf("at %v the looks are %+v and %+v", at, named, plain)
		}
	}
	if !both {
		t.Error("the name goes in one frame")
	}
}

// The words of a message that is deleted fade into those that the app leaves, so that its bubble is never empty, and the bubble below them is whole
// all the time. An outline takes the place of the bubble likewise. All this goes on if the next message gives what is left another look meanwhile, as
// one without a tail.
func TestDeletedWordsFadeIntoOthers(t *testing.T) {
	for _, outlined := range []bool{false, true} {
		for _, next := range []time.Duration{0, time.Second / 30} {
			line := deletion(storyboard.Item{}, [2][2]int{{200, 60}, {300, 60}},
				storyboard.Part{Name: "words", Sprite: 1, Cell: storyboard.Box{0, 0, 150, 20}}, storyboard.Part{Name: "words", Sprite: 3, Cell: storyboard.Box{0, 0, 250, 20}},
				storyboard.Part{Name: "words", Sprite: 4, Cell: storyboard.Box{0, 0, 250, 20}})
			last := 3
			if next > 0 {
				last = 4
				line.board.Items = append(line.board.Items, line.board.Items[3])
				line.board.Steps = append(line.board.Steps, storyboard.Step{At: time.Second + next, Put: []int{4}})
				addSprite(line.geometry, 300, 60)
				line.geometry.Sprites[4].Bubble, line.geometry.Sprites[4].Grow = line.geometry.Sprites[3].Bubble, line.geometry.Sprites[3].Grow
				line.geometry.Positions = append(line.geometry.Positions, []storyboard.Position{{Sprite: 0, Y: 70}, {Sprite: 4, Y: 270}, {Sprite: 2, Y: 470}})
			} else {
				line.geometry.Parts = line.geometry.Parts[:2]
			}
			line.geometry.Sprites[3].Outlined, line.geometry.Sprites[last].Outlined = outlined, outlined
			line = New(line.board, line.geometry, 1)
			sprites, before := len(line.geometry.Sprites), 0.0
			for at := time.Second - 33*time.Millisecond; at < 2*time.Second; at += time.Second / 120 {
				poses := posesAt(line, at)
				new := 3
				if poses[last].Visible {
					new = last
				}
				old, young := poses[sprites].Opacity, poses[sprites+new-2].Opacity
				if outlined {
					old, young = poses[1].Opacity, poses[new].Opacity
				}
				if sum := old + young; sum < 0.45 || min(old, young) > 0.4 || young-before > 0.2 {
					t.Errorf("outlined %v, next after %v: at %v the words have the opacity %.2f, and those that the app leaves %.2f", outlined, next, at, old, young)
				}
				before = young
				if through := (1 - poses[1].Opacity) * (1 - poses[new].Opacity); !outlined && through > 0.05 {
					t.Errorf("next after %v: at %v what is behind the bubble is seen with the opacity %.2f", next, at, through)
				}
				if math.Abs(poses[1].Y-poses[new].Y) > 0.01 && poses[1].Visible && poses[new].Visible {
					t.Errorf("next after %v: at %v the bubbles are at %.2f and %.2f", next, at, poses[1].Y, poses[new].Y)
				}
			}
			if poses := posesAt(line, 2*time.Second); poses[sprites].Visible || poses[last].Opacity != 1 || poses[sprites+last-2].Opacity != 1 {
				t.Errorf("outlined %v, next after %v: in the end the poses are %+v", outlined, next, poses)
			}
		}
	}
}

// Of a message above a deleted one only the corners change, so that nothing in it that lets light through is seen twice meanwhile.
func TestNeighbourOfDeletedMessageStays(t *testing.T) {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item("a"), item("b"), item("a")},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Deletes: "b", Put: []int{2}, Drop: []string{"b"}}},
	}
	geometry := measured([]int{0, 1, 2}, [][2]int{{400, 80}, {400, 60}, {400, 80}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 400}, {Sprite: 1, Y: 500}}, {{Sprite: 2, Y: 480}},
	})
	for _, sprite := range []int{0, 2} {
		geometry.Sprites[sprite].Bubble = &storyboard.Box{0, 0, 400, 80}
	}
	line := New(board, geometry, 1)
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		if poses := posesAt(line, at); poses[0].Visible == poses[2].Visible || poses[0].Opacity+poses[2].Opacity != 1 {
			t.Errorf("at %v the looks of the message have the opacities %.2f and %.2f", at, poses[0].Opacity, poses[2].Opacity)
		}
	}
}

// A message below a deleted one gets a name above it or a heading in it as it begins the group. It stays the same element, is seen once in every
// frame, and nothing of it jumps.
func TestMessageBelowDeletedOneStays(t *testing.T) {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item("a"), item("b"), item("b")},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Deletes: "a", Put: []int{2}, Drop: []string{"a"}}},
	}
	for name, is := range map[string]struct {
		geometry *storyboard.Geometry
		message  int // the sprite of the message in its new look
		bubbles  []int
	}{
		"a name above it": {measured([]int{0, 1, 2}, [][2]int{{400, 90}, {400, 60}, {200, 30}, {400, 60}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 300}, {Sprite: 1, Y: 400}}, {{Sprite: 2, Y: 360}, {Sprite: 3, Y: 400}},
		}), 3, []int{1, 3}},
		"a heading in it": {measured([]int{0, 1, 2}, [][2]int{{400, 90}, {400, 60}, {400, 90}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 300}, {Sprite: 1, Y: 400}}, {{Sprite: 2, Y: 370}},
		}), 2, nil},
	} {
		for _, sprite := range []int{0, 1, is.message} {
			is.geometry.Sprites[sprite].Message = true
		}
		for _, sprite := range is.bubbles {
			is.geometry.Sprites[sprite].Bubble = &storyboard.Box{0, 0, 400, 60}
		}
		line, end := New(board, is.geometry, 1), 460.0
		for at := time.Second - time.Second/30; at < 2*time.Second; at += time.Second / 30 {
			poses, seen := posesAt(line, at), 0
			for _, sprite := range []int{1, is.message} {
				if poses[sprite].Visible && poses[sprite].Opacity > 0 {
					now := poses[sprite].Y + float64(is.geometry.Sprites[sprite].Cell[3])
					if seen++; poses[sprite].Opacity < 1 || math.Abs(now-end) > 1 {
						t.Errorf("%s: at %v the message has the opacity %.2f and ends at %.1f, before at %.1f", name, at, poses[sprite].Opacity, now, end)
					}
				}
			}
			if seen != 1 {
				t.Errorf("%s: at %v the message is seen %d times", name, at, seen)
			}
		}
	}
}

// The list closes its gap sooner if something else comes while it would wait, and stands where the list closes it.
func TestGapClosesBeforeTheNextComes(t *testing.T) {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	const next = 133 * time.Millisecond
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item("a"), item("b"), item("c")},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Deletes: "a", Drop: []string{"a"}}, {At: time.Second + next, Put: []int{2}}},
	}
	line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 50}, {400, 50}, {400, 50}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 300}, {Sprite: 1, Y: 360}}, {{Sprite: 1, Y: 300}}, {{Sprite: 1, Y: 300}, {Sprite: 2, Y: 360}},
	}), 1)
	if y := posesAt(line, time.Second+next)[1].Y; y > 345 {
		t.Errorf("when the next message comes to 360, the one above it is at %.1f and ends at %.1f", y, y+50)
	}
}

// The face beside a message that is deleted, and the name above it, fade from their places to those at the bubble that takes its place, and go
// down with that.
func TestFaceAndNameGoWithWhatIsLeft(t *testing.T) {
	item := storyboard.Item{Key: "a", Enter: "fade"}
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item, item},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Deletes: "a", Put: []int{1}}},
	}
	for name, above := range map[string]int{"the words begin where the picture does": 0, "the words begin where those below the picture do": 310} {
		geometry := measured([]int{0, 3}, [][2]int{{100, 15}, {400, 350}, {28, 28}, {100, 15}, {400, 40}, {28, 28}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 80}, {Sprite: 1, Y: 100}, {Sprite: 2, Y: 420}}, {{Sprite: 3, Y: 390}, {Sprite: 4, Y: 410}, {Sprite: 5, Y: 420}},
		})
		for sprite, bubble := range map[int]storyboard.Box{1: {0, above, 400, 350 - above}, 4: {0, 0, 400, 40}} {
			geometry.Sprites[sprite].Message, geometry.Sprites[sprite].Bubble = true, &bubble
		}
		geometry.Sprites[2].Face, geometry.Sprites[5].Face = true, true
		line := New(board, geometry, 1)
		was := posesAt(line, time.Second-time.Millisecond)
		for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
			now := posesAt(line, at)
			if now[3].Visible && (math.Abs(now[4].Y-now[3].Y-20) > 0.5 || math.Abs(now[5].Y-now[4].Y-10) > 0.5) {
				t.Errorf("%s: at %v the name is at %.0f, the words at %.0f, the face at %.0f", name, at, now[3].Y, now[4].Y, now[5].Y)
			}
			for sprite := range now {
				if changed := math.Abs(now[sprite].Opacity - was[sprite].Opacity); changed > 0.4 {
					t.Errorf("%s: at %v the opacity of sprite %d changes by %.2f", name, at, sprite, changed)
				}
			}
			was = now
		}
		if !was[3].Visible || was[0].Visible || was[2].Visible {
			t.Errorf("%s: in the end the poses are %+v", name, was)
		}
	}
}

// The face beside a message that loses a line as it is deleted is seen once, and goes straight to its place at the end of what is left.
func TestFaceOfDeletedLines(t *testing.T) {
	item := storyboard.Item{Key: "a", Enter: "fade"}
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item, item},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Deletes: "a", Put: []int{1}}},
	}
	for name, top := range map[string]int{"the list is full": 130, "the list is not full": 100} {
		geometry := measured([]int{0, 2}, [][2]int{{400, 70}, {28, 28}, {400, 40}, {28, 28}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 100}, {Sprite: 1, Y: 142}}, {{Sprite: 2, Y: top}, {Sprite: 3, Y: top + 12}},
		})
		for sprite, bubble := range map[int]storyboard.Box{0: {0, 0, 400, 70}, 2: {0, 0, 400, 40}} {
			geometry.Sprites[sprite].Message, geometry.Sprites[sprite].Bubble = true, &bubble
		}
		geometry.Sprites[1].Face, geometry.Sprites[3].Face = true, true
		line, last := New(board, geometry, 1), 142.
		for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
			now := posesAt(line, at)
			if now[1].Visible && now[1].Y != now[3].Y || now[3].Opacity < 1 && !now[1].Visible {
				t.Errorf("%s: at %v the face is at %.0f and %.0f, with the opacity %.2f", name, at, now[1].Y, now[3].Y, now[3].Opacity)
			}
			if now[3].Y > last+0.1 || last-now[3].Y > 12 {
				t.Errorf("%s: at %v the face goes from %.0f to %.0f", name, at, last, now[3].Y)
			}
			last = now[3].Y
		}
		if last != float64(top+12) {
			t.Errorf("%s: in the end the face is at %.0f", name, last)
		}
	}
}

// A receipt that is shown again below a message, since the one after it is deleted, moves with its message.
func TestReceiptComesBackBelowItsMessage(t *testing.T) {
	item := func(key string) storyboard.Item { return storyboard.Item{Key: key, Enter: "fade"} }
	board := &storyboard.Storyboard{
		Length: 3 * time.Second, Items: []storyboard.Item{item("a"), item("b")},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Deletes: "b", Drop: []string{"b"}}},
	}
	geometry := measured([]int{0, 2}, [][2]int{{400, 40}, {100, 15}, {400, 300}}, [][]storyboard.Position{
		{{Sprite: 0, Y: 100}, {Sprite: 2, Y: 150}}, {{Sprite: 0, Y: 390}, {Sprite: 1, Y: 435}},
	})
	for _, sprite := range []int{0, 2} {
		geometry.Sprites[sprite].Message = true
	}
	line, seen := New(board, geometry, 1), false
	for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
		poses := posesAt(line, at)
		seen = seen || poses[1].Opacity > 0
		if poses[1].Opacity > 0 && math.Abs(poses[1].Y-poses[0].Y-45) > 0.5 {
			t.Errorf("at %v the message is at %.0f and its receipt at %.0f", at, poses[0].Y, poses[1].Y)
		}
	}
	if !seen {
		t.Error("the receipt does not come back")
	}
}
