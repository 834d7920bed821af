package templates

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// Font is the @font-face rule of one file. The ID is the same for the same rule. The rule is made when it is asked for: a page
// that has the font needs none.
type Font struct {
	ID       string
	CSS      func() string // the page asks for the file
	Embedded func() string // with the file's data
	Wanted   string        // a CSS font that asks for it with its sample; empty if the text may do without it
	Sample   string        // a character that it is there for
}

// Emoji replaces the embedded emoji. The zero value keeps them.
type Emoji struct {
	Families string // CSS family list
	CSS      string // @font-face rule, empty for a font of the host
	Partial  bool   // the embedded emoji serve what the families lack
}

// FontPlan says what a text needs to be set.
type FontPlan struct {
	Fonts    []Font // the files that hold the text's characters
	Fallback string // CSS families to name behind the platform's own, best first
	Missing  []rune // characters that no embedded font has, sorted
}

// planner collects the files for a text.
type planner struct {
	families []family
	emoji    Emoji
	plan     FontPlan
	chosen   map[string]bool // files and families
	missing  map[rune]bool
	pages    map[rune]*[pageSize][]*face
}

// PlanFonts chooses the fonts for a text in a platform's families, named as in fonts.json, and for its formulas in those
// of KaTeX. Han characters are set as
// Japanese beside kana, as Korean beside hangul, and as simplified Chinese otherwise. 140 KB in
// which nothing repeats take 0.1 s, and 9 MB 3 s; an ended context is heeded meanwhile.
func PlanFonts(ctx context.Context, platform []string, text string, emoji Emoji) (FontPlan, error) {
	families, err := loadFonts()
	if err != nil {
		return FontPlan{}, err
	}
	p := &planner{families: families, emoji: emoji, chosen: map[string]bool{}, missing: map[rune]bool{}, pages: map[rune]*[pageSize][]*face{}}
	text, maths := splitMaths(text)
	clusters, err := uncommon(ctx, text)
	if err != nil {
		return FontPlan{}, err
	}
	formulas, err := uncommon(ctx, maths)
	if err != nil {
		return FontPlan{}, err
	}
	chars := map[rune]bool{'a': true}
	for _, cluster := range slices.Concat(clusters, formulas) {
		for _, r := range cluster {
			chars[r] = true
		}
	}
	own := make([]*family, 0, len(platform))
	for n, name := range platform {
		i := slices.IndexFunc(families, func(f family) bool { return f.name == name })
		if i < 0 {
			return FontPlan{}, fmt.Errorf("font %q is not in fonts.json", name)
		}
		own = append(own, &families[i])
		p.addOwn(own[len(own)-1], chars, n == 0)
	}
	order := fallbackOrder(families, chars)
	if len(own) > 0 && own[0].name != systemFamily {
		order = slices.Insert(order, 0, own[0]) // what texts have no other font is there for, and code may lack it
	}
	if i := slices.IndexFunc(own, func(f *family) bool { return f.name == systemFamily }); i >= 0 {
		order = slices.Insert(order, 0, own[i]) // apps leave to the system what their own font, or that of code, lacks
	}
	for i, cluster := range clusters {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return FontPlan{}, context.Cause(ctx)
		}
		p.addFallback(platform[:1], order, cluster)
	}
	if maths != "" {
		p.addMaths(order, formulas)
	}
	var stack []string
	// The stack names families in the order of preference, not of appearance.
	for _, f := range order {
		if p.chosen[f.name] {
			stack = append(stack, p.familyName(f))
		}
	}
	p.plan.Fallback = strings.Join(append(stack, "sans-serif"), ", ")
	p.plan.Missing = slices.Sorted(maps.Keys(p.missing))
	return p.plan, nil
}

// addOwn adds the files of a platform's family that hold any of the text's characters. Those of the first family, in
// upright, are needed for sure; the others, for code or signatures, are asked for when a text turns out to use them.
func (p *planner) addOwn(f *family, chars map[rune]bool, sure bool) {
	for _, face := range f.faces {
		sample := rune(0)
		for r := range chars {
			if face.has(r) && (sample == 0 || r < sample) {
				sample = r
			}
		}
		if sample > 0 {
			p.add(f, face, sure, string(sample))
		}
	}
}

// addMaths adds KaTeX's families, and files for the characters of formulas that these do not hold. Most formulas need the
// upright face of the first family.
func (p *planner) addMaths(order []*family, clusters [][]rune) {
	var own []string
	for i := range p.families {
		if f := &p.families[i]; f.maths {
			for _, face := range f.faces {
				p.add(f, face, len(own) == 0 && face.Weight == "normal", string(face.ranges()[0][0]))
			}
			own = append(own, f.name)
		}
	}
	for _, cluster := range clusters {
		p.addFallback(own, order, cluster)
	}
}

// addFallback adds a file for a cluster that none of the main families holds whole. Texts are set in a platform's first
// family; the others are for code, signatures and the status bar. A sequence of emoji must come from one file, else its
// parts are drawn one by one.
func (p *planner) addFallback(main []string, order []*family, cluster []rune) {
	lacks := func(r rune) bool { return !slices.ContainsFunc(main, func(name string) bool { return p.has(name, r) }) }
	if slices.ContainsFunc(cluster, func(r rune) bool { return r > 0x2000 && p.has(EmojiFamily, r) }) {
		order = order[slices.IndexFunc(order, func(f *family) bool { return f.name == EmojiFamily }):]
	} else if slices.ContainsFunc(main, func(name string) bool {
		return !slices.ContainsFunc(cluster, func(r rune) bool { return !p.has(name, r) })
	}) {
		return
	}
	if p.addFace(order, cluster) {
		return
	}
	for _, r := range cluster {
		if r >= 0x80 && lacks(r) && !p.addFace(order, []rune{r}) {
			p.missing[r] = true
		}
	}
}

