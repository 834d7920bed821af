package decode_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
)

// Files that are decoded by one ffmpeg become the same clips as those that are decoded one by one.
func TestTogether(t *testing.T) {
	var tasks []decode.Task
	for i, data := range [][]byte{
		made(t, "a.wav", beep), made(t, "a.ogg", beep, "-c:a", "libvorbis"), made(t, "a.mp3", "sine=frequency=440:duration=3"), made(t, "a.m4a", beep),
	} {
		file, err := load(t, data)
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, decode.Task{File: file, Options: decode.Options{Channels: 1 + i%2, Longest: time.Minute}})
	}
	clips, err := decode.Together(t.Context(), tasks)
	if err != nil {
		t.Fatal(err)
	}
	for i, task := range tasks {
		clip, err := decode.Decode(t.Context(), task.File, task.Options)
		if err != nil {
			t.Fatal(err)
		}
		if clips[i].Channels != clip.Channels || !slices.Equal(clips[i].Samples, clip.Samples) {
			t.Errorf("file %d is another clip when it is decoded with others", i)
		}
	}
}

// Where one of the files is at fault there are no clips at all, and files that take long are not decoded together.
func TestNotTogether(t *testing.T) {
	good, err := load(t, made(t, "a.wav", beep))
	if err != nil {
		t.Fatal(err)
	}
	cut, noise, large := good, good, good
	cut.Length = 4 * time.Second
	noise.Format, large.File = asset.FLAC, make([]byte, 2<<20)
	for name, file := range map[string]asset.Audio{"cut off": cut, "of another format": noise, "large": large} {
		opts := decode.Options{Channels: 1, Longest: time.Minute}
		if clips, err := decode.Together(t.Context(), []decode.Task{{File: good, Options: opts}, {File: file, Options: opts}}); err == nil || clips != nil {
			t.Errorf("a file %s: clips %v, error %v; want an error", name, clips, err)
		}
	}
	short := decode.Options{Channels: 1, Longest: time.Second}
	var fault *decode.Error
	if _, err := decode.Together(t.Context(), []decode.Task{{File: good, Options: short}, {File: good, Options: short}}); !errors.As(err, &fault) {
		t.Errorf("files that are too long: error %v, want a decode.Error", err)
	}
}
