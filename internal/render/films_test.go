package render_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/png"
	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/storyboard"
)

// filmJob is a chat in which somebody sends the clip of behindFolder, or another file of the folder.
func filmJob(t *testing.T, dir, file string) render.Job {
	t.Helper()
	payload := strings.ReplaceAll(`mockupType: chats
platform: PLATFORM
renderKind: video
resolutionScale: 1x
rendererVersion: mockup-chromium-v1
props:
  platform: PLATFORM
  sender: { id: me, name: Noor }
  receivers: [{ id: ida, name: Ida }]
  messages:
    - { id: a, userId: ida, type: text, timestamp: 2026-03-06T08:32:00Z, text: Look }
    - { id: b, userId: ida, type: video, timestamp: 2026-03-06T08:33:00Z, video: { poster: "POSTER", durationSeconds: 6, file: FILE }, timing: { at: 1, hold: 2 } }
`, "PLATFORM", "imessage")
	poster := "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIzMDAiIGhlaWdodD0iNDAwIj48cmVjdCB3aWR0aD0iMzAwIiBoZWlnaHQ9IjQwMCIgZmlsbD0iIzAwZmYwMCIvPjwvc3ZnPg=="
	payload = strings.NewReplacer("POSTER", poster, "FILE", file).Replace(payload)
	return render.Job{Payload: decode(t, payload), Dir: dir, Video: render.Video{FPS: 24, Cues: true}}
}

// count is how many pixels of a row or so of a picture have a colour.
func countColour(t *testing.T, data []byte, want color.NRGBA) int {
	t.Helper()
	picture, n := decodePNG(t, data), 0
	for y := 0; y < picture.Bounds().Dy(); y += 2 {
		for x := 0; x < picture.Bounds().Dx(); x += 2 {
			if apart(at(picture, x, y), want) < 12 {
				n++
			}
		}
	}
	return n
}

// A video of a message plays in its place from when the message is there, again and again, and nothing of its poster is seen.
func TestFilmPlays(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	dir := behindFolder(t)
	job := filmJob(t, dir, "clip.mp4")
	job.Output = filepath.Join(t.TempDir(), "chat.mp4")
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	there := 0.
	for _, cue := range result.Cues.Cues {
		if cue.Kind == storyboard.CueArrive && cue.ID == "b" {
			there = cue.At.Seconds()
		}
	}
	if there != 1 || len(result.Warnings) > 0 {
		t.Fatalf("the message is there at %g s, warnings %v", there, result.Warnings)
	}
	shown := framesOfFile(t, result.Path, there+.75, there+1.25, there+1.75)
	for i, want := range []color.NRGBA{clipBlue, clipRed, clipBlue} {
		after := .75 + .5*float64(i)
		if got := at(shown[i], 80, 300); apart(got, want) > 8 {
			t.Errorf("%g s after it has come it is %v, want %v", after, got, want)
		}
		moment := time.Duration((there + after) * float64(time.Second))
		job := filmJob(t, dir, "clip.mp4")
		job.Video.At = &moment
		picture, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if n := countColour(t, picture.Data, want); n < 8000 {
			t.Errorf("%g s after it has come %d pixels are %v, want nearly all of the picture", after, n, want)
		}
		if n := countColour(t, picture.Data, color.NRGBA{0, 255, 0, 255}); n > 0 {
			t.Errorf("%d pixels of the poster are seen", n)
		}
	}
	text, err := render.Canonical(t.Context(), job)
	if err != nil || !strings.Contains(string(text), `"file":"sha256:`) {
		t.Errorf("the canonical form is %s, %v", text, err)
	}
}

// A file that is missing or no video is an error; where placeholders may stand in, the poster stays.
func TestFilmErrors(t *testing.T) {
	t.Parallel()
	dir := behindFolder(t)
	for file, want := range map[string]string{
		"none.mp4": "load video file props.messages.1.video.file (none.mp4): ", "bad.mp4": "(bad.mp4): it is an HTML page; allowed are MP4, MOV, WebM and MKV",
	} {
		job := filmJob(t, dir, file)
		if _, err := shared.renderer.Prepare(t.Context(), job); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
		moment := 2 * time.Second
		job.Placeholder, job.Video.At = true, &moment
		result, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if n := countColour(t, result.Data, color.NRGBA{0, 255, 0, 255}); n < 8000 || len(result.Warnings) != 1 {
			t.Errorf("%s: %d pixels of the poster are seen, warnings %v", file, n, result.Warnings)
		}
	}
}

