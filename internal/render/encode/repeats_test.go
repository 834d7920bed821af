package encode_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/format"
)

// A frame that is shown many times is there as often, in its place, and without a part of another.
func TestFramesShownManyTimes(t *testing.T) {
	shown := []struct {
		luma  byte
		times int
	}{{30, 1}, {200, 7}, {90, 1}, {120, 40}, {60, 11}}
	for _, name := range []string{format.MP4, format.WebM} {
		for _, quality := range []encode.Quality{encode.Draft, encode.Standard, encode.High} {
			f, err := format.Lookup(name, true)
			if err != nil {
				t.Fatal(err)
			}
			v := small()
			v.Format, v.Frames, v.Quality = f, 60, quality
			path := filepath.Join(t.TempDir(), "video"+f.Suffix())
			e, err := encode.Start(t.Context(), encode.Options{}, v, path)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Abort()
			for _, s := range shown {
				frame := slices.Repeat([]byte{s.luma}, v.FrameSize())
				if err := e.Write(frame, s.times); err != nil {
					t.Fatal(err)
				}
			}
			if info, err := e.Close(); err != nil || info.Frames != 60 {
				t.Fatalf("%s %s: %+v, %v", name, quality, info, err)
			}
			decoded := run(t, "ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-vf", "scale=1:1:flags=area:in_range=tv:out_range=tv", "-")
			if len(decoded) != 60 {
				t.Fatalf("%s %s: %d frames", name, quality, len(decoded))
			}
			at := 0
			for _, s := range shown {
				for range s.times {
					if got := int(decoded[at]); got < int(s.luma)-4 || got > int(s.luma)+4 {
						t.Errorf("%s %s: frame %d has luma %d, want %d", name, quality, at, got, s.luma)
					}
					at++
				}
			}
		}
	}
}

// Sound goes into the file while pictures are still encoded: behind the last of them it takes as long again.
func TestFileIsWrittenMeanwhile(t *testing.T) {
	v := small()
	v.Frames = 60
	v.Sound = pops(v, 0)
	e, err := encode.Start(t.Context(), encode.Options{}, v, filepath.Join(t.TempDir(), "video.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Abort()
	picture := moving(v)
	for i := range v.Frames {
		if err := e.Write(picture(i), 1); err != nil {
			t.Fatal(err)
		}
	}
	for end := time.Now().Add(time.Minute); encode.InFile(e) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no picture is in the file before the last one is encoded")
		}
	}
}
