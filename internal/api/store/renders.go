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
	Payload []byte // only of a video that is not finished
	Created time.Time
	Expires time.Time

	// IdempotencyKey is that of the request, or empty. PayloadHash identifies the payload.
	IdempotencyKey string
	PayloadHash    string

	Encoding string // how the request wants the file encoded, as a query; empty: the usual way

	Webhook Webhook // of a render that is to be accepted

	Progress float64   // 0 to 1
	Error    string    // why a failed render failed
	Finished time.Time // zero while rendering
	Output   Output    // zero unless completed, but for a format that the request asks for
}

// Output describes the file of a completed render.
type Output struct {
	Format        string // name of the file's format
	Object        string // key in the storage
	Size          int64  // bytes
	Width, Height int    // device pixels
	Duration      time.Duration
	SHA256        string // hexadecimal
	Warnings      []wire.Warning
	HasCues       bool   // Cues returns them
	Cues          []byte // for Complete: what happens when in a video, as JSON; empty: unknown
}

// The columns that scanRender reads. A list leaves the payloads out, which may have megabytes.
const (
	renderColumns = "id, key_id, kind, status, payload, " + otherColumns
	listColumns   = "id, key_id, kind, status, '', " + otherColumns
	otherColumns  = `created, expires, COALESCE(idempotency_key, ''), payload_hash,
		progress, error, finished, format, object, size, width, height, duration, sha256, warnings, cues <> '', encoding`
)

// Accept records a render with the status rendering. When the API key has used the render's Idempotency-Key before,
// nothing is recorded: with the same payload Accept returns the first render, finished or not, and isNew is false; with
// another payload the error is ErrMismatch. This holds for concurrent requests, too: the second one waits for the
// transaction of the first.
func (tx *Tx) Accept(ctx context.Context, render Render) (accepted Render, isNew bool, err error) {
	render.Status = wire.Rendering
	if render.IdempotencyKey == "" {
		isNew, err := tx.insert(ctx, render)
		return render, isNew, err
	}
	// The Idempotency-Key of an expired render is free again, even before Sweep has deleted the render.
	if _, err := tx.ExecContext(ctx, "UPDATE renders SET idempotency_key = NULL WHERE key_id = $1 AND idempotency_key = $2 AND expires <= $3",
		render.KeyID, render.IdempotencyKey, micros(render.Created)); err != nil {
		return Render{}, false, fmt.Errorf("accept render: %w", err)
	}
	for {
		if isNew, err := tx.insert(ctx, render); err != nil || isNew {
			return render, isNew, err
		}
		first, err := scanRender(tx.QueryRowContext(ctx, "SELECT "+renderColumns+" FROM renders WHERE key_id = $1 AND idempotency_key = $2",
			render.KeyID, render.IdempotencyKey))
		switch {
		case errors.Is(err, sql.ErrNoRows): // PostgreSQL: the first render was discarded after the INSERT had found it
			continue
		case err != nil:
			return Render{}, false, fmt.Errorf("find the first render of an Idempotency-Key: %w", err)
		case first.PayloadHash != render.PayloadHash:
			return Render{}, false, ErrMismatch
		}
		return first, false, nil
	}
}

// insert records a render. It returns false if there is one with the same Idempotency-Key.
func (tx *Tx) insert(ctx context.Context, render Render) (bool, error) {
	isNew, err := changed(tx.ExecContext(ctx, `INSERT INTO renders
		(id, key_id, kind, status, idempotency_key, payload_hash, payload, created, expires, webhook_url, webhook_base, format, encoding)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (key_id, idempotency_key) DO NOTHING`,
		render.ID, render.KeyID, render.Kind, render.Status, sql.NullString{String: render.IdempotencyKey, Valid: render.IdempotencyKey != ""},
		render.PayloadHash, string(render.Payload), micros(render.Created), micros(render.Expires),
		render.Webhook.URL, render.Webhook.Base, render.Output.Format, render.Encoding))
	if err != nil {
		return false, fmt.Errorf("accept render: %w", err)
	}
	return isNew, nil
}

// Discard undoes Accept and Count for a render that was not drawn: it deletes the record with its Idempotency-Key and
// takes one off the month's usage. A finished render is not changed: the error is ErrFinished.
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
		return fmt.Errorf("uncount render %s: %w", id, err)
	}
	return nil
}

