package templates

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// face is one font file: a family's subset.
type face struct {
	Family string `json:"family"`
	File   string `json:"file"`
	Style  string `json:"style"`
	Weight string `json:"weight"`
	Range  string `json:"range"`

	ranges [][2]rune
}

// family is one font family of fonts.json.
type family struct {
	name     string
	adjust   string // CSS size-adjust: Inter at 96.5% has SF Pro's x-height and cap height, so themes write iOS's sizes
	fallback bool   // sets what a platform's own families lack
	han      bool   // one of the fonts for Chinese, Japanese and Korean
	faces    []face
}

// EmojiFamily is the family of the embedded emoji.
const EmojiFamily = "Noto Color Emoji"

// loadFonts reads the list of embedded fonts once.
var loadFonts = sync.OnceValues(func() ([]family, error) {
	var declared []struct {
		Family   string
		Adjust   string
		Fallback bool
		Han      bool
	}
	var faces []face
	if err := readJSON("fonts.json", &declared); err != nil {
		return nil, err
	}
	if err := readJSON("assets/faces.json", &faces); err != nil {
		return nil, err
	}
	var families []family
	for _, d := range declared {
		f := family{name: d.Family, adjust: d.Adjust, fallback: d.Fallback, han: d.Han}
		for _, face := range faces {
			if face.Family == d.Family {
				face.ranges = parseRanges(face.Range)
				f.faces = append(f.faces, face)
			}
		}
		families = append(families, f)
	}
	return families, nil
})

func readJSON(name string, into any) error {
	data, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// parseRanges reads a CSS unicode-range.
func parseRanges(list string) [][2]rune {
	if list == "" {
		return [][2]rune{{0, 0x10FFFF}}
	}
	var ranges [][2]rune
	for item := range strings.SplitSeq(list, ",") {
		low, high, dash := strings.Cut(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(item)), "U+"), "-")
		if !dash {
			high = low
		}
		from, err1 := strconv.ParseInt(low, 16, 32)
		to, err2 := strconv.ParseInt(high, 16, 32)
		if err1 == nil && err2 == nil {
			ranges = append(ranges, [2]rune{rune(from), rune(to)})
		}
	}
	return ranges
}

func (f *family) has(r rune) bool {
	return slices.ContainsFunc(f.faces, func(face face) bool { return face.has(r) })
}

func (f *face) hasAll(cluster []rune) bool {
	return !slices.ContainsFunc(cluster, func(r rune) bool { return !f.has(r) })
}

func (f *face) has(r rune) bool {
	return slices.ContainsFunc(f.ranges, func(b [2]rune) bool { return b[0] <= r && r <= b[1] })
}

// css returns the face's @font-face rule. Upright faces carry their data, so that the page has them in the same
// message as the text: a request and its answer cost 3 ms each, a cold picture has up to five. Italic ones are
// asked for when a text turns out to need them.
func (f *family) css(face face) string {
	var b strings.Builder
	source := "/fonts/" + face.File
	if face.Style == "normal" {
		if data, err := files.ReadFile("assets/fonts/" + face.File); err == nil {
			source = "data:font/woff2;base64," + base64.StdEncoding.EncodeToString(data)
		}
	}
	fmt.Fprintf(&b, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:block;src:url(%s);", f.name, face.Style, face.Weight, source)
	if f.adjust != "" {
		fmt.Fprintf(&b, "size-adjust:%s;", f.adjust)
	}
	if face.Range != "" {
		fmt.Fprintf(&b, "unicode-range:%s;", face.Range)
	}
	b.WriteString("}")
	return b.String()
}

// FontCount tells how many families and files of fonts are embedded.
func FontCount() (families, files int, err error) {
	all, err := loadFonts()
	for _, f := range all {
		files += len(f.faces)
	}
	return len(all), files, err
}

// Script returns the stage script, which defines the functions that Go calls on the page.
func Script() (string, error) {
	data, err := files.ReadFile("base/stage.js")
	return string(data), err
}

// Resource returns a file that the stage loads: "/" is the document, "/fonts/…" a font, and "/art/…" a drawing in
// a template's folder, as "/art/chats/whatsapp/doodle.svg".
func Resource(address string) (data []byte, mime string, ok bool) {
	name := path.Clean(address)
	art, isArt := strings.CutPrefix(name, "/art/")
	switch {
	case isArt && path.Ext(art) == ".svg":
		name, mime = art, "image/svg+xml"
	case isArt && path.Ext(art) == ".webp":
		name, mime = art, "image/webp"
	case name == "/":
		name, mime = "base/stage.html", "text/html; charset=utf-8"
	case path.Dir(name) == "/fonts":
		name, mime = "assets"+name, "font/woff2"
	default:
		return nil, "", false
	}
	data, err := files.ReadFile(name)
	return data, mime, err == nil
}
