package studio

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/image/draw"

	"mockup/internal/render/fastpng"
	"mockup/internal/schema"
)

// thumbnails keeps small pictures by what they are made of.
type thumbnails struct {
	mu  sync.Mutex
	all map[string][]byte
}

// maxThumbnails is how many are kept, of some 30 KB each.
const maxThumbnails = 1000

func (t *thumbnails) get(key string) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[key]
}

func (t *thumbnails) put(key string, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil || len(t.all) >= maxThumbnails {
		t.all = map[string][]byte{}
	}
	t.all[key] = data
}

// getSample answers a payload to start from.
func getSample(w http.ResponseWriter, r *http.Request) error {
	data, err := schema.Sample(schema.Type(r.FormValue("type")), schema.SampleOptions{Platform: r.FormValue("platform")})
	if err != nil {
		return refused("%v", err)
	}
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	_, err = w.Write(data)
	return err
}

func (s *Studio) getSampleThumbnail(w http.ResponseWriter, r *http.Request) error {
	kind, platform := r.FormValue("type"), r.FormValue("platform")
	return s.thumbnail(w, r, "sample "+kind+" "+platform, func() ([]byte, string, error) {
		data, err := schema.Sample(schema.Type(kind), schema.SampleOptions{Platform: platform})
		if err != nil {
			return nil, "", refused("%v", err)
		}
		return data, "sample.yaml", nil
	})
}

func (s *Studio) getFileThumbnail(w http.ResponseWriter, r *http.Request) error {
	name, err := s.payloadName(r)
	if err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(s.folder.Path(), name))
	if err != nil {
		return &refusal{http.StatusNotFound, "there is no such file"}
	}
	return s.thumbnail(w, r, "file "+name+info.ModTime().String(), func() ([]byte, string, error) {
		f, err := s.load(name)
		return []byte(f.Text), name, err
	})
}

// thumbnail answers a small picture of a payload.
func (s *Studio) thumbnail(w http.ResponseWriter, r *http.Request, key string, read func() ([]byte, string, error)) error {
	data := s.thumbnails.get(key)
	if data == nil {
		text, name, err := read()
		if err != nil {
			return err
		}
		if data, err = s.drawThumbnail(r.Context(), text, name); err != nil {
			return err
		}
		s.thumbnails.put(key, data)
	}
	w.Header().Set("Content-Type", "image/png")
	_, err := w.Write(data)
	return err
}

// Bounds of a thumbnail, in pixels: twice what the page shows.
const thumbnailWidth, thumbnailHeight = 320, 420

func (s *Studio) drawThumbnail(ctx context.Context, text []byte, name string) ([]byte, error) {
	j := s.decode(text, name, []schema.Setting{{Path: "resolutionScale", Value: "1x"}})
	if j.doc == nil {
		return nil, &refusal{http.StatusUnprocessableEntity, j.found.Errors()[0].String()}
	}
	if j.Payload.RenderKind == schema.Video {
		var beginning time.Duration
		j.Video.At = &beginning
	}
	if err := s.background.take(ctx); err != nil {
		return nil, err
	}
	defer s.background.give()
	result, err := s.opts.Renderer.Render(s.ctx, j.Job)
	if err != nil {
		return nil, err
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		return nil, err
	}
	return fastpng.Encode(shrink(picture))
}

// shrink returns a picture that fits into a thumbnail. Of one that is taller, it has the top.
func shrink(picture image.Image) *image.NRGBA {
	area := picture.Bounds()
	scale := min(1, float64(thumbnailWidth)/float64(area.Dx()))
	if height := int(thumbnailHeight / scale); area.Dy() > height && area.Dy() > 3*area.Dx() {
		area.Max.Y = area.Min.Y + height
	}
	scale = min(scale, float64(thumbnailHeight)/float64(area.Dy()))
	small := image.NewNRGBA(image.Rect(0, 0, max(1, int(float64(area.Dx())*scale)), max(1, int(float64(area.Dy())*scale))))
	draw.CatmullRom.Scale(small, small.Rect, picture, area, draw.Src, nil)
	return small
}
