package motion

import (
	"math"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// stack is the timeline of two cards: the second comes after a second, at which the first is folded away and a pile of an item
// that was there from the beginning is seen.
func stack() *Timeline {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "pile", Enter: "fade"}, {Key: "b", Enter: "drop", Leave: "sink"}, {Key: "a", Enter: "drop", Leave: "sink"}},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}}}, Length: 3 * time.Second,
	}
	return New(board, measured([]int{0, 1, 2}, [][2]int{{300, 16}, {400, 100}, {400, 100}}, [][]storyboard.Position{{{Sprite: 1, X: 10, Y: 500}}, {{Sprite: 2, X: 10, Y: 500}, {Sprite: 0, X: 60, Y: 610}}}), 2)
}

func TestDrop(t *testing.T) {
	line := stack()
	card := posesAt(line, time.Second)[2]
	if card.Y != 500-2*dropHeight || card.Scale != dropFrom || card.Opacity <= 0 || card.Opacity > 0.15 {
		t.Errorf("a card sets out as %+v", card)
	}
	for at, was := time.Second, card; at < 1400*time.Millisecond; at += 10 * time.Millisecond {
		now := posesAt(line, at)[2]
		if now.Opacity < was.Opacity || now.Y > 502 || now.Y < was.Y-1 {
			t.Fatalf("at %s the card goes from %+v to %+v", at, was, now)
		}
		was = now
	}
	if card = posesAt(line, 1900*time.Millisecond)[2]; card.Y != 500 || card.Scale != 1 || card.Opacity != 1 {
		t.Errorf("a card comes to rest as %+v", card)
	}
}

// A card does not drop into the list: as far as the list moves, the card sets out above its place.
func TestDropAboveList(t *testing.T) {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "b"}, {Key: "a", Enter: "drop"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 3 * time.Second,
	}
	line := New(board, measured([]int{0, 1}, [][2]int{{400, 100}, {400, 100}}, [][]storyboard.Position{{{Sprite: 0, Y: 400}}, {{Sprite: 1, Y: 400}, {Sprite: 0, Y: 508}}}), 2)
	for at := time.Second; at < 2*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		if bottom := poses[1].Y + 50 + 50*poses[1].Scale; bottom > poses[0].Y {
			t.Fatalf("at %s the new card reaches to %.1f, the one below begins at %.1f", at, bottom, poses[0].Y)
		}
	}
}

// A card that is higher than it sets out above its place is cut off where the card below has not made room for it yet.
func TestDropBehindList(t *testing.T) {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "b", Leave: "sink"}, {Key: "a", Enter: "drop", Leave: "sink"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 3 * time.Second,
	}
	line := New(board, measured([]int{0, 1}, [][2]int{{400, 100}, {400, 300}}, [][]storyboard.Position{{{Sprite: 0, Y: 400}}, {{Sprite: 1, Y: 400}, {Sprite: 0, Y: 716}}}), 2)
	cut := 0.0 // the most that is cut off
	for at := time.Second; at < 2*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		card := poses[1]
		if bottom := card.Y + card.PivotY + (300-card.Clip.Bottom-card.PivotY)*card.Scale; card.Visible && bottom > poses[0].Y+0.01 {
			t.Fatalf("at %s the new card is seen to %.1f, the one below begins at %.1f", at, bottom, poses[0].Y)
		}
		cut = max(cut, card.Clip.Bottom)
	}
	if last := posesAt(line, 2*time.Second)[1]; cut < 50 || last.Clip.Bottom > 0 {
		t.Errorf("%.1f are cut off of a card, and %.1f in the end", cut, last.Clip.Bottom)
	}
}

// However far a list moves, a card sets out near its place.
func TestDropBound(t *testing.T) {
	for _, test := range []struct{ push, want float64 }{{0, 60}, {40, 60}, {80, 80}, {96, 96}, {400, 96}} {
		pose := composite.At(0, 0)
		entrance{style: "drop", width: 400, height: 100, scale: 2, listDown: test.push}.apply(0, &pose)
		if -pose.Y != test.want {
			t.Errorf("pushing a list by %g, a card sets out %g above its place, want %g", test.push, -pose.Y, test.want)
		}
	}
}

func TestSink(t *testing.T) {
	line := stack()
	was := posesAt(line, time.Second-time.Millisecond)[1]
	for at := time.Second; at < time.Second+sinkLength; at += 10 * time.Millisecond {
		now := posesAt(line, at)[1]
		if !now.Visible || now.Opacity > was.Opacity || now.Y < was.Y || now.Scale > was.Scale {
			t.Fatalf("at %s the card goes from %+v to %+v", at, was, now)
		}
		was = now
	}
	if was.Opacity > 0.05 || math.Abs(was.Y-516) > 2 {
		t.Errorf("a card is last seen as %+v", was)
	}
	if gone := posesAt(line, time.Second+sinkLength)[1]; gone.Visible {
		t.Errorf("a card that has gone is seen as %+v", gone)
	}
}

