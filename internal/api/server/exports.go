package server

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// getExport answers the record of a job, at once or when it has ended.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request, key store.Key) error {
	wait, err := waitOf(r)
	if err != nil {
		return err
	}
	render, err := s.renderOf(r, key)
	if err != nil {
		return err
	}
	base, err := s.base(r)
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", render.ID))
	began := time.Now()
	if render, err = s.hold(r.Context(), render, wait); err != nil {
		return err
	}
	if render.Status == wire.Rendering && time.Since(began) < pollInterval {
		setRetryAfter(w.Header(), pollInterval)
	}
	answer(w, http.StatusOK, s.job(base, render))
	return nil
}

// renderOf returns the render that the request's path names, if it belongs to the key.
func (s *Server) renderOf(r *http.Request, key store.Key) (store.Render, error) {
	id, err := idOf(r)
	if err != nil {
		return store.Render{}, err
	}
	return s.opts.Store.RenderOf(r.Context(), key.ID, id, time.Now())
}

// idOf returns the id in the request's path. The database is not asked for text that cannot be an id: PostgreSQL refuses
// text that is not UTF-8.
func idOf(r *http.Request) (string, error) {
	id := r.PathValue("id")
	if !isID(id) {
		return "", errNoJob
	}
	return id, nil
}

// isID reports whether a text has the form of an id.
func isID(text string) bool {
	return text != "" && len(text) <= 64 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// job returns a render as the interface presents it. The addresses in it begin with base.
func (s *Server) job(base string, render store.Render) wire.Job {
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
		job.DownloadURL = base + s.signedPath(render, "download", time.Now())
		if o.HasCues {
			job.CuesURL = base + s.signedPath(render, "cues", time.Now())
		}
	}
	return job
}

// base returns the beginning of the addresses in answers: PublicURL, or the host that the request names.
func (s *Server) base(r *http.Request) (string, error) {
	if s.opts.PublicURL != "" {
		return s.opts.PublicURL, nil
	}
	if !isHost(r.Host) {
		return "", invalid("the header Host is %q; it must be a host name or an IP address, with a port if needed", r.Host)
	}
	return "http://" + r.Host, nil
}

// isHost reports whether a text is a host name or an IP address, with or without a port. net/http lets more characters
// pass, which must not get into addresses.
func isHost(text string) bool {
	u, err := url.Parse("http://" + text)
	if err != nil || u.Host != text || u.User != nil {
		return false
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	name := u.Hostname()
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._"
	return name != "" && len(name) <= 253 && strings.Trim(name, letters) == "" && !strings.HasSuffix(text, ":")
}
