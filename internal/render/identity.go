package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
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
		font, err := loadEmojiFont(opts.EmojiFont)
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(font.data)
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

// program is this software with the commit that the Go tool has stamped it with. A build that is of no commit alone has
// the hash of its file instead.
var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" && !strings.HasSuffix(info.Main.Version, "+dirty") {
		return software + " " + info.Main.Version
	}
	path, err := os.Executable()
	if err != nil {
		return software
	}
	file, err := os.Open(path)
	if err != nil {
		return software
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return software
	}
	return fmt.Sprintf("%s build %x", software, sum.Sum(nil)[:8])
})
