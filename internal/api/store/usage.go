package store

import (
	"context"
	"fmt"
	"time"

	"mockup/internal/schema"
)

// Usage counts what a key rendered in a calendar month, in UTC.
type Usage struct {
	KeyID  string
	Month  string // such as 2026-11
	Images int64
	Videos int64
}

// Count adds a render to a key's usage in the month of now. A quota above 0 is a limit: a render that would exceed it is
// not counted, and the error is ErrQuota. Concurrent calls never exceed it together.
func (q queries) Count(ctx context.Context, keyID string, kind schema.Kind, quota int64, now time.Time) error {
	var images, videos int64 = 1, 0
	if kind == schema.Video {
		images, videos = 0, 1
	}
	ok, err := changed(q.sql.ExecContext(ctx, `INSERT INTO usage (key_id, month, images, videos) VALUES ($1, $2, $3, $4)
		ON CONFLICT (key_id, month) DO UPDATE SET images = usage.images + $3, videos = usage.videos + $4
		WHERE CAST($5 AS BIGINT) <= 0 OR usage.`+usageColumn(kind)+` < CAST($5 AS BIGINT)`, keyID, month(now), images, videos, quota))
	if err != nil {
		return fmt.Errorf("count a render of key %s: %w", keyID, err)
	}
	if !ok {
		return fmt.Errorf("%w: %d %ss in %s", ErrQuota, quota, kind, month(now))
	}
	return nil
}

// Usage lists the usage of all keys in the month that contains a time.
func (q queries) Usage(ctx context.Context, in time.Time) ([]Usage, error) {
	rows, err := q.sql.QueryContext(ctx, "SELECT key_id, month, images, videos FROM usage WHERE month = $1 ORDER BY key_id", month(in))
	if err != nil {
		return nil, fmt.Errorf("list usage: %w", err)
	}
	defer rows.Close()
	var all []Usage
	for rows.Next() {
		var u Usage
		if err := rows.Scan(&u.KeyID, &u.Month, &u.Images, &u.Videos); err != nil {
			return nil, fmt.Errorf("list usage: %w", err)
		}
		all = append(all, u)
	}
	return all, rows.Err()
}

// usageColumn returns the column that counts renders of a kind.
func usageColumn(kind schema.Kind) string {
	if kind == schema.Video {
		return "videos"
	}
	return "images"
}

func month(t time.Time) string { return t.UTC().Format("2006-01") }
