package text

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// Initials returns the first letters of a name's first and last words, upper case. Words that begin with no
// letter or digit, an emoji for instance, do not count. Of a name in Chinese, Japanese or Korean it is one letter, as is usual for
// such names. A telephone number has none.
func Initials(name string, most int) string {
	if phoneNumber().MatchString(name) {
		return ""
	}
	var letters []string
	for word := range strings.FieldsSeq(name) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(word, -1)
		if r := []rune(cluster)[0]; unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters = append(letters, strings.ToUpper(alone(cluster)))
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

// alone leaves the vowels and consonants of a letter out that stand beside it, as in Burmese, Bengali and Tamil: with them it is too wide for
// the disc of an avatar. It also leaves out the sign that joins the letter to the next one, as in Hindi: at the end it would be seen.
func alone(cluster string) string {
	const joins = 9 // canonical combining class of a virama
	letter := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mc, r) {
			return -1
		}
		return r
	}, cluster)
	return strings.TrimRightFunc(letter, func(r rune) bool { return norm.NFC.PropertiesString(string(r)).CCC() == joins })
}

// FluentInitials returns the initials that Microsoft's Fluent shows for a person: the first letters of the first two words of the name
// that begin with a letter of Western European languages (one that Mac OS Roman has), else the first letter of the email address, which may
// be empty. FluentUI's tests for Apple's systems say so: "Nick Goose Bradshaw" is NG, a name in Chinese has none.
func FluentInitials(name, email string) string {
	initials, count := "", 0
	for word := range strings.FieldsSeq(name) {
		if letter := westernInitial(word); letter != "" && count < 2 {
			initials += letter
			count++
		}
	}
	if count == 0 {
		return westernInitial(strings.TrimSpace(email))
	}
	return initials
}

// westernInitial is the letter that a word begins with, upper case, if Mac OS Roman has it.
func westernInitial(word string) string {
	for _, r := range norm.NFC.String(word) {
		if _, ok := charmap.Macintosh.EncodeRune(r); !ok || !unicode.IsLetter(r) {
			return ""
		}
		return strings.ToUpper(string(r))
	}
	return ""
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
