package scene

import (
	"fmt"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/sound"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// ConflictError is about a time that a payload gives and that its voices leave no room for. How long they are is known only
// once they are loaded.
type ConflictError struct {
	Path    string // dotted, of the time
	Message string
}

func (e *ConflictError) Error() string { return e.Path + ": " + e.Message }

// voice returns how long the voice of something is; 0 where there is none, or where it is not known yet.
func (b *builder) voice(ref schema.AudioRef) time.Duration {
	if ref == "" || b.opts.Voice == nil {
		return 0
	}
	length, known := b.opts.Voice(string(ref))
	if !known {
		b.scene.NeedsVoices = true
	}
	return length
}

// unheard reports whether there is a voice whose length is not known yet.
func (b *builder) unheard(ref schema.AudioRef) bool { return ref != "" && b.voice(ref) == 0 }

// checkVoices reports a time that leaves no room for a voice. Place says where in the props the text of a beat is.
func checkVoices(beats []pace.Beat, opts pace.Options, place func(beat int) string) error {
	c := pace.FindConflict(beats, opts)
	if c == nil {
		return nil
	}
	switch {
	case c.Beat < 0:
		return &ConflictError{"video.length", fmt.Sprintf("%s is too short; with its voices the video takes %s at least", fourDigits(c.Given), fourDigits(c.Need))}
	case c.Hold:
		return &ConflictError{"props." + place(c.Beat) + ".timing.hold", fmt.Sprintf("%s is too short; its voice takes %s; leave the hold out, or shorten the voice", fourDigits(c.Given), fourDigits(c.Need))}
	}
	return &ConflictError{"props." + place(c.Beat) + ".timing.at", fmt.Sprintf("%s is too early; with the voices before it, this comes after %s at the earliest", fourDigits(c.Given), fourDigits(c.Need))}
}

// fourDigits writes a time with its unit, as exactly as four digits do.
func fourDigits(d time.Duration) string { return fmt.Sprintf("%.4g s", d.Seconds()) }

// spoken is something that has a voice.
type spoken struct {
	ref        schema.AudioRef
	id, sender string
	after      time.Duration // from when its beat is there to the voice
}

// addVoices adds the voices of beats to a board, with their cues.
func addVoices(board *storyboard.Storyboard, plan pace.Plan, beats []pace.Beat, of func(beat int) spoken) {
	for _, v := range plan.Voices(beats) {
		s := of(v.Beat)
		if s.ref == "" { // a recording that plays in silence
			continue
		}
		from := v.From + s.after
		board.Voices = append(board.Voices, storyboard.Voice{At: from, Ref: string(s.ref)})
		board.Cues = append(board.Cues, storyboard.Cue{At: from, End: v.To, Kind: storyboard.CueVoice, ID: s.id, Sender: s.sender})
	}
	storyboard.SortCues(board.Cues)
}

// addSounds has cues be heard, if the payload wants it.
func (b *builder) addSounds(board *storyboard.Storyboard, kinds map[storyboard.CueKind]sound.Kind) {
	if v := b.payload.Video; v != nil && v.Sounds {
		board.Sounds = &storyboard.Sounds{Timbre: sound.Timbre(b.manifest.Options.Sound.Sounds), Kinds: kinds}
	}
}
