package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"mockup/internal/api/store"
)

// table is the table video_jobs. A row with the job number 0 waits; the others are being rendered.
type table struct {
	store     *store.Store
	options   Options
	insertJob func(ctx context.Context, tx *store.Tx, delay time.Duration) error
}

// claim is an attempt of a River job to render a video.
type claim struct {
	renderID string
	jobID    int64
	attempts int // how many attempts there have been, with this one
}

var (
	// errNoVideo means that no video waits.
	errNoVideo = errors.New("no video waits")
	// errClaimLost means that the video was cancelled or is no longer claimed by the job.
	errClaimLost = errors.New("the video is cancelled, or another job has claimed it")
)

// claim gives the video whose turn it is to a job. One that has its last attempt comes after the others: when processes
// crash or are killed again and again for another cause, no video uses up all of its attempts. The error is errNoVideo if
// none waits.
func (t table) claim(ctx context.Context, jobID int64) (claim, error) {
	c := claim{jobID: jobID}
	for {
		now := time.Now().UnixMicro()
		err := t.store.DB().QueryRowContext(ctx, `UPDATE video_jobs SET job_id = $1, heartbeat = $2, begun = $2, attempts = attempts + 1
			WHERE job_id = 0 AND render_id = (SELECT render_id FROM video_jobs WHERE job_id = 0 AND due <= $2
			ORDER BY CASE WHEN attempts < $3 THEN 0 ELSE 1 END, turn, accepted, render_id LIMIT 1) RETURNING render_id, attempts`,
			jobID, now, maxAttempts-1).Scan(&c.renderID, &c.attempts)
		if err == nil {
			return c, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return c, fmt.Errorf("claim a video: %w", err)
		}
		// PostgreSQL also finds no row when another job has just claimed the one that the inner query chose.
		var waiting int
		err = t.store.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM video_jobs WHERE job_id = 0 AND due <= $1", now).Scan(&waiting)
		if err != nil {
			return c, fmt.Errorf("claim a video: %w", err)
		}
		if waiting == 0 {
			return c, errNoVideo
		}
	}
}

