package warp

import (
	"math"
	"sync"
)

const (
	phases     = 32 // positions between two pixels
	weightBits = 6
	weightOne  = 1 << weightBits // what the weights of a pixel add up to

	widthStep = 1. / 16 // of a footprint, pixels
	maxWidth  = 4.      // the filter is not made wider for larger footprints
)

// kernels are the filter's weights along one axis: a windowed sinc as wide as a footprint, of taps pixels. There is a row of them for
// each width, with a kernel for each phase of the first pixel.
type kernels struct {
	taps  int
	lone  [][8]int8   // the weights of each kernel
	lanes [][2]uint64 // the same, of four pixels in the lanes of a word: the highest lane of the product with pixels in lanes is the weighted sum
}

// mostOfFour is the widest footprint for which 4 pixels hold the negative lobes.
const mostOfFour = 1.75

// kernelsFor returns the kernels for footprints up to most pixels. They take 4 ms to compute.
func kernelsFor(most float64) *kernels {
	if most > mostOfFour {
		return eightTaps()
	}
	return fourTaps()
}

var (
	fourTaps  = sync.OnceValue(func() *kernels { return newKernels(4, mostOfFour) })
	eightTaps = sync.OnceValue(func() *kernels { return newKernels(8, maxWidth) })
)

// newKernels makes the kernels for footprints up to most pixels.
func newKernels(taps int, most float64) *kernels {
	k := &kernels{taps: taps}
	for width := range widthIndex(most) + 1 {
		for phase := range taps * phases {
			var lone [8]int8
			var lanes [2]uint64
			copy(lone[:], weights(taps, 1+float64(width)*widthStep, float64(phase)/phases))
			for i, w := range lone {
				lanes[i/4] += uint64(int64(w)) << (16 * (3 - i%4))
			}
			k.lone, k.lanes = append(k.lone, lone), append(k.lanes, lanes)
		}
	}
	return k
}

// widthIndex is the index of the row of kernels for a footprint.
func widthIndex(width float64) int {
	return int((min(max(width, 1), maxWidth)-1)/widthStep + .5)
}

// row is where the kernels for a footprint begin.
func (k *kernels) row(width float64) int { return widthIndex(width) * k.taps * phases }

// place returns the first pixel that a position between 0 and size is filtered from, and the kernel of a row.
func (k *kernels) place(at float64, size int) (first, kernel int) {
	at = min(max(at, .5), float64(size)-.5) - .5 // the pixel's middle
	first = min(max(int(at)-k.taps/2+1, 0), size-k.taps)
	return first, int((at-float64(first))*phases + .5)
}

// fixedBits are those of a position's fraction as a whole number.
const fixedBits = 24

// fixed is a position as a whole number. One that is far off the source is held where it fits.
func fixed(at float64) int64 {
	const far = 1 << 30
	if at > -far && at < far {
		return int64(at * (1 << fixedBits))
	}
	return int64(min(max(at, -far), far) * (1 << fixedBits))
}

// placeFixed is place for a position as a whole number.
func (k *kernels) placeFixed(at int64, size int) (first, kernel int) {
	const half = 1 << (fixedBits - 1)
	at = min(max(at-half, 0), int64(size-1)<<fixedBits)
	first = min(max(int(at>>fixedBits)-k.taps/2+1, 0), size-k.taps)
	return first, int((at-int64(first)<<fixedBits)*phases+half) >> fixedBits
}

// weights returns the weights of the pixels 0 to taps-1 for a position among them. They add up to weightOne.
func weights(taps int, width, at float64) []int8 {
	exact := make([]float64, taps)
	sum := 0.
	for i := range exact {
		x := math.Abs(float64(i) - at)
		if reach := float64(taps) / 2; x < reach {
			exact[i] = sinc(x/width) * sinc(x/reach)
		}
		sum += exact[i]
	}
	whole := make([]int8, taps)
	left, largest := weightOne, 0
	for i := range exact {
		whole[i] = int8(math.Round(exact[i] / sum * weightOne))
		left -= int(whole[i])
		if whole[i] > whole[largest] {
			largest = i
		}
	}
	whole[largest] += int8(left)
	return whole
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}
