package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// nearest returns the candidate that was most likely meant by word, or "". A candidate that differs only in case wins.
func nearest(word string, candidates []string) string {
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
		if d := levenshtein.Distance(strings.ToLower(word), strings.ToLower(c), nil); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean returns the end of a message: a suggestion, or nothing.
func DidYouMean(word string, candidates []string) string {
	if c := nearest(word, candidates); c != "" {
		return "; did you mean " + quote(c) + "?"
	}
	return ""
}

// quote returns s in double quotes, shortened so that a message stays a line.
func quote(s string) string { return strconv.Quote(shorten(s)) }

// shorten cuts a text that is too long to read.
func shorten(s string) string {
	const most = 60
	if r := []rune(s[:min(len(s), utf8.UTFMax*(most+1))]); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// list returns the words with commas between them.
func list(words []string) string { return strings.Join(words, ", ") }
