package render

import (
	"context"
	"errors"
	"io"
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
	if sc.Storyboard == nil || len(sc.Storyboard.Films) == 0 {
		return nil, nil
	}
	shown := map[string]bool{}
	for _, film := range sc.Storyboard.Films {
		shown[film.Ref] = true
	}
	var refs []asset.Ref
	for file := range job.Payload.Files() {
		if file.Media == schema.VideoMedia && strings.HasPrefix(file.Field, "props.") && shown[*file.Value] {
			refs = append(refs, asset.Ref{Field: file.Field, Value: *file.Value})
		}
	}
	return loadVideos(ctx, job, refs, images, public)
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
	playing := make(players)
	r.video.PlayFilms(func(film video.Film) video.FilmFrames {
		if playing[film] == nil {
			file := r.doc.films.of(film.Ref)
			playing[film] = &player{file: file, number: -1, frame: make([]byte, 3*film.Size.X*film.Size.Y)}
			playing[film].frames = file.video.Frames(ctx, decode.FrameOptions{Size: film.Size, FPS: r.job.FPS(), Full: true})
		}
		return playing[film].read
	})
	return playing
}

// player decodes a film at one size, for all messages in which it plays.
type player struct {
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
	if err := p.frames.Read(number, p.frame); err != nil {
		return nil, p.file.failed(err)
	}
	p.number = number
	return p.frame, nil
}

// players are the films that play.
type players map[video.Film]*player

// Close ends the decoders. The error is always nil.
func (p players) Close() error {
	for _, player := range p {
		_ = player.frames.Close()
	}
	return nil
}
