// Package store keeps the records of the render service: keys, renders, usage and rate limits, in SQLite or PostgreSQL.
//
// Several processes may open one database. The current time is always an argument, so that tests control the clock; the
// clocks of a deployment's machines must agree.
//
// Both databases run the same SQL. They differ in how writers are kept apart: in SQLite a write transaction runs alone
// from its beginning (BEGIN IMMEDIATE), in PostgreSQL it locks what it reads before it writes (see Tx.Lock).
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
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite" // also registers the driver "sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

var (
	// ErrNotFound means that a record does not exist, or that the caller may not see it.
	ErrNotFound = errors.New("not found")
	// ErrFinished means that a render has already been completed or failed.
	ErrFinished = errors.New("already finished")
	// ErrMismatch means that an Idempotency-Key was used with another payload before.
	ErrMismatch = errors.New("the Idempotency-Key was used with another payload")
	// ErrQuota means that a key has used up its monthly quota.
	ErrQuota = errors.New("monthly quota exceeded")
	// ErrRevoked means that a key is revoked, which cannot be undone.
	ErrRevoked = errors.New("the key is revoked")
)

// busyTimeout is how long a writer waits for a writer of another process before SQLite reports that the database is
// locked. No context ends this wait early, and the rest of the process waits for it, too.
const busyTimeout = 10 * time.Second

// Store is an open database. It is safe for concurrent use.
type Store struct {
	queries
	db   *sql.DB
	pool *pgxpool.Pool // nil with SQLite
}

// queries are the operations of one statement. They run on the database or within a transaction.
type queries struct{ sql executor }

type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Open opens the database at an address, which is postgres://…, sqlite://FILE or the path of a file, and brings its
// tables up to date. A SQLite file is created if it does not exist; its folder must exist.
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
	return nil, fmt.Errorf("open database: found %s://; allowed are postgres://USER@HOST/NAME and sqlite://FILE", scheme)
}

func openSQLite(path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("open database: the address names no file; write it like sqlite://FILE")
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
	// A transaction that reads first and then writes would fail at once when another process writes in between; an
	// immediate one waits at its beginning. With synchronous FULL, accepted renders survive a crash of the machine; it
	// costs 0.1 to 0.3 ms per transaction on an SSD.
	file := url.URL{Scheme: "file", Path: path, RawQuery: fmt.Sprintf(
		"_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)",
		busyTimeout.Milliseconds())}
	db, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	// SQLite has one writer at a time. Goroutines that wait for the only connection are served in order; waiting for the
	// file's lock would be sleeping and trying again.
	db.SetMaxOpenConns(1)
	return &Store{queries: queries{db}, db: db}, nil
}

// createPrivate creates a file that only its owner may read: the records hold hashes of keys, payloads, and the secret
// that signs links. SQLite gives its other files the same mode. An existing file is not opened, because closing it would
// release the locks that this process may hold on it.
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
	// pgx removes the password from its errors.
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

// Ping checks whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.db.PingContext(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	return nil
}

// DB returns the database, for packages that keep tables of their own in it.
func (s *Store) DB() *sql.DB { return s.db }

// Pool returns the connections to PostgreSQL, or nil with SQLite.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Tx is a transaction. With SQLite, calls of the Store wait until a running transaction has ended.
type Tx struct {
	queries
	*sql.Tx
	conn     *sql.Conn
	postgres bool
}

// InTx calls f within a transaction, which is rolled back when f returns an error. When InTx returns nil, the changes are
// on the disk.
func (s *Store) InTx(ctx context.Context, f func(*Tx) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close()
	return s.inTx(ctx, conn, f)
}

// InTxNoSync is InTx without the wait for the disk, which takes 3 to 30 ms on a busy one. The changes may be lost when
// the machine crashes within the next moments; a later InTx makes them permanent, too.
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

// restoreSync makes a connection to SQLite wait for the disk again. If that fails, the connection is closed.
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

// Raw calls f with the driver's own connection, within the transaction.
func (tx *Tx) Raw(f func(driverConn any) error) error { return tx.conn.Raw(f) }

// Lock makes every other transaction that locks the same name wait until this one ends.
func (tx *Tx) Lock(ctx context.Context, name string) error {
	if !tx.postgres {
		return nil // there is no other transaction
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name); err != nil {
		return fmt.Errorf("lock %s: %w", name, err)
	}
	return nil
}

// IsBusy reports whether an error means that the database could not be used for a while and may be used again: SQLite was
// locked by another process for longer than busyTimeout, or PostgreSQL was locked, out of connections or restarting.
func IsBusy(err error) bool {
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		code := lite.Code() & 0xff // without the extension
		return code == sqlitelib.SQLITE_BUSY || code == sqlitelib.SQLITE_LOCKED
	}
	var postgres *pgconn.PgError
	return errors.As(err, &postgres) && slices.Contains([]string{
		"40001", "40P01", "53300", "55P03", // serialization failure, deadlock, too many connections, lock not available
		"57P01", "57P02", "57P03", // shutting down, crashed, starting up
	}, postgres.Code)
}

// IsFull reports whether an error means that the database's disk is full.
func IsFull(err error) bool {
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code()&0xff == sqlitelib.SQLITE_FULL
	}
	var postgres *pgconn.PgError
	return errors.As(err, &postgres) && postgres.Code == "53100"
}

// micros and fromMicros convert times to microseconds since 1970 and back. The zero time is 0.
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

// changed reports whether a statement changed a row.
func changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
