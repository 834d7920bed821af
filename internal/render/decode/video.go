package decode

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/pattern"
	"mockup/internal/render/asset"
	"mockup/internal/render/encode"
	"mockup/internal/render/process"
	"mockup/internal/scratch"
)

const (
	// mostPixels bounds a video's frames: 4096 x 2304 is the largest that cameras call 4K. A decoder keeps up to 17 of them.
	mostPixels = 4096 * 2304

	mostVideoAlloc = 256 << 20 // bytes that ffmpeg allocates at once: a frame of HDR as floats takes 113 MB
	mostPicture    = 64 << 20  // bytes of a frame as a PNG
	openLimit      = 30 * time.Second
)

// Video is a video file of which ffmpeg has decoded a frame. It has to be closed.
type Video struct {
	bin  string
	file *scratch.Item
	reader
	probe
}

// OpenVideo finds out whether ffmpeg can decode a video file. The error is an *Error if the file is at fault.
func OpenVideo(ctx context.Context, file asset.Video, ffmpeg string) (*Video, error) {
	bin, err := encode.Find(ffmpeg)
	if err != nil {
		return nil, err
	}
	temp, err := scratch.TempFile()
	if err != nil {
		return nil, err
	}
	v := &Video{bin: bin, file: temp, reader: videoReaderOf(file.Format)}
	if err = os.WriteFile(temp.Path, file.File, 0o600); err != nil {
		err = fmt.Errorf("write a temporary file: %w", err)
	} else {
		err = v.look(ctx)
	}
	if err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// Close removes the copy of the file.
func (v *Video) Close() { v.file.Remove() }

func videoReaderOf(f asset.Format) reader {
	if f == asset.Matroska {
		return reader{"matroska", "vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,h264,hevc,mpeg4,mjpeg,prores,ffv1"}
	}
	return reader{"mov", "h264,hevc,av1,libdav1d,libaom-av1,vp9,libvpx-vp9,mpeg4,mjpeg,prores,dnxhd,qtrle,png"}
}

// input are the arguments that open the file. ffmpeg turns the frames as the file asks for it.
func (v *Video) input() []string {
	return []string{
		"-nostdin", "-hide_banner", "-nostats", "-max_alloc", strconv.Itoa(mostVideoAlloc), "-max_pixels", strconv.Itoa(mostPixels),
		"-protocol_whitelist", "file", "-format_whitelist", v.demuxer, "-codec_whitelist", v.decoders,
		"-threads", "2", "-flags", "+bitexact", "-f", v.demuxer, "-i", "file:" + v.file.Path, "-an", "-sn", "-dn",
	}
}

// firstStream is the first stream of pictures that is not a cover.
const firstStream = "0:V:0"

// look decodes the first frame to learn what the frames are.
func (v *Video) look(ctx context.Context) error {
	args := append([]string{"-v", "info"}, v.input()...)
	args = append(args, "-map", firstStream, "-vf", "sidedata=delete,showinfo=checksum=0", "-frames:v", "1", "-f", "null", "-")
	output, err := v.run(ctx, nil, args)
	if err != nil {
		return err
	}
	var ok bool
	if v.probe, ok = parseProbe(output); !ok {
		return &Error{"it holds no picture; export it again, as MP4, MOV or WebM"}
	}
	return nil
}

// Picture returns the first frame as a PNG.
func (v *Video) Picture(ctx context.Context) ([]byte, error) {
	pixels := "rgb24"
	if v.alpha() {
		pixels = "rgba"
	}
	filters := append(v.toSquare(), v.toRGB(pixels)...)
	args := append([]string{"-v", "error"}, v.input()...)
	args = append(args, "-map", firstStream, "-vf", strings.Join(filters, ","), "-frames:v", "1", "-c:v", "png", "-flags", "+bitexact", "-f", "image2pipe", "pipe:1")
	out := &bounded{most: mostPicture}
	if _, err := v.run(ctx, out, args); err != nil {
		return nil, err
	}
	return out.data, nil
}

// run runs ffmpeg to its end and returns what it says.
func (v *Video) run(ctx context.Context, out *bounded, args []string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, openLimit, &Error{fmt.Sprintf("its first frame is not decoded within %v; export it again, smaller", openLimit)})
	defer cancel()
	cmd := exec.Command(v.bin, args...)
	if out != nil {
		cmd.Stdout = out
	}
	p, err := process.Start(cmd)
	if err != nil {
		return "", fmt.Errorf("start %s: %w", v.bin, err)
	}
	stop := context.AfterFunc(ctx, p.Kill)
	defer stop()
	err = p.Err()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return "", videoFailure(err, p.Stderr())
	}
	return p.Stderr(), nil
}

// videoFailure says why ffmpeg did not decode a file.
func videoFailure(err error, output string) error {
	switch {
	case strings.Contains(output, "matches no streams"):
		return &Error{"it holds no video; give another file"}
	case strings.Contains(output, "max pixel count"):
		return &Error{fmt.Sprintf("its frames have more than the %d pixels of 4096 x 2304; export it smaller", mostPixels)}
	case strings.Contains(output, "No such filter: 'zscale'"), strings.Contains(output, "No such filter: 'tonemap'"):
		return &Error{"it is HDR, and this ffmpeg lacks the filters zscale and tonemap, which turn HDR into ordinary colours; export it without HDR, or install an ffmpeg built with zimg"}
	}
	return refused(err, output, "MP4, MOV or WebM")
}

// probe is what ffmpeg says about a frame.
type probe struct {
	pixels       string // name of the pixel format
	aspect       string // width to height of a pixel
	height       int
	space, curve string // of the colours; "unknown" if the file does not say
	primaries    string
}

var (
	frameLine  = pattern.Lazy(` fmt:(\w+) .*?sar:(\d+/\d+) s:\d+x(\d+) `)
	colourLine = pattern.Lazy(` color_space:(\S+) color_primaries:(\S+) color_trc:(\S+)`)
)

// parseProbe reads what the filter showinfo says.
func parseProbe(output string) (p probe, ok bool) {
	frame, colours := frameLine().FindStringSubmatch(output), colourLine().FindStringSubmatch(output)
	if frame == nil || colours == nil {
		return probe{}, false
	}
	height, _ := strconv.Atoi(frame[3]) // digits
	return probe{pixels: frame[1], aspect: frame[2], height: height, space: colours[1], primaries: colours[2], curve: colours[3]}, true
}

// alpha reports whether the frames may be transparent.
func (p probe) alpha() bool {
	return slices.ContainsFunc([]string{"yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya", "pal8"}, func(name string) bool { return strings.HasPrefix(p.pixels, name) })
}

// hdr reports whether the frames are brighter than a screen's white, by the curves of ITU-R BT.2100.
func (p probe) hdr() bool { return p.curve == "smpte2084" || p.curve == "arib-std-b67" }

// matrix is the one that the frames are converted from. Where the file does not say, browsers take the size for a sign.
func (p probe) matrix() string {
	switch {
	case p.space != "unknown":
		return "auto"
	case p.height < 720:
		return "bt601"
	}
	return "bt709"
}