// Of a card that sinks, nothing is seen behind the card that comes over it or a card that moves, and of the one that comes more is seen at
// once than of a card that comes over nothing.
func TestSinkingCardIsCovered(t *testing.T) {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "c", Enter: "drop", Leave: "sink"}, {Key: "b", Enter: "drop", Leave: "sink"}, {Key: "a", Enter: "cover", Leave: "sink"}},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}, Drop: []string{"b"}}, {At: 2 * time.Second, Drop: []string{"c"}}}, Length: 4 * time.Second,
	}
	line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 100}, {400, 100}, {400, 100}}, [][]storyboard.Position{
		{{Sprite: 1, X: 10, Y: 392}, {Sprite: 0, X: 10, Y: 500}},
		{{Sprite: 2, X: 10, Y: 392}, {Sprite: 0, X: 10, Y: 500}},
		{{Sprite: 2, X: 10, Y: 470}}, // over the one that sinks then
	}), 2)
	edges := func(p composite.Pose) (top, bottom float64) {
		row := func(y float64) float64 { return p.Y + p.PivotY + (y-p.PivotY)*p.Scale }
		return row(p.Clip.Top), row(100 - p.Clip.Bottom)
	}
	seen := map[int]bool{} // cards that sink
	for at := time.Second; at < 3*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		for sinking, from := range map[int]time.Duration{0: 2 * time.Second, 1: time.Second} {
			if at < from || !poses[sinking].Visible {
				continue
			}
			seen[sinking] = true
			top, bottom := edges(poses[sinking])
			for _, other := range []int{0, 2} {
				upper, lower := edges(poses[other])
				if other != sinking && poses[other].Visible && min(bottom, lower)-max(top, upper) > 0.01 {
					t.Errorf("at %s card %d is seen from %.1f to %.1f, behind one from %.1f to %.1f", at, sinking, top, bottom, upper, lower)
				}
			}
		}
	}
	if !seen[0] || !seen[1] {
		t.Errorf("of the cards that sink these are seen: %v", seen)
	}
	if over, drop := posesAt(line, 1033*time.Millisecond)[2].Opacity, posesAt(stack(), 1033*time.Millisecond)[2].Opacity; over < 0.7 || drop > 0.5 {
		t.Errorf("a card over another has the opacity %.2f, and one over nothing %.2f", over, drop)
	}
}

// Of a card that a newer one of its stack covers, only the rim is seen below that: its text begins higher.
func TestCoveredCardShowsRim(t *testing.T) {
	const scale, rim = 2, 10 // CSS pixels below the text of a card
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "b", Leave: "sink"}, {Key: "a", Enter: "cover", Leave: "sink"}},
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}, Drop: []string{"b"}}}, Length: 3 * time.Second,
	}
	line := New(board, measured([]int{0, 1}, [][2]int{{400, 200}, {400, 160}}, [][]storyboard.Position{{{Sprite: 0, Y: 400}}, {{Sprite: 1, Y: 440}}}), scale)
	seen := 0.0
	for at := time.Second; at < 2*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		sinks, over := poses[0], poses[1]
		if !sinks.Visible {
			continue
		}
		below := sinks.Y + sinks.PivotY + (200-sinks.PivotY)*sinks.Scale - (over.Y + over.PivotY + (160-over.PivotY)*over.Scale)
		if seen = max(seen, below); below > rim*scale {
			t.Errorf("at %s %.1f pixels of the older card are seen below the one that comes", at, below)
		}
	}
	if seen == 0 {
		t.Error("nothing of the older card is seen below the one that comes")
	}
}

// A card that is replaced goes faster where another card comes to its place than the newer one of its stack, so that no text is read twice.
func TestReplacedCardGoesFaster(t *testing.T) {
	for name, y := range map[string][2]int{"another card comes there": {200, 280}, "the newer one comes there": {480, 480}} {
		board := &storyboard.Storyboard{
			Items: []storyboard.Item{{Key: "b", Leave: "sink"}, {Key: "other", Leave: "sink"}, {Key: "a", Enter: "cover", Leave: "sink"}},
			Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: time.Second, Put: []int{2}, Drop: []string{"b"}}}, Length: 3 * time.Second,
		}
		line := New(board, measured([]int{0, 1, 2}, [][2]int{{400, 160}, {400, 160}, {400, 160}}, [][]storyboard.Position{
			{{Sprite: 0, Y: 300}, {Sprite: 1, Y: y[0]}}, {{Sprite: 1, Y: y[1]}, {Sprite: 2, Y: 300}},
		}), 1)
		if last := line.tracks[0].last().leave.style; (last == "yield") != (y[0] == 200) {
			t.Errorf("%s: the older card goes in the style %q", name, last)
		}
	}
}

