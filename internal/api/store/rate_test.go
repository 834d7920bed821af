package store

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/schema"
)

func TestAllow(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		allow := func(s *Store, keyID, bucket string, after time.Duration, want Decision) {
			t.Helper()
			got, err := s.Allow(t.Context(), keyID, bucket, 3, time.Minute, noon.Add(after))
			check(t, err)
			want.Limit = 3
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after %v:\n%s", after, diff)
			}
		}
		at := func(after time.Duration) time.Time { return noon.Add(after) }
		second := time.Second
		allow(s, "a", "render", 0, Decision{Allowed: true, Remaining: 2, Reset: at(60 * second)})
		allow(other, "a", "render", 10*second, Decision{Allowed: true, Remaining: 1, Reset: at(60 * second)})
		allow(s, "a", "render", 20*second, Decision{Allowed: true, Reset: at(60 * second)})
		allow(other, "a", "render", 30*second, Decision{Reset: at(60 * second), RetryAfter: 30 * second})
		allow(s, "a", "exports", 30*second, Decision{Allowed: true, Remaining: 2, Reset: at(90 * second)})
		allow(s, "b", "render", 30*second, Decision{Allowed: true, Remaining: 2, Reset: at(90 * second)})
		// A microsecond early is early; the rejected requests did not count.
		allow(s, "a", "render", 60*second-time.Microsecond, Decision{Reset: at(60 * second), RetryAfter: time.Microsecond})
		allow(s, "a", "render", 60*second, Decision{Allowed: true, Reset: at(70 * second)})
		allow(s, "a", "render", 60*second, Decision{Reset: at(70 * second), RetryAfter: 10 * second})
		allow(s, "a", "render", time.Hour, Decision{Allowed: true, Remaining: 2, Reset: at(time.Hour + 60*second)})
		// The clock of another machine is a little behind.
		allow(other, "a", "render", time.Hour-second, Decision{Allowed: true, Remaining: 1, Reset: at(time.Hour + 60*second)})
	})
}

func TestAllowTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		var allowed atomic.Int32
		together(50, func(i int) {
			for range 4 {
				decision, err := processes[i%2].Allow(t.Context(), "a", "render", 60, time.Minute, time.Now())
				if err != nil {
					t.Error(err)
				}
				if decision.Allowed {
					allowed.Add(1)
				}
			}
		})
		if allowed.Load() != 60 {
			t.Errorf("%d of 200 requests were allowed, want 60", allowed.Load())
		}
	})
}

// No span of a minute holds more requests than the limit: compared with a plain log over random requests.
func TestAllowIsExact(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		random := rand.New(rand.NewPCG(1, 2))
		now := noon
		var log []time.Time
		for range 400 {
			now = now.Add(time.Duration(random.IntN(8_000_000)) * time.Microsecond)
			for len(log) > 0 && !log[0].After(now.Add(-time.Minute)) {
				log = log[1:]
			}
			got, err := s.Allow(t.Context(), "a", "render", 12, time.Minute, now)
			check(t, err)
			if want := len(log) < 12; got.Allowed != want {
				t.Fatalf("at %v with %d in the window: allowed %v", now.Sub(noon), len(log), got.Allowed)
			}
			if got.Allowed {
				log = append(log, now)
			} else if reset := log[0].Add(time.Minute); !got.Reset.Equal(reset) {
				t.Fatalf("reset at %v, want %v", got.Reset, reset)
			}
		}
	})
}

func TestUsage(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		eve := time.Date(2026, 11, 30, 23, 59, 59, 999_999_999, time.UTC)
		newYork := time.FixedZone("New York", -5*60*60)
		check(t, s.Count(t.Context(), keyID, schema.Image, 0, eve))
		check(t, s.Count(t.Context(), keyID, schema.Video, 2, eve.In(newYork)))
		check(t, s.Count(t.Context(), keyID, schema.Video, 2, eve))
		wantError(t, "third video", s.Count(t.Context(), keyID, schema.Video, 2, eve), ErrQuota)
		check(t, s.Count(t.Context(), keyID, schema.Video, 0, eve)) // not enforced
		check(t, s.Count(t.Context(), keyID, schema.Image, 10, eve))
		midnight := eve.Add(time.Nanosecond).In(newYork) // still November there
		check(t, s.Count(t.Context(), keyID, schema.Video, 2, midnight))
		for in, want := range map[time.Time][]Usage{
			eve:                  {{KeyID: keyID, Month: "2026-11", Images: 2, Videos: 3}},
			midnight:             {{KeyID: keyID, Month: "2026-12", Videos: 1}},
			eve.AddDate(1, 0, 0): nil,
		} {
			got, err := s.Usage(t.Context(), in)
			check(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	})
}

func TestCountTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		keyID := newKey(t, processes[0])
		var counted atomic.Int32
		together(50, func(i int) {
			err := processes[i%2].Count(t.Context(), keyID, schema.Image, 30, noon)
			if err == nil {
				counted.Add(1)
			} else if !errors.Is(err, ErrQuota) {
				t.Error(err)
			}
		})
		usage, err := processes[0].Usage(t.Context(), noon)
		check(t, err)
		if counted.Load() != 30 || usage[0].Images != 30 {
			t.Errorf("%d counted, usage %+v; want 30", counted.Load(), usage)
		}
	})
}

// When the clock is set back, requests that were counted in the future stop to count one window later, not when the clock
// has caught up.
func TestAllowAfterClockWasSetBack(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		for range 3 {
			_, err := s.Allow(t.Context(), "a", "render", 3, time.Minute, noon.Add(time.Hour))
			check(t, err)
		}
		for _, decide := range []func(now time.Time) (Decision, error){
			func(now time.Time) (Decision, error) {
				return s.Allowance(t.Context(), "a", "render", 3, time.Minute, now)
			},
			func(now time.Time) (Decision, error) {
				return s.Allow(t.Context(), "a", "render", 3, time.Minute, now)
			},
		} {
			got, err := decide(noon)
			check(t, err)
			if diff := cmp.Diff(Decision{Limit: 3, Reset: noon.Add(time.Minute), RetryAfter: time.Minute}, got); diff != "" {
				t.Error(diff)
			}
		}
		got, err := s.Allow(t.Context(), "a", "render", 3, time.Minute, noon.Add(time.Minute))
		check(t, err)
		if !got.Allowed || got.Remaining != 2 {
			t.Errorf("a minute later: %+v", got)
		}
	})
}

// Allowance decides as Allow does, and counts nothing.
func TestAllowance(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		for i := range 5 {
			now := noon.Add(time.Duration(i) * time.Second)
			read, err := s.Allowance(t.Context(), "a", "render", 3, time.Minute, now)
			check(t, err)
			counted, err := s.Allow(t.Context(), "a", "render", 3, time.Minute, now)
			check(t, err)
			if counted.Allowed {
				read.Remaining--
			}
			if diff := cmp.Diff(counted, read); diff != "" {
				t.Errorf("request %d:\n%s", i, diff)
			}
		}
	})
}

// Extreme values are stored and compared exactly.
func TestExtremeUsage(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		for _, quota := range []int64{1<<31 - 1, 1 << 31, 1 << 40, math.MaxInt64, -1, math.MinInt64, 0} {
			check(t, s.Count(t.Context(), keyID, schema.Image, quota, noon))
		}
		_, err := s.db.ExecContext(t.Context(), "UPDATE usage SET images = $1", int64(1<<40))
		check(t, err)
		check(t, s.Count(t.Context(), keyID, schema.Image, 1<<40+1, noon))
		wantError(t, "beyond", s.Count(t.Context(), keyID, schema.Image, 1<<40+1, noon), ErrQuota)
		usage, err := s.Usage(t.Context(), noon)
		check(t, err)
		if diff := cmp.Diff([]Usage{{KeyID: keyID, Month: "2026-11", Images: 1<<40 + 1}}, usage); diff != "" {
			t.Error(diff)
		}
		for _, window := range []time.Duration{1, time.Microsecond, 1000 * time.Hour} {
			for _, limit := range []int{-1, 0, 1, math.MaxInt32, math.MaxInt} {
				bucket := fmt.Sprint(window, limit)
				got, err := s.Allow(t.Context(), keyID, bucket, limit, window, noon)
				check(t, err)
				if got.Allowed != (limit > 0) || got.Limit != limit || got.Remaining != max(0, limit-1) {
					t.Errorf("limit %d in %v: %+v", limit, window, got)
				}
			}
		}
	})
}
