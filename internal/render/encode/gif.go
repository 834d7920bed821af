package encode

import (
	"context"
	"os"

	ffmpeg "github.com/u2takey/ffmpeg-go"

	"mockup/internal/render/format"
)

// toRGB has the arguments of the filter scale that convert frames with colours at full resolution as exactly as ffmpeg can.
const toRGB = "in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"

// leastSeen is the alpha below which a pixel of a GIF with a matte stays transparent.
const leastSeen = 8

// mix mixes the pixels of a frame that are transparent in part with the matte, and makes them opaque.
func (v Video) mix(frame []byte) {
	n := v.Width * v.Height
	y, cb, cr := fromRGB(*v.Matte)
	for i, alpha := range frame[3*n:] {
		switch {
		case alpha == 255:
		case alpha < leastSeen:
			frame[3*n+i] = 0
		default:
			for plane, below := range [3]byte{y, cb, cr} {
				at, a := plane*n+i, int(alpha)
				frame[at] = byte((int(frame[at])*a + int(below)*(255-a) + 127) / 255)
			}
			frame[3*n+i] = 255
		}
	}
}

// gifStream makes the palette of the frames, or maps the frames to its colours. The error of each pixel goes to its neighbours,
// so that flat colours that the palette has stay flat, and only where something changes, so that what rests does not flicker.
func (v Video) gifStream(frames *ffmpeg.Stream) *ffmpeg.Stream {
	pixels := "rgb24"
	if v.Alpha {
		pixels = "rgba"
	}
	rgb := frames.Filter("scale", ffmpeg.Args{toRGB}).Filter("format", ffmpeg.Args{pixels})
	if v.isPalette {
		return rgb.Filter("palettegen", ffmpeg.Args{"stats_mode=diff:reserve_transparent=1"})
	}
	palette := ffmpeg.Input("file:" + v.Palette)
	return ffmpeg.Filter([]*ffmpeg.Stream{rgb, palette}, "paletteuse", ffmpeg.Args{"dither=sierra2_4a:diff_mode=rectangle:alpha_threshold=128"})
}

// gif is the container of a GIF, or of its palette.
func (v Video) gif() ffmpeg.KwArgs {
	if v.isPalette {
		return ffmpeg.KwArgs{"f": "image2", "update": 1, "c:v": "png"}
	}
	return ffmpeg.KwArgs{"f": "gif", "loop": 0}
}

// StartPalette begins to find the colours of a GIF, from the same frames, which Close writes to path. Memory does not grow with
// the frames.
func StartPalette(ctx context.Context, opts Options, v Video, path string) (Writer, error) {
	v.Palette, v.isPalette = "", true
	return writer(Start(ctx, opts, v, path))
}

// annotate adds the provenance to the finished file, where ffmpeg cannot, and returns the new size.
func (v Video) annotate(path string, size int64) (int64, error) {
	add := map[string]func(*os.File, int64) (int64, error){
		format.GIF:  func(f *os.File, size int64) (int64, error) { return v.Metadata.GIF(f, size) },
		format.WebP: func(f *os.File, size int64) (int64, error) { return v.Metadata.AnimatedWebP(f, size) },
	}[v.Format.Name]
	if add == nil || v.isPalette {
		return size, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	if size, err = add(file, size); err != nil {
		_ = file.Close()
		return 0, err
	}
	return size, file.Close()
}
