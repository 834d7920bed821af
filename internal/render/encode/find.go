package encode

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"mockup/internal/files"
	"mockup/internal/render/format"
	"mockup/internal/render/process"
)

// InstallHint is the one command that installs ffmpeg on this system.
func InstallHint() string {
	if runtime.GOOS == "darwin" {
		return "run: brew install ffmpeg"
	}
	return "run: sudo apt-get install ffmpeg"
}

// Find returns the path of the ffmpeg to run: bin, or the one of PATH if bin is empty.
func Find(bin string) (string, error) {
	if bin != "" {
		path, err := exec.LookPath(bin)
		if err != nil {
			return "", fmt.Errorf("find ffmpeg: %w; correct --ffmpeg, or leave it out to take the one on the PATH", files.LookReason(bin, err))
		}
		return path, nil
	}
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", fmt.Errorf("find ffmpeg: it is not on PATH; %s, or name one with --ffmpeg", InstallHint())
	}
	return path, nil
}

// Tool describes an ffmpeg.
type Tool struct {
	Path    string
	Version string   // "ffmpeg version 5.1.9-0+deb12u1"
	Missing []string // encoders that the videos of payloads need and it lacks: MP4 and WebM
	Lacks   []Lack   // what other formats need, too
}

// Lack is an encoder that a format needs and an ffmpeg does not have.
type Lack struct {
	Format  format.Format
	Encoder string
}

// Inspect finds ffmpeg and asks it for its version and encoders.
func Inspect(ctx context.Context, opts Options) (Tool, error) {
	path, err := Find(opts.FFmpeg)
	if err != nil {
		return Tool{}, err
	}
	version, err := process.Output(ctx, path, "-version")
	if err != nil {
		return Tool{}, err
	}
	encoders, err := process.Output(ctx, path, "-v", "error", "-encoders")
	if err != nil {
		return Tool{}, err
	}
	tool := Tool{Path: path}
	tool.Version, _, _ = strings.Cut(strings.TrimSpace(string(version)), " Copyright")
	for _, f := range format.All() {
		for _, encoder := range f.Encoders {
			if strings.Contains(string(encoders), " "+encoder+" ") {
				continue
			}
			if usual := f.Name == format.MP4 || f.Name == format.WebM; usual {
				tool.Missing = append(tool.Missing, encoder)
			}
			tool.Lacks = append(tool.Lacks, Lack{f, encoder})
		}
	}
	return tool, nil
}

// Require reports an encoder that a format needs and ffmpeg lacks. It returns what ffmpeg is, where the format needs it.
func Require(ctx context.Context, opts Options, f format.Format) (Tool, error) {
	if len(f.Encoders) == 0 {
		return Tool{}, nil
	}
	tool, err := Inspect(ctx, opts)
	if err != nil {
		return Tool{}, err
	}
	for _, lack := range tool.Lacks {
		if lack.Format.Name == f.Name && lack.Format.Video == f.Video {
			return Tool{}, lacksEncoder(tool.Path, lack.Encoder)
		}
	}
	return tool, nil
}

// OldAlpha reports whether the ffmpeg is one before 7.0, whose ProRes with alpha may show opaque or flicker on Apple's
// processors (ffmpeg's ticket 10255). A version that is no number, such as that of a nightly build, is taken for a new one.
func (t Tool) OldAlpha() bool {
	_, version, _ := strings.Cut(t.Version, "ffmpeg version ")
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n < 7
}
