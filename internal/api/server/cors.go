package server

import (
	"net/http"
	"slices"
	"strings"

	"mockup/internal/api/wire"
)

// allowOrigins lets web pages of the configured origins use the service. Without any it adds nothing, and browsers keep
// other pages out.
func (s *Server) allowOrigins(next http.Handler) http.Handler {
	if len(s.opts.Origins) == 0 {
		return next
	}
	exposed := strings.Join([]string{"Retry-After", wire.RateLimitLimit, wire.RateLimitRemaining, wire.RateLimitReset,
		wire.RequestID, "Content-Disposition", "ETag"}, ", ")
	taken := strings.Join([]string{"Authorization", "Content-Type", wire.IdempotencyKey, wire.RequestID, "Range", "If-Range"}, ", ")
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
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		h.Set("Access-Control-Allow-Headers", taken)
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
	})
}
