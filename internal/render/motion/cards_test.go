package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// stack is a film of two cards: the second comes after a second, at which the first is folded away and a pile of an item
// that was there from the beginning is seen.
func stack() *Timeline {
	film := &scene.Film{
		Items: []scene.Item{{Key: "pile", Enter: "fade"}, {Key: "b", Enter: "drop", Leave: "sink"}, {Key: "a", Enter: "drop", Leave: "sink"}},
		Steps: []scene.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}}}, Length: 3 * time.Second,
	}
	return New(film, Places{
		First: []int{0, 1, 2}, Sizes: [][2]int{{300, 16}, {400, 100}, {400, 100}},
		Steps: [][]Place{{{Sprite: 1, X: 10, Y: 500}}, {{Sprite: 2, X: 10, Y: 500}, {Sprite: 0, X: 60, Y: 610}}},
	}, 2)
}

func TestDrop(t *testing.T) {
	film := stack()
	card := posesAt(film, time.Second)[2]
	if card.Y != 500-2*dropHeight || card.Scale != dropFrom || card.Opacity <= 0 || card.Opacity > 0.15 {
		t.Errorf("a card sets out as %+v", card)
	}
	for at, was := time.Second, card; at < 1400*time.Millisecond; at += 10 * time.Millisecond {
		now := posesAt(film, at)[2]
		if now.Opacity < was.Opacity || now.Y > 502 || now.Y < was.Y-1 {
			t.Fatalf("at %s the card goes from %+v to %+v", at, was, now)
		}
		was = now
	}
	if card = posesAt(film, 1900*time.Millisecond)[2]; card.Y != 500 || card.Scale != 1 || card.Opacity != 1 {
		t.Errorf("a card comes to rest as %+v", card)
	}
}

// A card does not drop into the list: as far as the list moves, the card sets out above its place.
func TestDropAboveList(t *testing.T) {
	film := &scene.Film{
		Items: []scene.Item{{Key: "b"}, {Key: "a", Enter: "drop"}},
		Steps: []scene.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 3 * time.Second,
	}
	line := New(film, Places{
		First: []int{0, 1}, Sizes: [][2]int{{400, 100}, {400, 100}},
		Steps: [][]Place{{{Sprite: 0, Y: 400}}, {{Sprite: 1, Y: 400}, {Sprite: 0, Y: 508}}},
	}, 2)
	for at := time.Second; at < 2*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		if bottom := poses[1].Y + 50 + 50*poses[1].Scale; bottom > poses[0].Y {
			t.Fatalf("at %s the new card reaches to %.1f, the one below begins at %.1f", at, bottom, poses[0].Y)
		}
	}
}

// However far a list moves, a card sets out near its place.
func TestDropBound(t *testing.T) {
	for _, test := range []struct{ push, want float64 }{{0, 60}, {40, 60}, {80, 80}, {96, 96}, {400, 96}} {
		pose := composite.At(0, 0)
		entrance{style: "drop", width: 400, height: 100, scale: 2, push: test.push}.apply(0, &pose)
		if -pose.Y != test.want {
			t.Errorf("pushing a list by %g, a card sets out %g above its place, want %g", test.push, -pose.Y, test.want)
		}
	}
}

func TestSink(t *testing.T) {
	film := stack()
	was := posesAt(film, time.Second-time.Millisecond)[1]
	for at := time.Second; at < time.Second+leaveLength; at += 10 * time.Millisecond {
		now := posesAt(film, at)[1]
		if !now.Visible || now.Opacity > was.Opacity || now.Y < was.Y || now.Scale > was.Scale {
			t.Fatalf("at %s the card goes from %+v to %+v", at, was, now)
		}
		was = now
	}
	if was.Opacity > 0.05 || math.Abs(was.Y-532) > 2 {
		t.Errorf("a card is last seen as %+v", was)
	}
	if gone := posesAt(film, time.Second+leaveLength)[1]; gone.Visible {
		t.Errorf("a card that has gone is seen as %+v", gone)
	}
}

// A piece that only one look of an item has fades out in its place; the item as a whole goes at once, and so does a piece
// of what came at once.
func TestPieceFades(t *testing.T) {
	for _, test := range []struct {
		item        scene.Item
		after, stay bool // it is seen shortly after the second step, where the item stays
	}{
		{scene.Item{Key: "a", Enter: "rise"}, true, true},
		{scene.Item{Key: "a", Enter: "rise"}, false, false},
		{scene.Item{Key: "a"}, false, true},
		{scene.Item{Key: "a", Enter: "fade", Still: true}, false, true},
		{scene.Item{Key: "a", Enter: "fade", Leave: "fade", Still: true}, true, false},
	} {
		film := &scene.Film{
			Items: []scene.Item{test.item, test.item}, Steps: []scene.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 2 * time.Second,
		}
		places := Places{
			First: []int{0, 2}, Sizes: [][2]int{{400, 100}, {60, 20}, {400, 100}},
			Steps: [][]Place{{{Sprite: 0, Y: 500}, {Sprite: 1, Y: 600}}, {{Sprite: 2, Y: 500}}},
		}
		if !test.stay {
			film.Steps[1] = scene.Step{At: time.Second, Drop: []string{"a"}}
			places.Steps[1] = nil
		}
		line, was := New(film, places, 1), 1.0
		for at := time.Second; at < time.Second+fadeLength-40*time.Millisecond; at += 10 * time.Millisecond {
			piece := posesAt(line, at)[1]
			if piece.Visible != test.after || test.after && (piece.Opacity >= was || piece.Y != 600) {
				t.Fatalf("%+v: at %s a piece is %+v, before it had an opacity of %g", test, at, piece, was)
			}
			was = piece.Opacity
		}
		if piece := posesAt(line, time.Second+fadeLength)[1]; piece.Visible {
			t.Errorf("%+v: a piece that has gone is seen as %+v", test, piece)
		}
	}
}

