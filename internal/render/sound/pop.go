package sound

import (
	"math"
	"math/rand/v2"
)

// The shape of a pop, in hertz and seconds. A bubble's ring rises as it shrinks: the pitch sweeps from low to high
// within the first hundredths, while the loudness already falls.
const (
	popLow    = 400.0
	popHigh   = 900.0
	popSweep  = 0.018 // time constant of the sweep
	popAttack = 0.002
	popDecay  = 0.024 // time constant of the fall
	popFade   = 0.015 // the end is faded to zero, so that it does not click
	popLength = 0.110
	popPeak   = 0.60
)

// Pop returns one pop of 110 ms, the given number of semitones above the lowest. Samples lie within ±0.7.
func Pop(semitones float64) []float64 {
	up := math.Exp2(semitones / 12)
	out := make([]float64, int(popLength*Rate))
	noise := rand.New(rand.NewPCG(1, 2)) // the same click every time
	for i := range out {
		t := float64(i) / Rate
		// The integral of a pitch that goes from low to high exponentially.
		phase := 2 * math.Pi * up * (popHigh*t + (popHigh-popLow)*popSweep*(math.Exp(-t/popSweep)-1))
		tone := math.Sin(phase) + 0.12*math.Sin(2*phase)
		click := (2*noise.Float64() - 1) * 0.10 * math.Exp(-t/0.0012)
		out[i] = popPeak * (envelope(t)*tone + click*min(1, (popLength-t)/popFade))
	}
	return out
}

// envelope is the loudness of a pop's tone t seconds after its onset, between 0 and 1.
func envelope(t float64) float64 {
	rise := 1.0
	if t < popAttack {
		rise = (1 - math.Cos(math.Pi*t/popAttack)) / 2
	}
	return rise * math.Exp(-t/popDecay) * min(1, (popLength-t)/popFade)
}

// limit does not change quiet samples and compresses louder ones, so that pops that overlap stay below -3 dBFS and do not
// clip.
func limit(v float64) float64 {
	const knee, ceiling = 0.55, 0.7079 // 10^(-3/20)
	loud := math.Abs(v)
	if loud <= knee {
		return v
	}
	return math.Copysign(knee+(ceiling-knee)*math.Tanh((loud-knee)/(ceiling-knee)), v)
}

// scale returns how many semitones each pop lies above the first: the first five steps of a major scale. Later pops have
// the last one.
func scale() []float64 { return []float64{0, 2, 4, 5, 7} }
