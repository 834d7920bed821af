// Package jobs has videos rendered by workers, in this process or another, through River over either database.
//
// # What River does, and what it is not asked to do
//
// River holds the queue: a job is inserted in the transaction that records its render, and workers fetch it. River does
// not know whether a worker is alive. It takes a job for lost once it has been running for longer than any job may,
// here eleven minutes, when the client has given up. So each video has a row in video_jobs beside River's own, with the
// number of its job and the worker's last sign of life. Where that is older than the lease, any worker makes another
// job in River and enters its number, in one transaction; the old job finds the number changed whenever River brings it
// back, and ends. What fails or is interrupted is queued again in the same way. The row counts the attempts over all of
// these jobs: a payload that takes its process down is not tried for ever.
//
// A video can be rendered twice at once all the same, when a machine stood still for longer than the lease. Only one of
// the two completes the render (see store.Complete); the slow one is cancelled when it would give its next sign of life.
//
// # SQLite
//
// River calls its SQLite driver early. The tests of this package found it fit, several processes on one file and one of
// them killed included, under two conditions, which store.Open meets: one connection for each process, and transactions
// that begin as writers. A job that another process inserts begins within 0.1 s, as with PostgreSQL; a worker that
// waits costs 1 % of a core, for it looks for news every 50 ms. Held against the driver: its cancelling does not reach
// a worker of another process, so Cancel removes the row too, which the worker finds out.
//
// River 0.43.0 is the newest whose SQLite driver the module proxy hands out. Its modules must be of one version.
package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"mockup/internal/api/store"
)

// Deadline is how long the service gives a video.
const Deadline = 10 * time.Minute

// maxAttempts is how often a video is tried whose job fails or takes its process down.
const maxAttempts = 3

// Queue holds the videos that are to be rendered.
type Queue interface {
	// Insert queues a video in the transaction that records its render.
	Insert(ctx context.Context, tx *store.Tx, renderID string) error

	// Cancel takes a video from the queue. One that is being rendered has its context cancelled, at the latest a third
	// of the lease later. One that is not queued is left alone.
	Cancel(ctx context.Context, renderID string) error

	// Depth counts the videos that wait for a worker, and those that workers render.
	Depth(ctx context.Context) (waiting, running int, err error)

	// Work renders videos, n at a time, until ctx is cancelled. Then it fetches no more and waits for what is under
	// way, and after Options.SoftStop cancels run's context and queues again what had to be interrupted.
	//
	// run must end soon when its context does. What went wrong with the video itself is for run to record; the error it
	// returns says that it could not, and has the job tried again.
	Work(ctx context.Context, n int, run func(ctx context.Context, renderID string) error) error
}

// Options adjust a queue. The zero value is what the service uses.
type Options struct {
	// Deadline is how long run may take. 0 means the constant Deadline.
	Deadline time.Duration
	// Lease is how long after its last sign of life a worker is taken for dead. 0 means 15 seconds.
	Lease time.Duration
	// SoftStop is how long Work waits at its end for what is under way. 0 means 30 seconds.
	SoftStop time.Duration
	// GiveUp is told of a video that is not tried again, with the last error, which may be ErrDeadline or ErrCrashed. nil
	// means that nobody is.
	GiveUp func(ctx context.Context, renderID string, err error)
	// Logger gets what River has to say. nil means nothing is logged.
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.Deadline == 0 {
		o.Deadline = Deadline
	}
	if o.Lease == 0 {
		o.Lease = 15 * time.Second
	}
	if o.SoftStop == 0 {
		o.SoftStop = 30 * time.Second
	}
	if o.GiveUp == nil {
		o.GiveUp = func(context.Context, string, error) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Open opens the queue in a database and brings River's tables up to date.
func Open(ctx context.Context, s *store.Store, options Options) (Queue, error) {
	if pool := s.Pool(); pool != nil {
		return open(ctx, s, options, riverpgxv5.New(pool), func(tx *store.Tx, f func(pgx.Tx) error) error {
			return tx.Raw(func(conn any) error { return f(borrowed{conn.(*stdlib.Conn).Conn()}) })
		})
	}
	return open(ctx, s, options, riversqlite.New(s.DB()), func(tx *store.Tx, f func(*sql.Tx) error) error { return f(tx.Tx) })
}

// queue is a Queue over a driver of River, whose transactions are of type T.
type queue[T any] struct {
	rows
	driver riverdriver.Driver[T]
	client *river.Client[T] // works nothing
	within func(*store.Tx, func(T) error) error
}

func open[T any](ctx context.Context, s *store.Store, options Options, driver riverdriver.Driver[T],
	within func(*store.Tx, func(T) error) error) (Queue, error) {
	options = options.withDefaults()
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: options.Logger})
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	err = store.Retry(ctx, func() error {
		_, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("bring the queue's tables up to date: %w", err)
	}
	client, err := river.NewClient(driver, &river.Config{Logger: options.Logger})
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	q := &queue[T]{driver: driver, client: client, within: within}
	q.rows = rows{s, options, q.insert}
	return q, nil
}

// RenderVideo is the one kind of job.
type RenderVideo struct {
	RenderID string `json:"renderId"`
}

// Kind names the kind in the database.
func (RenderVideo) Kind() string { return "render_video" }

func (q *queue[T]) Insert(ctx context.Context, tx *store.Tx, renderID string) error {
	jobID, err := q.insert(ctx, tx, renderID, 0)
	if err == nil {
		_, err = tx.ExecContext(ctx, "INSERT INTO video_jobs (render_id, job_id) VALUES ($1, $2)", renderID, jobID)
	}
	if err != nil {
		return fmt.Errorf("queue render %s: %w", renderID, err)
	}
	return nil
}

// insert makes a job in River alone, that is to begin after a delay.
func (q *queue[T]) insert(ctx context.Context, tx *store.Tx, renderID string, delay time.Duration) (jobID int64, err error) {
	var options river.InsertOpts
	if delay > 0 {
		options.ScheduledAt = time.Now().Add(delay)
	}
	err = q.within(tx, func(tx T) error {
		result, err := q.client.InsertTx(ctx, tx, RenderVideo{renderID}, &options)
		if err == nil {
			jobID = result.Job.ID
		}
		return err
	})
	return jobID, err
}

func (q *queue[T]) Cancel(ctx context.Context, renderID string) error {
	err := q.store.InTx(ctx, func(tx *store.Tx) error {
		var jobID int64
		err := tx.QueryRowContext(ctx, "DELETE FROM video_jobs WHERE render_id = $1 RETURNING job_id", renderID).Scan(&jobID)
		if err == sql.ErrNoRows {
			return nil
		}
		if err != nil {
			return err
		}
		return q.within(tx, func(tx T) error {
			_, err := q.client.JobCancelTx(ctx, tx, jobID)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("cancel render %s: %w", renderID, err)
	}
	return nil
}
