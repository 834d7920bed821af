package render_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
)

func chatProps(t *testing.T, job render.Job) *schema.ChatProps {
	t.Helper()
	props, ok := job.Payload.Props.(*schema.ChatProps)
	if !ok {
		t.Fatalf("the payload is of type %s", job.Payload.MockupType)
	}
	return props
}

// Each frame of a playback is what render draws of that moment, in any order.
func TestPlaybackFrames(t *testing.T) {
	t.Parallel()
	for _, name := range longtest.Sample(t, 3, []string{"chats/whatsapp-video", "comment-popup/mixed", "chats/imessage-transparent-video"}, longtest.Alike) {
		job := example(t, ""+name+".yaml")
		job.Payload.ResolutionScale = "1x"
		playback, err := shared.renderer.NewPlayback(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		defer playback.Close()
		job.Video.Cues = true
		for _, n := range []int{playback.Frames - 1, playback.Frames / 2} {
			at := time.Duration(n)*time.Second/time.Duration(playback.FPS) + time.Microsecond
			job.Video.At = &at
			want, err := shared.renderer.Render(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			got, err := playback.Frame(n)
			if err != nil {
				t.Fatal(err)
			}
			// A moment alone has another sprite sheet, so that a few samples at edges are rounded another way.
			if d := diff.Compare(got, pixels(t, want.Data), diff.Options{}); d.Differing != 0 {
				t.Errorf("%s: frame %d is not what render draws at %v: %d pixels differ", name, n, at, d.Differing)
			}
			if changed := cmp.Diff(want.Cues, playback.Cues); changed != "" {
				t.Errorf("%s: cues: %s", name, changed)
			}
		}
		if (playback.Sound != nil) != (job.Payload.MockupType == schema.CommentPopup) {
			t.Errorf("%s: sound: %v", name, playback.Sound != nil)
		}
		if _, err := playback.Frame(playback.Frames); err == nil {
			t.Errorf("%s: there is a frame behind the last one", name)
		}
		playback.Close()
		if _, err := playback.Frame(0); !errors.Is(err, render.ErrClosed) {
			t.Errorf("%s: after its end: %v", name, err)
		}
	}
}

func pixels(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// A picture is no playback.
func TestPlaybackOfPicture(t *testing.T) {
	t.Parallel()
	if _, err := shared.renderer.NewPlayback(t.Context(), example(t, "chats/whatsapp.yaml")); err == nil {
		t.Error("a picture was taken for a video")
	}
}
