package store

import (
	"context"
	"fmt"
	"time"
)

// clockTolerance is how far the clocks of a deployment's machines may differ. A request whose time lies further in the
// future was counted before the clock was set back.
const clockTolerance = 5 * time.Second

// Decision is the answer to a request under a rate limit.
type Decision struct {
	Allowed    bool
	Limit      int
	Remaining  int           // requests left at this moment
	Reset      time.Time     // when the oldest counted request leaves the window; at most one window from now
	RetryAfter time.Duration // of a rejected request: from now to Reset
}

// Allow counts a request of a key and decides whether it is within the limit of requests per window. The window slides
// and the limit is exact over all processes of the database: no span of time as long as the window holds more allowed
// requests. A rejected request does not count. Each bucket has its own count.
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
	if err := tx.Lock(ctx, "rate "+keyID+" "+bucket); err != nil {
		return Decision{}, err
	}
	if err := tx.pullBack(ctx, keyID, bucket, window, now); err != nil {
		return Decision{}, err
	}
	// A request takes its time stamp before it waits for the lock, so requests may get the lock in another order.
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
	decision, err := tx.decide(ctx, keyID, bucket, limit, window, at)
	if err != nil || !decision.Allowed {
		decision.RetryAfter = min(max(decision.Reset.Sub(now), 0), window)
		return decision, err
	}
	decision.Remaining--
	_, err = tx.ExecContext(ctx, "INSERT INTO rate_log (key_id, bucket, until) VALUES ($1, $2, $3)", keyID, bucket, at+window.Microseconds())
	return decision, err
}

// pullBack makes requests that were counted in the future, before the clock was set back, leave the window at the latest
// one window from now. Otherwise they would count until the clock has caught up.
func (tx *Tx) pullBack(ctx context.Context, keyID, bucket string, window time.Duration, now time.Time) error {
	latest := now.Add(window)
	_, err := tx.ExecContext(ctx, "UPDATE rate_log SET until = $1 WHERE key_id = $2 AND bucket = $3 AND until > $4",
		latest.UnixMicro(), keyID, bucket, latest.Add(clockTolerance).UnixMicro())
	return err
}

// Allowance returns what Allow would decide, without counting the request. It only reads.
func (q queries) Allowance(ctx context.Context, keyID, bucket string, limit int, window time.Duration, now time.Time) (Decision, error) {
	decision, err := q.decide(ctx, keyID, bucket, limit, window, now.UnixMicro())
	if err != nil {
		return Decision{}, fmt.Errorf("read the rate limit of %s: %w", bucket, err)
	}
	if latest := now.Add(window); decision.Reset.After(latest) {
		decision.Reset = latest
	}
	if !decision.Allowed {
		decision.RetryAfter = decision.Reset.Sub(now)
	}
	return decision, nil
}

// decide counts the requests in the window at a time in microseconds.
func (q queries) decide(ctx context.Context, keyID, bucket string, limit int, window time.Duration, at int64) (Decision, error) {
	var count int
	var oldest int64
	err := q.sql.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(MIN(until), $3) FROM rate_log WHERE key_id = $1 AND bucket = $2 AND until > $4",
		keyID, bucket, at+window.Microseconds(), at).Scan(&count, &oldest)
	return Decision{Allowed: count < limit, Limit: limit, Remaining: max(0, limit-count), Reset: fromMicros(oldest)}, err
}
