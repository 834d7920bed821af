package storyboard

import (
	"slices"
	"testing"
	"time"
)

// deleting types a draft that is deleted, in so much time, and returns its parts and the moment at which its first letter goes.
func deleting(lines []DraftLine, length time.Duration, fps int) (typed []Typed, from time.Duration) {
	board := sending("Why did you")
	board.Drafts[0].Erased, board.Drafts[0].To = true, board.Drafts[0].From+length
	board.Keyboard = testKeyboard()
	typed = board.Type([][]DraftLine{lines}, fps).Typed
	for _, part := range typed {
		if i := slices.IndexFunc(part.Strokes, func(s Stroke) bool { return s.Key == DeleteKey }); i >= 0 {
			return typed, part.Strokes[i].At
		}
	}
	return typed, 0
}

// The key that deletes a draft stays pressed from the first letter to the last, also where what is left is shown as another part of it.
func TestErasingKeyIsHeld(t *testing.T) {
	for name, lines := range map[string][]DraftLine{"whole": broken("Why did you", 40, false), "in parts": against("Why did you", 40, 4, 7)} {
		for _, length := range []time.Duration{time.Second, 3 * time.Second} {
			typed, from := deleting(lines, length, 30)
			k := testKeyboard()
			key := k.Planes[0].Keys[DeleteKey]
			for _, s := range k.States(typed) {
				switch end := typed[len(typed)-1].To; {
				case s.At >= from && s.At < end && s.Key != key:
					t.Errorf("%s in %v: at %v the key %d is pressed while letters go from %v to %v, want %d", name, length, s.At, s.Key, from, end, key)
				case s.At < from && s.Key == key, s.At >= end && s.Key >= 0:
					t.Errorf("%s in %v: at %v the key %d is pressed, and letters go from %v to %v", name, length, s.At, s.Key, from, end)
				}
			}
		}
	}
}

// A key that is held is heard several times, but not with each letter: that would buzz.
func TestErasingKeyDoesNotBuzz(t *testing.T) {
	for name, lines := range map[string][]DraftLine{"whole": broken("Why did you", 40, false), "in parts": against("Why did you", 40, 4, 7)} {
		for _, fps := range []int{24, 25, 30, 50, 60} {
			typed, from := deleting(lines, 2500*time.Millisecond, fps)
			var heard []int // frames
			for _, part := range typed {
				for _, at := range part.Presses() {
					frame := int((at*time.Duration(fps) + time.Second - 1) / time.Second)
					if at >= from && !slices.Contains(heard, frame) {
						heard = append(heard, frame)
					}
				}
			}
			if len(heard) < 3 || len(heard) > 6 {
				t.Errorf("%s at %d frames a second: the key is heard in the frames %v", name, fps, heard)
			}
			for i := 1; i < len(heard); i++ {
				if apart := time.Duration(heard[i]-heard[i-1]) * time.Second / time.Duration(fps); apart < 80*time.Millisecond {
					t.Errorf("%s at %d frames a second: the key is heard twice within %v", name, fps, apart)
				}
			}
		}
	}
}
