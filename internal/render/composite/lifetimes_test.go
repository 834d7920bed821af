package composite

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// late makes a sprite late, and counts how often it is loaded.
func late(s *Sprite, loads *int) *Sprite {
	picture := s.pixels
	var out *Sprite
	out = NewSprite(s.Size(), func() error {
		*loads++
		out.pixels = picture
		return nil
	})
	return out
}

// A composition of late sprites shows what one of sprites that are there from the start shows, again and again.
func TestNewSpritesShowTheSame(t *testing.T) {
	for seed := range uint64(40) {
		comp := randomComposition(rand.New(rand.NewPCG(seed, 2)), seed%2 == 0)
		want := frames(t, comp)
		loads := 0
		for i := range comp.Layers {
			l := &comp.Layers[i]
			sprite := l.Sprite
			l.Sprite = late(sprite, &loads)
			if l.Backdrop != nil {
				l.Backdrop.Shape = l.Sprite
			}
			if l.Mask != nil {
				l.Mask = late(l.Mask, &loads)
			}
			if l.Paint != nil {
				l.Paint = late(l.Paint, &loads)
			}
		}
		for range 2 {
			loads = 0
			for n, got := range frames(t, comp) {
				if !bytes.Equal(got, want[n]) {
					t.Fatalf("seed %d: frame %d differs", seed, n)
				}
			}
			if most := 3 * len(comp.Layers); loads > most {
				t.Fatalf("seed %d: %d sprites were loaded, of at most %d", seed, loads, most)
			}
		}
	}
}

// Pictures are held from when they are first seen until they are gone, or rest on others that do.
func TestPicturesAreHeldWhileTheyAreNeeded(t *testing.T) {
	const cards = 20
	comp := &Composition{Width: 64, Height: 64, Frames: 10 * cards}
	loads := 0
	for range cards { // that stay
		comp.Layers = append(comp.Layers, Layer{Sprite: late(flat(20, 20, color.NRGBA{255, 0, 0, 255}), &loads)})
	}
	comp.Layers = append(comp.Layers, Layer{Sprite: flat(1, 1, color.NRGBA{0, 0, 255, 255})}) // that never rests
	for range cards {                                                                         // that go
		comp.Layers = append(comp.Layers, Layer{Sprite: late(flat(20, 20, color.NRGBA{0, 255, 0, 255}), &loads)})
	}
	comp.Pose = func(frame int, poses []Pose) {
		for i := range cards {
			if since := frame - 10*i; since >= 0 {
				poses[i] = At(float64(2*i+min(since, 3)), 9)
			}
			if since := frame - 10*i; since >= 0 && since < 10 {
				poses[cards+1+i] = At(float64(since), 40)
			}
		}
		poses[cards] = At(float64(frame%60), 0)
	}
	most := 0
	counting := *comp
	counting.Pose = func(frame int, poses []Pose) {
		held := 0
		for _, l := range comp.Layers {
			if l.Sprite.load != nil && l.Sprite.pixels != nil {
				held++
			}
		}
		most = max(most, held)
		comp.Pose(frame, poses)
	}
	if err := Compose(context.Background(), &counting, func([]byte, int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if most != 2 || loads != 2*cards {
		t.Errorf("%d pictures were held at once, want one that moves and one that goes; %d were loaded, want %d", most, loads, 2*cards)
	}
}

func TestPicturesThatCannotBeLoaded(t *testing.T) {
	lost := errors.New("lost")
	for want, load := range map[string]func() error{
		"lost": func() error { return lost },
		"composite: a sprite was loaded and has no picture of its size": func() error { return nil },
	} {
		comp := fixed(4, 4, []Layer{{Sprite: NewSprite(image.Pt(2, 2), load)}}, At(0, 0))
		err := Compose(context.Background(), comp, func([]byte, int) error { return nil })
		if _, drawn := Draw(comp, 0); err == nil || err.Error() != want || drawn == nil || drawn.Error() != want {
			t.Errorf("errors %v and %v, want %s", err, drawn, want)
		}
	}
}
