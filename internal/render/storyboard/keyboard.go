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
	Stock    []string       // words that it knows
	Bars     int            // the piece with the lines between suggested words
	Slots    [3]float64     // how far words are moved to the right for their place in the strip, CSS pixels
}

// Plane is one of the sets of keys that a keyboard has.
type Plane struct {
	Kind   string         // lower, upper, locked (capitals with caps lock), shifted, pinyin, kana, numbers, symbols or emoji
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

// How long a finger rests on a key, and how long it does so at least where the next one is pressed at once: longer than a frame of the slowest
// video.
const (
	pressFor   = 100 * time.Millisecond
	pressLeast = 42 * time.Millisecond
)

// States returns what the keyboard shows while texts are typed, in order of time.
func (k *Keyboard) States(typed []Typed) []KeyState {
	p := k.presser()
	typed = joined(typed)
	for i, t := range typed {
		if t.Before == 0 {
			p.draft = t.Draft
			key, chosen := t.firstKey()
			p.begin(t.From, t.Raises, key, chosen)
			p.push(p.now)
		}
		if t.Deletes && t.Erased {
			p.press(t.From, DeleteKey, t.heldAfter(t.Before-1))
		} else if t.Deletes {
			p.suggest(strings.Join(t.keys()[:t.Before], ""))
			p.press(t.From, DeleteKey, pressFor)
		}
		if len(t.Rooms) > 0 { // the words follow the end of what is pasted
			p.now.At = t.From
			p.suggest(t.Text)
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
		if layout := k.Planes[plane].Layout; layout == k.StartIn || layout < 0 {
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
	draft  Draft // that is typed
	states []KeyState
	now    KeyState

	language int // that was typed last, as Plane.Layout
}

// presser returns one that has not pressed any key yet.
func (k *Keyboard) presser() presser {
	return presser{Keyboard: k, now: k.Resting(0), language: k.Planes[k.Rest].Layout}
}

// begin lets the keyboard rest as the field is tapped for a text that begins with a key, and one that is spelled and chosen if that is so. It
// comes up with letters, and the first one of the text is a capital or a small letter as the text has it.
func (p *presser) begin(at time.Duration, raises bool, key string, chosen bool) {
	if p.now = p.rest(at); raises {
		p.now = p.lettersAtRest(at)
	}
	first := p.find(p.now.Plane, key)
	if chosen {
		first = p.Spelling
	}
	if first < 0 {
		return
	}
	if way := p.wayTo(first, p.now.Plane, ""); len(way) == 1 && way[0].key == "" {
		p.now.Plane = first
	}
}

// push adds a state. What was to come later does not come.
func (p *presser) push(s KeyState) {
	for len(p.states) > 0 && p.states[len(p.states)-1].At >= s.At {
		p.states = p.states[:len(p.states)-1]
	}
	p.states, p.now = append(p.states, s), s
	p.language = p.languageOf(s.Plane)
}

// typeStrokes presses the key of each letter that is typed.
func (p *presser) typeStrokes(t Typed) {
	before, keys := "", t.keys()
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
				p.typeComposed(*mark, before, before+stroke.Key, since, t.pressedAfter(n))
			case n == mark.From:
				p.typeMark(*mark, before, since)
			}
			before += stroke.Key
			continue
		}
		length := pressedFor(t.pressedAfter(n)-stroke.At, n+1 < len(keys) && keys[n+1] == stroke.Key)
		if stroke.Key == DeleteKey {
			length = t.heldAfter(n)
		}
		p.follow(p.way(stroke.Key, before, LocksCapitals(keys[n:])), stroke.At, before, since)
		if stroke.Key != DeleteKey { // while it is held the words stay
			p.suggest(before + stroke.Key)
		}
		p.press(stroke.At, stroke.Key, length)
		before += stroke.Key
	}
}

// pressedFor is how long the key of a letter is shown pressed, given when the next one is, and whether that is the same key: it is let go before, but
// is seen in a frame. A key that is pressed again is also seen without a finger in between, if there is time for both.
func pressedFor(next time.Duration, again bool) time.Duration {
	long := next * 4 / 5
	if again {
		long = next - pressLeast
	}
	return min(pressFor, max(long, min(next-time.Millisecond, pressLeast)))
}

// keys returns the keys of all letters.
func (t *Typed) keys() (keys []string) {
	for _, stroke := range t.Strokes {
		keys = append(keys, stroke.Key)
	}
	return keys
}

// follow shows the planes on the way to that of a key, which is pressed at a moment, so long after the one before. The time between them is
// parted evenly; a key that leads to a plane is let go when that shows.
func (p *presser) follow(way []turn, pressed time.Duration, before string, since time.Duration) {
	count := time.Duration(len(way))
	part := min(since/(count+1), turnFor)
	for i, t := range way {
		left := count - time.Duration(i)
		from := p.now
		from.At, from.Key = pressed-left*part, -1
		if i == 0 && t.key == "" {
			from.At = p.comesByItself(pressed-since*count/(count+1), before, count)
		}
		if piece, there := p.Planes[from.Plane].Keys[t.key]; there {
			from.Key = piece
			p.push(from)
			from.At += part - min(since*2/(5*(count+1)), pressFor)
		}
		from.Plane, from.Key = t.plane, -1
		if t.key == GlobeKey && before == "" { // words of the last language go
			from.Words = p.restingOn(t.plane, from.At).Words
		}
		p.push(from)
	}
}

// comesByItself is when a plane comes to which no key leads: as soon as the key before is let go, or earlier where others have to follow until the
// next key; at a moment between if there is no key before.
func (p *presser) comesByItself(between time.Duration, before string, turns time.Duration) time.Duration {
	switch {
	case before == "":
		return between
	case turns == 1:
		return p.now.At + 1
	}
	return min(between, p.now.At+1)
}

func lastOf(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	return string(runes[len(runes)-1:])
}

// find returns the plane that has a key: the one that shows if it has, else one of the same language, else that which letters are
// spelled on, else the first one; -1 if none has.
func (p *presser) find(at int, key string) int {
	has := func(plane int) bool { _, here := p.Planes[plane].Keys[key]; return here }
	if has(at) {
		return at
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
// the plane that shows if it has letters, else the first; -1 for what is no letter.
func (p *presser) spells(at int, key string) int {
	letter, _ := utf8.DecodeRuneInString(key)
	if IsSpelled(letter) {
		return p.Spelling
	}
	if !unicode.IsLetter(letter) {
		return -1
	}
	if hasLetters(p.Planes[at].Kind) {
		return at
	}
	return max(0, p.letters(p.language, false))
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

// suggest shows the words that are suggested behind what is typed. The place of a word that the keyboard has no piece of stays empty.
func (p *presser) suggest(typed string) {
	for i, word := range p.Suggest(p.draft, typed) {
		p.now.Words[i] = -1
		if piece, there := p.Words[word]; there {
			p.now.Words[i] = piece
		}
	}
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
