package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	"mockup/internal/api/encoding"
	"mockup/internal/api/jobs"
	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/schema"
)

// decoded is a payload that was read.
type decoded struct {
	payload *schema.Payload
	found   schema.Diagnostics // of its decoding
	as      string             // the format of its file, see render.Job
	encoded encoding.Encoding
	base    string // of the addresses in the answer
}

// postRender accepts a payload.
func (s *Server) postRender(w http.ResponseWriter, r *http.Request, key store.Key) error {
	if s.draining.Load() {
		return errShuttingDown
	}
	base, err := s.base(r)
	if err != nil {
		return err
	}
	idempotencyKey, err := idempotencyKeyOf(r)
	if err != nil {
		return err
	}
	webhook, err := s.webhookOf(r, key, base)
	if err != nil {
		return err
	}
	body, release, err := s.takeBody(w, r, key)
	if err != nil {
		return err
	}
	defer release() // once the payload is answered, because it is in memory until then

	if s.pictures.isFull(key.ID) && !mayBeVideo(body) { // saves the decoding, which would be most of the work here
		return errQueueFull
	}
	payload, found, err := s.decode(r.Context(), key.ID, body)
	if err != nil {
		return err
	}
	as, err := formatOf(r.Header, payload)
	if err != nil {
		return err
	}
	encoded, err := encodingOf(r, payload, as)
	if err != nil {
		return err
	}
	d := decoded{payload, found, as, encoded, base}
	now := time.Now()
	record := store.Render{
		ID: store.NewID("render"), KeyID: key.ID, Kind: payload.RenderKind, Created: now, Expires: now.Add(s.opts.Expiry),
		IdempotencyKey: idempotencyKey, PayloadHash: hashOf(body, as, encoded), Encoding: encoded.Query(), Webhook: webhook, Output: store.Output{Format: as},
	}
	if payload.RenderKind == schema.Video {
		record.Payload = body
		return s.postVideo(w, r, record, d)
	}
	return s.postPicture(w, r, record, d)
}

// takeBody reads the body of a request. release gives back the memory that is reserved for it.
func (s *Server) takeBody(w http.ResponseWriter, r *http.Request, key store.Key) (body []byte, release func(), err error) {
	if err := checkType(r.Header); err != nil {
		return nil, nil, err
	}
	size, err := bodySize(r)
	if err != nil {
		return nil, nil, err
	}
	if release, err = s.intake.reserve(key.ID, size); err != nil {
		return nil, nil, err
	}
	if body, err = readBody(w, r, size); err != nil {
		release()
		return nil, nil, err
	}
	return body, release, nil
}

// hashOf returns the hash by which two requests with the same Idempotency-Key are compared.
func hashOf(body []byte, as string, encoded encoding.Encoding) string {
	sum := sha256.New()
	sum.Write(body)
	io.WriteString(sum, as)
	io.WriteString(sum, encoded.Query())
	return hex.EncodeToString(sum.Sum(nil))
}

// decode decodes a payload when a decoder is free. A video whose content cannot be drawn is refused like a picture's: the
// error would otherwise be found only when it is rendered.
func (s *Server) decode(ctx context.Context, key string, body []byte) (payload *schema.Payload, found schema.Diagnostics, err error) {
	err = s.intake.decode(ctx, key, func(ctx context.Context) error {
		payload, found = schema.Decode(body, s.decoding())
		if payload == nil {
			return invalidPayload(detailsOf(found.Errors()))
		}
		if payload.RenderKind != schema.Video {
			return nil
		}
		if err := s.checker.Check(ctx, render.Job{Payload: payload}); err != nil {
			return drawProblem(ctx, err)
		}
		return nil
	})
	return payload, found, err
}

// decoding returns how payloads are decoded.
func (s *Server) decoding() schema.Options {
	return schema.Options{Format: schema.FormatJSON, RendererVersion: s.opts.RendererVersion, MaxListed: maxListed}
}

// mayBeVideo reports whether a payload may ask for a video. One that writes the word with escapes is taken for a picture
// and asked to come again.
func mayBeVideo(body []byte) bool { return bytes.Contains(body, []byte(`"video"`)) }

// idempotencyKeyOf returns the request's Idempotency-Key, or "" if it has none.
func idempotencyKeyOf(r *http.Request) (string, error) {
	key := r.Header.Get(wire.IdempotencyKey)
	if len(key) > 255 || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "", invalid("the header %s has %d bytes or characters that are not printable ASCII; allowed are up to 255 printable ASCII characters",
			wire.IdempotencyKey, len(key))
	}
	return key, nil
}

