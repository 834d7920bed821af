package render_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
)

// popsVideo is a video of four cards, which come a second after another.
func popsVideo(t *testing.T, more string) render.Job {
	return render.Job{Video: render.Video{Quality: "draft"}, Payload: decode(t, popup("1x", more,
		`{id: a, platform: x, username: mia, text: one}`, `{id: b, platform: tiktok, username: noah, text: two}`,
		`{id: c, platform: youtube, username: omar, text: three}`, `{id: d, platform: instagram, username: zoe, text: four}`,
	))}
}

// What is heard in the file comes with what is seen in its frames.
func TestPopsInTime(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		more string
		fps  int
	}{"mp4": {`sound: true`, 30}, "webm": {`sound: true, background: transparent`, 25}}
	for _, name := range longtest.Sample(t, 2, slices.Sorted(maps.Keys(tests)), longtest.Alike) {
		test := tests[name]
		t.Run(name, func(t *testing.T) {
			job := popsVideo(t, test.more)
			job.Video.FPS, job.Video.Quality, job.Output = test.fps, "draft", filepath.Join(t.TempDir(), "pops."+name)
			result, err := shared.renderer.Render(context.Background(), job)
			if err != nil {
				t.Fatal(err)
			}
			seen, heard := appearances(t, job), onsets(t, result.Path)
			if len(seen) != 4 || len(heard) != 4 {
				t.Fatalf("cards are seen at %v, pops are heard at %v; want 4 of each", seen, heard)
			}
			for i := range seen {
				if late := (heard[i] - seen[i]).Abs(); late > time.Second/time.Duration(test.fps)+10*time.Millisecond {
					t.Errorf("card %d is seen at %v and heard at %v", i, seen[i], heard[i])
				}
			}
			t.Logf("seen %v, heard %v", seen, heard)
		})
	}
}

// Without sound a file has no audio track.
func TestPopsOff(t *testing.T) {
	t.Parallel()
	job := popsVideo(t, `sound: false`)
	job.Video.Quality, job.Output = "draft", filepath.Join(t.TempDir(), "silent.mp4")
	if _, err := shared.renderer.Render(context.Background(), job); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", job.Output).Output()
	if err != nil || string(bytes.TrimSpace(out)) != "video" {
		t.Errorf("the tracks are %q, %v; want video alone", out, err)
	}
}

// appearances finds when something begins to move in a video's frames.
func appearances(t *testing.T, job render.Job) (at []time.Duration) {
	t.Helper()
	var before []byte
	moving, frame := false, 0
	_, err := shared.renderer.Frames(context.Background(), job, func(now []byte, times int) error {
		for range times {
			changed := before != nil && !bytes.Equal(now, before)
			if changed && !moving {
				at = append(at, time.Duration(frame)*time.Second/time.Duration(job.Video.FPS))
			}
			before, moving, frame = append(before[:0], now...), changed, frame+1
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// onsets finds when a file's sound starts after a tenth of a second of silence.
func onsets(t *testing.T, file string) (at []time.Duration) {
	t.Helper()
	const rate, silence, loud = 48000, 4800, 0.05 * math.MaxInt16
	pcm, err := exec.Command("ffmpeg", "-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "48000", "-").Output()
	if err != nil {
		t.Fatalf("decode sound: %v", err)
	}
	last := -silence
	for i := range len(pcm) / 2 {
		if sample := int16(binary.LittleEndian.Uint16(pcm[2*i:])); math.Abs(float64(sample)) < loud {
			continue
		}
		if i-last >= silence {
			at = append(at, time.Duration(i)*time.Second/rate)
		}
		last = i
	}
	return at
}
