package pace

import "time"

// Voiced is when the voice of a beat is heard.
type Voiced struct {
	Beat     int
	From, To time.Duration
}

// Voices lists when the voices of beats are heard.
func (plan Plan) Voices(beats []Beat) []Voiced {
	var list []Voiced
	for i, b := range beats {
		if b.Voice > 0 {
			from := plan.Moments[i].voice(b)
			list = append(list, Voiced{i, from, from + b.Voice})
		}
	}
	return list
}

// Conflict is a time that the payload gives and that a voice leaves no room for.
type Conflict struct {
	Beat        int           // whose time it is; -1: of the video
	Hold        bool          // it is the hold of the beat, and else when it is there
	Given, Need time.Duration // the time, and what it would have to be at least
}

// FindConflict returns the first of them; nil if all times can be kept. Validation has compared the times with each other, and
// knows no voices. As there, what the payload leaves open takes next to no time.
func FindConflict(beats []Beat, opts Options) *Conflict {
	p := planner{beats, opts}
	if !p.anyVoice() {
		return nil
	}
	plan := Plan{Moments: make([]Moment, len(beats))}
	for i, b := range beats {
		earliest := p.place(plan.Moments, i, i, 0)
		if b.Fixed && b.At < earliest {
			return &Conflict{Beat: i, Given: b.At, Need: earliest}
		}
		if b.Fixed {
			p.anchor(plan.Moments, i, b.At, 0)
		}
		m := plan.Moments[i]
		if need := m.voice(b) + b.Voice + voicePause - m.Whole; b.Voice > 0 && b.Hold.Fixed && b.Hold.Length < need {
			return &Conflict{Beat: i, Hold: true, Given: b.Hold.Length, Need: need}
		}
	}
	plan.finish(p, 0)
	if opts.Length > 0 && opts.Length < plan.Length {
		return &Conflict{Beat: -1, Given: opts.Length, Need: plan.Length}
	}
	return nil
}

func (p planner) anyVoice() bool {
	for _, b := range p.beats {
		if b.Voice > 0 {
			return true
		}
	}
	return false
}
