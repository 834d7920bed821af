package encode

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ffmpeg converts no frame: the planes go into the encoder as they are. A conversion costs more than the encoding.
func TestNoConversion(t *testing.T) {
	for _, v := range []Video{{}, {Quality: Draft}, {Quality: High}, {Alpha: true}} {
		v = v.withFormat()
		v.Width, v.Height, v.FPS, v.Frames = 160, 120, 30, 3
		args := arguments(v, filepath.Join(t.TempDir(), "out"))
		args[slices.Index(args, "error")] = "verbose"
		args[slices.Index(args, "pipe:3")] = "pipe:1"
		cmd := exec.Command("ffmpeg", args...)
		cmd.Stdin = bytes.NewReader(bytes.Repeat([]byte{100}, v.Frames*v.FrameSize()))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		log := string(out)
		if !strings.Contains(log, "pixfmt:"+v.pixels()) {
			t.Errorf("the log does not speak of the filters:\n%s", log)
		}
		if strings.Contains(log, "scale") || strings.Contains(log, "swscaler") {
			t.Errorf("ffmpeg converts frames:\n%s", log)
		}
	}
}
