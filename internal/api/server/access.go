package server

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// authenticated has a handler answer requests with a key, as many as its limit allows. The headers that tell of the limit
// are on every answer that the key gets.
func (s *Server) authenticated(bucket string, limit int, h func(http.ResponseWriter, *http.Request, store.Key) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		now := time.Now()
		key, err := s.key(r, now)
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("key", key.ID))
		decision, err := s.opts.Store.Allow(r.Context(), key.ID, bucket, limit, rateWindow, now)
		if err != nil {
			return err
		}
		tellLimit(w.Header(), decision, now)
		switch {
		case key.State == store.Suspended:
			return &problem{status: http.StatusForbidden, code: wire.SubscriptionInactive,
				message: "the API key is suspended; ask those who run the service to resume it"}
		case !decision.Allowed:
			return &problem{status: http.StatusTooManyRequests, code: wire.RateLimited, retryAfter: decision.RetryAfter,
				message: strconv.Itoa(limit) + " requests a minute are the limit; come again when Retry-After says"}
		}
		return h(w, r, key)
	}
}

// key finds the key of a request.
func (s *Server) key(r *http.Request, now time.Time) (store.Key, error) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	secret = strings.TrimSpace(secret)
	switch {
	case len(r.Header.Values("Authorization")) == 0:
		return store.Key{}, unauthorized("the request has no API key; send the header Authorization: Bearer " + store.KeyPrefix + "…")
	case !strings.EqualFold(scheme, "Bearer") || !strings.HasPrefix(secret, store.KeyPrefix) || len(secret) > 200:
		return store.Key{}, unauthorized("the header Authorization holds no API key; write it as: Bearer " + store.KeyPrefix + "…")
	}
	key, err := s.opts.Store.Authenticate(r.Context(), secret, now)
	if errors.Is(err, store.ErrNotFound) {
		return key, unauthorized("the API key is unknown or revoked; check it, or ask those who run the service for another")
	}
	return key, err
}

// tellLimit sets the rate headers. Whoever has requests left need not wait.
func tellLimit(h http.Header, d store.Decision, now time.Time) {
	wait := time.Duration(0)
	if d.Remaining == 0 {
		wait = d.Reset.Sub(now)
	}
	h.Set("Retry-After", seconds(wait))
	h.Set(wire.RateLimitLimit, strconv.Itoa(d.Limit))
	h.Set(wire.RateLimitRemaining, strconv.Itoa(d.Remaining))
	h.Set(wire.RateLimitReset, strconv.FormatInt(ceilUnix(d.Reset), 10))
}

// ceilUnix is a time in Unix seconds, rounded up.
func ceilUnix(t time.Time) int64 { return t.Add(time.Second - 1).Unix() }
