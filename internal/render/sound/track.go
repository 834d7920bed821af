// Package sound computes the sound of videos: effects, which are made here, so that no recording has to be shipped or
// licensed, and their mix with voices and music. The same video always sounds the same.
//
//	Effect   makes the samples of an effect
//	Score    says what is heard when
//	New      mixes a score
package sound

import (
	"math"
	"slices"
	"time"
)

// Rate is the number of samples per second. Opus knows no higher one.
const Rate = 48000

// samples is how many samples fit into d.
func samples(d time.Duration) int { return int(max(d, 0) * Rate / time.Second) }

// Placed is an effect and when it begins.
type Placed struct {
	At      time.Duration
	Samples []float64
}

func (p Placed) length() time.Duration { return time.Duration(len(p.Samples)) * time.Second / Rate }

// Clip is recorded sound of Rate samples a second.
type Clip struct {
	Channels int     // 1, or 2, whose samples take turns
	Samples  []int16 // little memory: a minute takes 5.8 MB a channel
}

// Frames is the number of samples of each channel.
func (c *Clip) Frames() int { return len(c.Samples) / c.Channels }

// Length is how long the clip is.
func (c *Clip) Length() time.Duration { return time.Duration(c.Frames()) * time.Second / Rate }

// at returns a sample of both channels; those of a clip with one channel are equal.
func (c *Clip) at(frame int) (left, right float64) {
	first := frame * c.Channels
	return float64(c.Samples[first]) / math.MaxInt16, float64(c.Samples[first+c.Channels-1]) / math.MaxInt16
}

// loudness is that of the clip played in stereo, in LUFS.
func (c *Clip) loudness() float64 {
	m := newMeter()
	left, right := make([]float64, 1), make([]float64, 1)
	for i := range c.Frames() {
		left[0], right[0] = c.at(i)
		m.add(left, right)
	}
	return m.loudness()
}

// Voice is a spoken clip and when it begins.
type Voice struct {
	At   time.Duration
	Clip *Clip
}

// Music is a clip that lies below everything else.
type Music struct {
	Clip   *Clip
	Volume float64 // loudness compared to a voice, above 0: 1 is as loud
	Loop   bool    // it begins again when it ends
	Duck   bool    // it becomes quieter while something else is heard
}

// loudness is that of the music where nothing else is heard, in LUFS, in relation to voices of Loudness.
func (m *Music) loudness() float64 { return Loudness + 20*math.Log10(m.Volume) }

// track is a part of the mix. It adds its samples from one frame on to those of both channels, at a level of the mix.
type track interface {
	add(l level, from int, left, right []float64)
}

const (
	// effectBelow is how much quieter effects are than they are made while somebody speaks, as a factor: 12 dB. The loudest one is made
	// some 3 dB louder than a voice.
	effectBelow = 0.25

	// mostLifted is how much louder than they are made effects may become above music, as a factor: 6 dB.
	mostLifted = 2
)

// effects is the track of the effects. Where several are heard at once, they stay below -3 dBFS.
type effects struct {
	placed  []Placed // in order of time
	spoken  []bool   // of each: somebody speaks meanwhile
	longest int      // samples of the longest one
	loudest float64  // loudness of the loudest one over which nobody speaks, in LUFS, as it is made
	music   *Music   // nil: none
}

func newEffects(placed []Placed, spoken []Voice, music *Music) *effects {
	e := &effects{placed: slices.Clone(placed), music: music, loudest: math.Inf(-1)}
	slices.SortStableFunc(e.placed, func(a, b Placed) int { return int(a.At - b.At) })
	known := map[*float64]bool{} // by the first sample: equal effects share their samples
	for _, p := range e.placed {
		e.longest = max(e.longest, len(p.Samples))
		meets := p.meets(spoken)
		e.spoken = append(e.spoken, meets)
		if music != nil && !meets && !known[&p.Samples[0]] {
			known[&p.Samples[0]] = true
			e.loudest = max(e.loudest, p.loudness())
		}
	}
	return e
}

