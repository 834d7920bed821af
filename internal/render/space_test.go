package render_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
)

// inSpace is an example as a picture or a video of the 3D phone.
func inSpace(t *testing.T, path string, kind schema.Kind) render.Job {
	t.Helper()
	job := example(t, path)
	job.Payload.Render3D, job.Payload.RenderKind = true, kind
	return job
}

func drawn(t *testing.T, job render.Job) (image.Image, *render.Result) {
	t.Helper()
	result, err := shared.renderer.Render(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != result.Width || size.Y != result.Height {
		t.Errorf("the picture is %v, and said to be %d x %d", size, result.Width, result.Height)
	}
	return picture, result
}

// A still of the 3D phone shows the screen's own colours, is transparent around the phone, and has the canvas that the
// payload asks for.
func TestSpaceStill(t *testing.T) {
	job := inSpace(t, "chats/whatsapp.yaml", schema.Image)
	props := job.Payload.Props.(*schema.ChatProps)
	wallpaper := schema.Wallpaper("#3366cc")
	props.ChatWallpaper, props.Messages, props.TransparentBackground = &wallpaper, props.Messages[:1], true
	picture, _ := drawn(t, job)
	size := picture.Bounds().Size()
	if _, _, _, a := picture.At(0, 0).RGBA(); a != 0 {
		t.Error("the picture's corner is not transparent")
	}
	if got := color.NRGBAModel.Convert(picture.At(size.X/2, size.Y/2)); got != (color.NRGBA{0x33, 0x66, 0xcc, 255}) {
		t.Errorf("the middle of the screen is %v, want the wallpaper's own colour", got)
	}
	job.Payload.Canvas = &schema.Canvas{AspectRatio: "1:1", Background: schema.CanvasBackground{Color: "#ff8800"}, Padding: 20}
	picture, result := drawn(t, job)
	if got := color.NRGBAModel.Convert(picture.At(0, 0)); got != (color.NRGBA{0xff, 0x88, 0, 255}) {
		t.Errorf("the canvas is %v, want its own colour", got)
	}
	if got := color.NRGBAModel.Convert(picture.At(result.Width/2, result.Height/2)); got != (color.NRGBA{0x33, 0x66, 0xcc, 255}) {
		t.Errorf("the middle of the screen on a canvas is %v, want the wallpaper's own colour", got)
	}
	if result.Width != result.Height || result.Height != size.Y+40 {
		t.Errorf("the canvas is %d x %d, want %d on a side", result.Width, result.Height, size.Y+40)
	}
}

// A video's last frame is the picture of the same moment, and its moments are those of the flat video, seen on the 3D phone.
func TestSpaceVideo(t *testing.T) {
	t.Parallel()
	job := inSpace(t, "chats/whatsapp-video.yaml", schema.Video)
	props := job.Payload.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:2]
	for name, test := range map[string]struct {
		transparent bool
		format      string
	}{"on white": {false, "mp4"}, "on nothing": {true, "webm"}} {
		t.Run(name, func(t *testing.T) {
			props.TransparentBackground = test.transparent
			job.Video.At = nil
			if job.Format().Name != test.format {
				t.Errorf("the format is %s, want %s", job.Format().Name, test.format)
			}
			var last []byte
			video, err := shared.renderer.Frames(context.Background(), job, func(frame []byte, _ int) error {
				last = append(last[:0], frame...)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			at := time.Duration(video.Frames-1) * time.Second / time.Duration(video.FPS)
			job.Video.At = &at
			picture, result := drawn(t, job)
			if result.Width != video.Width || result.Height != video.Height || video.Alpha != test.transparent {
				t.Fatalf("frames are %dx%d, alpha %v; the moment is %dx%d", video.Width, video.Height, video.Alpha, result.Width, result.Height)
			}
			compareLuma(t, last, picture)
		})
	}
}

// The camera moves around a screen that stands still: every frame differs from the one before, each is the picture of its moment, and
// all are the same each time. The screen is that of the picture.
func TestSpaceMoves(t *testing.T) {
	t.Parallel()
	length := 1.
	job := inSpace(t, "chats/whatsapp-video.yaml", schema.Video)
	props := job.Payload.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:2]
	job.Payload.Canvas = &schema.Canvas{AspectRatio: "1:1", Size: "216x384", Background: schema.CanvasBackground{Color: "#dfe7f5"}}
	job.Payload.CameraPath = schema.CameraPath{{Preset: schema.Orbit}}
	job.Payload.DeviceShadow = "ground"
	job.Payload.Video = &schema.VideoSettings{Still: true, Length: &length, Clock: "fixed"}
	job.Video.FPS = 10
	var frames, again [][]byte
	for _, to := range []*[][]byte{&frames, &again} {
		video, err := shared.renderer.Frames(context.Background(), job, func(frame []byte, times int) error {
			for range times {
				*to = append(*to, bytes.Clone(frame))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if video.Frames != 10 || video.Width != 216 || video.Height != 384 {
			t.Errorf("%d frames of %d x %d", video.Frames, video.Width, video.Height)
		}
	}
	for i := range frames {
		if !bytes.Equal(frames[i], again[i]) {
			t.Errorf("frame %d is another one the second time", i)
		}
		if i > 0 && bytes.Equal(frames[i], frames[i-1]) {
			t.Errorf("frame %d is the one before", i)
		}
	}
	at := 600 * time.Millisecond
	job.Video.At = &at
	picture, _ := drawn(t, job)
	compareLuma(t, frames[6], picture)
}

// A keyframe that the video does not reach is named, whether a file is made or a moment drawn.
func TestLateCamera(t *testing.T) {
	t.Parallel()
	job := inSpace(t, "chats/whatsapp-video.yaml", schema.Video)
	props := job.Payload.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:1]
	job.Payload.Canvas = &schema.Canvas{AspectRatio: "1:1", Size: "216x384", Background: schema.CanvasBackground{Color: "#dfe7f5"}}
	job.Payload.CameraPath = schema.CameraPath{{Position: [3]float64{-1, 0, 2}}, {T: 0.2, Position: [3]float64{0, 0, 2}}, {T: 300, Position: [3]float64{1, 0, 2}}}
	job.Video.FPS = 24
	foreseen := 0
	job.Video.Foreseen = func(warnings []scene.Warning) { foreseen += len(warnings) }
	for _, at := range []*time.Duration{nil, new(time.Duration)} {
		job.Video.At = at
		result, err := shared.renderer.Render(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Warnings) != 1 || result.Warnings[0].Code != "ignored" || !strings.HasPrefix(result.Warnings[0].Message, "cameraPath.2.t: 300 s is after the end of the video") {
			t.Errorf("the warnings are %v", result.Warnings)
		}
		checkForeseen(t, job, result.Warnings)
	}
	if foreseen != 1 {
		t.Errorf("%d warnings were given before the video was drawn, want that of the camera", foreseen)
	}
}

// compareLuma compares a frame's luma with what a picture's colours give.
func compareLuma(t *testing.T, frame []byte, picture image.Image) {
	t.Helper()
	size := picture.Bounds().Size()
	off, most := 0, 0
	for y := range size.Y {
		for x := range size.X {
			c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
			if c.A > 0 && c.A < 255 {
				continue // rounded by as much as alpha is small
			}
			want := 16.0
			if c.A == 255 {
				want += (0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)) * 219 / 255
			}
			got := min(max(frame[y*size.X+x], 16), 235) // a filter's overshoot is not in a picture
			if d := int(want+.5) - int(got); d > 3 || d < -3 {
				off, most = off+1, max(most, d, -d)
			}
		}
	}
	if off > size.X*size.Y/1000 {
		t.Errorf("%d of %d pixels differ, by %d at most", off, size.X*size.Y, most)
	}
}
