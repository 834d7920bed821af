package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
)

// deletion is the timeline of three messages in a full list, of which the second is deleted at one second: of it remains what the item with
// index 3 shows, or nothing.
func deletion(left storyboard.Item, sizes [2][2]int) *Timeline {
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
	for i, size := range map[int][2]int{1: sizes[0], 3: sizes[1]} {
		if !left.Anew || i == 1 {
			geometry.Sprites[i].Bubble, geometry.Sprites[i].Grow = &storyboard.Box{0, 0, size[0], size[1]}, &storyboard.Box{0, 0, size[0], size[1]}
		}
	}
	return New(board, geometry, 1)
}

// A message that is deleted fades out in its place, and the list closes its gap only when nearly nothing is seen of it. What the app leaves of
// it fades in, and in the end stands where the page has it.
func TestDeletedMessageFades(t *testing.T) {
	for name, line := range map[string]*Timeline{
		"nothing is left": deletion(storyboard.Item{}, [2][2]int{{300, 190}, {300, 0}}),
		"a line is left":  deletion(storyboard.Item{Anew: true}, [2][2]int{{300, 190}, {400, 30}}),
		"words are left":  deletion(storyboard.Item{}, [2][2]int{{300, 190}, {240, 80}}),
	} {
		was := posesAt(line, time.Second-time.Millisecond)
		for at := time.Second; at < 2*time.Second; at += time.Second / 30 {
			now := posesAt(line, at)
			if fell, rose := was[1].Opacity-now[1].Opacity, now[3].Opacity-was[3].Opacity; fell > 0.4 || rose > 0.4 {
				t.Errorf("%s: at %v the message goes from the opacity %.2f to %.2f, and what is left from %.2f to %.2f", name, at, was[1].Opacity, now[1].Opacity, was[3].Opacity, now[3].Opacity)
			}
			if at == time.Second && now[1].Opacity >= 1 {
				t.Errorf("%s: the message is whole in the frame in which it is deleted", name)
			}
			if now[0].Y > 101 && now[1].Opacity > 0.2 {
				t.Errorf("%s: at %v the list has closed by %.0f pixels over a message of the opacity %.2f", name, at, now[0].Y-100, now[1].Opacity)
			}
			if way := now[0].Y - was[0].Y; way < 0 || way > 50 {
				t.Errorf("%s: at %v the list goes by %.0f pixels", name, at, way)
			}
			if now[1].Visible && math.Abs(now[1].Y-300) > 20 {
				t.Errorf("%s: at %v the message is at %.0f", name, at, now[1].Y)
			}
			was = now
		}
		end := posesAt(line, 3*time.Second)
		if end[1].Visible || name != "nothing is left" && (end[3].Opacity != 1 || math.Abs(end[3].Y-300-(end[0].Y-100)) > 0.5) {
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
