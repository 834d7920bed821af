package text

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Letters that stand for hidden ones, by their place in the text.
const (
	maskLower = "anersoitmucledhop"
	maskUpper = "MAESRNCLTD"
	maskDigit = "3805621947"
)

// Masked is a text that may be hidden: then Text holds other letters of the same number, for the picture to blur or
// to cover. What was written is nowhere in the page.
type Masked struct {
	Text   string
	Hidden bool
}

// Mask hides a text: every letter becomes another that depends on its place alone, so that nothing of what was
// written is left but its length and its spaces. The same text always becomes the same mask, and the beginning of
// a text the beginning of its mask.
func Mask(text string, hidden bool) Masked {
	if !hidden {
		return Masked{Text: text}
	}
	var out strings.Builder
	place := 0
	for rest, state := text, -1; rest != ""; place++ {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		out.WriteString(maskCluster([]rune(cluster)[0], place))
	}
	return Masked{Text: out.String(), Hidden: true}
}

// maskCluster hides the character that begins with r. Wide ones become two letters.
func maskCluster(r rune, place int) string {
	at := func(letters string) string { return letters[place%len(letters):][:1] }
	switch {
	case unicode.IsDigit(r):
		return at(maskDigit)
	case r < 0x80 && !unicode.IsLetter(r), unicode.IsSpace(r):
		return string(r)
	case unicode.IsUpper(r):
		return at(maskUpper)
	case isEmojiRune(r), unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return at(maskUpper) + at(maskLower)
	}
	return at(maskLower)
}