// lift is how much louder effects are than they are made while nobody speaks: so much that the loudest one is as loud as the music. It is
// the same for all, so that a key stays much quieter than a message.
func (e *effects) lift(l level) float64 {
	if e.music == nil {
		return 1
	}
	return max(1, min(decibels(e.music.loudness()-e.loudest)*l.rest, mostLifted))
}

// meets reports whether somebody speaks while an effect is heard.
func (p Placed) meets(spoken []Voice) bool {
	end := p.At + p.length()
	return slices.ContainsFunc(spoken, func(v Voice) bool { return v.At < end && p.At < v.At+v.Clip.Length() })
}

// loudness is that of the loudest 50 ms of an effect, in LUFS, as it is made.
func (p Placed) loudness() float64 {
	const span = Rate / 20
	filters := weighting()
	energy := make([]float64, len(p.Samples)+span) // of the samples so far
	sum, most := 0.0, 0.0
	for i, x := range p.Samples {
		y := filters[1].next(filters[0].next(x))
		sum += 2 * y * y
		energy[i+span] = sum
		most = max(most, sum-energy[i])
	}
	return lufs(most / span)
}

func (e *effects) add(l level, from int, left, right []float64) {
	sum, lift := make([]float64, len(left)), e.lift(l)
	first, _ := slices.BinarySearchFunc(e.placed, from-e.longest, func(p Placed, at int) int { return samples(p.At) - at })
	for n, p := range e.placed[first:] {
		begin := samples(p.At) - from
		if begin >= len(sum) {
			break
		}
		gain := lift
		if e.spoken[first+n] {
			gain = effectBelow * l.spoken
		}
		for i := max(0, -begin); i < len(p.Samples) && begin+i < len(sum); i++ {
			sum[begin+i] += p.Samples[i] * gain
		}
	}
	for i, v := range sum {
		v = limit(v)
		left[i] += v
		right[i] += v
	}
}

// voices is the track of the spoken clips, which are all brought to the same loudness.
type voices struct {
	clips []Voice
	gains []float64
}

// mostVoiceGain bounds how much louder a quiet recording becomes, so that its noise does not.
const mostVoiceGain = 20.0 // dB

func newVoices(clips []Voice) *voices {
	v := &voices{clips: clips}
	known := map[*Clip]float64{}
	for _, voice := range clips {
		gain, done := known[voice.Clip]
		if !done {
			gain = decibels(min(Loudness-voice.Clip.loudness(), mostVoiceGain))
			known[voice.Clip] = gain
		}
		v.gains = append(v.gains, gain)
	}
	return v
}

// voiceFade is how many samples at the beginning and the end of a voice are faded: a file that begins or ends with a step clicks.
const voiceFade = Rate / 200

func (v *voices) add(l level, from int, left, right []float64) {
	for n, voice := range v.clips {
		begin, frames := samples(voice.At)-from, voice.Clip.Frames()
		for i := max(0, -begin); i < frames && begin+i < len(left); i++ {
			leftOf, rightOf := voice.Clip.at(i)
			gain := l.spoken * v.gains[n] * slope(float64(min(i, frames-1-i))/voiceFade)
			left[begin+i] += leftOf * gain
			right[begin+i] += rightOf * gain
		}
	}
}

// music is the track of the soundtrack.
type music struct {
	Music
	gain   float64
	ducked curve // the gain that what is heard above the music leaves to it; nil: 1
	spoken curve // 1 while somebody speaks, 0 far from that; nil: nobody does, or it does not give way
	length int   // of the whole mix, at whose end it is faded out
}

// Lengths in samples.
const (
	fadeIn   = Rate / 100 // a file may begin loud, which would click
	fadeOut  = 2 * Rate   // shorter in a short video
	fadeEdge = Rate / 50  // at the end of music that does not begin again
	seam     = Rate / 100 // after which music that begins again is as in its file
)

func (m *music) add(l level, from int, left, right []float64) {
	frames := m.Clip.Frames()
	fade := min(fadeOut, m.length/4)
	for i := range left {
		frame := from + i
		raised := l.rest
		if m.spoken != nil {
			raised += (l.below() - l.rest) * m.spoken.at(frame)
		}
		gain := raised * m.gain * m.ducked.at(frame) * slope(float64(frame)/fadeIn) * slope(float64(m.length-frame)/float64(max(fade, 1)))
		if !m.Loop {
			if frame >= frames {
				return
			}
			gain *= slope(float64(frames-frame) / fadeEdge)
		}
		leftOf, rightOf := m.at(frame)
		left[i] += leftOf * gain
		right[i] += rightOf * gain
	}
}

