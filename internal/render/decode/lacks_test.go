package decode_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"mockup/internal/render/decode"
)

// What ffmpeg does not list, it does not decode.
func TestLacks(t *testing.T) {
	real, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		without string // lines that the ffmpeg leaves out
		want    []string
	}{
		{"nothing at all", nil},
		{" (flac|opus|libopus) ", []string{"FLAC", "Ogg with Opus"}},
		{" mp3 ", []string{"MP3"}}, // the demuxer
		{" mp3float ", nil},        // another decoder is left
		{" (mov,.*|pcm_s16le) ", []string{"M4A", "WAV"}},
	} {
		bin := filepath.Join(t.TempDir(), "ffmpeg")
		script := fmt.Sprintf("#!/bin/sh\n%q \"$@\" | grep -vE '%s'\n", real, test.without)
		if err := os.WriteFile(bin, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		got, err := decode.Lacks(t.Context(), bin)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("without %q: %q, %v, want %q", test.without, got, err, test.want)
		}
	}
	if _, err := decode.Lacks(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("an ffmpeg that is not there lacks nothing")
	}
}
