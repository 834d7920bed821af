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

// track is a part of the mix. It adds its samples from one frame on to those of both channels.
type track interface {
	add(from int, left, right []float64)
}

// effectBeside is how much quieter effects are than they are made where there are voices, in dB, so that voices are understood and
// decide how loud the whole is. The loudest effect is made some 3 dB louder than a voice.
const effectBeside = -12.0

// effects is the track of the effects. Where several are heard at once, they stay below -3 dBFS.
type effects struct {
	placed  []Placed  // in order of time
	gains   []float64 // of each
	longest int       // samples of the longest one
}

func newEffects(placed []Placed, spoken []Voice, music *Music) *effects {
	e := &effects{placed: slices.Clone(placed)}
	slices.SortStableFunc(e.placed, func(a, b Placed) int { return int(a.At - b.At) })
	beside, below := 1.0, decibels(effectBeside)
	if music != nil || len(spoken) > 0 {
		beside = decibels(between(e.placed, spoken, music))
	}
	for _, p := range e.placed {
		e.longest = max(e.longest, len(p.Samples))
		gain := beside
		if p.meets(spoken) {
			gain = min(beside, below)
		}
		e.gains = append(e.gains, gain)
	}
	return e
}

// between returns how much quieter effects between voices are than they are made, in dB. It is the same for all, so that a key stays
// much quieter than a message. Above music the loudest one is as loud as the music at least, as long as it does not become louder
// than it is made.
func between(placed []Placed, spoken []Voice, music *Music) float64 {
	if music == nil {
		return effectBeside
	}
	known := map[*float64]bool{} // by the first sample: equal effects share their samples
	loudest := math.Inf(-1)
	for _, p := range placed {
		if !known[&p.Samples[0]] && !p.meets(spoken) {
			known[&p.Samples[0]] = true
			loudest = max(loudest, p.loudness())
		}
	}
	return min(0, max(effectBeside, music.loudness()-loudest))
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

func (e *effects) add(from int, left, right []float64) {
	sum := make([]float64, len(left))
	first, _ := slices.BinarySearchFunc(e.placed, from-e.longest, func(p Placed, at int) int { return samples(p.At) - at })
	for n, p := range e.placed[first:] {
		begin := samples(p.At) - from
		if begin >= len(sum) {
			break
		}
		for i := max(0, -begin); i < len(p.Samples) && begin+i < len(sum); i++ {
			sum[begin+i] += p.Samples[i] * e.gains[first+n]
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

func (v *voices) add(from int, left, right []float64) {
	for n, voice := range v.clips {
		begin, frames := samples(voice.At)-from, voice.Clip.Frames()
		for i := max(0, -begin); i < frames && begin+i < len(left); i++ {
			l, r := voice.Clip.at(i)
			gain := v.gains[n] * slope(float64(min(i, frames-1-i))/voiceFade)
			left[begin+i] += l * gain
			right[begin+i] += r * gain
		}
	}
}

// music is the track of the soundtrack.
type music struct {
	Music
	gain   float64
	ducked curve // the gain that what is heard above the music leaves to it; nil: 1
	length int   // of the whole mix, at whose end it is faded out
}

// Lengths in samples.
const (
	fadeIn   = Rate / 100 // a file may begin loud, which would click
	fadeOut  = 2 * Rate   // shorter in a short video
	fadeEdge = Rate / 50  // at the end of music that does not begin again
	seam     = Rate / 100 // after which music that begins again is as in its file
)

func (m *music) add(from int, left, right []float64) {
	frames := m.Clip.Frames()
	fade := min(fadeOut, m.length/4)
	for i := range left {
		frame := from + i
		gain := m.gain * m.ducked.at(frame) * slope(float64(frame)/fadeIn) * slope(float64(m.length-frame)/float64(max(fade, 1)))
		if !m.Loop {
			if frame >= frames {
				return
			}
			gain *= slope(float64(frames-frame) / fadeEdge)
		}
		l, r := m.at(frame)
		left[i] += l * gain
		right[i] += r * gain
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
	duckStep    = Rate / 100
	duckVoice   = -9.0 // dB, while somebody speaks
	duckEffect  = -5.0 // dB, while an effect is heard
	duckBefore  = 0.20 // seconds in which it becomes quieter, before
	duckAfter   = 0.60 // seconds in which it becomes louder again
	duckPatient = 1.00 // seconds that it stays quiet, since more may follow: music that goes up and down for a second is heard to do so
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
		dip(c, v.At, v.Clip.Length(), -1)
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
	depth := newCurve(length) // dB
	for _, p := range placed {
		dip(depth, p.At, p.length(), duckEffect)
	}
	for _, v := range spoken {
		dip(depth, v.At, v.Clip.Length(), duckVoice)
	}
	track.ducked = newCurve(length)
	for i, db := range depth {
		track.ducked[i] = decibels(db)
	}
	return track
}

// dip lowers a curve by so much, from a moment on for a time.
func dip(depth curve, at, length time.Duration, by float64) {
	begin, end := at.Seconds(), (at+length).Seconds()+duckPatient
	const step = float64(duckStep) / Rate
	for i := max(0, int((begin-duckBefore)/step)); i < len(depth) && float64(i)*step <= end+duckAfter; i++ {
		now := float64(i) * step
		part := min(slope((now-begin)/duckBefore+1), slope((end-now)/duckAfter+1))
		depth[i] = min(depth[i], by*part)
	}
}
