package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/api/pgtest"
	"mockup/internal/schema"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	if err := cluster.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// noon is the time at which tests begin.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// conforms runs a test on both databases, in parallel with the other tests. Every call of open returns another Store on
// the test's own database, as another process would have it.
func conforms(t *testing.T, test func(t *testing.T, open func() *Store)) {
	t.Parallel()
	conformsAddress(t, func(t *testing.T, address string) { test(t, opener(t, address)) })
}

// conformsAddress runs a test with the addresses of a new SQLite file and of an empty PostgreSQL database.
func conformsAddress(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, "sqlite://"+filepath.Join(t.TempDir(), "records ?#%.db")) // the name needs escaping in a URL
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, cluster.Database(t))
	})
}

func opener(t *testing.T, address string) func() *Store {
	return func() *Store {
		t.Helper()
		s, err := Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
}

// check stops a test at an error.
func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantError checks which error it is.
func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

func newKey(t *testing.T, s *Store) string {
	t.Helper()
	key, _, err := s.CreateKey(t.Context(), "test", noon)
	check(t, err)
	return key.ID
}

func newRender(keyID string, kind schema.Kind) Render {
	return Render{
		ID: NewID("render"), KeyID: keyID, Kind: kind, Payload: []byte(`{"mockupType":"chats"}`), PayloadHash: "a1",
		Created: noon, Expires: noon.Add(24 * time.Hour),
	}
}

// accept records a new render.
func accept(t *testing.T, s *Store, render Render) Render {
	t.Helper()
	accepted, isNew, err := tryAccept(t, s, render)
	check(t, err)
	if !isNew {
		t.Fatalf("render %s is not new", render.ID)
	}
	return accepted
}

func tryAccept(t *testing.T, s *Store, render Render) (accepted Render, isNew bool, err error) {
	err = s.InTx(t.Context(), func(tx *Tx) (err error) {
		accepted, isNew, err = tx.Accept(t.Context(), render)
		return err
	})
	return accepted, isNew, err
}

// together calls f n times at once.
func together(n int, f func(i int)) {
	var group sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-begin
			f(i)
		})
	}
	close(begin)
	group.Wait()
}

func TestOpenTogether(t *testing.T) {
	t.Parallel()
	conformsAddress(t, func(t *testing.T, address string) {
		together(8, func(int) {
			s, err := Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := s.Keys(t.Context()); err != nil {
				t.Error(err)
			}
			s.Close()
		})
	})
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ address, want string }{
		{"mysql://host/name", "found mysql://; allowed are postgres://USER@HOST/NAME and sqlite://FILE"},
		{"sqlite://", "the address names no file"},
		{filepath.Join(t.TempDir(), "missing", "file.db"), "missing: no such file or directory; create it first"},
		{"postgres://user:hunter2@127.0.0.1:1/name?connect_timeout=1", "connection refused"},
	} {
		s, err := Open(t.Context(), test.address)
		if err == nil {
			s.Close()
			t.Errorf("%s opens", test.address)
		} else if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: error %q, want %q and no password", test.address, err, test.want)
		}
	}
}

func TestInTxUndoes(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		boom := errors.New("boom")
		wantError(t, "InTx", s.InTx(t.Context(), func(tx *Tx) error {
			if _, _, err := tx.CreateKey(t.Context(), "gone", noon); err != nil {
				return err
			}
			return boom
		}), boom)
		keys, err := s.Keys(t.Context())
		check(t, err)
		if len(keys) != 0 {
			t.Errorf("keys %v, want none", keys)
		}
	})
}

func TestKeys(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		key, secret, err := s.CreateKey(t.Context(), "ci", noon)
		check(t, err)
		if !strings.HasPrefix(secret, KeyPrefix) || len(secret) != len(KeyPrefix)+52 {
			t.Errorf("key %q is not %s and 52 characters", secret, KeyPrefix)
		}
		if want := secret[:len(KeyPrefix)+4] + "…"; key.Prefix != want || key.State != Active || key.Name != "ci" || !key.LastUsed.IsZero() {
			t.Errorf("record %+v", key)
		}
		check(t, s.neverHolds(t, secret))

		found, err := other.Authenticate(t.Context(), secret, noon.Add(time.Minute))
		check(t, err)
		if found.ID != key.ID || !found.LastUsed.Equal(noon.Add(time.Minute)) {
			t.Errorf("authenticated %+v", found)
		}
		found, err = other.Authenticate(t.Context(), secret, noon.Add(90*time.Second))
		check(t, err)
		if !found.LastUsed.Equal(noon.Add(time.Minute)) {
			t.Errorf("last use %v was noted twice within a minute", found.LastUsed)
		}
		for _, wrong := range []string{"", KeyPrefix, secret + "a", secret[:len(secret)-1], strings.ToUpper(secret), key.Prefix} {
			_, err := s.Authenticate(t.Context(), wrong, noon)
			wantError(t, wrong, err, ErrNotFound)
		}
	})
}

