// Package jobs queues videos and has them rendered by workers, in this process or in others, through River over either
// database.
//
// # What River does, and what it does not
//
// River wakes workers: for each video it gets a job in the transaction that records the render, and one of the workers
// fetches the job. The job does not name the video. When it begins, it claims the video whose turn it is in the table
// video_jobs, so that the order is decided as late as possible: API keys take turns (see admission.go), and a video that
// was cancelled is simply not there any more.
//
// River does not know whether a worker is alive: it takes a job for lost only when it has run for longer than any job
// may, here eleven minutes, and by then clients have given up. So the row of a claimed video has the number of its job and
// the worker's last heartbeat. When the heartbeat is older than the lease, any worker releases the video and inserts
// another job for it. The row counts the attempts, so that a payload that crashes its process is not tried for ever.
// Workers also insert a job when more videos wait than River has jobs: a worker may crash between fetching a job and
// claiming a video. A job that finds no video ends at once.
//
// A video can be rendered twice at the same time, when a machine was suspended for longer than the lease. Only one of the
// two attempts completes the render (see store.Complete); the other one is cancelled at its next heartbeat.
//
// # SQLite
//
// River calls its SQLite driver an early version. The tests of this package found it reliable, also with several
// processes on one file and one of them killed, under two conditions, which store.Open fulfils: one connection per
// process, and transactions that begin as writers. A job that another process inserts begins within 0.1 s, as with
// PostgreSQL. A waiting worker uses 1 % of a core, because it polls every 50 ms. One defect: cancelling a job does not
// reach a worker of another process. Cancel also deletes the row, so that worker notices at its next heartbeat.
//
// River 0.43.0 is the newest version whose SQLite driver is published. All modules of River must have the same version.
package jobs

import (
	"context"
	"database/sql"
	"errors"
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

// maxAttempts is how often a video is tried whose attempts fail or crash their process.
const maxAttempts = 3

// Video is a video to be queued.
type Video struct {
	RenderID string
	KeyID    string // the API key that it belongs to
	// Cost estimates the work, in any unit, as long as all videos have the same one. The time that a unit takes is
	// measured.
	Cost     float64
	Accepted time.Time // the video must be finished within Options.Deadline from here
}

// Queue holds the videos that are to be rendered.
type Queue interface {
	// Insert queues a video in the transaction that records its render. The error is a *FullError if maxWaiting videos
	// wait already, in the whole deployment, or if the video cannot be expected to be finished in time.
	Insert(ctx context.Context, tx *store.Tx, video Video, maxWaiting int) error

	// Cancel removes a video from the queue. If it is being rendered, the context of run is cancelled, at the latest
	// after a third of the lease. Cancel does nothing if the video is not queued.
	Cancel(ctx context.Context, renderID string) error

	// Depth counts the videos that wait for a worker and those that are being rendered, in the whole deployment.
	Depth(ctx context.Context) (waiting, running int, err error)

	// Work renders videos, n at a time, until ctx is cancelled. Then it begins no more and waits for those that it has
	// begun. After Options.SoftStop it cancels run's context and queues the interrupted videos again.
	//
	// run must return soon after its context has ended. It records faults of the video itself; an error that it returns
	// means that it could not, and the video is tried again.
	Work(ctx context.Context, n int, run func(ctx context.Context, renderID string) error) error
}

// Options configure a queue. The zero value is what the service uses.
type Options struct {
	// Deadline is how long after its acceptance a video must be finished, and how long run may take. 0 means the constant
	// Deadline.
	Deadline time.Duration
	// Lease is how long after its last heartbeat a worker is taken for dead. 0 means 15 seconds.
	Lease time.Duration
	// SoftStop is how long Work waits, when it is stopped, for the videos that it has begun. 0 means 30 seconds.
	SoftStop time.Duration
	// GiveUp is called with a video that is not tried again, and its last error, which may be ErrDeadline or ErrCrashed.
	// It may be nil.
	GiveUp func(ctx context.Context, renderID string, err error)
	// Logger receives River's log. nil means that nothing is logged.
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
			return tx.Raw(func(conn any) error { return f(txAdapter{conn.(*stdlib.Conn).Conn()}) })
		})
	}
	return open(ctx, s, options, riversqlite.New(s.DB()), func(tx *store.Tx, f func(*sql.Tx) error) error { return f(tx.Tx) })
}

// queue is a Queue over a driver of River whose transactions have the type T.
type queue[T any] struct {
	table
	driver riverdriver.Driver[T]
	client *river.Client[T]                     // inserts and cancels jobs; does not work them
	withTx func(*store.Tx, func(T) error) error // calls a function with River's view of a transaction
}

func open[T any](ctx context.Context, s *store.Store, options Options, driver riverdriver.Driver[T],
	withTx func(*store.Tx, func(T) error) error) (Queue, error) {
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
	q := &queue[T]{driver: driver, client: client, withTx: withTx}
	q.table = table{s, options, q.insertJob}
	return q, nil
}

// RenderVideo is the only kind of job. It renders the video whose turn it is when the job begins.
type RenderVideo struct{}

// Kind names the kind in the database.
func (RenderVideo) Kind() string { return "render_video" }

func (q *queue[T]) Insert(ctx context.Context, tx *store.Tx, video Video, maxWaiting int) error {
	err := q.admit(ctx, tx, video, maxWaiting)
	if err == nil {
		err = q.insertJob(ctx, tx, 0)
	}
	if err != nil {
		return fmt.Errorf("queue render %s: %w", video.RenderID, err)
	}
	return nil
}

// insertJob inserts a job in River that begins after a delay.
func (q *queue[T]) insertJob(ctx context.Context, tx *store.Tx, delay time.Duration) error {
	var options river.InsertOpts
	if delay > 0 {
		options.ScheduledAt = time.Now().Add(delay)
	}
	return q.withTx(tx, func(tx T) error {
		_, err := q.client.InsertTx(ctx, tx, RenderVideo{}, &options)
		return err
	})
}

func (q *queue[T]) Cancel(ctx context.Context, renderID string) error {
	err := q.store.InTx(ctx, func(tx *store.Tx) error {
		var jobID int64
		err := tx.QueryRowContext(ctx, "DELETE FROM video_jobs WHERE render_id = $1 RETURNING job_id", renderID).Scan(&jobID)
		if errors.Is(err, sql.ErrNoRows) || err == nil && jobID == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		return q.withTx(tx, func(tx T) error {
			_, err := q.client.JobCancelTx(ctx, tx, jobID)
			if errors.Is(err, river.ErrNotFound) { // River has deleted the job of a worker that crashed long ago
				return nil
			}
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("cancel render %s: %w", renderID, err)
	}
	return nil
}
