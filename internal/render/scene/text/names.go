package text

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName bounds the names that are found as mentions, in bytes.
const longestName = 200

// Names finds which of some names a text begins with, however many there are: in time that grows with the length of a
// name and the logarithm of their number. The zero value has no names.
type Names struct {
	sorted []string
	parent []int // of every name, the longest other one that it begins with; -1: none
}

// NewNames returns the index of some names. Empty names, and those beyond 200 bytes, are left out.
func NewNames(names []string) Names {
	var n Names
	for _, name := range names {
		if name != "" && len(name) <= longestName {
			n.sorted = append(n.sorted, name)
		}
	}
	sort.Strings(n.sorted)
	n.parent = make([]int, len(n.sorted))
	for i := range n.sorted {
		// What a name begins with stands right before it, or is among what the name before it begins with.
		p := i - 1
		for p >= 0 && !strings.HasPrefix(n.sorted[i], n.sorted[p]) {
			p = n.parent[p]
		}
		n.parent[i] = p
	}
	return n
}

// ends reports whether a name ends before a text: where a word does, or before a script without spaces. A name of one letter does not
// there: "@金曜" is not somebody whose name begins with 金.
func ends(name, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	_, first := utf8.DecodeRuneInString(name)
	return after == "" || !isWord(next) || unspaced(next) && len(name) > first
}

// unspaced reports letters of scripts that put no space between a name and what follows it, such as the title in "Miaさん".
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// find returns the longest name that a text begins with and that ends where a word may end; "" if there is none.
func (n Names) find(text string) string {
	// All names that the text begins with are also what the greatest name not behind the text begins with.
	i := sort.Search(len(n.sorted), func(i int) bool { return n.sorted[i] > text }) - 1
	for ; i >= 0; i = n.parent[i] {
		after, ok := strings.CutPrefix(text, n.sorted[i])
		if ok && ends(n.sorted[i], after) {
			return n.sorted[i]
		}
	}
	return ""
}
