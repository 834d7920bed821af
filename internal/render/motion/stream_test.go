package motion

import (
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
)

// answer is a prompt, a thinking mark and an answer that takes 2 s: a line of two units, a card of code with a head, a line
// of one unit, a line of three and a foot of 16 pixels, a paragraph, and what stands below the text.
func answer() (*storyboard.Storyboard, *storyboard.Geometry) {
	board := &storyboard.Storyboard{
		Items: []storyboard.Item{
			{Key: "q", Lead: true, Enter: "rise"}, {Key: "a", Enter: "fade"}, {Key: "a", Stream: 2 * time.Second},
		},
		Steps: []storyboard.Step{
			{At: time.Second, Put: []int{0}}, {At: 2 * time.Second, Put: []int{1}}, {At: 3 * time.Second, Put: []int{2}},
		},
		Length: 8 * time.Second,
	}
	unit := func(x, y, w, h, letters int) storyboard.Unit {
		return storyboard.Unit{Box: storyboard.Box{x, y, w, h}, Letters: letters}
	}
	geometry := measured([]int{0, 1, 2}, [][2]int{{100, 40}, {100, 20}, {100, 600}}, [][]storyboard.Position{{{Sprite: 0, X: 0, Y: 100}}, {{Sprite: 0, X: 0, Y: 100}, {Sprite: 1, X: 0, Y: 150}}, {{Sprite: 0, X: 0, Y: 100}, {Sprite: 2, X: 0, Y: 150}}})
	geometry.Inner = storyboard.Box{0, 100, 100, 400}
	units := []storyboard.Unit{
		unit(0, 0, 60, 20, 10), unit(60, 0, 40, 20, 8), unit(0, 20, 100, 40, 6), unit(0, 60, 100, 20, 20),
		unit(0, 80, 40, 24, 8), unit(40, 80, 30, 24, 4), unit(70, 80, 30, 24, 8), unit(0, 104, 100, 16, 0),
		unit(0, 120, 100, 440, 15), unit(0, 560, 100, 40, 0),
	}
	for i := 2; i <= 7; i++ {
		units[i].Foot, units[i].Line = 16, i > 2
	}
	for _, i := range []int{1, 7, 8} {
		units[i].Ends = true
	}
	units[9].Rest = true
	geometry.Sprites[2].Units = units
	return board, geometry
}

// Units come in order within the length, those below the text after it, and each on a card when the one before is whole. A
// line of code takes as long in three units as in one.
func TestSchedule(t *testing.T) {
	_, geometry := answer()
	units := schedule(geometry.Sprites[2].Units, 3*time.Second, 2*time.Second)
	if units[0].at != 3*time.Second {
		t.Errorf("the first unit comes at %v", units[0].at)
	}
	for i := 1; i < len(units); i++ {
		if units[i].at < units[i-1].at || units[i].at == units[i-1].at && !isFoot(units[i].Unit) {
			t.Errorf("unit %d comes at %v, the one before at %v", i, units[i].at, units[i-1].at)
		}
		if units[i-1].Foot > 0 && units[i-1].at+units[i-1].length > units[i].at {
			t.Errorf("unit %d on the card is not whole when the next comes", i-1)
		}
	}
	if rest := units[9].at; rest != 5*time.Second+restAfter {
		t.Errorf("the rest comes at %v", rest)
	}
	if one, three := units[4].at-units[3].at, units[7].at-units[4].at; three < one/2 || three > 2*one {
		t.Errorf("a line of one unit takes %v, one of as many letters in three units %v", one, three)
	}
	// The pause at a paragraph's end: unit 1 has fewer letters than unit 0, and takes longer.
	if units[2].at-units[1].at <= units[1].at-units[0].at {
		t.Error("no pause at the paragraph's end")
	}
}

