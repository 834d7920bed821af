package store

import (
	"context"
	"fmt"
	"time"
)

// ExpectObject records an object that is about to be stored. If no completed render names the object when it is due, the
// process that stored it has crashed, and Sweep returns it.
func (s *Store) ExpectObject(ctx context.Context, object string, due time.Time) error {
	err := s.InTxNoSync(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO garbage (object, due) VALUES ($1, $2)", object, micros(due))
		return err
	})
	if err != nil {
		return fmt.Errorf("record object %s: %w", object, err)
	}
	return nil
}

// Sweep deletes expired records and returns the names of the objects that must now be deleted from the storage. An
// object is returned by every Sweep until ForgetObject confirms its deletion, so a crash in between leaves nothing
// behind.
func (s *Store) Sweep(ctx context.Context, now time.Time) ([]string, error) {
	var objects []string
	err := s.InTx(ctx, func(tx *Tx) (err error) {
		for _, statement := range []string{
			"INSERT INTO garbage (object) SELECT object FROM renders WHERE expires <= $1 AND object <> '' ON CONFLICT DO NOTHING",
			"DELETE FROM renders WHERE expires <= $1",
			"DELETE FROM rate_log WHERE until <= $1",
		} {
			if _, err := tx.ExecContext(ctx, statement, micros(now)); err != nil {
				return err
			}
		}
		if err := tx.sweepWebhooks(ctx, now); err != nil {
			return err
		}
		objects, err = tx.strings(ctx, "SELECT object FROM garbage WHERE due <= $1 ORDER BY object", micros(now))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sweep expired records: %w", err)
	}
	return objects, nil
}

// ForgetObject records that an object is deleted.
func (q queries) ForgetObject(ctx context.Context, object string) error {
	if _, err := q.sql.ExecContext(ctx, "DELETE FROM garbage WHERE object = $1", object); err != nil {
		return fmt.Errorf("forget object %s: %w", object, err)
	}
	return nil
}
