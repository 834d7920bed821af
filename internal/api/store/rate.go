package store

import (
	"context"
	"fmt"
	"time"
)

// Decision is the answer to a request under a rate limit.
type Decision struct {
	Allowed    bool
	Limit      int
	Remaining  int           // requests left at this moment
	Reset      time.Time     // when the oldest counted request leaves the window
	RetryAfter time.Duration // of a rejected request: from now to Reset
}

// Allow counts a request of a key against limit requests in any window of time, and says whether it is within. The
// limit is exact, over all processes of the database: no window, wherever it begins, holds more. A rejected request
// does not count. Requests are counted apart for each bucket.
func (s *Store) Allow(ctx context.Context, keyID, bucket string, limit int, window time.Duration, now time.Time) (Decision, error) {
	var decision Decision
	err := s.InTxNoSync(ctx, func(tx *Tx) (err error) {
		decision, err = tx.allow(ctx, keyID, bucket, limit, window, now)
		return err
	})
	if err != nil {
		return Decision{}, fmt.Errorf("check the rate limit of %s: %w", bucket, err)
	}
	return decision, nil
}

func (tx *Tx) allow(ctx context.Context, keyID, bucket string, limit int, window time.Duration, now time.Time) (Decision, error) {
	if err := tx.lock(ctx, "rate "+keyID+" "+bucket); err != nil {
		return Decision{}, err
	}
	// Requests take their time before they wait for the lock, and may get it in another order.
	at := now.UnixMicro()
	var newest int64
	if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX(until), 0) FROM rate_log WHERE key_id = $1 AND bucket = $2",
		keyID, bucket).Scan(&newest); err != nil {
		return Decision{}, err
	}
	at = max(at, newest-window.Microseconds())
	if _, err := tx.ExecContext(ctx, "DELETE FROM rate_log WHERE key_id = $1 AND bucket = $2 AND until <= $3",
		keyID, bucket, at); err != nil {
		return Decision{}, err
	}
	until := at + window.Microseconds()
	var count int
	var oldest int64
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(MIN(until), $3) FROM rate_log WHERE key_id = $1 AND bucket = $2",
		keyID, bucket, until).Scan(&count, &oldest); err != nil {
		return Decision{}, err
	}
	decision := Decision{Limit: limit, Reset: fromMicros(oldest)}
	if count >= limit {
		decision.RetryAfter = decision.Reset.Sub(now)
		return decision, nil
	}
	decision.Allowed, decision.Remaining = true, limit-count-1
	_, err := tx.ExecContext(ctx, "INSERT INTO rate_log (key_id, bucket, until) VALUES ($1, $2, $3)", keyID, bucket, until)
	return decision, err
}
