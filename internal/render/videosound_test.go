package render_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/asset"
	"mockup/internal/render/scene"
	"mockup/internal/render/storyboard"
)

// heardVideo is a payload of a video with settings, in a small picture; each of its items has more fields.
func heardVideo(kind, settings, more string) string {
	head := `renderKind: video, resolutionScale: 1x, rendererVersion: mockup-chromium-v1, video: {` + settings + `}, `
	if kind != "comment-popup" {
		head += "canvas: {size: 160x320}, "
	}
	stamp := `timestamp: "2026-05-16T18:21:00Z"`
	switch kind {
	case "chats":
		return `{mockupType: chats, platform: signal, ` + head + `props: {platform: signal, sender: {id: me, name: Mia}, receivers: [{id: leo, name: Leo}], messages: [
{id: a, userId: leo, type: text, text: "Ready?", ` + stamp + `}, {id: b, userId: me, type: text, text: yes we are, ` + stamp + more + `},
{id: c, userId: leo, type: text, text: Go, ` + stamp + `}, {id: d, userId: leo, type: text, text: now, ` + stamp + more + `}]}}`
	case "talk":
		return `{mockupType: chats, platform: whatsapp, ` + head + `props: {platform: whatsapp, sender: {id: me, name: Mia}, receivers: [{id: leo, name: Leo}], messages: [
{id: a, userId: leo, type: text, text: "Ready?", ` + stamp + `, reactions: [{emoji: 👍, by: [me], after: 1.5}]},
{id: b, userId: leo, type: call, call: {kind: voice, outcome: missed}, ` + stamp + `, timing: {delay: 1.5}},
{id: c, userId: me, type: event, event: {kind: text}, text: You changed the wallpaper, ` + stamp + `, timing: {delay: 2}}]}}`
	case "ai":
		return `{mockupType: ai, platform: claude, ` + head + `props: {platform: claude, model: M, messages: [
{id: a, role: user, content: "what is it?"}, {id: b, role: assistant, content: "A cat, I think"` + more + `}, {id: c, role: user, content: thanks` + more + `}, {id: d, role: assistant, content: Any time}]}}`
	case "stories":
		return `{mockupType: stories, platform: instagram, ` + head + `props: {platform: instagram, author: {username: mia, verified: false}, slides: [
{id: a, timing: {hold: 1}}, {id: b` + more + `, timing: {hold: 2.2}}, {id: c, timing: {hold: 1}}]}}`
	case "notifications":
		return `{mockupType: notifications, platform: ios, ` + head + `props: {platform: ios, notifications: [
{id: c, title: C, text: three` + more + `}, {id: b, title: B, text: two}, {id: a, title: A, text: one}]}}`
	}
	return `{mockupType: comment-popup, ` + head + `props: {sound: true, comments: [
{id: a, platform: x, username: mia, text: one}, {id: b, platform: tiktok, username: noah, text: two` + more + `}]}}`
}

func heardKinds() []string {
	return []string{"chats", "ai", "stories", "notifications", "comment-popup"}
}

// heardJob is a job of such a video, whose folder has a clip of a second and a half, and a longer song.
func heardJob(t *testing.T, kind, settings, more string) render.Job {
	t.Helper()
	dir := t.TempDir()
	makeSound(t, filepath.Join(dir, "clip.wav"), "aevalsrc=0.2*sin(2*PI*300*t)*(0.4+0.6*gt(mod(t\\,0.4)\\,0.1)):d=1.5:s=44100")
	makeSound(t, filepath.Join(dir, "song.mp3"), "aevalsrc=0.3*sin(2*PI*130*t)|0.3*sin(2*PI*196*t):d=3:s=44100")
	return render.Job{Payload: decode(t, heardVideo(kind, settings, more)), Dir: dir, Video: render.Video{FPS: 30, Quality: "draft", Cues: true}}
}

