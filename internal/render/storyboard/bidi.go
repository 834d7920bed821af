package storyboard

import "strings"

// A text that is typed is uncovered from the side on which its lines begin. Where there are letters from right to left, that may be
// wrong: digits and words in the other direction would come from their ends, and a letter that is joined to the next one would lack the
// shape that it has before. Such a letter is typed as its line up to it instead.

// reach returns how far the text up to one of the letters of some lines reaches if that letter is right only in it; else 0.
func reach(lines []DraftLine, letter int) int {
	at := lineOf(lines, letter)
	if at[0] < 0 || at[1] >= len(lines[at[0]].Until) {
		return 0
	}
	return lines[at[0]].Until[at[1]]
}

// parts splits a version at the letters that are right only in the text up to them. If the last letter that stays, when a wrong one is
// deleted, is such a letter, the first part has none to type.
func (v version) parts() (list []version) {
	from := v.from
	add := func(lines []DraftLine, to int) {
		list = append(list, version{lines: lines, from: from, to: to, joins: v.joins || len(list) > 0})
		from = to
	}
	if from > 0 && !v.joins && reach(v.lines, from-1) > 0 {
		add(linesUpTo(v.lines, from), from)
	}
	for n := from; n < v.to; n++ {
		if reach(v.lines, n) == 0 {
			continue
		}
		if n > from {
			add(v.lines, n)
		}
		add(linesUpTo(v.lines, n+1), n+1)
	}
	if from < v.to {
		add(v.lines, v.to)
	}
	return list
}

// linesUpTo returns the lines of the first n letters, of which the last is right only there.
func linesUpTo(lines []DraftLine, n int) []DraftLine {
	first := firstLetters(lines, n)
	last := &first[len(first)-1]
	last.Text = strings.Join(last.Letters, "")
	last.Edges = make([]int, len(last.Letters))
	for i := range last.Edges {
		last.Edges[i] = reach(lines, n-1)
	}
	return first
}
