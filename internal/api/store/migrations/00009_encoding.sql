-- +goose Up

-- How a request wants its file encoded, as the query of its address; '' for the usual way.
ALTER TABLE renders ADD COLUMN encoding TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE renders DROP COLUMN encoding;