// At any moment the sprite and its pieces show what is written once and nothing else. What is shown never shrinks.
func TestStreamCoverage(t *testing.T) {
	board, geometry := answer()
	timeline := New(board, geometry, 1)
	poses := make([]composite.Pose, 3+len(timeline.Pieces()))
	units := timeline.streams[0].units
	ground := 3 + timeline.streams[0].grounds[7]
	before := 0
	for at := 3 * time.Second; at < board.Length; at += 10 * time.Millisecond {
		timeline.Poses(at, poses)
		poses[ground].Visible = false // TestGround looks at it
		top := 150 - timeline.scroller.offset(at)
		for i, u := range units {
			middle := u.Box.Rect().Min.Add(u.Box.Size().Div(2))
			times := shownTimes(poses[2:], middle.X, top+float64(middle.Y)+0.5)
			if written := at >= u.at+u.length; written && times != 1 || !written && times > 1 || at < u.at && u.Foot == 0 && times > 0 {
				t.Fatalf("at %v unit %d, which comes from %v to %v, is shown %d times", at, i, u.at, u.at+u.length, times)
			}
		}
		shown := 0
		for y := range 600 {
			times := shownTimes(poses[2:], 1, math.Ceil(top)+float64(y)+0.5)
			if times > 1 || times == 1 && y > shown {
				t.Fatalf("at %v row %d is shown %d times, %d above it are", at, y, times, shown)
			}
			shown += times
		}
		if shown < before-1 { // they end at a whole pixel of the frame
			t.Fatalf("at %v %d rows are shown, before it were %d", at, shown, before)
		}
		before = shown
	}
	if p := poses[2]; before != 600 || p.Clip != (composite.Inset{}) || !p.Visible {
		t.Errorf("in the end %d rows are shown, the sprite is %+v", before, p)
	}
}

// A line of code is written word by word: below its units lies its ground, as wide as the card, from its first letter to its
// last. The card grows by a whole line, so that no line is cut through its letters.
func TestGround(t *testing.T) {
	board, geometry := answer()
	timeline := New(board, geometry, 1)
	poses := make([]composite.Pose, 3+len(timeline.Pieces()))
	ground := 3 + timeline.streams[0].grounds[7]
	if row, ok := timeline.Row(ground); !ok || row <= 104 || row >= 120 {
		t.Fatalf("the ground of the card is row %d, want one of its foot", row)
	}
	units := timeline.streams[0].units
	for at := 3 * time.Second; at < board.Length; at += 10 * time.Millisecond {
		timeline.Poses(at, poses)
		top := 150 - timeline.scroller.offset(at)
		for _, line := range [][]timedUnit{units[3:4], units[4:7]} {
			first, last := line[0], line[len(line)-1]
			box := image.Rect(0, first.Box[1], 100, first.Box.Rect().Max.Y)
			writes := at >= first.at && at < last.at+last.length
			shown := 0
			for y := box.Min.Y; y < box.Max.Y; y++ {
				shown += shownTimes(poses[ground:ground+1], 99, math.Round(top)+float64(y)+0.5)
			}
			for i, u := range line {
				middle := u.Box.Rect().Min.Add(u.Box.Size().Div(2))
				others := append(poses[2:ground:ground], poses[ground+1:]...)
				if written := at >= u.at; shownTimes(others, middle.X, top+float64(middle.Y)+0.5) > 0 != written && (writes || written) {
					t.Fatalf("at %v word %d of the line at %d, which comes at %v, is shown: %t", at, i, box.Min.Y, u.at, !written)
				}
			}
			if writes && (shown < box.Dy()-1 || poses[ground].Opacity != 1) || !writes && shown > 1 { // pieces end at a whole pixel of the frame
				t.Fatalf("at %v %d of %d rows of the ground of the line at %d are shown, with opacity %v", at, shown, box.Dy(), box.Min.Y, poses[ground].Opacity)
			}
		}
	}
	pieces := timeline.Pieces()
	if i := timeline.streams[0].grounds[7]; i >= timeline.streams[0].first || pieces[i] != 2 {
		t.Errorf("the ground is piece %d of sprite %d, want it below the units of sprite 2, whose first is %d", i, pieces[i], timeline.streams[0].first)
	}
}

