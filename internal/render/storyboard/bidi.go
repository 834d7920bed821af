package storyboard

import "golang.org/x/text/unicode/bidi"

// A text that is typed is uncovered from the side on which its lines begin. A word in the other direction would come from its
// end so, which is the nearer one: it is typed as the text up to each of its letters instead.

// mostAgainst bounds the letters of a draft that are drawn so.
const mostAgainst = 60

// against lists the letters of a draft that are written against the direction of its text, and what stands between them.
func (d Draft) against() (list []int) {
	if _, pasted := Keys(d.Text); pasted || d.Erased || len(d.Typos) > 0 {
		return nil
	}
	letters := graphemes(d.Text)
	base := bidi.L
	for _, letter := range letters {
		if class := direction(letter); class == bidi.L || class == bidi.R {
			base = class
			break
		}
	}
	last := base
	for i, letter := range letters {
		switch class := direction(letter); {
		case class == bidi.L, class == bidi.R:
			last = class
		case class == bidi.EN && base == bidi.R:
			last = bidi.L
		}
		if last != base {
			list = append(list, i)
		}
	}
	if len(list) > mostAgainst {
		return nil
	}
	return list
}

// direction is L or R for a letter with a direction, EN for a digit, and ON for what has none.
func direction(letter string) bidi.Class {
	properties, _ := bidi.LookupString(letter)
	switch class := properties.Class(); class {
	case bidi.L, bidi.R:
		return class
	case bidi.AL:
		return bidi.R
	case bidi.EN, bidi.AN:
		return bidi.EN
	}
	return bidi.ON
}

// againstTexts are the texts up to each letter that is written against the direction.
func (d Draft) againstTexts() (texts []string) {
	letters := graphemes(d.Text)
	end, next := 0, 0
	for _, n := range d.against() {
		for ; next <= n; next++ {
			end += len(letters[next])
		}
		texts = append(texts, d.Text[:end])
	}
	return texts
}

// partsAgainst parts a draft at the letters that are written against its direction, given the lines of the text up to each of
// them and those of the whole text. A letter that is on another line in there is not typed so.
func (d Draft) partsAgainst(until [][]DraftLine, whole []DraftLine) (list []version) {
	from := 0
	for i, n := range d.against() {
		if letterCount(until[i]) != n+1 || !alike(until[i], whole, n) {
			continue
		}
		if n > from {
			list = append(list, version{lines: whole, from: from, to: n, joins: from > 0})
		}
		list = append(list, version{lines: until[i], from: n, to: n + 1, joins: n > 0})
		from = n + 1
	}
	if all := letterCount(whole); from < all {
		list = append(list, version{lines: whole, from: from, to: all, joins: from > 0})
	}
	return list
}