// Depth counts the video of a dead worker as waiting, because another worker will take it.
func (t table) Depth(ctx context.Context) (waiting, running int, err error) {
	alive, latest := t.alive(time.Now())
	err = t.store.DB().QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN job_id <> 0 AND heartbeat BETWEEN $1 AND $2 THEN 1 ELSE 0 END), 0)
		FROM video_jobs`, alive, latest).Scan(&waiting, &running)
	if err != nil {
		return 0, 0, fmt.Errorf("count the queue: %w", err)
	}
	return waiting - running, running, nil
}

// alive returns the oldest and the newest heartbeat of a worker that is alive. A heartbeat lies in the future when the
// clock has been set back; without the upper bound, its worker would be taken for alive until the clock has caught up.
func (t table) alive(now time.Time) (oldest, newest int64) {
	return now.Add(-t.options.Lease).UnixMicro(), now.Add(t.options.Lease).UnixMicro()
}

// beat records a heartbeat. The error is errClaimLost if the video no longer belongs to the job.
func (t table) beat(ctx context.Context, c claim) error {
	return changedRow(t.store.DB().ExecContext(ctx, "UPDATE video_jobs SET heartbeat = $1 WHERE render_id = $2 AND job_id = $3",
		time.Now().UnixMicro(), c.renderID, c.jobID))
}

// finish removes a video that was rendered and measures its speed. The error is errClaimLost if the video no
// longer belongs to the job.
func (t table) finish(ctx context.Context, c claim) error {
	return t.store.InTx(ctx, func(tx *store.Tx) error {
		var begun int64
		var cost float64
		err := tx.QueryRowContext(ctx, "DELETE FROM video_jobs WHERE render_id = $1 AND job_id = $2 RETURNING begun, cost",
			c.renderID, c.jobID).Scan(&begun, &cost)
		if errors.Is(err, sql.ErrNoRows) {
			return errClaimLost
		}
		if err != nil {
			return err
		}
		return t.measure(ctx, tx, cost, time.Since(time.UnixMicro(begun)))
	})
}

// remove removes a video that is given up. The error is errClaimLost if the video no longer belongs to the job.
func (t table) remove(ctx context.Context, c claim) error {
	return changedRow(t.store.DB().ExecContext(ctx, "DELETE FROM video_jobs WHERE render_id = $1 AND job_id = $2", c.renderID, c.jobID))
}

// release makes a video wait again, with a new job in River, for another attempt after a delay. The error is errClaimLost
// if the video no longer belongs to the job.
func (t table) release(ctx context.Context, c claim, delay time.Duration) error {
	return t.store.InTx(ctx, func(tx *store.Tx) error {
		due := time.Now().Add(delay).UnixMicro()
		err := changedRow(tx.ExecContext(ctx, "UPDATE video_jobs SET job_id = 0, heartbeat = 0, due = $1, attempts = $2 WHERE render_id = $3 AND job_id = $4",
			due, c.attempts, c.renderID, c.jobID))
		if err != nil {
			return err
		}
		return t.insertJob(ctx, tx, delay)
	})
}

// releaseDead releases the videos of dead workers. A video that has been tried often enough is given up.
func (t table) releaseDead(ctx context.Context) error {
	dead, err := t.dead(ctx)
	if err != nil {
		return err
	}
	for _, c := range dead {
		if c.attempts < maxAttempts {
			err = t.release(ctx, c, 0)
		} else {
			err = t.giveUp(ctx, c, ErrCrashed)
		}
		if err != nil && !errors.Is(err, errClaimLost) { // another process may have been faster
			return fmt.Errorf("release render %s: %w", c.renderID, err)
		}
	}
	return nil
}

// dead lists the videos that dead workers have claimed. Those with the fewest attempts come first: a video is claimed again
// as soon as it is released, and one that has its last attempt must find the others waiting then.
func (t table) dead(ctx context.Context) ([]claim, error) {
	oldest, newest := t.alive(time.Now())
	rows, err := t.store.DB().QueryContext(ctx, `SELECT render_id, job_id, attempts FROM video_jobs
		WHERE job_id <> 0 AND heartbeat NOT BETWEEN $1 AND $2 ORDER BY attempts`, oldest, newest)
	if err != nil {
		return nil, fmt.Errorf("find dead workers: %w", err)
	}
	defer rows.Close()
	var dead []claim
	for rows.Next() {
		var c claim
		if err := rows.Scan(&c.renderID, &c.jobID, &c.attempts); err != nil {
			return nil, fmt.Errorf("find dead workers: %w", err)
		}
		dead = append(dead, c)
	}
	return dead, rows.Err()
}

// giveUp removes a video and reports it as given up.
func (t table) giveUp(ctx context.Context, c claim, reason error) error {
	err := t.remove(ctx, c)
	if err == nil {
		t.options.GiveUp(ctx, c.renderID, reason)
	}
	return err
}

// register records that a process renders n videos at once, and that it is alive.
func (t table) register(ctx context.Context, workerID string, n int) error {
	_, err := t.store.DB().ExecContext(ctx, `INSERT INTO video_workers (id, slots, heartbeat) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET heartbeat = $3`, workerID, n, time.Now().UnixMicro())
	if err != nil {
		return fmt.Errorf("register worker: %w", err)
	}
	return nil
}

// unregister removes a process that stops, and those that have crashed.
func (t table) unregister(ctx context.Context, workerID string) error {
	oldest, newest := t.alive(time.Now())
	_, err := t.store.DB().ExecContext(ctx, "DELETE FROM video_workers WHERE id = $1 OR heartbeat NOT BETWEEN $2 AND $3", workerID, oldest, newest)
	if err != nil {
		return fmt.Errorf("unregister worker: %w", err)
	}
	return nil
}

// changedRow returns errClaimLost if a statement changed no row.
func changedRow(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return errClaimLost
}
