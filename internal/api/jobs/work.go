package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"mockup/internal/api/store"
)

// rescueMargin keeps River from taking a job for lost that may still end by itself.
const rescueMargin = time.Minute

// recordTimeout is how long the database may take to record how a job ended, whose own context may have ended.
const recordTimeout = 10 * time.Second

// maxListed is how many jobs of River are counted, at most, when some may be missing. More videos than that cannot wait.
const maxListed = 1000

// Errors with which GiveUp may be called, besides those of run.
var (
	// ErrCrashed means that the process that rendered the video crashed, in every attempt.
	ErrCrashed = errors.New("the process that rendered it crashed")
	// ErrDeadline means that the video took too long.
	ErrDeadline = errors.New("it took too long")
)

func (q *queue[T]) Work(ctx context.Context, n int, run func(ctx context.Context, renderID string) error) error {
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &worker{table: q.table, run: run}); err != nil {
		return fmt.Errorf("start workers: %w", err)
	}
	client, err := river.NewClient(q.driver, &river.Config{
		JobTimeout:           q.options.Deadline,
		Logger:               q.options.Logger,
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: n}},
		RescueStuckJobsAfter: q.options.Deadline + rescueMargin,
		SoftStopTimeout:      q.options.SoftStop,
		Workers:              workers,
	})
	if err != nil {
		return fmt.Errorf("start workers: %w", err)
	}
	// What dead workers have left is released first: otherwise this process would begin with the videos that wait, although
	// those of the dead may have had fewer attempts.
	if err = q.releaseDead(ctx); err == nil {
		err = client.Start(ctx)
	}
	switch {
	case ctx.Err() != nil && err != nil:
		return nil // it is stopped while it starts
	case err != nil:
		return fmt.Errorf("start workers: %w", err)
	}
	q.maintain(ctx, store.NewID("worker"), n)
	<-client.Stopped()
	return nil
}

// maintain keeps the queue in order until ctx ends: it records that this process is alive, releases the videos of dead
// workers, and inserts missing jobs.
func (q *queue[T]) maintain(ctx context.Context, workerID string, n int) {
	every(ctx, q.options.Lease/3, func() {
		err := errors.Join(q.register(ctx, workerID, n), q.releaseDead(ctx), q.insertMissing(ctx))
		if err != nil && ctx.Err() == nil {
			q.options.Logger.WarnContext(ctx, "keeping the queue in order failed", slog.Any("error", err))
		}
	})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if err := q.unregister(ctx, workerID); err != nil {
		q.options.Logger.WarnContext(ctx, "unregistering this process failed", slog.Any("error", err))
	}
}

// every calls f now and then at an interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, f func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		f()
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// insertMissing inserts jobs in River when more videos wait than it has jobs, as after a crash between the beginning of a
// job and its claim. A job that River would begin much later does not count: its time lies in the future when the clock
// has been set back.
func (q *queue[T]) insertMissing(ctx context.Context) error {
	now := time.Now()
	var waiting int
	err := q.store.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM video_jobs WHERE job_id = 0").Scan(&waiting)
	if err != nil || waiting == 0 {
		return err
	}
	listed, err := q.client.JobList(ctx, river.NewJobListParams().First(maxListed).States(
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateScheduled))
	if err != nil {
		return err
	}
	for _, job := range listed.Jobs {
		if job.ScheduledAt.Before(now.Add(q.options.Lease)) {
			waiting--
		}
	}
	for ; waiting > 0; waiting-- {
		if err := q.store.InTx(ctx, func(tx *store.Tx) error { return q.insertJob(ctx, tx, 0) }); err != nil {
			return err
		}
	}
	return nil
}

// worker runs River's jobs.
type worker struct {
	river.WorkerDefaults[RenderVideo]
	table
	run func(ctx context.Context, renderID string) error
}

// Work renders the video whose turn it is.
func (w *worker) Work(ctx context.Context, job *river.Job[RenderVideo]) error {
	c, err := w.claim(ctx, job.ID)
	if errors.Is(err, errNoVideo) {
		return nil
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		w.beatUntil(ctx, c, cancel)
	}()
	err = w.runSafely(ctx, c.renderID)
	ended := ctx.Err()
	cancel()
	<-beating
	return w.recordOutcome(context.WithoutCancel(ctx), c, err, ended)
}

// runSafely turns a panic into an error.
func (w *worker) runSafely(ctx context.Context, renderID string) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("render %s: panic: %v", renderID, cause)
		}
	}()
	return w.run(ctx, renderID)
}

// beatUntil records heartbeats until ctx ends, and cancels the job if it no longer has the video. Other errors of the
// database may pass before the lease ends, so they are ignored.
func (w *worker) beatUntil(ctx context.Context, c claim, cancel func()) {
	every(ctx, w.options.Lease/3, func() {
		if errors.Is(w.beat(ctx, c), errClaimLost) {
			cancel()
		}
	})
}

// recordOutcome records how a job ended; ended is the error of its context. It returns only errors of the database, after
// which River runs the job once more.
func (w *worker) recordOutcome(ctx context.Context, c claim, failure, ended error) error {
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	var err error
	switch {
	case failure == nil:
		err = w.finish(ctx, c)
	case errors.Is(ended, context.Canceled): // by the end of Work; or by Cancel, which has deleted the row
		c.attempts--
		err = w.release(ctx, c, 0)
	case errors.Is(ended, context.DeadlineExceeded):
		err = w.giveUp(ctx, c, fmt.Errorf("%w: more than %v", ErrDeadline, w.options.Deadline))
	case c.attempts >= maxAttempts:
		err = w.giveUp(ctx, c, failure)
	default:
		err = w.release(ctx, c, time.Duration(c.attempts*c.attempts)*time.Second)
	}
	if err != nil && !errors.Is(err, errClaimLost) {
		return fmt.Errorf("record the outcome of render %s: %w", c.renderID, err)
	}
	return nil
}
