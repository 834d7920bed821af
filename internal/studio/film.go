package studio

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/cues"
	"mockup/internal/render/fastpng"
)

// filmInfo tells the page of a video that is in memory.
type filmInfo struct {
	ID     string       `json:"id"`
	Frames int          `json:"frames"`
	FPS    int          `json:"fps"`
	Frame  int          `json:"frame"` // that the picture shows
	Sound  bool         `json:"sound"` // there is something to hear
	Cues   []cues.Entry `json:"cues"`
}

// films keeps the newest video. The page scrubs through it; one that has changed takes its place.
type films struct {
	mu  sync.Mutex
	id  string
	now *render.Film // nil: none
}

// get returns the film of an id; nil if another has taken its place.
func (f *films) get(id string) *render.Film {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.id != id {
		return nil
	}
	return f.now
}

// put keeps a film and closes the one before.
func (f *films) put(id string, film *render.Film) {
	f.mu.Lock()
	was := f.now
	f.id, f.now = id, film
	f.mu.Unlock()
	if was != nil {
		was.Close()
	}
}

func (f *films) close() { f.put("", nil) }

// filmID names a film by all that its frames depend on.
func filmID(j *job) (string, error) {
	hash := sha256.New()
	written, err := j.doc.JSON(func(path string) string { return path })
	if err != nil {
		return "", err
	}
	fmt.Fprintf(hash, "%s\n%s\n%d", j.Dir, written, j.Video.FPS)
	return hex.EncodeToString(hash.Sum(nil)[:12]), nil
}

// drawFilm makes a film of a payload, unless it is there, and draws its frame at a moment.
func (s *Studio) drawFilm(ctx context.Context, j *job, at time.Duration, p *preview) error {
	id, err := filmID(j)
	if err != nil {
		return err
	}
	film := s.films.get(id)
	if film == nil {
		if film, err = s.opts.Renderer.NewFilm(ctx, j.Job); err != nil {
			return err
		}
		s.films.put(id, film)
	}
	n := min(int(at*time.Duration(film.FPS)/time.Second), film.Frames-1)
	if p.picture, p.Places, err = frame(film, n); err != nil {
		return err
	}
	p.Width, p.Height = film.Width, film.Height
	p.Warnings = append(p.Warnings, film.Warnings...)
	p.Film = &filmInfo{ID: id, Frames: film.Frames, FPS: film.FPS, Frame: n, Sound: film.Sound != nil, Cues: film.Cues.Entries()}
	return nil
}

// frame returns a frame as PNG, and where fields of the payload are seen in it.
func frame(film *render.Film, n int) (data []byte, places []render.Place, err error) {
	picture, err := film.Frame(n)
	if err != nil {
		return nil, nil, err
	}
	if places, err = film.Places(n); err != nil {
		return nil, nil, err
	}
	data, err = fastpng.Encode(picture)
	return data, places, err
}

// errGone answers a request about a film that another has taken the place of.
var errGone = &refusal{http.StatusGone, "the payload has changed since; ask for a preview first"}

func (s *Studio) getFrame(w http.ResponseWriter, r *http.Request) error {
	film := s.films.get(r.PathValue("id"))
	if film == nil {
		return errGone
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= film.Frames {
		return refused("there is no frame %s; the video has the frames 0 to %d", r.PathValue("n"), film.Frames-1)
	}
	data, places, err := frame(film, n)
	if errors.Is(err, render.ErrClosed) { // another has taken its place since
		return errGone
	}
	if err != nil {
		return fmt.Errorf("draw frame %d: %w", n, err)
	}
	return writePicture(w, map[string]any{"places": places}, data)
}

// getSound answers what is heard in a video, as WAV.
func (s *Studio) getSound(w http.ResponseWriter, r *http.Request) error {
	film := s.films.get(r.PathValue("id"))
	switch {
	case film == nil:
		return errGone
	case film.Sound == nil:
		return &refusal{http.StatusNotFound, "nothing is heard in this video"}
	}
	size, wav := film.Sound.WAV(r.Context())
	w.Header().Set("Content-Type", "audio/wav")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	_, err := io.Copy(w, wav)
	return err
}
