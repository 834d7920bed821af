package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"mockup/internal/api/store"
)

// FullError means that a video was not queued because it could not be expected to be finished in time.
type FullError struct {
	Reason     string        // a sentence without a full stop
	RetryAfter time.Duration // when another attempt may succeed
}

func (e *FullError) Error() string { return e.Reason }

// Bounds of FullError.RetryAfter. Between them it is the time until a video is expected to be finished.
const (
	minRetryAfter     = 2 * time.Second
	defaultRetryAfter = 10 * time.Second // when no speed has been measured yet
	maxRetryAfter     = time.Minute
)

// entry is a row of video_jobs, as far as it concerns the order.
type entry struct {
	Video
	turn  int64
	begun time.Time // zero while it waits
}

// plan is what is known when a video is to be admitted.
type plan struct {
	entries []entry
	slots   int     // videos that the living workers render at once; 0: no worker is known
	speed   float64 // seconds per unit of cost; 0: nothing has been measured
	now     time.Time
}

// admit checks whether a video can be finished in time and gives it its turn.
func (t table) admit(ctx context.Context, tx *store.Tx, video Video, maxWaiting int) error {
	if err := tx.Lock(ctx, "video queue"); err != nil {
		return err
	}
	p, err := t.plan(ctx, tx)
	if err != nil {
		return err
	}
	added := entry{Video: video, turn: p.nextTurn(video.KeyID)}
	if err := p.check(added, maxWaiting, t.options.Deadline); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO video_jobs (render_id, job_id, key_id, turn, cost, accepted) VALUES ($1, 0, $2, $3, $4, $5)",
		video.RenderID, video.KeyID, added.turn, video.Cost, video.Accepted.UnixMicro())
	return err
}

