package h264_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"mockup/internal/render/h264"
)

// encoded is a stream of pictures that differ.
func encoded(t *testing.T, preset, size string, pictures int, params string) []byte {
	t.Helper()
	cmd := exec.Command("ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=30", "-frames:v", fmt.Sprint(pictures),
		"-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", preset, "-profile:v", "high", "-threads", "4", "-g", "20", "-bf", "0", "-refs", "1",
		"-x264-params", "weightp=0:"+params, "-f", "h264", "-")
	return output(t, cmd)
}

func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return out
}

// decoded lists the hashes of a stream's frames.
func decoded(t *testing.T, stream []byte) []string {
	t.Helper()
	cmd := exec.Command("ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-err_detect", "explode", "-f", "h264", "-i", "-", "-f", "framemd5", "-")
	cmd.Stdin = bytes.NewReader(stream)
	var hashes []string
	for line := range strings.Lines(string(output(t, cmd))) {
		if !strings.HasPrefix(line, "#") {
			hashes = append(hashes, strings.TrimSpace(line[strings.LastIndex(line, ",")+1:]))
		}
	}
	return hashes
}

// A repeated picture is decoded as often as it is asked for, in its place, and every other as it was.
func TestRepeat(t *testing.T) {
	for _, preset := range []string{"ultrafast", "veryfast"} { // without and with the arithmetic coder
		for _, size := range []string{"16x16", "402x874", "4096x64"} {
			for _, params := range []string{"no-deblock=1", "scenecut=0"} {
				t.Run(preset+" "+size+" "+params, func(t *testing.T) {
					t.Parallel()
					stream := encoded(t, preset, size, 45, params)
					times := func(picture int) int { return []int{1, 3, 1, 1, 40, 2, 1}[picture%7] }
					var repeated bytes.Buffer
					if err := h264.Repeat(&repeated, bytes.NewReader(stream), times); err != nil {
						t.Fatal(err)
					}
					var want []string
					for i, hash := range decoded(t, stream) {
						for range times(i) {
							want = append(want, hash)
						}
					}
					got := decoded(t, repeated.Bytes())
					if len(want) < 45 || strings.Join(got, "\n") != strings.Join(want, "\n") {
						t.Errorf("%d frames, want %d; the first of %d bytes that differ is %d", len(got), len(want), repeated.Len(), firstDifference(got, want))
					}
				})
			}
		}
	}
}

func firstDifference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// A stream that pictures cannot be put into is refused.
func TestRepeatRefuses(t *testing.T) {
	tests := map[string]string{
		"bframes=2": "without B frames", "slices=2": "several slices", "weightp=2": "weightp=0", "interlaced=1": "B frames",
	}
	for params, want := range tests {
		stream := encoded(t, "veryfast", "64x64", 8, params)
		err := h264.Repeat(&bytes.Buffer{}, bytes.NewReader(stream), func(int) int { return 2 })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", params, err, want)
		}
	}
}

func FuzzRepeat(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x67\x64\x00\x0a\xac\x00\x00\x01\x68\xee\x3c\x80\x00\x00\x01\x65\x88\x84"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		_ = h264.Repeat(&bytes.Buffer{}, bytes.NewReader(stream), func(int) int { return 2 })
	})
}