// checkType refuses bodies that are not uncompressed JSON.
func checkType(h http.Header) error {
	written, encoding := h.Get("Content-Type"), h.Get("Content-Encoding")
	found, params, err := mime.ParseMediaType(written)
	charset := params["charset"]
	switch {
	case written == "":
		return &problem{status: http.StatusUnsupportedMediaType, code: wire.UnsupportedMediaType,
			message: "the header Content-Type is missing or empty; send the payload with Content-Type: application/json"}
	case err != nil || found != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8"):
		return &problem{status: http.StatusUnsupportedMediaType, code: wire.UnsupportedMediaType,
			message: fmt.Sprintf("the header Content-Type is %q; send the payload in JSON and UTF-8, with Content-Type: application/json", written)}
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return &problem{status: http.StatusUnsupportedMediaType, code: wire.UnsupportedMediaType,
			message: fmt.Sprintf("the header Content-Encoding is %q; send the payload uncompressed", encoding)}
	}
	return nil
}

// postVideo records a video and queues its job. A repeated request gets the answer of the first one, whatever the state
// of the video is by now.
func (s *Server) postVideo(w http.ResponseWriter, r *http.Request, render store.Render, d decoded) error {
	accepted, _, err := s.accept(r.Context(), render, videoCost(render.Payload, d))
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", accepted.ID))
	setRetryAfter(w.Header(), pollInterval)
	answer(w, http.StatusAccepted, wire.Job{
		ID: accepted.ID, Status: wire.Rendering, RenderKind: accepted.Kind, StatusURL: d.base + wire.ExportsPath + accepted.ID,
	})
	return nil
}

// frameCost is the processor time of a video's frame beside that of an MP4 as usual, measured with the example whatsapp-video.yaml at
// 2x, which takes 4.5 s as an MP4. WebM of high quality was not measured to its end: after 7 times that of an MP4 it was at work.
func frameCost(name string, quality encode.Quality) float64 {
	costs := map[string][3]float64{ // draft, standard, high
		format.MP4:  {0.7, 1, 5.2},
		format.WebM: {1.3, 1.6, 12},
		format.WebP: {2.5, 3.4, 3.8},
		format.GIF:  {4.6, 4.6, 4.6},
		format.MOV:  {29, 29, 29},
	}
	cost, known := costs[name]
	switch {
	case !known:
		return 1
	case quality == encode.Draft:
		return cost[0]
	case quality == encode.High || quality == encode.Lossless:
		return cost[2]
	}
	return cost[1]
}

// videoCost estimates the work of a video in units that jobs.Video.Cost can compare: a video lasts as long as its texts
// take to read, so its frames grow with the payload without its files, and each frame grows with its pixels. What the request asks for counts, too.
func videoCost(body []byte, d decoded) float64 {
	const fixed = 2000 // bytes of text that take as long as starting a video does
	text := len(body)
	for ref := range d.payload.Files() {
		text -= len(*ref.Value)
	}
	scale := d.payload.ResolutionScale.Factor()
	job := d.encoded.Job(d.payload, d.as)
	rate := float64(job.FPS()) / 30 // the usual one
	return (fixed + float64(max(text, 0))) * scale * scale * frameCost(job.Format().Name, d.encoded.Quality) * rate
}

// accept records a render, counts it and, if it is a video of some cost, queues it, all in one transaction. For a repeated
// request it only returns the record of the first one; isNew is false then.
func (s *Server) accept(ctx context.Context, render store.Render, cost float64) (accepted store.Render, isNew bool, err error) {
	quota := s.opts.ImageQuota
	if render.Kind == schema.Video {
		quota = s.opts.VideoQuota
	}
	inTx := s.opts.Store.InTx
	if render.Kind == schema.Image { // a picture is answered after its completion is on the disk
		inTx = s.opts.Store.InTxNoSync
	}
	err = inTx(ctx, func(tx *store.Tx) error {
		accepted, isNew, err = tx.Accept(ctx, render)
		if err != nil || !isNew {
			return err
		}
		if render.Kind == schema.Video {
			video := jobs.Video{RenderID: render.ID, KeyID: render.KeyID, Cost: cost, Accepted: render.Created}
			if err := s.opts.Queue.Insert(ctx, tx, video, s.opts.VideoQueue); err != nil {
				return err
			}
		}
		return tx.Count(ctx, render.KeyID, render.Kind, quota, render.Created)
	})
	if errors.Is(err, store.ErrQuota) {
		return accepted, false, quotaExceeded(render.Kind, quota, render.Created)
	}
	return accepted, isNew, err
}

// quotaExceeded answers that the quota of a key's month is used up. The rate headers then describe the quota.
func quotaExceeded(kind schema.Kind, quota int64, now time.Time) *problem {
	next := time.Date(now.UTC().Year(), now.UTC().Month()+1, 1, 0, 0, 0, 0, time.UTC)
	return &problem{
		status: http.StatusTooManyRequests, code: wire.RateLimited, retryAfter: next.Sub(now),
		limit:   &store.Decision{Limit: int(quota), Reset: next},
		message: fmt.Sprintf("the quota of %d %ss a month is used up; the next month begins on %s UTC", quota, kind, next.Format(time.DateOnly)),
	}
}
