package video

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/motion"
	"mockup/internal/render/storyboard"
)

// Each key that is shown pressed is heard with the first frame that shows it: those that lead to other planes, too.
func TestShownKeysAreHeard(t *testing.T) {
	lower, numbers := map[string]int{"123": 40}, map[string]int{"ABC": 41}
	for i, letter := range strings.Split("abcdefghijklmnopqrstuvwxyz ", "") {
		lower[letter] = i
	}
	for i, sign := range strings.Split("0123456789", "") {
		numbers[sign] = 50 + i
	}
	board := &storyboard.Storyboard{
		Length: 6 * time.Second,
		Field:  &storyboard.Field{Looks: make([]string, 40), Empty: make([]string, 40)},
		Items:  []storyboard.Item{{Slot: "field", Key: "field"}},
		Drafts: []storyboard.Draft{{Text: "at 8pm", From: time.Second, To: 4 * time.Second}},
		Keyboard: &storyboard.Keyboard{Planes: []storyboard.Plane{
			{Kind: "lower", Keys: lower, Switch: []string{"ABC"}},
			{Kind: "numbers", Keys: numbers, Switch: []string{"123"}},
		}},
	}
	line := storyboard.DraftLine{Text: "at 8pm", Letters: strings.Split("at 8pm", ""), Edges: []int{10, 20, 30, 40, 50, 60}, Width: 300}
	typed := board.Type([][]storyboard.DraftLine{{line}}, 30)
	v := &Video{Board: typed, Timeline: motion.New(&storyboard.Storyboard{Length: board.Length}, &storyboard.Geometry{}, 1), opts: Options{FPS: 30}}
	heard := v.strokes()
	if len(heard) != 6+2 {
		t.Errorf("%d keys are heard, want six letters, 123 and ABC: %v", len(heard), heard)
	}
	was := -1
	states := typed.Keyboard.States(typed.Typed)
	for frame := range 6 * 30 {
		at, now := time.Duration(frame)*time.Second/30, -1
		for _, s := range states {
			if s.At <= at {
				now = s.Key
			}
		}
		if now >= 0 && now != was && !slices.Contains(heard, at) {
			t.Errorf("frame %d shows the key %d pressed, and nothing is heard", frame, now)
		}
		was = now
	}
}
