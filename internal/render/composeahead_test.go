package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/schema"
)

// composedWhileCaptured composes a video while its pictures are captured, and returns the sums of its frames.
func composedWhileCaptured(t *testing.T, r *Renderer, job Job, begun func(context.CancelFunc)) (sums []string, captured, composed error) {
	t.Helper()
	var outcome chan error // nil until composing begins
	_, captured = layOutVideo(t, r, job, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		return run.video.Capture(ctx, b, func() {
			begun(cancel)
			outcome = make(chan error, 1)
			go func() {
				outcome <- composite.Compose(t.Context(), run.video.Composition(), func(frame []byte, times int) error {
					sums = append(sums, fmt.Sprintf("%d times %x", times, sha256.Sum256(frame)))
					return nil
				})
			}()
		})
	})
	if outcome == nil {
		t.Fatalf("the capture ended before the first frame could be composed: %v", captured)
	}
	return sums, captured, <-outcome
}

// Frames that are composed while the pictures of others are captured are those that are composed afterwards.
func TestComposeWhileCapturing(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	r := Shared
	for _, name := range []string{"imessage-keyboard-video", "whatsapp-drama-video"} {
		const dir = "../../examples/chats/"
		data, err := os.ReadFile(dir + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		payload, diagnostics := schema.Decode(data, schema.Options{AllowPaths: true})
		if payload == nil {
			t.Fatal(diagnostics)
		}
		payload.ResolutionScale = "1x"
		job := Job{Payload: payload, Dir: dir}
		got, err, composing := composedWhileCaptured(t, r, job, func(context.CancelFunc) {})
		if err != nil || composing != nil {
			t.Fatal(err, composing)
		}
		i := 0
		_, err = r.Frames(t.Context(), job, func(frame []byte, times int) error {
			if want := fmt.Sprintf("%d times %x", times, sha256.Sum256(frame)); i >= len(got) || got[i] != want {
				t.Errorf("%s: picture %d differs", name, i)
			}
			i++
			return nil
		})
		if err != nil || i != len(got) {
			t.Errorf("%s: %d pictures while it is captured, %d afterwards: %v", name, len(got), i, err)
		}
	}
}

// Where the capture fails, nothing waits for its pictures.
func TestComposeEndsWithTheCapture(t *testing.T) {
	t.Parallel()
	r := Shared
	job := Job{Payload: longChat("whatsapp", 20)}
	job.Payload.RenderKind = schema.Video
	_, captured, composed := composedWhileCaptured(t, r, job, func(cancel context.CancelFunc) { cancel() })
	if captured == nil || composed == nil {
		t.Errorf("the capture ends with %v, and what composes with %v", captured, composed)
	}
}
