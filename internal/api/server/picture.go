package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/api/worker"
	"mockup/internal/render/asset"
	"mockup/templates"
)

var (
	// errWaited says that a picture was not finished in its time.
	errWaited = overloaded(fmt.Sprintf("the picture was not drawn within %s; send it again later", pictureTime))
	// errLost says that the first request of an Idempotency-Key came to nothing.
	errLost = errors.New("the first request came to nothing")
)

// postPicture answers with the picture that it draws, or with the one that an earlier request of the same
// Idempotency-Key draws or has drawn.
func (s *Server) postPicture(w http.ResponseWriter, r *http.Request, render store.Render, c content) error {
	ctx, cancel := context.WithTimeoutCause(r.Context(), pictureTime, errWaited)
	defer cancel()
	for {
		drawn, isNew, err := s.draw(ctx, render, c)
		if err == nil && !isNew {
			drawn, err = s.await(ctx, drawn)
		}
		if errors.Is(err, errLost) {
			continue
		}
		if err != nil {
			return err
		}
		entryOf(r).add(slog.String("render", drawn.ID))
		answer(w, http.StatusOK, s.job(r, drawn))
		return nil
	}
}

// draw accepts and draws a picture, once it has found a place in the queue and its turn has come. One that fails leaves
// no record. Of a repetition it returns the first one's record.
func (s *Server) draw(ctx context.Context, render store.Render, c content) (accepted store.Render, isNew bool, err error) {
	leave, ok := s.pictures.enter()
	if !ok {
		return store.Render{}, false, errQueueFull
	}
	defer leave()
	accepted, isNew, err = s.accept(ctx, render)
	if err != nil || !isNew {
		return accepted, isNew, err
	}
	defer func() {
		if accepted.Status != wire.Completed { // by an error or a panic
			err = errors.Join(err, s.discard(ctx, accepted.ID))
		}
	}()
	if accepted.Output, err = s.drawInTurn(ctx, accepted.ID, c); err != nil {
		return accepted, true, whyNotDrawn(ctx, err)
	}
	accepted.Status = wire.Completed
	return accepted, true, nil
}

func (s *Server) drawInTurn(ctx context.Context, id string, c content) (store.Output, error) {
	done, err := s.pictures.turn(ctx)
	if err != nil {
		return store.Output{}, err
	}
	defer done()
	return s.opts.Draw(ctx, id, c.payload, c.found)
}

// discard takes back a picture that was not drawn, though its request may be over.
func (s *Server) discard(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	err := s.opts.Store.InTxNoSync(ctx, func(tx *store.Tx) error { return tx.Discard(ctx, id) })
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrFinished) {
		return nil
	}
	return err
}

// await returns a picture that another request draws, once it is drawn. The error is errLost when that comes to nothing:
// the request has failed, or its process has ended.
func (s *Server) await(ctx context.Context, first store.Render) (store.Render, error) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for first.Status != wire.Completed {
		if time.Since(first.Created) > lostTime {
			return first, errors.Join(errLost, s.discard(ctx, first.ID))
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return first, context.Cause(ctx)
		}
		var err error
		first, err = s.opts.Store.RenderOf(ctx, first.KeyID, first.ID, time.Now())
		if errors.Is(err, store.ErrNotFound) {
			return first, errLost
		}
		if err != nil {
			return first, err
		}
	}
	return first, nil
}

// whyNotDrawn turns what went wrong with the drawing into what is answered.
func whyNotDrawn(ctx context.Context, err error) error {
	if ctx.Err() != nil { // whatever failed, it did for want of time
		return fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	if details := contentFaults(err); len(details) > 0 {
		return invalidPayload(details)
	}
	reason, _ := worker.Reason(err)
	return &problem{status: http.StatusInternalServerError, code: wire.InternalError, message: reason, cause: err}
}

// contentFaults are the faults of a payload that show only when it is drawn.
func contentFaults(err error) []wire.Detail {
	var images asset.Errors
	var missing *templates.MissingError
	if errors.As(err, &images) {
		var details []wire.Detail
		for _, failure := range images {
			for _, field := range failure.Fields {
				details = append(details, wire.Detail{Path: field, Pointer: "/" + strings.ReplaceAll(field, ".", "/"),
					Code: "missing_asset", Message: fmt.Sprintf("load image %s: %v", failure.Address, failure.Err)})
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
