package storyboard

import (
	"slices"
	"time"
)

// Spelling is a part of a draft that is spelled with other letters, and then chosen among candidates, as words of Chinese and Japanese
// are. All letters of the part come when it is chosen. A syllable of Korean is composed of its letters instead.
type Spelling struct {
	From, To int    // its letters in the draft
	Text     string // what the field shows in their place meanwhile
	Keys     []SpelledKey
	Choose   string // the key that is pressed when the part is chosen

	// Composed says that each key shows one letter of the text alone, which is as wide as the letter of the draft. That comes with the last
	// key, and none chooses it.
	Composed bool
	Lends    bool // of what is composed, the last key is the first one of the next letter, and both letters come with the key after it
}

// SpelledKey is a key that is pressed while a part is spelled.
type SpelledKey struct {
	Key   string
	Shown int    // so many letters of the Spelling's text are there then; of what is composed, the last of them
	Strip string // which candidates are seen from then on, by their name in Keyboard.Strips
}

// Mark is a Spelling with the moments at which its keys are pressed.
type Mark struct {
	Spelling
	Times  []time.Duration // of each key
	Picked time.Duration   // the key is pressed that chooses it, if it is chosen
	Chosen time.Duration   // that key is let go, and all letters of the part are there; or it is composed
	Edges  []int           // how far the text is written with each key, device pixels
	Room   int             // what the line has room for; of a longer text the end is seen
	Sprite int             // the element of the item that shows it; 0: the field has no room for it
	Line   int             // on which it stands
	Edge   int             // how far from where the line begins, device pixels
}

// place puts what is spelled behind the letters before it, and reports whether the line has room for its first letter. It stays on that line
// until it is chosen: it is mostly longer than the letters that come then.
func (m *Mark) place(strokes []Stroke, lines, text []DraftLine) bool {
	m.Line = strokes[m.From].Line
	if m.From > 0 && strokes[m.From-1].Line == m.Line {
		m.Edge = strokes[m.From-1].Edge
	}
	if len(text) == 0 || lines[m.Line].RTL || text[0].RTL {
		return false
	}
	m.Room = lines[m.Line].Width - m.Edge
	edges := append([]int{0}, text[0].Edges...)
	for _, key := range m.Keys {
		m.Edges = append(m.Edges, edges[min(key.Shown, len(edges)-1)])
	}
	return m.Composed || edges[min(1, len(edges)-1)] <= m.Room
}

// choose gives a mark the moments at which it is chosen or composed, given those of the keys behind its own and the end of the draft. It
// returns the moments that are left.
func (m *Mark) choose(times []time.Duration, end time.Duration) []time.Duration {
	switch {
	case m.Lends:
		m.Chosen = times[0]
		return times
	case m.Composed:
		m.Chosen = m.Times[len(m.Times)-1]
		return times
	}
	m.Picked, times = times[0], times[1:]
	if len(times) > 0 {
		end = times[0]
	}
	m.Chosen = m.Picked + min(pressFor, (end-m.Picked)*2/5)
	return times
}

// markOf returns the mark that a letter belongs to, or nil.
func (t *Typed) markOf(letter int) *Mark {
	i := slices.IndexFunc(t.Marks, func(m Mark) bool { return letter >= m.From && letter < m.To })
	if i < 0 || letter >= letterEnd(t) {
		return nil
	}
	return &t.Marks[i]
}

// letterEnd is how many strokes of a draft are letters: of one that is erased, the others delete them.
func letterEnd(t *Typed) int {
	if i := slices.IndexFunc(t.Strokes, func(s Stroke) bool { return s.Key == DeleteKey }); i >= 0 {
		return i
	}
	return len(t.Strokes)
}

// comes is the moment from which something is seen in a letter's place: itself, or what it is spelled with.
func (t *Typed) comes(letter int) time.Duration {
	if mark := t.markOf(letter); mark != nil && mark.From == letter && mark.Sprite > 0 {
		return mark.Times[0]
	}
	return t.Strokes[letter].At
}

// Presses returns when keys are heard, in order of time: those of letters, those that letters are spelled with, and those that delete.
func (t *Typed) Presses() (times []time.Duration) {
	for n, stroke := range t.Strokes {
		switch mark := t.markOf(n); {
		case stroke.Quiet:
		case mark == nil:
			times = append(times, stroke.At)
		case mark.From == n && mark.Composed:
			times = append(times, mark.Times...)
		case mark.From == n:
			times = append(append(times, mark.Times...), mark.Picked)
		}
	}
	return times
}

// isSpelling reports whether letters of a plane are spelled.
func isSpelling(kind string) bool { return kind == "pinyin" || kind == "kana" }

// pressedAfter returns when the next key is pressed behind a letter; a while later if none is.
func (t *Typed) pressedAfter(letter int) time.Duration {
	if letter+1 == len(t.Strokes) {
		return t.pressedLast(letter) + pressFor*5/2
	}
	if mark := t.markOf(letter + 1); mark != nil {
		return mark.Times[0]
	}
	return t.Strokes[letter+1].At
}

// heldAfter is how long the key that has deleted a letter stays pressed: until it deletes the next one, or the draft ends.
func (t *Typed) heldAfter(letter int) time.Duration {
	end := t.To
	if letter+1 < len(t.Strokes) {
		end = t.Strokes[letter+1].At
	}
	return end - t.Strokes[letter].At
}

// pressedLast returns when the last key of a letter is pressed, or the letter comes that is chosen.
func (t *Typed) pressedLast(letter int) time.Duration {
	if mark := t.markOf(letter); mark != nil && mark.Composed {
		return mark.Times[len(mark.Times)-1]
	}
	return t.Strokes[letter].At
}

// firstKey returns the first key that is pressed for a draft, and whether a part is spelled with it that is chosen.
func (t *Typed) firstKey() (key string, chosen bool) {
	mark := t.markOf(0)
	if mark == nil {
		return t.Strokes[0].Key, false
	}
	return mark.Keys[0].Key, !mark.Composed
}

// typeComposed presses the keys that a letter is composed of, with which so much is typed, so long after the key before them.
func (p *presser) typeComposed(m Mark, before, typed string, since time.Duration, next time.Duration) {
	for i, key := range m.Keys {
		after := next
		if i+1 < len(m.Times) {
			after = m.Times[i+1]
		}
		p.follow(p.way(key.Key, before, false), m.Times[i], before, since)
		if i+1 == len(m.Keys) {
			p.suggest(typed)
		}
		p.press(m.Times[i], key.Key, min(pressFor, (after-m.Times[i])*4/5))
		before, since = before+key.Key, after-m.Times[i]
	}
}

// typeMark presses the keys that a part is spelled with, so long after the key before them, and the one that chooses it. The keys around
// the letters change with what is spelled.
func (p *presser) typeMark(m Mark, before string, since time.Duration) {
	p.follow(p.wayToSpelling(before), m.Times[0], before, since)
	p.now.Words, p.now.Plane = [3]int{-1, -1, -1}, p.Choosing
	for i, key := range m.Keys {
		after := m.Picked
		if i+1 < len(m.Times) {
			after = m.Times[i+1]
		}
		if piece, there := p.Strips[key.Strip]; there {
			p.now.Strip = piece
		}
		p.press(m.Times[i], key.Key, min(pressFor, (after-m.Times[i])*4/5))
	}
	p.press(m.Picked, m.Choose, m.Chosen-m.Picked)
	p.now.Plane, p.now.Strip = p.Spelling, -1
	p.push(p.now)
}
