package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/internal/version"
	"mockup/templates"
)

// Identity names what decides, beside the payload and the job, how a picture looks: this program and its commit, the
// templates and fonts, Chromium and the emoji font; for a video also ffmpeg. It is the same text on every run, until one
// of them changes. The emoji font of the system is only named: what it holds is not known.
func Identity(ctx context.Context, opts Options, video bool) (string, error) {
	embedded, err := templates.Fingerprint()
	if err != nil {
		return "", err
	}
	chromium, err := browser.Version(ctx, opts.Chromium)
	if err != nil {
		return "", err
	}
	parts := []string{program(), "templates " + embedded, chromium}
	switch opts.EmojiFont {
	case "":
	case systemEmoji:
		parts = append(parts, "emoji of the system")
	default:
		if _, err := loadEmojiFont(opts.EmojiFont); err != nil {
			return "", err
		}
		sum, err := hashFile(opts.EmojiFont)
		if err != nil {
			return "", fmt.Errorf("read emoji font: %w", err)
		}
		parts = append(parts, fmt.Sprintf("emoji %x", sum[:8]))
	}
	if video {
		tool, err := encode.Inspect(ctx, encode.Options{FFmpeg: opts.FFmpeg})
		if err != nil {
			return "", err
		}
		parts = append(parts, tool.Version)
	}
	return strings.Join(parts, ", "), nil
}

// software names this software in the provenance of what it makes.
func software() string { return "mockup " + version.String() }

// program is this software's version. A build whose version does not stand for one state of the sources has the hash of its
// file as well.
var program = sync.OnceValue(func() string {
	if version.Exact() {
		return software()
	}
	path, err := os.Executable()
	if err != nil {
		return software()
	}
	sum, err := hashFile(path)
	if err != nil {
		return software()
	}
	return fmt.Sprintf("%s build %x", software(), sum[:8])
})

func hashFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return sum.Sum(nil), err
}
