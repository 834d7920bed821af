package sound

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// noise is a voice that is as loud all the time.
func noise(length time.Duration) *Clip {
	random := rand.New(rand.NewPCG(7, 8))
	clip := &Clip{Channels: 1}
	for range samples(length) {
		clip.Samples = append(clip.Samples, int16(8000*random.NormFloat64()/3))
	}
	return clip
}

// heard returns the loudness of a track from a moment on for a time, in LUFS.
func heard(t track, at, length time.Duration) float64 {
	left, right := make([]float64, samples(length)), make([]float64, samples(length))
	t.add(even(1), samples(at), left, right)
	m := newMeter()
	m.add(left, right)
	return m.loudness()
}

// A voice is understood above any effect that begins with it or while it is heard.
func TestVoiceAboveEffects(t *testing.T) {
	const word = 400 * time.Millisecond
	spoken := []Voice{{At: time.Second, Clip: noise(3 * time.Second)}}
	voice := newVoices(spoken)
	for _, timbre := range []Timbre{Soft, Bright, Wood, Drop} {
		for _, kind := range []Kind{Sent, Received, React, Call, Notice, Key, Chime, Tap, Prompt, Done, Pops} {
			effect := NewMaker(timbre).Effect(kind)
			for _, at := range []time.Duration{time.Second, 2500 * time.Millisecond} {
				effects := newEffects([]Placed{{At: at, Samples: effect}}, spoken, nil)
				if distance := heard(voice, at, word) - heard(effects, at, word); distance < 8 {
					t.Errorf("%s %s at %v leaves a voice %.1f dB, want at least 8", timbre, kind, at, distance)
				}
			}
		}
	}
}

// Effects are as they are made, beside voices too, but for those over which somebody speaks.
func TestEffectsBesideVoices(t *testing.T) {
	placed := []Placed{{At: 0, Samples: NewMaker(Soft).Effect(Received)}, {At: 5 * time.Second, Samples: NewMaker(Soft).Effect(Key)}, {At: 2500 * time.Millisecond, Samples: NewMaker(Soft).Effect(Key)}}
	beside := newEffects(placed, []Voice{{At: 2 * time.Second, Clip: noise(time.Second)}}, nil)
	for n, p := range placed {
		want := []float64{1, 1, 0.25}[n]
		is := make([]float64, len(p.Samples))
		beside.add(level{rest: 3, spoken: 1}, samples(p.At), is, make([]float64, len(is)))
		for i := range is {
			if math.Abs(is[i]-want*p.Samples[i]) > 1e-9 {
				t.Fatalf("sample %d of the effect at %v is %g, want %g of %g", i, p.At, is[i], want, p.Samples[i])
			}
		}
	}
}

// The loudest effect is at least as loud as the music above which it is, or 6 dB louder than it is made, and never quieter.
func TestEffectsAboveMusic(t *testing.T) {
	song := &Music{Clip: noise(2 * time.Second), Volume: 0.3, Loop: true}
	for _, l := range []level{even(1), {rest: 4, spoken: 1.5}} {
		music := heard(newMusic(*song, samples(20*time.Second), nil, nil), time.Second, 4*time.Second) + 20*math.Log10(l.rest)
		for _, timbre := range []Timbre{Soft, Bright, Wood, Drop} {
			for _, kind := range []Kind{Sent, Received, React, Call, Notice, Key, Chime, Tap, Prompt, Done, Pops} {
				p := Placed{At: time.Second, Samples: NewMaker(timbre).Effect(kind)}
				lift := newEffects([]Placed{p}, nil, song).lift(l)
				loudness := p.loudness() + 20*math.Log10(lift)
				if loudness < music-0.2 && lift < 2 || lift < 1 || lift > 1 && loudness > music+0.2 {
					t.Errorf("%s %s has %.1f LUFS above music of %.1f, %.1f dB above how it is made", timbre, kind, loudness, music, 20*math.Log10(lift))
				}
			}
		}
	}
}

// A voice makes no step where it begins and ends, even if its file begins and ends loud.
func TestVoiceDoesNotClick(t *testing.T) {
	clip := &Clip{Channels: 1}
	for i := range samples(time.Second) {
		clip.Samples = append(clip.Samples, int16(10_000*math.Cos(2*math.Pi*100*float64(i)/Rate)))
	}
	track := newVoices([]Voice{{At: 500 * time.Millisecond, Clip: clip}})
	left, right := make([]float64, samples(2*time.Second)), make([]float64, samples(2*time.Second))
	track.add(even(1), 0, left, right)
	most := track.gains[0] * 10_000 / math.MaxInt16 * 2 * math.Pi * 100 / Rate // from one sample of the wave to the next
	before := 0.0
	for i, v := range left {
		if step := math.Abs(v - before); step > 2*most {
			t.Errorf("sample %d is a step of %.4f, want at most %.4f", i, step, 2*most)
		}
		before = v
	}
}

// Keys that are heard for long do not make a voice louder than the whole should be: they do not count beside it.
func TestVoiceDecidesLoudness(t *testing.T) {
	maker := NewMaker(Soft)
	score := Score{Frames: samples(25 * time.Second), Voices: []Voice{{At: 2 * time.Second, Clip: noise(1500 * time.Millisecond)}}}
	for at := 4 * time.Second; at < 24*time.Second; at += 90 * time.Millisecond {
		score.Effects = append(score.Effects, Placed{At: at, Samples: maker.Effect(Key)})
	}
	l, err := New(score).settled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if db := 20 * math.Log10(l.spoken); math.Abs(db) > 1.5 {
		t.Errorf("the mix becomes %.1f dB louder for its keys", db)
	}
}

// Music makes no step where it begins and where its file begins again, even if the file begins and ends loud.
func TestMusicDoesNotClick(t *testing.T) {
	clip := &Clip{Channels: 2}
	for i := range samples(1500*time.Millisecond) + 120 { // it ends within a wave
		v := int16(20_000 * math.Cos(2*math.Pi*100*float64(i)/Rate))
		clip.Samples = append(clip.Samples, v, v)
	}
	track := newMusic(Music{Clip: clip, Volume: 1, Loop: true}, samples(10*time.Second), nil, nil)
	left, right := make([]float64, samples(7*time.Second)), make([]float64, samples(7*time.Second))
	track.add(even(1), 0, left, right)
	most := track.gain * 20_000 / math.MaxInt16 * 2 * math.Pi * 100 / Rate // from one sample of the wave to the next
	before := 0.0
	for i, v := range left {
		if step := math.Abs(v - before); step > 2*most || v != right[i] {
			t.Errorf("sample %d is a step of %.3f, want at most %.3f", i, step, 2*most)
		}
		before = v
	}
	if i := samples(4 * time.Second); left[i] != track.gain*float64(clip.Samples[2*(i%clip.Frames())])/math.MaxInt16 {
		t.Errorf("within the file it is at %.3f", left[i])
	}
}
