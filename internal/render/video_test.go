package render_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// conversation is a video of a few messages; props are added to its own.
func conversation(props string) string {
	video := strings.Replace(chat("", props), "renderKind: image", "renderKind: video", 1)
	return strings.Replace(video, "text: hello}", `text: hello},
{id: n, userId: a, type: text, timestamp: "2026-05-16T18:22:00Z", text: "hi! how are things", status: read},
{id: o, userId: b, type: text, timestamp: "2026-05-16T18:23:00Z", text: "fine"}`, 1)
}

func renderDraft(t *testing.T, job render.Job) (*render.Result, error) {
	t.Helper()
	job.Video.Quality = "draft"
	return shared.renderer.Render(t.Context(), job)
}

// The same payload gives the same video, in files and in memory.
func TestSameVideoBytes(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	for format, props := range map[string]string{"mp4": "", "webm": "transparentBackground: true,"} {
		path := filepath.Join(t.TempDir(), "a."+format)
		first, err := renderDraft(t, render.Job{Payload: decode(t, conversation(props)), Output: path})
		if err != nil {
			t.Fatal(err)
		}
		second, err := renderDraft(t, render.Job{Payload: decode(t, conversation(props))})
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(data, second.Data) || first.SHA256 != second.SHA256 || first.Size != int64(len(data)) {
			t.Errorf("%s: %d and %d bytes, SHA-256 %s and %s, %v", format, len(data), len(second.Data), first.SHA256, second.SHA256, err)
		}
		if first.Format != format || first.Frames == 0 || first.FPS != 30 || first.Duration != time.Duration(first.Frames)*time.Second/30 {
			t.Errorf("%s: %+v", format, first)
		}
	}
}

// A flat area of the video has the colour that the still has.
func TestVideoColours(t *testing.T) {
	t.Parallel()
	for _, color := range longtest.Sample(t, 3, []string{"#c81e5a", "#1e88e5", "#0a0a0a", "#fafafa", "#5a7d2a"}, longtest.Alike) {
		props := fmt.Sprintf("chatWallpaper: %q,", color)
		path := filepath.Join(t.TempDir(), "a.mp4")
		if _, err := renderDraft(t, render.Job{Payload: decode(t, conversation(props)), Output: path}); err != nil {
			t.Fatal(err)
		}
		still, _ := draw(t, chat("", props))
		want := at(still, 60, 600)
		raw, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-frames:v", "1",
			"-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo", "-").Output()
		if err != nil || len(raw) != 402*874*3 {
			t.Fatalf("decode: %d bytes, %v", len(raw), err)
		}
		pixel := raw[(600*402+60)*3:][:3]
		for i, got := range pixel {
			if d := int(got) - int([]uint8{want.R, want.G, want.B}[i]); d < -2 || d > 2 {
				t.Errorf("%s: the video has %v, the still %v", color, pixel, want)
				break
			}
		}
	}
}

// A video that is stopped leaves neither a file nor a process.
func TestVideoCancelled(t *testing.T) {
	dir := t.TempDir()
	for _, after := range []float64{0, 0.5, 1} {
		ctx, cancel := context.WithCancelCause(t.Context())
		stop := errors.New("enough")
		job := render.Job{Payload: decode(t, conversation("")), Output: filepath.Join(dir, "a.mp4")}
		job.Video.Progress = func(done, total int) {
			if float64(done) >= after*float64(total) {
				cancel(stop)
			}
		}
		began := time.Now()
		_, err := shared.renderer.Render(ctx, job)
		if err == nil {
			t.Errorf("after %.0f %%: no error", 100*after)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("after %.0f %%: left %v", 100*after, left)
		}
		if names := children(t, "ffmpeg"); len(names) > 0 {
			t.Errorf("after %.0f %%: still running: %v, %s after the start", 100*after, names, time.Since(began))
		}
		cancel(nil)
	}
}

// A video whose file would be larger than the renderer allows is the payload's fault, and leaves nothing.
func TestVideoTooLarge(t *testing.T) {
	longtest.InTurn(t)
	dir := t.TempDir()
	r, err := render.New(render.Options{NoSandbox: browser.NeedsNoSandbox(), MaxVideo: 1000, Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, as := range []string{"mp4", "gif"} {
		_, err := r.Render(t.Context(), render.Job{Payload: decode(t, conversation("")), As: as, Output: filepath.Join(dir, "a."+as)})
		if size := new(render.SizeError); !errors.As(err, &size) || !strings.Contains(err.Error(), "more than 1000 bytes") {
			t.Errorf("%s: the error is %T: %v", as, err, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// children lists the processes that we started and that have a name.
func children(t *testing.T, name string) []string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	var found []string
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		stat, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "stat"))
		if err != nil {
			continue
		}
		text := string(stat)
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && strings.Contains(text, "("+name+")") {
			found = append(found, entry.Name())
		}
	}
	return found
}

// Conversations of any length become videos, none at all included.
func TestVideoExtremes(t *testing.T) {
	t.Parallel()
	many := &strings.Builder{}
	for i := range 250 { // more than are measured at once
		fmt.Fprintf(many, ", {id: x%d, userId: %s, type: text, timestamp: \"2026-05-16T19:%02d:00Z\", text: \"message %d\"}", i, []string{"a", "b"}[i%2], i%60, i)
	}
	for name, messages := range map[string]string{
		"none": "messages: []",
		"long": `messages: [{id: m, userId: b, type: text, timestamp: "2026-05-16T18:21:00Z", text: "` + strings.Repeat("wonderful ", 1000) + `"}]`,
		"many": "messages: [" + strings.TrimPrefix(many.String(), ", ") + "]",
	} {
		payload := conversation("")
		payload = payload[:strings.Index(payload, "messages: [")] + messages + "}}"
		p := decode(t, payload)
		began := time.Now()
		at := time.Second
		result, err := renderDraft(t, render.Job{Payload: p, Video: render.Video{At: &at}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Logf("%s: %d messages in %s, %v", name, len(p.Props.(*schema.ChatProps).Messages), time.Since(began), result.Timings)
	}
}
