package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// rescueMargin keeps River from taking a job for lost that may still end by itself.
const rescueMargin = time.Minute

// settleTimeout is how long the database has to note what became of a job, whose own context may be over.
const settleTimeout = 10 * time.Second

// reviveAtOnce is how many jobs a look for dead workers takes in. More than that cannot be running.
const reviveAtOnce = 1000

// Errors that GiveUp may be told of, besides those of run.
var (
	// ErrCrashed says that the process which rendered the video ended, with every attempt.
	ErrCrashed = errors.New("the process that rendered it ended")
	// ErrDeadline says that the video took too long.
	ErrDeadline = errors.New("it took too long")
)

func (q *queue[T]) Work(ctx context.Context, n int, run func(ctx context.Context, renderID string) error) error {
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &worker{rows: q.rows, run: run}); err != nil {
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
	if err := client.Start(ctx); err != nil {
		return fmt.Errorf("start workers: %w", err)
	}
	q.reviveUntil(ctx)
	<-client.Stopped()
	return nil
}

// reviveUntil queues again what dead workers have left, until ctx ends.
func (q *queue[T]) reviveUntil(ctx context.Context) {
	ticker := time.NewTicker(q.options.Lease / 3)
	defer ticker.Stop()
	for {
		if err := q.reviveAll(ctx); err != nil && ctx.Err() == nil {
			q.options.Logger.WarnContext(ctx, "queueing the jobs of dead workers again failed", slog.Any("error", err))
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// reviveAll looks at what River takes to be running. That finds a worker too that died before its first sign of life.
func (q *queue[T]) reviveAll(ctx context.Context) error {
	running, err := q.client.JobList(ctx, river.NewJobListParams().States(rivertype.JobStateRunning).First(reviveAtOnce))
	if err != nil {
		return err
	}
	for _, row := range running.Jobs {
		if row.AttemptedAt == nil || time.Since(*row.AttemptedAt) < q.options.Lease {
			continue
		}
		var job RenderVideo
		if err := json.Unmarshal(row.EncodedArgs, &job); err != nil {
			return fmt.Errorf("read job %d: %w", row.ID, err)
		}
		if err := q.revive(ctx, claim{job.RenderID, row.ID}); err != nil {
			return fmt.Errorf("revive render %s: %w", job.RenderID, err)
		}
	}
	return nil
}

// worker runs River's jobs.
type worker struct {
	river.WorkerDefaults[RenderVideo]
	rows
	run func(ctx context.Context, renderID string) error
}

// Work runs a job, unless another one has taken its place.
func (w *worker) Work(ctx context.Context, job *river.Job[RenderVideo]) error {
	c := claim{job.Args.RenderID, job.ID}
	attempts, err := w.begin(ctx, c)
	switch {
	case errors.Is(err, errLost):
		return nil
	case errors.Is(err, errBusy): // River brought it back after an error; it is dead, or about to be
		return river.JobSnooze(w.options.Lease)
	case err != nil:
		return err
	}
	ctx, lose := context.WithCancel(ctx)
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		w.beatUntil(ctx, c, lose)
	}()
	err = w.runSafely(ctx, c.renderID)
	ended := ctx.Err()
	lose()
	<-beating
	return w.settle(context.WithoutCancel(ctx), c, attempts, err, ended)
}

// runSafely makes an error of a panic, so that it is settled like one.
func (w *worker) runSafely(ctx context.Context, renderID string) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("render %s: panic: %v", renderID, cause)
		}
	}()
	return w.run(ctx, renderID)
}

// beatUntil gives signs of life until ctx ends, and ends it when the video is no longer the job's. A database that
// fails for a moment is no reason to.
func (w *worker) beatUntil(ctx context.Context, c claim, lose func()) {
	ticker := time.NewTicker(w.options.Lease / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if errors.Is(w.beat(ctx, c), errLost) {
			lose()
			return
		}
	}
}

// settle notes what became of a job whose context was ended by the time or was not. River only hears of an error of the
// database, and brings the job back for it.
func (w *worker) settle(ctx context.Context, c claim, attempts int, failure, ended error) error {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	var err error
	switch {
	case failure == nil:
		err = w.end(ctx, c)
	case errors.Is(ended, context.Canceled): // by the end of Work, or by Cancel, which has removed the row
		err = w.requeue(ctx, c, attempts-1, 0)
	case errors.Is(ended, context.DeadlineExceeded):
		err = w.giveUp(ctx, c, fmt.Errorf("%w: more than %v", ErrDeadline, w.options.Deadline))
	case attempts >= maxAttempts:
		err = w.giveUp(ctx, c, failure)
	default:
		err = w.requeue(ctx, c, attempts, time.Duration(attempts*attempts)*time.Second)
	}
	if err != nil && !errors.Is(err, errLost) {
		return fmt.Errorf("settle render %s: %w", c.renderID, err)
	}
	return nil
}
