package server

import (
	"log/slog"
	"net/http"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// getExport tells how far a job is.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request, key store.Key) error {
	render, err := s.opts.Store.RenderOf(r.Context(), key.ID, r.PathValue("id"), time.Now())
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", render.ID))
	answer(w, http.StatusOK, s.job(r, render))
	return nil
}

// job is a render as the interface shows it.
func (s *Server) job(r *http.Request, render store.Render) wire.Job {
	job := wire.Job{ID: render.ID, Status: render.Status, RenderKind: render.Kind}
	switch render.Status {
	case wire.Rendering:
		job.Progress = &render.Progress
	case wire.Failed:
		job.Error = render.Error
	case wire.Completed:
		o := render.Output
		job.Format, job.SizeBytes, job.SHA256, job.Warnings = o.Format, o.Size, o.SHA256, o.Warnings
		job.Width, job.Height, job.DurationSeconds = o.Width, o.Height, o.Duration.Seconds()
		job.DownloadURL = s.base(r) + s.signedPath(render, time.Now())
	}
	return job
}

// base is what the addresses in answers begin with.
func (s *Server) base(r *http.Request) string {
	if s.opts.PublicURL != "" {
		return s.opts.PublicURL
	}
	return "http://" + r.Host
}
