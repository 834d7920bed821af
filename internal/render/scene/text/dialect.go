package text

import (
	"html/template"
	"strings"
	"unicode/utf8"

	"mockup/internal/pattern"
)

// What Markdown has beside the blocks that chats have: rules, tables, blocks of code that begin with four spaces, and superscripts.
// Markup names it.

var (
	wideItem    = pattern.Lazy(`^( {0,8})([-*+]|\d{1,4}[.)]) +(\S)`)
	wideHeading = pattern.Lazy(`^(#{1,6}) +(\S)`)
	columns     = pattern.Lazy(`^ *\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$`)
)

// deepestQuote bounds how many quotes stand in each other.
const deepestQuote = 6

// writeMarkdown writes the rule, the block of code or the table that a text begins with, and returns its length, 0 where there is
// none. Of several empty lines it leaves one.
func writeMarkdown(out *strings.Builder, before, text string, m Markup) int {
	apart := strings.HasSuffix(before, "\n\n")
	if apart && text[0] == '\n' {
		return 1
	}
	line, _, _ := strings.Cut(text, "\n")
	if apart = apart || before == ""; apart && isRule(line) {
		out.WriteString("<hr>")
		return min(len(line)+1, len(text))
	}
	if apart && !m.isItem(lastLine(before)) {
		if n := writeIndented(out, text); n > 0 {
			return n
		}
	}
	return writeTable(out, text, m)
}

// lastLine returns the last line of a text that is not empty.
func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndex(text, "\n")+1:]
}

// isRule reports whether a line consists of three or more of a sign that draws a line.
func isRule(line string) bool {
	signs := strings.ReplaceAll(line, " ", "")
	return len(signs) > 2 && strings.Contains("-*_", signs[:1]) && strings.Trim(signs, signs[:1]) == ""
}

// writeIndented writes the lines of code that a text begins with, which begin with four spaces or a tab.
func writeIndented(out *strings.Builder, text string) int {
	var code []string
	length := 0
	for at := 0; at < len(text); {
		line, _, broken := strings.Cut(text[at:], "\n")
		at += len(line)
		if broken {
			at++
		}
		words, spaces := strings.CutPrefix(line, "    ")
		words, tab := strings.CutPrefix(words, "\t")
		if !spaces && !tab && strings.TrimSpace(line) != "" {
			break
		}
		if code = append(code, words); strings.TrimSpace(line) != "" {
			length = at
		}
	}
	if length > 0 {
		out.WriteString("<pre>" + template.HTMLEscapeString(strings.TrimRight(strings.Join(code, "\n"), "\n")) + "</pre>")
	}
	return length
}

// writeTable writes the table that a text begins with: a line of titles, one that says where the cells of each column begin, and rows.
func writeTable(out *strings.Builder, text string, m Markup) int {
	titles, rest, _ := strings.Cut(text, "\n")
	marks, rest, _ := strings.Cut(rest, "\n")
	if !strings.Contains(titles, "|") || !columns().MatchString(marks) {
		return 0
	}
	aligned := cells(marks)
	out.WriteString(`<div class="table" dir="auto"><table>`)
	writeRow(out, titles, "th", aligned, m)
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		if !strings.Contains(line, "|") {
			break
		}
		writeRow(out, line, "td", aligned, m)
		rest = after
	}
	out.WriteString("</table></div>")
	return len(text) - len(rest)
}

// writeRow writes a row of a table.
func writeRow(out *strings.Builder, line, element string, aligned []string, m Markup) {
	out.WriteString("<tr>")
	for i, cell := range cells(line) {
		style := ""
		if i < len(aligned) && strings.HasSuffix(aligned[i], ":") {
			style = ` style="text-align: end"`
			if strings.HasPrefix(aligned[i], ":") {
				style = ` style="text-align: center"`
			}
		}
		out.WriteString("<" + element + style + ">" + string(Rich(cell, m.inLine())) + "</" + element + ">")
	}
	out.WriteString("</tr>")
}

// cells returns what stands in the columns of a line.
func cells(line string) []string {
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	all := strings.Split(strings.TrimSuffix(line, "|"), "|")
	for i, cell := range all {
		all[i] = strings.TrimSpace(cell)
	}
	return all
}

// Bounds of what is raised, in bytes, and of how often it is.
const (
	longestRaised = 512
	longestPower  = 64
	mostRaised    = 6
)

// writeRaised writes the superscript that a text begins with: "^2", "^word" or "^(some words)". Faces such as "^o^" are none.
func writeRaised(out *strings.Builder, text string, m Markup) int {
	if !m.Raised || text[0] != '^' {
		return 0
	}
	near := text[:min(len(text), longestRaised)]
	rest := strings.TrimLeft(near, "^")
	signs := len(near) - len(rest)
	words := power(rest)
	length := len(words)
	if n := bracketed(rest); n > 0 { // there are no superscripts in it, which bounds the time that this takes
		words, length, m.Raised = rest[1:n-1], n, false
	}
	if length == 0 || signs > mostRaised {
		return 0
	}
	out.WriteString(strings.Repeat("<sup>", signs) + string(Rich(words, m.inLine())) + strings.Repeat("</sup>", signs))
	return signs + length
}

// power returns the word that a text begins with and that is raised.
func power(text string) string {
	word := window(text, longestPower)
	if first, _ := utf8.DecodeRuneInString(word); len(word) == longestPower || !isWord(first) {
		return ""
	}
	if word = strings.TrimRight(word, ".,;:!?)"); strings.HasSuffix(word, "^") {
		return ""
	}
	return word
}

// bracketed returns how long the words in brackets are that a text begins with, brackets included, 0 where there are none.
func bracketed(text string) int {
	if !strings.HasPrefix(text, "(") || strings.HasPrefix(text, "()") {
		return 0
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '\n':
			return 0
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}