func (s *Store) neverHolds(t *testing.T, secret string) error {
	var n int
	err := s.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM keys WHERE hash = $1 OR prefix = $1 OR name = $1 OR id = $1", secret).Scan(&n)
	if err == nil && n != 0 {
		err = errors.New("the database holds a key as it is")
	}
	return err
}

func TestKeyStates(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		key, secret, err := s.CreateKey(t.Context(), "ci", noon)
		check(t, err)
		_, second, err := s.CreateKey(t.Context(), "ci", noon.Add(time.Second))
		check(t, err)
		for _, state := range []KeyState{Suspended, Suspended, Active, Suspended, Revoked} {
			check(t, s.SetKeyState(t.Context(), key.ID, state))
			found, err := other.Authenticate(t.Context(), secret, noon)
			if state == Revoked {
				wantError(t, "revoked", err, ErrNotFound)
			} else if err != nil || found.State != state {
				t.Errorf("authenticated %+v, %v; want %s", found, err, state)
			}
		}
		check(t, s.SetKeyState(t.Context(), key.ID, Revoked)) // again
		wantError(t, "resume", s.SetKeyState(t.Context(), key.ID, Active), ErrRevoked)
		wantError(t, "unknown", s.SetKeyState(t.Context(), "key_x", Active), ErrNotFound)
		_, err = s.Authenticate(t.Context(), second, noon)
		check(t, err)
		keys, err := other.Keys(t.Context())
		check(t, err)
		if len(keys) != 2 || keys[0].ID != key.ID || keys[0].State != Revoked || keys[1].State != Active {
			t.Errorf("listed %+v", keys)
		}
	})
}

// While another process keeps the database locked, a statement ends with an error in time, and it works again afterwards.
func TestLockedDatabase(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		render := accept(t, s, newRender(newKey(t, s), schema.Image))
		if s.pool == nil {
			var limit time.Duration
			check(t, s.db.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&limit))
			if limit *= time.Millisecond; limit != busyTimeout {
				t.Errorf("a statement waits for %v, want %v", limit, busyTimeout)
			}
			_, err := s.db.ExecContext(t.Context(), "PRAGMA busy_timeout = 200")
			check(t, err)
		}
		err := other.InTx(t.Context(), func(tx *Tx) error {
			check(t, tx.fail(t.Context(), render.ID, "locked", noon))
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			wantError(t, "a statement", s.SetProgress(ctx, render.ID, 0.5), context.DeadlineExceeded)
			return nil
		})
		check(t, err)
		wantError(t, "fail", s.Fail(t.Context(), render.ID, "late", noon), ErrFinished)
	})
}

// However a transaction of InTxNoSync ends, the connection waits for the disk again afterwards.
func TestInTxNoSync(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		setting := map[bool]string{false: "PRAGMA synchronous", true: "SHOW synchronous_commit"}[s.pool != nil]
		read := func(row *sql.Row) (value string) {
			t.Helper()
			check(t, row.Scan(&value))
			return value
		}
		usual := read(s.db.QueryRowContext(t.Context(), setting))
		broken := errors.New("broken")
		for _, outcome := range []error{nil, broken, context.Canceled} {
			ctx, cancel := context.WithCancel(t.Context())
			var within string
			err := s.InTxNoSync(ctx, func(tx *Tx) error {
				within = read(tx.QueryRowContext(ctx, setting))
				if outcome == context.Canceled {
					cancel()
				}
				return outcome
			})
			cancel()
			if !errors.Is(err, outcome) || within == usual {
				t.Errorf("%v within, %v usually; the error is %v, want %v", within, usual, err, outcome)
			}
			if after := read(s.db.QueryRowContext(t.Context(), setting)); after != usual {
				t.Errorf("after the end with %v: %s, want %s", outcome, after, usual)
			}
		}
	})
}
