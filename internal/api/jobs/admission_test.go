package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Keys take turns: a key's only video comes before the second one of a key that has queued many.
func TestKeysTakeTurns(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		insert := func(key string, n int) {
			t.Helper()
			for i := range n {
				check(t, p.tryInsert(t, Video{RenderID: fmt.Sprintf("%s%d", key, i+1), KeyID: key, Cost: 1, Accepted: time.Now()}, 1000))
			}
		}
		insert("a", 1)
		ran, next := make(chan string), make(chan struct{})
		p.work(t, 1, func(_ context.Context, id string) error { ran <- id; <-next; return nil })
		order := []string{receive(t, "the first video", ran)}
		for i := range 5 {
			check(t, p.tryInsert(t, Video{RenderID: fmt.Sprintf("a%d", i+2), KeyID: "a", Cost: 1, Accepted: time.Now()}, 1000))
		}
		insert("b", 2)
		insert("c", 1)
		for range 8 {
			next <- struct{}{}
			order = append(order, receive(t, "the next video", ran))
		}
		close(next)
		// b and c come after a's running video; then a and b take turns.
		if want := []string{"a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5", "a6"}; !slices.Equal(order, want) {
			t.Errorf("order %v, want %v", order, want)
		}
	})
}

// A full queue refuses a video, and one key may have only half of the places.
func TestQueueIsFull(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		for i, c := range []struct{ key, refused string }{
			{"a", ""}, {"a", ""}, {"a", ""}, {"a", "one key may have 3"}, {"b", ""}, {"c", ""}, {"d", "5 videos are waiting"},
		} {
			err := p.tryInsert(t, Video{RenderID: fmt.Sprint(i), KeyID: c.key, Cost: 1, Accepted: time.Now()}, 5)
			var full *FullError
			switch {
			case c.refused == "":
				check(t, err)
			case !errors.As(err, &full) || !strings.Contains(full.Reason, c.refused) || full.RetryAfter != defaultRetryAfter:
				t.Errorf("video %d: %v", i, err)
			}
		}
		if waiting, _, err := p.Depth(t.Context()); err != nil || waiting != 5 {
			t.Errorf("%d wait: %v", waiting, err)
		}
	})
}

// Once the speed is measured and a worker is known, a video that cannot be finished in time is refused.
func TestSlowQueueRefuses(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		ran, release := make(chan string, 10), make(chan struct{})
		p.work(t, 1, func(_ context.Context, id string) error { ran <- id; <-release; return nil })
		p.insert(t, "a")
		receive(t, "the first video", ran)
		p.exec(t, "UPDATE video_jobs SET begun = begun - $1", time.Minute.Microseconds()) // which has taken a minute so far
		release <- struct{}{}
		await(t, "the speed is measured", func() bool {
			var seconds float64
			return p.store.DB().QueryRowContext(t.Context(), "SELECT seconds FROM video_speed").Scan(&seconds) == nil && seconds > 59
		})
		p.insert(t, "b")
		receive(t, "the second video", ran)
		p.insert(t, "c", "d")
		err := p.tryInsert(t, Video{RenderID: "e", KeyID: "other", Cost: 9, Accepted: time.Now()}, 1000)
		var full *FullError
		if !errors.As(err, &full) || !strings.Contains(full.Reason, "not be finished within 10m0s") {
			t.Errorf("a video of nine minutes behind one of a minute: %v", err)
		} else if full.RetryAfter < 30*time.Second || full.RetryAfter > time.Minute {
			t.Errorf("RetryAfter %v", full.RetryAfter)
		}
		check(t, p.tryInsert(t, Video{RenderID: "f", KeyID: "other", Cost: 1, Accepted: time.Now()}, 1000))
		close(release)
	})
}

func TestPlan(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	video := func(id, key string, minutes float64, turn int64, accepted, begun time.Duration) entry {
		e := entry{Video: Video{RenderID: id, KeyID: key, Cost: minutes, Accepted: now.Add(-accepted)}, turn: turn}
		if begun > 0 {
			e.begun = now.Add(-begun)
		}
		return e
	}
	many := func(key string, n int, minutes float64) (all []entry) {
		for i := range n {
			all = append(all, video(fmt.Sprint(key, i), key, minutes, int64(i+1), 0, 0))
		}
		return all
	}
	for name, c := range map[string]struct {
		entries []entry
		slots   int
		added   entry
		turn    int64
		refused string // part of the reason
		wait    time.Duration
	}{
		"empty queue":                        {nil, 1, video("x", "b", 1, 0, 0, 0), 0, "", 0},
		"an endless video in an empty queue": {nil, 1, video("x", "b", 60, 0, 0, 0), 0, "", 0},
		"an endless video with a free slot":  {[]entry{video("a", "a", 1, 4, time.Minute, time.Second)}, 2, video("x", "b", 60, 0, 0, 0), 4, "", 0},
		"an endless video behind another":    {[]entry{video("a", "a", 1, 4, time.Minute, 30*time.Second)}, 1, video("x", "b", 60, 0, 0, 0), 4, "not be finished", 30 * time.Second},
		"before the other key's":             {append(many("a", 4, 1), video("r", "a", 1, 0, 0, time.Second)), 1, video("x", "b", 1, 0, 0, 0), 0, "", 0},
		"behind its own":                     {many("a", 2, 1), 1, video("x", "a", 1, 0, 0, 0), 3, "", 0},
		"more than half of the time":         {many("a", 5, 1), 1, video("x", "a", 1, 0, 0, 0), 6, "one key may have", maxRetryAfter},
		"half of the time of two slots":      {many("a", 5, 1), 2, video("x", "a", 1, 0, 0, 0), 6, "", 0},
		"an accepted video would be late": {[]entry{video("r", "a", 2, 0, 9*time.Minute, time.Minute), video("a", "a", 1, 1, 7*time.Minute, 0)}, 1,
			video("x", "b", 2, 0, 0, 0), 0, "not be finished", time.Minute},
		"an accepted video is late anyway": {[]entry{video("r", "a", 2, 0, 9*time.Minute, time.Minute), video("a", "a", 3, 1, 7*time.Minute, 0)}, 1,
			video("x", "b", 1, 0, 0, 0), 0, "", 0},
		"no worker":  {many("a", 9, 9), 0, video("x", "a", 9, 0, 0, 0), 10, "", 0},
		"dead since": {[]entry{video("r", "a", 1, 3, time.Hour, time.Hour)}, 1, video("x", "b", 1, 0, 0, 0), 3, "", 0},
	} {
		p := plan{entries: c.entries, slots: c.slots, speed: 60, now: now}
		c.added.turn = p.nextTurn(c.added.KeyID)
		if c.added.turn != c.turn {
			t.Errorf("%s: turn %d, want %d", name, c.added.turn, c.turn)
		}
		err := p.check(c.added, 100, Deadline)
		var full *FullError
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.refused == "":
		case !errors.As(err, &full) || !strings.Contains(full.Reason, c.refused) || full.RetryAfter != c.wait:
			t.Errorf("%s: %v after %+v, want %q after %v", name, err, full, c.refused, c.wait)
		}
	}
}
