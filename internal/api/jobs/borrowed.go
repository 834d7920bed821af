package jobs

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// connection lets borrowed embed pgx.Conn beside a method of that name.
type connection = pgx.Conn

// borrowed shows River a transaction that database/sql has begun on a connection of pgx and will end.
type borrowed struct{ *connection }

var errBorrowed = errors.New("the transaction is another's to begin and end")

func (borrowed) Begin(context.Context) (pgx.Tx, error) { return nil, errBorrowed }
func (borrowed) Commit(context.Context) error          { return errBorrowed }
func (borrowed) Rollback(context.Context) error        { return errBorrowed }
func (borrowed) LargeObjects() pgx.LargeObjects        { return pgx.LargeObjects{} }
func (b borrowed) Conn() *pgx.Conn                     { return b.connection }
