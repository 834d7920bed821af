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

// playbackInfo tells the page of a video that is in memory.
type playbackInfo struct {
	ID     string       `json:"id"`
	Frames int          `json:"frames"`
	FPS    int          `json:"fps"`
	Frame  int          `json:"frame"` // that the picture shows
	Sound  bool         `json:"sound"` // there is something to hear
	Cues   []cues.Entry `json:"cues"`
}

// playbacks keeps the newest video. The page scrubs through it; one that has changed takes its place.
type playbacks struct {
	mu  sync.Mutex
	id  string
	now *render.Playback // nil: none
}

// get returns the playback of an id; nil if another has taken its place.
func (f *playbacks) get(id string) *render.Playback {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.id != id {
		return nil
	}
	return f.now
}

// put keeps a playback and closes the one before.
func (f *playbacks) put(id string, playback *render.Playback) {
	f.mu.Lock()
	was := f.now
	f.id, f.now = id, playback
	f.mu.Unlock()
	if was != nil {
		was.Close()
	}
}

func (f *playbacks) close() { f.put("", nil) }

// playbackID names a playback by all that its frames depend on.
func playbackID(j *job) (string, error) {
	hash := sha256.New()
	written, err := j.doc.JSON(func(path string) string { return path })
	if err != nil {
		return "", err
	}
	fmt.Fprintf(hash, "%s\n%s\n%d", j.Dir, written, j.Video.FPS)
	return hex.EncodeToString(hash.Sum(nil)[:12]), nil
}

// drawPlayback makes a playback of a payload, unless it is there, and draws its frame at a moment.
func (s *Studio) drawPlayback(ctx context.Context, j *job, at time.Duration, p *preview) error {
	id, err := playbackID(j)
	if err != nil {
		return err
	}
	playback := s.playbacks.get(id)
	if playback == nil {
		if playback, err = s.opts.Renderer.NewPlayback(ctx, j.Job); err != nil {
			return err
		}
		s.playbacks.put(id, playback)
	}
	n := min(int(at*time.Duration(playback.FPS)/time.Second), playback.Frames-1)
	if p.picture, p.Places, err = frame(playback, n); err != nil {
		return err
	}
	p.Width, p.Height = playback.Width, playback.Height
	p.Warnings = append(p.Warnings, playback.Warnings...)
	p.Playback = &playbackInfo{ID: id, Frames: playback.Frames, FPS: playback.FPS, Frame: n, Sound: playback.Sound != nil, Cues: playback.Cues.Entries()}
	return nil
}

// frame returns a frame as PNG, and where fields of the payload are seen in it.
func frame(playback *render.Playback, n int) (data []byte, places []render.Place, err error) {
	picture, err := playback.Frame(n)
	if err != nil {
		return nil, nil, err
	}
	if places, err = playback.Places(n); err != nil {
		return nil, nil, err
	}
	data, err = fastpng.Encode(picture)
	return data, places, err
}

// errGone answers a request about a playback that another has taken the place of.
var errGone = &refusal{http.StatusGone, "the payload has changed since; ask for a preview first"}

func (s *Studio) getFrame(w http.ResponseWriter, r *http.Request) error {
	playback := s.playbacks.get(r.PathValue("id"))
	if playback == nil {
		return errGone
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= playback.Frames {
		return refused("there is no frame %s; the video has the frames 0 to %d", r.PathValue("n"), playback.Frames-1)
	}
	data, places, err := frame(playback, n)
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
	playback := s.playbacks.get(r.PathValue("id"))
	switch {
	case playback == nil:
		return errGone
	case playback.Sound == nil:
		return &refusal{http.StatusNotFound, "nothing is heard in this video"}
	}
	size, wav := playback.Sound.WAV(r.Context())
	w.Header().Set("Content-Type", "audio/wav")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	_, err := io.Copy(w, wav)
	return err
}
