package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/encode"
	"mockup/templates"
)

func newDoctorCmd() *cobra.Command {
	var asJSON bool
	var opts render.Options
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what drawing needs on this machine",
		Long: `doctor checks Chromium, ffmpeg, fonts, the sandbox, shared memory and folders. For everything that is
not as it should be it says in one line how to mend it. The exit code is 1 if drawing cannot work.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printFindings(cmd, examine(cmd.Context(), opts), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as a JSON array")
	addEngineFlags(cmd, &opts)
	return cmd
}

// finding is the result of one check.
type finding struct {
	Check string `json:"check"`
	State string `json:"state"` // ok, warning or failed
	Found string `json:"found"`
	Fix   string `json:"fix,omitempty"`
}

// examine runs all checks.
func examine(ctx context.Context, opts render.Options) []finding {
	return []finding{
		checkChromium(opts),
		checkDrawing(ctx, opts),
		checkSpace(ctx, opts),
		checkSandbox(opts),
		checkFFmpeg(ctx, opts),
		checkFonts(opts),
		checkSharedMemory(),
		checkFolder("temporary folder", os.TempDir()),
		checkFolder("working directory", "."),
	}
}

func checkChromium(opts render.Options) finding {
	path, err := browser.Find(opts.Chromium)
	if err != nil {
		fix := browser.InstallHint()
		if opts.Chromium != "" {
			fix = "mend the setting chromium, or leave it out to have Chromium found"
		}
		return finding{"chromium", "failed", err.Error(), fix}
	}
	f := finding{"chromium", "ok", path, ""}
	if !browser.IsHeadlessShell(path) {
		f.State, f.Fix = "warning", "full Chromium starts slower than its headless shell; "+browser.InstallHint()
	}
	return f
}

// checkDrawing starts Chromium and has it draw.
func checkDrawing(ctx context.Context, opts render.Options) finding {
	return tryDrawing(opts, finding{"drawing", "failed", "", drawingHint(opts)}, func(r *render.Renderer) (string, error) {
		version, err := r.Check(ctx)
		return version + " drew a test picture", err
	})
}

// checkSpace has Chromium draw in space.
func checkSpace(ctx context.Context, opts render.Options) finding {
	return tryDrawing(opts, finding{"3d", "warning", "", "install a current chromium-headless-shell"}, func(r *render.Renderer) (string, error) {
		if err := r.CheckSpace(ctx); err != nil {
			return "", fmt.Errorf("%w (only render3D needs it)", err)
		}
		return "drew a phone in space", nil
	})
}

// tryDrawing has a renderer do something, which tells what it did. What it finds when that fails is given.
func tryDrawing(opts render.Options, failed finding, do func(*render.Renderer) (string, error)) finding {
	if _, err := browser.Find(opts.Chromium); err != nil {
		failed.Found, failed.Fix = "not tried without Chromium", ""
		return failed
	}
	renderer, err := newRenderer(opts)
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
	return finding{failed.Check, "ok", fmt.Sprintf("%s after %d ms", did, time.Since(began).Milliseconds()), ""}
}

// drawingHint says what to try when Chromium does not draw.
func drawingHint(opts render.Options) string {
	if !browser.NeedsNoSandbox() && !opts.NoSandbox {
		return "try --no-sandbox; if it draws then, this machine or container denies Chromium its sandbox"
	}
	return "name another Chromium with --chromium, or give a slow machine more time with --timeout 1m"
}

func checkSandbox(opts render.Options) finding {
	switch {
	case browser.NeedsNoSandbox():
		return finding{"sandbox", "warning", "off: Chromium has no sandbox for root", "run mockup as an ordinary user, above all for payloads of others"}
	case opts.NoSandbox:
		return finding{"sandbox", "warning", "off by --no-sandbox", "leave --no-sandbox out where Chromium starts without it"}
	}
	return finding{"sandbox", "ok", "on", ""}
}

func checkFFmpeg(ctx context.Context, opts render.Options) finding {
	tool, err := encode.Inspect(ctx, encode.Options{FFmpeg: opts.FFmpeg})
	switch {
	case err != nil:
		return finding{"ffmpeg", "warning", err.Error() + " (only videos need it)", encode.InstallHint()}
	case len(tool.Missing) > 0:
		return finding{"ffmpeg", "warning", tool.Path + " lacks " + strings.Join(tool.Missing, ", "), "install a full build; " + encode.InstallHint()}
	}
	return finding{"ffmpeg", "ok", tool.Path + ", " + tool.Version, ""}
}

func checkFonts(opts render.Options) finding {
	families, files, err := templates.FontCount()
	if err != nil {
		return finding{"fonts", "failed", err.Error(), "build again with scripts/setup"}
	}
	found := fmt.Sprintf("%d families in %d files embedded", families, files)
	if opts.EmojiFont != "" {
		found += ", emoji from " + opts.EmojiFont
	}
	return finding{"fonts", "ok", found, ""}
}

func checkSharedMemory() finding {
	if runtime.GOOS != "linux" {
		return finding{"shared memory", "ok", "not needed here", ""}
	}
	if browser.SmallSharedMemory() {
		return finding{"shared memory", "warning", "/dev/shm is missing or below 256 MB; Chromium will use /tmp", "in Docker: --shm-size=512m"}
	}
	return finding{"shared memory", "ok", "/dev/shm is large enough", ""}
}

func checkFolder(name, folder string) finding {
	file, err := os.CreateTemp(folder, ".mockup-doctor-*")
	if err != nil {
		return finding{name, "warning", fmt.Sprintf("%s cannot be written: %v", folder, err), "make it writable, or name another place with -o"}
	}
	file.Close()
	os.Remove(file.Name())
	return finding{name, "ok", folder + " can be written", ""}
}

func printFindings(cmd *cobra.Command, findings []finding, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		if err := writeJSON(out, "findings", findings); err != nil {
			return err
		}
	}
	failed := false
	for _, f := range findings {
		failed = failed || f.State == "failed"
		if asJSON {
			continue
		}
		fmt.Fprintf(out, "%-8s %-18s %s\n", f.State, f.Check, f.Found)
		if f.Fix != "" {
			fmt.Fprintf(out, "%-8s %-18s   → %s\n", "", "", f.Fix)
		}
	}
	if failed {
		return &exitError{code: exitFailed}
	}
	return nil
}
