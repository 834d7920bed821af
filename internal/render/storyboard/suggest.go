package storyboard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Suggestion is what a keyboard suggests from a letter of a text on: three words, of which the middle one is typed; or
// nothing, which is three empty words.
type Suggestion struct {
	Letter int
	Words  [3]string
}

// longestWord is how many letters a word may have that fits into the strip.
const longestWord = 13

// englishStock has words of everyday messages, of each letter as many as may be needed at a time.
const englishStock = "a and all at be but by can come call do don’t day even every enough for from fine get good go have how he I I’m it in " +
	"just join jump know keep kind like let love me my maybe not now no of on or please put pretty quick quite question really right ready " +
	"so see some the that this us up until very view visit we was will you your yes"

// Stock returns the words that are suggested beside those of texts that have less than three: words of everyday English, or
// those of all texts.
func Stock(texts []string, english bool) []string {
	if english {
		return strings.Fields(englishStock)
	}
	var stock []string
	for _, text := range texts {
		words, _ := wordsOf(text)
		stock = append(stock, words...)
	}
	return stock
}

// Suggest returns what is suggested while a text is typed. The words beside that which is typed are its neighbours, or words
// of a stock where the text has too few.
func Suggest(text string, stock []string) []Suggestion {
	words, begin := wordsOf(text)
	list := make([]Suggestion, len(words))
	for i, word := range words {
		list[i].Letter = begin[i]
		left, right := other(words, i, -1), other(words, i, 1)
		if left == "" {
			left = other(words, i, 1, right)
		}
		if right == "" {
			right = other(words, i, -1, left)
		}
		if right == "" {
			right = fromStock(stock, word, left)
		}
		if left == "" {
			left = fromStock(stock, word, right)
		}
		if left != "" && right != "" && fits(word) {
			list[i].Words = [3]string{left, word, right}
		}
	}
	return list
}

// wordsOf returns the words of a text without the marks around them, and the letter at which each begins.
func wordsOf(text string) (words []string, begin []int) {
	letters, inWord, n := uniseg.NewGraphemes(text), false, 0
	for ; letters.Next(); n++ {
		switch {
		case strings.TrimSpace(letters.Str()) == "":
			inWord = false
		case inWord:
			words[len(words)-1] += letters.Str()
		default:
			words, begin, inWord = append(words, letters.Str()), append(begin, n), true
		}
	}
	for i := range words {
		words[i] = strings.TrimFunc(words[i], besideWord)
	}
	return words, begin
}

// other returns the nearest word of a list that differs from one of it, in one direction, and is none of some others.
func other(words []string, i, direction int, not ...string) string {
	for k := i + direction; k >= 0 && k < len(words); k += direction {
		if !among(append(not, words[i]), words[k]) && fits(words[k]) {
			return words[k]
		}
	}
	return ""
}

// fromStock returns a word of a stock that differs from one that is typed and from another, in the script of the first: if there is
// one, a word that begins alike, with a capital where the typed one has it.
func fromStock(stock []string, typed, not string) string {
	found, script := "", scriptOf(typed)
	for _, word := range stock {
		if among([]string{typed, not}, word) || !fits(word) || !hasScript(word, script) {
			continue
		}
		if firstLetter(word) == firstLetter(typed) {
			return likeCase(word, typed)
		}
		if found == "" {
			found = likeCase(word, typed)
		}
	}
	return found
}

// hasScript reports whether the first letter of a word is of a script. A word without letters has any, and nil is any script.
func hasScript(word string, script func(rune) bool) bool {
	letter, ok := firstRune(word)
	return !ok || script == nil || script(letter)
}

// scriptOf reports which letters are of the script that a word begins with; nil if it has no letter. Chinese and Japanese are one script.
func scriptOf(word string) func(rune) bool {
	letter, ok := firstRune(word)
	if !ok {
		return nil
	}
	if IsSpelled(letter) {
		return IsSpelled
	}
	for _, script := range unicode.Scripts {
		if unicode.Is(script, letter) {
			return func(r rune) bool { return unicode.Is(script, r) }
		}
	}
	return nil
}

// firstRune returns the first letter of a word, if it has one.
func firstRune(word string) (rune, bool) {
	at := strings.IndexFunc(word, unicode.IsLetter)
	if at < 0 {
		return 0, false
	}
	letter, _ := utf8.DecodeRuneInString(word[at:])
	return letter, true
}

// among reports whether a word is one of some others, in capitals or not.
func among(others []string, word string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return strings.EqualFold(o, word) })
}

// firstLetter is the first letter of a word, as a small letter.
func firstLetter(word string) rune {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.ToLower(r)
}

// likeCase writes a word with a capital if another begins with one.
func likeCase(word, other string) string {
	if first, _ := utf8.DecodeRuneInString(other); !unicode.IsUpper(first) {
		return word
	}
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[size:]
}

// fits reports whether a word can be suggested: it has letters, and room in the strip.
func fits(word string) bool {
	return strings.ContainsFunc(word, unicode.IsLetter) && uniseg.StringWidth(word) <= longestWord
}

// besideWord reports whether a character at the edge of a word is no part of it: the punctuation of all scripts, but "@" and "#", and
// marks of a style.
func besideWord(r rune) bool {
	return r != '@' && r != '#' && unicode.IsPunct(r) || r == '~' || r == '`'
}
