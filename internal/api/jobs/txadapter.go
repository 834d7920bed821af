package jobs

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// connection lets txAdapter embed pgx.Conn, whose name would collide with the method Conn.
type connection = pgx.Conn

// txAdapter presents a connection as a pgx.Tx to River. The transaction itself belongs to database/sql, which has begun
// it and will end it.
type txAdapter struct{ *connection }

var errNotOwner = errors.New("the transaction is begun and ended by its owner")

func (txAdapter) Begin(context.Context) (pgx.Tx, error) { return nil, errNotOwner }
func (txAdapter) Commit(context.Context) error          { return errNotOwner }
func (txAdapter) Rollback(context.Context) error        { return errNotOwner }
func (txAdapter) LargeObjects() pgx.LargeObjects        { return pgx.LargeObjects{} }
func (a txAdapter) Conn() *pgx.Conn                     { return a.connection }
