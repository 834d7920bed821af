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
	"mockup/internal/api/worker"
)

// The parameters of a signed address.
const (
	expiresParam   = "expires" // Unix seconds
	signatureParam = "signature"
)

// signedPath is an address of a render's file that needs no key, for a time and no longer than the file is there.
func (s *Server) signedPath(render store.Render, now time.Time) string {
	until := now.Add(s.opts.LinkExpiry)
	if render.Expires.Before(until) {
		until = render.Expires
	}
	expires := strconv.FormatInt(until.Unix(), 10)
	query := url.Values{expiresParam: {expires}, signatureParam: {s.sign(render.ID, expires)}}
	return wire.ExportsPath + render.ID + "/download?" + query.Encode()
}

// sign makes the signature of a download address. It says what it signs, should the secret ever sign other things.
func (s *Server) sign(id, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.opts.Secret))
	fmt.Fprintf(mac, "download\n%s\n%s", id, expires)
	return hex.EncodeToString(mac.Sum(nil))
}

// checkSignature refuses an address that was changed or has expired.
func (s *Server) checkSignature(id string, query url.Values, now time.Time) error {
	expires := query.Get(expiresParam)
	if !hmac.Equal([]byte(s.sign(id, expires)), []byte(query.Get(signatureParam))) {
		return unauthorized("the signature of this address is wrong; use downloadUrl as the service gave it")
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || now.Unix() >= until {
		return unauthorized("this address has expired; ask for the job again, which gives a fresh downloadUrl")
	}
	return nil
}

// signedOr serves a file to whoever comes with a signed address, and has others show their key. A wrong signature is
// refused even beside a key.
func (s *Server) signedOr(withKey handler) handler {
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
		return s.download(w, r, render)
	}
}

// downloadOwn serves a key's own file.
func (s *Server) downloadOwn(w http.ResponseWriter, r *http.Request, key store.Key) error {
	render, err := s.renderOf(r, key)
	if err != nil {
		return err
	}
	return s.download(w, r, render)
}

// download serves a render's file, whole or in parts.
func (s *Server) download(w http.ResponseWriter, r *http.Request, render store.Render) error {
	entryOf(r).add(slog.String("render", render.ID))
	if render.Status != wire.Completed {
		return notFound(fmt.Sprintf("the job has no file: it is %s", render.Status))
	}
	object, err := s.opts.Outputs.Get(r.Context(), render.Output.Object)
	if errors.Is(err, outputs.ErrNotFound) {
		return &problem{status: http.StatusNotFound, code: wire.NotFound, message: "the job's file is gone; send the payload again", cause: err}
	}
	if err != nil {
		return err
	}
	defer object.Close()
	h := w.Header()
	h.Set("Content-Type", worker.ContentType(render.Output.Format))
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", render.ID+"."+render.Output.Format))
	h.Set("Cache-Control", "private, max-age=60")
	h.Set("ETag", `"`+render.Output.SHA256+`"`)
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", render.Finished, object)
	return nil
}
