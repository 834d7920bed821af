package text

import (
	"html/template"
	"strings"
)

// Blocks are lines that begin with a sign: quotes, items of lists and headings, as Markup names them. Each becomes an element
// that stands on lines of its own, without the break behind it.

var (
	itemPattern    = pattern(`^( {0,8})([-*]|\d{1,4}\.) +(\S)`)
	headingPattern = pattern(`^(#{1,3}|-#) +(\S)`)
	titlePattern   = pattern(`^\[([^\[\]\n]+)\]\(https?://[^\s()<>]+\)`)
)

// longestMark bounds what stands before the words of an item or a heading.
const longestMark = 32

// writeBlock writes the block that a text begins with, which is the rest of a text from the beginning of a line, and returns its
// length, 0 when there is none.
func writeBlock(out *strings.Builder, text string, m Markup) int {
	if m.Quotes && text[0] == '>' {
		return writeQuote(out, text, m)
	}
	if !m.Lists && !m.Headings {
		return 0
	}
	line, _, broken := strings.Cut(text, "\n")
	head := line[:min(len(line), longestMark)]
	inner := m.inLine()
	if found := itemPattern().FindStringSubmatch(head); m.Lists && found != nil {
		indent, mark := found[1], found[2]
		rest := strings.TrimLeft(line[len(indent)+len(mark):], " ")
		class, sign := "item", mark
		if len(mark) == 1 {
			sign = "•"
		}
		if len(indent) > 1 {
			class += " deep"
		}
		out.WriteString(`<div class="` + class + `" dir="auto"><span>` + sign + `</span><div>` + string(Rich(rest, inner)) + `</div></div>`)
	} else if found := headingPattern().FindStringSubmatch(head); m.Headings && found != nil {
		element := "h" + string(rune('0'+len(found[1])))
		if found[1] == "-#" {
			element = "small"
		}
		rest := strings.TrimLeft(line[len(found[1]):], " ")
		out.WriteString("<" + element + ` dir="auto">` + string(Rich(rest, inner)) + "</" + element + ">")
	} else {
		return 0
	}
	if broken {
		return len(line) + 1
	}
	return len(line)
}

// writeQuote writes the lines that a text begins with and that begin with a sign of quoting as a quote; after three signs the whole
// rest is one.
func writeQuote(out *strings.Builder, text string, m Markup) int {
	quoted, length := "", 0
	if rest, ok := strings.CutPrefix(text, ">>> "); ok {
		quoted, length = rest, len(text)
	} else {
		var lines []string
		for rest := text; rest != ""; {
			line, after, broken := strings.Cut(rest, "\n")
			words, ok := strings.CutPrefix(line, "> ")
			if !ok && line != ">" {
				break
			}
			lines = append(lines, strings.TrimPrefix(words, ">"))
			length += len(line)
			if rest = after; broken {
				length++
			}
		}
		quoted = strings.Join(lines, "\n")
	}
	if strings.TrimSpace(quoted) == "" {
		return 0
	}
	m.Quotes = false
	out.WriteString(`<blockquote dir="auto">` + string(Rich(quoted, m)) + `</blockquote>`)
	return length
}

// inLine returns the markup of what stands within a line.
func (m Markup) inLine() Markup {
	m.Quotes, m.Lists, m.Headings = false, false, false
	return m
}

// Flat returns the markup of an excerpt, as an answer has it of the message before: styles, and code within its lines.
func (m Markup) Flat() Markup {
	return Markup{Styles: m.Styles, Language: m.Language, flat: true}
}

// writeTitle writes the link that a text begins with, whose address is hidden behind a title: [Mia](https://example.org).
func writeTitle(out *strings.Builder, text string, m Markup) int {
	if !m.Titles || text[0] != '[' {
		return 0
	}
	found := titlePattern().FindStringSubmatch(text[:min(len(text), longestToken)])
	if found == nil {
		return 0
	}
	out.WriteString(`<a class="link">` + template.HTMLEscapeString(found[1]) + `</a>`)
	return len(found[0])
}
