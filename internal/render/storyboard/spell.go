package storyboard

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"
)

// Spelling is a part of a draft that is spelled with other letters, and then chosen among candidates, as words of Chinese and Japanese
// are. All letters of the part come when it is chosen.
type Spelling struct {
	From, To int    // its letters in the draft
	Text     string // what the field shows in their place meanwhile
	Keys     []SpelledKey
	Choose   string // the key that is pressed when the part is chosen
}

// SpelledKey is a key that is pressed while a part is spelled.
type SpelledKey struct {
	Key   string
	Shown int    // so many letters of the Spelling's text are there then
	Strip string // which candidates are seen from then on, by their name in Keyboard.Strips
}

// Mark is a Spelling with the moments at which its keys are pressed.
type Mark struct {
	Spelling
	Times  []time.Duration // of each key
	Chosen time.Duration
	Edges  []int // how far the text that the field shows is written with each key, device pixels
	Sprite int   // the element of the item that shows it; 0: the field has no room for it
	Line   int   // on which it stands
	Edge   int   // how far from where the line begins, device pixels
}

// firstKeyPart is the part of the time between the tap on the field and the first letter in which a first word is spelled.
const firstKeyPart = 0.6

// spell gives the keys of what is spelled in a part of a draft their moments, between the letter before it and its own last letter,
// with which all of it comes.
func (s *typist) spell(d *Typed, lines []DraftLine) {
	sprite := len(lines)
	for i, spelling := range d.Spelled {
		if spelling.From < d.Before || spelling.To > len(d.Strokes) || len(spelling.Keys) == 0 {
			continue
		}
		letters := d.Strokes[spelling.From:spelling.To]
		chosen := letters[len(letters)-1].At
		from := letters[0].At - time.Duration(firstKeyPart*float64(min(tapPause, letters[0].At-d.From)))
		if spelling.From > 0 {
			from = d.Strokes[spelling.From-1].At
		}
		mark := Mark{Spelling: spelling, Times: keyTimes(spelling, from, chosen), Chosen: chosen}
		if mark.place(d.Strokes, lines, s.marks[i]) {
			mark.Sprite = sprite
			sprite++
		}
		for n := range letters {
			letters[n].At = chosen
		}
		d.Marks = append(d.Marks, mark)
	}
}

// keyTimes spreads the keys of a part over a time, at the end of which it is chosen. The distances are uneven, and the same each time.
func keyTimes(spelling Spelling, from, chosen time.Duration) []time.Duration {
	hash := fnv.New64a()
	hash.Write([]byte(spelling.Text))
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(spelling.From)))
	ends := make([]float64, len(spelling.Keys)+1)
	total := 0.0
	for i := range ends {
		total += 0.75 + 0.5*random.Float64()
		ends[i] = total
	}
	times := make([]time.Duration, len(spelling.Keys))
	for i := range times {
		times[i] = from + time.Duration(float64(chosen-from)*ends[i]/total)
	}
	return times
}

// place puts what is spelled behind the letters before it, and reports whether the line has room for its beginning. What the line has no
// room for is not seen until it is chosen: it is mostly longer than the letters that come then.
func (m *Mark) place(strokes []Stroke, lines, text []DraftLine) bool {
	m.Line = strokes[m.From].Line
	if m.From > 0 && strokes[m.From-1].Line == m.Line {
		m.Edge = strokes[m.From-1].Edge
	}
	if len(text) == 0 || lines[m.Line].RTL || text[0].RTL {
		return false
	}
	room := lines[m.Line].Width - m.Edge
	for _, key := range m.Keys {
		edge := 0
		for _, next := range text[0].Edges[:min(key.Shown, len(text[0].Edges))] {
			if next <= room {
				edge = next
			}
		}
		m.Edges = append(m.Edges, edge)
	}
	return m.Edges[len(m.Edges)-1] > 0
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

// Presses returns when keys are pressed, in order of time: those of letters, those that letters are spelled with, and those that delete.
func (t *Typed) Presses() (times []time.Duration) {
	for n, stroke := range t.Strokes {
		if mark := t.markOf(n); mark != nil && mark.From == n {
			times = append(times, mark.Times...)
		}
		times = append(times, stroke.At)
	}
	return times
}

// Suggestions returns the words that are suggested while a draft is typed. None are beside candidates.
func (d Draft) Suggestions(stock []string) []Suggestion {
	if len(d.Spelled) > 0 {
		return nil
	}
	return Suggest(d.Text, stock)
}

// isSpelling reports whether letters of a plane are spelled.
func isSpelling(kind string) bool { return kind == "pinyin" || kind == "kana" }

// pressedAfter returns when the next key is pressed behind a letter; a while later if none is.
func (t *Typed) pressedAfter(letter int) time.Duration {
	if letter+1 == len(t.Strokes) {
		return t.Strokes[letter].At + pressFor*5/2
	}
	if mark := t.markOf(letter + 1); mark != nil {
		return mark.Times[0]
	}
	return t.Strokes[letter+1].At
}

// typeMark presses the keys that a part is spelled with, and the one that chooses it.
func (p *presser) typeMark(m Mark, before string, next time.Duration) {
	p.turn(p.Spelling, m.Times[0], before, min(pressFor, m.Times[0]-p.now.At))
	p.now.Words = [3]int{-1, -1, -1}
	for i, key := range m.Keys {
		after := m.Chosen
		if i+1 < len(m.Times) {
			after = m.Times[i+1]
		}
		if piece, there := p.Strips[key.Strip]; there {
			p.now.Strip = piece
		}
		if i > 0 {
			p.now.Plane = p.Choosing
		}
		p.press(m.Times[i], key.Key, min(pressFor, (after-m.Times[i])*4/5))
	}
	p.now.Plane = p.Choosing
	p.press(m.Chosen, m.Choose, min(pressFor, (next-m.Chosen)*4/5))
	p.now.Plane, p.now.Strip = p.Spelling, -1
	p.push(p.now)
}
