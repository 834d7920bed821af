package sound

import "math"

// phases are the filters that find the samples between samples: four for each (ITU-R BS.1770-4, annex 2).
var phases = [4][12]float64{
	{0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
		0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125},
	{-0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
		0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375},
	{-0.0189208984375, 0.0330810546875, -0.0582275390625, 0.1015625, -0.2003173828125, 0.77978515625,
		0.465087890625, -0.16650390625, 0.089111328125, -0.0517578125, 0.029296875, -0.0291748046875},
	{-0.00830078125, 0.014892578125, -0.026611328125, 0.047607421875, -0.102294921875, 0.97216796875,
		0.1373291015625, -0.0594482421875, 0.033203125, -0.0196533203125, 0.010986328125, 0.001708984375},
}

const (
	taps      = len(phases[0])
	peakDelay = taps / 2 // samples from a peak to when the filters show it
)

// peaks finds the true peaks of a channel: those of the curve through its samples.
type peaks struct {
	last [2 * taps]float64 // the last samples, twice, so that any of them begin a row
	at   int
	loud int // how many more samples have one among the last that was not below half of its floor
}

// next returns the true peak around the sample that came peakDelay samples before x, as far as it may be above a floor, which never
// falls; 0 where all of the last samples are far below.
func (p *peaks) next(x, floor float64) float64 {
	p.last[p.at], p.last[p.at+taps] = x, x
	p.at = (p.at + 1) % taps
	if math.Abs(x) >= floor/2 {
		p.loud = taps
	}
	if p.loud == 0 {
		return 0
	}
	p.loud--
	row := p.last[p.at : p.at+taps] // from the oldest
	most := 0.0
	for _, v := range row {
		most = max(most, math.Abs(v))
	}
	if most < floor/2 { // the curve is at most twice as high as the samples around it, but for noise that nobody makes
		return most
	}
	for _, phase := range phases {
		sum := 0.0
		for i, c := range phase {
			sum += c * row[taps-1-i]
		}
		most = max(most, math.Abs(sum))
	}
	return most
}

const (
	window       = Rate / 200             // 5 ms, in which the limiter becomes quieter before a peak
	limiterDelay = peakDelay + window - 1 // samples
	release      = 1 - 1.0/(0.080*Rate)   // it becomes louder again within some 80 ms
)

// limiter keeps the true peaks of stereo sound below a ceiling. What it returns comes limiterDelay samples later.
type limiter struct {
	ceiling float64
	peaks   [2]peaks
	delayed [2][limiterDelay + 1]float64
	n       int     // samples so far
	gain    float64 // after the release

	least []wanted        // gains that may be the least of the window: each is less than those behind it
	gains [window]float64 // of the window, to be averaged
	sum   float64         // of them
}

// wanted is the gain that a peak needs, and the sample at which it was found.
type wanted struct {
	n    int
	gain float64
}

func newLimiter(ceiling float64) *limiter {
	l := &limiter{ceiling: ceiling, gain: 1, sum: window}
	for i := range l.gains {
		l.gains[i] = 1
	}
	return l
}

// next takes a sample of each channel and returns those that came limiterDelay samples before.
func (l *limiter) next(left, right float64) (float64, float64) {
	l.want(min(1, l.ceiling/max(l.peaks[0].next(left, l.ceiling), l.peaks[1].next(right, l.ceiling), l.ceiling)))
	l.gain = min(l.least[0].gain, 1-(1-l.gain)*release)
	slot := l.n % window
	l.sum += l.gain - l.gains[slot]
	l.gains[slot] = l.gain
	gain := min(1, l.sum/window)
	in, out := l.n%(limiterDelay+1), (l.n+1)%(limiterDelay+1)
	l.delayed[0][in], l.delayed[1][in] = left, right
	l.n++
	return l.delayed[0][out] * gain, l.delayed[1][out] * gain
}

// want notes the gain that the newest peak needs, and forgets those that have left the window.
func (l *limiter) want(gain float64) {
	for len(l.least) > 0 && l.least[len(l.least)-1].gain >= gain {
		l.least = l.least[:len(l.least)-1]
	}
	l.least = append(l.least, wanted{l.n, gain})
	if l.least[0].n <= l.n-window {
		l.least = l.least[1:]
	}
}
