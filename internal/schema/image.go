package schema

import (
	"fmt"
	"reflect"
	"strings"

	"mockup/internal/wording"
)

// IsImage reports whether the wallpaper is an image rather than a colour or nothing.
func (w Wallpaper) IsImage() bool { return w != "" && !strings.HasPrefix(string(w), "#") }

func checkWallpaper(allowPaths, allowEmpty bool) func(string) error {
	image := imageFiles.check(allowPaths)
	return func(s string) error {
		switch {
		case s == "" && allowEmpty:
			return nil
		case strings.HasPrefix(s, "#"):
			if _, ok := Wallpaper(s).NRGBA(); !ok {
				return fmt.Errorf("%s is not a hex colour; write it like #1d9bf0", wording.Quote(s))
			}
			return nil
		case s != "" && scheme(s) == "" && !strings.ContainsAny(s, `./\`), checkColor(s) == nil:
			return fmt.Errorf("%s is neither a hex colour nor an image; write a colour like %s, or %s", wording.Quote(s), hexOf(s), imageFiles.allowed(allowPaths))
		}
		return image(s)
	}
}

// hexOf returns the hex form of a text that a colour was meant by, or an example.
func hexOf(s string) string {
	for _, s := range []string{s, "#" + s} {
		if color, err := Color(s).NRGBA(); err == nil {
			return FormatColor(color)
		}
	}
	return "#1d9bf0"
}

// jsonName returns the name of a field in a payload; "" for an embedded struct, whose fields are its parent's.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
