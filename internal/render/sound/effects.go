package sound

import (
	"math"
	"math/rand/v2"
)

// Kind is what a sound stands for.
type Kind string

// The kinds of sounds.
const (
	Sent     Kind = "sent"     // the sender's message goes off
	Received Kind = "received" // somebody else's message comes
	React    Kind = "react"    // somebody reacts to a message
	Call     Kind = "call"     // a call that was missed or has ended comes into a conversation
	Notice   Kind = "notice"   // a line of the app comes into a conversation
	Key      Kind = "key"      // a key of the keyboard is pressed
	Chime    Kind = "chime"    // a notification comes
	Tap      Kind = "tap"      // a slide of a story gives way to the next
	Prompt   Kind = "prompt"   // a prompt goes to an assistant
	Done     Kind = "done"     // an assistant has finished its answer
	Pops     Kind = "pops"     // a card pops up; each pop is a little higher than the one before
)

// Timbre is the colour of the sounds of an app.
type Timbre string

// The timbres.
const (
	Soft   Timbre = "soft"   // round tones
	Bright Timbre = "bright" // small bells
	Wood   Timbre = "wood"   // bars of wood
	Drop   Timbre = "drop"   // drops of water
)

// partial is a part of a tone: its pitch, loudness and length, compared to the tone.
type partial struct{ pitch, level, length float64 }

// shape is how the tones of a timbre sound. Times are seconds.
type shape struct {
	partials []partial
	attack   float64
	decay    float64 // time constant
	bend     float64 // the pitch at which a tone begins, compared to where it goes within some hundredths
}

func (t Timbre) shape() shape {
	switch t {
	case Bright:
		return shape{[]partial{{1, 1, 1}, {2.76, 0.3, 0.6}, {5.4, 0.1, 0.35}}, 0.0015, 0.09, 1}
	case Wood:
		return shape{[]partial{{1, 1, 1}, {3.93, 0.4, 0.2}, {9.2, 0.12, 0.1}}, 0.001, 0.055, 1}
	case Drop:
		return shape{[]partial{{1, 1, 1}, {2, 0.12, 0.5}}, 0.002, 0.05, 0.6}
	}
	return shape{[]partial{{1, 1, 1}, {2, 0.16, 0.6}, {3, 0.04, 0.4}}, 0.005, 0.085, 1}
}

// note is one tone of an effect. Times are seconds and pitches hertz.
type note struct {
	at, pitch float64
	glide     float64 // the pitch that it goes to; 0: it stays
	level     float64
	length    float64 // compared to a tone of its timbre
}

// The time constants of a glide, and of the bend at the beginning of a tone.
const (
	glideTime = 0.035
	bendTime  = 0.015
)

// toneLength is the length of a tone, in time constants of its decay.
const toneLength = 5

// score is the tones of an effect, and its peak, at most 0.56, which is -5 dBFS.
type score struct {
	peak  float64
	notes []note
}

// score returns the tones of an effect. No two timbres have the same intervals, and none has those of an app.
func (t Timbre) score(k Kind) score {
	base := map[Timbre]float64{Soft: 622, Bright: 932, Wood: 466, Drop: 554}[t]
	second := map[Timbre]float64{Soft: 5.0 / 4, Bright: 3.0 / 2, Wood: 5.0 / 6, Drop: 4.0 / 3}[t]
	switch k {
	case Sent:
		return score{0.40, []note{{0, base, base * 1.9, 1, 0.5}}}
	case Received:
		return score{0.44, []note{{0, base * 1.2, 0, 0.8, 0.9}, {0.095, base * 1.2 * second, 0, 1, 1.2}}}
	case React:
		return score{0.26, []note{{0, base * 1.7, 0, 0.8, 0.3}, {0.05, base * 1.7 * second, 0, 1, 0.35}}}
	case Call:
		return score{0.38, []note{{0, base * 1.1, 0, 0.9, 1.2}, {0.15, base * 0.85, 0, 1, 1.5}, {0.30, base * 0.85, 0, 0.7, 1.5}}}
	case Notice:
		return score{0.22, []note{{0, base * 0.75, base * 0.7, 1, 0.45}}}
	case Chime:
		return score{0.48, []note{{0, base, 0, 0.7, 2}, {0.11, base * second, 0, 0.8, 2.3}, {0.24, base * second * second, 0, 1, 2.6}}}
	case Tap:
		return score{0.18, []note{{0, base * 1.6, 0, 1, 0.16}}}
	case Prompt:
		return score{0.32, []note{{0, base * 0.8, base * 1.2, 1, 0.5}}}
	}
	return score{0.36, []note{{0, base * 0.9, 0, 1, 1.8}, {0.03, base * 1.35, 0, 0.6, 2}}} // Done
}