// decodersOf returns an ffmpeg that notes the process of each decoder of frames, and a function that lists these processes.
func decodersOf(t *testing.T) (bin string, started func() []string) {
	t.Helper()
	real, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	bin, log := filepath.Join(t.TempDir(), "ffmpeg"), filepath.Join(t.TempDir(), "log")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *-stream_loop*) echo $$ >>%s;; esac\nexec %s \"$@\"\n", log, real)
	if err := os.WriteFile(bin, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return bin, func() []string {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(text))
	}
}

// A file that plays in two messages at once has a decoder for each, which is not started anew from frame to frame.
func TestFilmTwice(t *testing.T) {
	t.Parallel()
	bin, started := decodersOf(t)
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute, FFmpeg: bin})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	job := filmJob(t, behindFolder(t), "clip.mp4")
	props := chatProps(t, job)
	second, timing := props.Messages[1], *props.Messages[1].Timing
	later := 2.25
	timing.At, second.ID, second.Timing = &later, "c", &timing
	props.Messages = append(props.Messages, second)
	film, err := r.NewPlayback(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	for n := 70; n < 82; n++ {
		if _, err := film.Frame(n); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(started()); n != 2 {
		t.Errorf("%d decoders were started for two messages", n)
	}
}

// At the end of a loop a film stands at its first frame, which the next round shows.
func TestFilmLoop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x48:rate=24:duration=0.05,format=yuv444p[a];color=blue:size=64x48:rate=24:duration=1,format=yuv444p[b];[a][b]concat",
		"-c:v", "libx264", "-crf", "4", filepath.Join(dir, "flash.mp4"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	job := filmJob(t, dir, "flash.mp4")
	props := chatProps(t, job)
	props.Messages[0], props.Messages[1] = props.Messages[1], props.Messages[0]
	props.Messages[0].Timestamp, props.Messages[1].Timestamp = props.Messages[1].Timestamp, props.Messages[0].Timestamp
	props.Messages[0].Timing = nil
	job.Payload.Video = &schema.VideoSettings{Loop: true}
	film := newPlayback(t, job)
	for n, want := range map[int]color.NRGBA{0: clipRed, 12: clipBlue, film.Frames - 2: clipRed, film.Frames - 1: clipRed} {
		picture, err := film.Frame(n)
		if err != nil {
			t.Fatal(err)
		}
		var data bytes.Buffer
		if err := png.Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		if seen := countColour(t, data.Bytes(), want); seen < 8000 {
			t.Errorf("in frame %d of %d are %d pixels %v, want nearly all of the film", n, film.Frames, seen, want)
		}
	}
}

// A film inside a payload that is damaged is known before the payload is drawn, if it is shown.
func TestDamagedFilmIsForeseen(t *testing.T) {
	t.Parallel()
	job, checker := filmJob(t, t.TempDir(), `"data:video/mp4;base64,AAAA"`), new(render.Checker)
	const want = "load video file props.messages.1.video.file (data URL of 26 characters): it is of an unknown type"
	if err := checker.Check(t.Context(), job); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	whole, err := os.ReadFile(filepath.Join(behindFolder(t), "clip.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	job = filmJob(t, t.TempDir(), `"data:video/mp4;base64,`+base64.StdEncoding.EncodeToString(whole)+`"`)
	if err := checker.Check(t.Context(), job); err != nil {
		t.Errorf("a whole film: %v", err)
	}
	job = filmJob(t, t.TempDir(), `"data:video/mp4;base64,AAAA"`)
	job.Payload.RenderKind = schema.Image
	if err := checker.Check(t.Context(), job); err != nil {
		t.Errorf("a picture, which shows no film: %v", err)
	}
}
