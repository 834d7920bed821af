package studio

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/schema"
	"mockup/internal/scratch"
)

// exported is a finished file that the page has not fetched yet.
type exported struct {
	id, name string
	data     []byte
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
	if err := exportSettings(r, &j.Job); err != nil {
		return err
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
	data, suffix, err := s.renderFile(ctx, j.Job)
	if err != nil {
		return lines.write(exportLine{Error: err.Error()})
	}
	file := exported{strings.ToLower(rand.Text()), exportName(r.URL.Query().Get("name")) + suffix, data}
	s.exports.put(file)
	return lines.write(exportLine{ID: file.id, Name: file.name, Size: int64(len(data))})
}

// exportSettings reads what the page chose: the format, its quality, the frames per second, or one moment of a video.
func exportSettings(r *http.Request, job *render.Job) error {
	query := r.URL.Query()
	job.Placeholder = false
	if job.Payload.RenderKind == schema.Video && query.Get("at") != "" {
		at, err := momentOf(r)
		if err != nil {
			return err
		}
		job.Video.At = &at
	}
	job.As = query.Get("format")
	quality := encode.Quality(query.Get("quality"))
	job.Still.Quality, job.Video.Quality = quality, quality
	chosen := job.Format()
	if text := query.Get("fps"); text != "" && chosen.Video {
		n, err := strconv.Atoi(text)
		if err != nil || !slices.Contains(chosen.Rates, n) {
			return refused("fps is %q; allowed for %s: %v", text, chosen.Name, chosen.Rates)
		}
		job.Video.FPS = n
	}
	return nil
}

// renderFile renders a job and returns the file and the end of its name. Of a sequence of pictures it is an archive.
func (s *Studio) renderFile(ctx context.Context, job render.Job) (data []byte, suffix string, err error) {
	chosen := job.Format()
	if !chosen.Folder {
		result, err := s.opts.Renderer.Render(ctx, job)
		if err != nil {
			return nil, "", err
		}
		return result.Data, chosen.Suffix(), nil
	}
	temp, err := scratch.Folder("export")
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, temp.Remove()) }()
	job.Output = filepath.Join(temp.Path, "frames")
	if _, err := s.opts.Renderer.Render(ctx, job); err != nil {
		return nil, "", err
	}
	data, err = archive(os.DirFS(job.Output))
	return data, chosen.Suffix() + ".zip", err
}

// archive puts the files of a folder into a ZIP. They are pictures, which do not become smaller.
func archive(folder fs.FS) ([]byte, error) {
	names, err := fs.Glob(folder, "*")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	for _, name := range names {
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
		entry, err := packed.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = entry.Write(data)
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := packed.Close(); err != nil {
		return nil, fmt.Errorf("pack pictures: %w", err)
	}
	return out.Bytes(), nil
}

// exportName names a file after its payload, without an ending.
func exportName(payload string) string {
	base := strings.TrimSuffix(path.Base(payload), path.Ext(payload))
	if base == "" || base == "." || base == "/" {
		return "mockup"
	}
	return base
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
	h.Set("Content-Type", "application/octet-stream") // it is saved, not shown
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.name}))
	h.Set("Content-Length", fmt.Sprint(len(file.data)))
	_, err := w.Write(file.data)
	return err
}
