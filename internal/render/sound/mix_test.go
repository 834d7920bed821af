package sound_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"mockup/internal/render/sound"
)

// speech returns a clip that is as uneven as speech: bursts of noise and tones, with pauses. Its peak is loud.
func speech(length time.Duration, loud float64, channels int) *sound.Clip {
	random := rand.New(rand.NewPCG(5, 6))
	clip := &sound.Clip{Channels: channels}
	for i := range frames(length) {
		at := float64(i) / sound.Rate
		syllable := math.Pow(math.Sin(math.Pi*4*at), 2) * (0.3 + 0.7*math.Pow(math.Sin(0.9*at), 2))
		v := loud * syllable * (0.7*math.Sin(2*math.Pi*170*at) + 0.3*(2*random.Float64()-1))
		for c := range channels {
			clip.Samples = append(clip.Samples, int16(math.Round(v*math.MaxInt16*(1-0.3*float64(c)))))
		}
	}
	return clip
}

// measured returns what ffmpeg measures of a WAV file: its loudness in LUFS and its true peak in dB.
func measured(t *testing.T, wav []byte) (loudness, peak float64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "mix.wav")
	if err := os.WriteFile(file, wav, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("ffmpeg", "-nostdin", "-hide_banner", "-i", file, "-af", "ebur128=peak=true", "-f", "null", "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, summary, _ := bytes.Cut(out, []byte("Summary:"))
	number := func(name string) float64 {
		found := regexp.MustCompile(name + `:\s+(\S+)`).FindSubmatch(summary)
		if found == nil {
			t.Fatalf("no %s in\n%s", name, summary)
		}
		value, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	return number("I"), number("Peak")
}

// wavOf returns a mix as a WAV file.
func wavOf(t *testing.T, m *sound.Mix) []byte {
	t.Helper()
	pcm, err := io.ReadAll(m.PCM(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	stem, err := io.ReadAll(m.Stems(t.Context())[0].WAV)
	if err != nil {
		t.Fatal(err)
	}
	return append(stem[:44], pcm...)
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func placed(kind sound.Kind, times ...int) (list []sound.Placed) {
	maker := sound.NewMaker(sound.Soft)
	for _, at := range times {
		list = append(list, sound.Placed{At: ms(at), Samples: maker.Effect(kind)})
	}
	return list
}

// The loudness of every mix with a voice or music is the one that is wanted, by the measure of ffmpeg, and its true peak is
// below -1 dB.
func TestLoudness(t *testing.T) {
	quiet, loud := speech(4*time.Second, 0.03, 1), speech(6*time.Second, 0.9, 1)
	song := speech(5*time.Second, 0.5, 2)
	clicks := &sound.Clip{Channels: 2, Samples: make([]int16, 2*sound.Rate)}
	for i := 0; i < len(clicks.Samples); i += 4800 {
		clicks.Samples[i], clicks.Samples[i+1] = math.MaxInt16, -math.MaxInt16
	}
	for name, score := range map[string]sound.Score{
		"a voice":           {Voices: []sound.Voice{{At: ms(500), Clip: loud}}},
		"two voices":        {Voices: []sound.Voice{{At: ms(500), Clip: quiet}, {At: ms(6000), Clip: loud}}},
		"music":             {Music: &sound.Music{Clip: song, Volume: 0.3, Loop: true}},
		"quiet music":       {Music: &sound.Music{Clip: song, Volume: 0.02, Loop: true}, Effects: placed(sound.Received, 1000, 3000, 9000)},
		"all of it":         {Music: &sound.Music{Clip: song, Volume: 0.3, Loop: true, Duck: true}, Voices: []sound.Voice{{At: ms(3000), Clip: loud}}, Effects: placed(sound.Sent, 100, 2000, 9500)},
		"nothing but peaks": {Music: &sound.Music{Clip: clicks, Volume: 1, Loop: true}},
	} {
		t.Run(name, func(t *testing.T) {
			score.Frames = frames(13 * time.Second)
			loudness, peak := measured(t, wavOf(t, sound.New(score)))
			if math.Abs(loudness-sound.Loudness) > 0.3 && name != "nothing but peaks" {
				t.Errorf("its loudness is %.1f LUFS, want %.1f", loudness, sound.Loudness)
			}
			if peak > -1 {
				t.Errorf("its true peak is %.1f dB, want at most -1", peak)
			}
			t.Logf("%.1f LUFS, true peak %.1f dB", loudness, peak)
		})
	}
}

// A mix of effects alone is mono and as loud as they are made.
func TestEffectsAlone(t *testing.T) {
	m := sound.New(sound.Score{Frames: frames(2 * time.Second), Effects: placed(sound.Sent, 0, 1000)})
	pcm := decode(t, m.PCM(t.Context()))
	want := sound.NewMaker(sound.Soft).Effect(sound.Sent)
	if m.Channels() != 1 || len(pcm) != 2*sound.Rate {
		t.Fatalf("%d channels, %d samples", m.Channels(), len(pcm))
	}
	for i, v := range want {
		if off := float64(pcm[i]) - v*math.MaxInt16; math.Abs(off) > 1 || pcm[i] != pcm[i+sound.Rate] {
			t.Fatalf("sample %d is %d and a second later %d, want %.1f", i, pcm[i], pcm[i+sound.Rate], v*math.MaxInt16)
		}
	}
	if sound.New(sound.Score{Frames: 100}) != nil {
		t.Error("silence is a mix")
	}
}

// Above music, with voices and without, a key is as much quieter than a message as it is alone, and hardly louder than it is made.
func TestKeysStayQuietAboveMusic(t *testing.T) {
	t.Parallel()
	effects := append(placed(sound.Received, 9000), placed(sound.Key, 11_000)...)
	made := 20 * math.Log10(peak(effects[0].Samples)/peak(effects[1].Samples))
	for name, voices := range map[string][]sound.Voice{"music": nil, "music and a voice": {{At: ms(2000), Clip: speech(2*time.Second, 0.5, 1)}}} {
		for volume, duck := range map[float64]bool{0.3: true, 1: false} {
			heard := stem(t, sound.New(sound.Score{Frames: frames(13 * time.Second), Effects: effects, Voices: voices,
				Music: &sound.Music{Clip: tone(1700*time.Millisecond, 2), Volume: volume, Loop: true, Duck: duck}}), "effects")
			message, key := highest(heard, 9000), highest(heard, 11_000)
			if math.Abs(message-key-made) > 0.5 || key > -14 {
				t.Errorf("%s of %.1f: a key has a peak of %.1f dB, %.1f below a message, want -14 at most and %.1f", name, volume, key, message-key, made)
			}
		}
	}
}

// highest is the highest sample of the second behind a moment, in dB.
func highest(samples []int16, from int) float64 {
	most := 0.0
	for _, v := range samples[2*frames(ms(from)) : 2*frames(ms(from+1000))] {
		most = max(most, math.Abs(float64(v)))
	}
	return 20 * math.Log10(most/math.MaxInt16)
}

// level is the loudness of a part of stereo samples as a root mean square, in dB.
func level(samples []int16, from, to int) float64 {
	sum := 0.0
	part := samples[2*frames(ms(from)) : 2*frames(ms(to))]
	for _, v := range part {
		sum += float64(v) * float64(v)
	}
	return 10 * math.Log10(sum/float64(len(part))/math.MaxInt16/math.MaxInt16)
}

// stem returns the samples of a track of a mix.
func stem(t *testing.T, m *sound.Mix, name string) []int16 {
	t.Helper()
	for _, s := range m.Stems(t.Context()) {
		if s.Name != name {
			continue
		}
		samples := decode(t, s.WAV)
		if int64(2*len(samples)) != s.Size {
			t.Errorf("the stem %s has %d bytes, want %d", name, 2*len(samples), s.Size)
		}
		return samples[22:]
	}
	t.Fatalf("no stem %s", name)
	return nil
}

// tone is a clip of one steady tone.
func tone(length time.Duration, channels int) *sound.Clip {
	clip := &sound.Clip{Channels: channels}
	for i := range frames(length) {
		v := int16(8000 * math.Sin(2*math.Pi*440*float64(i)/sound.Rate))
		for range channels {
			clip.Samples = append(clip.Samples, v)
		}
	}
	return clip
}

// Music gives way to a voice and to effects, comes back, and is faded out at the end.
func TestDuck(t *testing.T) {
	score := sound.Score{
		Frames: frames(14 * time.Second), Effects: placed(sound.Received, 8000),
		Voices: []sound.Voice{{At: ms(3000), Clip: speech(2*time.Second, 0.5, 1)}},
		Music:  &sound.Music{Clip: tone(1700*time.Millisecond, 2), Volume: 0.7, Loop: true, Duck: true},
	}
	music := stem(t, sound.New(score), "music")
	free := level(music, 1000, 2700)
	for _, part := range []struct {
		name     string
		from, to int
		want     float64 // dB below the free level
	}{
		{"before the voice", 2700, 2790, 0},
		{"at the beginning of the voice", 3000, 3100, -9},
		{"at its end", 4900, 5000, -9},
		{"after it", 6100, 7700, 0},
		{"when more may follow", 8700, 9200, -3},
		{"at the effect", 8010, 8100, -3},
		{"after that", 10700, 11900, 0},
	} {
		if got := level(music, part.from, part.to) - free; math.Abs(got-part.want) > 0.3 {
			t.Errorf("%s the music is at %.2f dB, want %.1f", part.name, got, part.want)
		}
	}
	if end := level(music, 13900, 14000); end > free-25 {
		t.Errorf("at the end the music is at %.1f dB, want it faded out", end-free)
	}
	// No step is heard: from one 10 ms to the next the level changes little.
	for at := 2700; at < 6700; at += 10 {
		if step := level(music, at+10, at+20) - level(music, at, at+10); math.Abs(step) > 1.6 {
			t.Errorf("at %d ms the level of the music jumps by %.2f dB", at, step)
		}
	}
	score.Music.Duck = false
	if music := stem(t, sound.New(score), "music"); math.Abs(level(music, 3000, 4900)-level(music, 1000, 2700)) > 0.1 {
		t.Error("without duck the music gives way")
	}
}

// Music that does not begin again ends, and the volume is that compared to a voice.
func TestMusic(t *testing.T) {
	score := sound.Score{
		Frames: frames(9 * time.Second), Voices: []sound.Voice{{At: 0, Clip: tone(2*time.Second, 1)}},
		Music: &sound.Music{Clip: tone(4*time.Second, 2), Volume: 0.25},
	}
	m := sound.New(score)
	music, voice := stem(t, m, "music"), stem(t, m, "voice")
	if got := level(music, 500, 1500) - level(voice, 500, 1500); math.Abs(got+12) > 0.2 {
		t.Errorf("the music is at %.2f dB of the voice, want -12", got)
	}
	if slices.ContainsFunc(music[2*frames(ms(4000)):], func(v int16) bool { return v != 0 }) {
		t.Error("the music goes on after its end")
	}
}

// Voices that are seldom heard are little louder than the whole: what is heard between them is raised instead, and gives way
// to them by as much more.
func TestSeldomVoices(t *testing.T) {
	t.Parallel()
	m := sound.New(sound.Score{
		Frames: frames(62 * time.Second), Effects: placed(sound.Sent, 9_000, 20_000, 50_000),
		Voices: []sound.Voice{{At: ms(10_000), Clip: tone(2*time.Second, 1)}, {At: ms(30_000), Clip: speech(2*time.Second, 0.5, 1)}},
		Music:  &sound.Music{Clip: tone(1700*time.Millisecond, 2), Volume: 0.3, Loop: true, Duck: true},
	})
	if loudness, peak := measured(t, wavOf(t, m)); math.Abs(loudness-sound.Loudness) > 0.5 || peak > -1 {
		t.Errorf("the whole has %.1f LUFS and a true peak of %.1f dB, want %.1f and at most -1", loudness, peak, sound.Loudness)
	}
	voice, music := stem(t, m, "voice"), stem(t, m, "music")
	for _, s := range m.Stems(t.Context()) {
		wav, err := io.ReadAll(s.WAV)
		if err != nil {
			t.Fatal(err)
		}
		if loudness, _ := measured(t, wav); s.Name == "voice" && math.Abs(loudness-sound.Loudness-4) > 0.8 {
			t.Errorf("the voices have %.1f LUFS, want %.1f", loudness, sound.Loudness+4)
		}
	}
	if below := level(voice, 10_300, 11_700) - level(music, 10_300, 11_700); below < 14.5 || below > 18.5 { // a tone is as loud all the time
		t.Errorf("the music is %.1f dB below a voice, want 19.5 for its volume and as it gives way, less half of what it is raised between them", below)
	}
	if below := level(voice, 10_300, 11_700) - level(music, 40_000, 42_000); below > 6 {
		t.Errorf("between voices the music is %.1f dB below a voice, want 6 at most", below)
	}
}

// Quiet music below a voice and effects that are seldom heard stays quiet: they are not made so loud for it that most of
// them has to be limited.
func TestQuietMusicStaysQuiet(t *testing.T) {
	t.Parallel()
	mix := func(volume float64) *sound.Mix {
		return sound.New(sound.Score{
			Frames: frames(60 * time.Second), Effects: placed(sound.Sent, 20_000, 50_000),
			Voices: []sound.Voice{{At: ms(30_000), Clip: speech(2*time.Second, 0.5, 1)}},
			Music:  &sound.Music{Clip: tone(1700*time.Millisecond, 2), Volume: volume, Loop: true, Duck: true},
		})
	}
	below := func(volume float64) float64 {
		m := mix(volume)
		return level(stem(t, m, "voice"), 30_000, 32_000) - level(stem(t, m, "music"), 40_000, 42_000)
	}
	if got := below(0.1) - below(0.3); got < 5 {
		t.Errorf("music with a third of the volume is %.1f dB quieter beside the voice, want at least 5", got)
	}
	loudness, _ := measured(t, wavOf(t, mix(0.3)))
	if math.Abs(loudness-sound.Loudness) > 0.3 {
		t.Errorf("with music of 0.3 the whole has %.1f LUFS, want %.1f", loudness, sound.Loudness)
	}
}

// Music that does not give way keeps the distance to voices that its volume says.
func TestMusicWithoutDuckKeepsItsDistance(t *testing.T) {
	m := sound.New(sound.Score{
		Frames: frames(30 * time.Second), Voices: []sound.Voice{{At: ms(10_000), Clip: tone(2*time.Second, 1)}},
		Music: &sound.Music{Clip: tone(1700*time.Millisecond, 2), Volume: 0.25, Loop: true},
	})
	music := stem(t, m, "music")
	for _, from := range []int{5_000, 10_300} {
		if below := level(stem(t, m, "voice"), 10_300, 11_700) - level(music, from, from+1400); math.Abs(below-12) > 0.2 {
			t.Errorf("at %d ms the music is %.1f dB below the voice, want 12", from, below)
		}
	}
}

// The stems are those tracks that are there, each as long as the video, and together they are the mix.
func TestStems(t *testing.T) {
	score := sound.Score{
		Frames: frames(6 * time.Second), Effects: placed(sound.Key, 100, 180, 260),
		Voices: []sound.Voice{{At: ms(1000), Clip: speech(3*time.Second, 0.2, 1)}},
		Music:  &sound.Music{Clip: tone(2*time.Second, 2), Volume: 0.2, Loop: true, Duck: true},
	}
	m := sound.New(score)
	whole := decode(t, m.PCM(t.Context()))
	sum := make([]int, len(whole))
	for _, name := range []string{"effects", "voice", "music"} {
		for i, v := range stem(t, m, name) {
			sum[i] += int(v)
		}
	}
	for i, v := range whole {
		if off := sum[i] - int(v); off < -2 || off > 2 {
			t.Fatalf("the stems are %d at sample %d, and the mix is %d", sum[i], i, v)
		}
	}
	score.Music, score.Effects = nil, nil
	if stems := sound.New(score).Stems(t.Context()); len(stems) != 1 || stems[0].Name != "voice" {
		t.Errorf("a voice alone has the stems %+v", stems)
	}
}

// However it is read, a mix is the same bytes.
func TestSame(t *testing.T) {
	score := sound.Score{
		Frames: frames(3*time.Second) + 7, Effects: placed(sound.Sent, 20, 1500),
		Voices: []sound.Voice{{At: ms(100), Clip: speech(2*time.Second, 0.9, 1)}},
		Music:  &sound.Music{Clip: speech(time.Second, 0.9, 2), Volume: 1, Loop: true, Duck: true},
	}
	want, err := io.ReadAll(sound.New(score).PCM(t.Context()))
	if err != nil || len(want) != 4*score.Frames {
		t.Fatalf("%d bytes, %v; want %d", len(want), err, 4*score.Frames)
	}
	m := sound.New(score)
	for range 2 {
		got, piece := []byte(nil), make([]byte, 1013)
		for reader := m.PCM(t.Context()); ; {
			n, err := reader.Read(piece)
			got = append(got, piece[:n]...)
			if err == io.EOF {
				break
			}
		}
		if !bytes.Equal(got, want) {
			t.Error("the same score gives other bytes")
		}
	}
}

// The limiter takes nothing away but peaks, and keeps samples at their place.
func TestInPlace(t *testing.T) {
	clip := &sound.Clip{Channels: 1, Samples: make([]int16, 3*sound.Rate)}
	for i := range clip.Samples { // a quiet tone and one loud burst
		clip.Samples[i] = int16(3000 * math.Sin(2*math.Pi*500*float64(i)/sound.Rate))
	}
	for i := sound.Rate; i < sound.Rate+200; i++ {
		clip.Samples[i] = int16(32000 * math.Sin(2*math.Pi*500*float64(i)/sound.Rate))
	}
	got := decode(t, sound.New(sound.Score{Frames: 3 * sound.Rate, Voices: []sound.Voice{{Clip: clip}}}).PCM(t.Context()))
	gain := float64(got[2*25_021]) / float64(clip.Samples[25_021])
	for _, i := range []int{1000, 30_000, 46_000, 100_003, 140_000} {
		if want := gain * float64(clip.Samples[i]); math.Abs(float64(got[2*i])-want) > 0.02*gain*3000 {
			t.Errorf("sample %d is %d, want %.0f", i, got[2*i], want)
		}
	}
	most := int16(0)
	for _, v := range got {
		most = max(most, v, -v)
	}
	if db := 20 * math.Log10(float64(most)/math.MaxInt16); db > -1 || db < -4 {
		t.Errorf("the burst peaks at %.1f dB", db)
	}
}

// The header of a stem is that of a WAV file that ffmpeg reads.
func TestHeader(t *testing.T) {
	m := sound.New(sound.Score{Frames: 480, Effects: placed(sound.Key, 0)})
	data, err := io.ReadAll(m.Stems(t.Context())[0].WAV)
	if err != nil || len(data) != 44+960 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if size := binary.LittleEndian.Uint32(data[40:]); size != 960 {
		t.Errorf("the header says %d bytes", size)
	}
	file := filepath.Join(t.TempDir(), "a.wav")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels,duration_ts", "-of", "csv=p=0", file).Output()
	if want := "pcm_s16le,48000,1,480"; err != nil || string(bytes.TrimSpace(out)) != want {
		t.Error(fmt.Sprintf("ffprobe says %q, want %q", bytes.TrimSpace(out), want), err)
	}
}

// Reading ends with its context, also while the loudness is measured.
func TestReadEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := sound.New(sound.Score{Frames: 1 << 30, Music: &sound.Music{Clip: tone(time.Second, 2), Volume: 1, Loop: true}})
	if n, err := m.PCM(ctx).Read(make([]byte, 10)); n != 0 || err != context.Canceled {
		t.Errorf("%d bytes, %v; want none, canceled", n, err)
	}
}

func BenchmarkMix(b *testing.B) {
	score := sound.Score{
		Frames: frames(time.Minute), Voices: []sound.Voice{{At: ms(1000), Clip: speech(20*time.Second, 0.5, 1)}},
		Music: &sound.Music{Clip: speech(20*time.Second, 0.5, 2), Volume: 0.3, Loop: true, Duck: true},
	}
	for b.Loop() {
		if _, err := io.Copy(io.Discard, sound.New(score).PCM(b.Context())); err != nil {
			b.Fatal(err)
		}
	}
}
