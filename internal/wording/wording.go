// Package wording helps to write messages for people: suggestions for misspelt names, and foreign text that stays
// short, on one line and harmless to a terminal.
package wording

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// Nearest returns the candidate that was most likely meant by word, or "" if none is near. A candidate that differs
// only in case wins.
func Nearest(word string, candidates []string) string {
	if len(word) > 64 {
		return "" // no name is that long, and the distance costs the product of the lengths
	}
	best, bestDistance := "", max(1, len(word)/3)+1
	if len(word) < 3 {
		bestDistance = 1 // two letters are too few to be a misspelling of anything
	}
	for _, c := range candidates {
		if strings.EqualFold(c, word) {
			return c
		}
		if len(c) > utf8.UTFMax*(len(word)+bestDistance) {
			continue // farther away than the best by its length alone, and costly to measure
		}
		if d := levenshtein.Distance(strings.ToLower(word), strings.ToLower(c), nil); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean returns the end of a message: a suggestion as in `; did you mean "chats"?`, or "" if no candidate is near.
func DidYouMean(word string, candidates []string) string {
	if c := Nearest(word, candidates); c != "" {
		return "; did you mean " + Quote(c) + "?"
	}
	return ""
}

// Quote returns s in double quotes, escaped and shortened so that a message stays a line.
func Quote(s string) string { return strconv.Quote(Shorten(s)) }

// Shorten cuts a text after 60 characters and puts an ellipsis in place of the rest.
func Shorten(s string) string {
	const most = 60
	if r := []rune(s[:min(len(s), utf8.UTFMax*(most+1))]); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// List returns the words with commas between them.
func List(words []string) string { return strings.Join(words, ", ") }

// Printable returns a line of text in which every character that does not show is escaped: file names and payloads may
// hold line breaks, codes that act on a terminal, and marks that turn the direction of writing.
func Printable(line string) string {
	var b strings.Builder
	for _, r := range line {
		if unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			escaped := strconv.QuoteRune(r)
			b.WriteString(escaped[1 : len(escaped)-1])
		}
	}
	return b.String()
}
