// Package doctor checks what drawing needs on this machine, and says how to repair what is not as it should be.
package doctor

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"mockup/internal/console"
	"mockup/internal/files"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/decode"
	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/scratch"
	"mockup/internal/version"
	"mockup/internal/warm"
	"mockup/internal/wording"
	"mockup/templates"
)

// Finding is the result of one check.
type Finding struct {
	Check string `json:"check"`
	State string `json:"state"` // OK, Warning or Failed
	Found string `json:"found"`
	Fix   string `json:"fix,omitempty"`
}

// The states. Nothing can be drawn where a check failed.
const (
	OK      = "ok"
	Warning = "warning"
	Failed  = "failed"
)

// Examine runs all checks. Those of folders also remove the temporary files of runs that were killed.
func Examine(ctx context.Context, opts render.Options) []Finding {
	findings := []Finding{
		checkChromium(opts),
		checkDrawing(ctx, opts),
		checkSpace(ctx, opts),
		checkSandbox(opts),
		checkFFmpeg(ctx, opts),
		checkFormats(ctx, opts),
		checkAudio(ctx, opts),
		checkFonts(opts),
		checkSharedMemory(),
		checkFolder("temporary folder", os.TempDir()),
		checkFolder("working directory", "."),
	}
	return append(findings, findHelpers()...)
}

// findHelpers names the processes that keep a browser for mockup render.
func findHelpers() (found []Finding) {
	running, _ := warm.Running() // without a folder for them there is none
	for _, s := range running {
		f := Finding{"helper", OK, s.String(), ""}
		if s.Version != version.String() {
			f.State, f.Fix = Warning, "mockup render does not use a helper of another version; run mockup warm --stop"
		}
		found = append(found, f)
	}
	return found
}

func checkChromium(opts render.Options) Finding {
	path, err := browser.Find(opts.Chromium)
	if err != nil {
		fix := browser.InstallHint()
		if opts.Chromium != "" {
			fix = "correct the setting chromium, or leave it out to have Chromium found"
		}
		return Finding{"chromium", Failed, without(err, browser.InstallHint()), fix}
	}
	f := Finding{"chromium", OK, path, ""}
	if !browser.IsHeadlessShell(path) {
		f.State, f.Fix = Warning, "full Chromium starts slower than its headless shell; "+browser.InstallHint()
	}
	return f
}

// without returns what an error says before its advice, which a finding gives by itself.
func without(err error, advice string) string {
	found, _, _ := strings.Cut(err.Error(), "; "+advice)
	return found
}

// checkDrawing starts Chromium and draws a small picture.
func checkDrawing(ctx context.Context, opts render.Options) Finding {
	return tryDrawing(opts, Finding{"drawing", Failed, "", drawingHint(opts)}, func(r *render.Renderer) (string, error) {
		version, err := r.Check(ctx)
		return version + " drew a test picture", err
	})
}

// checkSpace draws a phone in 3D.
func checkSpace(ctx context.Context, opts render.Options) Finding {
	return tryDrawing(opts, Finding{"3d", Warning, "", "install a current chromium-headless-shell"}, func(r *render.Renderer) (string, error) {
		if err := r.CheckSpace(ctx); err != nil {
			return "", fmt.Errorf("%w (only render3D needs it)", err)
		}
		return "drew a phone", nil
	})
}

// tryDrawing calls do with a renderer. do returns what it did, for the finding. If it fails, or cannot be tried, the
// finding is failed with the reason in it.
func tryDrawing(opts render.Options, failed Finding, do func(*render.Renderer) (string, error)) Finding {
	if _, err := browser.Find(opts.Chromium); err != nil {
		failed.Found, failed.Fix = "not tried without Chromium", ""
		return failed
	}
	opts.NoSandbox = opts.NoSandbox || browser.NeedsNoSandbox()
	renderer, err := render.New(opts)
	if err != nil {
		failed.Found, failed.Fix = err.Error(), "name a font file with --emoji-font, or leave it out"
		return failed
	}
	defer renderer.Close()
	began := time.Now()
	did, err := do(renderer)
	if err != nil {
		failed.Found = err.Error()
		return failed
	}
	return Finding{failed.Check, OK, fmt.Sprintf("%s after %d ms", did, time.Since(began).Milliseconds()), ""}
}

// drawingHint says what to try when Chromium does not draw.
func drawingHint(opts render.Options) string {
	if !browser.NeedsNoSandbox() && !opts.NoSandbox {
		return "try --no-sandbox; if it draws then, this machine or container denies Chromium its sandbox"
	}
	return "name another Chromium with --chromium, or give a slow machine more time with --timeout 1m"
}

