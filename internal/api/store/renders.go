package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// Render is the record of a render.
type Render struct {
	ID      string
	KeyID   string
	Kind    schema.Kind
	Status  wire.Status
	Payload []byte // of a video that is under way; gone once it is finished
	Created time.Time
	Expires time.Time

	// IdempotencyKey is what the request carried, or empty. PayloadHash tells payloads apart.
	IdempotencyKey string
	PayloadHash    string

	Progress float64   // 0 to 1
	Error    string    // of a failed one
	Finished time.Time // zero while under way
	Output   Output    // of a completed one
}

// Output describes the file of a completed render.
type Output struct {
	Format        string // png, mp4 or webm
	Object        string // its name in the storage
	Size          int64  // bytes
	Width, Height int    // device pixels
	Duration      time.Duration
	SHA256        string // hexadecimal
	Warnings      []wire.Warning
}

const renderColumns = `id, key_id, kind, status, payload, created, expires, COALESCE(idempotency_key, ''), payload_hash,
	progress, error, finished, format, object, size, width, height, duration, sha256, warnings`

// Accept records a render as rendering. When the key has used the render's Idempotency-Key before, nothing is recorded:
// with the same payload the first render is returned, finished or not, and isNew is false; with another payload the
// error is ErrMismatch. Two requests at once are told apart too: the second waits for the first one's transaction.
func (tx *Tx) Accept(ctx context.Context, render Render) (accepted Render, isNew bool, err error) {
	render.Status = wire.Rendering
	var idempotencyKey any
	if render.IdempotencyKey != "" {
		idempotencyKey = render.IdempotencyKey
		// An expired render that was not swept yet gives up its Idempotency-Key.
		if _, err := tx.ExecContext(ctx, "UPDATE renders SET idempotency_key = NULL WHERE key_id = $1 AND idempotency_key = $2 AND expires <= $3",
			render.KeyID, idempotencyKey, micros(render.Created)); err != nil {
			return Render{}, false, fmt.Errorf("accept render: %w", err)
		}
	}
	isNew, err = changed(tx.ExecContext(ctx, `INSERT INTO renders
		(id, key_id, kind, status, idempotency_key, payload_hash, payload, created, expires)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (key_id, idempotency_key) DO NOTHING`,
		render.ID, render.KeyID, render.Kind, render.Status, idempotencyKey, render.PayloadHash, string(render.Payload),
		micros(render.Created), micros(render.Expires)))
	if err != nil {
		return Render{}, false, fmt.Errorf("accept render: %w", err)
	}
	if isNew {
		return render, true, nil
	}
	first, err := scanRender(tx.QueryRowContext(ctx, "SELECT "+renderColumns+" FROM renders WHERE key_id = $1 AND idempotency_key = $2",
		render.KeyID, idempotencyKey))
	if err != nil {
		return Render{}, false, fmt.Errorf("find the first render of an Idempotency-Key: %w", err)
	}
	if first.PayloadHash != render.PayloadHash {
		return Render{}, false, ErrMismatch
	}
	return first, false, nil
}

