package server

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mockup/internal/api/store"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

// listExports answers a page of the list of a key's jobs.
func (s *Server) listExports(w http.ResponseWriter, r *http.Request, key store.Key) error {
	limit, err := numberOf(r, wire.LimitParam, wire.DefaultPage, 1, wire.MaxPage)
	if err != nil {
		return err
	}
	after, err := cursorOf(r)
	if err != nil {
		return err
	}
	base, err := s.base(r)
	if err != nil {
		return err
	}
	renders, err := s.opts.Store.Renders(r.Context(), key.ID, after, limit+1, time.Now())
	if err != nil {
		return err
	}
	page := wire.Page{Jobs: []wire.ListedJob{}}
	if len(renders) > limit { // there is another page
		renders = renders[:limit]
		page.NextCursor = cursorText(renders[limit-1])
	}
	for _, render := range renders {
		page.Jobs = append(page.Jobs, wire.ListedJob{Job: s.job(base, render), CreatedAt: render.Created, ExpiresAt: render.Expires})
	}
	answer(w, http.StatusOK, page)
	return nil
}

// numberOf returns a whole number of the request's query, or a default if it is not there.
func numberOf(r *http.Request, name string, none, least, most int) (int, error) {
	query, err := queryOf(r)
	if err != nil {
		return 0, err
	}
	if !query.Has(name) {
		return none, nil
	}
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < least || n > most {
		return 0, invalid("the parameter %s is %q; allowed are %d to %d", name, query.Get(name), least, most)
	}
	return n, nil
}

// cursorText returns a cursor behind a render. Clients are not meant to read it.
func cursorText(render store.Render) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", render.Created.UnixMicro(), render.ID))
}

// cursorOf returns the cursor of the request's query, or the beginning of the list.
func cursorOf(r *http.Request) (store.Cursor, error) {
	query, err := queryOf(r)
	if err != nil {
		return store.Cursor{}, err
	}
	text := query.Get(wire.CursorParam)
	if text == "" {
		return store.Cursor{}, nil
	}
	data, _ := base64.RawURLEncoding.DecodeString(text)
	created, id, _ := strings.Cut(string(data), " ")
	micros, err := strconv.ParseInt(created, 10, 64)
	if err != nil || !isID(id) {
		return store.Cursor{}, invalid("the parameter %s is not a nextCursor of this list; leave it out to begin with the newest job", wire.CursorParam)
	}
	return store.Cursor{Created: time.UnixMicro(micros), ID: id}, nil
}

// deleteExport cancels or removes a job: its record is deleted, and then its file or its place in the queue.
func (s *Server) deleteExport(w http.ResponseWriter, r *http.Request, key store.Key) error {
	id, err := idOf(r)
	if err != nil {
		return err
	}
	entryOf(r).add(slog.String("render", id))
	deleted, err := s.opts.Store.Delete(r.Context(), key.ID, id, time.Now())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), recordTimeout)
	defer cancel()
	switch {
	case deleted.Kind == schema.Video && deleted.Status == wire.Rendering:
		err = s.opts.Queue.Cancel(ctx, id)
	case deleted.Output.Object != "":
		err = s.deleteObject(ctx, deleted.Output.Object)
	}
	if err != nil { // a worker finds no record, or a sweep deletes the file
		s.opts.Logger.WarnContext(ctx, "deleting a job was left to others", slog.String("render", id), slog.Any("error", err))
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// deleteObject deletes a file whose record is deleted.
func (s *Server) deleteObject(ctx context.Context, object string) error {
	if err := s.opts.Outputs.Delete(ctx, object); err != nil {
		return err
	}
	return s.opts.Store.ForgetObject(ctx, object)
}

// waitOf returns how long a poll may be held.
func waitOf(r *http.Request) (time.Duration, error) {
	seconds, err := numberOf(r, wire.WaitParam, 0, 0, wire.MaxWait)
	return time.Duration(seconds) * time.Second, err
}

// hold waits until a video has ended, but not longer than a time and not while the service is stopping, and returns its
// record. If too many polls are held, it returns at once, and the client polls again after Retry-After.
func (s *Server) hold(ctx context.Context, render store.Render, wait time.Duration) (store.Render, error) {
	if wait == 0 || render.Status != wire.Rendering {
		return render, nil
	}
	release, ok := s.held.take(render.KeyID, 1)
	if !ok {
		return render, nil
	}
	defer release()
	ticker := time.NewTicker(holdInterval)
	defer ticker.Stop()
	end := time.After(wait)
	for status := render.Status; status == wire.Rendering && !s.draining.Load(); {
		select {
		case <-ticker.C:
		case <-end:
			return s.opts.Store.RenderOf(ctx, render.KeyID, render.ID, time.Now())
		case <-ctx.Done():
			return render, context.Cause(ctx)
		}
		var err error
		if status, err = s.opts.Store.StatusOf(ctx, render.ID); err != nil {
			return render, err
		}
	}
	return s.opts.Store.RenderOf(ctx, render.KeyID, render.ID, time.Now())
}
