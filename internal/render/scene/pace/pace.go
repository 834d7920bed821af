// Package pace decides when things happen in a video. What comes, a message, an answer, a card or a slide, is a beat: how
// long it takes until it is there, and how long it stays. Plan gives every beat its moment. It is pure arithmetic and the
// same for all types of videos; how long a text is typed or read is in this package, too.
package pace

import (
	"time"

	"mockup/internal/schema"
)

// Span is a length of time.
type Span struct {
	Length time.Duration
	Fixed  bool // the payload gives it: it does not change with the pace
}

// Flexible returns a span that changes with the pace.
func Flexible(length time.Duration) Span { return Span{Length: length} }

// Beat is something that comes in a video.
type Beat struct {
	Pause   Span // before it, when nothing happens
	Lead    Span // from the beat before to its first sign, at least
	Typing  Span // from its first sign until it is there
	Writing Span // from then until it is whole, as an answer that is written
	Hold    Span // from then until the next one is there

	Voice   time.Duration // that is heard from when it is there; the next one is not there before its end. 0: none
	Played  bool          // the voice is a recording that plays: the next one has no sign before its end
	At      time.Duration // when it is there, if Fixed
	Fixed   bool          // At is given
	Opens   bool          // it is there from the beginning
	Letters int           // to be read of it
	Shown   bool          // they are read while it is typed
	Read    time.Duration // how long all of them take, if they are Shown

	Acts []time.Duration // when who types it does something else, in order, from when the beat before is whole
}

// Unseen says of a beat that nobody sees it being typed: all of it is read once it is there.
func (b *Beat) Unseen() {
	if b.Shown {
		b.Shown, b.Hold = false, Flexible(max(b.Hold.Length, b.Read))
	}
}

// Signs reports whether the payload says when its first sign is seen.
func (b *Beat) Signs() bool { return b.Lead.Fixed || b.Typing.Fixed }

// Moment is when a beat happens.
type Moment struct {
	Sign  time.Duration // its first sign is seen
	At    time.Duration // it is there
	Whole time.Duration // it is written
	Next  time.Duration // the next one is there, or the video ends
}

// Options say how fast a video is, how it begins and how it ends.
type Options struct {
	Factor float64       // that flexible spans are multiplied by; 0: 1
	Intro  time.Duration // before everything else
	Outro  Span          // after everything else
	Loop   bool          // the video comes back to its beginning, which takes LoopTime
	Length time.Duration // of the whole, which decides the factor; 0: as long as it takes
}

// LoopTime is how long a video takes to come back to its beginning.
const LoopTime = time.Duration(schema.LoopTime * float64(time.Second))

// Plan is when everything in a video happens.
type Plan struct {
	Moments []Moment      // of the beats
	Rest    time.Duration // from then on nothing comes
	Back    time.Duration // from then on the video comes back to its beginning; without a loop its end
	Length  time.Duration // of the video
	Hurried time.Duration // how long it would be, were there no bound; 0: it is as long as it takes
	Hurries []Hurry       // where beats are faster than their pace, since a later one has a time given
}

// Hurry says that beats are faster for the time that a later one is given.
type Hurry struct {
	From, For int           // the first of them, and the one behind them that has a time given
	Wants     time.Duration // when that would be there at their pace
}

const (
	leastGap = time.Duration(schema.LeastGap * float64(time.Second))
	mostTime = time.Duration(schema.MostLength * float64(time.Second))

	// Bounds of the factor that makes a video fit into its length. At the slowest, a thumb types 5 letters a second; what is
	// left is added to the end.
	leastFactor, mostFactor = 0.01, 3.0
)

// New plans a video.
func New(beats []Beat, opts Options) Plan {
	p := planner{beats, opts}
	factor := opts.Factor
	if factor == 0 {
		factor = 1
	}
	switch plan := p.plan(factor); {
	case opts.Length > 0:
		plan = p.plan(search(leastFactor, mostFactor, func(f float64) bool { return p.plan(f).Length <= opts.Length }))
		plan.end(p, opts.Length) // what is left of it is at the end
		return plan
	case plan.Length > mostTime:
		hurried := p.plan(search(leastFactor, factor, func(f float64) bool { return p.plan(f).Length <= mostTime }))
		hurried.Hurried = plan.Length
		return hurried
	default:
		return plan
	}
}

// search returns the largest factor that fits, or the least one.
func search(least, most float64, fits func(float64) bool) float64 {
	if fits(most) {
		return most
	}
	for range 40 {
		if middle := (least + most) / 2; fits(middle) {
			least = middle
		} else {
			most = middle
		}
	}
	return least
}

// planner plans the beats of a video.
type planner struct {
	beats []Beat
	opts  Options
}

// plan plans with a factor. Beats between two that have a time given are hurried where they would come too late.
func (p planner) plan(factor float64) Plan {
	plan := Plan{Moments: make([]Moment, len(p.beats))}
	for from := 0; from < len(p.beats); {
		end := from
		for end < len(p.beats) && !p.beats[end].Fixed {
			end++
		}
		if end == len(p.beats) {
			p.place(plan.Moments, from, end-1, factor)
			break
		}
		given := p.beats[end].At
		arrival := func(f float64) time.Duration { return p.place(plan.Moments, from, end, f) }
		wants := arrival(factor)
		if from < end && wants > given {
			plan.Hurries = append(plan.Hurries, Hurry{from, end, wants})
		}
		hurried := search(leastFactor, factor, func(f float64) bool { return arrival(f) <= given })
		p.anchor(plan.Moments, end, max(given, arrival(hurried)), hurried)
		from = end + 1
	}
	plan.finish(p, factor)
	return plan
}