// plan reads the queue.
func (t table) plan(ctx context.Context, tx *store.Tx) (plan, error) {
	p := plan{now: time.Now()}
	oldest, newest := t.alive(p.now)
	err := tx.QueryRowContext(ctx, "SELECT COALESCE(SUM(slots), 0) FROM video_workers WHERE heartbeat BETWEEN $1 AND $2", oldest, newest).Scan(&p.slots)
	if err != nil {
		return p, fmt.Errorf("count workers: %w", err)
	}
	err = tx.QueryRowContext(ctx, "SELECT seconds FROM video_speed").Scan(&p.speed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("read the speed of videos: %w", err)
	}
	rows, err := tx.QueryContext(ctx, "SELECT render_id, key_id, turn, cost, accepted, begun, job_id FROM video_jobs")
	if err != nil {
		return p, fmt.Errorf("read the queue: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e entry
		var accepted, begun, jobID int64
		if err := rows.Scan(&e.RenderID, &e.KeyID, &e.turn, &e.Cost, &accepted, &begun, &jobID); err != nil {
			return p, fmt.Errorf("read the queue: %w", err)
		}
		e.Accepted = time.UnixMicro(accepted)
		if jobID != 0 {
			e.begun = time.UnixMicro(begun)
		}
		p.entries = append(p.entries, e)
	}
	return p, rows.Err()
}

// nextTurn returns the turn of a key's next video by start-time fair queueing (Goyal, Vin, Cheng 1996), with one unit for
// each video: one after the key's last video, but not before the video that began last. So a key's only video comes right
// after those that are being rendered, however many videos another key has queued.
func (p plan) nextTurn(keyID string) int64 {
	var running, waiting, own []int64
	for _, e := range p.entries {
		if e.begun.IsZero() {
			waiting = append(waiting, e.turn)
		} else {
			running = append(running, e.turn)
		}
		if e.KeyID == keyID {
			own = append(own, e.turn)
		}
	}
	turn := int64(0)
	if len(running) > 0 {
		turn = slices.Max(running)
	} else if len(waiting) > 0 {
		turn = slices.Min(waiting)
	}
	if len(own) > 0 {
		turn = max(turn, slices.Max(own)+1)
	}
	return turn
}

// check refuses a video when the queue is full, or when it or a video that was accepted before could not be finished in
// time. One key may use half of the places and of the time, so that there is always room for another key. A video that
// can begin at once is always accepted.
func (p plan) check(added entry, maxWaiting int, deadline time.Duration) error {
	var waiting, own int
	var ownTime time.Duration
	for _, e := range p.entries {
		if e.begun.IsZero() {
			waiting++
		}
		if e.KeyID == added.KeyID {
			ownTime += p.remaining(e)
			if e.begun.IsZero() {
				own++
			}
		}
	}
	share := (maxWaiting + 1) / 2
	switch {
	case waiting >= maxWaiting:
		return p.full(fmt.Sprintf("%d videos are waiting, which is the limit; send it again later", waiting))
	case own >= share:
		return p.full(fmt.Sprintf("%d videos of this API key are waiting, and one key may have %d; send it again later", own, share))
	}
	if p.slots == 0 || p.speed == 0 || waiting == 0 && len(p.entries) < p.slots {
		return nil
	}
	if ownTime > 0 && ownTime+p.remaining(added) > deadline/2*time.Duration(p.slots) {
		return p.full("the videos of this API key that are not finished take all the time that one key may have; send it again later")
	}
	if p.delays(added, deadline) {
		return p.full(fmt.Sprintf("with the videos that are waiting, it would not be finished within %s; send it again later", deadline))
	}
	return nil
}

// delays reports whether a video that is added, or a video in the queue because of it, would miss its deadline.
func (p plan) delays(added entry, deadline time.Duration) bool {
	before := p.ends(p.entries)
	after := p.ends(append(slices.Clone(p.entries), added))
	for _, e := range append(slices.Clone(p.entries), added) {
		limit := e.Accepted.Add(deadline)
		if after[e.RenderID].After(limit) && !before[e.RenderID].After(limit) {
			return true
		}
	}
	return false
}

// ends estimates when each video will be finished.
func (p plan) ends(entries []entry) map[string]time.Time {
	ends := make(map[string]time.Time, len(entries))
	free := make([]time.Time, p.slots) // when each slot is free for the next video
	for i := range free {
		free[i] = p.now
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(b.begun.Compare(a.begun), cmp.Compare(a.turn, b.turn), a.Accepted.Compare(b.Accepted), cmp.Compare(a.RenderID, b.RenderID))
	})
	for _, e := range entries {
		slot := 0
		for i := range free {
			if free[i].Before(free[slot]) {
				slot = i
			}
		}
		free[slot] = free[slot].Add(p.remaining(e))
		ends[e.RenderID] = free[slot]
	}
	return ends
}

// remaining estimates how long a video still takes once it is being rendered.
func (p plan) remaining(e entry) time.Duration {
	rest := time.Duration(e.Cost * p.speed * float64(time.Second))
	if !e.begun.IsZero() {
		rest -= p.now.Sub(e.begun)
	}
	return max(rest, 0)
}

// full returns the error of a video that is refused until another one is finished.
func (p plan) full(reason string) *FullError {
	wait := defaultRetryAfter
	if p.speed > 0 && len(p.entries) > 0 {
		wait = maxRetryAfter
		for _, e := range p.entries {
			if !e.begun.IsZero() {
				wait = min(wait, p.remaining(e))
			}
		}
	}
	return &FullError{Reason: reason, RetryAfter: max(wait, minRetryAfter)}
}

// measure records how long a video has taken: a moving average of the seconds per unit of cost, in which the latest video
// counts for a fifth. A time that cannot be true, because the clock was set, is ignored.
func (t table) measure(ctx context.Context, tx *store.Tx, cost float64, took time.Duration) error {
	if cost <= 0 || took <= 0 || took > 2*t.options.Deadline {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO video_speed (id, seconds) VALUES (1, $1)
		ON CONFLICT (id) DO UPDATE SET seconds = 0.8 * video_speed.seconds + 0.2 * $1`, took.Seconds()/cost)
	if err != nil {
		return fmt.Errorf("record the speed of videos: %w", err)
	}
	return nil
}
