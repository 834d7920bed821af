package server

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// getExport tells how far a job is.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request, key store.Key) error {
	render, err := s.renderOf(r, key)
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", render.ID))
	answer(w, http.StatusOK, s.job(r, render))
	return nil
}

// renderOf finds the key's render that an address names.
func (s *Server) renderOf(r *http.Request, key store.Key) (store.Render, error) {
	id, err := idOf(r)
	if err != nil {
		return store.Render{}, err
	}
	return s.opts.Store.RenderOf(r.Context(), key.ID, id, time.Now())
}

// idOf reads the id of an address. One that cannot be any is not looked for: PostgreSQL takes no text that is not UTF-8.
func idOf(r *http.Request) (string, error) {
	id := r.PathValue("id")
	if len(id) > 64 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return "", errNoJob
	}
	return id, nil
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
