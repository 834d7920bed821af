package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"mockup/internal/api/store"
)

// rows is the table video_jobs.
type rows struct {
	store   *store.Store
	options Options
	insert  func(ctx context.Context, tx *store.Tx, renderID string, delay time.Duration) (jobID int64, err error)
}

// claim is a job of River that renders a video, or did.
type claim struct {
	renderID string
	jobID    int64
}

var (
	// errLost says that a row is gone or another job's.
	errLost = errors.New("the job is cancelled or was replaced")
	// errBusy says that the job's worker may still be alive.
	errBusy = errors.New("the job is being worked")
)

// begin takes the video for a job, and returns how often it has now been tried. The error is errLost or errBusy when it
// is not the job's to take.
func (r rows) begin(ctx context.Context, c claim) (attempts int, err error) {
	now := time.Now()
	err = r.store.DB().QueryRowContext(ctx, `UPDATE video_jobs SET beat = $1, attempts = attempts + 1
		WHERE render_id = $2 AND job_id = $3 AND beat < $4 RETURNING attempts`,
		now.UnixMicro(), c.renderID, c.jobID, r.dead(now)).Scan(&attempts)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, r.whyNot(ctx, c)
	}
	if err != nil {
		return 0, fmt.Errorf("begin render %s: %w", c.renderID, err)
	}
	return attempts, nil
}

func (r rows) whyNot(ctx context.Context, c claim) error {
	var n int
	err := r.store.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM video_jobs WHERE render_id = $1 AND job_id = $2", c.renderID, c.jobID).Scan(&n)
	switch {
	case err != nil:
		return fmt.Errorf("begin render %s: %w", c.renderID, err)
	case n > 0:
		return errBusy
	}
	return errLost
}

// Depth counts a video of a dead worker as waiting: somebody will take it up.
func (r rows) Depth(ctx context.Context) (waiting, running int, err error) {
	err = r.store.DB().QueryRowContext(ctx, `SELECT COALESCE(SUM(CASE WHEN beat < $1 THEN 1 ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN beat < $1 THEN 0 ELSE 1 END), 0) FROM video_jobs`, r.dead(time.Now())).Scan(&waiting, &running)
	if err != nil {
		return 0, 0, fmt.Errorf("count the queue: %w", err)
	}
	return waiting, running, nil
}

// dead is the sign of life at which a worker is taken for dead.
func (r rows) dead(now time.Time) int64 { return now.Add(-r.options.Lease).UnixMicro() }

// beat gives a sign of life. The error is errLost when the video is no longer the job's.
func (r rows) beat(ctx context.Context, c claim) error {
	return onlyRow(r.store.DB().ExecContext(ctx, "UPDATE video_jobs SET beat = $1 WHERE render_id = $2 AND job_id = $3",
		time.Now().UnixMicro(), c.renderID, c.jobID))
}

// end removes the video. The error is errLost when it was no longer the job's.
func (r rows) end(ctx context.Context, c claim) error {
	return onlyRow(r.store.DB().ExecContext(ctx, "DELETE FROM video_jobs WHERE render_id = $1 AND job_id = $2", c.renderID, c.jobID))
}

// requeue gives the video another job, to begin after a delay; attempts is how often it counts as tried. The error is
// errLost when it was no longer the job's.
func (r rows) requeue(ctx context.Context, c claim, attempts int, delay time.Duration) error {
	return r.store.InTx(ctx, func(tx *store.Tx) error {
		jobID, err := r.insert(ctx, tx, c.renderID, delay)
		if err != nil {
			return err
		}
		return onlyRow(tx.ExecContext(ctx, "UPDATE video_jobs SET job_id = $1, beat = 0, attempts = $2 WHERE render_id = $3 AND job_id = $4",
			jobID, attempts, c.renderID, c.jobID))
	})
}

// revive gives the video of a job another one if the job's worker is dead. A video that was tried often enough is given
// up.
func (r rows) revive(ctx context.Context, c claim) error {
	var attempts int
	err := r.store.DB().QueryRowContext(ctx, "SELECT attempts FROM video_jobs WHERE render_id = $1 AND job_id = $2 AND beat < $3",
		c.renderID, c.jobID, r.dead(time.Now())).Scan(&attempts)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case attempts < maxAttempts:
		err = r.requeue(ctx, c, attempts, 0)
	default:
		err = r.giveUp(ctx, c, ErrCrashed)
	}
	if errors.Is(err, errLost) { // another process was first
		return nil
	}
	return err
}

func (r rows) giveUp(ctx context.Context, c claim, reason error) error {
	err := r.end(ctx, c)
	if err == nil {
		r.options.GiveUp(ctx, c.renderID, reason)
	}
	return err
}

// onlyRow returns errLost when a statement found no row to change.
func onlyRow(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return errLost
}
