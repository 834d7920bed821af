package text

import (
	"slices"
	"testing"
)

// Of an answer in Markdown, what is read is left, line by line.
func TestLines(t *testing.T) {
	for answer, want := range map[string][]string{
		"## Title\n\nA **bold** and *leaning* word, `code` and ~~no~~.": {"Title", "A bold and leaning word, code and no."},
		"one\ntwo\n\nthree":                                         {"one", "two", "three"},
		"```python\nimport a\n\n    b = 1 ** 2\n```":                {"import a", "b = 1 ** 2"},
		"3. **A** swarm\n4. Rain\n   - and hail\n\nend":             {"3. A swarm", "4. Rain", "and hail", "end"},
		"1. one\n\n   more\n2. two":                                 {"1. one", "more", "2. two"},
		"- [x] done\n- a [link](https://a.org) and <https://b.org>": {"done", "a link and https://b.org"},
		"> quoted\n> > deeper\n\n---\n\n![a cat](cat.png)":          {"quoted", "deeper", "a cat"},
		"| a | b |\n|---|---|\n| 1 | **2** |":                       {"a, b", "1, 2"},
		"Then $x^2 + 1$ is\n\n$$\ny = 2\n$$":                        {"Then x^2 + 1 is", "y = 2"},
		"5 < 6 &amp; 2 \\* 3, `\\*`":                                {"5 < 6 & 2 * 3, \\*"},
		"":                                                          nil,
	} {
		if got := Lines(answer); !slices.Equal(got, want) {
			t.Errorf("%q has the lines %q, want %q", answer, got, want)
		}
	}
}
