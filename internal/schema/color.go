package schema

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"mockup/internal/wording"
)

// Accent is the project's own colour, behind the background preset "brand".
const Accent = "#6c4df6"

// presets returns the named backgrounds of canvas and comment-popup, in the order of the interface.
func presets() []struct{ name, hex string } {
	return []struct{ name, hex string }{
		{"white", "#ffffff"}, {"black", "#000000"}, {"brand", Accent}, {"green", "#00b140"}, {"purple", "#8b5cf6"},
	}
}

// ParseColor reads a colour of CSS level 4: #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl(), hsla(), hwb(), lab(),
// lch(), oklab(), oklch(), color(), a named colour or transparent. What is out of range, or beyond sRGB, is clamped.
func ParseColor(s string) (color.NRGBA, error) {
	text := lowerASCII(strings.Trim(s, cssSpace))
	if strings.HasPrefix(text, "#") {
		if c, ok := parseHex(text); ok {
			return c, nil
		}
	} else if name, args, ok := strings.Cut(text, "("); ok && strings.HasSuffix(args, ")") {
		if c, ok := parseColorFunc(name, strings.TrimSuffix(args, ")")); ok {
			return c, nil
		}
	} else if c, ok := namedColor(text); ok {
		return c, nil
	}
	return color.NRGBA{}, fmt.Errorf("%s is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), oklch(0.67 0.16 245) or teal", wording.Quote(s))
}

// cssSpace is the white space of CSS.
const cssSpace = " \t\r\n\f"

