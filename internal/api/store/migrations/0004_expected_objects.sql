-- +goose Up

-- Objects that are about to be stored, too: they are garbage once they are due and no record names them.
ALTER TABLE garbage ADD COLUMN due BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE garbage DROP COLUMN due;
