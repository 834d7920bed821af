package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables up to date. When two processes start at once, both try: the second one fails because of
// what the first one has created, tries again and finds nothing left to do. This needs no lock, which would be a
// different one in each database.
func (s *Store) migrate(ctx context.Context) error {
	return Retry(ctx, func() error {
		if err := s.gooseUp(ctx); err != nil {
			return fmt.Errorf("bring the database's tables up to date: %w", err)
		}
		return nil
	})
}

func (s *Store) gooseUp(ctx context.Context) error {
	dialect := goose.DialectSQLite3
	if s.pool != nil {
		dialect = goose.DialectPostgres
	}
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, s.db, dir, goose.WithTableName("store_migrations"))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Retry calls f until it succeeds, at most five times within about two seconds.
func Retry(ctx context.Context, f func() error) error {
	for pause := 100 * time.Millisecond; ; pause *= 2 {
		err := f()
		if err == nil || pause > time.Second || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}
