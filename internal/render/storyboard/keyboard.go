package storyboard

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Keyboard is what drafts are typed with. Its item has one element for the board, one for each plane, and one with the
// pieces.
type Keyboard struct {
	Item     int
	Planes   []Plane
	Rest     int            // the plane that shows while nothing is typed
	Spelling int            // the plane that letters of Chinese and Japanese have
	Choosing int            // the plane that they are spelled on: the same keys, of which some do something else meanwhile
	Strips   map[string]int // the piece of each list of candidates, see SpelledKey
	Pieces   []Piece        // what shows for moments
	Words    map[string]int // the piece of each word that may be suggested
	Start    []string       // the three words that are suggested while nothing is typed, if any
	StartIn  int            // the language that has them, as Plane.Layout says
	Stock    []string       // words that are suggested beside those of a draft that has less than three
	Bars     int            // the piece with the lines between suggested words
	Slots    [3]float64     // how far words are moved to the right for their place in the strip, CSS pixels
}

// Plane is one of the sets of keys that a keyboard has.
type Plane struct {
	Kind   string         // lower, upper, shifted, pinyin, kana, numbers, symbols or emoji
	Layout int            // planes of the same number are those of one language; -1: of all
	Rests  bool           // it shows while nothing is typed in its language
	Keys   map[string]int // the piece that shows that a key is pressed, by what it types or by its name
	Switch []string       // names of the keys of other planes that lead here, the nearest way first
}

// DeleteKey is the name of the key that deletes a letter.
const DeleteKey = "delete"

// Piece is a part of a keyboard that shows for moments: a pressed key or a word.
type Piece struct{ X, Y float64 } // its place on the board, CSS pixels

// KeyState is what a keyboard shows from a moment on. A piece of -1 is none.
type KeyState struct {
	At    time.Duration
	Plane int
	Key   int
	Words [3]int
	Strip int // candidates, instead of words
}

// Press is how long a key is shown pressed.
type Press struct{ From, To time.Duration }

// Pressed returns which keys are shown pressed in states of a keyboard, in order of time. One that is held is pressed once.
func Pressed(states []KeyState) (list []Press) {
	key := -1
	for _, s := range states {
		if s.Key != key && key >= 0 {
			list[len(list)-1].To = s.At
		}
		if s.Key != key && s.Key >= 0 {
			list = append(list, Press{From: s.At, To: math.MaxInt64})
		}
		key = s.Key
	}
	return list
}

// pressFor is how long a finger rests on a key.
const pressFor = 100 * time.Millisecond

// States returns what the keyboard shows while texts are typed, in order of time.
func (k *Keyboard) States(typed []Typed) []KeyState {
	p := presser{Keyboard: k, now: k.Resting(0), language: k.Planes[k.Rest].Layout}
	typed = joined(typed)
	for i, t := range typed {
		if t.Before == 0 {
			p.words = t.Suggestions(p.Stock)
			if p.now = p.rest(t.From); t.Raises {
				p.now = p.lettersAtRest(t.From)
			}
			key, chosen := t.firstKey()
			first := p.find(key)
			if chosen {
				first = p.Spelling
			}
			if first >= 0 && p.quiet("", first) {
				p.now.Plane = first
				if language := p.Planes[first].Layout; language >= 0 && language != p.language { // words of the last one go
					p.language = language
					p.now.Words = p.lettersAtRest(t.From).Words
				}
			}
			p.push(p.now)
		}
		if t.Deletes && t.Erased {
			p.press(t.From, DeleteKey, t.heldAfter(t.Before-1))
		} else if t.Deletes {
			p.press(t.From, DeleteKey, pressFor)
		}
		if len(t.Rooms) > 0 { // the words follow the end of what is pasted
			p.now.At = t.From
			p.suggest(math.MaxInt)
			p.push(p.now)
		}
		p.typeStrokes(t)
		if i+1 == len(typed) || typed[i+1].Before == 0 {
			p.push(p.rest(t.To))
		}
	}
	return k.withoutFlashes(p.states)
}

// joined makes one of the parts of drafts between which nothing is deleted or pasted.
func joined(typed []Typed) (list []Typed) {
	for _, t := range typed {
		if t.Before == 0 || t.Deletes || len(t.Rooms) > 0 {
			list = append(list, t)
			continue
		}
		last := &list[len(list)-1]
		last.Strokes = append(slices.Clip(last.Strokes[:t.Before]), t.Strokes[t.Before:]...)
		last.Marks = append(slices.Clip(last.Marks), t.Marks...)
		last.To = t.To
	}
	return list
}

