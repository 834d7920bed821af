package store

import (
	"context"
	"crypto/rand"
	"fmt"
)

// Secret returns the random secret of a name, 130 bits as text. The first process that asks creates it; all others of
// the database get the same one.
func (q queries) Secret(ctx context.Context, name string) (string, error) {
	_, err := q.sql.ExecContext(ctx, "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, rand.Text())
	var value string
	if err == nil {
		err = q.sql.QueryRowContext(ctx, "SELECT value FROM secrets WHERE name = $1", name).Scan(&value)
	}
	if err != nil {
		return "", fmt.Errorf("read the secret %s: %w", name, err)
	}
	return value, nil
}
