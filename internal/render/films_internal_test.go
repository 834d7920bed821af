package render

import (
	"context"
	"image"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/render/asset"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/decode"
	"mockup/internal/render/encode"
	"mockup/internal/render/process/processtest"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// Of many films those that were read last keep their decoders; the others are ended.
func TestFewFilmsAreDecodedAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=24:duration=1", "-c:v", "ffv1", filepath.Join(dir, "clip.mkv"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	loader := asset.New(asset.Options{Dir: dir})
	defer loader.Close()
	loaded, _, err := loader.LoadVideos(t.Context(), []asset.Ref{{Field: "f", Value: "clip.mkv"}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := decode.OpenVideo(t.Context(), loaded["clip.mkv"], "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	before := processtest.Held(t)
	var started []int
	size := image.Pt(32, 32)
	playing := &players{start: func(film video.Film) *player {
		started = append(started, film.First)
		frames := file.Frames(t.Context(), decode.FrameOptions{Size: size, FPS: 24, Full: true})
		return &player{film: film, frames: frames, number: -1, frame: make([]byte, 3*size.X*size.Y)}
	}}
	read := func(first, number int) {
		t.Helper()
		if _, err := playing.player(video.Film{Size: size, First: first}).read(number); err != nil {
			t.Fatal(err)
		}
	}
	for n := range mostPlaying {
		read(n, 0)
	}
	full := processtest.Held(t)
	read(0, 1)
	read(mostPlaying, 0)
	read(0, 2)
	if len(started) != mostPlaying+1 || len(playing.all) != mostPlaying {
		t.Errorf("started %v, and %d are kept", started, len(playing.all))
	}
	processtest.UntilReleased(t, full)
	read(1, 1)
	if len(started) != mostPlaying+2 {
		t.Errorf("started %v; the film 1 was not read for longest", started)
	}
	_ = playing.Close()
	processtest.UntilReleased(t, before)
}

// A panic while frames are composed in the background is the error of that video, and ends nothing else.
func TestPanicInBackground(t *testing.T) {
	t.Parallel()
	job := Job{Payload: longChat("whatsapp", 3)}
	job.Payload.RenderKind, job.Payload.ResolutionScale = schema.Video, "1x"
	r := Shared
	run, err := layOutVideo(t, r, job, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
		if err := run.startEncoder(t.Context(), encode.Options{}, filepath.Join(t.TempDir(), "chat.mp4")); err != nil {
			return err
		}
		run.video.Project(run.video.Size(), func(int) *composite.Projection { panic("no such plane") })
		return run.video.Capture(ctx, b, run.composeAhead(t.Context()))
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.composed(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "panic: no such plane\n") || !strings.Contains(err.Error(), "films_internal_test.go") {
		t.Errorf("%v; want the panic and its stack", err)
	}
}
