package video

import (
	"slices"
	"time"

	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
)

// Sound mixes what is heard: the effects of what happens, the voices, of which clips has those that are heard, and music,
// if it is not nil. Nil means silence.
func (v *Video) Sound(clips map[string]*sound.Clip, music *sound.Music) *sound.Mix {
	score := sound.Score{Frames: v.Frames() * sound.Rate / v.opts.FPS, Effects: v.effects(), Music: music}
	for _, voice := range v.Board.Voices {
		if clip := clips[voice.Ref]; clip != nil {
			score.Voices = append(score.Voices, sound.Voice{At: v.onFrame(voice.At), Clip: clip})
		}
	}
	return sound.New(score)
}

// effects lists the effects of what happens, each at the first frame that shows it.
func (v *Video) effects() []sound.Placed {
	sounds := v.Board.Sounds
	if sounds == nil {
		return nil
	}
	var placed []sound.Placed
	maker := sound.NewMaker(sounds.Timbre)
	for _, cue := range v.happenings() {
		kind, heard := sounds.Kinds[cue.Kind]
		at := cue.At
		switch {
		case !heard || cue.Kind == storyboard.CueDraft, cue.Kind == storyboard.CueSlide && cue.At == 0: // nothing gives way to the first slide
			continue
		case cue.Kind == storyboard.CueWrite:
			at = cue.End
		}
		placed = append(placed, sound.Placed{At: at, Samples: maker.Effect(kind)})
	}
	if kind, heard := sounds.Kinds[storyboard.CueDraft]; heard {
		for _, at := range v.strokes() {
			placed = append(placed, sound.Placed{At: at, Samples: maker.Effect(kind)})
		}
	}
	return placed
}

// strokes returns when keys are pressed, in order of time: those that type, and all others that the keyboard shows pressed, as shift.
// What is pasted is one stroke.
func (v *Video) strokes() []time.Duration {
	var times []time.Duration
	for _, typed := range v.Board.Typed {
		for _, pressed := range typed.Presses() {
			times = append(times, v.onFrame(pressed))
		}
	}
	if k := v.Board.Keyboard; k != nil {
		for _, seen := range storyboard.Pressed(k.States(v.Board.Typed)) {
			if from := v.onFrame(seen.From); from < v.onFrame(seen.To) {
				times = append(times, from)
			}
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}
