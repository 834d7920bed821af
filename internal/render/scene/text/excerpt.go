package text

import (
	"html"
	"html/template"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"mockup/internal/pattern"
)

// Excerpt returns the part of a text that an app shows before "Read more": at most that many characters and lines,
// cut behind a word. It reports whether anything was left out. A text that is only a little longer is shown whole,
// since cutting it would save no line. A limit of 0 is none. Spaces around a text are left out, as the apps do when it is sent.
func Excerpt(text string, most, lines int) (string, bool) {
	text = strings.TrimSpace(text)
	short := text
	if head := strings.SplitAfterN(text, "\n", lines+1); lines > 0 && len(head) > lines {
		short = strings.Join(head[:lines], "")
	}
	if most > 0 && uniseg.GraphemeClusterCount(short) > most+most/5 {
		short = cutWord(short, most)
	}
	short = strings.TrimRightFunc(short, unicode.IsSpace)
	return short, len(short) < len(text)
}

// cutWord returns at most that many characters of a text, up to the last space among the later half of them.
func cutWord(text string, most int) string {
	rest, state := text, -1
	for range most {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	head := text[:len(text)-len(rest)]
	if space := strings.LastIndexFunc(head, unicode.IsSpace); space > len(head)/2 {
		head = head[:space]
	}
	return head
}

// tag finds the tags of markup that this package has written.
var tag = pattern.Lazy(`<[^>]*>`)

// Shown returns what can be read of markup: its text, without tags.
func Shown(markup template.HTML) string {
	return html.UnescapeString(tag().ReplaceAllString(string(markup), ""))
}
