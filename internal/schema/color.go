package schema

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// Accent is the project's own colour, behind the background preset "brand".
const Accent = "#6c4df6"

// presets returns the named backgrounds of canvas and comment-popup, in the order of the interface.
func presets() []struct{ name, hex string } {
	return []struct{ name, hex string }{
		{"white", "#ffffff"}, {"black", "#000000"}, {"brand", Accent}, {"green", "#00b140"}, {"purple", "#8b5cf6"},
	}
}

// ParseColor reads a CSS colour: #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl(), hsla(), a named colour or
// transparent. Numbers out of range are clamped, as CSS does.
func ParseColor(s string) (color.NRGBA, error) {
	text := strings.ToLower(strings.TrimSpace(s))
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
	return color.NRGBA{}, fmt.Errorf("%s is not a CSS colour; write it like #1d9bf0, rgb(29, 155, 240), hsl(204 88%% 53%%) or teal", quote(s))
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

// NRGBA returns the preset's or the hex colour, not premultiplied.
func (b CanvasBackground) NRGBA() (color.NRGBA, error) { return parseBackground(string(b)) }

// NRGBA returns the preset's or the hex colour, not premultiplied; transparent has no alpha.
func (b PopupBackground) NRGBA() (color.NRGBA, error) {
	if b == "transparent" {
		return color.NRGBA{}, nil
	}
	return parseBackground(string(b))
}

// NRGBA returns the wallpaper's colour, not premultiplied, and whether it is a colour rather than an image or nothing.
func (w Wallpaper) NRGBA() (color.NRGBA, bool) { return parseHex(strings.ToLower(string(w))) }

func parseBackground(s string) (color.NRGBA, error) {
	for _, p := range presets() {
		if s == p.name {
			s = p.hex
		}
	}
	if c, ok := parseHex(strings.ToLower(s)); ok {
		return c, nil
	}
	names := make([]string, 0, len(presets()))
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return color.NRGBA{}, fmt.Errorf("%s is not a background; allowed: %s or a hex colour like #1d9bf0%s", quote(s), list(names), DidYouMean(s, names))
}

func checkColor(s string) error {
	_, err := ParseColor(s)
	return err
}

func checkCanvasBackground(s string) error {
	_, err := CanvasBackground(s).NRGBA()
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

// parseColorFunc reads the arguments of rgb(), rgba(), hsl() and hsla(), with commas or in the newer form with
// spaces and a slash before the alpha.
func parseColorFunc(name, args string) (color.NRGBA, bool) {
	parts, ok := colorArgs(args)
	if !ok {
		return color.NRGBA{}, false
	}
	alpha := 1.0
	if len(parts) == 4 {
		if alpha, ok = parseNumber(parts[3], 1); !ok {
			return color.NRGBA{}, false
		}
	}
	switch name {
	case "rgb", "rgba":
		var v [3]float64
		for i := range v {
			if v[i], ok = parseNumber(parts[i], 255); !ok {
				return color.NRGBA{}, false
			}
		}
		return color.NRGBA{to8(v[0] / 255), to8(v[1] / 255), to8(v[2] / 255), to8(alpha)}, true
	case "hsl", "hsla":
		hue, okH := parseAngle(parts[0])
		sat, okS := parseNumber(parts[1], 100)
		light, okL := parseNumber(parts[2], 100)
		r, g, b := hslToRGB(hue, clamp01(sat/100), clamp01(light/100))
		return color.NRGBA{to8(r), to8(g), to8(b), to8(alpha)}, okH && okS && okL
	}
	return color.NRGBA{}, false
}

// colorArgs splits "a, b, c", "a, b, c, d", "a b c" and "a b c / d" into three or four parts.
func colorArgs(args string) ([]string, bool) {
	var parts []string
	if strings.Contains(args, ",") {
		for _, p := range strings.Split(args, ",") {
			parts = append(parts, strings.TrimSpace(p))
		}
		return parts, len(parts) == 3 || len(parts) == 4
	}
	channels, alpha, hasAlpha := strings.Cut(args, "/")
	parts = strings.Fields(channels)
	if len(parts) != 3 {
		return nil, false
	}
	if hasAlpha {
		parts = append(parts, strings.TrimSpace(alpha))
	}
	return parts, true
}

// parseNumber reads a number, or a percentage of whole.
func parseNumber(s string, whole float64) (float64, bool) {
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

// hslToRGB converts a hue in degrees and the rest from 0 to 1, by https://www.w3.org/TR/css-color-4/#hsl-to-rgb.
func hslToRGB(hue, sat, light float64) (r, g, b float64) {
	channel := func(n float64) float64 {
		k := math.Mod(n+hue/30, 12)
		if k < 0 {
			k += 12
		}
		return light - sat*min(light, 1-light)*max(-1, min(k-3, 9-k, 1))
	}
	return channel(0), channel(8), channel(4)
}

func clamp01(v float64) float64 { return max(0, min(1, v)) }

func to8(v float64) uint8 { return uint8(math.Round(clamp01(v) * 255)) }
