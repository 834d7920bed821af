package phone

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
)

// cameras are spread over what a payload may ask for. The last two are as close and as far aside as can be.
var cameras = []Camera{
	Usual, {0, 0, 3}, {-2.5, 0.3, 1.2}, {0.3, -2, 1.5}, {0, 2.5, 1.5}, {0.96, 0, 0.28}, {0, -0.96, 0.28},
}

// Scales in pixels a point. The shaders alone take two seconds, so that smaller ones would not be drawn faster.
const (
	tiny   = 0.05 // the phone is recognized
	coarse = 0.25 // its parts are
	half   = 0.5  // places are measured, in a quarter of the time that a scale of 1 takes
)

func newBodies(t *testing.T, chromium string) *Bodies {
	t.Helper()
	bs := NewBodies(Options{
		Chromium: chromium, NoSandbox: browser.NeedsNoSandbox(), Timeout: 10 * time.Minute, CacheDir: filepath.Join(t.TempDir(), "phones"),
	})
	t.Cleanup(bs.Close)
	return bs
}

// wrapped is a program that runs a script and then, unless that ends it, Chromium with more flags. The script does not run
// where Chromium is only asked for its version.
func wrapped(t *testing.T, script, flags string) string {
	t.Helper()
	return wrappedVersion(t, "", script, flags)
}

// wrappedVersion is a Chromium as wrapped, which runs another script where it is asked for its version.
func wrappedVersion(t *testing.T, version, script, flags string) string {
	t.Helper()
	real, err := browser.Find("")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "headless-shell")
	text := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = --version ]; then\n%s\nexec %q --version\nfi\n%s\nexec %[2]q \"$@\" %[4]s\n", version, real, script, flags)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// starts counts lines that scripts add to a file, one for each time that Chromium draws.
type starts string

func newStarts(t *testing.T) starts { return starts(filepath.Join(t.TempDir(), "starts")) }

// script notes a start.
func (s starts) script() string { return fmt.Sprintf("echo >>%q", string(s)) }

func (s starts) count() int {
	data, _ := os.ReadFile(string(s)) // there is none before the first start
	return len(data)
}

// aside is a camera that sees the phone from its lower right.
var aside = Camera{1.2, -0.9, 1.3}

// drawn are bodies that several tests look at, by camera.
var drawn = map[Camera]*Body{}

// drawnHalf returns the body that a camera sees, at half a pixel a point.
func drawnHalf(t *testing.T, camera Camera) *Body {
	t.Helper()
	if drawn[camera] == nil {
		body, err := newBodies(t, "").Body(t.Context(), Look(camera), half)
		if err != nil {
			t.Fatal(err)
		}
		drawn[camera] = body
	}
	return drawn[camera]
}

// The screen's light comes from where the homography says, edge by edge, and from nowhere else.
func TestDrawnScreen(t *testing.T) {
	prepared, err := newBodies(t, "").Body(t.Context(), Look(Usual), 1)
	if err != nil {
		t.Fatal(err)
	}
	checkScreen(t, Look(Usual), prepared, 1)
	checkScreen(t, Look(aside), drawnHalf(t, aside), half)
}

func checkScreen(t *testing.T, v View, body *Body, scale float64) {
	t.Helper()
	size := v.size(scale)
	if body.Picture.Rect.Size() != size || body.ScreenTransmission.Rect.Size() != size {
		t.Fatalf("from %v: pictures of %v and %v, want %v", v.Camera, body.Picture.Rect, body.ScreenTransmission.Rect, size)
	}
	h := v.Screen(scale)
	for y := range size.Y {
		for x := range size.X {
			got := body.ScreenTransmission.AlphaAt(x, y).A
			atX, atY := h.At(float64(x)+.5, float64(y)+.5)
			want, sure := leastLight(atX/scale, atY/scale, 3/scale)
			if sure && (got < want || want == 0 && got > 0) {
				t.Fatalf("from %v: the transmission of %d, %d is %d, want %d", v.Camera, x, y, got, want)
			}
		}
	}
	for _, at := range []float64{200, 437, 700} {
		checkEdge(t, v, body, scale, 0, at, vector{-1, 0, 0})
		checkEdge(t, v, body, scale, ScreenWidth, at, vector{1, 0, 0})
	}
	for _, at := range []float64{90, 300} {
		checkEdge(t, v, body, scale, at, 0, vector{0, 1, 0})
		checkEdge(t, v, body, scale, at, ScreenHeight, vector{0, -1, 0})
	}
}

// leastLight is the smallest transmission of a point of the screen. It is sure where the point is farther from all edges than
// near, in points.
func leastLight(u, v, near float64) (transmission byte, sure bool) {
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
	return leastTransmission, outside < -near && island > near && !corner
}

