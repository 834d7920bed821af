package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
	"golang.org/x/image/colornames"
)

// What [JSONSchema] returns is for editors, for generators of code and for validators of any language. They know neither
// our formats nor our keywords, and strict ones refuse a schema with a word that they do not know. So the formats become
// patterns, as far as the rule is one, in a definition of their own. A pattern never refuses what [Decode] accepts.

// publicFormat is the public form of a format.
type publicFormat struct {
	name        string // of the definition
	description string
	pattern     string // "": none
	examples    []any
}

func publicFormats() map[string]publicFormat {
	return map[string]publicFormat{
		"image":             {"Image", "An https URL, a base64 data URL, or a path relative to the payload's file (not in requests to a service).", whole(filePattern("image", "")), nil},
		"audio":             {"Audio", "An audio file: an https URL, a base64 data URL, or a path relative to the payload's file (not in requests to a service).", whole(filePattern("audio", "")), nil},
		"video":             {"Video", "A video file: an https URL, a base64 data URL, or a path relative to the payload's file (not in requests to a service).", whole(filePattern("video", "")), nil},
		"wallpaper":         {"Wallpaper", "An image, or a hex colour.", whole(hexPattern + "|" + filePattern("image", "#")), nil},
		"chat-wallpaper":    {"ChatWallpaper", "An image, a hex colour, or an empty text for none.", whole("|" + hexPattern + "|" + filePattern("image", "#")), nil},
		"css-color":         {"Color", "A colour of CSS level 4: hex, a name, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color().", whole(colorPattern()), []any{"#1d9bf0", "oklch(0.67 0.16 245)", "teal"}},
		"canvas-background": {"CanvasBackground", "A preset or a hex colour.", whole(backgroundPattern()), presetNames()},
		"canvas-size":       {"CanvasSize", "A size in pixels, with even sides from 64 to 4096, or the name of one.", whole("[0-9]{2,4}x[0-9]{2,4}|" + strings.Join(sizeNames(), "|")), []any{"1080x1920", "reel"}},
		"popup-background":  {"PopupBackground", "A preset, a hex colour or transparent.", whole(backgroundPattern() + "|transparent"), append(presetNames(), "transparent")},
		"date-time": {"Instant", "An ISO 8601 instant with a time zone; seconds may be left out.",
			whole(datePattern + "T([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})"), []any{exampleInstant}},
		"date":             {"Date", "A calendar date, YYYY-MM-DD.", whole(datePattern), []any{"2026-02-01"}},
		"month":            {"Month", "A calendar month, YYYY-MM.", whole("[0-9]{4}-(0[1-9]|1[0-2])"), []any{"2026-02"}},
		"time-zone":        {"TimeZone", "The name of an IANA time zone.", whole("[A-Za-z][A-Za-z0-9_+/-]*"), []any{"Europe/Berlin", "UTC"}},
		"currency":         {"Currency", "A currency code of ISO 4217.", whole("[A-Z]{3}"), []any{"USD", "EUR"}},
		"web-address":      {"WebAddress", "The http or https address of a page, which is shown and never loaded.", whole(anyCase("http") + "[sS]?" + `://[^/?#\x00-\x20][^\x00-\x1f]*`), []any{"https://example.org/page"}},
		"renderer-version": {"RendererVersion", "mockup-<engine>-v1, with an engine of lower-case letters, digits and inner hyphens.", whole("mockup-[a-z0-9]+(-[a-z0-9]+)*-v1"), []any{"mockup-chromium-v1"}},
	}
}

// publish puts the public form of formats in the place of all formats.
func publish(root *jsonschema.Schema, defs jsonschema.Definitions) error {
	formats := publicFormats()
	for _, s := range append(slices.Collect(maps.Values(defs)), root) {
		if err := publishWithin(s, defs, formats); err != nil {
			return err
		}
	}
	return nil
}

func publishWithin(s *jsonschema.Schema, defs jsonschema.Definitions, formats map[string]publicFormat) error {
	if s.Format != "" {
		f, ok := formats[s.Format]
		if !ok {
			return fmt.Errorf("write JSON Schema: the format %s has no public form", s.Format)
		}
		defs[f.name] = &jsonschema.Schema{Title: sentence(f.name), Type: "string", Description: f.description, Pattern: f.pattern, Examples: f.examples}
		s.Ref, s.Type, s.Format = "#/$defs/"+f.name, "", ""
	}
	for _, branch := range s.OneOf {
		if err := publishWithin(branch, defs, formats); err != nil {
			return err
		}
	}
	if s.Items != nil {
		if err := publishWithin(s.Items, defs, formats); err != nil {
			return err
		}
	}
	if s.Properties == nil {
		return nil
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if err := publishWithin(p.Value, defs, formats); err != nil {
			return err
		}
	}
	return nil
}

// The patterns use what the regular expressions of JavaScript, Go and others have in common: no look-around, no named
// classes.

const (
	hexPattern  = "#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
	datePattern = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
)

// whole returns the pattern of a text that matches from its beginning to its end.
func whole(pattern string) string { return "^(" + pattern + ")$" }

// anyCase returns the pattern of a word in lower or upper case.
func anyCase(word string) string {
	var b strings.Builder
	for _, r := range word {
		if upper := strings.ToUpper(string(r)); upper != string(r) {
			b.WriteString("[" + string(r) + upper + "]")
		} else {
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	return b.String()
}

// filePattern follows fileKind.check: https with a host, data of a media type in base64, and paths, which have no scheme
// before their first colon. Paths do not begin with the character not, if there is one.
func filePattern(media, not string) string {
	const (
		scheme = "[A-Za-z0-9+.-]"
		rest   = `[^:\x00]*` // of what stands before the first colon
		after  = `:[^\x00]*`
	)
	first := `[^/:\x00` + not + `]`
	odd := `[^/:\x00A-Za-z0-9+.` + not + `-]` // no character of a scheme
	return strings.Join([]string{
		anyCase("https") + `://[^/?#\x00-\x20][^\x00-\x1f]*`,
		anyCase("data:"+media) + `/[^;,]+;([^,]*;)?base64,[A-Za-z0-9+/\r\n]+(=[\r\n]*){0,2}`,
		first + rest, "/([^/:\\x00]" + rest + ")?", // no colon at all
		"[^:\\x00" + not + "]?" + after, // a drive
		"/(" + `[^/:\x00]` + rest + ")?" + after,
		"(" + odd + rest + "|" + scheme + "+" + `[^:\x00A-Za-z0-9+.-]` + rest + ")" + after,
	}, "|")
}

func backgroundPattern() string {
	names := make([]string, 0, len(presets()))
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return strings.Join(names, "|") + "|" + hexPattern
}

// colorPattern follows ParseColor. What stands in the brackets of a function is not looked at.
func colorPattern() string {
	functions := []string{"rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"}
	names := append(slices.Sorted(maps.Keys(colornames.Map)), "rebeccapurple", "transparent")
	for _, words := range [][]string{functions, names} {
		for i, word := range words {
			words[i] = anyCase(word)
		}
	}
	const space = `[ \t\r\n\f]*`
	return space + "(" + hexPattern + "|(" + strings.Join(functions, "|") + `)\([^()]*\)|` + strings.Join(names, "|") + ")" + space
}
