package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render/asset"
	"mockup/internal/render/phone"
	"mockup/templates"
)

// What a client is asked to wait before it sends a payload again.
const (
	phoneRetryAfter = 10 * time.Second // when the phone is still being drawn for its camera
	imageRetryAfter = 10 * time.Second // when the name of an image's host could not be looked up
)

var (
	// errPictureTimeout means that a picture was not finished within pictureTimeout.
	errPictureTimeout = overloaded(fmt.Sprintf("the picture was not drawn within %s; send it again later", pictureTimeout))
	// errFirstRequestFailed means that the first request with an Idempotency-Key has failed.
	errFirstRequestFailed = errors.New("the first request has failed")
)

// postPicture draws a picture and answers with its record. If an earlier request with the same Idempotency-Key has drawn
// the picture or is drawing it, the answer is that request's record.
func (s *Server) postPicture(w http.ResponseWriter, r *http.Request, render store.Render, d decoded) error {
	ctx, cancel := context.WithTimeoutCause(r.Context(), pictureTimeout, errPictureTimeout)
	defer cancel()
	for {
		drawn, isNew, err := s.draw(ctx, render, d)
		if err == nil && !isNew {
			drawn, err = s.awaitFirst(ctx, drawn)
		}
		if errors.Is(err, errFirstRequestFailed) {
			continue
		}
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("render", drawn.ID))
		answer(w, http.StatusOK, s.job(d.base, drawn))
		return nil
	}
}

// draw accepts a picture, waits for its turn and draws it. If that fails, no record is left. For a repeated request draw
// returns the record of the first one; isNew is false then.
func (s *Server) draw(ctx context.Context, render store.Render, d decoded) (accepted store.Render, isNew bool, err error) {
	ctx, turn, err := s.pictures.join(ctx, render.KeyID)
	if err != nil {
		return store.Render{}, false, err
	}
	defer turn.leave()
	accepted, isNew, err = s.accept(ctx, render, 0)
	if err != nil || !isNew {
		return accepted, isNew, err
	}
	defer func() {
		if accepted.Status != wire.Completed { // because of an error or a panic
			err = errors.Join(err, s.discard(ctx, accepted.ID))
		}
	}()
	if accepted.Output, err = s.drawInTurn(ctx, accepted, d, turn); err != nil {
		return accepted, true, drawProblem(ctx, err)
	}
	accepted.Status = wire.Completed
	return accepted, true, nil
}

// drawInTurn draws a picture. While its images are loaded it has a slot of loading and of their hosts, so that slow hosts
// keep only those pictures waiting that show images of theirs. Then it waits for its turn to use a browser.
func (s *Server) drawInTurn(ctx context.Context, accepted store.Render, d decoded, turn *ticket) (store.Output, error) {
	leaveHosts, err := s.hosts.enter(ctx, hostsOf(d.payload))
	if err != nil {
		return store.Output{}, err
	}
	defer leaveHosts()
	loadCtx, loading, err := s.loading.join(ctx, accepted.KeyID)
	if err != nil {
		return store.Output{}, err
	}
	leaveLoading := sync.OnceFunc(loading.leave)
	defer leaveLoading()
	if err := loading.wait(loadCtx); err != nil {
		return store.Output{}, err
	}
	return s.opts.Draw(ctx, worker.Task{RenderID: accepted.ID, Payload: d.payload, Found: d.found, As: d.as, Encoding: d.encoded, Turn: func(context.Context) error {
		leaveLoading()
		leaveHosts()
		return turn.wait(ctx)
	}})
}

// discard deletes the record of a picture that was not drawn, even if the request has ended.
func (s *Server) discard(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	err := s.opts.Store.InTxNoSync(ctx, func(tx *store.Tx) error { return tx.Discard(ctx, id) })
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrFinished) {
		return nil
	}
	return err
}

// awaitFirst waits until another request has drawn a picture, and returns its record. The error is errFirstRequestFailed
// when that request has failed or its process has crashed.
func (s *Server) awaitFirst(ctx context.Context, first store.Render) (store.Render, error) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for first.Status != wire.Completed {
		if time.Since(first.Created).Abs() > lostTimeout { // it lies in the future when the clock has been set back
			return first, errors.Join(errFirstRequestFailed, s.discard(ctx, first.ID))
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return first, context.Cause(ctx)
		}
		var err error
		first, err = s.opts.Store.RenderOf(ctx, first.KeyID, first.ID, time.Now())
		if errors.Is(err, store.ErrNotFound) {
			return first, errFirstRequestFailed
		}
		if err != nil {
			return first, err
		}
	}
	return first, nil
}

// drawProblem turns an error of drawing into the one that is answered.
func drawProblem(ctx context.Context, err error) error {
	var known *problem
	var images asset.Errors
	reason, _ := worker.Reason(err)
	switch {
	case errors.Is(err, phone.ErrUnfinished):
		return &problem{status: http.StatusServiceUnavailable, code: wire.Overloaded, message: reason, retryAfter: phoneRetryAfter, cause: err}
	case ctx.Err() != nil: // then err is a consequence of the end of ctx
		return fmt.Errorf("%w: %w", context.Cause(ctx), err)
	case errors.As(err, &known):
		return err
	case errors.As(err, &images) && images.Temporary():
		return &problem{status: http.StatusServiceUnavailable, code: wire.Overloaded, message: reason, retryAfter: imageRetryAfter, cause: err}
	}
	if details := contentDetails(err); len(details) > 0 {
		return invalidPayload(details)
	}
	return &problem{status: http.StatusInternalServerError, code: wire.InternalError, message: reason, cause: err}
}

// contentDetails describes the faults of a payload that are found only when it is drawn. It returns nil for other errors.
func contentDetails(err error) []wire.Detail {
	var images asset.Errors
	var missing *templates.MissingError
	if errors.As(err, &images) {
		var details []wire.Detail
		for _, failure := range images {
			for _, field := range failure.Fields {
				details = append(details, wire.Detail{Path: field, Pointer: "/" + strings.ReplaceAll(field, ".", "/"),
					Code: "missing_asset", Message: fmt.Sprintf("load %s %s: %v", failure.Kind, failure.Address, failure.Err)})
			}
		}
		return details
	}
	if errors.As(err, &missing) {
		return []wire.Detail{{Path: "platform", Pointer: "/platform", Code: "unavailable", Message: missing.Error()}}
	}
	if reason, isContent := worker.Reason(err); isContent {
		return []wire.Detail{{Code: "content", Message: reason}}
	}
	return nil
}
