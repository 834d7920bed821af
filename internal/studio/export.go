package studio

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/schema"
)

// exported is a finished file that the page has not fetched yet.
type exported struct {
	id, name, format string
	data             []byte
}

// exports keeps the last files, in memory: nothing is left behind when the studio ends.
type exports struct {
	mu  sync.Mutex
	all []exported
}

// maxExports is how many files are kept. The page fetches each at once.
const maxExports = 2

func (e *exports) put(file exported) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, file)
	e.all = e.all[max(0, len(e.all)-maxExports):]
}

func (e *exports) get(id string) (exported, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.all, func(f exported) bool { return f.id == id })
	if i < 0 {
		return exported{}, false
	}
	return e.all[i], true
}

// exportLine is one line of the answer to an export: progress, and at last the file or an error.
type exportLine struct {
	Done  int    `json:"done,omitempty"` // frames
	Total int    `json:"total,omitempty"`
	ID    string `json:"id,omitempty"`
	Name  string `json:"name,omitempty"`
	Size  int64  `json:"size,omitempty"` // bytes
	Error string `json:"error,omitempty"`
}

// progressInterval is the time between two lines of progress.
const progressInterval = 100 * time.Millisecond

// postExport renders the payload of a request as the command line does. The answer comes line by line; the page breaks it off
// to cancel.
func (s *Studio) postExport(w http.ResponseWriter, r *http.Request) error {
	j, err := s.readJob(w, r)
	if err != nil {
		return err
	}
	if j.doc == nil {
		return refused("the payload is not valid: %v", j.found.Errors()[0])
	}
	j.Placeholder = false
	j.Video.Quality = encode.Quality(r.URL.Query().Get("quality"))
	if j.Video.FPS, err = frameRate(r.URL.Query().Get("fps")); err != nil {
		return err
	}
	if j.Payload.RenderKind == schema.Video && r.URL.Query().Get("at") != "" {
		at, err := momentOf(r)
		if err != nil {
			return err
		}
		j.Video.At = &at
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	if err := s.background.take(ctx); err != nil {
		return err
	}
	defer s.background.give()
	w.Header().Set("Content-Type", "application/x-ndjson")
	lines := &lineWriter{w: w}
	j.Video.Progress = lines.progress
	result, err := s.opts.Renderer.Render(ctx, j.Job)
	if err != nil {
		return lines.write(exportLine{Error: err.Error()})
	}
	name := exportName(r.URL.Query().Get("name"), result.Format)
	file := exported{strings.ToLower(rand.Text()), name, result.Format, result.Data}
	s.exports.put(file)
	return lines.write(exportLine{ID: file.id, Name: file.name, Size: result.Size})
}

// frameRate reads a number of frames per second; none is the default.
func frameRate(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if allowed := []int{24, 25, 30, 50, 60}; err != nil || !slices.Contains(allowed, n) {
		return 0, refused("fps is %q; allowed: 24, 25, 30, 50, 60", text)
	}
	return n, nil
}

// exportName names a file after its payload.
func exportName(payload, format string) string {
	base := strings.TrimSuffix(path.Base(payload), path.Ext(payload))
	if base == "" || base == "." || base == "/" {
		base = "mockup"
	}
	return base + "." + format
}

// lineWriter writes lines of JSON that the page reads as they come.
type lineWriter struct {
	w    http.ResponseWriter
	last time.Time
}

func (l *lineWriter) write(line exportLine) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err := l.w.Write(append(data, '\n')); err != nil {
		return err
	}
	return http.NewResponseController(l.w).Flush()
}

// progress is called after each frame.
func (l *lineWriter) progress(done, total int) {
	if now := time.Now(); done == total || now.Sub(l.last) >= progressInterval {
		l.last = now
		_ = l.write(exportLine{Done: done, Total: total}) // the render ends with the request
	}
}

func (s *Studio) getExport(w http.ResponseWriter, r *http.Request) error {
	file, ok := s.exports.get(r.PathValue("id"))
	if !ok {
		return &refusal{http.StatusNotFound, "the file is no longer there; export it again"}
	}
	h := w.Header()
	h.Set("Content-Type", map[string]string{"png": "image/png", "mp4": "video/mp4", "webm": "video/webm"}[file.format])
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.name}))
	h.Set("Content-Length", fmt.Sprint(len(file.data)))
	_, err := w.Write(file.data)
	return err
}
