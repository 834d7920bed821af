package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
)

// KeyPrefix begins every key.
const KeyPrefix = "mk_live_"

// keyShown is how many characters of a key's random part are kept for display: enough to distinguish keys, far too few
// to guess one.
const keyShown = 4

// lastUsedStep is the precision of a key's last use. Recording every request would cost a write each.
const lastUsedStep = time.Minute

// KeyState says whether a key may be used.
type KeyState string

// The states of a key. A revoked one stays revoked.
const (
	Active    KeyState = "active"
	Suspended KeyState = "suspended"
	Revoked   KeyState = "revoked"
)

// Key is the record of an API key. The key itself is not stored.
type Key struct {
	ID       string
	Name     string
	Prefix   string // the first characters of the key, such as mk_live_ab12…
	State    KeyState
	Created  time.Time
	LastUsed time.Time // to the minute; zero: never
	Webhook  string    // address that the events of its renders are sent to; empty: none
}

const keyColumns = "id, name, prefix, state, created, last_used, webhook_url"

// CreateKey creates a key and returns its record and the key itself, which cannot be read again later.
func (q queries) CreateKey(ctx context.Context, name string, now time.Time) (Key, string, error) {
	random := strings.ToLower(rand.Text() + rand.Text()) // 260 bits
	secret := KeyPrefix + random
	key := Key{
		ID: NewID("key"), Name: name, Prefix: KeyPrefix + random[:keyShown] + "…", State: Active,
		Created: fromMicros(micros(now)),
	}
	_, err := q.sql.ExecContext(ctx,
		"INSERT INTO keys (id, name, hash, prefix, state, created, last_used) VALUES ($1, $2, $3, $4, $5, $6, 0)",
		key.ID, key.Name, hashKey(secret), key.Prefix, key.State, micros(now))
	if err != nil {
		return Key{}, "", fmt.Errorf("create key %s: %w", name, err)
	}
	return key, secret, nil
}

// NewID returns an id that nobody can guess: a prefix that says what it names, and 130 random bits.
func NewID(kind string) string { return kind + "_" + strings.ToLower(rand.Text()) }

// hashKey needs neither a salt nor a slow hash: a key has 260 random bits, so guessing keys is hopeless at any speed.
func hashKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Authenticate returns the active or suspended key that a request carries. The error of an unknown or revoked key is
// ErrNotFound.
func (s *Store) Authenticate(ctx context.Context, secret string, now time.Time) (Key, error) {
	hash := hashKey(secret)
	var stored string
	key, err := scanKey(s.sql.QueryRowContext(ctx,
		"SELECT "+keyColumns+", hash FROM keys WHERE hash = $1 AND state <> $2", hash, Revoked), &stored)
	if errors.Is(err, sql.ErrNoRows) || err == nil && subtle.ConstantTimeCompare([]byte(stored), []byte(hash)) != 1 {
		return Key{}, fmt.Errorf("authenticate: %w", ErrNotFound)
	}
	if err != nil {
		return Key{}, fmt.Errorf("authenticate: %w", err)
	}
	if now.Sub(key.LastUsed).Abs() < lastUsedStep {
		return key, nil
	}
	err = s.InTxNoSync(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE keys SET last_used = $1 WHERE id = $2", micros(now), key.ID)
		return err
	})
	if IsFull(err) { // nobody should be locked out for that
		return key, nil
	}
	if err != nil {
		return Key{}, fmt.Errorf("record the use of key %s: %w", key.ID, err)
	}
	key.LastUsed = fromMicros(micros(now))
	return key, nil
}

// Keys lists all keys, the oldest first.
func (q queries) Keys(ctx context.Context) ([]Key, error) {
	rows, err := q.sql.QueryContext(ctx, "SELECT "+keyColumns+" FROM keys ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	defer rows.Close()
	var keys []Key
	for rows.Next() {
		key, err := scanKey(rows)
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// SetKeyState revokes, suspends or resumes a key, from the next request on. A revoked key stays revoked: the error is
// ErrRevoked.
func (q queries) SetKeyState(ctx context.Context, id string, state KeyState) error {
	ok, err := changed(q.sql.ExecContext(ctx,
		"UPDATE keys SET state = $1 WHERE id = $2 AND (state <> $3 OR state = $1)", state, id, Revoked))
	if err != nil {
		return fmt.Errorf("make key %s %s: %w", id, state, err)
	}
	if ok {
		return nil
	}
	var found int
	switch err := q.sql.QueryRowContext(ctx, "SELECT 1 FROM keys WHERE id = $1", id).Scan(&found); {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("key %s: %w", id, ErrNotFound)
	case err != nil:
		return fmt.Errorf("make key %s %s: %w", id, state, err)
	}
	return fmt.Errorf("make key %s %s: %w", id, state, ErrRevoked)
}

type scanner interface{ Scan(dest ...any) error }

// scanKey reads a row of keyColumns, and further columns into more.
func scanKey(row scanner, more ...any) (Key, error) {
	var key Key
	var created, lastUsed int64
	err := row.Scan(append([]any{&key.ID, &key.Name, &key.Prefix, &key.State, &created, &lastUsed, &key.Webhook}, more...)...)
	key.Created, key.LastUsed = fromMicros(created), fromMicros(lastUsed)
	return key, err
}