// An element that only one look of an item has fades out in its place, faster than an item: what comes may need the place. The item as
// a whole goes at once, and so does an element of an item that came at once.
func TestElementFades(t *testing.T) {
	for _, test := range []struct {
		item   storyboard.Item
		length time.Duration // for which it is seen after the second step
		stay   bool          // the item stays then
	}{
		{storyboard.Item{Key: "a", Enter: "rise"}, yieldLength, true},
		{storyboard.Item{Key: "a", Enter: "rise"}, 0, false},
		{storyboard.Item{Key: "a"}, 0, true},
		{storyboard.Item{Key: "a", Enter: "fade", Snap: true}, 0, true},
		{storyboard.Item{Key: "a", Enter: "fade", Leave: "fade", Snap: true}, fadeLength, false},
	} {
		board := &storyboard.Storyboard{
			Items: []storyboard.Item{test.item, test.item}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 2 * time.Second,
		}
		geometry := measured([]int{0, 2}, [][2]int{{400, 100}, {60, 20}, {400, 100}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}, {Sprite: 1, Y: 600}}, {{Sprite: 2, Y: 500}}})
		if !test.stay {
			board.Steps[1] = storyboard.Step{At: time.Second, Drop: []string{"a"}}
			geometry.Positions[1] = nil
		}
		line, was := New(board, geometry, 1), 1.0
		for at := time.Second; at < time.Second+test.length-40*time.Millisecond; at += 10 * time.Millisecond {
			element := posesAt(line, at)[1]
			if !element.Visible || element.Opacity >= was || element.Y != 600 {
				t.Fatalf("%+v: at %s the element is %+v; its opacity was %g before", test, at, element, was)
			}
			was = element.Opacity
		}
		if element := posesAt(line, time.Second+test.length)[1]; element.Visible {
			t.Errorf("%+v: an element that has gone is seen as %+v", test, element)
		}
	}
}

// An element that goes while it fades into another look does not come again.
func TestElementGoesAsItChanges(t *testing.T) {
	item := storyboard.Item{Key: "a", Enter: "rise"}
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{item, item, item}, Length: 2 * time.Second,
		Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}, {At: 1250 * time.Millisecond, Put: []int{2}}},
	}
	sizes := [][2]int{{400, 100}, {60, 20}, {400, 100}, {66, 20}, {400, 100}}
	geometry := measured([]int{0, 2, 4}, sizes, [][]storyboard.Position{
		{{Sprite: 0, Y: 500}, {Sprite: 1, Y: 600}}, {{Sprite: 2, Y: 500}, {Sprite: 3, Y: 600}}, {{Sprite: 4, Y: 500}},
	})
	line, was := New(board, geometry, 1), 1.0
	for at := 1250 * time.Millisecond; at < 1500*time.Millisecond; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		if poses[1].Visible || poses[3].Opacity > was {
			t.Fatalf("at %s its looks are %+v and %+v, after an opacity of %g", at, poses[1], poses[3], was)
		}
		was = poses[3].Opacity
	}
}

// What is put on the page folded away makes its entrance when it unfolds.
func TestEntranceAfterFold(t *testing.T) {
	line := stack()
	if pile := posesAt(line, 500*time.Millisecond)[0]; pile.Visible {
		t.Errorf("the pile is seen as %+v before anything is on it", pile)
	}
	if pile := posesAt(line, 1010*time.Millisecond)[0]; pile.Opacity < 0.05 || pile.Opacity > 0.5 {
		t.Errorf("the pile fades in as %+v", pile)
	}
}