// lowerASCII writes Latin letters small, and leaves those alone that only become Latin by it, as the sign for Kelvin.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// FormatColor writes a colour as CSS: #rrggbb, or #rrggbbaa if it is not opaque.
func FormatColor(c color.NRGBA) string {
	if c.A == 0xff {
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
}

// NRGBA returns the colour, not premultiplied, or the error of [ParseColor].
func (c Color) NRGBA() (color.NRGBA, error) { return ParseColor(string(c)) }

// NRGBA returns the preset's or the hex colour, not premultiplied. A picture has none.
func (b CanvasBackground) NRGBA() (color.NRGBA, error) { return parseBackground(b.Color) }

// NRGBA returns the preset's or the hex colour, not premultiplied; transparent has no alpha.
func (b PopupBackground) NRGBA() (color.NRGBA, error) {
	if b == "transparent" {
		return color.NRGBA{}, nil
	}
	return parseBackground(string(b))
}

// NRGBA returns the wallpaper's colour, not premultiplied, and whether it is a colour rather than an image or nothing.
func (w Wallpaper) NRGBA() (color.NRGBA, bool) { return parseHex(lowerASCII(string(w))) }

func parseBackground(s string) (color.NRGBA, error) {
	for _, p := range presets() {
		if s == p.name {
			s = p.hex
		}
	}
	if c, ok := parseHex(lowerASCII(s)); ok {
		return c, nil
	}
	names := make([]string, 0, len(presets()))
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return color.NRGBA{}, fmt.Errorf("%s is not a background; allowed: %s or a hex colour like #1d9bf0%s", wording.Quote(s), wording.List(names), wording.DidYouMean(s, names))
}

func checkColor(s string) error {
	_, err := ParseColor(s)
	return err
}

func checkCanvasBackground(s string) error {
	_, err := parseBackground(s)
	return err
}

func checkPopupBackground(s string) error {
	if _, err := PopupBackground(s).NRGBA(); err != nil {
		return fmt.Errorf("%w, or transparent", err)
	}
	return nil
}

func namedColor(s string) (color.NRGBA, bool) {
	switch s {
	case "transparent":
		return color.NRGBA{}, true
	case "rebeccapurple": // newer than the SVG 1.1 names of colornames
		return color.NRGBA{0x66, 0x33, 0x99, 0xff}, true
	}
	c, ok := colornames.Map[s]
	return color.NRGBA(c), ok // all of them are opaque, so premultiplied or not is the same
}

// parseHex reads #rgb, #rgba, #rrggbb and #rrggbbaa in lower case.
func parseHex(s string) (color.NRGBA, bool) {
	digits, ok := strings.CutPrefix(s, "#")
	if !ok || strings.Trim(digits, "0123456789abcdef") != "" {
		return color.NRGBA{}, false
	}
	if n := len(digits); n == 3 || n == 4 {
		var twice strings.Builder
		for i := range n {
			twice.WriteString(digits[i:i+1] + digits[i:i+1])
		}
		digits = twice.String()
	}
	switch len(digits) {
	case 6:
		digits += "ff"
	case 8:
	default:
		return color.NRGBA{}, false
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	return color.NRGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(v)}, err == nil
}

// parseColorFunc reads the arguments of a colour function, with commas where CSS had them first, or with spaces and a
// slash before the alpha.
func parseColorFunc(name, args string) (color.NRGBA, bool) {
	old := name == "rgb" || name == "rgba" || name == "hsl" || name == "hsla"
	space := ""
	if name == "color" {
		space, args = cutField(args)
	}
	parts, ok := colorArgs(args, old)
	if !ok {
		return color.NRGBA{}, false
	}
	alpha := 1.0
	if len(parts) == 4 {
		if alpha, ok = parseNumber(parts[3], 1); !ok {
			return color.NRGBA{}, false
		}
	}
	rgb, ok := colorChannels(name, space, parts)
	return color.NRGBA{to8(rgb[0]), to8(rgb[1]), to8(rgb[2]), to8(alpha)}, ok
}

// colorChannels converts the first three arguments of a colour function to sRGB from 0 to 1. Colours beyond sRGB have
// channels beyond that, which are clipped, as Chromium does.
func colorChannels(name, space string, parts []string) (rgb vector, ok bool) {
	switch name {
	case "rgb", "rgba":
		v, ok := parseChannels(parts, "nnn", vector{255, 255, 255})
		return vector{v[0] / 255, v[1] / 255, v[2] / 255}, ok
	case "hsl", "hsla":
		v, ok := parseChannels(parts, "ann", vector{0, 100, 100})
		return hslToRGB(v[0], clamp01(v[1]/100), clamp01(v[2]/100)), ok
	case "hwb":
		v, ok := parseChannels(parts, "ann", vector{0, 100, 100})
		return hwbToRGB(v[0], clamp01(v[1]/100), clamp01(v[2]/100)), ok
	case "lab":
		v, ok := parseChannels(parts, "nnn", vector{100, 125, 125})
		return labToRGB(vector{max(0, min(100, v[0])), v[1], v[2]}), ok
	case "lch":
		v, ok := parseChannels(parts, "nna", vector{100, 150, 0})
		return labToRGB(polar(max(0, min(100, v[0])), v[1], v[2])), ok
	case "oklab":
		v, ok := parseChannels(parts, "nnn", vector{1, .4, .4})
		return oklabToRGB(vector{clamp01(v[0]), v[1], v[2]}), ok
	case "oklch":
		v, ok := parseChannels(parts, "nna", vector{1, .4, 0})
		return oklabToRGB(polar(clamp01(v[0]), v[1], v[2])), ok
	case "color":
		v, ok := parseChannels(parts, "nnn", vector{1, 1, 1})
		rgb, known := spaceToRGB(space, v)
		return rgb, ok && known
	}
	return vector{}, false
}

// parseChannels reads three channels: n is a number or a percentage of the whole, a an angle.
func parseChannels(parts []string, kinds string, wholes vector) (v vector, ok bool) {
	for i := range v {
		if kinds[i] == 'a' {
			v[i], ok = parseAngle(parts[i])
		} else {
			v[i], ok = parseNumber(parts[i], wholes[i])
		}
		if !ok {
			return v, false
		}
	}
	return v, true
}

// cutField splits off the first word.
func cutField(s string) (word, rest string) {
	s = strings.Trim(s, cssSpace)
	end := strings.IndexAny(s, cssSpace)
	if end < 0 {
		return s, ""
	}
	return s[:end], s[end:]
}

// colorArgs splits "a b c" and "a b c / d" into three or four parts, and where commas are allowed "a, b, c" and
// "a, b, c, d", too.
func colorArgs(args string, commas bool) ([]string, bool) {
	var parts []string
	if strings.Contains(args, ",") {
		for _, p := range strings.Split(args, ",") {
			parts = append(parts, strings.Trim(p, cssSpace))
		}
		return parts, commas && (len(parts) == 3 || len(parts) == 4) && !slices.Contains(parts, "none")
	}
	channels, alpha, hasAlpha := strings.Cut(args, "/")
	parts = strings.FieldsFunc(channels, func(r rune) bool { return strings.ContainsRune(cssSpace, r) })
	if len(parts) != 3 {
		return nil, false
	}
	if hasAlpha {
		parts = append(parts, strings.Trim(alpha, cssSpace))
	}
	return parts, true
}

// parseNumber reads a number, or a percentage of whole. CSS takes none for 0.
func parseNumber(s string, whole float64) (float64, bool) {
	if s == "none" {
		return 0, true
	}
	number, percent := strings.CutSuffix(s, "%")
	if number == "" || strings.Trim(number, "+-.0123456789e") != "" { // no inf, nan or hex floats, which Go would take
		return 0, false
	}
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v = v / 100 * whole
	}
	return v, err == nil
}

// parseAngle reads an angle in degrees, or in the unit it names, as degrees.
func parseAngle(s string) (float64, bool) {
	units := []struct {
		suffix string
		degree float64
	}{{"deg", 1}, {"grad", 0.9}, {"rad", 180 / math.Pi}, {"turn", 360}, {"", 1}}
	for _, u := range units {
		if number, ok := strings.CutSuffix(s, u.suffix); ok {
			if strings.HasSuffix(number, "%") {
				return 0, false
			}
			v, ok := parseNumber(number, 360)
			v *= u.degree
			return v, ok && !math.IsInf(v, 0)
		}
	}
	return 0, false
}

func clamp01(v float64) float64 { return max(0, min(1, v)) }

// to8 makes a byte of a channel. Numbers so large that nothing is left of them are 0.
func to8(v float64) uint8 {
	if math.IsNaN(v) {
		return 0
	}
	return uint8(math.Round(clamp01(v) * 255))
}
