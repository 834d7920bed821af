package render

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"mockup/internal/render/asset"
	"mockup/internal/render/decode"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// behindField is the field of the video behind the content.
const behindField = "canvas.background.video"

// videoFile is a video of the payload: that behind the content, or one that plays in a message.
type videoFile struct {
	ref    asset.Ref
	loaded asset.Video   // without its bytes once it is opened
	hash   string        // stands for its content in the canonical payload
	video  *decode.Video // nil until it is opened, and where it is left out
}

func (v *videoFile) close() {
	if v != nil && v.video != nil {
		v.video.Close()
	}
}

// videoRefs returns the video behind the content of a scene, if there is one.
func videoRefs(job Job, sc *scene.Scene) []asset.Ref {
	if sc.Canvas == nil || job.Payload.Canvas.Background.Video == "" {
		return nil
	}
	return []asset.Ref{{Field: behindField, Value: string(job.Payload.Canvas.Background.Video)}}
}

// loadVideoBehind loads the video behind the content; nil: there is none. One that may be left out leaves black, and a warning.
func loadVideoBehind(ctx context.Context, job Job, sc *scene.Scene, images *images, public bool) (*videoFile, error) {
	refs := videoRefs(job, sc)
	if len(refs) == 0 {
		return nil, nil
	}
	files, err := loadVideos(ctx, job, refs, images, public)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		sc.Canvas.LeaveOut()
		return nil, nil
	}
	return files[0], nil
}

// loadVideos loads video files. Those that may be left out are not among them, and there is a warning.
func loadVideos(ctx context.Context, job Job, refs []asset.Ref, images *images, public bool) ([]*videoFile, error) {
	loader := asset.New(asset.Options{Dir: job.Dir, Public: public, Placeholder: job.Placeholder, Timeout: filesTimeout, TotalTimeout: filesTimeout})
	defer loader.Close()
	loaded, warnings, err := loader.LoadVideos(ctx, refs)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		images.warn(w)
	}
	var files []*videoFile
	for _, ref := range refs {
		known := slices.ContainsFunc(files, func(f *videoFile) bool { return f.ref.Value == ref.Value })
		if file, ok := loaded[ref.Value]; ok && !known {
			files = append(files, &videoFile{ref: ref, loaded: file, hash: fmt.Sprintf("sha256:%x", sha256.Sum256(file.File))})
		}
	}
	return files, nil
}

// open has ffmpeg decode a frame, which becomes an image if the job is about a picture. It does nothing where there is no video.
func (v *videoFile) open(ctx context.Context, job Job, sc *scene.Scene, images *images, ffmpeg string) (err error) {
	if v == nil {
		return nil
	}
	if v.video, err = decode.OpenVideo(ctx, v.loaded, ffmpeg); err == nil && job.Payload.RenderKind == schema.Image {
		err = v.showFirst(ctx, images)
	}
	v.loaded.File = nil
	failed := (*asset.Error)(nil)
	if err = v.failed(err); errors.As(err, &failed) && job.Placeholder {
		images.warn(asset.Warning{Cause: failed})
		sc.Canvas.LeaveOut()
		return nil
	}
	return err
}

// showFirst makes the first frame an image.
func (v *videoFile) showFirst(ctx context.Context, images *images) error {
	png, err := v.video.Picture(ctx)
	if err == nil {
		images.paths[v.ref.Value] = images.add(asset.Image{File: png, Data: png, Type: "image/png"})
	}
	return err
}

// failed names the field of a video that cannot be decoded.
func (v *videoFile) failed(err error) error {
	if err == nil {
		return nil
	}
	if fault := (*decode.Error)(nil); errors.As(err, &fault) {
		return asset.Failed(asset.VideoKind, []string{v.ref.Field}, v.ref.Value, fault)
	}
	return fmt.Errorf("decode %s: %w", v.ref.Field, err)
}

// behindVideo is the video that shows through the canvas; nil: none.
func (d *document) behindVideo() *scene.Behind {
	if d.scene.Canvas == nil {
		return nil
	}
	return d.scene.Canvas.Video
}

// showBehind puts the frames of the video behind those that are composed next. What it returns ends the decoder.
func (r *videoRun) showBehind(ctx context.Context) io.Closer {
	behind := r.doc.behindVideo()
	if behind == nil {
		return io.NopCloser(nil)
	}
	frames := r.doc.behindFile.video.Frames(ctx, decode.FrameOptions{
		Size: r.video.Size(), FPS: r.job.FPS(), Full: r.drawn || r.job.Format().Full, Contain: behind.Contain, Blur: behind.Blur, Dim: behind.Dim,
	})
	r.video.Over(func(frame int, into []byte) error {
		if err := frames.Read(frame, into); err != nil {
			return r.doc.behindFile.failed(err)
		}
		return nil
	})
	return frames
}