// checkEdge measures where the screen ends along a row or column of pixels across its edge at a point: where the light would
// end if it ended at once. It compares that with where the edge's line crosses the middle of these pixels.
func checkEdge(t *testing.T, v View, body *Body, scale, x, y float64, out vector) {
	t.Helper()
	at := v.Screen(scale).Inverse()
	seen := func(x, y float64) [2]float64 {
		x, y = at.At(x*scale, y*scale)
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
		light := float64(body.ScreenTransmission.AlphaAt(p.X, p.Y).A)
		if i == 0 {
			glass = light
		}
		got += step * light / glass
	}
	if math.Abs(got-want) > .1 {
		t.Errorf("from %v: the screen's edge at %v, %v is at %.2f, want %.2f", v.Camera, x, y, got, want)
	}
}

// Every camera gets a lit phone that fades out before the picture ends, and looks as it should.
func TestCameras(t *testing.T) {
	b, err := newBodies(t, "").open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, camera := range cameras {
		v := Look(camera)
		body, err := drawBody(t.Context(), b, v, coarse)
		if err != nil {
			t.Fatalf("from %v: %v", camera, err)
		}
		r, h := body.Picture.Rect, v.Screen(coarse)
		for y := range r.Max.Y {
			for x := range r.Max.X {
				c, light := body.Picture.RGBAAt(x, y), body.ScreenTransmission.AlphaAt(x, y).A
				if (x == 0 || y == 0 || x == r.Max.X-1 || y == r.Max.Y-1) && c.A > 1 {
					t.Fatalf("from %v: the picture's edge at %d, %d is %v", camera, x, y, c)
				}
				if c.R > c.A || c.G > c.A || c.B > c.A || light > c.A {
					t.Fatalf("from %v: %v with a transmission of %d at %d, %d is not premultiplied", camera, c, light, x, y)
				}
				atX, atY := h.At(float64(x)+.5, float64(y)+.5)
				least, sure := leastLight(atX/coarse, atY/coarse, 16)
				if white := int(c.R) + int(light); sure && least > 0 && (white < 254 || white > 256) {
					t.Fatalf("from %v: white is %d at %d, %d", camera, white, x, y)
				}
			}
		}
		compareGolden(t, camera, body)
	}
}

// What comes with the program is whole, and is shown whichever Chromium is installed.
func TestPrepared(t *testing.T) {
	entries, err := prepared.ReadDir("prepared")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 1 {
		t.Skip("scripts/setup has drawn nothing")
	}
	s := newBodies(t, wrappedVersion(t, "echo Chromium 1.2.3.4; exit", "exit 1", "")) // it draws nothing
	for _, scale := range preparedScales {
		body, err := s.Body(t.Context(), Look(Usual), scale)
		if err != nil {
			t.Errorf("the body at %v does not come with the program; run scripts/setup (%v)", scale, err)
		} else if err := body.check(Look(Usual), scale); err != nil {
			t.Errorf("at %v: %v", scale, err)
		}
	}
}

// A body is drawn once for all who want it.
func TestBodyConcurrently(t *testing.T) {
	log := newStarts(t)
	s := newBodies(t, wrapped(t, log.script(), ""))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := s.Body(t.Context(), Look(Camera{0.4, 0.3, 2}), tiny); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if log.count() != 1 {
		t.Errorf("Chromium was started %d times, want once", log.count())
	}
}

// A body is drawn again only where its file is gone or damaged.
func TestBodyIsKept(t *testing.T) {
	log := newStarts(t)
	s, v := newBodies(t, wrapped(t, log.script(), "")), Look(Camera{0.4, 0.3, 2})
	first, err := s.Body(t.Context(), v, tiny)
	if err != nil {
		t.Fatal(err)
	}
	files := list(s.cache.folder, "*")
	if len(files) != 1 {
		t.Fatalf("the cache holds %v", files)
	}
	path := filepath.Join(s.cache.folder, files[0].Name())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for drawn, content := range [][]byte{whole, append(bytes.Clone(whole[:len(whole)-9]), "corrupted"...)} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		body, err := NewBodies(s.opts).Body(t.Context(), v, tiny)
		if err != nil || !equal(body, first) || log.count() != 1+drawn {
			t.Errorf("Chromium was started %d times, want %d; %v", log.count(), 1+drawn, err)
		}
		if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, whole) {
			t.Errorf("the file is damaged still; %v", err)
		}
	}
}

// A body that another version of Chromium drew is not used, and stays for that version. Where the version is not known
// beforehand, the body is drawn and kept all the same.
func TestBodyIsKeptByVersion(t *testing.T) {
	log, v := newStarts(t), Look(Camera{0.4, 0.3, 2})
	first := newBodies(t, wrapped(t, log.script(), ""))
	draw := func(chromium string, want int) {
		t.Helper()
		opts := first.opts
		opts.Chromium = chromium
		s := NewBodies(opts)
		for range 2 { // the second comes from memory
			if _, err := s.Body(t.Context(), v, tiny); err != nil || log.count() != want {
				t.Errorf("Chromium was started %d times, want %d; %v", log.count(), want, err)
			}
		}
	}
	draw(first.opts.Chromium, 1)
	// It draws with the real version, which is noted, whatever it answers.
	draw(wrappedVersion(t, "echo Chromium 1.2.3.4; exit", log.script(), ""), 2)
	draw(wrappedVersion(t, "exit 1", log.script(), ""), 3)
	draw(first.opts.Chromium, 3)
	if files := list(first.cache.folder, "*"); len(files) != 1 {
		t.Errorf("the cache holds %v, want one body", files)
	}
}

