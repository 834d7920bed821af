package server

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"
)

// sweepUntil regularly deletes what has expired and ends what takes too long, until ctx ends. Every process of a
// deployment does so, without coordination.
func (s *Server) sweepUntil(ctx context.Context) {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	for {
		for _, work := range []func(context.Context, time.Time) error{s.sweep, s.endOverdue} {
			if err := work(ctx, time.Now()); err != nil && ctx.Err() == nil {
				s.opts.Logger.ErrorContext(ctx, "sweeping failed", slog.Any("error", err))
			}
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// sweep deletes expired records, then their files. The next sweep tries those files again that could not be deleted.
func (s *Server) sweep(ctx context.Context, now time.Time) error {
	objects, err := s.opts.Store.Sweep(ctx, now)
	if err != nil {
		return err
	}
	var failed int
	var first error
	for _, object := range objects {
		err := s.deleteObject(ctx, object)
		if ctx.Err() != nil {
			return err
		}
		if err != nil {
			failed++
			first = cmp.Or(first, err)
		}
	}
	if deleted := len(objects) - failed; deleted > 0 {
		s.opts.Logger.InfoContext(ctx, "swept", slog.Int("outputs", deleted))
	}
	if failed > 0 {
		return fmt.Errorf("delete %d of %d expired outputs, which are tried again; the first error: %w", failed, len(objects), first)
	}
	return nil
}

// endOverdue fails the videos that take too long, and discards the pictures whose process has crashed.
func (s *Server) endOverdue(ctx context.Context, now time.Time) error {
	if err := s.opts.Store.ClampAges(ctx, now); err != nil {
		return err
	}
	if err := s.opts.Store.DiscardLost(ctx, now.Add(-lostTimeout)); err != nil {
		return err
	}
	ids, err := s.opts.Store.FailOverdue(ctx, now.Add(-videoTimeout),
		fmt.Sprintf("the video was not finished within %s; send it again", videoTimeout), now)
	if err != nil {
		return err
	}
	for _, id := range ids {
		s.opts.Logger.WarnContext(ctx, "video overdue", slog.String("render", id))
		if err := s.opts.Queue.Cancel(ctx, id); err != nil {
			return err
		}
	}
	return nil
}
