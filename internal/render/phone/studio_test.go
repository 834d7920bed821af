package phone

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/render/browser"
)

// cameras are spread over what a payload may ask for. The last two are as close and as far aside as can be.
var cameras = []Camera{
	Usual, {0, 0, 3}, {1.5, 0.55, 3}, {-2.5, 0.3, 1.2}, {0.3, -2, 1.5}, {0, 2.5, 1.5}, {0.96, 0, 0.28}, {0, -0.96, 0.28},
}

// coarse is a scale at which a body is drawn in a second.
const coarse = 0.25

func newStudio(t *testing.T, chromium string) *Studio {
	t.Helper()
	return NewStudio(Options{
		Chromium: chromium, NoSandbox: browser.NeedsNoSandbox(), Timeout: 2 * time.Minute, CacheDir: filepath.Join(t.TempDir(), "phones"),
	})
}

// standIn is a program that runs a script and then, unless that ends it, Chromium with more flags.
func standIn(t *testing.T, script, flags string) string {
	t.Helper()
	real, err := browser.Find("")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "headless-shell")
	if err := os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\n%s\nexec %q \"$@\" %s\n", script, real, flags), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// starts is a Chromium whose starts are counted.
func starts(t *testing.T) (chromium string, count func() int) {
	log := filepath.Join(t.TempDir(), "log")
	return standIn(t, fmt.Sprintf("echo >>%q", log), ""), func() int {
		data, _ := os.ReadFile(log)
		return len(data)
	}
}

// The screen's light comes from where the homography says, edge by edge, and from nowhere else.
func TestDrawnScreen(t *testing.T) {
	const scale = 1
	s := newStudio(t, "")
	for _, camera := range []Camera{Usual, {0.9, -0.7, 1.1}} {
		v := Look(camera)
		body, err := s.Body(t.Context(), v, scale)
		if err != nil {
			t.Fatal(err)
		}
		size := v.size(scale)
		if body.Picture.Rect.Size() != size || body.Share.Rect.Size() != size {
			t.Fatalf("from %v: pictures of %v and %v, want %v", camera, body.Picture.Rect, body.Share.Rect, size)
		}
		h := v.Screen(scale)
		for y := range size.Y {
			for x := range size.X {
				share := body.Share.AlphaAt(x, y).A
				atX, atY := h.At(float64(x)+.5, float64(y)+.5)
				want, sure := light(atX/scale, atY/scale, 3)
				if sure && (share < want || want == 0 && share > 0) {
					t.Fatalf("from %v: share of %d, %d is %d, want %d", camera, x, y, share, want)
				}
			}
		}
		for _, at := range []float64{200, 437, 700} {
			edge(t, v, body, scale, 0, at, vector{-1, 0, 0})
			edge(t, v, body, scale, ScreenWidth, at, vector{1, 0, 0})
		}
		for _, at := range []float64{90, 300} {
			edge(t, v, body, scale, at, 0, vector{0, 1, 0})
			edge(t, v, body, scale, at, ScreenHeight, vector{0, -1, 0})
		}
	}
}

// light is the least share of a point of the screen, and whether it is farther from all edges than near, in
// points, and so sure.
func light(u, v, near float64) (share byte, sure bool) {
	outside := max(-u, u-ScreenWidth, -v, v-ScreenHeight)
	if outside > near {
		return 0, true
	}
	// From the island's straight middle, half as wide as it is long.
	island := math.Hypot(max(math.Abs(u-ScreenWidth/2)-44, 0), v-32.5) - 18.5
	if island < -near {
		return 0, true
	}
	corner := u < 75 || u > ScreenWidth-75
	corner = corner && (v < 75 || v > ScreenHeight-75)
	return glassShare, outside < -near && island > near && !corner
}

