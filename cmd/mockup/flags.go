package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/schema"
)

// drawFlags are the flags of every command that draws payloads: how they are read and drawn.
type drawFlags struct {
	missing, version, fps, quality string
	now                            time.Time
	engine                         render.Options
}

// add adds the flags to a command.
func (f *drawFlags) add(cmd *cobra.Command) {
	f.missing = "error"
	flags := cmd.Flags()
	flags.Var(choice{&f.missing, []string{"error", "placeholder"}}, "missing-assets", "what an image that cannot be had is: an error, or drawn as a placeholder")
	flags.Var(instant{&f.now}, "now", "moment that relative times count from, or system (default: the payload's newest instant)")
	flags.Var(choice{&f.fps, []string{"24", "25", "30", "50", "60"}}, "fps", "frames per second of a video (default 30)")
	flags.Var(choice{&f.quality, []string{"draft", "standard", "high"}}, "quality", "of a video's encoding: how long it takes against how large and exact it is (default standard)")
	flags.StringVar(&f.version, "renderer-version", "", "accept only payloads of this rendererVersion")
	addEngineFlags(cmd, &f.engine)
}

// frameRate is the value of --fps; 0 if it is not given.
func (f *drawFlags) frameRate() int {
	n, _ := strconv.Atoi(f.fps) // one of the choices
	return n
}

// addEngineFlags adds the flags of every command that draws. They fill opts.
func addEngineFlags(cmd *cobra.Command, opts *render.Options) {
	opts.Workers = 1 // one picture at a time
	opts.Timeout = 20 * time.Second
	flags := cmd.Flags()
	flags.StringVar(&opts.Chromium, "chromium", "", "Chromium to draw with (default: the first one found)")
	flags.BoolVar(&opts.NoSandbox, "no-sandbox", false, "run Chromium without its sandbox (always so as root)")
	flags.StringVar(&opts.FFmpeg, "ffmpeg", "", "ffmpeg to encode videos with (default: the one on the PATH)")
	flags.StringVar(&opts.EmojiFont, "emoji-font", "", "font file to draw emoji with, or system for the one of this machine (default: Noto Color Emoji)")
	flags.Var(patience{&opts.Timeout}, "timeout", "how long Chromium may take for one picture, its start included")
}

// newRenderer returns the engine. For root, Chromium has no sandbox: it is drawn without, since containers know no
// other user.
func newRenderer(opts render.Options) (*render.Renderer, error) {
	opts.NoSandbox = opts.NoSandbox || browser.NeedsNoSandbox()
	return render.New(opts)
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

func (c choice) String() string {
	if c.value == nil { // the flag library asks a zero value, too
		return ""
	}
	return *c.value
}

func (c choice) Type() string { return strings.Join(c.allowed, "|") }

func (c choice) Set(text string) error {
	if !slices.Contains(c.allowed, text) {
		last := len(c.allowed) - 1
		return fmt.Errorf("allowed are %s and %s", strings.Join(c.allowed[:last], ", "), c.allowed[last])
	}
	*c.value = text
	return nil
}

// patience is a flag that takes a time to wait.
type patience struct{ value *time.Duration }

func (p patience) String() string {
	if p.value == nil {
		return ""
	}
	return p.value.String()
}

func (patience) Type() string { return "duration" }

func (p patience) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("write a time above 0 with its unit, such as 20s or 1m30s")
	}
	*p.value = d
	return nil
}

// instant is a flag that takes a moment, or system for now.
type instant struct{ value *time.Time }

func (i instant) String() string {
	if i.value == nil || i.value.IsZero() {
		return ""
	}
	return i.value.Format(time.RFC3339Nano)
}

func (instant) Type() string { return "instant" }

func (i instant) Set(text string) (err error) {
	*i.value = time.Now()
	if text != "system" {
		*i.value, err = schema.ParseInstant(text)
	}
	return err
}

// moment is a flag that takes a place in a video.
type moment struct{ value **time.Duration }

func (m moment) String() string {
	if m.value == nil || *m.value == nil {
		return ""
	}
	return (*m.value).String()
}

func (moment) Type() string { return "duration" }

func (m moment) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New("write a time from the video's start with its unit, such as 3.2s")
	}
	*m.value = &d
	return nil
}