// RenderOf returns a render of an API key. The error is ErrNotFound when the render belongs to another key or has expired.
func (q queries) RenderOf(ctx context.Context, keyID, id string, now time.Time) (Render, error) {
	render, err := q.render(ctx, id)
	if err == nil && (render.KeyID != keyID || !now.Before(render.Expires)) {
		return Render{}, fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	return render, err
}

// Render returns a render of any API key unless it has expired. Workers use it, and downloads through a signed address.
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

// Cues returns the cues of a completed video. They are empty if it has none.
func (q queries) Cues(ctx context.Context, id string) ([]byte, error) {
	var data string
	err := q.sql.QueryRowContext(ctx, "SELECT cues FROM renders WHERE id = $1", id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read the cues of render %s: %w", id, err)
	}
	return []byte(data), nil
}

// SetProgress records the progress of a render, from 0 to 1. A smaller value than before is ignored, and so is a render
// that is finished.
func (q queries) SetProgress(ctx context.Context, id string, progress float64) error {
	_, err := q.sql.ExecContext(ctx, "UPDATE renders SET progress = $1 WHERE id = $2 AND status = $3 AND progress < $1",
		progress, id, wire.Rendering)
	if err != nil {
		return fmt.Errorf("record the progress of render %s: %w", id, err)
	}
	return nil
}

// Complete records the output of a render. The first attempt to finish a render wins. For a later one the error is
// ErrFinished, or ErrNotFound if the render has expired; the caller then has to delete its object.
func (s *Store) Complete(ctx context.Context, id string, output Output, now time.Time) error {
	warnings, err := json.Marshal(output.Warnings)
	if err != nil {
		return fmt.Errorf("complete render %s: %w", id, err)
	}
	return s.InTx(ctx, func(tx *Tx) error {
		err := tx.finish(ctx, id, `UPDATE renders SET status = $1, progress = 1, payload = '', finished = $2, format = $3,
			object = $4, size = $5, width = $6, height = $7, duration = $8, sha256 = $9, warnings = $10, cues = $11
			WHERE id = $12 AND status = $13`,
			wire.Completed, micros(now), output.Format, output.Object, output.Size, output.Width, output.Height,
			output.Duration.Microseconds(), output.SHA256, string(warnings), string(output.Cues), id, wire.Rendering)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM garbage WHERE object = $1", output.Object); err != nil {
			return fmt.Errorf("complete render %s: %w", id, err)
		}
		return tx.announce(ctx, id, wire.RenderCompleted, now)
	})
}

// Fail records why a render failed. A finished render is not changed: the error is ErrFinished.
func (s *Store) Fail(ctx context.Context, id, reason string, now time.Time) error {
	return s.InTx(ctx, func(tx *Tx) error { return tx.fail(ctx, id, reason, now) })
}

func (tx *Tx) fail(ctx context.Context, id, reason string, now time.Time) error {
	err := tx.finish(ctx, id, "UPDATE renders SET status = $1, payload = '', finished = $2, error = $3 WHERE id = $4 AND status = $5",
		wire.Failed, micros(now), reason, id, wire.Rendering)
	if err != nil {
		return err
	}
	return tx.announce(ctx, id, wire.RenderFailed, now)
}

// finish runs a statement that changes a render only while its status is rendering.
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
	return fmt.Errorf("finish render %s, whose status is %s: %w", id, render.Status, ErrFinished)
}

// ClampAges makes unfinished renders begin now that seem to begin in the future, because the clock has been set back since.
// Otherwise they would not become overdue until the clock has caught up.
func (q queries) ClampAges(ctx context.Context, now time.Time) error {
	_, err := q.sql.ExecContext(ctx, "UPDATE renders SET created = $1 WHERE status = $2 AND created > $3",
		micros(now), wire.Rendering, micros(now.Add(clockTolerance)))
	if err != nil {
		return fmt.Errorf("clamp the ages of renders: %w", err)
	}
	return nil
}

// FailOverdue fails the videos that were accepted before a time and are not finished, and returns their ids.
func (s *Store) FailOverdue(ctx context.Context, before time.Time, reason string, now time.Time) (ids []string, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		ids, err = tx.strings(ctx, `UPDATE renders SET status = $1, payload = '', finished = $2, error = $3
			WHERE status = $4 AND kind = $5 AND created < $6 RETURNING id`,
			wire.Failed, micros(now), reason, wire.Rendering, schema.Video, micros(before))
		for _, id := range ids {
			if err == nil {
				err = tx.announce(ctx, id, wire.RenderFailed, now)
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fail overdue videos: %w", err)
	}
	return ids, nil
}

// DiscardLost discards the pictures that were accepted before a time and are not finished. A picture is drawn within its
// request, so the process that accepted such a picture must have crashed.
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

// strings runs a query and returns the texts of its only column.
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
		&duration, &r.Output.SHA256, &warnings, &r.Output.HasCues, &r.Encoding)
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