// edge measures where the screen ends along a row or column of pixels across its edge at a point: where the light would
// end if it ended at once. It compares that with where the edge's line crosses the middle of these pixels.
func edge(t *testing.T, v View, body *Body, scale, x, y float64, out vector) {
	t.Helper()
	at := v.Screen(scale).Inverse()
	seen := func(x, y float64) [2]float64 {
		x, y = at.At(x, y)
		return [2]float64{x, y}
	}
	edge, inside := seen(x, y), seen(x-8*out[0], y+8*out[1])
	before, after := seen(x-20*out[1], y-20*out[0]), seen(x+20*out[1], y+20*out[0])
	along := 0 // the picture's axis
	if math.Abs(inside[1]-edge[1]) > math.Abs(inside[0]-edge[0]) {
		along = 1
	}
	fixed := math.Floor(edge[1-along]) // the row or column
	want := before[along] + (fixed+.5-before[1-along])*(after[along]-before[along])/(after[1-along]-before[1-along])

	step := math.Copysign(1, edge[along]-inside[along])
	got, glass := math.Floor(inside[along]), 255.
	if step < 0 {
		got++
	}
	for i := range 2 * int(math.Abs(edge[along]-inside[along])+2) {
		pixel := math.Floor(inside[along]) + float64(i)*step
		p := image.Pt(int(pixel), int(fixed))
		if along == 1 {
			p = image.Pt(int(fixed), int(pixel))
		}
		share := float64(body.Share.AlphaAt(p.X, p.Y).A)
		if i == 0 {
			glass = share
		}
		got += step * share / glass
	}
	if math.Abs(got-want) > .1 {
		t.Errorf("from %v: the screen's edge at %v, %v is at %.2f, want %.2f", v.Camera, x, y, got, want)
	}
}

// Every camera gets a lit phone that fades out before the picture ends.
func TestCameras(t *testing.T) {
	b, err := newStudio(t, "").open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, camera := range cameras {
		v := Look(camera)
		body, err := sit(t.Context(), b, v, coarse)
		if err != nil {
			t.Fatalf("from %v: %v", camera, err)
		}
		r, h := body.Picture.Rect, v.Screen(coarse)
		for y := range r.Max.Y {
			for x := range r.Max.X {
				c, share := body.Picture.RGBAAt(x, y), body.Share.AlphaAt(x, y).A
				if (x == 0 || y == 0 || x == r.Max.X-1 || y == r.Max.Y-1) && c.A > 1 {
					t.Fatalf("from %v: the picture's edge at %d, %d is %v", camera, x, y, c)
				}
				if c.R > c.A || c.G > c.A || c.B > c.A || share > c.A {
					t.Fatalf("from %v: %v with a share of %d at %d, %d is not premultiplied", camera, c, share, x, y)
				}
				atX, atY := h.At(float64(x)+.5, float64(y)+.5)
				least, sure := light(atX/coarse, atY/coarse, 16)
				if white := int(c.R) + int(share); sure && least > 0 && (white < 254 || white > 256) {
					t.Fatalf("from %v: white is %d at %d, %d", camera, white, x, y)
				}
			}
		}
	}
}

// What comes with the program is as good as newly drawn.
func TestPrepared(t *testing.T) {
	entries, err := prepared.ReadDir("prepared")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 1 {
		t.Skip("scripts/setup has drawn nothing")
	}
	chromium, count := starts(t)
	s := newStudio(t, chromium)
	for _, scale := range preparedScales {
		body, err := s.Body(t.Context(), Look(Usual), scale)
		if err != nil {
			t.Fatal(err)
		}
		if err := body.check(Look(Usual), scale); err != nil {
			t.Errorf("at %v: %v", scale, err)
		}
	}
	if count() > 0 {
		t.Errorf("Chromium was started %d times; run scripts/setup", count())
	}
}

