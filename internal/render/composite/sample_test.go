package composite

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows that are stretched eight pixels at once become what they become pixel by pixel.
func TestStretchRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		step := 1 + rng.Int64N(3*unit)
		got := make([]byte, rng.IntN(60))
		pos := rng.Int64N(2 * unit)
		src := patchyRow(rng, int((pos+int64(len(got))*step)>>16+9)/4)[:(pos+int64(max(len(got)-1, 0))*step)>>16+2]
		want := slices.Clone(got)
		stretch(want, src, pos, step)
		if stretchRow(got, src, pos, step); !slices.Equal(got, want) {
			t.Fatalf("from %d by %d: %v\nis stretched to %v\nwant            %v", pos, step, src, got, want)
		}
	}
}

// What counts as opaque of a scaled sprite's row is opaque, and of a sprite with an opaque middle something does.
func TestScaledRowsKnowWhatIsOpaque(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	frame, opaque := newPicture(100, 80, false), 0
	for range 500 {
		layer := Layer{Sprite: blob(rng, 2+rng.IntN(60), 2+rng.IntN(60)), Clip: image.Rect(rng.IntN(20), 0, 60+rng.IntN(40), 80)}
		pose := At(80*rng.Float64()-20, 60*rng.Float64()-20)
		pose.Scale = 0.3 + 2*rng.Float64()
		p := layer.place(&pose, image.Rect(0, 0, 100, 80))
		b := brush{dst: &frame.bands[0], rect: p.bounds, box: p.box, opacity: p.opacity, scratch: &scratch{}}
		if b.src, b.sampler = samplerFor(layer.Sprite, full, &p); b.sampler.motion != scaled {
			continue
		}
		for y := b.rect.Min.Y; y < b.rect.Max.Y; y++ {
			if b.drawRow(y); b.solid >= b.solidEnd {
				continue
			}
			opaque += b.solidEnd - b.solid
			if alpha := b.rows[3][b.solid-b.x0 : b.solidEnd-b.x0]; slices.ContainsFunc(alpha, func(a byte) bool { return a != 255 }) {
				t.Fatalf("row %d at scale %g: %d to %d of %v", y, pose.Scale, b.solid-b.x0, b.solidEnd-b.x0, b.rows[3][:b.x1-b.x0])
			}
		}
	}
	if opaque == 0 {
		t.Error("nothing was opaque")
	}
}