func makeSound(t *testing.T, path, source string) {
	t.Helper()
	if out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// rendered renders a job into a file.
func rendered(t *testing.T, job render.Job) *render.Result {
	t.Helper()
	job.Output = filepath.Join(t.TempDir(), "video"+job.Format().Suffix())
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// samplesOf decodes the sound of a file as mono samples.
func samplesOf(t *testing.T, file string) []float64 {
	t.Helper()
	pcm, err := exec.Command("ffmpeg", "-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "48000", "-").Output()
	if err != nil {
		t.Fatalf("decode sound: %v", err)
	}
	samples := make([]float64, len(pcm)/2)
	for i := range samples {
		samples[i] = float64(int16(binary.LittleEndian.Uint16(pcm[2*i:]))) / math.MaxInt16
	}
	return samples
}

// begins finds when samples become louder than a level after a time below it.
func begins(samples []float64, level float64, silence time.Duration) (at []time.Duration) {
	gap := int(silence * 48000 / time.Second)
	last := -gap
	for i, v := range samples {
		if math.Abs(v) < level {
			continue
		}
		if i-last >= gap {
			at = append(at, time.Duration(i)*time.Second/48000)
		}
		last = i
	}
	return at
}

// soundTolerance is a frame, and what codecs smear.
const soundTolerance = time.Second/30 + 10*time.Millisecond

// nearTime reports whether one of the times is near another.
func nearTime(times []time.Duration, at time.Duration) bool {
	return slices.ContainsFunc(times, func(t time.Duration) bool { return (t - at).Abs() <= soundTolerance })
}

// In every type of video what happens is heard within a frame of its cue, and nothing else is.
func TestSoundsInTime(t *testing.T) {
	t.Parallel()
	for _, kind := range longtest.Sample(t, 3, append(heardKinds(), "talk"), longtest.Alike) {
		t.Run(kind, func(t *testing.T) {
			settings := "sounds: true"
			if kind == "comment-popup" {
				settings = "intro: 0.5"
			}
			result := rendered(t, heardJob(t, kind, settings, ""))
			var expected, drafts []time.Duration
			for _, cue := range result.Cues.Cues {
				switch cue.Kind {
				case storyboard.CueSend, storyboard.CuePop, storyboard.CueReact, storyboard.CueCall, storyboard.CueEvent:
					expected = append(expected, cue.At)
				case storyboard.CueArrive:
					if kind != "ai" {
						expected = append(expected, cue.At)
					}
				case storyboard.CueWrite:
					expected = append(expected, cue.End)
				case storyboard.CueSlide:
					if cue.At > 0 {
						expected = append(expected, cue.At)
					}
				case storyboard.CueDraft:
					drafts = append(drafts, cue.At, cue.End)
				}
			}
			samples := samplesOf(t, result.Path)
			heard := begins(samples, 0.02, 60*time.Millisecond)
			t.Logf("expected %v, heard %v", expected, heard)
			for _, at := range expected {
				if !nearTime(heard, at) {
					t.Errorf("nothing is heard at %v", at)
				}
			}
			for _, at := range heard {
				typing := false
				for i := 0; i < len(drafts); i += 2 {
					typing = typing || at >= drafts[i]-soundTolerance && at < drafts[i+1]-200*time.Millisecond
				}
				double := slices.ContainsFunc(expected, func(e time.Duration) bool { return at > e && at < e+400*time.Millisecond })
				if !typing && !double && !nearTime(expected, at) {
					t.Errorf("at %v something is heard that nothing has to do with", at)
				}
			}
			if len(expected) < 2 {
				t.Errorf("the cues are %+v", result.Cues.Cues)
			}
		})
	}
}

// Each key is heard with a frame that shows one letter more.
func TestKeysInTime(t *testing.T) {
	t.Parallel()
	job := heardJob(t, "chats", "sounds: true", "")
	result := rendered(t, job)
	var draft storyboard.Cue
	for _, cue := range result.Cues.Cues {
		if cue.Kind == storyboard.CueDraft {
			draft = cue
		}
	}
	var changed []bool
	var before []byte
	if _, err := shared.renderer.Frames(context.Background(), job, func(now []byte, times int) error {
		for range times {
			changed = append(changed, before != nil && !bytes.Equal(now, before))
			before = append(before[:0], now...)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	samples := samplesOf(t, result.Path)
	from, to := int(draft.At.Seconds()*48000), int((draft.End.Seconds()-0.1)*48000)
	keys := begins(samples[from:to], 0.04, 15*time.Millisecond)
	if len(keys) < 7 || len(keys) > 12 { // "yes we are"
		t.Errorf("%d keys are heard, want about 10: %v", len(keys), keys)
	}
	for _, at := range keys {
		frame := int(math.Round((draft.At + at).Seconds() * 30))
		if !slices.Contains(changed[frame-1:frame+2], true) {
			t.Errorf("a key is heard at %v, and frame %d shows nothing new", draft.At+at, frame)
		}
	}
}

// A voice is heard from its cue to its end, in every type of video and in both formats, and the whole has the loudness and
// the true peak that are wanted.
func TestNarration(t *testing.T) {
	t.Parallel()
	for _, kind := range longtest.Sample(t, 3, heardKinds(), longtest.Alike) {
		t.Run(kind, func(t *testing.T) {
			job := heardJob(t, kind, "intro: 0.5", ", narration: clip.wav")
			if kind == "comment-popup" {
				job = heardJob(t, kind, "intro: 0.5", ", narration: clip.wav")
				job.Payload = decode(t, strings.Replace(heardVideo(kind, "intro: 0.5", ", narration: clip.wav"), "sound: true", "sound: false, background: transparent", 1))
			}
			result := rendered(t, job)
			samples := samplesOf(t, result.Path)
			heard := begins(samples, 0.03, 300*time.Millisecond)
			var voices []storyboard.Cue
			for _, cue := range result.Cues.Cues {
				if cue.Kind == storyboard.CueVoice {
					voices = append(voices, cue)
				}
			}
			if len(voices) == 0 || len(voices) != len(heard) {
				t.Fatalf("the voices have the cues %+v and are heard at %v", voices, heard)
			}
			for i, cue := range voices {
				if !nearTime(heard[i:i+1], cue.At) || (cue.End-cue.At-1500*time.Millisecond).Abs() > soundTolerance {
					t.Errorf("the voice with the cue %+v is heard at %v", cue, heard[i])
				}
				end := int((cue.End.Seconds() - 0.05) * 48000)
				if loudest := slices.Max(samples[end-2400 : end]); loudest < 0.03 {
					t.Errorf("shortly before its end the voice is at %.3f", loudest)
				}
			}
			checkLoudness(t, result.Path)
		})
	}
}

func checkLoudness(t *testing.T, file string) {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-nostdin", "-hide_banner", "-i", file, "-af", "ebur128=peak=true", "-f", "null", "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, summary, _ := bytes.Cut(out, []byte("Summary:"))
	found := regexp.MustCompile(`(?s)I:\s+(\S+) LUFS.*Peak:\s+(\S+) dBFS`).FindSubmatch(summary)
	if found == nil {
		t.Fatalf("nothing is measured:\n%s", out)
	}
	loudness, _ := strconv.ParseFloat(string(found[1]), 64)
	peak, _ := strconv.ParseFloat(string(found[2]), 64)
	if math.Abs(loudness+16) > 0.6 || peak > -1 {
		t.Errorf("%s has %.1f LUFS and a true peak of %.1f dB, want -16 and at most -1", file, loudness, peak)
	}
}

// Each format holds the sound as it can. Where it cannot, one warning says so, and the tracks are written all the same.
func TestSoundOfFormats(t *testing.T) {
	t.Parallel()
	tracks := map[string]string{"prores": "pcm_s16le,2", "mov": "pcm_s16le,2", "webm": "opus,2", "apng": "", "gif": "", "png-sequence": ""}
	for _, format := range longtest.Sample(t, 3, slices.Sorted(maps.Keys(tracks)), func(format string) string { return tracks[format] }) {
		want := tracks[format]
		t.Run(format, func(t *testing.T) {
			job := heardJob(t, "notifications", "sounds: true", ", narration: clip.wav")
			job.As, job.Video.FPS, job.Video.Quality, job.Video.Stems = format, 25, "", filepath.Join(t.TempDir(), "stems")
			result := rendered(t, job)
			warned := 0
			for _, warning := range result.Warnings {
				if warning.Code == "no_sound" {
					warned++
				}
			}
			if (want == "") != (warned == 1) || warned > 1 {
				t.Errorf("the warnings are %v", result.Warnings)
			}
			checkLoudness(t, mixOf(t, job.Video.Stems))
			if job.Format().Folder {
				return
			}
			out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,channels", "-of", "csv=p=0", result.Path).Output()
			if got := strings.TrimSpace(string(out)); err != nil || got != want {
				t.Errorf("the sound is %q, %v; want %q", got, err, want)
			}
			if want != "" {
				checkLoudness(t, result.Path)
			}
		})
	}
}

// mixOf mixes the voice and the effects of a folder of stems.
func mixOf(t *testing.T, folder string) string {
	t.Helper()
	mix := filepath.Join(t.TempDir(), "mix.wav")
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", filepath.Join(folder, "effects.wav"), "-i", filepath.Join(folder, "voice.wav"),
		"-filter_complex", "amix=normalize=0", mix).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return mix
}

// A soundtrack is heard for as long as the video, gives way to the voice, and the same payload gives the same bytes. The
// stems are the tracks of the mix.
func TestSoundtrack(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	job := heardJob(t, "chats", "sounds: true, outro: 3, soundtrack: {file: song.mp3}", ", narration: clip.wav")
	job.Video.Stems = filepath.Join(t.TempDir(), "stems")
	result := rendered(t, job)
	checkLoudness(t, result.Path)
	var files []string
	entries, err := os.ReadDir(job.Video.Stems)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		files = append(files, entry.Name())
		samples := samplesOf(t, filepath.Join(job.Video.Stems, entry.Name()))
		if want := result.Frames * 48000 / 30; len(samples) != want {
			t.Errorf("%s has %d samples, want %d", entry.Name(), len(samples), want)
		}
	}
	if want := []string{"effects.wav", "music.wav", "voice.wav"}; !slices.Equal(files, want) {
		t.Errorf("the stems are %v, want %v", files, want)
	}
	voice := begins(samplesOf(t, filepath.Join(job.Video.Stems, "voice.wav")), 0.01, time.Second/2)
	for _, cue := range result.Cues.Cues {
		if cue.Kind == storyboard.CueVoice && !slices.ContainsFunc(voice, func(at time.Duration) bool { return (at - cue.At).Abs() <= time.Second/30+time.Millisecond }) {
			t.Errorf("the stem has voices at %v, want one at %v", voice, cue.At)
		}
	}
	music := samplesOf(t, filepath.Join(job.Video.Stems, "music.wav"))
	level := func(from, to time.Duration) float64 {
		return slices.Max(music[int(from.Seconds()*48000):int(to.Seconds()*48000)])
	}
	first := voice[0]
	if free, ducked := level(first-900*time.Millisecond, first-700*time.Millisecond), level(first+300*time.Millisecond, first+time.Second); ducked > 0.55*free {
		t.Errorf("the music is at %.3f below the voice and at %.3f before it", ducked, free)
	}
	again := job
	again.Video.Stems = filepath.Join(t.TempDir(), "again")
	if other := rendered(t, again); other.SHA256 != result.SHA256 {
		t.Error("the same payload gives another video")
	}
	for _, name := range files {
		a, err1 := os.ReadFile(filepath.Join(job.Video.Stems, name))
		b, err2 := os.ReadFile(filepath.Join(again.Video.Stems, name))
		if err := errors.Join(err1, err2); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is another file: %v", name, err)
		}
	}
}

// What is wrong with an audio file, or with the times around it, is said with its place, and nothing is left.
func TestNarrationErrors(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	write := func(name string, data []byte) func(dir string) {
		return func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	nothing := func(string) {}
	for name, tc := range map[string]struct {
		settings, more string
		prepare        func(dir string)
		want           string
	}{
		"missing":       {"", ", narration: none.wav", nothing, "load audio file props.messages.1.narration, props.messages.3.narration (none.wav): "},
		"playlist":      {"", ", narration: p.wav", write("p.wav", []byte("#EXTM3U\nfile:///etc/passwd\n")), "props.messages.1.narration, props.messages.3.narration (p.wav): it is a playlist; allowed are"},
		"private":       {"", ", narration: 'https://10.0.0.1/a.mp3'", nothing, "props.messages.1.narration"},
		"broken":        {"", ", narration: b.mp3", write("b.mp3", append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), make([]byte, 4000)...)), "props.messages.1.narration (b.mp3): ffmpeg cannot decode it"},
		"soundtrack":    {"soundtrack: {file: none.mp3}", "", nothing, "load audio file video.soundtrack.file (none.mp3): "},
		"hold":          {"", ", narration: clip.wav, timing: {hold: 1}", nothing, "props.messages.1.timing.hold: 1 s is too short; its voice takes 1.6 s"},
		"length":        {"length: 2", ", narration: clip.wav", nothing, "video.length: 2 s is too short; with its voices the video takes"},
		"stems of none": {"", "", nothing, "nothing is heard in this video"},
	} {
		t.Run(name, func(t *testing.T) {
			job := heardJob(t, "chats", tc.settings, tc.more)
			tc.prepare(job.Dir)
			out := t.TempDir()
			job.Output, job.Video.Stems = filepath.Join(out, "video.mp4"), filepath.Join(out, "stems")
			renderer := shared.renderer
			if name == "private" {
				renderer = publicRenderer(t)
			}
			_, err := renderer.Render(t.Context(), job)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v; want %q", err, tc.want)
			}
			if left, _ := os.ReadDir(out); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// Voices that are too long together are refused before they fill the memory. Each of them is within its bound.
func TestVoicesSideBySide(t *testing.T) {
	t.Parallel()
	job := heardJob(t, "stories", "", "")
	var slides []string
	for i := range 6 {
		name := fmt.Sprintf("long%d.flac", i)
		makeSound(t, filepath.Join(job.Dir, name), fmt.Sprintf("anullsrc=r=8000:cl=mono:d=%d", 290+i))
		slides = append(slides, fmt.Sprintf("{id: s%d, narration: %s}", i, name))
	}
	job.Payload = decode(t, `{mockupType: stories, platform: instagram, renderKind: video, resolutionScale: 1x, rendererVersion: mockup-chromium-v1,
props: {platform: instagram, author: {username: mia, verified: false}, slides: [`+strings.Join(slides, ", ")+`]}}`)
	_, err := shared.renderer.Render(t.Context(), job)
	if size := (*render.SizeError)(nil); !errors.As(err, &size) || !strings.Contains(err.Error(), "the voices are longer than 20m0s together") {
		t.Error(err)
	}
}

// publicRenderer is a renderer as a service has it.
func publicRenderer(t *testing.T) *render.Renderer {
	t.Helper()
	r, err := render.New(render.Options{Public: true, NoSandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// With a placeholder for what is missing the voice is left out, with a warning.
func TestMissingVoice(t *testing.T) {
	job := heardJob(t, "stories", "", ", narration: none.wav")
	job.Placeholder = true
	at := 100 * time.Millisecond
	job.Video.At = &at
	result, err := shared.renderer.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(result.Warnings) == "" || len(result.Warnings) != 1 || result.Warnings[0].Code != "missing_asset" || !strings.Contains(result.Warnings[0].Message, "props.slides.1.narration") || !strings.HasSuffix(result.Warnings[0].Message, "it is left out") {
		t.Errorf("the warnings are %v", result.Warnings)
	}
}

// The errors are of the kinds that a service words for the owner of the payload.
func TestNarrationErrorKinds(t *testing.T) {
	t.Parallel()
	job := heardJob(t, "chats", "", ", narration: clip.wav, timing: {hold: 1}")
	_, err := shared.renderer.Render(t.Context(), job)
	if conflict := (*scene.ConflictError)(nil); !errors.As(err, &conflict) || conflict.Path != "props.messages.1.timing.hold" {
		t.Errorf("%v is no conflict", err)
	}
	job = heardJob(t, "chats", "", ", narration: none.wav")
	_, err = shared.renderer.Render(t.Context(), job)
	if failed := (asset.Errors)(nil); !errors.As(err, &failed) || failed[0].Kind != asset.AudioKind {
		t.Errorf("%v is not about an audio file", err)
	}
}
