package templates

import (
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

func (f *face) has(r rune) bool {
	return slices.ContainsFunc(f.ranges, func(b [2]rune) bool { return b[0] <= r && r <= b[1] })
}

// css returns the family's @font-face rules.
func (f *family) css() string {
	var b strings.Builder
	for _, face := range f.faces {
		fmt.Fprintf(&b, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:block;src:url(/fonts/%s);", f.name, face.Style, face.Weight, face.File)
		if f.adjust != "" {
			fmt.Fprintf(&b, "size-adjust:%s;", f.adjust)
		}
		if face.Range != "" {
			fmt.Fprintf(&b, "unicode-range:%s;", face.Range)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// Font is the style sheet of one family.
type Font struct{ Family, CSS string }

// Emoji replaces the embedded emoji. The zero value keeps them.
type Emoji struct {
	Families string // CSS family list
	CSS      string // @font-face rule, empty for a font of the host
}

// FontPlan says what a text needs to be set.
type FontPlan struct {
	Fonts    []Font   // families to install: those asked for, and every fallback that the text needs
	Fallback []string // CSS families to name behind the platform's own, best first
	Missing  []rune   // characters that no embedded font has, sorted
}

// PlanFonts chooses the fonts for a text in a platform's families. Han characters are set as Japanese beside
// kana, as Korean beside hangul, and as simplified Chinese otherwise.
func PlanFonts(platform []string, text string, emoji Emoji) (FontPlan, error) {
	families, err := loadFonts()
	if err != nil {
		return FontPlan{}, err
	}
	chars := uncommon(text)
	order := fallbackOrder(families, chars)
	var plan FontPlan
	for _, name := range platform {
		i := slices.IndexFunc(families, func(f family) bool { return f.name == name })
		if i < 0 {
			return FontPlan{}, fmt.Errorf("font %q is not in fonts.json", name)
		}
		f := &families[i]
		plan.Fonts = append(plan.Fonts, Font{f.name, f.css()})
		chars = slices.DeleteFunc(chars, func(r rune) bool { return f.has(r) && !isEmoji(families, r) })
	}
	for _, f := range order {
		rest := slices.DeleteFunc(slices.Clone(chars), f.has)
		if len(rest) == len(chars) {
			continue
		}
		chars = rest
		if f.name == EmojiFamily && emoji.Families != "" {
			plan.Fonts = append(plan.Fonts, Font{emoji.Families, emoji.CSS})
			plan.Fallback = append(plan.Fallback, emoji.Families)
			continue
		}
		plan.Fonts = append(plan.Fonts, Font{f.name, f.css()})
		plan.Fallback = append(plan.Fallback, strconv.Quote(f.name))
	}
	plan.Missing = chars
	return plan, nil
}

// uncommon returns the text's distinct characters outside ASCII that need a glyph, sorted.
func uncommon(text string) []rune {
	seen := map[rune]bool{}
	for _, r := range text {
		if r >= 0x80 && !invisible(r) {
			seen[r] = true
		}
	}
	chars := make([]rune, 0, len(seen))
	for r := range seen {
		chars = append(chars, r)
	}
	slices.Sort(chars)
	return chars
}

// invisible reports characters that are set without a glyph of their own: joiners, direction marks, variation
// selectors and tags.
func invisible(r rune) bool {
	switch {
	case r == 0xAD, r >= 0x200B && r <= 0x200F, r >= 0x2028 && r <= 0x202F, r >= 0x2060 && r <= 0x206F, r == 0xFEFF,
		r >= 0x80 && r <= 0x9F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE01EF, r == 0xA0, r >= 0x2000 && r <= 0x200A, r == 0x3000:
		return true
	}
	return false
}

func isEmoji(families []family, r rune) bool {
	i := slices.IndexFunc(families, func(f family) bool { return f.name == EmojiFamily })
	return r > 0x2000 && i >= 0 && families[i].has(r)
}

// fallbackOrder is the order of fonts.json, in which the Han fonts come last; the one that fits the text comes
// first among them.
func fallbackOrder(families []family, chars []rune) []*family {
	han := "Noto Sans SC"
	for _, r := range chars {
		if r >= 0x3040 && r <= 0x30FF {
			han = "Noto Sans JP"
			break
		}
		if r >= 0xAC00 && r <= 0xD7AF {
			han = "Noto Sans KR"
		}
	}
	var order []*family
	for i := range families {
		f := &families[i]
		if !f.fallback {
			continue
		}
		if f.name == han {
			first := slices.IndexFunc(order, func(f *family) bool { return f.han })
			if first >= 0 {
				order = slices.Insert(order, first, f)
				continue
			}
		}
		order = append(order, f)
	}
	return order
}

// FontCount tells how many families and files of fonts are embedded.
func FontCount() (families, files int, err error) {
	all, err := loadFonts()
	for _, f := range all {
		files += len(f.faces)
	}
	return len(all), files, err
}

// Resource returns a file that the stage loads: "/" is the document, "/fonts/…" a font, and "/art/…" a drawing in
// a template's folder, as "/art/chats/whatsapp/doodle.svg".
func Resource(address string) (data []byte, mime string, ok bool) {
	name := path.Clean(address)
	art, isArt := strings.CutPrefix(name, "/art/")
	switch {
	case isArt && path.Ext(art) == ".svg":
		name, mime = art, "image/svg+xml"
	case name == "/":
		name, mime = "base/stage.html", "text/html; charset=utf-8"
	case name == "/stage.js":
		name, mime = "base/stage.js", "text/javascript; charset=utf-8"
	case name == "/stage.css":
		name, mime = "base/stage.css", "text/css; charset=utf-8"
	case path.Dir(name) == "/fonts":
		name, mime = "assets"+name, "font/woff2"
	default:
		return nil, "", false
	}
	data, err := files.ReadFile(name)
	return data, mime, err == nil
}
