package templates

import (
	"fmt"
	"strings"
)

// Tags around a formula that KaTeX has typeset. There are no bdi elements in it, so that where a formula ends is found
// without parsing. The direction keeps its letters from deciding about that of the text around it.
const (
	MathsOpen  = `<bdi class="maths" dir="ltr">`
	MathsClose = `</bdi>`
)

// KaTeX returns the script of KaTeX, which declares katex.
func KaTeX() (string, error) { return readKaTeX("katex.js") }

// MathsCSS returns the style sheet of KaTeX, which a page with formulas needs. Its fonts come with those of the page.
func MathsCSS() (string, error) { return readKaTeX("katex.css") }

func readKaTeX(name string) (string, error) {
	data, err := files.ReadFile("assets/katex/" + name)
	if err != nil {
		return "", fmt.Errorf("read KaTeX: %w", err)
	}
	return string(data), nil
}

// HasMaths reports whether there are formulas in markup.
func HasMaths(markup string) bool { return strings.Contains(markup, MathsOpen) }

// splitMaths parts markup into formulas and what stands between them.
func splitMaths(markup string) (prose, maths string) {
	var outside, inside strings.Builder
	for {
		before, rest, found := strings.Cut(markup, MathsOpen)
		outside.WriteString(before)
		if !found {
			return outside.String(), inside.String()
		}
		formula, after, _ := strings.Cut(rest, MathsClose)
		inside.WriteString(formula)
		markup = after
	}
}
