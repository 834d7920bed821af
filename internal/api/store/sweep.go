package store

import (
	"context"
	"fmt"
	"time"
)

// Expect notes an object that is about to be stored. If no completed render names it when it is due, Sweep returns it: its
// process has ended in between.
func (s *Store) Expect(ctx context.Context, object string, due time.Time) error {
	err := s.InTxNoSync(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO garbage (object, due) VALUES ($1, $2)", object, micros(due))
		return err
	})
	if err != nil {
		return fmt.Errorf("note object %s: %w", object, err)
	}
	return nil
}

// Sweep removes what has expired, and returns the names of the objects that are now to be deleted from the storage.
// They are returned again until Swept says that they are gone, so that a crash in between leaves nothing behind.
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
		objects, err = tx.strings(ctx, "SELECT object FROM garbage WHERE due <= $1 ORDER BY object", micros(now))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sweep expired records: %w", err)
	}
	return objects, nil
}

// Swept notes that objects are deleted.
func (s *Store) Swept(ctx context.Context, objects []string) error {
	return s.InTx(ctx, func(tx *Tx) error {
		for _, object := range objects {
			if _, err := tx.ExecContext(ctx, "DELETE FROM garbage WHERE object = $1", object); err != nil {
				return fmt.Errorf("forget object %s: %w", object, err)
			}
		}
		return nil
	})
}
