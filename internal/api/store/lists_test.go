package store

import (
	"slices"
	"testing"
	"time"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

func TestRendersAreListed(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID, stranger := newKey(t, s), newKey(t, s)
		accept(t, s, newRender(stranger, schema.Video))
		for i := range 7 {
			render := newRender(keyID, schema.Video)
			render.Created = noon.Add(time.Duration(i/2) * time.Second) // two have the same time
			accept(t, s, render)
		}
		expired := newRender(keyID, schema.Video)
		expired.Expires = noon
		accept(t, s, expired)

		whole, err := s.Renders(t.Context(), keyID, Cursor{}, 100, noon)
		check(t, err)
		var got []string
		for after := (Cursor{}); ; {
			page, err := s.Renders(t.Context(), keyID, after, 3, noon)
			check(t, err)
			for _, render := range page {
				got = append(got, render.ID)
				if render.Payload != nil || render.Status != wire.Rendering {
					t.Errorf("%+v", render)
				}
			}
			if len(page) < 3 {
				break
			}
			after = Cursor{page[2].Created, page[2].ID}
		}
		if len(whole) != 7 || len(got) != 7 {
			t.Fatalf("%d in one page, %d in several, want 7", len(whole), len(got))
		}
		for i, render := range whole {
			if got[i] != render.ID || slices.Contains(got[:i], render.ID) || i > 0 && render.Created.After(whole[i-1].Created) {
				t.Errorf("%d: %s of %v in pages, %s of %v in one", i, got[i], got, render.ID, render.Created)
			}
		}
	})
}

func TestDelete(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID, stranger := newKey(t, s), newKey(t, s)
		render := accept(t, s, newRender(keyID, schema.Video))
		_, err := s.Delete(t.Context(), stranger, render.ID, noon)
		wantError(t, "by another key", err, ErrNotFound)
		_, err = s.Delete(t.Context(), keyID, render.ID, render.Expires)
		wantError(t, "expired", err, ErrNotFound)
		deleted, err := s.Delete(t.Context(), keyID, render.ID, noon)
		check(t, err)
		if deleted.ID != render.ID || deleted.Status != wire.Rendering {
			t.Errorf("%+v", deleted)
		}
		wantError(t, "complete", s.Complete(t.Context(), render.ID, videoOutput, noon), ErrNotFound)
		_, err = s.Delete(t.Context(), keyID, render.ID, noon)
		wantError(t, "again", err, ErrNotFound)
		_, err = s.StatusOf(t.Context(), render.ID)
		wantError(t, "the status", err, ErrNotFound)

		completed := accept(t, s, newRender(keyID, schema.Image))
		_, err = s.Delete(t.Context(), keyID, completed.ID, noon)
		wantError(t, "a picture that is being drawn", err, ErrBeingDrawn)
		check(t, s.Complete(t.Context(), completed.ID, videoOutput, noon))
		if status, err := s.StatusOf(t.Context(), completed.ID); err != nil || status != wire.Completed {
			t.Errorf("status %s, %v", status, err)
		}
		deleted, err = s.Delete(t.Context(), keyID, completed.ID, noon)
		check(t, err)
		objects, err := s.Sweep(t.Context(), noon)
		check(t, err)
		if deleted.Output.Object != videoOutput.Object || !slices.Equal(objects, []string{videoOutput.Object}) {
			t.Errorf("deleted %s, garbage %v", deleted.Output.Object, objects)
		}
	})
}