// What is put on the stage folded away makes its entrance when it unfolds.
func TestEntranceAfterFold(t *testing.T) {
	film := stack()
	if pile := posesAt(film, 500*time.Millisecond)[0]; pile.Visible {
		t.Errorf("the pile is seen as %+v before anything is on it", pile)
	}
	if pile := posesAt(film, 1010*time.Millisecond)[0]; pile.Opacity < 0.05 || pile.Opacity > 0.5 {
		t.Errorf("the pile fades in as %+v", pile)
	}
}

func TestFill(t *testing.T) {
	film := &scene.Film{
		Items: []scene.Item{{Key: "over"}}, Steps: []scene.Step{{Put: []int{0}}}, Length: 10 * time.Second,
		Fills: []scene.Fill{{}, {To: 5 * time.Second}, {From: 5 * time.Second, To: 10 * time.Second}},
	}
	places := Places{First: []int{0}, Sizes: [][2]int{{400, 100}}, Steps: [][]Place{{{}}}}
	for i := range film.Fills {
		places.Parts = append(places.Parts, Part{Name: "fill", Number: i, X: 100 * i, Width: 80, Height: 4}, Part{Name: "tip", Number: i, X: 100 * i, Y: -6, Width: 4, Height: 4})
	}
	line := New(film, places, 1)
	for _, test := range []struct {
		at   time.Duration
		cut  [3]float64 // off each bar
		tips [3]float64 // how far each bar reaches with its round end; 0: none is seen
	}{
		{0, [3]float64{0, 80, 80}, [3]float64{0, 0, 0}},
		{1250 * time.Millisecond, [3]float64{0, 62, 80}, [3]float64{0, 20, 0}},
		{5 * time.Second, [3]float64{0, 0, 80}, [3]float64{0, 0, 0}},
		{9 * time.Second, [3]float64{0, 0, 18}, [3]float64{0, 0, 64}},
	} {
		poses := posesAt(line, test.at)[1:]
		for i := range film.Fills {
			bar, tip, reach := poses[2*i], poses[2*i+1], 0.0
			if tip.Visible && tip.Opacity > 0 {
				reach = tip.X + 4 - float64(100*i)
			}
			if math.Abs(bar.Clip.Right-test.cut[i]) > 1e-9 || bar.X != float64(100*i) || math.Abs(reach-test.tips[i]) > 1e-9 || reach > 0 && tip.Y != bar.Y {
				t.Errorf("at %s bar %d is cut by %g and reaches to %g, want %g and %g", test.at, i, bar.Clip.Right, reach, test.cut[i], test.tips[i])
			}
		}
	}
}

// A piece gets another look softly, as "Delivered" after "Sent": the old words fade out before the new ones fade in. One of
// the same size, as a face, keeps its picture.
func TestPieceTurns(t *testing.T) {
	for width, soft := range map[int]bool{90: true, 60: false} {
		item := scene.Item{Key: "a", Enter: "rise"}
		film := &scene.Film{Items: []scene.Item{item, item}, Steps: []scene.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 2 * time.Second}
		right := 400 - width
		line := New(film, Places{
			First: []int{0, 2}, Sizes: [][2]int{{400, 100}, {60, 20}, {400, 100}, {width, 20}},
			Steps: [][]Place{{{Sprite: 0, Y: 500}, {Sprite: 1, X: 340, Y: 600}}, {{Sprite: 2, Y: 500}, {Sprite: 3, X: right, Y: 600}}},
		}, 1)
		for at := time.Second; at < time.Second+2*fadeLength; at += 5 * time.Millisecond {
			poses := posesAt(line, at)
			old, now := poses[1], poses[3]
			if old.Visible && (!soft || old.X != 340) || now.X != float64(right) || !soft && now.Opacity != 1 {
				t.Fatalf("to a width of %d at %s: the old look is %+v, the new one %+v", width, at, old, now)
			}
			if old.Opacity > 0.5 && now.Opacity > 0.1 {
				t.Fatalf("to a width of %d at %s: both looks are read, %g and %g", width, at, old.Opacity, now.Opacity)
			}
		}
		if poses := posesAt(line, time.Second+fadeLength); poses[1].Visible || poses[3].Opacity != 1 || poses[2].Opacity != 1 {
			t.Errorf("to a width of %d: in the end the looks are %+v", width, poses)
		}
	}
}
