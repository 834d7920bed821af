// Package store keeps the records of the render service: keys, renders, usage and rate limits, in SQLite or PostgreSQL.
//
// Several processes may open one database. Every time comes from the caller, so that tests own the clock; the machines
// of a deployment must agree on it.
//
// Both databases run the same SQL. They differ in how writers are kept apart: a transaction of SQLite is the only one
// from its beginning (BEGIN IMMEDIATE), one of PostgreSQL takes a lock on what it reads before it writes (see Tx.lock).
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // database/sql knows drivers by name
)

var (
	// ErrNotFound says that a record is not there, or is not the caller's to see.
	ErrNotFound = errors.New("not found")
	// ErrFinished says that a render has been completed or failed before.
	ErrFinished = errors.New("already finished")
	// ErrMismatch says that an Idempotency-Key came with another payload before.
	ErrMismatch = errors.New("the Idempotency-Key was used with another payload")
	// ErrQuota says that a key has used up its month.
	ErrQuota = errors.New("monthly quota exceeded")
	// ErrRevoked says that a key is revoked, which is for ever.
	ErrRevoked = errors.New("the key is revoked")
)

// busy is how long a writer waits for another process's one before SQLite reports that the database is locked. No context
// cuts this wait short, and it holds up the rest of the process.
const busy = 10 * time.Second

// Store is an open database. It is safe for concurrent use.
type Store struct {
	queries
	db   *sql.DB
	pool *pgxpool.Pool // of PostgreSQL, nil with SQLite
}

// queries are the statements that stand alone. They run on the database or within a transaction.
type queries struct{ sql executor }

type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Open opens the database of an address, postgres://… or sqlite://FILE or the path of a file, and brings its tables up
// to date. A SQLite file need not exist; its folder must.
func Open(ctx context.Context, address string) (*Store, error) {
	s, err := connect(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func connect(ctx context.Context, address string) (*Store, error) {
	scheme, rest, found := strings.Cut(address, "://")
	switch {
	case !found:
		return openSQLite(address)
	case scheme == "sqlite":
		return openSQLite(rest)
	case scheme == "postgres" || scheme == "postgresql":
		return openPostgres(ctx, address)
	}
	return nil, fmt.Errorf("open database: %s:// is none that is known; give postgres://USER@HOST/NAME or sqlite://FILE", scheme)
}

func openSQLite(path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("open database: the address names no file; give sqlite://FILE")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("open database %s: its folder: %w; create it first", path, err)
	}
	if err := createPrivate(path); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if runtime.GOOS == "windows" {
		path = "/" + filepath.ToSlash(path) // file:///C:/…
	}
	// A transaction that reads first and then writes would fail without any waiting when another process wrote between
	// the two; an immediate one waits at its beginning. Synchronous FULL has what was accepted survive the machine's
	// crash, at 0.1 to 0.3 ms for each transaction here.
	file := url.URL{Scheme: "file", Path: path, RawQuery: fmt.Sprintf(
		"_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)",
		busy.Milliseconds())}
	db, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	// SQLite has one writer. Goroutines that wait for a connection get it in turn; those that wait for the file's lock
	// sleep and try again.
	db.SetMaxOpenConns(1)
	return &Store{queries: queries{db}, db: db}, nil
}

// createPrivate makes a file that is nobody else's to read: the records hold hashes of keys, payloads and the secret of
// links. SQLite gives its other files the same mode. A file that is there is not touched, for closing it would drop the
// locks that this process may have on it.
func createPrivate(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func openPostgres(ctx context.Context, address string) (*Store, error) {
	// Neither error repeats the password; pgx takes it out.
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db := stdlib.OpenDBFromPool(pool)
	return &Store{queries: queries{db}, db: db, pool: pool}, nil
}

// Close closes the database.
func (s *Store) Close() error {
	err := s.db.Close()
	if s.pool != nil {
		s.pool.Close()
	}
	return err
}

// Ping asks whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.db.PingContext(ctx); err != nil {
		return fmt.Errorf("ask the database: %w", err)
	}
	return nil
}

// DB is the database for those who keep tables of their own in it.
func (s *Store) DB() *sql.DB { return s.db }

// Pool is the PostgreSQL behind the database, or nil when it is SQLite.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Tx is a transaction. What is asked of the Store while one is under way waits for its end where that is SQLite.
type Tx struct {
	queries
	*sql.Tx
	conn     *sql.Conn
	postgres bool
}

// InTx calls f within a transaction, which is undone when f returns an error. On return it is on the disk.
func (s *Store) InTx(ctx context.Context, f func(*Tx) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close()
	return s.inTx(ctx, conn, f)
}

// InTxNoSync is InTx for what may be lost when the machine fails within the next moments, while a later transaction that
// is on the disk holds the earlier ones, too. It does not wait for the disk, which takes a busy one 3 to 30 ms.
func (s *Store) InTxNoSync(ctx context.Context, f func(*Tx) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close()
	if s.pool != nil {
		return s.inTx(ctx, conn, func(tx *Tx) error {
			if _, err := tx.ExecContext(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
				return fmt.Errorf("begin transaction: %w", err)
			}
			return f(tx)
		})
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = NORMAL"); err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer restoreSync(context.WithoutCancel(ctx), conn)
	return s.inTx(ctx, conn, f)
}

// restoreSync has a connection of SQLite wait for the disk again. One that cannot is not used again.
func restoreSync(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = FULL"); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

func (s *Store) inTx(ctx context.Context, conn *sql.Conn, f func(*Tx) error) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(&Tx{queries{tx}, tx, conn, s.pool != nil}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

// Raw calls f with the driver's connection, within the transaction.
func (tx *Tx) Raw(f func(driverConn any) error) error { return tx.conn.Raw(f) }

// lock keeps every other transaction that locks the same name waiting until this one ends.
func (tx *Tx) lock(ctx context.Context, name string) error {
	if !tx.postgres {
		return nil // the transaction is the only one
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name); err != nil {
		return fmt.Errorf("lock %s: %w", name, err)
	}
	return nil
}

// micros and fromMicros turn times to numbers and back. The zero time is 0.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

// changed tells whether a statement changed a row.
func changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
