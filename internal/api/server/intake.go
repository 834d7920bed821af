package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"mockup/internal/api/wire"
)

// Bounds on payloads that are read, decoded and drawn in one process. Decoding takes up to 20 times the size of a payload
// in memory, for moments; afterwards a picture takes about its size until it is drawn.
const (
	intakeBytes   = 64 << 20 // of all bodies in the process, from their arrival to their answer
	minBytes      = 64 << 10 // that a request counts at least, for its connection and its goroutine
	decodeTimeout = 10 * time.Second
	decodeQueue   = 64  // payloads that may wait to be decoded
	maxListed     = 100 // violations of a payload that are answered; the others are only counted
)

var errIntakeFull = overloaded("too many payloads are being read; send it again later")

// intake bounds the memory that payloads take.
type intake struct {
	decoders fairQueue
	bytes    *shares
}

func newIntake() *intake {
	slots := runtime.GOMAXPROCS(0)
	return &intake{
		decoders: fairQueue{slots: slots, places: slots + decodeQueue, limit: decodeTimeout, full: errIntakeFull},
		bytes:    newShares(intakeBytes),
	}
}

// reserve reserves bytes for the body of a request until release is called. The error is errIntakeFull when all bytes, or
// those of one key, are reserved.
func (in *intake) reserve(key string, n int64) (release func(), err error) {
	release, ok := in.bytes.take(key, max(n, minBytes))
	if !ok {
		return nil, errIntakeFull
	}
	return release, nil
}

// shares divides something that is limited among API keys. One key may take half of it.
type shares struct {
	all int64

	mu   sync.Mutex
	used map[string]int64
}

func newShares(all int64) *shares { return &shares{all: all, used: map[string]int64{}} }

// take takes n for a key until release is called. It returns false if that is more than is left.
func (s *shares) take(key string, n int64) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := n
	for _, used := range s.used {
		all += used
	}
	if all > s.all || s.used[key]+n > s.all/2 {
		return nil, false
	}
	s.used[key] += n
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.used[key] -= n; s.used[key] == 0 {
			delete(s.used, key)
		}
	}, true
}

// decode decodes a payload by calling f when a decoder is free.
func (in *intake) decode(ctx context.Context, key string, f func(context.Context) error) error {
	ctx, t, err := in.decoders.join(ctx, key)
	if err != nil {
		return err
	}
	defer t.leave()
	if err := t.wait(ctx); err != nil {
		return err
	}
	return f(ctx)
}

// bodySize returns how many bytes a body has, at most. The error is errTooLarge if it has too many.
func bodySize(r *http.Request) (int64, error) {
	switch {
	case r.ContentLength > wire.MaxBody:
		return 0, errTooLarge
	case r.ContentLength < 0:
		return wire.MaxBody, nil
	}
	return r.ContentLength, nil
}

// readBody reads a body of at most size bytes, within bodyTimeout.
func readBody(w http.ResponseWriter, r *http.Request, size int64) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	body, err := readAtMost(r, size)
	switch {
	case int64(len(body)) > size:
		return nil, errTooLarge
	case err == nil:
		entryOf(r).bodyRead = true
		_ = control.SetReadDeadline(time.Time{}) // from now on net/http watches the connection, to notice when the client leaves
		return body, nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, invalid("the body did not arrive within %s; send it over a faster connection, or give images as https URLs", bodyTimeout)
	}
	return nil, invalid("the body is incomplete: %v; send it again", err)
}

// readAtMost reads a body, and one byte more if there is one. A body of known size takes no more memory than that.
func readAtMost(r *http.Request, size int64) ([]byte, error) {
	if r.ContentLength < 0 {
		return io.ReadAll(io.LimitReader(r.Body, size+1))
	}
	body := make([]byte, size)
	n, err := io.ReadFull(r.Body, body)
	return body[:n], err
}
