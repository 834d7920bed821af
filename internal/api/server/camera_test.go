package server

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
)

// slowPhones is a Chromium that draws phones when the test says so.
type slowPhones struct {
	t      *testing.T
	folder string
}

// chromium writes the program, which notes its process number before it draws a phone.
func (p slowPhones) chromium() string {
	real, err := browser.Find("")
	check(p.t, err)
	path := filepath.Join(p.folder, "chromium")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *swiftshader*) echo $$ >>%q; until [ -e %q ]; do sleep 0.01; done;; esac\nexec %q \"$@\"\n",
		p.path("started"), p.path("open"), real)
	check(p.t, os.WriteFile(path, []byte(script), 0o755))
	return path
}

func (p slowPhones) path(name string) string { return filepath.Join(p.folder, name) }

func (p slowPhones) open() { check(p.t, os.WriteFile(p.path("open"), nil, 0o644)) }

func (p slowPhones) shut() { check(p.t, os.Remove(p.path("open"))) }

// started returns the process numbers of all that were started to draw phones.
func (p slowPhones) started() []string {
	data, _ := os.ReadFile(p.path("started")) // there is none before the first
	return strings.Fields(string(data))
}

// seenFrom is a picture of a 3D phone, as a camera sees it.
func seenFrom(x float64) string {
	return strings.Replace(strings.Replace(video(""), `"video"`, `"image"`, 1), `"resolutionScale"`,
		fmt.Sprintf(`"render3D":true,"cameraPosition":[%v,0.3,2],"resolutionScale"`, x), 1)
}

// A picture from a new camera that is not finished within its time is refused for now, with the reason, while its phone is drawn
// for the next request. However many cameras are asked for, few phones are drawn for nobody, and other pictures are drawn
// meanwhile. Nothing is left when the renderer is closed.
func TestNewCamera(t *testing.T) {
	phones := slowPhones{t, t.TempDir()}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(phones.folder, "cache")) // where phones are kept
	own, err := render.New(render.Options{
		Chromium: phones.chromium(), Workers: 1, Public: true, NoSandbox: browser.NeedsNoSandbox(), Timeout: 10 * time.Minute,
	})
	check(t, err)
	defer own.Close()
	var minute atomic.Pointer[chan struct{}] // closed when the minute of the requests is over
	newMinute := func() chan struct{} {
		over := make(chan struct{})
		minute.Store(&over)
		return over
	}
	newMinute()
	s := serve(t, func(o *Options) {
		w := worker.New(worker.Options{Store: o.Store, Outputs: o.Outputs, Renderer: own})
		o.Draw = func(ctx context.Context, task worker.Task) (store.Output, error) {
			ctx, cancel := context.WithCancelCause(ctx)
			defer cancel(nil)
			over := *minute.Load()
			go func() {
				select {
				case <-over:
					cancel(errPictureTimeout)
				case <-ctx.Done():
				}
			}()
			return w.Render(ctx, task)
		}
	})
	send := func(payload string) <-chan answered {
		request, got := s.request(http.MethodPost, wire.RenderPath, strings.NewReader(payload)), make(chan answered, 1)
		go func() { got <- s.do(request) }()
		return got
	}
	drawn := func(payload string) { // asks as often as the answers say, since a busy machine takes more than a minute
		t.Helper()
		await(t, "the phone is drawn", func() bool {
			got := s.post(payload)
			if got.status == http.StatusServiceUnavailable {
				return false
			}
			got.want(t, http.StatusOK, "")
			return true
		})
	}
	wantUnfinished := func(got answered) {
		t.Helper()
		got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
		if wait := got.header.Get("Retry-After"); wait != "10" || !strings.Contains(got.problem(t).Message, "cameraPosition") {
			t.Errorf("retry after %q: %s", wait, got.body)
		}
	}

	over, first := newMinute(), send(seenFrom(0.5))
	await(t, "a phone is drawn", func() bool { return len(phones.started()) == 1 })
	close(over)
	wantUnfinished(<-first)
	newMinute()
	phones.open()
	drawn(seenFrom(0.5))
	if n := len(phones.started()); n != 1 {
		t.Errorf("the phone was drawn %d times", n)
	}

	phones.shut()
	over = newMinute()
	var many []<-chan answered
	for i := range 12 {
		many = append(many, send(seenFrom(0.6+float64(i)/100)))
	}
	await(t, "another phone is drawn", func() bool { return len(phones.started()) == 2 })
	s.newKey("another")
	s.post(picture("03")).want(t, http.StatusOK, "")
	close(over)
	for _, got := range many {
		answer := <-got
		answer.want(t, http.StatusServiceUnavailable, wire.Overloaded)
	}
	newMinute()
	phones.open()
	drawn(seenFrom(0.7))
	if n := len(phones.started()); n > 1+3+1 {
		t.Errorf("%d phones were drawn, want at most 3 of 12 for nobody", n)
	}

	phones.shut()
	before := len(phones.started())
	over, last := newMinute(), send(seenFrom(0.9))
	await(t, "the last phone is drawn", func() bool { return len(phones.started()) > before })
	close(over)
	wantUnfinished(<-last)
	own.Close()
	for _, text := range phones.started() {
		pid, err := strconv.Atoi(text)
		check(t, err)
		if processtest.Running(pid) {
			t.Errorf("Chromium %d still draws", pid)
		}
	}
}
