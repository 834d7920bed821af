//go:build unix

package phone

import (
	"image"
	"image/color"
	"syscall"
	"testing"
	"time"
)

// BenchmarkShot draws the frames of an orbit in a picture of 1080x1920. The processor's time says more on a busy machine.
func BenchmarkShot(b *testing.B) {
	path := NamedPath("orbit", time.Second, false)
	sight := path.Extent()
	size, scale := image.Pt(1080, 1920), 1080/float64(sight.Width)
	place := ShotPlace{
		Finish: Finish{Color: "black"}, Size: size, Scale: scale, ScreenScale: scale, Far: sight.Far,
		Middle: [2]float64{-sight.Left * scale, (1920-float64(sight.Height)*scale)/2 - sight.Top*scale},
	}
	bodies := NewBodies(Options{})
	defer bodies.Close()
	shot, err := bodies.Shot(b.Context(), place, image.NewUniform(color.White))
	if err != nil {
		b.Fatal(err)
	}
	began, frame := processorTime(b), 0
	for b.Loop() {
		shot.See(path.At(time.Duration(frame%30) * time.Second / 30))
		frame++
	}
	b.ReportMetric(float64(processorTime(b)-began)/float64(b.N), "cpu-ns/frame")
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
