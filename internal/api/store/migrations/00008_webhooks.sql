-- +goose Up

-- Where the events of a key, and of one render, are sent; '' for nowhere. The addresses in an event begin with webhook_base.
ALTER TABLE keys ADD COLUMN webhook_url TEXT NOT NULL DEFAULT '';
ALTER TABLE renders ADD COLUMN webhook_url TEXT NOT NULL DEFAULT '';
ALTER TABLE renders ADD COLUMN webhook_base TEXT NOT NULL DEFAULT '';

-- The secrets that sign the events of a key. During a rotation there are several.
CREATE TABLE webhook_secrets (
    secret TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES keys (id),
    created BIGINT NOT NULL,
    until BIGINT NOT NULL -- when it ends; 0: never
);

-- Events on their way, and for some time those that have arrived or failed.
CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    render_id TEXT NOT NULL,
    event TEXT NOT NULL,
    url TEXT NOT NULL,
    base TEXT NOT NULL,
    state TEXT NOT NULL, -- waiting, delivered or failed
    created BIGINT NOT NULL,
    due BIGINT NOT NULL, -- when the next attempt may begin
    attempts BIGINT NOT NULL DEFAULT 0,
    status BIGINT NOT NULL DEFAULT 0, -- HTTP status of the latest attempt; 0: there was none
    error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created, id);

-- +goose Down
DROP TABLE webhook_deliveries;
DROP TABLE webhook_secrets;
ALTER TABLE renders DROP COLUMN webhook_base;
ALTER TABLE renders DROP COLUMN webhook_url;
ALTER TABLE keys DROP COLUMN webhook_url;
