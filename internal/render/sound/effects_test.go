package sound_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mockup/internal/render/sound"
)

func kinds() []sound.Kind {
	return []sound.Kind{sound.Sent, sound.Received, sound.React, sound.Call, sound.Notice, sound.Key, sound.Chime, sound.Tap, sound.Prompt, sound.Done}
}

func timbres() []sound.Timbre {
	return []sound.Timbre{sound.Soft, sound.Bright, sound.Wood, sound.Drop}
}

func peak(samples []float64) (most float64) {
	for _, v := range samples {
		most = max(most, math.Abs(v))
	}
	return most
}

// Every effect is heard at once, is below -5 dBFS, ends in silence and is short.
func TestEffects(t *testing.T) {
	ceiling := math.Pow(10, -5.0/20)
	for _, kind := range kinds() {
		for _, timbre := range timbres() {
			maker := sound.NewMaker(timbre)
			for nth := range 6 {
				e := maker.Effect(kind)
				name := fmt.Sprint(kind, " of ", timbre, ", number ", nth)
				if p := peak(e); p > ceiling || p < 0.1 {
					t.Errorf("%s has a peak of %.3f, want 0.1 to %.3f", name, p, ceiling)
				}
				if p := peak(e[:sound.Rate/100]); p < peak(e)/8 {
					t.Errorf("%s is at %.4f within its first 10 ms, want it to be heard", name, p)
				}
				if end := math.Abs(e[len(e)-1]); end > 1e-6 {
					t.Errorf("%s ends with %g, so that it clicks", name, end)
				}
				if len(e) > 2*sound.Rate || kind == sound.Key && len(e) > sound.Rate/20 {
					t.Errorf("%s has %d samples", name, len(e))
				}
			}
		}
	}
}

// Each timbre sounds different, keys sound a little different from each other, and an effect is always the same.
func TestEffectsDiffer(t *testing.T) {
	for _, kind := range []sound.Kind{sound.Sent, sound.Received, sound.React, sound.Call, sound.Notice, sound.Chime, sound.Tap} {
		for i, a := range timbres() {
			one := sound.NewMaker(a).Effect(kind)
			for _, b := range timbres()[i+1:] {
				if slices.Equal(one, sound.NewMaker(b).Effect(kind)) {
					t.Errorf("%s is the same with %s and %s", kind, a, b)
				}
			}
			if !slices.Equal(one, sound.NewMaker(a).Effect(kind)) {
				t.Errorf("%s of %s is another sound each time", kind, a)
			}
		}
	}
	keys := sound.NewMaker(sound.Soft)
	if slices.Equal(keys.Effect(sound.Key), keys.Effect(sound.Key)) {
		t.Error("two keys that follow each other are the same")
	}
}

// The tone of a sent message goes up.
func TestSentRises(t *testing.T) {
	for _, timbre := range timbres() {
		e := sound.NewMaker(timbre).Effect(sound.Sent)
		crossings := func(from, to int) (n int) {
			for i := from*sound.Rate/1000 + 1; i < to*sound.Rate/1000; i++ {
				if e[i-1] < 0 && e[i] >= 0 {
					n++
				}
			}
			return n
		}
		if early, late := crossings(0, 20), crossings(60, 80); timbre != sound.Wood && timbre != sound.Bright && late <= early {
			t.Errorf("%s: %d waves in the first 20 ms, %d from 60 ms on; want more", timbre, early, late)
		}
	}
}
