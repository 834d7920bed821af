package scene

import (
	"fmt"
	"html/template"
	"slices"
	"unicode/utf8"

	"mockup/internal/render/scene/text"
)

// markup is what the app makes of plain text, as the manifest says.
func (b *builder) markup() text.Markup {
	o := b.manifest.Options.Text
	m := text.Markup{
		Links:    slices.Contains(o.Markup, "links"),
		Emails:   slices.Contains(o.Markup, "emails"),
		Phones:   slices.Contains(o.Markup, "phones"),
		Mentions: slices.Contains(o.Markup, "mentions"),
		People:   slices.Contains(o.Markup, "people"),
		Hashtags: slices.Contains(o.Markup, "hashtags"),
		WideTags: slices.Contains(o.Markup, "wideTags"),
		LongTags: slices.Contains(o.Markup, "longTags"),
		Commands: slices.Contains(o.Markup, "commands"),
		Places:   slices.Contains(o.Markup, "places"),
		Times:    slices.Contains(o.Markup, "times"),
		Cashtags: slices.Contains(o.Markup, "cashtags"),
		ASCII:    slices.Contains(o.Markup, "ascii"),
		Plain:    slices.Contains(o.Markup, "plain"),
		Domains:  slices.Contains(o.Markup, "domains"),
		Bare:     slices.Contains(o.Markup, "bare"),
		Lines:    slices.Contains(o.Markup, "longStyles"),
		Language: slices.Contains(o.Markup, "languages"),
		Within:   slices.Contains(o.Markup, "within"),
		Literal:  slices.Contains(o.Markup, "literal"),
		Escapes:  slices.Contains(o.Markup, "escapes"),
		Quotes:   slices.Contains(o.Markup, "quotes"),
		Lists:    slices.Contains(o.Markup, "lists"),
		Headings: slices.Contains(o.Markup, "headings"),
		Titles:   slices.Contains(o.Markup, "titles"),
		Markdown: slices.Contains(o.Markup, "markdown"),
		Raised:   slices.Contains(o.Markup, "superscripts"),
		LinkPath: o.LinkPath, LinkWhole: o.LinkWhole, LinkWWW: o.LinkWWW,
		Handles: b.handles,
	}
	if m.Bare { // whole names: "@Mia Berg" is one mention
		m.Names = b.names
	}
	if slices.Contains(o.Markup, "styles") {
		for _, style := range o.Styles {
			m.Styles = append(m.Styles, text.Style(style))
		}
	}
	return m
}

// MaxCharacters bounds the text of one picture. On two quiet cores Chromium lays 100,000 words out in some 3 s.
const MaxCharacters = 1 << 19

// rich writes a text as markup. Once the build's context is done, or there is too much text, it writes nothing, so that
// what is left of the build is over soon; Build then returns an error.
func (b *builder) rich(s string, m text.Markup) template.HTML {
	if b.ctx.Err() != nil {
		return ""
	}
	if b.characters += utf8.RuneCountInString(s); b.characters > MaxCharacters {
		return ""
	}
	return text.Rich(s, m)
}

// checkAmount refuses a payload with too much text.
func (b *builder) checkAmount() error {
	if b.characters <= MaxCharacters {
		return nil
	}
	return &text.HeavyError{Message: fmt.Sprintf(
		"the texts have more than %d characters, which is the most that one picture has: shorten the content", MaxCharacters)}
}
