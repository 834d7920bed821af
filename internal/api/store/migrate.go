package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strings"
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
	steps, err := upMigrations()
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, s.db, nil, goose.WithTableName("store_migrations"), goose.WithGoMigrations(steps...))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// upMigrations reads the upper parts of the migrations. Goose's own reader of SQL takes a buffer of 4 MB for every line, which takes
// longer than the migrations themselves.
func upMigrations() ([]*goose.Migration, error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, file := range files {
		text, err := migrations.ReadFile(file)
		if err != nil {
			return nil, err
		}
		version, err := goose.NumericComponent(file)
		if err != nil {
			return nil, err
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		steps = append(steps, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, up)
			return err
		}}, nil))
	}
	return steps, nil
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
