package decode

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"mockup/internal/render/process"
)

// FrameOptions say what a video's frames become.
type FrameOptions struct {
	Size    image.Point // both even
	FPS     int         // frames per second
	Full    bool        // colours at full resolution
	Contain bool        // it is seen whole, on black; otherwise it fills the frame and is cut
	Blur    float64     // standard deviation in pixels
	Dim     float64     // how much darker it is: 0 is as it is, 1 black
}

// Frames are the frames of a video without its end: it begins again where it is over. They have to be closed.
type Frames struct {
	ctx     context.Context
	video   *Video
	opts    FrameOptions
	process *process.Process // nil: ffmpeg does not run
	pipe    *os.File
	release func() bool // of the context
	next    int         // number of the frame that ffmpeg gives next
}

// frameLimit is how long a frame may take. The first ones take longest: a video is decoded from its beginning.
const frameLimit = 60 * time.Second

// skippable is how many seconds of frames are read and dropped: that takes less than to start ffmpeg, which decodes from the
// beginning of the video.
const skippable = 2

// Frames returns the frames of the video, until ctx is done.
func (v *Video) Frames(ctx context.Context, opts FrameOptions) *Frames {
	return &Frames{ctx: ctx, video: v, opts: opts}
}

// Read reads a frame: Y, Cb and Cr, one plane after the other, Cb and Cr with a quarter of the pixels or as many, in the limited
// range of BT.709. Frames that are read in order are decoded once, also where a few of them are left out.
func (f *Frames) Read(number int, into []byte) error {
	if f.process == nil || number < f.next || number > f.next+skippable*f.opts.FPS {
		if err := f.start(number); err != nil {
			return err
		}
	}
	for f.next < number {
		if err := f.readNext(into); err != nil {
			return err
		}
	}
	return f.readNext(into)
}

// readNext reads the frame that ffmpeg gives next.
func (f *Frames) readNext(into []byte) error {
	_ = f.pipe.SetReadDeadline(time.Now().Add(frameLimit))
	if _, err := io.ReadFull(f.pipe, into); err != nil {
		return f.failure(err)
	}
	f.next++
	return nil
}

// start starts ffmpeg so that its first frame has a number.
func (f *Frames) start(number int) error {
	_ = f.Close()
	ours, theirs, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("open a pipe to ffmpeg: %w", err)
	}
	defer theirs.Close()
	cmd := exec.Command(f.video.bin, f.arguments(number)...)
	cmd.Stdout = theirs
	p, err := process.Start(cmd)
	if err != nil {
		ours.Close()
		return fmt.Errorf("start %s: %w", f.video.bin, err)
	}
	f.release = context.AfterFunc(f.ctx, p.Kill)
	f.process, f.pipe, f.next = p, ours, number
	return nil
}

// failure says why a frame could not be read.
func (f *Frames) failure(err error) error {
	defer f.Close()
	switch {
	case f.ctx.Err() != nil:
		return context.Cause(f.ctx)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &Error{fmt.Sprintf("a frame of it is not decoded within %v; export it again, smaller", frameLimit)}
	}
	return videoFailure(f.process.Err(), f.process.Stderr()) // it has closed its end, and ends
}

// Close ends ffmpeg. The error is always nil.
func (f *Frames) Close() error {
	if f.process == nil {
		return nil
	}
	f.process.Kill()
	<-f.process.Exited()
	f.release()
	f.pipe.Close()
	f.process = nil
	return nil
}

// arguments is ffmpeg's command line. Only the one stream is read, so that the video begins again at its end, and not at that of
// its sound.
func (f *Frames) arguments(first int) []string {
	args := append([]string{"-v", "error", "-stream_loop", "-1"}, f.video.input()...)
	return append(args, "-map", firstStream, "-vf", strings.Join(f.filters(first), ","), "-f", "rawvideo", "-pix_fmt", f.opts.pixels(), "pipe:1")
}

func (o FrameOptions) pixels() string {
	if o.Full {
		return "yuv444p"
	}
	return "yuv420p"
}

// exactly has the arguments of the filter scale that make it compute the same on every processor.
const exactly = ":flags=bicubic+accurate_rnd+full_chroma_int+bitexact"

