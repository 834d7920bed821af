package render

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
	"mockup/internal/render/scene"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// films are the video files that play in the messages of a chat.
type films []*videoFile

func (f films) close() {
	for _, film := range f {
		film.close()
	}
}

// of returns the film with a value of the payload; nil: there is none.
func (f films) of(ref string) *videoFile {
	for _, film := range f {
		if film.ref.Value == ref {
			return film
		}
	}
	return nil
}

// loadFilms loads the films that a scene shows.
func loadFilms(ctx context.Context, job Job, sc *scene.Scene, images *images, public bool) (films, error) {
	refs := filmRefs(job, sc)
	if len(refs) == 0 {
		return nil, nil
	}
	return loadVideos(ctx, job, refs, images, public)
}

// filmRefs returns the films that a scene shows.
func filmRefs(job Job, sc *scene.Scene) (refs []asset.Ref) {
	if sc.Storyboard == nil || len(sc.Storyboard.Films) == 0 {
		return nil
	}
	shown := map[string]bool{}
	for _, film := range sc.Storyboard.Films {
		shown[film.Ref] = true
	}
	for file := range job.Payload.Files() {
		if file.Media == schema.VideoMedia && strings.HasPrefix(file.Field, "props.") && shown[*file.Value] {
			refs = append(refs, asset.Ref{Field: file.Field, Value: *file.Value})
		}
	}
	return refs
}

// open has ffmpeg decode a frame of each. The picture of a film that is left out stays.
func (f films) open(ctx context.Context, job Job, sc *scene.Scene, images *images, ffmpeg string) (err error) {
	for _, film := range f {
		film.video, err = decode.OpenVideo(ctx, film.loaded, ffmpeg)
		film.loaded.File = nil
		failed := (*asset.Error)(nil)
		if err = film.failed(err); errors.As(err, &failed) && job.Placeholder {
			images.warn(asset.Warning{Cause: failed})
		} else if err != nil {
			return err
		}
	}
	if sc.Storyboard == nil {
		return nil
	}
	for i, film := range sc.Storyboard.Films {
		if file := f.of(film.Ref); file == nil || file.video == nil {
			sc.Storyboard.Films[i].Ref = ""
		}
	}
	return nil
}

// playFilms has films play in what is composed next. What it returns ends the decoders.
func (r *videoRun) playFilms(ctx context.Context) io.Closer {
	playing := &players{start: func(film video.Film) *player {
		file := r.doc.films.of(film.Ref)
		frames := file.video.Frames(ctx, decode.FrameOptions{Size: film.Size, FPS: r.job.FPS(), Full: true})
		return &player{film: film, file: file, frames: frames, number: -1, frame: make([]byte, 3*film.Size.X*film.Size.Y)}
	}}
	r.video.PlayFilms(func(film video.Film, number int) ([]byte, error) { return playing.player(film).read(number) })
	return playing
}

// player decodes a film, for all looks of the message in which it plays.
type player struct {
	film   video.Film
	file   *videoFile
	frames *decode.Frames
	number int // of the frame that was read last; -1: none
	frame  []byte
}

// read returns a frame, until the next call. Two looks of a message that fade into each other show the same one.
func (p *player) read(number int) ([]byte, error) {
	if number == p.number {
		return p.frame, nil
	}
	p.number = -1
	if err := p.frames.Read(number, p.frame); err != nil {
		return nil, p.file.failed(err)
	}
	p.number = number
	return p.frame, nil
}

// mostPlaying is how many films are decoded at once: as many as a screen shows. A decoder may take 200 MB of memory.
const mostPlaying = 6

// players are the films that were read last, the latest one at the end.
type players struct {
	start func(video.Film) *player
	all   []*player
}

// player returns the one of a film. The one that was not read for longest makes room for it.
func (p *players) player(film video.Film) *player {
	if i := slices.IndexFunc(p.all, func(of *player) bool { return of.film == film }); i >= 0 {
		found := p.all[i]
		p.all = append(slices.Delete(p.all, i, i+1), found)
		return found
	}
	if len(p.all) == mostPlaying {
		_ = p.all[0].frames.Close()
		p.all = slices.Delete(p.all, 0, 1)
	}
	p.all = append(p.all, p.start(film))
	return p.all[len(p.all)-1]
}

// Close ends the decoders. The error is always nil.
func (p *players) Close() error {
	for _, player := range p.all {
		_ = player.frames.Close()
	}
	return nil
}
