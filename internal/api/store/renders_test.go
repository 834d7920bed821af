package store

import (
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

var videoOutput = Output{
	Format: "mp4", Object: "render_1.mp4", Size: 5 << 30, Width: 1080, Height: 1920, Duration: 12345 * time.Millisecond,
	SHA256: "ab", Warnings: []wire.Warning{{Code: "content_clipped", Message: "Ünlaut 😀"}},
}

func TestRenderIsCompleted(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s, other := open(), open()
		keyID := newKey(t, s)
		want := newRender(keyID, schema.Video)
		want.Output.Format = "gif" // which the request asks for
		want = accept(t, s, want)
		check(t, s.SetProgress(t.Context(), want.ID, 0.5))
		check(t, s.SetProgress(t.Context(), want.ID, 0.25)) // is ignored
		want.Progress = 0.5
		got, err := other.RenderOf(t.Context(), keyID, want.ID, noon)
		check(t, err)
		if diff := cmp.Diff(want, got); diff != "" || got.Status != wire.Rendering {
			t.Errorf("under way:\n%s", diff)
		}

		check(t, other.Complete(t.Context(), want.ID, videoOutput, noon.Add(time.Minute)))
		want.Status, want.Progress, want.Payload = wire.Completed, 1, nil
		want.Finished, want.Output = noon.Add(time.Minute), videoOutput
		wantError(t, "complete again", s.Complete(t.Context(), want.ID, Output{}, noon), ErrFinished)
		wantError(t, "fail", s.Fail(t.Context(), want.ID, "late", noon), ErrFinished)
		check(t, s.SetProgress(t.Context(), want.ID, 2))
		wantError(t, "discard", s.InTx(t.Context(), func(tx *Tx) error { return tx.Discard(t.Context(), want.ID) }), ErrFinished)
		got, err = s.RenderOf(t.Context(), keyID, want.ID, noon)
		check(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("completed:\n%s", diff)
		}
	})
}

func TestRenderFails(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		render := accept(t, s, newRender(keyID, schema.Video))
		check(t, s.Fail(t.Context(), render.ID, "it took more than 10 minutes", noon.Add(time.Hour)))
		wantError(t, "complete", s.Complete(t.Context(), render.ID, videoOutput, noon), ErrFinished)
		got, err := s.Render(t.Context(), render.ID, noon)
		check(t, err)
		if got.Status != wire.Failed || got.Error != "it took more than 10 minutes" || got.Payload != nil || !got.Finished.Equal(noon.Add(time.Hour)) {
			t.Errorf("failed: %+v", got)
		}
	})
}

func TestRenderIsNotFound(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID, stranger := newKey(t, s), newKey(t, s)
		render := accept(t, s, newRender(keyID, schema.Image))
		_, err := s.RenderOf(t.Context(), stranger, render.ID, noon)
		wantError(t, "another key's", err, ErrNotFound)
		_, err = s.RenderOf(t.Context(), keyID, "../etc/passwd' OR 1=1 --", noon)
		wantError(t, "unknown", err, ErrNotFound)
		_, err = s.RenderOf(t.Context(), keyID, render.ID, render.Expires)
		wantError(t, "expired", err, ErrNotFound)
		_, err = s.Render(t.Context(), render.ID, render.Expires)
		wantError(t, "expired, without a key", err, ErrNotFound)
		_, err = s.RenderOf(t.Context(), keyID, render.ID, render.Expires.Add(-time.Microsecond))
		check(t, err)
		wantError(t, "complete", s.Complete(t.Context(), "render_x", videoOutput, noon), ErrNotFound)
		wantError(t, "fail", s.Fail(t.Context(), "render_x", "", noon), ErrNotFound)
	})
}

func TestOverdueRendersFail(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		late, done, young := newRender(keyID, schema.Video), newRender(keyID, schema.Video), newRender(keyID, schema.Video)
		young.Created = noon.Add(time.Minute)
		for _, render := range []Render{late, done, young} {
			accept(t, s, render)
		}
		check(t, s.Complete(t.Context(), done.ID, videoOutput, noon))
		ids, err := s.FailOverdue(t.Context(), noon.Add(time.Minute), "too late", noon.Add(11*time.Minute))
		check(t, err)
		if diff := cmp.Diff([]string{late.ID}, ids); diff != "" {
			t.Error(diff)
		}
		got, err := s.Render(t.Context(), late.ID, noon)
		check(t, err)
		if got.Status != wire.Failed || got.Error != "too late" {
			t.Errorf("%+v", got)
		}
	})
}