// at returns a sample of both channels. Where the file begins again it goes on from its last sample, so that a step between its end
// and its beginning does not click; a file whose ends fit is as it is.
func (m *music) at(frame int) (left, right float64) {
	frames := m.Clip.Frames()
	left, right = m.Clip.at(frame % frames)
	if since := frame % frames; frame >= frames && since < seam {
		rest := slope(1 - float64(since)/seam)
		firstLeft, firstRight := m.Clip.at(0)
		lastLeft, lastRight := m.Clip.at(frames - 1)
		left += (lastLeft - firstLeft) * rest
		right += (lastRight - firstRight) * rest
	}
	return left, right
}

// slope goes from 0 at 0 to 1 at 1, and is smooth at both ends.
func slope(x float64) float64 {
	if x <= 0 || x >= 1 { // most of what is heard: neither begins nor ends
		return max(0, min(1, x))
	}
	return (1 - math.Cos(math.Pi*x)) / 2
}

// How music gives way to what is heard above it.
const (
	duckStep   = Rate / 100
	duckVoice  = -9.0 // dB, while somebody speaks
	duckEffect = -3.0 // dB, while an effect is heard
	duckBefore = 0.20 // seconds in which it becomes quieter, before
	duckAfter  = 0.60 // seconds in which it becomes louder again

	// For so long it stays quiet after an effect, since more may follow: music that goes up and down for a second is heard to do so. After
	// a voice a moment is enough.
	duckPatient = time.Second
	duckMoment  = 350 * time.Millisecond
)

// curve has the values of every duckStep samples, to be joined by lines.
type curve []float64

// at returns the value of a frame; 1 for no curve.
func (c curve) at(frame int) float64 {
	if c == nil {
		return 1
	}
	i, part := frame/duckStep, float64(frame%duckStep)/duckStep
	return c[i] + part*(c[i+1]-c[i])
}

// newCurve returns the curve of a mix of so many samples, with the value 0 everywhere.
func newCurve(length int) curve { return make(curve, length/duckStep+2) }

// whileSpoken returns how far what is heard gives way to voices at any time: 1 while somebody speaks, 0 far from that.
func whileSpoken(length int, spoken []Voice) curve {
	c := newCurve(length)
	for _, v := range spoken {
		dip(c, v.At, v.Clip.Length()+duckMoment, -1)
	}
	for i := range c {
		c[i] = -c[i]
	}
	return c
}

// newMusic returns the track of a soundtrack below effects and voices.
func newMusic(m Music, length int, placed []Placed, spoken []Voice) *music {
	track := &music{Music: m, length: length, gain: decibels(Loudness-m.Clip.loudness()) * m.Volume}
	if math.IsInf(track.gain, 0) {
		track.gain = 0 // silence stays silent
	}
	if !m.Duck {
		return track
	}
	if len(spoken) > 0 {
		track.spoken = whileSpoken(length, spoken)
	}
	depth := newCurve(length) // dB
	for _, p := range placed {
		dip(depth, p.At, p.length()+duckPatient, duckEffect)
	}
	for _, v := range spoken {
		dip(depth, v.At, v.Clip.Length()+duckMoment, duckVoice)
	}
	track.ducked = newCurve(length)
	for i, db := range depth {
		track.ducked[i] = decibels(db)
	}
	return track
}

// dip lowers a curve by so much, from a moment on for a time.
func dip(depth curve, at, length time.Duration, by float64) {
	begin, end := at.Seconds(), (at + length).Seconds()
	const step = float64(duckStep) / Rate
	for i := max(0, int((begin-duckBefore)/step)); i < len(depth) && float64(i)*step <= end+duckAfter; i++ {
		now := float64(i) * step
		part := min(slope((now-begin)/duckBefore+1), slope((end-now)/duckAfter+1))
		depth[i] = min(depth[i], by*part)
	}
}