func TestVersionNumber(t *testing.T) {
	for text, want := range map[string]string{
		"HeadlessChrome/156.0.8078.79": "156.0.8078.79", "Chromium 156.0.8078.79 built on Debian GNU/Linux 12": "156.0.8078.79",
		"Google Chrome 120.0.1 ": "120.0.1", "none": "", "": "",
	} {
		if got := versionNumber(text); got != want {
			t.Errorf("the version in %q is %q, want %q", text, got, want)
		}
	}
}

// A cache that cannot be written costs time and nothing else.
func TestCacheUnwritable(t *testing.T) {
	log := newStarts(t)
	s := newBodies(t, wrapped(t, log.script(), ""))
	blocked := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s.cache.folder = filepath.Join(blocked, "phones")
	for range 2 { // the second comes from memory
		if _, err := s.Body(t.Context(), Look(Camera{0.4, 0.3, 2}), tiny); err != nil || log.count() != 1 {
			t.Errorf("Chromium was started %d times; %v", log.count(), err)
		}
	}
}

func TestNoWebGL(t *testing.T) {
	s := newBodies(t, wrapped(t, "", "--disable-3d-apis"))
	_, err := s.Body(t.Context(), Look(Usual), tiny)
	if !errors.Is(err, ErrNoWebGL) || !strings.Contains(err.Error(), "install") {
		t.Errorf("got %v", err)
	}
	if left := list(s.cache.folder, "*"); len(left) > 0 {
		t.Errorf("kept %v", left)
	}
}

// A Chromium that ends in the middle is started once more.
func TestBodyRetry(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	s := newBodies(t, wrapped(t, fmt.Sprintf("[ -e %q ] || { touch %q; exit 1; }", mark, mark), ""))
	if _, err := s.Body(t.Context(), Look(Usual), tiny); err != nil {
		t.Error(err)
	}
}

// A lost context, which leaves pictures empty, is an error.
func TestEmptyPictures(t *testing.T) {
	v := Look(Usual)
	whole, err := newBodies(t, "").draw(t.Context(), v, tiny)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []func(*Body){
		func(b *Body) { clear(b.Picture.Pix); clear(b.ScreenTransmission.Pix) },
		func(b *Body) { clear(b.ScreenTransmission.Pix) },
		func(b *Body) { clear(b.Picture.Pix) },
		func(b *Body) {
			for i := range b.Picture.Pix {
				if i%4 < 3 {
					b.Picture.Pix[i] = 0
				}
			}
		},
	} {
		body := newBody(v.size(tiny))
		copy(body.Picture.Pix, whole.Picture.Pix)
		copy(body.ScreenTransmission.Pix, whole.ScreenTransmission.Pix)
		fault(body)
		if err := body.check(v, tiny); !errors.Is(err, errNoPhone) {
			t.Errorf("a broken picture passes: %v", err)
		}
	}
}

// A drawing goes on when its caller has gone, and the next caller gets the body.
func TestDrawingGoesOn(t *testing.T) {
	log := newStarts(t)
	s := newBodies(t, wrapped(t, log.script(), ""))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		processtest.Until(t, "Chromium was started", func() bool { return log.count() == 1 })
		cancel()
	}()
	camera := Look(Camera{0.4, 0.3, 2})
	if _, err := s.Body(ctx, camera, tiny); !errors.Is(err, ErrUnfinished) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := s.Body(t.Context(), camera, tiny); err != nil || log.count() != 1 {
		t.Errorf("Chromium was started %d times; %v", log.count(), err)
	}
}

// Neither a body that was drawn nor one that Close has ended leaves a process, and a wait ends with its context.
func TestNothingLeft(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	started := func() []string {
		data, _ := os.ReadFile(log) // there is none before the first start
		return strings.Fields(string(data))
	}
	s := newBodies(t, wrapped(t, fmt.Sprintf("echo $$ >>%q", log), ""))
	if _, err := s.Body(t.Context(), Look(Camera{0.4, 0.3, 2}), tiny); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		processtest.Until(t, "Chromium was started again", func() bool { return len(started()) == 2 })
		cancel()
	}()
	if _, err := s.Body(ctx, Look(Usual), 3); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s.drawing <- struct{}{} // another call draws
	if _, err := s.Body(ctx, Look(Camera{0.5, 0.3, 2}), tiny); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while waiting: %v", err)
	}
	<-s.drawing
	s.Close()
	if _, err := s.Body(t.Context(), Look(Camera{0.6, 0.3, 2}), tiny); err == nil {
		t.Error("no error after Close")
	}
	for _, pid := range started() {
		number, err := strconv.Atoi(pid)
		if err != nil || processtest.Running(number) {
			t.Errorf("Chromium %s still runs (%v)", pid, err)
		}
	}
}
