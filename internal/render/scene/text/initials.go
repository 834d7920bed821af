package text

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Initials returns the first letters of a name's first and last words, upper case. Words that begin with no
// letter or digit, an emoji for instance, do not count. Of a name in Chinese, Japanese or Korean it is one letter, as is usual for
// such names. A telephone number has none.
func Initials(name string, most int) string {
	if phoneNumber.MatchString(name) {
		return ""
	}
	var letters []string
	for word := range strings.FieldsSeq(name) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(word, -1)
		if r := []rune(cluster)[0]; unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters = append(letters, strings.ToUpper(cluster))
		}
	}
	switch {
	case len(letters) == 0:
		return ""
	case most == 1 || len(letters) == 1 || unicode.In([]rune(letters[0])[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return letters[0]
	}
	return letters[0] + letters[len(letters)-1]
}

// AppleInitials returns the initials that Apple's PersonNameComponentsFormatter makes of a name: without its titles, and none of a name in
// Arabic or in the scripts of India, whose letters join.
func AppleInitials(name string, most int) string {
	for _, r := range name {
		if unicode.IsLetter(r) {
			if unicode.In(r, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
				unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam) {
				return ""
			}
			break
		}
	}
	return Initials(strings.Join(withoutTitles(strings.Fields(name)), " "), most)
}
