package templates

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
)

// face is one font file: a family's subset.
type face struct {
	Family, File, Style, Weight string
	Range                       string // the characters that it has, as a CSS unicode-range

	ranges func() [][2]rune // Range, parsed when it is first asked for
}

// family is one font family of fonts.json.
type family struct {
	name     string
	adjust   string // CSS size-adjust: Inter at 96.5% has SF Pro's x-height and cap height, so themes write iOS's sizes
	fallback bool   // sets what a platform's own families lack
	han      bool   // one of the fonts for Chinese, Japanese and Korean
	slants   bool   // a fallback for scripts that have italics
	maths    bool   // one of KaTeX's, which set formulas
	faces    []face
}

// EmojiFamily is the family of the embedded emoji, and systemFamily the one that stands in for the system font of iOS.
const (
	EmojiFamily  = "Noto Color Emoji"
	systemFamily = "Inter"
)

// loadFonts reads the list of embedded fonts once.
var loadFonts = sync.OnceValues(func() ([]family, error) {
	var declared []struct {
		Family   string
		Adjust   string
		Fallback bool
		Han      bool
		Slants   bool
		Maths    bool
	}
	data, err := files.ReadFile("fonts.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &declared); err != nil {
		return nil, fmt.Errorf("read fonts.json: %w", err)
	}
	faces, err := readFaces()
	if err != nil {
		return nil, err
	}
	var families []family
	for _, d := range declared {
		families = append(families, family{name: d.Family, adjust: d.Adjust, fallback: d.Fallback, han: d.Han, slants: d.Slants, maths: d.Maths, faces: faces[d.Family]})
	}
	return families, nil
})

// LoadFonts reads which characters the embedded fonts have, ahead of PlanFonts, which takes 2 ms more for its first text otherwise.
func LoadFonts() {
	families, _ := loadFonts() // PlanFonts returns the error
	for _, family := range families {
		for _, face := range family.faces {
			face.ranges()
		}
	}
}

// readFaces reads the collected list of font files, by family: one on a line, its fields between tabs.
func readFaces() (map[string][]face, error) {
	data, err := files.ReadFile("assets/faces.tsv")
	if err != nil {
		return nil, err
	}
	faces := map[string][]face{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("read assets/faces.tsv: %d fields in %.40q, want 5", len(fields), line)
		}
		f := face{Family: fields[0], File: fields[1], Style: fields[2], Weight: fields[3], Range: fields[4]}
		f.ranges = sync.OnceValue(func() [][2]rune { return parseRanges(f.Range) })
		faces[f.Family] = append(faces[f.Family], f)
	}
	return faces, nil
}

// parseRanges reads a CSS unicode-range. The ranges come back sorted.
func parseRanges(list string) [][2]rune {
	if list == "" {
		return [][2]rune{{0, 0x10FFFF}}
	}
	ranges := make([][2]rune, 0, strings.Count(list, ",")+1)
	for item := range strings.SplitSeq(list, ",") {
		low, high, dash := strings.Cut(item, "-")
		bounds := [2]rune{hexadecimal(low), hexadecimal(high)}
		if !dash {
			bounds[1] = bounds[0]
		}
		ranges = append(ranges, bounds)
	}
	slices.SortFunc(ranges, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	return ranges
}

// hexadecimal reads a number such as U+1F600. With strconv the 37,000 ranges of all faces take twice as long.
func hexadecimal(text string) (n rune) {
	for _, c := range []byte(text) {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | rune(c-'0')
		case c >= 'A' && c <= 'F':
			n = n<<4 | rune(c-'A'+10)
		}
	}
	return n
}

func (f *face) has(r rune) bool {
	ranges, i := f.ranges(), f.search(r)
	return i < len(ranges) && ranges[i][0] <= r
}

// search returns the index of the first range that does not end before a character.
func (f *face) search(r rune) int {
	ranges := f.ranges()
	return sort.Search(len(ranges), func(i int) bool { return ranges[i][1] >= r })
}

// UprightStyle is the font-style of a face that stays upright in italics. Chromium slants a face that does not say it is oblique.
const UprightStyle = "oblique 0deg 20deg"

// css returns the face's @font-face rule, with its data or with its address. Chromium decodes what it asks for on threads of their own,
// but data of a rule on the page's only thread, which limits a first picture: 10 ms of fonts, and as long for the message with them.
func (f *family) css(face face, embedded bool) string {
	var b strings.Builder
	source := "/fonts/" + face.File
	if embedded {
		if data, err := files.ReadFile("assets/fonts/" + face.File); err == nil {
			source = "data:font/woff2;base64," + base64.StdEncoding.EncodeToString(data)
		}
	}
	style := face.Style
	if f.fallback && !f.slants { // iOS has italics for Latin, Greek and Cyrillic letters only, and emoji have none
		style = UprightStyle
	}
	fmt.Fprintf(&b, "@font-face{font-family:%q;font-style:%s;font-weight:%s;font-display:block;src:url(%s);", f.name, style, face.Weight, source)
	if f.adjust != "" {
		fmt.Fprintf(&b, "size-adjust:%s;", f.adjust)
	}
	if face.Range != "" {
		fmt.Fprintf(&b, "unicode-range:%s;", face.Range)
	}
	b.WriteString("}")
	return b.String()
}

// FontCount returns how many families and files of fonts are embedded.
func FontCount() (families, files int, err error) {
	all, err := loadFonts()
	for _, f := range all {
		files += len(f.faces)
	}
	return len(all), files, err
}

// Script returns the page script, which defines the functions that Go calls on the page.
func Script() (string, error) {
	var script strings.Builder
	for _, name := range []string{"page", "places", "changes", "lens", "fit", "outline", "tall", "hyphens", "direction", "veil", "video", "bubbles", "parts", "stream", "draft"} {
		source, err := files.ReadFile("base/" + name + ".js")
		if err != nil {
			return "", err
		}
		script.Write(source)
	}
	return script.String(), nil
}

// Shell returns the body of the document that all pictures are shown in.
func Shell() (string, error) {
	html, err := files.ReadFile("base/shell.html")
	return string(html), err
}

// Resource returns a file that the page loads: "/fonts/…" is a font, and "/art/…" a drawing in a template's folder, as
// "/art/chats/whatsapp/doodle.png".
func Resource(address string) (data []byte, mime string, ok bool) {
	name := path.Clean(address)
	art, isArt := strings.CutPrefix(name, "/art/")
	switch {
	case isArt && path.Ext(art) == ".svg":
		name, mime = art, "image/svg+xml"
	case isArt && path.Ext(art) == ".png":
		name, mime = art, "image/png"
	case isArt && path.Ext(art) == ".webp":
		name, mime = art, "image/webp"
	case path.Dir(name) == "/fonts":
		name, mime = "assets"+name, "font/woff2"
	default:
		return nil, "", false
	}
	data, err := files.ReadFile(name)
	return data, mime, err == nil
}
