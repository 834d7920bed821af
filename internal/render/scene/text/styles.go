package text

import (
	"html/template"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is a delimiter and the element that it makes of what stands between two of it.
type Style struct{ Mark, Element string }

// end returns the delimiter that ends what the style's has begun.
func (s Style) end() string {
	if s.Mark == ">!" {
		return "!<"
	}
	return s.Mark
}

// writeStyled writes a run between a pair of delimiters: the opening one stands before a word, the closing one
// behind it, on the same line but with Lines. A fence of three backticks may span lines.
func writeStyled(out *strings.Builder, text string, m Markup) int {
	if body, ok := strings.CutPrefix(text, "```"); ok && len(m.Styles) > 0 {
		if code, after, ok := strings.Cut(body, "```"); ok && code != "" {
			if first, rest, _ := strings.Cut(code, "\n"); m.Language && rest != "" && !strings.ContainsFunc(first, notLanguage) {
				code = rest
			}
			open, end := "<pre>", "</pre>"
			if m.flat {
				open, end = "<code>", "</code> "
			}
			out.WriteString(open + template.HTMLEscapeString(strings.Trim(code, "\n")) + end)
			return len(text) - len(strings.TrimPrefix(after, "\n")) // what follows stands on a line of its own without this break
		}
	}
	for _, style := range m.Styles {
		if inner, ok := m.between(style, text); ok {
			style.write(out, inner, m)
			return len(inner) + 2*len(style.Mark)
		}
	}
	return 0
}

// notLanguage reports characters that the name of a programming language does not have.
func notLanguage(r rune) bool {
	return r > unicode.MaxASCII || !isWord(r) && !strings.ContainsRune("+-.#", r)
}

// between returns what stands between a delimiter, with which the text has to begin, and the next one.
func (m Markup) between(s Style, text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, s.Mark)
	if !ok || rest == "" || rest[0] == ' ' || strings.HasPrefix(rest, s.Mark) {
		return "", false
	}
	end := m.closing(s, rest)
	if end < 1 || !m.Lines && strings.Contains(rest[:end], "\n") || rest[end-1] == ' ' {
		return "", false
	}
	next, _ := utf8.DecodeRuneInString(rest[end+len(s.Mark):])
	return rest[:end], !isWord(next) || m.Within && s.Mark[0] != '_'
}

// closing returns where the delimiter stands that ends what a text begins with, -1 where there is none. Where "*" and "**" are
// delimiters, "***" ends both, and "**" does not end what "*" has begun.
func (m Markup) closing(s Style, text string) int {
	if s.end() != s.Mark {
		return strings.Index(text[:min(len(text), longestToken)], s.end())
	}
	sign := s.Mark[:1]
	if !slices.ContainsFunc(m.Styles, func(other Style) bool { return other.Mark == sign+sign }) {
		return strings.Index(text, s.Mark)
	}
	for at := 0; ; {
		next := strings.Index(text[at:], sign)
		if next < 0 {
			return -1
		}
		at += next
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], sign))
		if run == len(s.Mark) || run > 2 {
			return at + run - len(s.Mark)
		}
		at += run
	}
}

// write writes what stands between two delimiters. Code stays as it is.
func (s Style) write(out *strings.Builder, text string, m Markup) {
	inner := template.HTML(template.HTMLEscapeString(text))
	if s.Element != "code" {
		inner = Rich(text, m.inLine())
	}
	if s.Element == "spoiler" {
		out.WriteString(`<span class="spoiler">` + string(inner) + `</span>`)
		return
	}
	out.WriteString("<" + s.Element + ">" + string(inner) + "</" + s.Element + ">")
}