// Discard takes back a render that came to nothing through no fault of the request: its record, its Idempotency-Key and
// its count in the month's usage. A finished one stays, and is ErrFinished.
func (tx *Tx) Discard(ctx context.Context, id string) error {
	render, err := tx.render(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.finish(ctx, id, "DELETE FROM renders WHERE id = $1 AND status = $2", id, wire.Rendering); err != nil {
		return err
	}
	column := usageColumn(render.Kind)
	_, err = tx.ExecContext(ctx, "UPDATE usage SET "+column+" = "+column+" - 1 WHERE key_id = $1 AND month = $2 AND "+column+" > 0",
		render.KeyID, month(render.Created))
	if err != nil {
		return fmt.Errorf("take back the count of render %s: %w", id, err)
	}
	return nil
}

// RenderOf finds a key's render. Another key's one is ErrNotFound, and so is an expired one.
func (q queries) RenderOf(ctx context.Context, keyID, id string, now time.Time) (Render, error) {
	render, err := q.render(ctx, id)
	if err == nil && (render.KeyID != keyID || !now.Before(render.Expires)) {
		return Render{}, fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	return render, err
}

// Render finds any render that is not expired: for workers, and for downloads, whose address is signed.
func (q queries) Render(ctx context.Context, id string, now time.Time) (Render, error) {
	render, err := q.render(ctx, id)
	if err == nil && !now.Before(render.Expires) {
		return Render{}, fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	return render, err
}

func (q queries) render(ctx context.Context, id string) (Render, error) {
	render, err := scanRender(q.sql.QueryRowContext(ctx, "SELECT "+renderColumns+" FROM renders WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return Render{}, fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Render{}, fmt.Errorf("read render %s: %w", id, err)
	}
	return render, nil
}

// SetProgress notes how far a render is. It never goes back, and a finished render is left alone.
func (q queries) SetProgress(ctx context.Context, id string, progress float64) error {
	_, err := q.sql.ExecContext(ctx, "UPDATE renders SET progress = $1 WHERE id = $2 AND status = $3 AND progress < $1",
		progress, id, wire.Rendering)
	if err != nil {
		return fmt.Errorf("note the progress of render %s: %w", id, err)
	}
	return nil
}

// Complete records the output of a render. The first to finish it wins: whoever comes later gets ErrFinished, and
// ErrNotFound when it has expired, and has an object to delete.
func (s *Store) Complete(ctx context.Context, id string, output Output, now time.Time) error {
	warnings, err := json.Marshal(output.Warnings)
	if err != nil {
		return fmt.Errorf("complete render %s: %w", id, err)
	}
	return s.InTx(ctx, func(tx *Tx) error {
		err := tx.finish(ctx, id, `UPDATE renders SET status = $1, progress = 1, payload = '', finished = $2, format = $3,
			object = $4, size = $5, width = $6, height = $7, duration = $8, sha256 = $9, warnings = $10
			WHERE id = $11 AND status = $12`,
			wire.Completed, micros(now), output.Format, output.Object, output.Size, output.Width, output.Height,
			output.Duration.Microseconds(), output.SHA256, string(warnings), id, wire.Rendering)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM garbage WHERE object = $1", output.Object); err != nil {
			return fmt.Errorf("complete render %s: %w", id, err)
		}
		return nil
	})
}

// Fail records why a render failed. One that is finished stays what it is: the error is ErrFinished.
func (q queries) Fail(ctx context.Context, id, reason string, now time.Time) error {
	return q.finish(ctx, id, "UPDATE renders SET status = $1, payload = '', finished = $2, error = $3 WHERE id = $4 AND status = $5",
		wire.Failed, micros(now), reason, id, wire.Rendering)
}

// finish runs a statement that changes a render which is under way.
func (q queries) finish(ctx context.Context, id, statement string, args ...any) error {
	ok, err := changed(q.sql.ExecContext(ctx, statement, args...))
	if err != nil {
		return fmt.Errorf("finish render %s: %w", id, err)
	}
	if ok {
		return nil
	}
	render, err := q.render(ctx, id)
	if err != nil {
		return err
	}
	return fmt.Errorf("finish render %s, which is %s: %w", id, render.Status, ErrFinished)
}

// FailOverdue fails the videos that were accepted before a time and are still under way, and returns their ids.
func (q queries) FailOverdue(ctx context.Context, before time.Time, reason string, now time.Time) ([]string, error) {
	ids, err := q.strings(ctx, `UPDATE renders SET status = $1, payload = '', finished = $2, error = $3
		WHERE status = $4 AND kind = $5 AND created < $6 RETURNING id`,
		wire.Failed, micros(now), reason, wire.Rendering, schema.Video, micros(before))
	if err != nil {
		return nil, fmt.Errorf("fail overdue videos: %w", err)
	}
	return ids, nil
}

// DiscardLost discards the pictures that were accepted before a time and are still under way: a picture is drawn within
// its request, so the process of such a one has ended.
func (s *Store) DiscardLost(ctx context.Context, before time.Time) error {
	ids, err := s.strings(ctx, "SELECT id FROM renders WHERE status = $1 AND kind = $2 AND created < $3",
		wire.Rendering, schema.Image, micros(before))
	if err != nil {
		return fmt.Errorf("find lost pictures: %w", err)
	}
	for _, id := range ids {
		err := s.InTx(ctx, func(tx *Tx) error { return tx.Discard(ctx, id) })
		if err != nil && !errors.Is(err, ErrFinished) && !errors.Is(err, ErrNotFound) {
			return fmt.Errorf("discard lost pictures: %w", err)
		}
	}
	return nil
}

// strings reads a column.
func (q queries) strings(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := q.sql.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		found = append(found, s)
	}
	return found, rows.Err()
}

func scanRender(row scanner) (Render, error) {
	var r Render
	var payload, warnings string
	var created, expires, finished, duration int64
	err := row.Scan(&r.ID, &r.KeyID, &r.Kind, &r.Status, &payload, &created, &expires, &r.IdempotencyKey, &r.PayloadHash,
		&r.Progress, &r.Error, &finished, &r.Output.Format, &r.Output.Object, &r.Output.Size, &r.Output.Width, &r.Output.Height,
		&duration, &r.Output.SHA256, &warnings)
	if err != nil {
		return Render{}, err
	}
	if payload != "" {
		r.Payload = []byte(payload)
	}
	r.Created, r.Expires, r.Finished = fromMicros(created), fromMicros(expires), fromMicros(finished)
	r.Output.Duration = time.Duration(duration) * time.Microsecond
	return r, json.Unmarshal([]byte(warnings), &r.Output.Warnings)
}
