package text

import (
	"fmt"
	"html/template"
	"strings"
)

// writeLine writes the item of a list or the quoted line that text begins with, and returns its length with its line break, which
// is not written, since what it writes is a block. It returns 0 for any other line, and where what stands before ends within one.
func writeLine(out *strings.Builder, before, text string, m Markup) int {
	if !m.Lists || before != "" && !strings.HasSuffix(before, "\n") {
		return 0
	}
	m.Lists = false // a mark stands at the beginning of a line only
	line, after, broken := strings.Cut(text, "\n")
	length := len(line)
	if broken {
		length++
	}
	if body, ok := strings.CutPrefix(line, "> "); ok && strings.TrimSpace(body) != "" {
		out.WriteString(`<span class="cited` + endClass(text[length:]) + `" data-block>` + string(Rich(body, m)) + `</span>`)
		return length
	}
	mark, body := listMark(line)
	if mark == "" {
		return 0
	}
	class := "item" + endClass(text[length:])
	if before != "" && !isItem(before[strings.LastIndex(before[:len(before)-1], "\n")+1:]) {
		class += " first"
	}
	if after != "" && !isItem(after) {
		class += " last"
	}
	fmt.Fprintf(out, `<span class="%s" style="--mark: %d" data-block><i>%s</i>%s</span>`, class, len([]rune(mark)), template.HTMLEscapeString(mark), Rich(body, m))
	return length
}

// endClass is the class of a block that a text ends with, which leaves room for what stands beside it.
func endClass(after string) string {
	if after == "" {
		return " end"
	}
	return ""
}

// isItem reports whether the first line of a text is an item of a list.
func isItem(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	mark, _ := listMark(line)
	return mark != ""
}

// listMark returns the mark of an item as it is drawn, and what follows: a bullet for "* " and "- ", or a number of up to
// three digits. The mark is empty if the line is no item.
func listMark(line string) (mark, body string) {
	sign, body, _ := strings.Cut(line, " ")
	number, dotted := strings.CutSuffix(sign, ".")
	switch {
	case strings.TrimSpace(body) == "":
		return "", ""
	case sign == "*" || sign == "-":
		return "•", body
	case dotted && number != "" && len(number) <= 3 && strings.Trim(number, "0123456789") == "":
		return sign, body
	}
	return "", ""
}