func TestLostPicturesAreDiscarded(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		lost, done, young, video := newRender(keyID, schema.Image), newRender(keyID, schema.Image), newRender(keyID, schema.Image), newRender(keyID, schema.Video)
		young.Created = noon.Add(time.Minute)
		for _, render := range []Render{lost, done, young, video} {
			accept(t, s, render)
			check(t, s.Count(t.Context(), keyID, render.Kind, 0, noon))
		}
		check(t, s.Complete(t.Context(), done.ID, videoOutput, noon))
		check(t, s.DiscardLost(t.Context(), noon.Add(time.Minute)))
		_, err := s.Render(t.Context(), lost.ID, noon)
		wantError(t, "the lost picture", err, ErrNotFound)
		for _, render := range []Render{done, young, video} {
			_, err := s.Render(t.Context(), render.ID, noon)
			check(t, err)
		}
		usage, err := s.Usage(t.Context(), noon)
		check(t, err)
		if diff := cmp.Diff([]Usage{{keyID, "2026-11", 2, 1}}, usage); diff != "" {
			t.Error(diff)
		}
	})
}

func TestIdempotencyKey(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID, stranger := newKey(t, s), newKey(t, s)
		first := newRender(keyID, schema.Video)
		first.IdempotencyKey = "order 1"
		accept(t, s, first)

		again := first
		again.ID = NewID("render")
		got, isNew, err := tryAccept(t, s, again)
		check(t, err)
		if isNew || got.ID != first.ID || got.Status != wire.Rendering {
			t.Errorf("same payload, under way: %+v, new: %v", got, isNew)
		}
		check(t, s.Complete(t.Context(), first.ID, videoOutput, noon))
		got, isNew, err = tryAccept(t, s, again)
		check(t, err)
		if isNew || got.ID != first.ID || got.Status != wire.Completed || got.Output.SHA256 != videoOutput.SHA256 {
			t.Errorf("same payload, completed: %+v, new: %v", got, isNew)
		}

		other := again
		other.PayloadHash = "b2"
		_, _, err = tryAccept(t, s, other)
		wantError(t, "other payload", err, ErrMismatch)
		other.ID, other.KeyID = NewID("render"), stranger
		accept(t, s, other)
		for range 2 { // without an Idempotency-Key, every request is its own
			accept(t, s, newRender(keyID, schema.Video))
		}

		again.Created, again.Expires = first.Expires, first.Expires.Add(time.Hour)
		accept(t, s, again) // the first has expired, swept or not
	})
}

func TestDiscard(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		render := newRender(keyID, schema.Image)
		render.IdempotencyKey = "order 1"
		for range 2 {
			accept(t, s, render)
			check(t, s.Count(t.Context(), keyID, schema.Image, 1, noon))
			check(t, s.InTx(t.Context(), func(tx *Tx) error { return tx.Discard(t.Context(), render.ID) }))
		}
		_, err := s.Render(t.Context(), render.ID, noon)
		wantError(t, "discarded", err, ErrNotFound)
		wantError(t, "discard again", s.InTx(t.Context(), func(tx *Tx) error { return tx.Discard(t.Context(), render.ID) }), ErrNotFound)
	})
}

func TestIdempotencyKeyTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		keyID := newKey(t, processes[0])
		var accepted atomic.Int32
		var ids [50]string
		together(len(ids), func(i int) {
			render := newRender(keyID, schema.Video)
			render.IdempotencyKey = "order 1"
			got, isNew, err := tryAccept(t, processes[i%2], render)
			if err != nil {
				t.Error(err)
			}
			if isNew {
				accepted.Add(1)
			}
			ids[i] = got.ID
		})
		if accepted.Load() != 1 {
			t.Errorf("%d renders accepted, want 1", accepted.Load())
		}
		for _, id := range ids {
			if id != ids[0] {
				t.Errorf("answers %s and %s", id, ids[0])
			}
		}
	})
}

func TestCompleteTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		render := accept(t, processes[0], newRender(newKey(t, processes[0]), schema.Video))
		var completed atomic.Int32
		together(20, func(i int) {
			if err := processes[i%2].Complete(t.Context(), render.ID, videoOutput, noon); err == nil {
				completed.Add(1)
			} else {
				wantError(t, "complete", err, ErrFinished)
			}
		})
		if completed.Load() != 1 {
			t.Errorf("completed %d times, want once", completed.Load())
		}
	})
}

func TestSweep(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		old, young, empty := newRender(keyID, schema.Image), newRender(keyID, schema.Image), newRender(keyID, schema.Image)
		young.Expires = noon.Add(25 * time.Hour)
		for _, render := range []Render{old, young, empty} {
			accept(t, s, render)
		}
		check(t, s.Complete(t.Context(), old.ID, Output{Object: "old.png"}, noon))
		check(t, s.Complete(t.Context(), young.ID, Output{Object: "young.png"}, noon))
		_, err := s.Allow(t.Context(), keyID, "render", 60, time.Minute, noon)
		check(t, err)

		sweep := func(at time.Time, want ...string) {
			t.Helper()
			objects, err := s.Sweep(t.Context(), at)
			check(t, err)
			if diff := cmp.Diff(want, objects); diff != "" {
				t.Error(diff)
			}
		}
		sweep(old.Expires.Add(-time.Microsecond))
		sweep(old.Expires, "old.png")
		sweep(old.Expires, "old.png") // until its deletion is confirmed
		check(t, s.ForgetObject(t.Context(), "old.png"))
		sweep(old.Expires)
		wantError(t, "complete", s.Complete(t.Context(), empty.ID, videoOutput, noon), ErrNotFound)
		var left int
		check(t, s.db.QueryRowContext(t.Context(), "SELECT (SELECT COUNT(*) FROM renders) + (SELECT COUNT(*) FROM rate_log)").Scan(&left))
		if left != 1 {
			t.Errorf("%d rows are left, want the young render only", left)
		}
	})
}

