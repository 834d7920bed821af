package render_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
)

// twoColours is a picture of two colours beside each other.
func twoColours(left, right color.NRGBA) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 400, 800))
	for y := range 800 {
		for x := range 400 {
			img.SetNRGBA(x, y, map[bool]color.NRGBA{true: left, false: right}[x < 200])
		}
	}
	return img
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// animate writes a video of which only the last of three frames is another one.
func animate(t *testing.T, f format.Format, img *image.NRGBA) []byte {
	t.Helper()
	v := encode.Video{Format: f, Width: img.Rect.Dx(), Height: img.Rect.Dy(), FPS: 25, Frames: 3, Alpha: true}
	n := v.Width * v.Height
	frames := [2][]byte{make([]byte, v.FrameSize()), bytes.Repeat([]byte{128}, v.FrameSize())}
	for i := range n {
		c := img.NRGBAAt(i%v.Width, i/v.Width)
		r, g, b := float64(c.R), float64(c.G), float64(c.B)
		luma := 0.2126*r + 0.7152*g + 0.0722*b
		frames[0][i], frames[0][n+i] = byte(16.5+luma*219/255), byte(128.5+(b-luma)/1.8556*224/255)
		frames[0][2*n+i], frames[0][3*n+i] = byte(128.5+(r-luma)/1.5748*224/255), c.A
	}
	path := filepath.Join(t.TempDir(), "video")
	open := func(start func() (encode.Writer, error)) {
		w, err := start()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for i := range v.Frames {
			if err := w.Write(frames[i/2], 1); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if f.Name == format.GIF {
		v.Palette = filepath.Join(t.TempDir(), "palette")
		open(func() (encode.Writer, error) { return encode.StartPalette(t.Context(), encode.Options{}, v, v.Palette) })
	}
	open(func() (encode.Writer, error) { return encode.Open(t.Context(), encode.Options{}, v, path) })
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// pictureOrVideo is the kind of a format.
func pictureOrVideo(f format.Format) string { return fmt.Sprint(f.Video) }

// Chromium shows each format that it knows as it shows the PNG of the same picture, transparency included.
func TestChromiumReadsFormats(t *testing.T) {
	t.Parallel()
	for _, f := range longtest.Sample(t, 2, format.All(), pictureOrVideo) {
		if f.Name == format.PNG || f.Video && (f.Sound || f.Folder) {
			continue
		}
		for _, transparent := range []uint8{255, 0, 120} {
			if transparent < 255 && f.Alpha == format.Opaque || transparent == 120 && f.Alpha == format.OneColor {
				continue
			}
			t.Run(fmt.Sprintf("%s, video %v, alpha %d", f.Name, f.Video, transparent), func(t *testing.T) {
				img := twoColours(color.NRGBA{200, 30, 60, 255}, color.NRGBA{37, 211, 102, transparent})
				if transparent == 0 {
					img = twoColours(color.NRGBA{200, 30, 60, 255}, color.NRGBA{})
				}
				plain := pngOf(t, img)
				var file []byte
				if f.Video {
					file = animate(t, f, img)
				} else {
					var err error
					if file, err = encode.EncodePicture(t.Context(), encode.Options{}, plain, encode.Picture{Format: f, Size: img.Rect.Size(), Alpha: transparent < 255}); err != nil {
						t.Fatal(err)
					}
				}
				want, got := withWallpaper(t, plain), withWallpaper(t, file)
				for _, x := range []int{60, 340} {
					a, b := at(want, x, 600), at(got, x, 600)
					for i, v := range [3]uint8{a.R, a.G, a.B} {
						if off := int(v) - int([3]uint8{b.R, b.G, b.B}[i]); off < -2 || off > 2 {
							t.Errorf("at %d: %v, the PNG is shown as %v", x, b, a)
							break
						}
					}
				}
			})
		}
	}
}

// A payload becomes each of the formats, whole or not at all.
func TestRenderFormats(t *testing.T) {
	t.Parallel()
	for _, f := range longtest.Sample(t, 2, format.All(), pictureOrVideo) {
		payload := chat("canvas: {size: 100x200},", "transparentBackground: true,")
		if f.Video {
			payload = strings.Replace(conversation("transparentBackground: true,"), "renderKind", "canvas: {size: 100x200}, video: {length: 1}, renderKind", 1)
		}
		t.Run(fmt.Sprintf("%s, video %v", f.Name, f.Video), func(t *testing.T) {
			folder := t.TempDir()
			job := render.Job{Payload: decode(t, payload), As: f.Name, Output: filepath.Join(folder, "out"+f.Suffix())}
			if f.Video {
				job.Video.FPS = 25
			}
			times := 1
			if f.Name == format.MP4 || f.Folder {
				times = 2 // the second replaces the first
			}
			for range times {
				result, err := shared.renderer.Render(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				if result.Format != f.Name || result.Width != 100 || result.Path != job.Output || len(result.SHA256) != 64 || result.Size <= 0 && f.Video {
					t.Errorf("the result is %+v", result)
				}
			}
			entries, err := os.ReadDir(folder)
			if err != nil || len(entries) != 1 {
				t.Errorf("the folder holds %v, %v", entries, err)
			}
		})
	}
}

// A sequence has a picture for each frame, and each is the frame that --at draws.
func TestSequenceFrames(t *testing.T) {
	t.Parallel()
	longtest.InTurn(t)
	folder := filepath.Join(t.TempDir(), "frames")
	result, err := shared.renderer.Render(t.Context(), render.Job{Payload: decode(t, conversation("")), As: format.Sequence, Output: folder})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != result.Frames {
		t.Fatalf("%d pictures of %d frames, %v", len(entries), result.Frames, err)
	}
	for _, frame := range []int{0, 25, 60} {
		data, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%04d.png", frame+1)))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Duration(frame)*time.Second/time.Duration(result.FPS) + time.Millisecond
		still, err := shared.renderer.Render(t.Context(), render.Job{Payload: decode(t, conversation("")), Video: render.Video{At: &at}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(still.Data))
		if err != nil {
			t.Fatal(err)
		}
		for y := range 874 {
			for x := range 402 {
				if a, b := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(want.At(x, y)).(color.NRGBA); apart(a, b) > 3 { // a moment is laid out by itself
					t.Fatalf("frame %d at (%d, %d) is %v, and alone %v", frame, x, y, a, b)
				}
			}
		}
	}
}

// apart is the largest difference of two colours in a channel.
func apart(a, b color.NRGBA) int {
	most := 0
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B), int(a.A) - int(b.A)} {
		most = max(most, d, -d)
	}
	return most
}

// What is transparent lies on the matte in a format without transparency, on white by itself.
func TestPictureMatte(t *testing.T) {
	t.Parallel()
	for want, matte := range map[color.NRGBA]*color.NRGBA{{255, 255, 255, 255}: nil, {0, 0, 200, 255}: {B: 200, A: 255}} {
		path := filepath.Join(t.TempDir(), "a.jpg")
		job := render.Job{Payload: decode(t, chat("", "transparentBackground: true, showHeader: false,")), As: format.JPEG, Matte: matte, Output: path}
		if _, err := shared.renderer.Render(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		picture, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if got := color.NRGBAModel.Convert(picture.At(200, 200)).(color.NRGBA); apart(got, want) > 2 {
			t.Errorf("the background is %v, want %v", got, want)
		}
	}
}

// What a format does not have is refused before anything is drawn.
func TestFormatRefused(t *testing.T) {
	for _, test := range []struct {
		job  render.Job
		want string
	}{
		{render.Job{As: "gif", Payload: decode(t, chat("", ""))}, `gives a picture, and "gif" is no format of one; allowed: png, jpeg, webp, avif`},
		{render.Job{As: "jpeg", Payload: decode(t, conversation(""))}, `gives a video, and "jpeg" is no format`},
		{render.Job{As: "gif", Payload: decode(t, conversation("")), Video: render.Video{FPS: 30}}, "gif has no 30 frames per second; allowed: 10, 20, 25, 50"},
		{render.Job{As: "gif", Payload: decode(t, conversation("")), Video: render.Video{Quality: "high"}}, "has only one"},
		{render.Job{As: "mp4", Payload: decode(t, conversation("")), Video: render.Video{Quality: "80"}}, `there is no quality "80": take draft`},
		{render.Job{As: "avif", Payload: decode(t, chat("", "")), Still: render.Still{Quality: "lossless"}}, `no quality "lossless" of avif`},
		{render.Job{As: "png", Payload: decode(t, chat("", "")), Matte: &color.NRGBA{A: 255}}, "a matte has no effect on png"},
		{render.Job{As: "png-sequence", Payload: decode(t, conversation(""))}, "cannot go to the standard output"},
	} {
		if _, err := shared.renderer.Prepare(t.Context(), test.job); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.job.As, err, test.want)
		}
	}
}
