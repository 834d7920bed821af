package encode

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"mockup/internal/render/process"
)

// InstallHint is the one command that installs ffmpeg on this system.
func InstallHint() string {
	if runtime.GOOS == "darwin" {
		return "run: brew install ffmpeg"
	}
	return "run: apt-get install ffmpeg"
}

// Find returns the path of the ffmpeg to run: bin, or the one of PATH if bin is empty.
func Find(bin string) (string, error) {
	if bin != "" {
		path, err := exec.LookPath(bin)
		if err != nil {
			return "", fmt.Errorf("find ffmpeg: %w", err)
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
	Missing []string // encoders that videos need and it lacks
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
	for _, encoder := range []string{"libx264", "libvpx-vp9", "aac", "libopus"} {
		if !strings.Contains(string(encoders), " "+encoder+" ") {
			tool.Missing = append(tool.Missing, encoder)
		}
	}
	return tool, nil
}
