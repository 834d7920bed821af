package pace

import (
	"time"

	"mockup/internal/schema"
)

// OptionsOf turns the settings of a video into options. Times are meant for a rate of reading; outro is how long the end
// holds unless the settings say it.
func OptionsOf(v *schema.VideoSettings, rate float64, outro time.Duration) Options {
	o := Options{Factor: 1, Outro: Flexible(outro)}
	if v == nil {
		return o
	}
	o.Factor, o.Loop = Factor(v.Pace, rate), v.Loop
	if v.Intro != nil {
		o.Intro = seconds(*v.Intro)
	}
	if v.Length != nil {
		o.Length = seconds(*v.Length)
	}
	o.Outro.give(v.Outro)
	return o
}

// Give puts the times that a payload gives in the place of the beat's own.
func (b *Beat) Give(t *schema.Timing) {
	if t == nil {
		return
	}
	if b.Fixed = t.At != nil; b.Fixed {
		b.At = seconds(*t.At)
	}
	if t.Delay != nil {
		b.Pause = Span{}
	}
	b.Lead.give(t.Delay)
	b.Typing.give(t.Typing)
	b.Hold.give(t.Hold)
}

// GiveAnswer does the same for an answer, of which the delay is the time until its first words, and typing the time that
// it is written.
func (b *Beat) GiveAnswer(t *schema.Timing) {
	if t == nil {
		return
	}
	b.Give(&schema.Timing{At: t.At, Hold: t.Hold})
	b.Writing.give(t.Typing)
	if t.Delay != nil {
		delay := seconds(*t.Delay)
		lead := min(b.Lead.Length, delay/2)
		b.Lead, b.Typing = Span{lead, true}, Span{delay - lead, true}
	}
}

func (s *Span) give(given *float64) {
	if given != nil {
		*s = Span{seconds(*given), true}
	}
}
