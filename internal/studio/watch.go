package studio

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Times between two looks at the open payload and at the list. Looking works on every file system, and in containers.
const (
	lookInterval = 300 * time.Millisecond
	listEvery    = 8 // looks
)

// getEvents tells the page, as server-sent events, what other programs change: "file" has the open payload, whenever its
// content is another one than the page knows, and "files" has the list.
func (s *Studio) getEvents(w http.ResponseWriter, r *http.Request) error {
	name := ""
	if r.FormValue("name") != "" {
		var err error
		if name, err = s.payloadName(r); err != nil {
			return err
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	events := &eventWriter{w: w}
	if err := events.comment("watching"); err != nil || !s.opts.Watch {
		return err
	}
	known := r.FormValue("revision")
	list, err := s.list()
	if err != nil {
		return err
	}
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for look := 1; ; look++ {
		select {
		case <-ticker.C:
		case <-r.Context().Done():
			return nil
		}
		if name != "" {
			if f, err := s.load(name); err == nil && f.Revision != known {
				known = f.Revision
				if err := events.send("file", f); err != nil {
					return err
				}
			}
		}
		if look%listEvery != 0 {
			continue
		}
		if now, err := s.list(); err == nil && !slices.Equal(now, list) {
			list = now
			if err := events.send("files", list); err != nil {
				return err
			}
		}
	}
}

// eventWriter writes server-sent events.
type eventWriter struct{ w http.ResponseWriter }

func (e *eventWriter) send(kind string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return e.flush("event: %s\ndata: %s\n\n", kind, data)
}

// comment sends what the page does not see, so that it knows that the stream is open.
func (e *eventWriter) comment(text string) error { return e.flush(": %s\n\n", text) }

func (e *eventWriter) flush(format string, args ...any) error {
	if _, err := fmt.Fprintf(e.w, format, args...); err != nil {
		return err
	}
	return http.NewResponseController(e.w).Flush()
}