// The head of a card may stand on its first line, at the right: the card's upper edge comes with it, and the ground beside it.
func TestGroundBesideHead(t *testing.T) {
	board, geometry := answer()
	units := geometry.Sprites[2].Units
	edge := storyboard.Unit{Box: storyboard.Box{0, 20, 100, 10}, Foot: 16}
	units[2].Box, units[3].Box = storyboard.Box{70, 30, 30, 50}, storyboard.Box{0, 30, 70, 50}
	geometry.Sprites[2].Units = slices.Insert(units, 2, edge)
	timeline := New(board, geometry, 1)
	poses := make([]composite.Pose, 3+len(timeline.Pieces()))
	stream := timeline.streams[0]
	head := stream.units[3]
	if upper := stream.units[2]; upper.at != head.at || upper.length != head.length || upper.length == 0 {
		t.Errorf("the upper edge comes at %v in %v, the head at %v in %v", upper.at, upper.length, head.at, head.length)
	}
	timeline.Poses(head.at+head.length/2, poses)
	if p := poses[3+stream.grounds[8]]; !p.Visible || p.Clip.Left != 0 || p.Clip.Right != 30 || p.Clip.Top != 30 || p.Opacity <= 0 || p.Opacity >= 1 {
		t.Errorf("while the head fades in the ground is %+v", p)
	}
	timeline.Poses(stream.units[4].at, poses)
	if p := poses[3+stream.grounds[8]]; !p.Visible || p.Clip.Right != 0 || p.Opacity != 1 {
		t.Errorf("when the first word is written the ground is %+v", p)
	}
	for i, target := range timeline.scroller.lowest[1:] {
		if before := timeline.scroller.lowest[i]; target.ramp && target.at <= before.at {
			t.Errorf("at %v the view jumps from %v to %v", target.at, before.bottom, target.bottom)
		}
	}
}

// shownTimes counts the poses that show a point of a sprite of 100 x 600.
func shownTimes(poses []composite.Pose, x int, y float64) int {
	times := 0
	for _, p := range poses {
		in := y - p.Y // from the upper edge of the sprite
		if p.Visible && x >= int(p.Clip.Left) && x < 100-int(p.Clip.Right) && in >= p.Clip.Top && in < 600-p.Clip.Bottom && in >= 0 && in < 600 {
			times++
		}
	}
	return times
}

// The prompt comes from below to the top; the view then follows the answer without jumps, never back, and in the end
// shows all of it above the view's lower edge.
func TestScroller(t *testing.T) {
	board, geometry := answer()
	timeline := New(board, geometry, 1)
	offset := func(at time.Duration) float64 { return timeline.scroller.offset(at) }
	if got := offset(time.Second); got != 140-500 {
		t.Errorf("the prompt comes from %v, want %v", got, 140-500)
	}
	if got := offset(2900 * time.Millisecond); got != 0 {
		t.Errorf("before the answer the view is %v down, want 0", got)
	}
	if got := offset(board.Length); got != 150+600-500 {
		t.Errorf("in the end the view is %v down, want %v", got, 150+600-500)
	}
	frame := time.Second / 60
	speed := 0.0
	for at := time.Second; at < board.Length; at += frame {
		step := offset(at+frame) - offset(at)
		if step < 0 {
			t.Fatalf("at %v the view goes back by %v", at, -step)
		}
		if change := step - speed; change > 12 || change < -12 {
			t.Fatalf("at %v the view changes its speed from %v to %v pixels a frame", at, speed, step)
		}
		if step == 0 && speed > 0.12 { // the last restWay is gone at once
			t.Fatalf("at %v the view stands still, a frame before it moved by %v", at, speed)
		}
		speed = step
	}
}

// Videos in which nothing leads and nothing is written stay where the page puts them.
func TestScrollerRests(t *testing.T) {
	board, geometry := answer()
	for i := range board.Items {
		board.Items[i].Lead, board.Items[i].Stream = false, 0
	}
	timeline := New(board, geometry, 1)
	if down := timeline.scroller.offset(board.Length); down != 0 || len(timeline.Pieces()) != 0 {
		t.Errorf("the view is %v down, %d pieces", down, len(timeline.Pieces()))
	}
}

// A view that follows an answer, and a list that moves up for a draft long after it, are two cues in order of time.
func TestScrollsInOrder(t *testing.T) {
	board, geometry := answer()
	line := New(board, geometry, 1)
	line.ups = append(line.ups, move{at: 7 * time.Second, dy: 50})
	cues := line.Scrolls()
	if len(cues) < 2 || cues[len(cues)-1].At.Truncate(time.Second) != 7*time.Second {
		t.Fatalf("cues are %+v, want those of the answer and one at 7 s behind them", cues)
	}
	for _, cue := range cues[:len(cues)-1] {
		if before, then := line.scrolled(cue.At-time.Second/30), line.scrolled(cue.At); then < before+scrollSeen {
			t.Errorf("at %v the view is %.2f pixels down, and %.2f two sixtieths of a second before", cue.At, then, before)
		}
	}
	for i, cue := range cues[:len(cues)-1] {
		if cue.End > 6*time.Second || cue.End >= cues[i+1].At {
			t.Errorf("cue %d is from %v to %v, and the next begins at %v", i, cue.At, cue.End, cues[i+1].At)
		}
	}
}