// place gives the beats from one to another their moments, and returns when the last is there.
func (p planner) place(moments []Moment, from, to int, factor float64) time.Duration {
	for i := from; i <= to; i++ {
		begin, gap := p.opts.Intro, time.Duration(0)
		if i > 0 {
			begin, gap = moments[i-1].Whole, p.gap(i, factor)
		} else if b := p.beats[i]; !b.Opens {
			gap = b.Pause.scaled(factor) + b.Lead.scaled(factor) + b.Typing.scaled(factor)
		}
		p.anchor(moments, i, max(begin+gap, p.spoken(moments, i, factor)), factor)
	}
	return moments[to].At
}

const (
	handsFree  = 700 * time.Millisecond // from what somebody does to the first sign of what the same person types next
	voicePause = 100 * time.Millisecond // that a beat stays after its voice
	playPause  = 320 * time.Millisecond // from the end of a recording to the first sign of the next beat
)

// heard is when the voice of the beat before one has ended; 0 if there is none.
func (p planner) heard(moments []Moment, i int) time.Duration {
	if i == 0 || p.beats[i-1].Voice == 0 {
		return 0
	}
	return moments[i-1].voice(p.beats[i-1]) + p.beats[i-1].Voice
}

// spoken is when a beat may be there at the earliest for the voice of the one before; 0 if there is none. After a recording
// there is time to type, unless the payload says how long the recording stays.
func (p planner) spoken(moments []Moment, i int, factor float64) time.Duration {
	end := p.heard(moments, i)
	if end == 0 {
		return 0
	}
	after := voicePause
	if i < len(p.beats) && p.beats[i-1].Played && !p.beats[i-1].Hold.Fixed {
		b := p.beats[i]
		after = max(after, Flexible(playPause+b.Pause.Length+b.Typing.Length).scaled(factor))
	}
	return end + after
}

// voice is when the voice of a beat begins: when it is there, and after the intro.
func (m Moment) voice(b Beat) time.Duration {
	if b.Opens {
		return m.Whole
	}
	return m.At
}

// gap is the time from the beat before being whole to a beat being there.
func (p planner) gap(i int, factor float64) time.Duration {
	b, before := p.beats[i], p.beats[i-1]
	hold, own := before.Hold.scaled(factor), b.Lead.scaled(factor)+b.Typing.scaled(factor)
	switch {
	case before.Hold.Fixed:
		own = b.Lead.fixed() + b.Typing.fixed()
		return max(hold, own, leastGap)
	case b.Lead.Fixed:
		return max(own, leastGap)
	}
	// What is quicker by itself, as the rain of cards at the end of a pop-up video, stays as quick.
	least := min(leastGap, max(before.Hold.Length, b.Lead.Length+b.Typing.Length))
	gap := max(hold, own, least) + b.Pause.scaled(factor)
	for _, act := range b.Acts {
		if act < gap { // nobody does two things at once
			gap = max(gap, act+handsFree+b.Typing.scaled(factor))
		}
	}
	return gap
}

// anchor puts a beat at a time. It is typed before, as far as there is time.
func (p planner) anchor(moments []Moment, i int, at time.Duration, factor float64) {
	b := p.beats[i]
	begin := p.opts.Intro
	if i > 0 {
		begin = moments[i-1].Whole
	}
	typing := b.Typing.scaled(factor)
	if room := at - begin; !b.Typing.Fixed {
		typing = min(typing, max(room-b.Lead.scaled(factor), room/2))
	}
	m := &moments[i]
	m.Sign, m.At, m.Whole = max(at-typing, begin), at, at+b.Writing.scaled(factor)
	if i > 0 && p.beats[i-1].Played {
		m.Sign = max(m.Sign, min(p.heard(moments, i), at))
	}
	if b.Opens {
		m.Sign, m.At, m.Whole = 0, 0, p.opts.Intro
	}
}

// finish adds what comes behind the last beat.
func (plan *Plan) finish(p planner, factor float64) {
	plan.Rest = p.opts.Intro
	if last := len(p.beats) - 1; last >= 0 {
		plan.Rest = max(plan.Moments[last].Whole+p.beats[last].Hold.scaled(factor), p.spoken(plan.Moments, last+1, factor))
	}
	length := plan.Rest + p.opts.Outro.scaled(factor)
	if p.opts.Loop {
		length += LoopTime
	}
	plan.end(p, length)
}

// end sets the length of the video, and notes when the moment of each beat ends.
func (plan *Plan) end(p planner, length time.Duration) {
	plan.Length, plan.Back = length, length
	if p.opts.Loop {
		plan.Back -= LoopTime
	}
	for i := range plan.Moments {
		plan.Moments[i].Next = plan.Back
		if i+1 < len(plan.Moments) {
			plan.Moments[i].Next = plan.Moments[i+1].At
		}
	}
}

// scaled is the span's length at a factor.
func (s Span) scaled(factor float64) time.Duration {
	if s.Fixed || factor == 1 {
		return s.Length
	}
	return time.Duration(float64(s.Length) * factor)
}

// fixed is what the payload gives of the span.
func (s Span) fixed() time.Duration {
	if s.Fixed {
		return s.Length
	}
	return 0
}
