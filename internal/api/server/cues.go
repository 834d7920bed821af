package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render/cues"
)

// formatParam names the format of the cues; without it they are JSON.
const formatParam = "format"

// serveCues serves the cues of a completed video.
func (s *Server) serveCues(w http.ResponseWriter, r *http.Request, render store.Render) error {
	format := cues.JSON
	query, err := queryOf(r)
	if err != nil {
		return err
	}
	if text := query.Get(formatParam); text != "" {
		if format, err = cues.FormatOf("cues." + text); err != nil {
			return invalid("the query's format is %q; allowed are %s", text, strings.Join(cues.Formats(), ", "))
		}
	}
	if render.Status != wire.Completed {
		return notFound(fmt.Sprintf("the job has no cues: its status is %s", render.Status))
	}
	data, err := s.opts.Store.Cues(r.Context(), render.ID)
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return notFound("the job has no cues; only videos have")
	}
	list, err := cues.Decode(data)
	if err == nil {
		data, err = list.Encode(format)
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", render.ID+"."+string(format)))
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "private, max-age=60")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(data) // the client has gone if it fails
	return nil
}
