package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"mockup/internal/api/outputs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

// The parameters of a signed address.
const (
	expiresParam   = "expires" // Unix seconds
	signatureParam = "signature"
)

// signedPath returns an address of a render's file, "download", or of its "cues", that needs no key. It expires after
// LinkExpiry, or with the file.
func (s *Server) signedPath(render store.Render, what string, now time.Time) string {
	until := now.Add(s.opts.LinkExpiry)
	if render.Expires.Before(until) {
		until = render.Expires
	}
	expires := strconv.FormatInt(until.Unix(), 10)
	query := url.Values{expiresParam: {expires}, signatureParam: {s.sign(render.ID, expires)}}
	return wire.ExportsPath + render.ID + "/" + what + "?" + query.Encode()
}

// sign returns the signature of the addresses of a render's file and its cues. The signed text begins with its purpose, so that the secret can sign
// other things, too.
func (s *Server) sign(id, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.opts.Secret))
	fmt.Fprintf(mac, "download\n%s\n%s", id, expires)
	return hex.EncodeToString(mac.Sum(nil))
}

// checkSignature refuses an address that was altered or has expired.
func (s *Server) checkSignature(id string, query url.Values, now time.Time) error {
	expires := query.Get(expiresParam)
	if !hmac.Equal([]byte(s.sign(id, expires)), []byte(query.Get(signatureParam))) {
		return unauthorized("the signature of this address is wrong; use it exactly as the service gave it")
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || now.Unix() >= until {
		return unauthorized("this address has expired; request the job again to get a fresh one")
	}
	return nil
}

// signedOr serves a render to requests with a signed address, and to others if it belongs to their key. A wrong signature
// is refused even if the request has a key.
func (s *Server) signedOr(serve func(http.ResponseWriter, *http.Request, store.Render) error) handler {
	withKey := s.authenticated("exports", exportsLimit, func(w http.ResponseWriter, r *http.Request, key store.Key) error {
		render, err := s.renderOf(r, key)
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("render", render.ID))
		return serve(w, r, render)
	})
	return func(w http.ResponseWriter, r *http.Request) error {
		query := r.URL.Query()
		if !query.Has(expiresParam) && !query.Has(signatureParam) {
			return withKey(w, r)
		}
		id, err := idOf(r)
		if err != nil {
			return err
		}
		if err := s.checkSignature(id, query, time.Now()); err != nil {
			return err
		}
		render, err := s.opts.Store.Render(r.Context(), id, time.Now())
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("render", render.ID))
		return serve(w, r, render)
	}
}

// download serves a render's file, whole or in ranges.
func (s *Server) download(w http.ResponseWriter, r *http.Request, render store.Render) error {
	if render.Status != wire.Completed {
		return notFound(fmt.Sprintf("the job has no file: its status is %s", render.Status))
	}
	object, err := s.opts.Outputs.Get(r.Context(), render.Output.Object)
	if errors.Is(err, outputs.ErrNotFound) {
		return &problem{status: http.StatusNotFound, code: wire.NotFound, message: "the job's file no longer exists; send the payload again", cause: err}
	}
	if err != nil {
		return err
	}
	defer object.Close()
	made, err := format.Lookup(render.Output.Format, render.Kind == schema.Video)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", made.MediaType)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", render.ID+made.Suffix()))
	h.Set("Cache-Control", "private, max-age=60")
	h.Set("ETag", `"`+render.Output.SHA256+`"`)
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(&rangeWriter{ResponseWriter: w, server: s, request: r}, r, "", render.Finished, object)
	return nil
}

// rangeWriter replaces the plain text with which http.ServeContent refuses a range by the error body of the interface.
type rangeWriter struct {
	http.ResponseWriter
	server  *Server
	request *http.Request
	refused bool
}

func (w *rangeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *rangeWriter) WriteHeader(status int) {
	if status != http.StatusRequestedRangeNotSatisfiable {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.refused = true
	h := w.Header()
	for _, name := range []string{"Content-Disposition", "ETag", "Cache-Control", "Content-Length"} {
		h.Del(name)
	}
	w.server.writeError(w.ResponseWriter, w.request, &problem{status: status, code: wire.ValidationFailed,
		message: "the header Range asks for something that the file does not have; ask for bytes within its size"})
}

func (w *rangeWriter) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}
