package server

import (
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
)

// authenticated passes requests with an API key to a handler, as many as the key's limit allows. Every answer to a key has
// the headers that describe the limit.
func (s *Server) authenticated(bucket string, limit int, h func(http.ResponseWriter, *http.Request, store.Key) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		now := time.Now()
		key, err := s.key(r, now)
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("key", key.ID))
		decision, err := s.allow(r, key, bucket, limit, now)
		if err != nil {
			return err
		}
		setRateHeaders(w.Header(), decision, now)
		switch {
		case key.State == store.Suspended:
			return &problem{status: http.StatusForbidden, code: wire.SubscriptionInactive,
				message: "the API key is suspended; ask those who run the service to resume it"}
		case !decision.Allowed:
			return &problem{status: http.StatusTooManyRequests, code: wire.RateLimited, retryAfter: decision.RetryAfter,
				message: "the limit is " + strconv.Itoa(limit) + " requests a minute; wait as long as Retry-After says"}
		}
		return h(w, r, key)
	}
}

// allow counts a request. On a full disk it cannot be counted, and then requests that only read are let through.
func (s *Server) allow(r *http.Request, key store.Key, bucket string, limit int, now time.Time) (store.Decision, error) {
	decision, err := s.opts.Store.Allow(r.Context(), key.ID, bucket, limit, rateWindow, now)
	if store.IsFull(err) && r.Method != http.MethodPost {
		return s.opts.Store.Allowance(r.Context(), key.ID, bucket, limit, rateWindow, now)
	}
	return decision, err
}

// key returns the API key of a request.
func (s *Server) key(r *http.Request, now time.Time) (store.Key, error) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	secret = strings.TrimSpace(secret)
	switch n := len(r.Header.Values("Authorization")); {
	case n == 0:
		return store.Key{}, unauthorized("the request has no API key; send the header Authorization: Bearer " + store.KeyPrefix + "…")
	case n > 1:
		return store.Key{}, invalid("the request has %d headers Authorization; send one", n)
	case !strings.EqualFold(scheme, "Bearer") || !strings.HasPrefix(secret, store.KeyPrefix) || len(secret) > 200:
		return store.Key{}, unauthorized("the header Authorization contains no API key; write it as: Bearer " + store.KeyPrefix + "…")
	}
	key, err := s.opts.Store.Authenticate(r.Context(), secret, now)
	if errors.Is(err, store.ErrNotFound) {
		return key, unauthorized("the API key is unknown or revoked; check it, or ask those who run the service for another")
	}
	return key, err
}

// setRateHeaders sets the rate headers. A key with requests left need not wait.
func setRateHeaders(h http.Header, d store.Decision, now time.Time) {
	if d.Remaining == 0 {
		setRetryAfter(h, d.Reset.Sub(now))
	}
	h.Set(wire.RateLimitLimit, strconv.Itoa(d.Limit))
	h.Set(wire.RateLimitRemaining, strconv.Itoa(d.Remaining))
	h.Set(wire.RateLimitReset, strconv.FormatInt(ceilUnix(d.Reset), 10))
}

// setRetryAfter asks the client to wait at least some time.
func setRetryAfter(h http.Header, wait time.Duration) {
	if asked, err := strconv.ParseInt(h.Get("Retry-After"), 10, 64); err == nil && asked >= ceilSeconds(wait) {
		return
	}
	h.Set("Retry-After", strconv.FormatInt(ceilSeconds(wait), 10))
}

// ceilSeconds returns a duration in whole seconds, rounded up so that waiting that long is enough, and at least 1.
func ceilSeconds(d time.Duration) int64 { return max(1, int64(math.Ceil(d.Seconds()))) }

// ceilUnix returns a time in Unix seconds, rounded up.
func ceilUnix(t time.Time) int64 { return t.Add(time.Second - 1).Unix() }
