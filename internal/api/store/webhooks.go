package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"mockup/internal/api/wire"
)

// ErrExpired means that a delivery cannot be sent again, because the render that it reports no longer exists.
var ErrExpired = errors.New("the render no longer exists")

// deliveryAge is how long deliveries are listed that have arrived or failed.
const deliveryAge = 7 * 24 * time.Hour

// Webhook says where the event of a render is sent. The zero value means nowhere.
type Webhook struct {
	URL  string
	Base string // of the addresses in the event
}

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states. A delivery waits from its beginning, and between two attempts.
const (
	Waiting        DeliveryState = "waiting"
	Delivered      DeliveryState = "delivered"
	DeliveryFailed DeliveryState = "failed"
)

// Delivery is an event on its way to a webhook.
type Delivery struct {
	ID       string // the same in all attempts
	KeyID    string
	RenderID string
	Event    wire.EventType
	Webhook
	State    DeliveryState
	Created  time.Time
	Due      time.Time // when the next attempt may begin
	Attempts int       // that have begun
	Status   int       // HTTP status of the latest attempt; 0: there was none
	Error    string    // why the latest attempt failed
}

const deliveryColumns = "id, key_id, render_id, event, url, base, state, created, due, attempts, status, error"

// announce records an event of a render that has just ended, if its webhook wants to know.
func (tx *Tx) announce(ctx context.Context, renderID string, event wire.EventType, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO webhook_deliveries (id, key_id, render_id, event, url, base, state, created, due)
		SELECT $1, key_id, id, $2, webhook_url, webhook_base, $3, CAST($4 AS BIGINT), CAST($4 AS BIGINT) FROM renders WHERE id = $5 AND webhook_url <> ''`,
		NewID("msg"), event, Waiting, micros(now), renderID)
	if err != nil {
		return fmt.Errorf("announce the end of render %s: %w", renderID, err)
	}
	return nil
}

// SetWebhook sets where the events of an API key are sent. With "" none are sent.
func (q queries) SetWebhook(ctx context.Context, keyID, url string) error {
	if _, err := q.sql.ExecContext(ctx, "UPDATE keys SET webhook_url = $1 WHERE id = $2", url, keyID); err != nil {
		return fmt.Errorf("set the webhook of key %s: %w", keyID, err)
	}
	return nil
}

// AddWebhookSecret adds a secret that signs the events of an API key. Those before it are used until a time.
func (s *Store) AddWebhookSecret(ctx context.Context, keyID, secret string, oldUntil, now time.Time) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE webhook_secrets SET until = $1 WHERE key_id = $2 AND (until = 0 OR until > $1)", micros(oldUntil), keyID)
		if err == nil {
			_, err = tx.ExecContext(ctx, "INSERT INTO webhook_secrets (secret, key_id, created, until) VALUES ($1, $2, $3, 0)", secret, keyID, micros(now))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("add a webhook secret to key %s: %w", keyID, err)
	}
	return nil
}

// WebhookSecrets returns the secrets that sign the events of an API key, the newest first.
func (q queries) WebhookSecrets(ctx context.Context, keyID string, now time.Time) ([]string, error) {
	secrets, err := q.strings(ctx, "SELECT secret FROM webhook_secrets WHERE key_id = $1 AND (until = 0 OR until > $2) ORDER BY created DESC, secret",
		keyID, micros(now))
	if err != nil {
		return nil, fmt.Errorf("read the webhook secrets of key %s: %w", keyID, err)
	}
	return secrets, nil
}

// ClaimDelivery begins an attempt of the delivery that has been due for the longest time, unless its API key is busy. If
// nobody ends the attempt, because its process has crashed, the delivery is due again after the lease. The error is
// ErrNotFound if none is due.
func (q queries) ClaimDelivery(ctx context.Context, busyKeys []string, lease time.Duration, now time.Time) (Delivery, error) {
	args := []any{micros(now), micros(now.Add(lease)), Waiting}
	busy := "''"
	for _, key := range busyKeys {
		args = append(args, key)
		busy += fmt.Sprintf(", $%d", len(args))
	}
	d, err := scanDelivery(q.sql.QueryRowContext(ctx, `UPDATE webhook_deliveries SET due = $2, attempts = attempts + 1
		WHERE state = $3 AND due <= $1 AND id = (SELECT id FROM webhook_deliveries WHERE state = $3 AND due <= $1
		AND key_id NOT IN (`+busy+`) ORDER BY due, id LIMIT 1) RETURNING `+deliveryColumns, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return Delivery{}, fmt.Errorf("claim a delivery: %w", ErrNotFound)
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("claim a delivery: %w", err)
	}
	return d, nil
}

// EndAttempt records how an attempt ended: State, Due, Status and Error. It changes nothing if another attempt has begun
// since, or if the delivery is sent again.
func (q queries) EndAttempt(ctx context.Context, d Delivery) error {
	_, err := q.sql.ExecContext(ctx, "UPDATE webhook_deliveries SET state = $1, due = $2, status = $3, error = $4 WHERE id = $5 AND state = $6 AND attempts = $7",
		d.State, micros(d.Due), d.Status, d.Error, d.ID, Waiting, d.Attempts)
	if err != nil {
		return fmt.Errorf("record delivery %s: %w", d.ID, err)
	}
	return nil
}

// SwitchOff sends no more events of an API key to an address: those that wait fail, and later ones are not sent unless the
// address is named again.
func (s *Store) SwitchOff(ctx context.Context, keyID, url, reason string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE keys SET webhook_url = '' WHERE id = $1 AND webhook_url = $2", keyID, url)
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE renders SET webhook_url = '' WHERE key_id = $1 AND webhook_url = $2 AND status = $3", keyID, url, wire.Rendering)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE webhook_deliveries SET state = $1, error = $2 WHERE key_id = $3 AND url = $4 AND state = $5",
				DeliveryFailed, reason, keyID, url, Waiting)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("switch off a webhook of key %s: %w", keyID, err)
	}
	return nil
}

// Deliveries lists the newest deliveries, at most n: of one API key and in one state, unless these are "".
func (q queries) Deliveries(ctx context.Context, keyID string, state DeliveryState, n int) ([]Delivery, error) {
	rows, err := q.sql.QueryContext(ctx, "SELECT "+deliveryColumns+` FROM webhook_deliveries
		WHERE (key_id = $1 OR $1 = '') AND (state = $2 OR $2 = '') ORDER BY created DESC, id LIMIT $3`, keyID, state, n)
	if err != nil {
		return nil, fmt.Errorf("list deliveries: %w", err)
	}
	defer rows.Close()
	var list []Delivery
	for rows.Next() {
		d, err := scanDelivery(rows)
		if err != nil {
			return nil, fmt.Errorf("list deliveries: %w", err)
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

// Resend makes a delivery due now, with all its attempts. The error is ErrNotFound if there is no such delivery, and ErrExpired
// if its render no longer exists.
func (q queries) Resend(ctx context.Context, id string, now time.Time) error {
	ok, err := changed(q.sql.ExecContext(ctx, `UPDATE webhook_deliveries SET state = $1, due = $2, attempts = 0, status = 0, error = ''
		WHERE id = $3 AND EXISTS (SELECT 1 FROM renders WHERE renders.id = render_id AND expires > $2)`, Waiting, micros(now), id))
	if err != nil {
		return fmt.Errorf("send delivery %s again: %w", id, err)
	}
	if ok {
		return nil
	}
	var found int
	switch err := q.sql.QueryRowContext(ctx, "SELECT 1 FROM webhook_deliveries WHERE id = $1", id).Scan(&found); {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("delivery %s: %w", id, ErrNotFound)
	case err != nil:
		return fmt.Errorf("send delivery %s again: %w", id, err)
	}
	return fmt.Errorf("delivery %s: %w", id, ErrExpired)
}

// sweepWebhooks deletes old deliveries, and the secrets that have ended.
func (tx *Tx) sweepWebhooks(ctx context.Context, now time.Time) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM webhook_deliveries WHERE created <= $1 AND state <> $2", micros(now.Add(-deliveryAge)), Waiting)
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM webhook_secrets WHERE until > 0 AND until <= $1", micros(now))
	}
	return err
}

func scanDelivery(row scanner) (Delivery, error) {
	var d Delivery
	var created, due int64
	err := row.Scan(&d.ID, &d.KeyID, &d.RenderID, &d.Event, &d.URL, &d.Base, &d.State, &created, &due, &d.Attempts, &d.Status, &d.Error)
	d.Created, d.Due = fromMicros(created), fromMicros(due)
	return d, err
}