// An expected object is garbage once it is due, unless a completed render names it.
func TestSweepExpected(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		render := accept(t, s, newRender(keyID, schema.Image))
		for _, object := range []string{"named.png", "late.png", "orphan.png"} {
			check(t, s.ExpectObject(t.Context(), object, noon.Add(time.Hour)))
		}
		check(t, s.Complete(t.Context(), render.ID, Output{Object: "named.png"}, noon))
		wantError(t, "complete again", s.Complete(t.Context(), render.ID, Output{Object: "late.png"}, noon), ErrFinished)
		for at, want := range map[time.Time][]string{noon.Add(time.Hour - time.Microsecond): nil, noon.Add(time.Hour): {"late.png", "orphan.png"}} {
			objects, err := s.Sweep(t.Context(), at)
			check(t, err)
			if diff := cmp.Diff(want, objects); diff != "" {
				t.Errorf("at %v:\n%s", at, diff)
			}
		}
	})
}

// An output with extreme values is read as it was recorded.
func TestExtremeOutput(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		for name, output := range map[string]Output{
			"zero":  {},
			"large": {Format: "webm", Object: strings.Repeat("o", 100), Size: math.MaxInt64, Width: math.MaxInt32, Height: math.MaxInt32, Duration: math.MaxInt64 / 1000 * 1000},
			"long":  {Object: "x", Warnings: slices.Repeat([]wire.Warning{{Code: "c", Message: strings.Repeat("\u0301😀\x01\\\"", 200)}}, 300)},
		} {
			render := newRender(keyID, schema.Video)
			render.Payload = []byte(strings.Repeat("p", 10<<20))
			accept(t, s, render)
			got, err := s.Render(t.Context(), render.ID, noon)
			check(t, err)
			if string(got.Payload) != string(render.Payload) {
				t.Errorf("%s: a payload of %d bytes", name, len(got.Payload))
			}
			check(t, s.Complete(t.Context(), render.ID, output, noon))
			got, err = s.Render(t.Context(), render.ID, noon)
			check(t, err)
			if diff := cmp.Diff(output, got.Output); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
		for _, progress := range []float64{0, 5e-324, 1, math.MaxFloat64} {
			render := accept(t, s, newRender(keyID, schema.Video))
			check(t, s.SetProgress(t.Context(), render.ID, progress))
			got, err := s.Render(t.Context(), render.ID, noon)
			check(t, err)
			if got.Progress != progress {
				t.Errorf("progress %v, want %v", got.Progress, progress)
			}
		}
	})
}

// Requests with one Idempotency-Key that fail and discard their record, all at once, never see more than each other.
func TestAcceptAndDiscardTogether(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		processes := []*Store{open(), open()}
		keyID := newKey(t, processes[0])
		together(8, func(i int) {
			s := processes[i%2]
			for range 50 {
				render := newRender(keyID, schema.Image)
				render.IdempotencyKey = "order 1"
				accepted, isNew, err := tryAccept(t, s, render)
				if err != nil {
					t.Error(err)
					return
				}
				if isNew {
					if err := s.InTx(t.Context(), func(tx *Tx) error { return tx.Discard(t.Context(), accepted.ID) }); err != nil {
						t.Error(err)
					}
				}
			}
		})
	})
}

// When the clock is set back, unfinished renders count from now on.
func TestClampAges(t *testing.T) {
	conforms(t, func(t *testing.T, open func() *Store) {
		s := open()
		keyID := newKey(t, s)
		render := newRender(keyID, schema.Video)
		render.Created = noon.Add(time.Hour)
		accept(t, s, render)
		check(t, s.ClampAges(t.Context(), noon))
		for _, after := range []time.Duration{9 * time.Minute, 11 * time.Minute} {
			ids, err := s.FailOverdue(t.Context(), noon.Add(after-10*time.Minute), "too late", noon.Add(after))
			check(t, err)
			if overdue := len(ids) == 1; overdue != (after > 10*time.Minute) {
				t.Errorf("after %v: overdue %v", after, ids)
			}
		}
		if got, err := s.Render(t.Context(), render.ID, noon); err != nil || got.Status != wire.Failed {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