// filters bring the video to the rate, the size and the colours of the frames. Frames that are left out are never scaled.
func (f *Frames) filters(first int) []string {
	o, v := f.opts, f.video
	list := []string{fmt.Sprintf("fps=%d", o.FPS)}
	if first > 0 {
		list = append(list, fmt.Sprintf("trim=start_frame=%d,setpts=PTS-STARTPTS", first))
	}
	list = append(list, v.toSquare()...)
	part, pixels := o.blurredAt(), o.pixels()
	if o.Blur > 0 {
		pixels = "yuv444p" // the filter gblur takes all planes for equally large
	}
	w, h := max(2, o.Size.X/part&^1), max(2, o.Size.Y/part&^1)
	if o.Contain {
		fit := fmt.Sprintf("scale=%d:%d:force_original_aspect_ratio=decrease:force_divisible_by=2", w, h)
		list = append(v.toFrame(list, fit, pixels), fmt.Sprintf("pad=%d:%d:(ow-iw)/2:(oh-ih)/2:black", w, h))
	} else {
		list = append(list, fmt.Sprintf("crop=min(iw\\,ih*%d/%d):min(ih\\,iw*%[2]d/%[1]d)", w, h))
		list = v.toFrame(list, fmt.Sprintf("scale=%d:%d", w, h), pixels)
	}
	if o.Blur > 0 {
		list = append(list, fmt.Sprintf("gblur=sigma=%g:steps=3", o.Blur/float64(part)), fmt.Sprintf("scale=%d:%d", o.Size.X, o.Size.Y)+exactly, "format="+o.pixels())
	}
	if keep := 1 - o.Dim; keep < 1 {
		list = append(list, fmt.Sprintf("lutyuv=y=16+(val-16)*%g:u=128+(val-128)*%[1]g:v=128+(val-128)*%[1]g", keep))
	}
	return list
}

// blurredAt is the part of its size at which the video is blurred. That of a blur is never seen.
func (o FrameOptions) blurredAt() int {
	switch {
	case o.Blur >= 12:
		return 4
	case o.Blur >= 5:
		return 2
	}
	return 1
}

// toSquare are the filters that make pixels square.
func (p probe) toSquare() []string {
	if p.aspect == "1/1" || strings.HasPrefix(p.aspect, "0/") {
		return nil
	}
	return []string{"scale=iw*sar:ih" + exactly, "setsar=1"}
}

// toFrame adds the filters that scale frames and give them their colours. What is transparent becomes black.
func (p probe) toFrame(list []string, scale, pixels string) []string {
	scale += exactly
	matrix, colours := ":in_color_matrix="+p.matrix(), ":out_color_matrix=bt709:out_range=tv"
	switch {
	case p.hdr():
		list = append(append(list, scale), p.toOrdinary()...)
		return append(list, "zscale=m=bt709:r=tv", "format="+pixels)
	case p.alpha():
		return append(list, scale+matrix, "format=gbrap", "premultiply=inplace=1", "scale=iw:ih"+exactly+colours, "format="+pixels)
	}
	return append(list, scale+matrix+colours, "format="+pixels)
}

// toRGB are the filters that turn a frame into a picture.
func (p probe) toRGB(pixels string) []string {
	if p.hdr() {
		return append(p.toOrdinary(), "zscale=m=gbr:r=full", "format=gbrp", "format="+pixels)
	}
	return []string{"scale=iw:ih" + exactly + ":in_color_matrix=" + p.matrix(), "format=" + pixels}
}

// toOrdinary are the filters that bring HDR into the range and the colours of BT.709. White is at 203 cd/m² (ITU-R BT.2408),
// and what is brighter is bent below the brightest that a file can have.
func (p probe) toOrdinary() []string {
	space, primaries := p.space, p.primaries
	if space == "unknown" || space == "reserved" {
		space = "bt2020nc"
	}
	if primaries == "unknown" || primaries == "reserved" {
		primaries = "bt2020"
	}
	return []string{
		fmt.Sprintf("zscale=min=%s:pin=%s:tin=%s:t=linear:npl=203", space, primaries, p.curve), "format=gbrpf32le", "zscale=p=bt709",
		"tonemap=mobius:desat=0", "zscale=t=bt709",
	}
}
