package schema

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"mockup/internal/wording"
)

//go:embed samples
var samples embed.FS

// SampleOptions say what a sample is.
type SampleOptions struct {
	Platform string // "": the first one of the type
	Minimal  bool   // required fields only, and the picture of a post where the app has no posts without one
	Video    bool   // a video with sounds, of a type that has videos
	Full     bool   // with all that the app has beyond texts: the kinds of messages, marks, stickers and the like
}

// Sample returns a payload in YAML that is drawn without a warning and needs no other file: a start to edit.
func Sample(t Type, opts SampleOptions) ([]byte, error) {
	platform := opts.Platform
	if Kinds(t) == nil {
		return nil, unknownType(t)
	}
	platforms := Platforms(t)
	switch {
	case platform == "" && len(platforms) > 0:
		platform = platforms[0]
	case platform != "" && len(platforms) == 0:
		return nil, fmt.Errorf("%s has no platforms", t)
	case platform != "" && !slices.Contains(platforms, platform):
		return nil, fmt.Errorf("%s is not a platform of %s; allowed: %s%s", wording.Quote(platform), t, wording.List(platforms), wording.DidYouMean(platform, platforms))
	}
	if opts.Video && !slices.Contains(Kinds(t), Video) {
		return nil, fmt.Errorf("there are no videos of %s", t)
	}
	if opts.Minimal && opts.Full {
		return nil, errors.New("a sample is either minimal or full; leave one of them out")
	}
	name := string(t) + ".yaml"
	has := func(field string) bool { return Shows(t, platform, field) }
	parsed, err := template.New(name).Funcs(template.FuncMap{"has": has, "leavesNothing": func() bool { return LeavesNothing(platform) }}).ParseFS(samples, "samples/"+name)
	if err != nil {
		return nil, fmt.Errorf("parse sample: %w", err)
	}
	data := struct {
		Platform, Model string
		Full, Status    bool
		Video           bool
		Every           bool
		Unless          string // begins what only a full sample has: a comment in others
		Aged            bool   // a post that shows how old it is
		Weeks           []string
	}{platform, modelName(platform), !opts.Minimal, Shows(t, platform, "status"), opts.Video, opts.Full, unless(opts.Full), Shows(t, platform, "viewedAt"), weeks()}
	var out bytes.Buffer
	if err := parsed.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("write sample: %w", err)
	}
	return out.Bytes(), nil
}

// unless begins a comment, unless the condition holds.
func unless(condition bool) string {
	if condition {
		return ""
	}
	return "# "
}

// modelName returns a plausible model label for an AI platform.
func modelName(platform string) string {
	switch platform {
	case "claude":
		return "Claude Sonnet"
	case "gemini":
		return "Gemini Pro"
	case "grok":
		return "Grok"
	case "perplexity":
		return "Sonar"
	}
	return "ChatGPT"
}

// weeks returns a year of contributions, a week of levels in a line: quiet at weekends and for three weeks in summer.
func weeks() []string {
	draw := rand.New(rand.NewPCG(1, 2)) // the same picture every time
	lines := make([]string, 52)
	for w := range lines {
		var days []string
		for day := range 7 {
			level := draw.IntN(5)
			if weekend := day == 0 || day == 6; weekend || draw.IntN(4) == 0 {
				level = draw.IntN(2)
			}
			if w >= 29 && w < 32 {
				level = 0
			}
			days = append(days, strconv.Itoa(level))
		}
		lines[w] = strings.Join(days, ", ")
	}
	return lines
}
