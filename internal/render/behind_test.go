package render_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/diff"
)

// behindFolder is a folder with a clip that is red for half a second, and blue for another.
func behindFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x48:rate=24:duration=0.5,format=yuv444p[a];color=blue:size=64x48:rate=24:duration=0.5,format=yuv444p[b];[a][b]concat",
		"-c:v", "libx264", "-crf", "4", filepath.Join(dir, "clip.mp4"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.mp4"), []byte("<html>Not found"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// behindJob is a chat whose phone stands in front of the clip.
func behindJob(t *testing.T, dir, kind, background, more string) render.Job {
	t.Helper()
	payload := onCanvas("size: 320x320, padding: 10, background: {"+background+"}", more, "")
	payload = strings.Replace(strings.Replace(payload, "renderKind: image", "renderKind: "+kind, 1), "resolutionScale: 4x", "resolutionScale: 1x", 1)
	return render.Job{Payload: decode(t, payload), Dir: dir, Video: render.Video{FPS: 24}}
}

var clipRed, clipBlue = color.NRGBA{254, 0, 0, 255}, color.NRGBA{0, 0, 254, 255}

// The clip moves behind the content and begins again, in every format, with a flat phone and, where there is time, with one in
// space in all of them as well. What is opaque stays so.
func TestVideoBehind(t *testing.T) {
	t.Parallel()
	dir := behindFolder(t)
	formats := []string{"mp4", "webm", "gif", "apng", "mov", "png-sequence"}
	often := longtest.Sample(t, 2, formats, longtest.Alike)
	for name, more := range map[string]string{"flat": "", "3D": "render3D: true, "} {
		for _, as := range formats {
			t.Run(name+" "+as, func(t *testing.T) {
				if more != "" && as != "mp4" && as != "png-sequence" || !slices.Contains(often, as) {
					longtest.Only(t)
				}
				t.Parallel()
				job := behindJob(t, dir, "video", "video: clip.mp4, dim: 0", more)
				job.As, job.Output = as, filepath.Join(t.TempDir(), "out")
				if as == "gif" {
					job.Video.FPS = 25
				}
				result, err := shared.renderer.Render(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				if result.Width != 320 || result.Height != 320 || len(result.Warnings) > 0 {
					t.Errorf("%dx%d pixels, warnings %v", result.Width, result.Height, result.Warnings)
				}
				for i, picture := range framesOfFile(t, result.Path, .25, .75, 1.25, 1.75) {
					want := []color.NRGBA{clipRed, clipBlue}[i%2]
					for _, x := range []int{2, 317} {
						if got := at(picture, x, 310); apart(got, want) > 6 {
							t.Errorf("at %d in half second %d is %v, want %v", x, i, got, want)
						}
					}
					if got := at(picture, 160, 160); apart(got, color.NRGBA{0x20, 0x40, 0x60, 255}) > 40 {
						t.Errorf("the content is %v", got)
					}
				}
			})
		}
	}
}

// One moment of a video is what a frame of a film shows, and a picture shows the first frame; the same payload gives the same
// bytes.
func TestVideoBehindStills(t *testing.T) {
	t.Parallel()
	dir := behindFolder(t)
	for _, more := range longtest.Sample(t, 2, []string{"", "render3D: true, "}, longtest.Alike) {
		job := behindJob(t, dir, "video", "video: clip.mp4, blur: 4, fit: contain", more)
		film, err := shared.renderer.NewPlayback(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		defer film.Close()
		for _, n := range []int{30, 6, 5} {
			moment := time.Duration(n)*time.Second/24 + time.Microsecond
			job.Video.At = &moment
			result, err := shared.renderer.Render(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			shown, err := film.Frame(n)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Compare(shown, decodePNG(t, result.Data), diff.Options{}); d.Differing != 0 {
				t.Errorf("frame %d: %d pixels differ", n, d.Differing)
			}
			if got := at(shown, 3, 160); apart(got, clipRed) > 6 {
				t.Errorf("frame %d is %v", n, got)
			}
		}
		still := behindJob(t, dir, "image", "video: clip.mp4, dim: 0.5", more)
		result, err := shared.renderer.Render(t.Context(), still)
		if err != nil {
			t.Fatal(err)
		}
		if got := at(decodePNG(t, result.Data), 3, 310); apart(got, color.NRGBA{127, 0, 0, 255}) > 4 {
			t.Errorf("the picture shows %v behind its content", got)
		}
	}
	job := behindJob(t, dir, "video", "video: clip.mp4", "")
	var first []byte
	for range 2 {
		result, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, result.Data) {
			t.Error("the same payload gives other bytes")
		}
		first = result.Data
	}
	text, err := render.Canonical(t.Context(), job)
	if err != nil || !strings.Contains(string(text), `"background":{"video":"sha256:`) {
		t.Errorf("the canonical form is %s, %v", text, err)
	}
}

// A file that is missing or no video is an error before anything is drawn, and black with a placeholder. A service reads no
// files.
func TestVideoBehindErrors(t *testing.T) {
	t.Parallel()
	dir := behindFolder(t)
	webp, err := os.ReadFile("asset/testdata/animated.webp")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "moving.webp"), webp, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"image", "video"} {
		for file, want := range map[string]string{
			"none.mp4": "load video file canvas.background.video (none.mp4): ", "bad.mp4": "(bad.mp4): it is an HTML page; allowed are MP4, MOV, WebM and MKV",
			"moving.webp": "(moving.webp): it is an image (WebP); allowed are MP4, MOV, WebM and MKV",
		} {
			job := behindJob(t, dir, kind, "video: "+file, "")
			if _, err := shared.renderer.Prepare(t.Context(), job); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", file, err, want)
			}
			moment := time.Second
			if job.Placeholder = true; kind == "video" {
				job.Video.At = &moment
			}
			result, err := shared.renderer.Render(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if got := at(decodePNG(t, result.Data), 3, 310); apart(got, color.NRGBA{0, 0, 0, 255}) > 2 {
				t.Errorf("%s: black is %v", file, got)
			}
			if len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0].Message, "it is left out") {
				t.Errorf("%s: warnings %v", file, result.Warnings)
			}
		}
	}
}

// framesOfFile returns what an encoded video, or a sequence of pictures of 24 a second, shows at times in seconds.
func framesOfFile(t *testing.T, path string, at ...float64) []image.Image {
	t.Helper()
	input := []string{"-i", path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		input = []string{"-framerate", "24", "-i", filepath.Join(path, "%04d.png")}
	}
	var chosen []string
	for _, seconds := range at {
		chosen = append(chosen, fmt.Sprintf(`eq(n\,%d)`, int(math.Ceil(48*seconds))))
	}
	data, err := exec.Command("ffmpeg", append(append([]string{"-v", "error"}, input...),
		"-vf", "fps=48,select="+strings.Join(chosen, "+"), "-vsync", "passthrough", "-f", "image2pipe", "-c:v", "png", "-")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	frames, pipe := make([]image.Image, len(at)), bytes.NewReader(data)
	for i := range at {
		if frames[i], err = png.Decode(pipe); err != nil {
			t.Fatalf("the frame at %g s: %v", at[i], err)
		}
	}
	return frames
}
