//go:build linux

package encode_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"mockup/internal/render/encode"
)

// chat draws the frames of a phone's chat: bubbles with lines of text on a gradient, of which ten frames in 68 scroll.
// Only the 110 different ones of 750 are kept; the others are the same slices again.
func chat(v encode.Video) (frames [][]byte) {
	top := 0
	for n := range v.Frames {
		if step := n % 68; step >= 10 && n > 0 {
			frames = append(frames, frames[n-1])
			continue
		}
		top += 60 - 6*(n%68)
		frame := make([]byte, v.FrameSize())
		for y := range v.Height {
			for x := range v.Width {
				frame[y*v.Width+x] = chatLuma(x, y+top, v)
			}
		}
		chroma := frame[v.Width*v.Height : v.Width*v.Height*3/2]
		for i := range chroma {
			chroma[i] = byte(110 + 30*(i%(v.Width/2))/v.Width)
		}
		frames = append(frames, frame)
	}
	return frames
}

func chatLuma(x, y int, v encode.Video) byte {
	switch row := y % 220; {
	case row < 30 || x < 40 || x > v.Width-200:
		return byte(180 + 40*x/v.Width) // the wallpaper
	case row%44 > 14 && row%44 < 36 && x > 70 && x < v.Width-230 && (x*7919+y/44*104729)/11%3 != 0:
		return 40 // strokes of letters
	}
	return 235 // a bubble
}

// cpu is the processor time of this process and of the children it has waited for.
func cpu() (total time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return total
}

// BenchmarkEncode encodes 25 seconds of a chat.
func BenchmarkEncode(b *testing.B) {
	for _, quality := range []encode.Quality{encode.Draft, encode.Standard, encode.High} {
		b.Run(string(quality), func(b *testing.B) {
			v := encode.Video{Width: 804, Height: 1748, FPS: 30, Frames: 750, Quality: quality}
			frames := chat(v)
			path := filepath.Join(b.TempDir(), "out")
			before, size := cpu(), int64(0)
			for b.Loop() {
				e, err := encode.Start(b.Context(), encode.Options{}, v, path)
				if err != nil {
					b.Fatal(err)
				}
				for _, frame := range frames {
					if err := e.Write(frame, 1); err != nil {
						b.Fatal(err)
					}
				}
				info, err := e.Close()
				if err != nil {
					b.Fatal(err)
				}
				size = info.Size
			}
			b.ReportMetric(float64(v.Frames*b.N)/b.Elapsed().Seconds(), "frames/s")
			b.ReportMetric((cpu()-before).Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