func checkSandbox(opts render.Options) Finding {
	switch {
	case browser.NeedsNoSandbox():
		return Finding{"sandbox", Warning, "off: Chromium has no sandbox for root", "run mockup as an ordinary user, above all for payloads of others"}
	case opts.NoSandbox:
		return Finding{"sandbox", Warning, "off by --no-sandbox", "leave --no-sandbox out where Chromium starts without it"}
	}
	return Finding{"sandbox", OK, "on", ""}
}

func checkFFmpeg(ctx context.Context, opts render.Options) Finding {
	tool, err := encode.Inspect(ctx, encode.Options{FFmpeg: opts.FFmpeg})
	switch {
	case err != nil:
		return Finding{"ffmpeg", Warning, without(err, encode.InstallHint()) + " (videos need it, and pictures that are no PNG)", encode.InstallHint()}
	case len(tool.Missing) > 0:
		return Finding{"ffmpeg", Warning, tool.Path + " lacks " + strings.Join(tool.Missing, ", "), "install a full build; " + encode.InstallHint()}
	}
	return Finding{"ffmpeg", OK, tool.Path + ", " + tool.Version, ""}
}

// checkFormats says which of the other formats ffmpeg writes, and how well.
func checkFormats(ctx context.Context, opts render.Options) Finding {
	tool, err := encode.Inspect(ctx, encode.Options{FFmpeg: opts.FFmpeg})
	if err != nil {
		return Finding{"formats", Warning, "without ffmpeg there are only png, and of videos apng and png-sequence", encode.InstallHint()}
	}
	found := "all of " + wording.List(format.Names())
	if tool.OldAlpha() {
		found += "; mov with transparency may show none, or flicker, on Apple's processors: png-sequence is safe"
	}
	if len(tool.Lacks) == 0 {
		return Finding{"formats", OK, found, ""}
	}
	var lacks []string
	for _, lack := range tool.Lacks {
		lacks = append(lacks, fmt.Sprintf("%s needs %s", lack.Format.Name, lack.Encoder))
	}
	return Finding{"formats", Warning, tool.Path + " does not write all: " + wording.List(lacks), "install a full build; " + encode.InstallHint()}
}

// checkAudio says which audio files ffmpeg decodes. Missing encoders of sound are among the findings of checkFFmpeg.
func checkAudio(ctx context.Context, opts render.Options) Finding {
	lacks, err := decode.Lacks(ctx, opts.FFmpeg)
	switch {
	case err != nil:
		return Finding{"audio", Warning, "without ffmpeg no voices and no soundtracks", encode.InstallHint()}
	case len(lacks) > 0:
		return Finding{"audio", Warning, "ffmpeg does not decode " + wording.List(lacks) + " (only voices and soundtracks need it)", "install a full build; " + encode.InstallHint()}
	}
	return Finding{"audio", OK, "ffmpeg decodes WAV, MP3, M4A, Ogg and FLAC", ""}
}

func checkFonts(opts render.Options) Finding {
	families, files, err := templates.FontCount()
	if err != nil {
		return Finding{"fonts", Failed, err.Error(), "build again with scripts/setup"}
	}
	found := fmt.Sprintf("%d families in %d files embedded", families, files)
	if opts.EmojiFont != "" {
		found += ", emoji from " + opts.EmojiFont
	}
	return Finding{"fonts", OK, found, ""}
}

func checkSharedMemory() Finding {
	if runtime.GOOS != "linux" {
		return Finding{"shared memory", OK, "not needed here", ""}
	}
	if browser.SmallSharedMemory() {
		return Finding{"shared memory", Warning, "/dev/shm is missing, cannot be written or is below 256 MB; Chromium will use /tmp", "in Docker: --shm-size=512m"}
	}
	return Finding{"shared memory", OK, "/dev/shm is large enough", ""}
}

// checkFolder tries to write into a folder, and removes what killed runs left in it.
func checkFolder(name, folder string) Finding {
	removed := scratch.Sweep(folder)
	file, err := scratch.File(folder, 0o600)
	if err == nil {
		err = file.Remove()
	}
	if err != nil {
		return Finding{name, Warning, fmt.Sprintf("%s cannot be written: %v", folder, files.Reason(err)), "make it writable, or name another place with -o"}
	}
	found := folder + " can be written"
	if removed > 0 {
		found += "; removed " + console.Plural(removed, "temporary file") + " of runs that were killed"
	}
	return Finding{name, OK, found, ""}
}
