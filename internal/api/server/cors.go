package server

import (
	"net/http"
	"slices"
	"strings"

	"mockup/internal/api/wire"
)

// crossOrigin lets web pages of the configured origins use the service (CORS, https://fetch.spec.whatwg.org). Without
// configured origins it adds nothing, and browsers refuse web pages of other origins.
func (s *Server) crossOrigin(next http.Handler) http.Handler {
	if len(s.opts.Origins) == 0 {
		return next
	}
	exposed := strings.Join([]string{"Retry-After", wire.RateLimitLimit, wire.RateLimitRemaining, wire.RateLimitReset,
		wire.RequestID, "Content-Disposition", "ETag"}, ", ")
	accepted := strings.Join([]string{"Authorization", "Content-Type", wire.IdempotencyKey, wire.RequestID, wire.WebhookURL, "Range", "If-Range"}, ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, origin := w.Header(), r.Header.Get("Origin")
		h.Add("Vary", "Origin")
		if origin == "" || !slices.Contains(s.opts.Origins, origin) && !slices.Contains(s.opts.Origins, "*") {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", exposed)
		if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE")
		h.Set("Access-Control-Allow-Headers", accepted)
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
	})
}
