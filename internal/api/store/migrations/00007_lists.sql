-- +goose Up

-- For the list of an API key's renders.
CREATE INDEX renders_key ON renders (key_id, created, id);

-- +goose Down
DROP INDEX renders_key;
