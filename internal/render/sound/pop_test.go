package sound_test

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/sound"
)

func at(ms ...int) (onsets []time.Duration) {
	for _, m := range ms {
		onsets = append(onsets, time.Duration(m)*time.Millisecond)
	}
	return onsets
}

// popSamples returns a mix of pops alone.
func popSamples(t *testing.T, onsets []time.Duration, length time.Duration) []int16 {
	t.Helper()
	onsets = slices.Sorted(slices.Values(onsets))
	var placed []sound.Placed
	maker := sound.NewMaker(sound.Soft)
	for _, onset := range onsets {
		placed = append(placed, sound.Placed{At: onset, Samples: maker.Effect(sound.Pops)})
	}
	return decode(t, sound.New(sound.Score{Frames: frames(length), Effects: placed}).PCM(t.Context()))
}

func frames(d time.Duration) int { return int(d * sound.Rate / time.Second) }

// decode reads 16-bit samples.
func decode(t *testing.T, pcm io.Reader) []int16 {
	t.Helper()
	data, err := io.ReadAll(pcm)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int16, len(data)/2)
	for i := range out {
		out[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return out
}

// onsets finds where a track becomes loud after a time of silence.
func onsets(samples []int16) (found []time.Duration) {
	const loud, silence = 300, sound.Rate / 50
	last := -silence
	for i, s := range samples {
		if s > loud || s < -loud {
			if i-last >= silence {
				found = append(found, time.Duration(i)*time.Second/sound.Rate)
			}
			last = i
		}
	}
	return found
}

// pitch counts how often a pop crosses zero upwards per second, between 30 and 80 ms after its onset.
func pitch(samples []int16, onset time.Duration) float64 {
	from := int((onset + 30*time.Millisecond) * sound.Rate / time.Second)
	first, last, crossings := 0, 0, 0
	for i := from + 1; i < from+sound.Rate/20; i++ {
		if samples[i-1] < 0 && samples[i] >= 0 {
			if crossings == 0 {
				first = i
			}
			last = i
			crossings++
		}
	}
	return float64(crossings-1) * sound.Rate / float64(last-first)
}

func TestOnsets(t *testing.T) {
	want := at(0, 400, 1000, 1201, 3333)
	track := popSamples(t, append(at(4000, 9000), want...), 4*time.Second)
	if got := len(track); got != 4*sound.Rate {
		t.Errorf("the track has %d samples, want %d", got, 4*sound.Rate)
	}
	got := onsets(track)
	if len(got) != len(want) {
		t.Fatalf("pops at %v, want %v", got, want)
	}
	for i := range want {
		if late := got[i] - want[i]; late < 0 || late > 5*time.Millisecond {
			t.Errorf("pop %d is at %v, want %v", i, got[i], want[i])
		}
	}
}

// The pitch rises from pop to pop, ends a fifth above the first, and stays there.
func TestPitch(t *testing.T) {
	when := at(3000, 0, 500, 1000, 1500, 2000, 2500) // in any order
	track := popSamples(t, when, 4*time.Second)
	slices.Sort(when)
	var pitches []float64
	for _, onset := range when {
		pitches = append(pitches, pitch(track, onset))
	}
	for i := 1; i < 5; i++ {
		if pitches[i] < pitches[i-1]*1.04 {
			t.Errorf("pop %d is no semitone higher than the one before: %.0f Hz", i, pitches)
		}
	}
	for i, p := range pitches[4:] {
		if up := 12 * math.Log2(p/pitches[0]); math.Abs(up-7) > 0.3 {
			t.Errorf("pop %d is %.2f semitones above the first, want 7", i+4, up)
		}
	}
	if pitches[0] < 750 || pitches[0] > 950 {
		t.Errorf("the first pop ends at %.0f Hz, want about 900", pitches[0])
	}
}

// A pop starts and ends in silence and is over after 110 ms.
func TestPopShape(t *testing.T) {
	pop := sound.Pop(0)
	if got := len(pop); got != sound.Rate*110/1000 {
		t.Errorf("%d samples", got)
	}
	energy := func(from, to int) (sum float64) {
		for _, v := range pop[from*sound.Rate/1000 : to*sound.Rate/1000] {
			sum += v * v
		}
		return sum
	}
	if share := energy(0, 60) / energy(0, 110); share < 0.95 {
		t.Errorf("the first 60 ms have %.2f of the energy, want most", share)
	}
	if end := math.Abs(pop[len(pop)-1]); end > 1e-3 {
		t.Errorf("the last sample is %g, so that it clicks", end)
	}
}

func TestPeak(t *testing.T) {
	ceiling := math.Pow(10, -3.0/20) * math.MaxInt16
	peak := func(onsets []time.Duration) (most float64) {
		for _, s := range popSamples(t, onsets, time.Second) {
			most = max(most, math.Abs(float64(s)))
		}
		return most
	}
	one := peak(at(0))
	many := peak(at(0, 1, 2, 3, 3, 3, 3, 10, 10, 20, 21))
	if one < ceiling/2 || one > ceiling || many > ceiling+1 || many < one {
		t.Errorf("one pop peaks at %.0f and many at once at %.0f, want at most %.0f", one, many, ceiling)
	}
}

// A pop at the very end is shortened, not left out.
func TestPopAtEnd(t *testing.T) {
	if got := popSamples(t, at(999), time.Second); got[len(got)-1] == 0 && got[len(got)-10] == 0 {
		t.Error("a pop 1 ms before the end is silent")
	}
}
