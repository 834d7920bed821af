package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// ErrBeingDrawn means that a picture is being drawn, and therefore cannot be deleted.
var ErrBeingDrawn = errors.New("the picture is being drawn")

// Cursor is a place in the list of an API key's renders: behind one of them. The zero value is the beginning of the list.
type Cursor struct {
	Created time.Time
	ID      string
}

// Renders lists the renders of an API key that have not expired, the newest first: at most n, from the cursor on. They have
// no payloads.
func (q queries) Renders(ctx context.Context, keyID string, after Cursor, n int, now time.Time) ([]Render, error) {
	created := int64(math.MaxInt64)
	if after.ID != "" {
		created = micros(after.Created)
	}
	rows, err := q.sql.QueryContext(ctx, "SELECT "+listColumns+` FROM renders WHERE key_id = $1 AND expires > $2
		AND (created, id) < ($3, $4) ORDER BY created DESC, id DESC LIMIT $5`, keyID, micros(now), created, after.ID, n)
	if err != nil {
		return nil, fmt.Errorf("list renders: %w", err)
	}
	defer rows.Close()
	var list []Render
	for rows.Next() {
		render, err := scanRender(rows)
		if err != nil {
			return nil, fmt.Errorf("list renders: %w", err)
		}
		list = append(list, render)
	}
	return list, rows.Err()
}

// StatusOf returns the status of a render, which is all that a client waits for.
func (q queries) StatusOf(ctx context.Context, id string) (wire.Status, error) {
	var status wire.Status
	err := q.sql.QueryRowContext(ctx, "SELECT status FROM renders WHERE id = $1", id).Scan(&status)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("render %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("read the status of render %s: %w", id, err)
	}
	return status, nil
}

// Delete deletes a render of an API key, and returns its record without the payload. An attempt to finish it later fails
// with ErrNotFound. Sweep returns its object until ForgetObject confirms the deletion. The error is ErrNotFound as for
// RenderOf, and ErrBeingDrawn for a picture that is not finished.
func (s *Store) Delete(ctx context.Context, keyID, id string, now time.Time) (deleted Render, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		deleted, err = scanRender(tx.QueryRowContext(ctx, `DELETE FROM renders WHERE id = $1 AND key_id = $2 AND expires > $3
			AND (kind <> $4 OR status <> $5) RETURNING `+listColumns, id, keyID, micros(now), schema.Image, wire.Rendering))
		if errors.Is(err, sql.ErrNoRows) {
			if _, err := tx.RenderOf(ctx, keyID, id, now); err != nil {
				return err
			}
			return ErrBeingDrawn
		}
		if err == nil && deleted.Output.Object != "" {
			_, err = tx.ExecContext(ctx, "INSERT INTO garbage (object) VALUES ($1) ON CONFLICT DO NOTHING", deleted.Output.Object)
		}
		return err
	})
	if err != nil {
		return Render{}, fmt.Errorf("delete render %s: %w", id, err)
	}
	return deleted, nil
}
