-- +goose Up

-- What the processes of a deployment share and nobody else may know.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE secrets;
