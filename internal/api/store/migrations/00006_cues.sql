-- +goose Up

-- What happens when in a completed video, as JSON; empty for pictures and failed videos.
ALTER TABLE renders ADD COLUMN cues TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE renders DROP COLUMN cues;