// Resting is the state in which nothing is typed.
func (k *Keyboard) Resting(at time.Duration) KeyState {
	return k.restingOn(k.Rest, at)
}

// restingOn is the state in which nothing is typed, on a plane.
func (k *Keyboard) restingOn(plane int, at time.Duration) KeyState {
	state := KeyState{At: at, Plane: plane, Key: -1, Words: [3]int{-1, -1, -1}, Strip: -1}
	for i, word := range k.Start {
		if k.Planes[plane].Layout == k.StartIn {
			state.Words[i] = k.Words[word]
		}
	}
	return state
}

// rest is the state in which nothing is typed behind something that was: emoji stay as long as the keyboard is up, as on iOS.
func (p *presser) rest(at time.Duration) KeyState {
	if p.Planes[p.now.Plane].Kind == "emoji" {
		return p.restingOn(p.now.Plane, at)
	}
	return p.lettersAtRest(at)
}

// lettersAtRest is the state in which nothing is typed and letters show. Their language is that of the last ones.
func (p *presser) lettersAtRest(at time.Duration) KeyState {
	if p.language == p.Planes[p.Rest].Layout {
		return p.Resting(at)
	}
	return p.restingOn(slices.IndexFunc(p.Planes, func(plane Plane) bool { return plane.Layout == p.language && plane.Rests }), at)
}

// presser presses the keys of texts.
type presser struct {
	*Keyboard
	words  []Suggestion
	states []KeyState
	now    KeyState

	language int // that was typed last, as Plane.Layout
}

// push adds a state. What was to come later does not come.
func (p *presser) push(s KeyState) {
	for len(p.states) > 0 && p.states[len(p.states)-1].At >= s.At {
		p.states = p.states[:len(p.states)-1]
	}
	p.states, p.now = append(p.states, s), s
	if language := p.Planes[s.Plane].Layout; language >= 0 {
		p.language = language
	}
}

// typeStrokes presses the key of each letter that is typed.
func (p *presser) typeStrokes(t Typed) {
	before := ""
	for n, stroke := range t.Strokes {
		if n < t.Before {
			before += stroke.Key
			continue
		}
		since := pressFor
		switch {
		case n == 0: // the field has been tapped
			since = max(since, stroke.At-t.From)
		case n > t.Before:
			since = t.pressedAfter(n-1) - t.pressedLast(n-1)
		}
		if mark := t.markOf(n); mark != nil {
			switch {
			case mark.Composed:
				p.typeComposed(*mark, before, since, t.pressedAfter(n))
			case n == mark.From:
				p.typeMark(*mark, before, since)
			}
			before += stroke.Key
			continue
		}
		length := min(pressFor, (t.pressedAfter(n)-stroke.At)*4/5)
		if stroke.Key == DeleteKey {
			length = t.heldAfter(n)
		}
		p.turnTo(stroke, before, since)
		p.suggest(n)
		p.press(stroke.At, stroke.Key, length)
		before += stroke.Key
	}
}

// turnTo shows the plane that has a letter: by itself where the keyboard knows that it is wanted, or else by a key that
// leads there, which is pressed halfway from the letter before.
func (p *presser) turnTo(stroke Stroke, before string, since time.Duration) {
	if p.leavesCapitals(before, stroke.Key) {
		p.now.At, p.now.Plane, p.now.Key = max(p.now.At+1, stroke.At-since/2), p.now.Plane-1, -1
		p.push(p.now)
	}
	plane := p.find(stroke.Key)
	if plane < 0 {
		plane = p.spells(stroke.Key)
	}
	if plane >= 0 {
		p.turn(plane, stroke.At, before, since)
	}
}

// turn shows a plane for a key that is pressed at a moment, so long after the one before.
func (p *presser) turn(plane int, pressed time.Duration, before string, since time.Duration) {
	if plane == p.now.Plane {
		return
	}
	from := p.now
	from.Key = -1
	if p.quiet(before, plane) {
		from.At, from.Plane = max(from.At+1, pressed-since/2), plane
		p.push(from)
		return
	}
	at := pressed - min(since/2, 2*pressFor)
	for _, name := range p.Planes[plane].Switch {
		if piece, there := p.Planes[from.Plane].Keys[name]; there {
			from.At, from.Key = at, piece
			p.push(from)
			break
		}
	}
	from.At, from.Plane, from.Key = pressed-min(since/5, pressFor), plane, -1
	p.push(from)
}

