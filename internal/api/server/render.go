package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// content is a payload, with what was found when it was read.
type content struct {
	payload *schema.Payload
	found   schema.Diagnostics
}

// postRender takes a payload.
func (s *Server) postRender(w http.ResponseWriter, r *http.Request, key store.Key) error {
	if s.draining.Load() {
		return errShuttingDown
	}
	idempotencyKey, err := idempotencyKeyOf(r)
	if err != nil {
		return err
	}
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	if s.pictures.full() && !mayBeVideo(body) { // what cannot be taken need not be read, which costs as much as all else here
		return errQueueFull
	}
	payload, found := schema.Decode(body, schema.Options{Format: schema.FormatJSON, RendererVersion: s.opts.RendererVersion})
	if payload == nil {
		return invalidPayload(detailsOf(found))
	}
	now := time.Now()
	render := store.Render{
		ID: store.NewID("render"), KeyID: key.ID, Kind: payload.RenderKind, Created: now, Expires: now.Add(s.opts.Expiry),
		IdempotencyKey: idempotencyKey, PayloadHash: payload.SHA256,
	}
	if payload.RenderKind == schema.Video {
		render.Payload = body
		return s.postVideo(w, r, render)
	}
	return s.postPicture(w, r, render, content{payload, found})
}

// mayBeVideo tells a payload that may ask for a video from one that does not. One that writes the word with escapes is
// taken for a picture, and comes again.
func mayBeVideo(body []byte) bool { return bytes.Contains(body, []byte(`"video"`)) }

// idempotencyKeyOf reads what tells repetitions of a request; "" if it has none.
func idempotencyKeyOf(r *http.Request) (string, error) {
	key := r.Header.Get(wire.IdempotencyKey)
	if len(key) > 255 || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "", invalid("the header %s holds %d bytes or characters beyond ASCII; allowed are 255 that show", wire.IdempotencyKey, len(key))
	}
	return key, nil
}

// readBody reads a payload: JSON, not compressed, not too large, and not too slowly.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if err := checkType(r.Header); err != nil {
		return nil, err
	}
	if r.ContentLength > wire.MaxBody && r.Header.Get("Expect") != "" {
		return nil, errTooLarge // before it is sent
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(io.LimitReader(r.Body, wire.MaxBody+1))
	switch {
	case len(body) > wire.MaxBody:
		return nil, errTooLarge
	case err == nil:
		_ = control.SetReadDeadline(time.Time{}) // the connection is watched for its end from now on
		return body, nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, invalid("the body did not arrive within %s; send it again over a faster line, or give images as https URLs", bodyTime)
	}
	return nil, invalid("the body ended before its end: %v", err)
}

// checkType refuses bodies that are not plain JSON.
func checkType(h http.Header) error {
	found, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := params["charset"]
	encoding := h.Get("Content-Encoding")
	switch {
	case err != nil || found != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8"):
		return &problem{status: http.StatusUnsupportedMediaType, code: wire.UnsupportedMediaType,
			message: fmt.Sprintf("the Content-Type is %q; send the payload as application/json", h.Get("Content-Type"))}
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return &problem{status: http.StatusUnsupportedMediaType, code: wire.UnsupportedMediaType,
			message: fmt.Sprintf("the Content-Encoding is %q; send the payload as it is", encoding)}
	}
	return nil
}

// postVideo records a video with its job. A repetition gets the first one's answer, however far that is by now.
func (s *Server) postVideo(w http.ResponseWriter, r *http.Request, render store.Render) error {
	accepted, _, err := s.accept(r.Context(), render)
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", accepted.ID))
	answer(w, http.StatusAccepted, wire.Job{
		ID: accepted.ID, Status: wire.Rendering, RenderKind: accepted.Kind, StatusURL: s.base(r) + wire.ExportsPath + accepted.ID,
	})
	return nil
}

// accept records a render, counts it and queues a video, all or nothing. A repetition is none of that: it gets the
// first one's record.
func (s *Server) accept(ctx context.Context, render store.Render) (accepted store.Render, isNew bool, err error) {
	quota := s.opts.ImageQuota
	if render.Kind == schema.Video {
		quota = s.opts.VideoQuota
	}
	within := s.opts.Store.InTx
	if render.Kind == schema.Image { // its answer comes when its completion is on the disk
		within = s.opts.Store.InTxNoSync
	}
	err = within(ctx, func(tx *store.Tx) error {
		accepted, isNew, err = tx.Accept(ctx, render)
		if err != nil || !isNew {
			return err
		}
		if err := tx.Count(ctx, render.KeyID, render.Kind, quota, render.Created); err != nil {
			return err
		}
		if render.Kind == schema.Video {
			return s.opts.Queue.Insert(ctx, tx, render.ID)
		}
		return nil
	})
	if errors.Is(err, store.ErrQuota) {
		return accepted, false, quotaExceeded(render.Kind, quota, render.Created)
	}
	return accepted, isNew, err
}

// quotaExceeded tells a key that its month is used up. The rate headers speak of the month then.
func quotaExceeded(kind schema.Kind, quota int64, now time.Time) *problem {
	next := time.Date(now.UTC().Year(), now.UTC().Month()+1, 1, 0, 0, 0, 0, time.UTC)
	return &problem{
		status: http.StatusTooManyRequests, code: wire.RateLimited, retryAfter: next.Sub(now),
		limit:   &store.Decision{Limit: int(quota), Reset: next},
		message: fmt.Sprintf("%d %ss a month are the limit, and they are used up; the next month begins on %s UTC", quota, kind, next.Format(time.DateOnly)),
	}
}
