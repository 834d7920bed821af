package encode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"mockup/internal/render/format"
	"mockup/internal/render/process"
	"mockup/internal/render/provenance"
	"mockup/internal/scratch"
)

// Picture describes the file that a picture becomes.
type Picture struct {
	Format  format.Format // any but png
	Quality Quality       // empty: Standard
	Size    image.Point   // pixels; the file is checked for it
	Alpha   bool          // the picture may have transparency
	Record  provenance.Record
}

// EncodePicture turns a PNG into another format, and checks the result. ffmpeg does the encoding.
func EncodePicture(ctx context.Context, opts Options, png []byte, p Picture) ([]byte, error) {
	fail := func(err error) ([]byte, error) { return nil, fmt.Errorf("encode %s: %w", p.Format.Name, err) }
	if err := p.Quality.Check(p.Format); err != nil {
		return fail(err)
	}
	bin, err := Find(opts.FFmpeg)
	if err != nil {
		return fail(err)
	}
	folder, err := scratch.Folder("picture")
	if err != nil {
		return fail(err)
	}
	defer folder.Remove()
	from, to := filepath.Join(folder.Path, "in.png"), filepath.Join(folder.Path, "out")
	if err := os.WriteFile(from, png, 0o600); err != nil {
		return fail(err)
	}
	args := append([]string{"-nostdin", "-hide_banner", "-v", "error", "-xerror", "-f", "png_pipe", "-i", "file:" + from}, p.arguments()...)
	if err := runFFmpeg(ctx, bin, append(args, "-fflags", "+bitexact", "-flags:v", "+bitexact", "-y", "file:"+to)); err != nil {
		return fail(err)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		return fail(err)
	}
	if data, err = p.finish(data); err != nil {
		return fail(err)
	}
	return data, nil
}

// runFFmpeg runs ffmpeg to its end, or kills it once ctx is done.
func runFFmpeg(ctx context.Context, bin string, args []string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p, err := process.Start(exec.Command(bin, args...))
	if err != nil {
		return fmt.Errorf("start %s: %w", bin, err)
	}
	defer context.AfterFunc(ctx, p.Kill)()
	err = p.Err()
	output := lastLines(p)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil:
		return nil
	case missingEncoder(output) != "":
		return lacksEncoder(bin, missingEncoder(output))
	}
	return fmt.Errorf("ffmpeg failed%s: %w%s", output, err, hint(output, err))
}

// arguments are those of the codec. Conversions are as exact as ffmpeg has them, and colours have the resolution of the
// picture where the format allows it.
func (p Picture) arguments() []string {
	const exact = "flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"
	quality := p.Quality.number()
	switch p.Format.Name {
	case format.JPEG:
		// mjpeg divides by q/8 of a table whose mean is half of that of the usual encoders: 2.9 of their steps are one of its.
		q := max(1, float64(100-quality)/2.9)
		return []string{"-vf", "scale=" + exact + ":out_color_matrix=bt601:out_range=pc,format=yuvj444p", "-c:v", "mjpeg", "-qmin", "1",
			"-q:v", strconv.FormatFloat(q, 'f', 2, 64), "-huffman", "optimal", "-f", "image2", "-update", "1"}
	case format.WebP:
		args := []string{"-pix_fmt", "bgra", "-c:v", "libwebp", "-compression_level", "4", "-f", "webp"}
		if p.Quality == Lossless {
			return append(args, "-lossless", "1", "-quality", "75") // of a lossless file the quality is the effort
		}
		return append(args, "-quality", strconv.Itoa(quality))
	}
	return p.avif(quality)
}

// avif has alpha in a second picture. The quality of 0 to 100 becomes libaom's 63 to 0.
func (p Picture) avif(quality int) []string {
	const colours = "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact:out_color_matrix=bt709:out_range=pc,format=yuv444p"
	crf := strconv.Itoa((100 - quality) * 63 / 100)
	graph, maps := "[0:v]"+colours+"[c]", []string{"-map", "[c]"}
	if p.Alpha {
		graph = "[0:v]split[a][b];[a]" + colours + "[c];[b]alphaextract,format=gray[m]"
		maps = append(maps, "-map", "[m]")
	}
	args := append([]string{"-filter_complex", graph}, maps...)
	return append(args, "-c:v", "libaom-av1", "-still-picture", "1", "-crf", crf, "-b:v", "0", "-cpu-used", "6", "-row-mt", "1", "-threads", "1",
		"-color_range", "pc", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-f", "avif")
}

// finish checks the file and adds the provenance.
func (p Picture) finish(data []byte) ([]byte, error) {
	var err error
	switch p.Format.Name {
	case format.JPEG:
		data, err = p.Record.JPEG(data)
	case format.WebP:
		data, err = p.Record.WebP(data)
	case format.AVIF:
		if !bytes.HasPrefix(data[min(4, len(data)):], []byte("ftypavif")) {
			return nil, errors.New("ffmpeg wrote no AVIF file; " + otherFFmpeg)
		}
		data = p.Record.AVIF(data)
	}
	return data, err
}
