-- +goose Up

-- A video waits without a job of River; a job takes the video whose turn it is. Package jobs says how.
ALTER TABLE video_jobs RENAME COLUMN beat TO heartbeat;
ALTER TABLE video_jobs ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
ALTER TABLE video_jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;    -- the smallest is next
ALTER TABLE video_jobs ADD COLUMN cost DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE video_jobs ADD COLUMN accepted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE video_jobs ADD COLUMN due BIGINT NOT NULL DEFAULT 0;     -- not to be tried before
ALTER TABLE video_jobs ADD COLUMN begun BIGINT NOT NULL DEFAULT 0;   -- when the latest attempt began
UPDATE video_jobs SET job_id = 0 WHERE heartbeat = 0;
UPDATE video_jobs SET key_id = COALESCE((SELECT key_id FROM renders WHERE id = render_id), ''),
    accepted = COALESCE((SELECT created FROM renders WHERE id = render_id), 0);

-- The processes that render videos, and how many at once.
CREATE TABLE video_workers (
    id TEXT PRIMARY KEY,
    slots BIGINT NOT NULL,
    heartbeat BIGINT NOT NULL
);

-- What a unit of cost has taken lately. There is one row, or none before the first video.
CREATE TABLE video_speed (
    id BIGINT PRIMARY KEY,
    seconds DOUBLE PRECISION NOT NULL
);

-- +goose Down
DROP TABLE video_speed;
DROP TABLE video_workers;
ALTER TABLE video_jobs DROP COLUMN begun;
ALTER TABLE video_jobs DROP COLUMN due;
ALTER TABLE video_jobs DROP COLUMN accepted;
ALTER TABLE video_jobs DROP COLUMN cost;
ALTER TABLE video_jobs DROP COLUMN turn;
ALTER TABLE video_jobs DROP COLUMN key_id;
ALTER TABLE video_jobs RENAME COLUMN heartbeat TO beat;
