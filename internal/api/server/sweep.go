package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// sweepUntil removes what has expired and ends what takes too long, now and then until ctx ends. Every process of a
// deployment does so; none needs to know of the others.
func (s *Server) sweepUntil(ctx context.Context) {
	ticker := time.NewTicker(sweepPeriod)
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

// sweep removes expired records, then their files. A file that cannot be deleted is tried again the next time.
func (s *Server) sweep(ctx context.Context, now time.Time) error {
	objects, err := s.opts.Store.Sweep(ctx, now)
	if err != nil {
		return err
	}
	for i, object := range objects {
		if err := s.opts.Outputs.Delete(ctx, object); err != nil {
			return fmt.Errorf("%w (%d more wait)", err, len(objects)-i-1)
		}
		if err := s.opts.Store.Swept(ctx, []string{object}); err != nil {
			return err
		}
	}
	if len(objects) > 0 {
		s.opts.Logger.InfoContext(ctx, "swept", slog.Int("outputs", len(objects)))
	}
	return nil
}

// endOverdue fails the videos that take too long, and forgets the pictures whose process has ended.
func (s *Server) endOverdue(ctx context.Context, now time.Time) error {
	if err := s.opts.Store.DiscardLost(ctx, now.Add(-lostTime)); err != nil {
		return err
	}
	ids, err := s.opts.Store.FailOverdue(ctx, now.Add(-videoTime), fmt.Sprintf("the video was not finished within %s; send it again", videoTime), now)
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
