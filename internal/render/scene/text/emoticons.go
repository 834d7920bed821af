package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Emoticons are typed signs such as ":)" and "(L)", in small letters, with the index of the drawing that each becomes:
// <i class="emoticon" style="--drawing: 3"></i>.
type Emoticons map[string]int

// mostEmoticon bounds the length of a sign in bytes.
const mostEmoticon = 4

// NewEmoticons reads the signs of each drawing, which are separated by spaces.
func NewEmoticons(drawings []string) Emoticons {
	e := Emoticons{}
	for i, signs := range drawings {
		for sign := range strings.FieldsSeq(strings.ToLower(signs)) {
			e[sign] = i
		}
	}
	return e
}

// write writes the longest emoticon that text begins with and returns its length, 0 when there is none. A letter or
// digit at either end of a sign is not part of a word: "18-|" and ":Doctor" have none.
func (e Emoticons) write(out *strings.Builder, text string, last rune) int {
	if len(e) == 0 {
		return 0
	}
	for n := min(mostEmoticon, len(text)); n > 1; n-- {
		drawing, ok := e[strings.ToLower(text[:n])]
		if !ok {
			continue
		}
		first, _ := utf8.DecodeRuneInString(text)
		end, _ := utf8.DecodeLastRuneInString(text[:n])
		next, _ := utf8.DecodeRuneInString(text[n:])
		if isWord(first) && isWord(last) || isWord(end) && isWord(next) {
			continue
		}
		fmt.Fprintf(out, `<i class="emoticon" style="--drawing: %d"></i>`, drawing)
		return n
	}
	return 0
}
