//go:build unix

package composite

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// chat is a composition of a chat on a phone: bubbles with text between a header and a footer, scrolled by offset(frame).
func chat(frames int, offset func(frame int) float64) *Composition {
	const w, h, top, bottom = 804, 1748, 180, 1600
	comp := &Composition{Width: w, Height: h, Frames: frames}
	wallpaper := image.NewNRGBA(image.Rect(0, 0, w, h))
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range wallpaper.Pix {
		wallpaper.Pix[i] = uint8(200 + rng.IntN(8))
		if i%4 == 3 {
			wallpaper.Pix[i] = 255
		}
	}
	poses := []Pose{At(0, 0)}
	comp.Layers = append(comp.Layers, Layer{Sprite: SpriteOf(wallpaper, wallpaper.Rect)})
	bars := []Pose{At(0, 0), At(0, bottom)}
	y := top
	for i := 0; y < 6000; i++ {
		bw, bh := 300+rng.IntN(280), 70+30*rng.IntN(5)
		comp.Layers = append(comp.Layers, Layer{Sprite: bubble(rng, bw, bh), Clip: image.Rect(0, top, w, bottom)})
		x := 20
		if i%2 == 1 {
			x = w - 20 - bw
		}
		poses = append(poses, At(float64(x), float64(y)))
		y += bh + 14
	}
	white := color.NRGBA{255, 255, 255, 255}
	comp.Layers = append(comp.Layers, Layer{Sprite: flat(w, top, white)}, Layer{Sprite: flat(w, h-bottom, white)})
	comp.Pose = func(n int, p []Pose) {
		copy(p, poses)
		for i := 1; i < len(poses); i++ {
			p[i].Y -= offset(n)
		}
		copy(p[len(poses):], bars)
	}
	return comp
}

