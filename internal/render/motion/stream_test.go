package motion

import (
	"image"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/scene"
)

// aiStage is a prompt, a thinking mark and an answer that takes 2 s: a line of two units, a card of code with a head, two
// lines and a foot of 16 pixels, a paragraph, and what stands below the text.
func aiStage() (*scene.Film, Places) {
	film := &scene.Film{
		Items: []scene.Item{
			{Key: "q", Lead: true, Enter: "rise"}, {Key: "a", Enter: "fade"}, {Key: "a", Stream: 2 * time.Second},
		},
		Steps: []scene.Step{
			{At: time.Second, Put: []int{0}}, {At: 2 * time.Second, Put: []int{1}}, {At: 3 * time.Second, Put: []int{2}},
		},
		Length: 8 * time.Second,
	}
	unit := func(x, y, w, h, letters int) Unit {
		return Unit{Sprite: 2, Box: image.Rect(x, y, x+w, y+h), Letters: letters}
	}
	places := Places{
		First: []int{0, 1, 2}, Sizes: [][2]int{{100, 40}, {100, 20}, {100, 600}}, Top: 100, Bottom: 500,
		Steps: [][]Place{{{0, 0, 100}}, {{0, 0, 100}, {1, 0, 150}}, {{0, 0, 100}, {2, 0, 150}}},
		Units: []Unit{
			unit(0, 0, 60, 20, 10), unit(60, 0, 40, 20, 8), unit(0, 20, 100, 40, 6), unit(0, 60, 100, 20, 20), unit(0, 80, 100, 40, 20),
			unit(0, 120, 100, 440, 15), unit(0, 560, 100, 40, 0),
		},
	}
	places.Units[1].Ends = true
	for i := 2; i <= 4; i++ {
		places.Units[i].Foot, places.Units[i].Line = 16, i > 2
	}
	places.Units[4].Ends = true
	places.Units[5].Ends = true
	places.Units[6].Rest = true
	return film, places
}

// Units come in order within the length, those below the text after it, and each line of a card when the one before is
// whole.
func TestSchedule(t *testing.T) {
	_, places := aiStage()
	units := schedule(places.Units, 3*time.Second, 2*time.Second)
	if units[0].at != 3*time.Second {
		t.Errorf("the first unit comes at %v", units[0].at)
	}
	for i := 1; i < len(units); i++ {
		if units[i].at <= units[i-1].at {
			t.Errorf("unit %d comes at %v, the one before at %v", i, units[i].at, units[i-1].at)
		}
		if units[i-1].Foot > 0 && units[i-1].at+units[i-1].length > units[i].at {
			t.Errorf("unit %d on the card is not whole when the next comes", i-1)
		}
	}
	if rest := units[6].at; rest != 5*time.Second+restAfter {
		t.Errorf("the rest comes at %v", rest)
	}
	// The pause at a paragraph's end: unit 1 has fewer letters than unit 0, and takes longer.
	if units[2].at-units[1].at <= units[1].at-units[0].at {
		t.Error("no pause at the paragraph's end")
	}
}

// At any moment the sprite and its pieces show every line above the one in progress once, and nothing below it.
func TestStreamCoverage(t *testing.T) {
	film, places := aiStage()
	timeline := New(film, places, 1)
	poses := make([]composite.Pose, 3+len(timeline.Pieces()))
	shown := 0
	for at := 3 * time.Second; at < film.Length; at += 10 * time.Millisecond {
		timeline.Poses(at, poses)
		rows := make([]int, 600) // how many times pixel 1 and 99 of each row are shown
		for i, pose := range poses[2:] {
			if i > 0 && timeline.Pieces()[i-1] != 2 {
				t.Fatalf("piece %d is of sprite %d", i-1, timeline.Pieces()[i-1])
			}
			if !pose.Visible {
				continue
			}
			moved := int(pose.Y - poses0(timeline, at))
			for y := max(int(pose.Clip.Top), 0); y < 600-max(int(pose.Clip.Bottom), 0); y++ {
				for _, x := range []float64{1, 99} {
					if x >= pose.Clip.Left && x < 100-pose.Clip.Right {
						rows[y+moved]++
					}
				}
			}
		}
		now := 0
		for now < len(rows) && rows[now] == 2 {
			now++
		}
		for y := now; y < len(rows); y++ {
			if rows[y] > 1 || rows[y] == 1 && y >= now+20 {
				t.Fatalf("at %v row %d is shown %d times, those above %d twice", at, y, rows[y], now)
			}
		}
		if now < shown-16 { // a foot may give way to the paragraph below it
			t.Fatalf("at %v only %d rows are shown, before it were %d", at, now, shown)
		}
		shown = now
	}
	if shown != 600 {
		t.Errorf("in the end %d rows are shown", shown)
	}
	if p := poses[2]; p.Clip != (composite.Inset{}) || !p.Visible {
		t.Errorf("in the end the sprite is cut: %+v", p)
	}
}

// poses0 is where the answer's upper edge stands at a time.
func poses0(t *Timeline, at time.Duration) float64 { return 150 - t.camera.offset(at) }

// The prompt comes from below to the top; the view then follows the answer without jumps, never back, and in the end
// shows all of it above the view's lower edge.
func TestCamera(t *testing.T) {
	film, places := aiStage()
	timeline := New(film, places, 1)
	offset := func(at time.Duration) float64 { return timeline.camera.offset(at) }
	if got := offset(time.Second); got != 140-500 {
		t.Errorf("the prompt comes from %v, want %v", got, 140-500)
	}
	if got := offset(2900 * time.Millisecond); got != 0 {
		t.Errorf("before the answer the view is %v down, want 0", got)
	}
	if got := offset(film.Length); got != 150+600-500 {
		t.Errorf("in the end the view is %v down, want %v", got, 150+600-500)
	}
	frame := time.Second / 60
	speed := 0.0
	for at := time.Second; at < film.Length; at += frame {
		step := offset(at+frame) - offset(at)
		if step < 0 {
			t.Fatalf("at %v the view goes back by %v", at, -step)
		}
		if change := step - speed; change > 12 || change < -12 {
			t.Fatalf("at %v the view changes its speed from %v to %v pixels a frame", at, speed, step)
		}
		speed = step
	}
}

// Films in which nothing leads and nothing is written stay where the page puts them.
func TestCameraRests(t *testing.T) {
	film, places := aiStage()
	for i := range film.Items {
		film.Items[i].Lead, film.Items[i].Stream = false, 0
	}
	timeline := New(film, places, 1)
	if down := timeline.camera.offset(film.Length); down != 0 || len(timeline.Pieces()) != 0 {
		t.Errorf("the view is %v down, %d pieces", down, len(timeline.Pieces()))
	}
}
