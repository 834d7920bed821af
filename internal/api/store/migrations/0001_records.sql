-- Times are microseconds since 1970 in UTC; 0 means never. Both databases read this file.

-- +goose Up
CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    state TEXT NOT NULL,
    created BIGINT NOT NULL,
    last_used BIGINT NOT NULL
);

-- A render holds its Idempotency-Key, so that both expire together.
CREATE TABLE renders (
    id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES keys (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    idempotency_key TEXT,
    payload_hash TEXT NOT NULL,
    payload TEXT NOT NULL,
    progress DOUBLE PRECISION NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    format TEXT NOT NULL DEFAULT '',
    object TEXT NOT NULL DEFAULT '',
    size BIGINT NOT NULL DEFAULT 0,
    width BIGINT NOT NULL DEFAULT 0,
    height BIGINT NOT NULL DEFAULT 0,
    duration BIGINT NOT NULL DEFAULT 0, -- microseconds
    sha256 TEXT NOT NULL DEFAULT '',
    warnings TEXT NOT NULL DEFAULT 'null',
    created BIGINT NOT NULL,
    finished BIGINT NOT NULL DEFAULT 0,
    expires BIGINT NOT NULL,
    UNIQUE (key_id, idempotency_key)
);
CREATE INDEX renders_expires ON renders (expires);
CREATE INDEX renders_unfinished ON renders (created) WHERE status = 'rendering';

-- Objects whose record is gone and which are still to be deleted.
CREATE TABLE garbage (
    object TEXT PRIMARY KEY
);

CREATE TABLE usage (
    key_id TEXT NOT NULL REFERENCES keys (id),
    month TEXT NOT NULL, -- 2026-11, in UTC
    images BIGINT NOT NULL,
    videos BIGINT NOT NULL,
    PRIMARY KEY (key_id, month)
);

-- One row for each request that still counts.
CREATE TABLE rate_log (
    key_id TEXT NOT NULL,
    bucket TEXT NOT NULL,
    until BIGINT NOT NULL -- when it leaves the window
);
CREATE INDEX rate_log_bucket ON rate_log (key_id, bucket, until);
CREATE INDEX rate_log_until ON rate_log (until);

-- +goose Down
DROP TABLE rate_log;
DROP TABLE usage;
DROP TABLE garbage;
DROP TABLE renders;
DROP TABLE keys;
