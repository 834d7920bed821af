package sound

import (
	"math/rand/v2"
	"testing"
)

// What is far below the floor is passed over, and nothing else: what is found is what the filters find for each sample.
func TestPeaksAboveAFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var quick, thorough peaks
	const floor = 0.5
	above := 0
	for i := range 20_000 {
		x := (rng.Float64()*2 - 1) * 0.3
		if i/40%3 == 0 {
			x *= 3
		}
		got, want := quick.next(x, floor), thorough.next(x, 0)
		if want > floor && got != want {
			t.Fatalf("sample %d: a peak of %g, want %g", i, got, want)
		}
		if want > floor {
			above++
		}
	}
	if above == 0 {
		t.Error("no peak is above the floor")
	}
}
