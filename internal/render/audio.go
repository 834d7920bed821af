package render

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
	"mockup/internal/render/scene"
	"mockup/internal/render/sound"
	"mockup/internal/schema"
)

// Bounds of audio files, which are in memory while a video is made: a minute takes 5.8 MB for each channel.
const (
	longestVoice  = 5 * time.Minute
	longestVoices = 20 * time.Minute // all voices of a video together
	longestMusic  = 10 * time.Minute
)

// Audio files are larger than images, and may take longer to load: one, and all together.
const (
	fileTimeout  = 30 * time.Second
	filesTimeout = time.Minute
)

// decoders is how many files are decoded at once.
const decoders = 2

// audio is the voices of a scene and its soundtrack. Which voices are heard is known once the scene has asked for their
// lengths; then they are loaded, and the scene is built again.
type audio struct {
	asked    map[string]bool // voices, by the payload's value
	refs     []asset.Ref     // of these, and of the soundtrack
	files    map[string]asset.Audio
	voices   map[string]*sound.Clip // nil until they are decoded
	music    *sound.Clip            // nil: none
	warnings []scene.Warning
}

func newAudio() *audio { return &audio{asked: map[string]bool{}} }

// voice returns how long a voice is, and whether that is known yet.
func (a *audio) voice(ref string) (time.Duration, bool) {
	a.asked[ref] = true
	if clip := a.voices[ref]; clip != nil {
		return clip.Length(), true
	}
	return 0, a.voices != nil // one that could not be loaded is left out
}

// load gets the files of the voices that the scene has asked for, and of the soundtrack.
func (a *audio) load(ctx context.Context, job Job, public bool) error {
	a.refs = a.wanted(job)
	if len(a.refs) == 0 {
		return nil
	}
	loader := asset.New(asset.Options{
		Dir: job.Dir, Public: public, Placeholder: job.Placeholder, Timeout: fileTimeout, TotalTimeout: filesTimeout,
	})
	defer loader.Close()
	files, warnings, err := loader.LoadAudio(ctx, a.refs)
	if err != nil {
		return err
	}
	a.files = files
	for _, w := range warnings {
		a.warn(w)
	}
	return nil
}

// wanted returns the files that are heard.
func (a *audio) wanted(job Job) []asset.Ref {
	music := soundtrack(job) != nil
	var refs []asset.Ref
	for field, ref := range job.Payload.Audio() {
		if field == musicField && music || field != musicField && a.asked[string(*ref)] {
			refs = append(refs, asset.Ref{Field: field, Value: string(*ref)})
		}
	}
	return refs
}

// soundtrack returns the soundtrack of a job; nil if none is heard.
func soundtrack(job Job) *schema.Soundtrack {
	v := job.Payload.Video
	if job.Payload.RenderKind != schema.Video || job.Video.At != nil || v == nil || v.Soundtrack == nil || v.Soundtrack.Volume == 0 {
		return nil
	}
	return v.Soundtrack
}

// decode decodes the files. It ends early once the voices are too long together.
func (a *audio) decode(ctx context.Context, job Job, ffmpeg string) error {
	a.voices = map[string]*sound.Clip{}
	clips := make([]*sound.Clip, len(a.refs))
	failures := make([]error, len(a.refs))
	total := atomic.Int64{} // of the voices, in nanoseconds
	tooLong := func(i int) error {
		if clips[i] != nil && a.refs[i].Field != musicField && total.Add(int64(clips[i].Length())) > int64(longestVoices) {
			return &SizeError{fmt.Sprintf("the voices are longer than %v together; shorten them", longestVoices)}
		}
		return nil
	}
	numbers, tasks := a.tasks(ffmpeg)
	if together, err := decode.Together(ctx, tasks); err == nil {
		for n, i := range numbers {
			clips[i] = together[n]
			if err := tooLong(i); err != nil {
				return err
			}
		}
		tasks = nil
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(decoders)
	for n, task := range tasks {
		i := numbers[n]
		group.Go(func() error {
			clips[i], failures[i] = decode.Decode(ctx, task.File, task.Options)
			return tooLong(i)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := a.failed(failures, job.Placeholder); err != nil {
		return err
	}
	for i, clip := range clips {
		switch {
		case clip == nil:
		case a.refs[i].Field == musicField:
			a.music = clip
		default:
			a.voices[a.refs[i].Value] = clip
		}
	}
	return nil
}

// tasks lists what is decoded, each file of a voice once, and of which of the references it is.
func (a *audio) tasks(ffmpeg string) (numbers []int, tasks []decode.Task) {
	known := map[string]bool{} // voices
	for i, ref := range a.refs {
		file, loaded := a.files[ref.Value]
		opts := decode.Options{FFmpeg: ffmpeg, Channels: 2, Longest: longestMusic}
		if ref.Field != musicField {
			opts.Channels, opts.Longest = 1, longestVoice
			loaded, known[ref.Value] = loaded && !known[ref.Value], true
		}
		if loaded {
			numbers, tasks = append(numbers, i), append(tasks, decode.Task{File: file, Options: opts})
		}
	}
	return numbers, tasks
}

// musicField is the field of the soundtrack's file.
const musicField = "video.soundtrack.file"

// failed returns the error about files that cannot be decoded, or warns if they may be left out.
func (a *audio) failed(failures []error, placeholder bool) error {
	var all asset.Errors
	for i, err := range failures {
		if fault := (*decode.Error)(nil); err != nil && !errors.As(err, &fault) {
			return fmt.Errorf("decode %s: %w", a.refs[i].Field, err)
		}
		if err != nil {
			all = append(all, asset.Failed(asset.AudioKind, []string{a.refs[i].Field}, a.refs[i].Value, err))
		}
	}
	if len(all) > 0 && !placeholder {
		return all
	}
	for _, failure := range all {
		a.warn(asset.Warning{Cause: failure})
	}
	return nil
}

func (a *audio) warn(w asset.Warning) {
	a.warnings = append(a.warnings, scene.Warning{Code: "missing_asset", Message: w.String()})
}

// hash returns what stands for the content of a file in the canonical payload; "" for one that is not heard.
func (a *audio) hash(ref string) string {
	file, loaded := a.files[ref]
	if !loaded {
		return ""
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256(file.File))
}

// mixed returns the soundtrack as it is mixed; nil if there is none.
func (a *audio) mixed(job Job) *sound.Music {
	track := soundtrack(job)
	if track == nil || a.music == nil {
		return nil
	}
	return &sound.Music{Clip: a.music, Volume: track.Volume, Loop: track.Loop, Duck: track.Duck}
}