// A body is drawn once for all who want it, and again only where its file is gone or damaged.
func TestBodyIsKept(t *testing.T) {
	chromium, count := starts(t)
	s, v := newStudio(t, chromium), Look(Camera{0.4, 0.3, 2})
	var first *Body
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			body, err := s.Body(t.Context(), v, coarse)
			if err != nil {
				t.Error(err)
				return
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			first = body
		})
	}
	group.Wait()
	if t.Failed() || count() != 1 {
		t.Fatalf("Chromium was started %d times, want once", count())
	}
	files := s.cache.list("*")
	if len(files) != 1 {
		t.Fatalf("the cache holds %v", files)
	}
	path := filepath.Join(s.cache.folder, files[0].Name())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := 1
	for _, step := range []struct {
		name  string
		file  []byte
		drawn int
	}{
		{"whole", whole, 0},
		{"truncated", whole[:len(whole)/2], 1},
		{"damaged", append(bytes.Clone(whole[:len(whole)-9]), "corrupted"...), 1},
		{"of another version", bytes.Replace(whole, []byte(fileMark), []byte("mockup phone 0\n"), 1), 1},
		{"empty", nil, 1},
	} {
		if err := os.WriteFile(path, step.file, 0o644); err != nil {
			t.Fatal(err)
		}
		fresh := NewStudio(s.opts)
		body, err := fresh.Body(t.Context(), v, coarse)
		want += step.drawn
		if err != nil || !equal(body, first) || count() != want {
			t.Errorf("file is %s: Chromium was started %d times, want %d; %v", step.name, count(), want, err)
		}
		if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, whole) {
			t.Errorf("file was %s, and was not mended", step.name)
		}
	}
}

// A cache that cannot be written costs time and nothing else.
func TestCacheUnwritable(t *testing.T) {
	chromium, count := starts(t)
	s := newStudio(t, chromium)
	blocked := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s.cache.folder = filepath.Join(blocked, "phones")
	for range 2 { // the second comes from memory
		if _, err := s.Body(t.Context(), Look(Camera{0.4, 0.3, 2}), coarse); err != nil || count() != 1 {
			t.Errorf("Chromium was started %d times; %v", count(), err)
		}
	}
}

func TestNoWebGL(t *testing.T) {
	s := newStudio(t, standIn(t, "", "--disable-3d-apis"))
	_, err := s.Body(t.Context(), Look(Usual), coarse)
	if !errors.Is(err, ErrNoWebGL) || !strings.Contains(err.Error(), "install") {
		t.Errorf("got %v", err)
	}
	if left := s.cache.list("*"); len(left) > 0 {
		t.Errorf("kept %v", left)
	}
}

// A Chromium that ends in the middle is started once more.
func TestBodyRetry(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	s := newStudio(t, standIn(t, fmt.Sprintf("[ -e %q ] || { touch %q; exit 1; }", mark, mark), ""))
	if _, err := s.Body(t.Context(), Look(Usual), coarse); err != nil {
		t.Error(err)
	}
}

// A lost context, which leaves pictures empty, is an error.
func TestEmptyPictures(t *testing.T) {
	v := Look(Usual)
	whole, err := newStudio(t, "").draw(t.Context(), v, coarse)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []func(*Body){
		func(b *Body) { clear(b.Picture.Pix); clear(b.Share.Pix) },
		func(b *Body) { clear(b.Share.Pix) },
		func(b *Body) { clear(b.Picture.Pix) },
		func(b *Body) {
			for i := range b.Picture.Pix {
				if i%4 < 3 {
					b.Picture.Pix[i] = 0
				}
			}
		},
	} {
		body := newBody(v.size(coarse))
		copy(body.Picture.Pix, whole.Picture.Pix)
		copy(body.Share.Pix, whole.Share.Pix)
		fault(body)
		if err := body.check(v, coarse); !errors.Is(err, errNoPhone) {
			t.Errorf("a broken picture passes: %v", err)
		}
	}
}

// Neither a body that was drawn nor one that was given up leaves a process, and a wait ends with its context.
func TestNothingLeft(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	s := newStudio(t, standIn(t, fmt.Sprintf("echo $$ >>%q", log), ""))
	if _, err := s.Body(t.Context(), Look(Camera{0.4, 0.3, 2}), coarse); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(500*time.Millisecond, cancel)
	if _, err := s.Body(ctx, Look(Usual), 3); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s.drawing <- struct{}{} // somebody draws
	if _, err := s.Body(ctx, Look(Camera{0.5, 0.3, 2}), coarse); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while waiting: %v", err)
	}
	<-s.drawing
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(data)) {
		if exec.Command("kill", "-0", pid).Run() == nil {
			t.Errorf("Chromium %s still runs", pid)
		}
	}
}
