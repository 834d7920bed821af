package worker

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// progressInterval is how often progress is written to the database. Clients poll every 2 to 4 seconds.
const progressInterval = time.Second

// recordProgress returns two functions: progress, which is called after each encoded frame and never waits for the
// database, and stop, which ends the recording.
func (w *Worker) recordProgress(ctx context.Context, id string) (progress func(done, total int), stop func()) {
	var permille atomic.Int64
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.writeProgress(ctx, id, &permille)
	}()
	progress = func(done, total int) { permille.Store(int64(1000 * done / total)) }
	stop = func() {
		cancel()
		<-ended
	}
	return progress, stop
}

func (w *Worker) writeProgress(ctx context.Context, id string, permille *atomic.Int64) {
	ticker := time.NewTicker(w.progressInterval)
	defer ticker.Stop()
	var written int64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := permille.Load()
		if now == written {
			continue
		}
		if err := w.Store.SetProgress(ctx, id, float64(now)/1000); err != nil {
			w.Logger.DebugContext(ctx, "recording progress failed", slog.Any("error", err))
			continue // the next value replaces this one anyway
		}
		written = now
	}
}
