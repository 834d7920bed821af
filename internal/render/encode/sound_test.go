package encode_test

import (
	"encoding/binary"
	"io"
	"math"
	"testing"

	"mockup/internal/render/sound"
)

// chord is music of some tones that go up and down, different on both sides.
func chord(frames int) *sound.Clip {
	clip := &sound.Clip{Channels: 2}
	for i := range frames {
		at := float64(i) / sound.Rate
		for side := range 2 {
			v := 0.0
			for n, pitch := range []float64{220, 277, 330, 1760, 5274} {
				v += math.Sin(2*math.Pi*pitch*at) * (1 + math.Sin(2*math.Pi*at*float64(n+1)+float64(side))) / float64(2+2*n)
			}
			clip.Samples = append(clip.Samples, int16(6000*v))
		}
	}
	return clip
}

// What is decoded of an MP4's music is what was mixed, with little noise. A louder part of a fiftieth of a second would be heard.
func TestMusicIsKept(t *testing.T) {
	v := small()
	v.Frames = 4 * v.FPS
	mix := sound.New(sound.Score{Frames: 4 * sound.Rate, Music: &sound.Music{Clip: chord(4 * sound.Rate), Volume: 1}})
	v.Sound = mix
	path := makeVideo(t, v, all(flat(v, 120, 90, 160)))
	want, err := io.ReadAll(mix.PCM(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, "ffmpeg", "-v", "error", "-i", "file:"+path, "-vn", "-f", "s16le", "-")
	if len(got) < len(want) {
		t.Fatalf("%d bytes of sound were decoded of %d", len(got), len(want))
	}
	const span = 2 * 2 * sound.Rate / 50 // bytes
	signal, noise, at := 0.0, 0.0, 0
	for from := 5 * span; from+span <= len(want); from += span { // behind the beginning, which is an edge
		off := 0.0
		for i := from; i < from+span; i += 2 {
			is, was := float64(int16(binary.LittleEndian.Uint16(got[i:]))), float64(int16(binary.LittleEndian.Uint16(want[i:])))
			signal, off = signal+was*was, off+(is-was)*(is-was)
		}
		if off > noise {
			noise, at = off, from
		}
	}
	if db := 10 * math.Log10(noise*float64(len(want)/span)/signal); db > -45 {
		t.Errorf("at %.2f s the noise is at %.1f dB of what was mixed, want at most -45", float64(at/4)/sound.Rate, db)
	}
}
