package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/image/draw"

	"mockup/internal/render"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/tail"
)

// Bounds of a preview. Models make larger pictures smaller before they see them (1568 pixels are the bound of
// https://docs.claude.com/en/docs/build-with-claude/vision), and hosts refuse large answers.
const (
	previewSide  = 1568      // pixels of the longer side
	previewBytes = 1_400_000 // of the answer, in which four characters stand for three bytes
	moments      = 4         // of a video
)

// preview returns a small picture of what was drawn. For a video it also sets the moments that the picture shows.
func (s *Server) preview(ctx context.Context, job render.Job, result *render.Result, out *renderOutput) (*mcp.ImageContent, error) {
	var picture image.Image
	var err error
	frames := framesToShow(result.Frames)
	for _, n := range frames {
		out.PreviewSeconds = append(out.PreviewSeconds, float64(n)/float64(result.FPS))
	}
	switch {
	case result.Format == format.PNG:
		picture, err = readPNG(result.Path)
	case result.Frames == 0:
		picture, err = s.drawAgain(ctx, job)
	case result.Format == format.WebP: // which ffmpeg cannot read
		picture, err = s.drawStrip(ctx, job, frames)
	default:
		picture, err = s.sideBySide(ctx, result, frames)
	}
	if err != nil {
		return nil, err
	}
	data, mime, err := compress(shrink(picture, previewSide))
	return &mcp.ImageContent{Data: data, MIMEType: mime}, err
}

func readPNG(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}

// drawAgain draws a picture as a PNG that is not kept.
func (s *Server) drawAgain(ctx context.Context, job render.Job) (image.Image, error) {
	job.As, job.Output = format.PNG, ""
	result, err := s.opts.Renderer.Render(ctx, job)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(result.Data))
}

// drawStrip draws frames of a video again, side by side.
func (s *Server) drawStrip(ctx context.Context, job render.Job, frames []int) (image.Image, error) {
	playback, err := s.opts.Renderer.NewPlayback(ctx, job)
	if err != nil {
		return nil, err
	}
	defer playback.Close()
	width, height := stripSize(len(frames), playback.Width, playback.Height)
	strip := image.NewNRGBA(image.Rect(0, 0, len(frames)*(width+stripGap)-stripGap, height))
	for i, n := range frames {
		frame, err := playback.Frame(n)
		if err != nil {
			return nil, err
		}
		place := image.Rect(0, 0, width, height).Add(image.Pt(i*(width+stripGap), 0))
		draw.CatmullRom.Scale(strip, place, frame, frame.Rect, draw.Src, nil)
	}
	return strip, nil
}

const stripGap = 8 // pixels between two frames

// stripSize is the size of each of some frames side by side.
func stripSize(frames, width, height int) (int, int) {
	room := (previewSide - stripGap*(frames-1)) / frames
	scale := min(1, float64(room)/float64(width), float64(previewSide)/float64(height))
	return max(1, int(scale*float64(width))), max(1, int(scale*float64(height)))
}

// framesToShow returns the numbers of frames that are spread evenly over a video, from the middle of its first part to that
// of its last.
func framesToShow(total int) []int {
	n := min(moments, total)
	frames := make([]int, n)
	for i := range frames {
		frames[i] = (2*i + 1) * total / (2 * n)
	}
	return frames
}

// sideBySide returns frames of a video side by side.
func (s *Server) sideBySide(ctx context.Context, result *render.Result, frames []int) (image.Image, error) {
	ffmpeg, err := encode.Find(s.opts.FFmpeg)
	if err != nil {
		return nil, err
	}
	var chosen []string
	for _, n := range frames {
		chosen = append(chosen, fmt.Sprintf("eq(n,%d)", n))
	}
	width, height := stripSize(len(frames), result.Width, result.Height)
	// Files may hold frames that are shown for longer.
	filter := fmt.Sprintf("fps=%d,select='%s',scale=%d:%d,tile=%dx1:padding=%d", result.FPS, strings.Join(chosen, "+"), width, height, len(frames), stripGap)
	args := []string{"-v", "error", "-nostdin"}
	if result.Format == "webm" { // ffmpeg's default decoder drops the alpha channel
		args = append(args, "-c:v", "libvpx-vp9")
	}
	args = append(args, "-i", "file:"+result.Path, "-vf", filter, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-")
	stderr := &tail.Buffer{Max: 1000}
	cmd := exec.CommandContext(ctx, ffmpeg, args...)
	cmd.Stderr, cmd.WaitDelay = stderr, time.Second
	data, err := cmd.Output()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read frames of the video: %w: %s", err, stderr), context.Cause(ctx))
	}
	return png.Decode(bytes.NewReader(data))
}

// shrink returns a picture whose longer side has at most side pixels.
func shrink(picture image.Image, side int) image.Image {
	size := picture.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer <= side {
		return picture
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, size.X*side/longer), max(1, size.Y*side/longer)))
	draw.CatmullRom.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	return small
}

// compress returns the content of a picture within previewBytes, as a PNG or else as a JPEG, and its media type. What is
// transparent is white in a JPEG.
func compress(picture image.Image) (data []byte, mime string, err error) {
	const most = previewBytes / 4 * 3
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, "", err
	}
	if out.Len() <= most {
		return out.Bytes(), "image/png", nil
	}
	opaque := image.NewRGBA(image.Rectangle{Max: picture.Bounds().Size()})
	draw.Draw(opaque, opaque.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(opaque, opaque.Bounds(), picture, picture.Bounds().Min, draw.Over)
	for _, quality := range []int{90, 75, 50, 25} {
		out.Reset()
		if err := jpeg.Encode(&out, opaque, &jpeg.Options{Quality: quality}); err != nil {
			return nil, "", err
		}
		if out.Len() <= most {
			return out.Bytes(), "image/jpeg", nil
		}
	}
	// Not even noise has so many bytes: at quality 25 it takes 3 bits a pixel.
	return nil, "", fmt.Errorf("the preview has %d bytes, more than %d", out.Len(), most)
}