// bubble is a rounded box with lines of something like text.
func bubble(rng *rand.Rand, w, h int) *Sprite {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	const radius = 24.0
	for y := range h {
		for x := range w {
			dx := max(radius-float64(x)-0.5, float64(x)+0.5-float64(w)+radius, 0)
			dy := max(radius-float64(y)-0.5, float64(y)+0.5-float64(h)+radius, 0)
			edge := min(max(radius-math.Hypot(dx, dy)+0.5, 0), 1)
			c := color.NRGBA{217, 253, 211, uint8(edge * 255)}
			if y%30 > 12 && x > 24 && x < w-24 && rng.IntN(3) == 0 {
				c.R, c.G, c.B = 20, 20, uint8(rng.IntN(255))
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return SpriteOf(img, img.Rect)
}

// run composes a composition and reports what a frame costs, with what is done once per composition: by the clock, and in
// processor time, which says more on a busy machine.
func run(b *testing.B, comp *Composition) {
	b.Helper()
	start := processorTime(b)
	for b.Loop() {
		if err := Compose(context.Background(), comp, func([]byte, int) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	frames := float64(b.N * comp.Frames)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/frames, "ns/frame")
	b.ReportMetric(float64(processorTime(b)-start)/frames, "cpu-ns/frame")
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func BenchmarkChat(b *testing.B) {
	b.Run("still", func(b *testing.B) { run(b, chat(750, func(int) float64 { return 0 })) })
	b.Run("scroll", func(b *testing.B) { run(b, chat(110, func(n int) float64 { return 10.37 * float64(n) })) })
	b.Run("scroll-whole", func(b *testing.B) { run(b, chat(110, func(n int) float64 { return 11 * float64(n) })) })
	b.Run("scroll-110-of-750", func(b *testing.B) {
		run(b, chat(750, func(n int) float64 { return 10.37 * float64(n/7+min(n%7, 1)) }))
	})
	b.Run("scroll-paint", func(b *testing.B) {
		comp := chat(110, func(n int) float64 { return 10.37 * float64(n) })
		paint := flat(comp.Width, comp.Height, color.NRGBA{0, 100, 250, 255})
		for i := 1; i < len(comp.Layers)-2; i++ {
			comp.Layers[i].Paint = paint
		}
		run(b, comp)
	})
	b.Run("scroll-under-glass", func(b *testing.B) {
		comp := chat(110, func(n int) float64 { return 10.37 * float64(n) })
		header := &comp.Layers[len(comp.Layers)-2]
		header.Backdrop = &Backdrop{Shape: header.Sprite, Blur: 36, Saturate: 1.8, Brightness: 1, Contrast: 1}
		header.Sprite = flat(comp.Width, 180, color.NRGBA{255, 255, 255, 128})
		for i := range comp.Layers {
			comp.Layers[i].Clip = image.Rectangle{}
		}
		run(b, comp)
	})
}

func BenchmarkPopIn(b *testing.B) {
	for _, c := range []struct {
		name  string
		scale float64
		turn  float64
	}{{"fade", 0, 0}, {"scaled", 0.5, 0}, {"turned", 0.5, 6}} {
		b.Run(c.name, func(b *testing.B) {
			comp := chat(60, func(int) float64 { return 0 })
			comp.Layers = append(comp.Layers, Layer{Sprite: bubble(rand.New(rand.NewPCG(1, 1)), 560, 200)})
			still := comp.Pose
			comp.Pose = func(n int, p []Pose) {
				still(n, p)
				t := float64(n+1) / 61
				last := At(100, 700)
				last.Opacity, last.Scale, last.Rotate = t, 1-c.scale*(1-t), c.turn*(1-t)
				last.PivotX, last.PivotY = 0, 200
				p[len(p)-1] = last
			}
			run(b, comp)
		})
	}
}

// BenchmarkCards moves cards of glass over a picture, as notifications on a lock screen.
func BenchmarkCards(b *testing.B) {
	comp := &Composition{Width: 1080, Height: 1920, Frames: 60}
	img := image.NewNRGBA(image.Rect(0, 0, 1080, 1920))
	rng := rand.New(rand.NewPCG(2, 2))
	draw.Draw(img, img.Rect, blobImage(rng, 1080, 1920), image.Point{}, draw.Src)
	comp.Layers = []Layer{{Sprite: SpriteOf(img, img.Rect)}}
	card := bubble(rng, 1000, 200)
	for range 5 {
		comp.Layers = append(comp.Layers, Layer{
			Sprite:   flat(1000, 200, color.NRGBA{255, 255, 255, 60}),
			Backdrop: &Backdrop{Shape: card, Blur: 36, Saturate: 1.8, Brightness: 1, Contrast: 1},
		})
	}
	comp.Pose = func(n int, p []Pose) {
		p[0] = At(0, 0)
		for i := range 5 {
			p[i+1] = At(40, float64(100+300*i)+1.7*float64(n))
		}
	}
	run(b, comp)
}

// BenchmarkSprite makes a sprite the size of a phone's screen and its chroma for two places on the chroma grid.
func BenchmarkSprite(b *testing.B) {
	img := image.NewNRGBA(image.Rect(0, 0, 804, 1748))
	draw.Draw(img, img.Rect, blobImage(rand.New(rand.NewPCG(1, 1)), 804, 1748), image.Point{}, draw.Src)
	b.Run("convert", func(b *testing.B) {
		for b.Loop() {
			SpriteOf(img, img.Rect)
		}
	})
	b.Run("chroma", func(b *testing.B) {
		sprite := SpriteOf(img, img.Rect)
		for b.Loop() {
			sprite.full.halve(0, 0, false)
			sprite.full.halve(0, 1, false)
		}
	})
}

// BenchmarkAlpha scrolls a chat without its wallpaper, for a composition with alpha.
func BenchmarkAlpha(b *testing.B) {
	comp := chat(110, func(n int) float64 { return 10.37 * float64(n) })
	comp.Layers[0].Sprite = flat(2, 2, color.NRGBA{})
	comp.Alpha = true
	run(b, comp)
}
