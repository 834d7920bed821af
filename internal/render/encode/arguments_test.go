package encode

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/format"
	"mockup/internal/render/sound"
)

// ffmpeg converts no frame: the planes go into the encoder as they are. A conversion costs more than the encoding.
func TestNoConversion(t *testing.T) {
	for _, v := range []Video{{}, {Quality: Draft}, {Quality: High}, {Alpha: true}} {
		v = v.withFormat()
		v.Width, v.Height, v.FPS, v.Frames = 160, 120, 30, 3
		out := filepath.Join(t.TempDir(), "out")
		args := arguments(v, out)
		if v.isRepeated() {
			args = pictureArguments(v)
			args[slices.Index(args, "pipe:4")] = out
		}
		args[slices.Index(args, "error")] = "verbose"
		args[slices.Index(args, "pipe:3")] = "pipe:1"
		cmd := exec.Command("ffmpeg", args...)
		cmd.Stdin = bytes.NewReader(bytes.Repeat([]byte{100}, v.Frames*v.FrameSize()))
		printed, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		log := string(printed)
		if !strings.Contains(log, "pixfmt:"+v.pixels()) {
			t.Errorf("the log does not speak of the filters:\n%s", log)
		}
		if strings.Contains(log, "scale") || strings.Contains(log, "swscaler") {
			t.Errorf("ffmpeg converts frames:\n%s", log)
		}
	}
}

// The streams of a file are the frames and the sound. The palette of a GIF is an input and no stream: some versions of ffmpeg map
// every input that they are not told to leave out.
func TestStreams(t *testing.T) {
	mix := sound.New(sound.Score{Frames: 1600, Effects: []sound.Placed{{Samples: make([]float64, 10)}}})
	for _, test := range []struct {
		name    string
		change  func(*Video)
		streams []string
	}{
		{format.MP4, func(*Video) {}, nil}, // one input has one stream
		{format.MP4, func(v *Video) { v.Sound = mix }, []string{"0", "1"}},
		{format.MOV, func(v *Video) { v.Sound = mix }, []string{"0", "1"}},
		{format.GIF, func(v *Video) { v.isPalette = true }, []string{"[s2]"}},
		{format.GIF, func(v *Video) { v.Palette = "palette.png" }, []string{"[s2]"}},
	} {
		f, err := format.Lookup(test.name, true)
		if err != nil {
			t.Fatal(err)
		}
		v := Video{Format: f, Width: 160, Height: 120, FPS: 25, Frames: 1}
		test.change(&v)
		var streams []string
		args := arguments(v, "out")
		for i, arg := range args {
			if arg == "-map" {
				streams = append(streams, args[i+1])
			}
		}
		if !slices.Equal(streams, test.streams) {
			t.Errorf("the streams of %s are %v, want %v: %v", test.name, streams, test.streams, args)
		}
	}
}
