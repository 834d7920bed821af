package server

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// Without database or storage the process is alive but not ready, and answers those requests that do not need them.
func TestReady(t *testing.T) {
	t.Parallel()
	t.Run("storage", func(t *testing.T) {
		s := serve(t, nil)
		s.get("/readyz").want(t, http.StatusOK, "")
		id := s.complete(schema.Image, "png", "x")
		check(t, os.RemoveAll(s.folder))
		check(t, os.WriteFile(s.folder, nil, 0o600)) // where the folder was
		s.server.health.checked = time.Time{}
		got := s.get("/readyz")
		got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
		if !strings.Contains(string(got.body), "the storage does not answer") || got.header.Get("Retry-After") == "" {
			t.Errorf("%s", got.body)
		}
		s.get(wire.ExportsPath+id).want(t, http.StatusOK, "")
		if got := s.get(wire.ExportsPath + id + "/download"); got.status != http.StatusNotFound && got.status != http.StatusInternalServerError {
			t.Errorf("%d %s", got.status, got.body)
		}
		s.post(picture("02")).want(t, http.StatusInternalServerError, wire.InternalError)
	})
	t.Run("Chromium", func(t *testing.T) {
		chromium := filepath.Join(t.TempDir(), "chromium-headless-shell")
		check(t, os.WriteFile(chromium, []byte("#!/bin/sh\nexit 1\n"), 0o700))
		r, err := render.New(render.Options{Chromium: chromium, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
		check(t, err)
		t.Cleanup(r.Close)
		s := serve(t, func(o *Options) { o.Renderer = r })
		s.get("/readyz").want(t, http.StatusOK, "")
		if r.Warm(t.Context()) == nil {
			t.Fatal("a Chromium that ends at once has started")
		}
		got := s.get("/readyz")
		got.want(t, http.StatusServiceUnavailable, wire.Overloaded)
		if !strings.Contains(string(got.body), "not ready: Chromium does not start") {
			t.Errorf("%s", got.body)
		}
		s.get("/healthz").want(t, http.StatusOK, "")

		// Somebody repairs it. The service notices that by itself.
		real, err := browser.Find("")
		check(t, err)
		check(t, os.Remove(chromium))
		check(t, os.Symlink(real, chromium))
		s.server.checkBrowsers(t.Context())
		s.get("/readyz").want(t, http.StatusOK, "")
	})
	t.Run("database", func(t *testing.T) {
		s := serve(t, nil)
		check(t, s.store.DB().Close())
		s.get("/healthz").want(t, http.StatusOK, "")
		s.get("/readyz").want(t, http.StatusServiceUnavailable, wire.Overloaded)
		s.post(picture("02")).want(t, http.StatusInternalServerError, wire.InternalError)
		s.get(wire.ExportsPath+"x").want(t, http.StatusInternalServerError, wire.InternalError)
	})
}

// A file that somebody has deleted from the storage is answered as not found.
func TestFileGone(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	id := s.complete(schema.Image, "png", "x")
	check(t, s.outputs.Delete(t.Context(), id+".png"))
	s.get(wire.ExportsPath+id+"/download").want(t, http.StatusNotFound, wire.NotFound)
}

// A database that another process has locked is waited for.
func TestLockedDatabase(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	other, err := store.Open(t.Context(), s.database)
	check(t, err)
	defer other.Close()
	held, release := make(chan struct{}), make(chan struct{})
	go func() {
		_ = other.InTx(context.Background(), func(*store.Tx) error {
			close(held)
			<-release
			return nil
		})
	}()
	<-held
	time.AfterFunc(300*time.Millisecond, func() { close(release) })
	s.post(video("")).want(t, http.StatusAccepted, "")
	select {
	case <-release:
	default:
		t.Error("answered while the database was held")
	}
}