// leavesCapitals reports whether small letters come back before a key, as they do behind one capital. Behind two, capitals are locked.
func (p *presser) leavesCapitals(before, key string) bool {
	if p.now.Plane == 0 || p.Planes[p.now.Plane].Kind != "upper" || p.Planes[p.now.Plane-1].Kind != "lower" || isCapital(key) {
		return false
	}
	last := lastOf(before)
	return isCapital(last) && !isCapital(lastOf(strings.TrimSuffix(before, last)))
}

func isCapital(letter string) bool {
	first, _ := utf8.DecodeRuneInString(letter)
	return unicode.IsUpper(first)
}

// quiet reports whether a keyboard comes to a plane by itself: back from a capital or a shifted letter, to a capital where a sentence begins,
// and from numbers to letters behind a space.
func (p *presser) quiet(before string, plane int) bool {
	from, to := p.Planes[p.now.Plane].Kind, p.Planes[plane].Kind
	begins := strings.TrimRight(before, " \n") == "" || strings.HasSuffix(before, "\n") ||
		strings.HasSuffix(before, " ") && strings.ContainsAny(lastOf(strings.TrimRight(before, " ")), ".!?…")
	switch {
	case from == to, isSpelling(from) && to != "numbers" && to != "symbols" && to != "emoji", isSpelling(to) && (from == "lower" || from == "upper"): // another script
		return true
	case to == "lower" && (from == "upper" || from == "shifted"), to == "shifted" && p.Planes[plane].Layout != p.language:
		return true
	case to == "upper" && from == "lower":
		return begins
	case from == "numbers" && (to == "lower" || to == "upper"):
		return strings.HasSuffix(before, " ") || strings.HasSuffix(before, "'") || strings.HasSuffix(before, "’")
	}
	return false
}

func lastOf(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	return string(runes[len(runes)-1:])
}

// find returns the plane that has a key: the one that shows now if it has, else one of the same language, else that which letters are
// spelled on, else the first one; -1 if none has.
func (p *presser) find(key string) int {
	has := func(plane int) bool { _, here := p.Planes[plane].Keys[key]; return here }
	if has(p.now.Plane) {
		return p.now.Plane
	}
	first := -1
	for i, plane := range p.Planes {
		switch {
		case !has(i):
		case plane.Layout == p.language:
			return i
		case first < 0:
			first = i
		}
	}
	if p.Choosing > 0 && has(p.Spelling) {
		return p.Spelling
	}
	return first
}

// IsSpelled reports whether a letter is spelled with letters of another script: one of Chinese or Japanese.
func IsSpelled(letter rune) bool {
	return unicode.In(letter, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// spells returns the plane that a letter without a key of its own is spelled on: small Latin letters for one of Chinese, for others
// the plane that shows now if it has letters, else the first; -1 for what is no letter.
func (p *presser) spells(key string) int {
	letter, _ := utf8.DecodeRuneInString(key)
	if IsSpelled(letter) {
		return p.Spelling
	}
	if !unicode.IsLetter(letter) {
		return -1
	}
	if kind := p.Planes[p.now.Plane].Kind; kind == "lower" || kind == "upper" || isSpelling(kind) {
		return p.now.Plane
	}
	return 0
}

// press shows a key pressed for a time. A letter that no plane has presses nothing.
func (p *presser) press(at time.Duration, key string, length time.Duration) {
	state := p.now
	state.At, state.Key = at, -1
	if piece, there := p.Planes[state.Plane].Keys[key]; there {
		state.Key = piece
	}
	p.push(state)
	state.At, state.Key = at+length, -1
	p.push(state)
}

// suggest shows the words that are suggested from a letter on. Where the keyboard has no piece of one of them, those before stay.
func (p *presser) suggest(letter int) {
	for _, s := range p.words {
		if s.Letter > letter {
			break
		}
		if pieces, drawn := p.piecesOf(s); drawn {
			p.now.Words = pieces
		}
	}
}

// piecesOf returns the pieces of suggested words, and whether the keyboard has all of them.
func (k *Keyboard) piecesOf(s Suggestion) (pieces [3]int, drawn bool) {
	if s.Words[1] == "" {
		return [3]int{-1, -1, -1}, true
	}
	for i, word := range s.Words {
		piece, there := k.Words[word]
		if !there {
			return pieces, false
		}
		pieces[i] = piece
	}
	return pieces, true
}

// RaiseKeyboard adds the step at which the keyboard comes, or goes. It comes for the draft that begins then.
func (s *Storyboard) RaiseKeyboard(at time.Duration, up bool) {
	step := s.step(at)
	if step.Keyboard = "down"; !up {
		return
	}
	step.Keyboard = "up"
	for i := range s.Drafts {
		s.Drafts[i].Raises = s.Drafts[i].Raises || s.Drafts[i].From == at
	}
}