func TestFill(t *testing.T) {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "over"}}, Steps: []storyboard.Step{{Put: []int{0}}}, Length: 10 * time.Second,
		Fills: []storyboard.Fill{{}, {To: 5 * time.Second}, {From: 5 * time.Second, To: 10 * time.Second}},
	}
	geometry := measured([]int{0}, [][2]int{{400, 100}}, [][]storyboard.Position{{{}}})
	for i := range board.Fills {
		geometry.Parts = append(geometry.Parts,
			storyboard.Part{Name: "fill", Number: i, Offset: [2]int{100 * i, 0}, Cell: storyboard.Box{0, 0, 80, 4}},
			storyboard.Part{Name: "tip", Number: i, Offset: [2]int{100 * i, -6}, Cell: storyboard.Box{0, 0, 4, 4}})
	}
	line := New(board, geometry, 1)
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
		for i := range board.Fills {
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

// An element gets another look softly, as "Delivered" after "Sent": the old words fade out before the new ones fade in. An
// element of the same size, like a face, keeps its picture.
func TestElementTurns(t *testing.T) {
	for width, soft := range map[int]bool{90: true, 60: false} {
		item := storyboard.Item{Key: "a", Enter: "rise"}
		board := &storyboard.Storyboard{Items: []storyboard.Item{item, item}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 2 * time.Second}
		right := 400 - width
		line := New(board, measured([]int{0, 2}, [][2]int{{400, 100}, {60, 20}, {400, 100}, {width, 20}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}, {Sprite: 1, X: 340, Y: 600}}, {{Sprite: 2, Y: 500}, {Sprite: 3, X: right, Y: 600}}}), 1)
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

// An element that takes the place of one on the other side of its row, as a mark of who has seen a message where a face was, fades in
// where it stands and does not fly there.
func TestElementOnTheOtherSide(t *testing.T) {
	item := storyboard.Item{Key: "a", Enter: "rise"}
	board := &storyboard.Storyboard{Items: []storyboard.Item{item, item}, Steps: []storyboard.Step{{Put: []int{0}}, {At: time.Second, Put: []int{1}}}, Length: 2 * time.Second}
	line := New(board, measured([]int{0, 2}, [][2]int{{400, 100}, {24, 24}, {400, 100}, {14, 14}}, [][]storyboard.Position{{{Sprite: 0, Y: 500}, {Sprite: 1, X: 10, Y: 600}}, {{Sprite: 2, Y: 500}, {Sprite: 3, X: 380, Y: 606}}}), 1)
	for at := time.Second; at < 2*time.Second; at += 5 * time.Millisecond {
		poses := posesAt(line, at)
		if old, now := poses[1], poses[3]; old.Visible && old.X != 10 || now.X != 380 {
			t.Fatalf("at %s the old one is %+v, the new one %+v", at, old, now)
		}
	}
}

// A lock screen that is swiped away goes up as one: the home screen is cut off where its lower edge is, and so are the apps, which are
// larger at first.
func TestUnlockIsOneEdge(t *testing.T) {
	for _, from := range []time.Duration{time.Second, 1650 * time.Millisecond} { // and in two seconds
		checkUnlock(t, from)
	}
}

func checkUnlock(t *testing.T, from time.Duration) {
	const height = 800
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{{Key: "wall"}, {Key: "card"}, {Key: "home", Enter: "uncover"}, {Key: "apps", Enter: "zoom"}},
		Steps: []storyboard.Step{{Put: []int{0, 1}}, {At: from, Put: []int{2, 3}, Drop: []string{"wall", "card"}, Leave: "up"}}, Length: 3 * time.Second,
	}
	g := measured([]int{0, 1, 2, 3}, [][2]int{{400, height}, {400, 100}, {400, height}, {400, height}},
		[][]storyboard.Position{{{Sprite: 0}, {Sprite: 1, Y: 600}}, {{Sprite: 2}, {Sprite: 3}}})
	g.View = storyboard.Box{0, 0, 400, height}
	line, was := New(board, g, 2), 0.
	for at := from; at < 3*time.Second; at += 10 * time.Millisecond {
		poses := posesAt(line, at)
		wall, card, home, apps := poses[0], poses[1], poses[2], poses[3]
		edge := 0.
		if wall.Visible {
			edge = wall.Y + height
		}
		if wall.Visible && (wall.Y > was || wall.Opacity != 1) || card.Visible && math.Abs(card.Y-wall.Y-600) > 1e-6 {
			t.Fatalf("at %s the wallpaper is at %+v, the card at %+v", at, wall, card)
		}
		pivot := apps.Y + apps.PivotY
		if math.Abs(home.Y+home.Clip.Top-edge) > 1 || math.Abs(pivot+(apps.Clip.Top-apps.PivotY)*apps.Scale-edge) > 1 && apps.Clip.Top > 0 {
			t.Fatalf("at %s the lock screen ends at %.1f, the home screen is cut off at %.1f, the apps at %.1f", at, edge, home.Clip.Top, apps.Clip.Top)
		}
		if !wall.Visible && was > 10-height {
			t.Fatalf("at %s the wallpaper is gone, after it stood at %.1f", at, was)
		}
		if wall.Visible {
			was = wall.Y
		}
	}
	if last := posesAt(line, 2900*time.Millisecond); last[0].Visible || last[2].Clip.Top != 0 || last[3].Clip.Top != 0 {
		t.Errorf("in the end the poses are %+v", last)
	}
}
