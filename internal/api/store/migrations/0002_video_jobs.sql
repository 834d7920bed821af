-- +goose Up

-- Which of River's jobs renders a video, and whether its worker is alive. Package jobs says why.
CREATE TABLE video_jobs (
    render_id TEXT PRIMARY KEY,
    job_id BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    beat BIGINT NOT NULL DEFAULT 0 -- the worker's last sign of life; 0 while the job waits
);

-- +goose Down
DROP TABLE video_jobs;
