package encode

import (
	"testing"
	"time"
)

// ffmpeg stalls where it is waited for and nothing moves: neither frames nor the file.
func TestStall(t *testing.T) {
	began := time.Now()
	for name, test := range map[string]struct {
		look  func(n int64) progress
		stuck bool
	}{
		"nothing":      {func(int64) progress { return progress{taken: 3} }, true},
		"takes frames": {func(n int64) progress { return progress{taken: n / 5} }, false},
		"encodes":      {func(n int64) progress { return progress{taken: 3, encoded: n / 5} }, false},
		"writes":       {func(n int64) progress { return progress{size: n / 5} }, false},
		"writes again": {func(n int64) progress {
			return progress{size: 9, modified: began.Add(time.Duration(n/5) * time.Second)}
		}, false},
		"stops after 40": {func(n int64) progress { return progress{taken: min(n, 40)} }, true},
	} {
		var s stall
		stuck := false
		for n := range int64(60) {
			stuck = stuck || s.look(test.look(n), true)
		}
		if stuck != test.stuck {
			t.Errorf("%s: stalled %v, want %v", name, stuck, test.stuck)
		}
	}
	var s stall
	for n := range 60 {
		if awaited := n%9 != 0; s.look(progress{}, awaited) {
			t.Fatal("stalled while nobody waited all the time")
		}
	}
}
