package studio

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"

	"mockup/internal/schema"
)

// ServeHTTP answers the studio's own page and nobody else. Any other page that the user has open may send requests to this
// machine, so three things are checked:
//
//   - Host, which is a name of this machine: a page whose own name was made to lead here has another one;
//   - Origin and Sec-Fetch-Site, with which browsers say which page asks;
//   - the token, which only the address has that the program printed.
func (s *Studio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	if err := checkSource(r); err != nil {
		writeError(w, &refusal{http.StatusForbidden, err.Error()})
		return
	}
	token, rest, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !found || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		writeError(w, &refusal{http.StatusNotFound, "there is nothing here; open the address that mockup studio printed, with all that stands behind the slash"})
		return
	}
	inside := r.Clone(r.Context())
	inside.URL = &url.URL{Path: "/" + rest, RawQuery: r.URL.RawQuery}
	s.web.ServeHTTP(w, inside)
}

// checkSource refuses requests that do not come from a page of this machine.
func checkSource(r *http.Request) error {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	switch strings.Trim(host, "[]") {
	case "127.0.0.1", "localhost", "::1":
	default:
		return fmt.Errorf("the request names the host %q; open the studio as 127.0.0.1 or localhost, for another machine through ssh -L", r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return fmt.Errorf("the request comes from a page of %q, which may not use the studio", origin)
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); site {
	case "", "same-origin", "none":
		return nil
	default:
		return fmt.Errorf("the request comes from another page (%s), which may not use the studio", site)
	}
}

// refusal is an error whose words are for the page.
type refusal struct {
	status  int
	message string
}

func (e *refusal) Error() string { return e.message }

// refused returns a refusal of a request that is wrong.
func refused(format string, args ...any) error {
	return &refusal{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// handler is a handler that may fail.
type handler func(w http.ResponseWriter, r *http.Request) error

// handle makes an http.Handler of one that may fail. What the user can do something about is said to the page; it is the
// user's own machine, so no error is hidden.
func (s *Studio) handle(serve handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := serve(w, r); err != nil && r.Context().Err() == nil {
			s.opts.Logger.Debug("request failed", slog.String("path", r.URL.Path), slog.String("error", err.Error()))
			writeError(w, err)
		}
	})
}

func writeError(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if known := (*refusal)(nil); errors.As(err, &known) {
		status = known.status
	}
	writeJSON(w, status, map[string]string{"error": err.Error()})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body) // the page may have gone
}

// readBody reads the body of a request, at most as many bytes as a payload may have.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, &refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("more than %d bytes were sent, the most that is taken", tooLarge.Limit)}
	}
	return data, err
}

// maxText is how many bytes of text are taken: one more than a payload may have, which its violations then say.
const maxText = schema.DefaultMaxBytes + 1
