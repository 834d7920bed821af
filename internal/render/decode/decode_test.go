package decode_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
	"mockup/internal/render/process/processtest"
	"mockup/internal/render/sound"
)

// made returns a file that ffmpeg has made.
func made(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.Command("ffmpeg", append(append([]string{"-v", "error", "-f", "lavfi", "-i"}, args...), path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// load passes data through the guard of assets.
func load(t *testing.T, data []byte) (asset.Audio, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "clip"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	loader := asset.New(asset.Options{Dir: dir})
	defer loader.Close()
	loaded, _, err := loader.LoadAudio(t.Context(), []asset.Ref{{Field: "f", Value: "clip"}})
	return loaded["clip"], err
}

const beep = "sine=frequency=880:duration=1.5"

// All formats that are allowed are decoded, with one channel or two, and the tone is heard for as long as it was made.
func TestFormats(t *testing.T) {
	for name, file := range map[string][]byte{
		"wav":       made(t, "a.wav", beep),
		"24 bits":   made(t, "a.wav", beep, "-c:a", "pcm_s24le", "-ac", "2"),
		"floats":    made(t, "a.wav", beep, "-c:a", "pcm_f32le"),
		"mp3":       made(t, "a.mp3", beep),
		"plain mp3": made(t, "a.mp3", beep, "-write_xing", "0", "-id3v2_version", "0"),
		"m4a":       made(t, "a.m4a", beep),
		"vorbis":    made(t, "a.ogg", beep, "-c:a", "libvorbis"),
		"opus":      made(t, "a.ogg", beep, "-c:a", "libopus"),
		"flac":      made(t, "a.flac", beep, "-ar", "44100"),
	} {
		t.Run(name, func(t *testing.T) {
			audio, err := load(t, file)
			if err != nil {
				t.Fatal(err)
			}
			for channels := 1; channels <= 2; channels++ {
				clip, err := decode.Decode(t.Context(), audio, decode.Options{Channels: channels, Longest: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				if off := (clip.Length() - 1500*time.Millisecond).Abs(); clip.Channels != channels || off > 60*time.Millisecond {
					t.Errorf("%d channels, %v long; want %d, 1.5 s", clip.Channels, clip.Length(), channels)
				}
				if waves := crossings(clip) / clip.Length().Seconds(); math.Abs(waves-880) > 30 {
					t.Errorf("the tone has %.0f Hz, want 880", waves)
				}
			}
		})
	}
}

// crossings counts the waves of a tone, and not what a codec adds to silence.
func crossings(c *sound.Clip) (n float64) {
	low := false
	for i := range c.Frames() {
		switch v := c.Samples[i*c.Channels]; {
		case v < -500:
			low = true
		case low && v > 500:
			low, n = false, n+1
		}
	}
	return n
}

// What is no audio file, or not a whole one, is refused with a reason, by the guard or by the decoder.
func TestHostile(t *testing.T) {
	wav, mp3, m4a := made(t, "a.wav", beep), made(t, "a.mp3", beep), made(t, "a.m4a", beep)
	ogg, flac := made(t, "a.ogg", beep, "-c:a", "libvorbis"), made(t, "a.flac", beep)
	half := func(data []byte) []byte { return data[:len(data)/2] }
	for name, tc := range map[string]struct {
		file []byte
		want string
	}{
		"empty":          {nil, "it is empty"},
		"text":           {[]byte("hello there, this is no sound"), "it is of type text/plain"},
		"page":           {[]byte("<!doctype html><html><body>Not found"), "it is an HTML page"},
		"playlist":       {[]byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), "it is a playlist"},
		"concat script":  {[]byte("ffconcat version 1.0\nfile /etc/passwd\n"), "it is a playlist"},
		"image":          {made(t, "a.png", "color=red:size=16x16", "-frames:v", "1"), "it is an image (PNG)"},
		"video":          {made(t, "a.mp4", "testsrc=duration=1:size=64x64"), "it holds no sound"},
		"webm":           {made(t, "a.webm", beep), "it is of type video/webm"},
		"half a wav":     {half(wav), "ends too early"},
		"half an mp3":    {half(mp3), "and should have 1.5 s"},
		"half an m4a":    {half(m4a), "ends too early"},
		"half an ogg":    {half(ogg), "ends too early"},
		"half a flac":    {half(flac), "and should have 1.5 s"},
		"no samples":     {wav[:bytes.Index(wav, []byte("data"))+8], "ends too early"},
		"silence of 0 s": {wavOf(1, nil), "it holds no sound"},
		"strange codec":  {wavOf(0x55, make([]byte, 4000)), "ffmpeg cannot decode it"},
		"mp3 of zeros":   {append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), make([]byte, 5000)...), "ffmpeg cannot decode it"},
		"broken flac":    {append([]byte("fLaC\x80\x00\x00\x22"), make([]byte, 400)...), "ffmpeg cannot decode it"},
		"too long":       {made(t, "a.flac", "sine=frequency=300:duration=70"), "it is longer than the 1m0s that are allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			audio, err := load(t, tc.file)
			if err == nil {
				_, err = decode.Decode(t.Context(), audio, decode.Options{Channels: 1, Longest: time.Minute})
				if fault := (*decode.Error)(nil); !errors.As(err, &fault) {
					t.Errorf("the file is not to blame: %v", err)
				}
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v; want %q", err, tc.want)
			}
		})
	}
}

// wavOf returns a WAV file with a code of a codec.
func wavOf(codec uint16, samples []byte) []byte {
	order := binary.LittleEndian
	b := append([]byte("RIFF"), order.AppendUint32(nil, uint32(36+len(samples)))...)
	b = append(b, "WAVEfmt \x10\x00\x00\x00"...)
	b = order.AppendUint16(b, codec)
	b = append(b, "\x01\x00\x80\xbb\x00\x00\x00\x77\x01\x00\x02\x00\x10\x00data"...)
	return append(order.AppendUint32(b, uint32(len(samples))), samples...)
}

// ffmpeg is ended with its context, and nothing is left behind.
func TestEnds(t *testing.T) {
	audio, err := load(t, made(t, "a.wav", beep))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	work := func() {
		if _, err := decode.Decode(ended, audio, decode.Options{Channels: 1, Longest: time.Minute}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v; want canceled", err)
		}
		if _, err := decode.Decode(t.Context(), audio, decode.Options{Channels: 1, Longest: time.Second}); err == nil {
			t.Error("too long a file is decoded")
		}
		if _, err := decode.Decode(t.Context(), audio, decode.Options{FFmpeg: t.TempDir(), Channels: 1, Longest: time.Minute}); err == nil || !strings.Contains(err.Error(), "find ffmpeg") {
			t.Errorf("%v; want find ffmpeg", err)
		}
	}
	work()
	before := processtest.Held(t)
	work()
	processtest.UntilReleased(t, before)
}
