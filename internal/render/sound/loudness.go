package sound

import "math"

// biquad is a filter of the second order.
type biquad struct{ b0, b1, b2, a1, a2, z1, z2 float64 }

func (f *biquad) next(x float64) float64 {
	y := f.b0*x + f.z1
	f.z1 = f.b1*x - f.a1*y + f.z2
	f.z2 = f.b2*x - f.a2*y
	return y
}

// weighting returns the two filters that weight a channel as the ear does, at 48 kHz (ITU-R BS.1770-4, tables 1 and 2).
func weighting() [2]biquad {
	return [2]biquad{
		{b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241, a2: 0.73248077421585},
		{b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621},
	}
}

// How loudness is measured (ITU-R BS.1770-4): in blocks of 400 ms, a new one each 100 ms. Those below the absolute gate
// do not count, nor those more than the relative gate below the mean of the others.
const (
	meterStep    = Rate / 10
	stepsOfBlock = 4
	absoluteGate = -70.0 // LUFS
	relativeGate = -10.0 // LU
)

// meter measures the loudness of stereo sound.
type meter struct {
	filters [2][2]biquad // of both channels
	energy  []float64    // of each step that is complete, summed over its samples and channels
	step    float64      // energy of the step that is not
	samples int
}

func newMeter() *meter { return &meter{filters: [2][2]biquad{weighting(), weighting()}} }

// add measures further samples.
func (m *meter) add(left, right []float64) {
	for i := range left {
		for c, x := range [2]float64{left[i], right[i]} {
			y := m.filters[c][1].next(m.filters[c][0].next(x))
			m.step += y * y
		}
		if m.samples++; m.samples%meterStep == 0 {
			m.energy, m.step = append(m.energy, m.step), 0
		}
	}
}

// loudness returns the loudness of all that was added in LUFS; -Inf for silence. What is shorter than a block is measured as
// a whole.
func (m *meter) loudness() float64 {
	if len(m.energy) < stepsOfBlock {
		total := m.step
		for _, e := range m.energy {
			total += e
		}
		return lufs(total / float64(max(m.samples, 1)))
	}
	var blocks []float64 // mean squares
	for i := stepsOfBlock; i <= len(m.energy); i++ {
		total := 0.0
		for _, e := range m.energy[i-stepsOfBlock : i] {
			total += e
		}
		blocks = append(blocks, total/(stepsOfBlock*meterStep))
	}
	return lufs(meanAbove(blocks, lufs(meanAbove(blocks, absoluteGate))+relativeGate))
}

// meanAbove returns the mean of the mean squares whose loudness is above both the absolute gate and another one.
func meanAbove(blocks []float64, gate float64) float64 {
	sum, n := 0.0, 0
	for _, b := range blocks {
		if l := lufs(b); l > absoluteGate && l > gate {
			sum, n = sum+b, n+1
		}
	}
	return sum / float64(max(n, 1))
}

func lufs(meanSquare float64) float64 { return -0.691 + 10*math.Log10(meanSquare) }

// decibels turns a difference in decibels into a factor.
func decibels(db float64) float64 { return math.Pow(10, db/20) }