// Maker makes the effects of a video, each distinct one once.
type Maker struct {
	timbre Timbre
	made   map[Kind]int // how many of each kind
	known  map[variant][]float64
}

// variant is a kind, and which of its sounds.
type variant struct {
	kind Kind
	nth  int
}

// NewMaker returns what makes the effects of an app.
func NewMaker(t Timbre) *Maker {
	return &Maker{timbre: t, made: map[Kind]int{}, known: map[variant][]float64{}}
}

// Effect returns the samples of the next effect of a kind. Keys that follow each other differ a little, and each of the
// first pops is higher than the one before. The peak is at most -5 dBFS, that of a pop -3 dBFS.
func (m *Maker) Effect(k Kind) []float64 {
	v := variant{kind: k}
	switch k {
	case Pops:
		v.nth = min(m.made[k], len(scale())-1)
	case Key:
		v.nth = m.made[k] % keyKinds
	}
	m.made[k]++
	if m.known[v] == nil {
		m.known[v] = v.samples(m.timbre)
	}
	return m.known[v]
}

func (v variant) samples(t Timbre) []float64 {
	switch v.kind {
	case Pops:
		return Pop(scale()[v.nth])
	case Key:
		return key(v.nth)
	}
	s, shape := t.score(v.kind), t.shape()
	seconds := 0.0
	for _, n := range s.notes {
		seconds = max(seconds, n.at+toneLength*shape.decay*n.length)
	}
	out := make([]float64, int(seconds*Rate))
	for _, n := range s.notes {
		n.add(out, shape)
	}
	normalise(out, s.peak)
	return out
}

// add adds a tone to an effect.
func (n note) add(to []float64, s shape) {
	from := int(n.at * Rate)
	decay := s.decay * n.length
	phase := 0.0
	for i := range to[from:] {
		at := float64(i) / Rate
		pitch := n.pitch * (1 - (1-s.bend)*math.Exp(-at/bendTime))
		if n.glide > 0 {
			pitch *= 1 + (n.glide/n.pitch-1)*(1-math.Exp(-at/glideTime))
		}
		phase += 2 * math.Pi * pitch / Rate
		rise := 1.0
		if at < s.attack {
			rise = (1 - math.Cos(math.Pi*at/s.attack)) / 2
		}
		for _, p := range s.partials {
			to[from+i] += n.level * rise * p.level * math.Sin(p.pitch*phase) * math.Exp(-at/(decay*p.length))
		}
	}
}

// normalise scales samples to a peak, and fades their end to zero, so that it does not click.
func normalise(samples []float64, peak float64) {
	most := 0.0
	for _, v := range samples {
		most = max(most, math.Abs(v))
	}
	const fade = Rate / 200
	for i := range samples {
		samples[i] *= peak / most * min(1, float64(len(samples)-1-i)/fade)
	}
}

// The shape of a key: a click of filtered noise of some 8 ms, and the low knock of a finger on glass. Seconds and hertz.
const (
	keyLength = 0.030
	keyDecay  = 0.0025
	keyPitch  = 2600.0
	keyKnock  = 190.0
	keyPeak   = 0.15
	keyKinds  = 5 // that take turns
)

// key returns one of the sounds of a key.
func key(nth int) []float64 {
	random := rand.New(rand.NewPCG(3, uint64(nth))) // the same keys every time
	pitch := keyPitch * (0.9 + 0.2*random.Float64())
	peak := keyPeak * (0.8 + 0.2*random.Float64())
	out := make([]float64, int(keyLength*Rate))
	// A resonator of two poles.
	radius := math.Exp(-math.Pi * 1800 / Rate)
	a1, a2 := 2*radius*math.Cos(2*math.Pi*pitch/Rate), -radius*radius
	y1, y2 := 0.0, 0.0
	for i := range out {
		at := float64(i) / Rate
		y := (2*random.Float64()-1)*math.Exp(-at/keyDecay) + a1*y1 + a2*y2
		y1, y2 = y, y1
		out[i] = y + 0.8*math.Sin(2*math.Pi*keyKnock*at)*math.Exp(-at/0.006)
	}
	normalise(out, peak)
	return out
}
