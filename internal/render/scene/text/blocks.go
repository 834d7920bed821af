package text

import (
	"html/template"
	"regexp"
	"strings"

	"mockup/internal/pattern"
)

// Blocks are lines that begin with a sign: quotes, items of lists and headings, as Markup names them. Each becomes an element
// that stands on lines of its own, without the break behind it. The class end is that of an item or a quote that a text ends with;
// first and last are those of the items of a list behind and before other lines.

var (
	chatItem     = pattern.Lazy(`^( {0,8})([-*]|\d{1,4}\.) +(\S)`)
	chatHeading  = pattern.Lazy(`^(#{1,3}|-#) +(\S)`)
	titlePattern = pattern.Lazy(`^(?:\[([^\[\]\n]+)\]\((?:https?://[^\s()<>]+|<https?://[^\s<>]+>)\)|<(https?://[^\s<>]+)>)`)
)

// longestMark bounds what stands before the words of an item or a heading.
const longestMark = 32

// writeBlock writes the block that a text begins with, and returns its length, 0 where there is none or what stands before the text
// ends within a line.
func writeBlock(out *strings.Builder, before, text string, m Markup) int {
	if before != "" && !strings.HasSuffix(before, "\n") {
		return 0
	}
	if m.Quotes && text[0] == '>' {
		return writeQuote(out, text, m)
	}
	if m.Markdown {
		if n := writeMarkdown(out, before, text, m); n > 0 {
			return n
		}
	}
	line, after, broken := strings.Cut(text, "\n")
	length := len(line)
	if broken {
		length++
	}
	head := line[:min(len(line), longestMark)]
	if found := m.itemPattern().FindStringSubmatch(head); m.Lists && found != nil {
		writeItem(out, line, found[1], found[2], m.itemClasses(before, after), m)
		return length
	}
	if found := m.headingPattern().FindStringSubmatch(head); m.Headings && found != nil {
		element := "h" + string(rune('0'+len(found[1])))
		if found[1] == "-#" {
			element = "small"
		}
		rest := strings.TrimLeft(line[len(found[1]):], " ")
		out.WriteString("<" + element + ` dir="auto">` + string(Rich(rest, m.inLine())) + "</" + element + ">")
		return length
	}
	return 0
}

// itemPattern finds what stands before the words of an item.
func (m Markup) itemPattern() *regexp.Regexp {
	if m.Markdown {
		return wideItem()
	}
	return chatItem()
}

// headingPattern finds what stands before the words of a heading.
func (m Markup) headingPattern() *regexp.Regexp {
	if m.Markdown {
		return wideHeading()
	}
	return chatHeading()
}

// writeItem writes an item of a list: a line with an indent and a mark, and classes that say what stands around it.
func writeItem(out *strings.Builder, line, indent, mark, classes string, m Markup) {
	rest := strings.TrimLeft(line[len(indent)+len(mark):], " ")
	if mark = strings.TrimSuffix(mark, ")"); strings.Contains("-*+", mark) {
		mark = "•"
	} else {
		mark = strings.TrimSuffix(mark, ".") + "."
	}
	if len(indent) > 1 {
		classes = " deep" + classes
	}
	out.WriteString(`<div class="item` + classes + `" dir="auto"><span>` + mark + `</span><div>` + string(Rich(rest, m.inLine())) + `</div></div>`)
}

// itemClasses returns the classes of an item between what stands before and behind its line.
func (m Markup) itemClasses(before, after string) (classes string) {
	if before != "" && !m.isItem(before[strings.LastIndex(before[:len(before)-1], "\n")+1:]) {
		classes = " first"
	}
	if after == "" {
		return classes + " end"
	}
	if !m.isItem(after) {
		classes += " last"
	}
	return classes
}

// isItem reports whether the first line of a text is an item of a list.
func (m Markup) isItem(text string) bool {
	line, _, _ := strings.Cut(text[:min(len(text), longestMark)], "\n")
	return m.itemPattern().MatchString(line)
}

// writeQuote writes the lines that a text begins with and that begin with a sign of quoting as a quote; after three signs the whole
// rest is one.
func writeQuote(out *strings.Builder, text string, m Markup) int {
	quoted, length := "", 0
	if rest, ok := strings.CutPrefix(text, ">>> "); ok && !m.Markdown {
		quoted, length = rest, len(text)
	} else {
		var lines []string
		for rest := text; rest != ""; {
			line, after, broken := strings.Cut(rest, "\n")
			words, ok := m.quotedLine(line)
			if !ok {
				break
			}
			lines = append(lines, words)
			length += len(line)
			if rest = after; broken {
				length++
			}
		}
		quoted = strings.Join(lines, "\n")
	}
	if strings.TrimSpace(quoted) == "" {
		out.WriteString(template.HTMLEscapeString(text[:length]))
		return length
	}
	m.quotes++
	m.Quotes = m.Markdown && m.quotes < deepestQuote
	class := ""
	if length == len(text) {
		class = ` class="end"`
	}
	out.WriteString(`<blockquote` + class + ` dir="auto">` + string(Rich(quoted, m)) + `</blockquote>`)
	return length
}

// quotedLine returns the words of a line that is a part of a quote.
func (m Markup) quotedLine(line string) (string, bool) {
	if m.Markdown {
		words, ok := strings.CutPrefix(line, ">")
		return strings.TrimPrefix(words, " "), ok && !strings.HasPrefix(words, "!")
	}
	words, ok := strings.CutPrefix(line, "> ")
	return strings.TrimPrefix(words, ">"), ok || line == ">"
}

// inLine returns the markup of what stands within a line.
func (m Markup) inLine() Markup {
	m.Quotes, m.Lists, m.Headings, m.Markdown = false, false, false, false
	return m
}

// Flat returns the markup of an excerpt, as an answer has it of the message before: styles, and code within its lines.
func (m Markup) Flat() Markup {
	return Markup{Styles: m.Styles, Within: m.Within, Literal: m.Literal, Escapes: m.Escapes, Language: m.Language, flat: true}
}

// writeTitle writes the link that a text begins with, whose address is hidden behind a title, as [Mia](https://example.org), or stands
// in angle brackets, which the app does not show.
func writeTitle(out *strings.Builder, text string, m Markup) int {
	if !m.Titles || text[0] != '[' && text[0] != '<' {
		return 0
	}
	found := titlePattern().FindStringSubmatch(text[:min(len(text), longestToken)])
	if found == nil {
		return 0
	}
	title := Rich(found[1], m.Flat()) + template.HTML(template.HTMLEscapeString(found[2]))
	out.WriteString(`<a class="link">` + string(title) + `</a>`)
	return len(found[0])
}
