package storyboard

import (
	"slices"
	"time"
)

// Typo is a letter of a draft in whose place a wrong one is typed first.
type Typo struct {
	Letter int
	Wrong  string
}

const (
	// TypoKeys is how many letters a typo counts for where the time of typing is planned: the wrong letter, the key that
	// deletes it, and the time in which it is noticed.
	TypoKeys = 4

	noticeWeight = 3.2 // how long it takes to notice a wrong letter, compared to a letter within a word

	// A viewer needs so long to see a wrong letter, and that it goes. Of the frames of any video this is 0.15 s, and two.
	noticeLeast  = 180 * time.Millisecond
	correctLeast = 90 * time.Millisecond
)

// DraftTexts returns what has to be broken into lines for Type: for each draft what is spelled, its text with each of its wrong
// letters, and the text itself.
func (s *Storyboard) DraftTexts() []string {
	var texts []string
	for _, draft := range s.Drafts {
		for _, spelling := range draft.Spelled {
			texts = append(texts, spelling.Text)
		}
		for _, typo := range draft.Typos {
			texts = append(texts, draft.with(typo))
		}
		texts = append(texts, draft.Text)
	}
	return texts
}

// with returns the text with a wrong letter.
func (d Draft) with(typo Typo) string {
	letters := graphemes(d.Text)
	text := ""
	for i, letter := range letters {
		if i == typo.Letter {
			letter = typo.Wrong
		}
		text += letter
	}
	return text
}

// version is a part of a draft: some lines, of which letters are typed from one to another. The last letter is wrong but
// in the last part, and in one that the next part joins.
type version struct {
	lines    []DraftLine
	from, to int  // letters that are typed
	joins    bool // it goes on where the part before ends: nothing is deleted
}

// versions parts a draft at its typos, given the lines of the text with each of them and those of the text itself. A wrong
// letter that would break the lines before it in another way is not typed.
func (d Draft) versions(lines [][]DraftLine) []version {
	right := lines[len(lines)-1]
	var list []version
	from := 0
	for i, typo := range d.Typos {
		if !alike(lines[i], right, typo.Letter) {
			continue
		}
		list = append(list, version{lines: lines[i], from: from, to: typo.Letter + 1}.parts()...)
		from = typo.Letter
	}
	return append(list, version{lines: right, from: from, to: letterCount(right)}.parts()...)
}

// alike reports whether two ways to break a text put the letters up to one of them on the same lines.
func alike(a, b []DraftLine, letter int) bool {
	return lineOf(a, letter) == lineOf(b, letter)
}

// lineOf returns the line that a letter is on, and its place there.
func lineOf(lines []DraftLine, letter int) (at [2]int) {
	for i, line := range lines {
		if letter < len(line.Letters) {
			return [2]int{i, letter}
		}
		letter -= len(line.Letters)
	}
	return [2]int{-1, -1}
}

func letterCount(lines []DraftLine) (n int) {
	for _, line := range lines {
		n += len(line.Letters)
	}
	return n
}

// typeVersions types the parts of a draft within its time, of which a pause is left at the end.
func (s *typist) typeVersions(draft Draft, versions []version, pause time.Duration) {
	times := s.rhythm(draft, versions, pause)
	for i, v := range versions {
		d := Typed{Draft: draft, Before: v.from, Deletes: v.from > 0 && !v.joins}
		if i > 0 {
			d.From = times[0]
		}
		if i > 0 && !v.joins {
			times = times[1:]
		}
		d.Strokes = pasteStrokes(d.Draft, v.lines)[:v.to]
		times = s.typeLetters(&d, v.lines, times)
		if i+1 < len(versions) {
			d.To = times[0]
		}
		d = s.addTyped(d, v.lines)
		s.typeLines(d, v.joins)
	}
}

// typeLetters gives the letters of a part of a draft their moments, of those that keys are pressed at, and returns the moments that are
// left.
func (s *typist) typeLetters(d *Typed, lines []DraftLine, times []time.Duration) []time.Duration {
	sprite := len(lines)
	for n := d.Before; n < len(d.Strokes); n++ {
		part := d.spelledAt(n, len(d.Strokes))
		if part < 0 {
			d.Strokes[n].At, times = times[0], times[1:]
			continue
		}
		keys := len(d.Spelled[part].Keys)
		mark := Mark{Spelling: d.Spelled[part], Times: times[:keys]}
		times = mark.choose(times[keys:], d.To)
		if mark.place(d.Strokes, lines, s.marks[part]) {
			mark.Sprite = sprite
			sprite++
		}
		for i := range d.Strokes[mark.From:mark.To] {
			d.Strokes[mark.From+i].At = mark.Chosen
		}
		d.Marks = append(d.Marks, mark)
		n = mark.To - 1
	}
	return times
}

// typeLines adds the steps at which the lines of a text come, and the field makes room for them: also for that of the first letter
// if the text joins the part before.
func (s *typist) typeLines(d Typed, joins bool) {
	if d.Before > 0 {
		s.step(d.From).put(d.Item)
	} else {
		first := s.step(d.comes(0))
		first.put(s.looks[fieldLook{answers: d.Answers}])
		s.size = 0
		first.put(d.Item)
		s.grown = s.frame(d.Strokes[0].At)
		for _, item := range s.Field.Stand {
			if !d.Answers { // else they went as the strip came
				first.Drop = append(slices.Clip(first.Drop), s.Items[item].Key)
			}
		}
	}
	first := d.Before + 1
	if joins {
		first = d.Before
	}
	s.growField(d, first)
}