// addFace adds the first file of the first family that has all the characters. It reports whether there is one.
func (p *planner) addFace(order []*family, cluster []rune) bool {
	for _, f := range order {
		for _, face := range p.faces(cluster[0]) {
			if face.Family == f.name && !slices.ContainsFunc(cluster[1:], func(r rune) bool { return !slices.Contains(p.faces(r), face) }) {
				p.add(f, *face, true, string(cluster))
				return true
			}
		}
	}
	return false
}

// has reports whether a family has a character.
func (p *planner) has(family string, r rune) bool {
	return slices.ContainsFunc(p.faces(r), func(f *face) bool { return f.Family == family })
}

// pageSize is how many neighbouring characters are looked up together.
const pageSize = 256

// faces returns all files that have a character, in the order of fonts.json. They are a few of several hundred, so
// that all of a page are sought at once, which costs as much as two characters would.
func (p *planner) faces(r rune) []*face {
	page, ok := p.pages[r/pageSize]
	if !ok {
		page = p.page(r - r%pageSize)
		p.pages[r/pageSize] = page
	}
	return page[r%pageSize]
}

func (p *planner) page(first rune) *[pageSize][]*face {
	var page [pageSize][]*face
	for i := range p.families {
		for j := range p.families[i].faces {
			face := &p.families[i].faces[j]
			ranges := face.ranges()
			for _, bounds := range ranges[face.search(first):] {
				if bounds[0] >= first+pageSize {
					break
				}
				for r := max(first, bounds[0]); r <= min(first+pageSize-1, bounds[1]); r++ {
					page[r-first] = append(page[r-first], face)
				}
			}
		}
	}
	return &page
}

// add adds a file for a character that it has, for sure or to be asked for.
func (p *planner) add(f *family, face face, sure bool, sample string) {
	p.chosen[f.name] = true
	replaced := p.replaces(f)
	if replaced {
		css := func() string { return p.emoji.CSS }
		p.addFont(Font{ID: p.emoji.Families, CSS: css, Embedded: css, Sample: sample})
	}
	if (!replaced || p.emoji.Partial) && !p.chosen[face.File] {
		font := Font{
			ID: face.File, CSS: func() string { return f.css(face, false) }, Embedded: func() string { return f.css(face, true) }, Sample: sample,
		}
		if sure && !replaced && face.Style == "normal" {
			weight, _, _ := strings.Cut(face.Weight, " ")
			font.Wanted = fmt.Sprintf("%s 16px %q", weight, f.name)
		}
		p.addFont(font)
	}
}

// addFont adds a @font-face rule once.
func (p *planner) addFont(font Font) {
	if !p.chosen[font.ID] {
		p.chosen[font.ID] = true
		p.plan.Fonts = append(p.plan.Fonts, font)
	}
}

// replaces reports whether other emoji stand in for those of a family.
func (p *planner) replaces(f *family) bool { return f.name == EmojiFamily && p.emoji.Families != "" }

func (p *planner) familyName(f *family) string {
	switch own := strconv.Quote(f.name); {
	case !p.replaces(f):
		return own
	case p.emoji.Partial:
		return p.emoji.Families + ", " + own
	}
	return p.emoji.Families
}

// longestSequence is the most characters that a font draws as one; the longest emoji sequence has ten.
const longestSequence = 16

// checkEvery is how many clusters are looked at between two looks at the context: less than a millisecond's work.
const checkEvery = 256

// uncommon returns the text's distinct grapheme clusters that go beyond ASCII, without characters that have no glyph
// of their own. A cluster that no font draws as one counts as its characters.
func uncommon(ctx context.Context, text string) ([][]rune, error) {
	seen := map[string]bool{}
	var clusters [][]rune
	add := func(runes []rune) {
		runes = slices.DeleteFunc(runes, invisible)
		key := string(runes)
		if seen[key] || len(runes) == 0 || len(runes) == 1 && runes[0] < 0x80 {
			return
		}
		seen[key] = true
		clusters = append(clusters, runes)
	}
	for i, n := 0, 0; i < len(text); n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if text[i] < 0x80 && (i+1 == len(text) || text[i+1] < 0x80) {
			i++
			continue
		}
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[i:], -1)
		i += len(cluster)
		runes := []rune(cluster)
		if len(runes) <= longestSequence {
			add(runes)
			continue
		}
		for _, r := range runes {
			add([]rune{r})
		}
	}
	return clusters, nil
}

// invisible reports characters that are set without a glyph of their own: joiners, direction marks, variation
// selectors and tags.
func invisible(r rune) bool {
	switch {
	case r == 0xAD, r >= 0x200B && r <= 0x200F, r >= 0x2028 && r <= 0x202F, r >= 0x2060 && r <= 0x206F, r == 0xFEFF,
		r < 0x20, r >= 0x7F && r <= 0x9F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE01EF, r == 0xA0, r >= 0x2000 && r <= 0x200A, r == 0x3000:
		return true
	}
	return false
}

// fallbackOrder is the order of fonts.json; among the Han fonts, the one that fits the text comes first. Scripts that few use
// come behind them, as their fonts have punctuation of their own.
func fallbackOrder(families []family, chars map[rune]bool) []*family {
	han := "Noto Sans SC"
	for r := range chars {
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
