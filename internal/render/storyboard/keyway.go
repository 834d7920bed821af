package storyboard

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// GlobeKey is the name of the key that leads to the keyboard of another language, and to emoji beside several languages.
const GlobeKey = "globe"

// turnFor is how long before the first letter of a draft the key is pressed that leads to its plane.
const turnFor = 2 * pressFor

// lockedCapitals is how many capitals in a row are typed with caps lock. For less of them, the shift key is pressed before each.
const lockedCapitals = 3

// turn is a change of the plane, and the key that leads there. If that is empty, the plane comes by itself.
type turn struct {
	key   string
	plane int
}

// FindTurns notes for each draft the letters before which a key is pressed that leads to their plane. It is called once the steps are known at
// which the keyboard comes.
func (s *Storyboard) FindTurns() {
	if s.Keyboard == nil {
		return
	}
	p := s.Keyboard.presser()
	for i := range s.Drafts {
		s.Drafts[i].Turns = p.turnsOf(s.Drafts[i])
	}
}

// FirstTurns is how long the keys take that are pressed before the first letter of a draft, and lead to its plane.
func (d Draft) FirstTurns() time.Duration { return time.Duration(d.turnsBefore(0)) * turnFor }

// turnsBefore is how many keys are pressed that lead to the plane of a letter.
func (d Draft) turnsBefore(letter int) (keys int) {
	for _, turn := range d.Turns {
		if turn == letter {
			keys++
		}
	}
	return keys
}

// turnsOf goes to the planes of all letters of a draft, and returns the letters before which a key is pressed for that: a letter as often as
// there are such keys.
func (p *presser) turnsOf(d Draft) (list []int) {
	text := graphemes(d.Text)
	count, _ := Keys(d.Text)
	text = text[:min(count, len(text))]
	first, chosen := "", false
	if len(text) > 0 {
		first = text[0]
	}
	if part := d.spelledAt(0, len(text)); part >= 0 {
		first, chosen = d.Spelled[part].Keys[0].Key, !d.Spelled[part].Composed
	}
	p.begin(0, d.Raises, first, chosen)
	before := ""
	for n := 0; n < len(text); n++ {
		end := n + 1
		if part := d.spelledAt(n, len(text)); part >= 0 && !d.Spelled[part].Composed {
			list = p.count(list, n, p.wayToSpelling(before))
			end = d.Spelled[part].To
		} else if part >= 0 {
			typed := before
			for _, key := range d.Spelled[part].Keys {
				list = p.count(list, n, p.way(key.Key, typed, false))
				typed += key.Key
			}
		} else {
			list = p.count(list, n, p.way(text[n], before, LocksCapitals(text[n:])))
		}
		before += strings.Join(text[n:end], "")
		n = end - 1
	}
	p.now = p.rest(0)
	return list
}

// count goes a way, and adds a letter to a list for each key that is pressed on it. The shift key of Korean has no time of its own; that to find
// an emoji has the time of its key, unless the draft begins with it.
func (p *presser) count(list []int, letter int, way []turn) []int {
	for _, t := range way {
		_, pressed := p.Planes[p.now.Plane].Keys[t.key]
		kind := p.Planes[t.plane].Kind
		if pressed && kind != "shifted" && (kind != "emoji" || letter == 0) {
			list = append(list, letter)
		}
		p.show(t.plane)
	}
	return list
}

// show goes to a plane. The language that letters come back to is that of the last one.
func (p *presser) show(plane int) {
	p.now.Plane, p.language = plane, p.languageOf(plane)
}

// languageOf is the language of a plane. One that all languages have is of the last one.
func (p *presser) languageOf(plane int) int {
	if language := p.Planes[plane].Layout; language >= 0 {
		return language
	}
	return p.language
}

// way returns how the keyboard comes to the plane of a key behind what is typed. Locks says that it is a capital typed with caps lock.
func (p *presser) way(key, before string, locks bool) []turn {
	at := p.byItself(key, before)
	target := p.find(at, key)
	if target < 0 {
		target = p.spells(at, key)
	}
	if target < 0 {
		target = at
	}
	if locked := p.plane("locked", p.languageOf(target)); p.Planes[target].Kind == "upper" && locks && locked >= 0 {
		target = locked
	}
	return p.wayTo(target, at, before)
}

// wayToSpelling is the way to the plane on which letters are spelled.
func (p *presser) wayToSpelling(before string) []turn {
	return p.wayTo(p.Spelling, p.byItself("", before), before)
}

// wayTo returns how the keyboard comes to a plane, of which it is on another by itself first.
func (p *presser) wayTo(target, at int, before string) (way []turn) {
	if at != p.now.Plane {
		way = append(way, turn{plane: at})
	}
	for language := p.language; at != target && len(way) < len(p.Planes); {
		next := p.next(at, target, language, before)
		for _, t := range next {
			at = t.plane
			if l := p.Planes[at].Layout; l >= 0 {
				language = l
			}
		}
		way = append(way, next...)
	}
	return way
}

// byItself is the plane that the keyboard shows by itself behind what is typed, before a key: small letters behind a capital, and letters behind
// numbers and signs that a space, an apostrophe or the end of the line follows. Those that are spelled come with a key alone.
func (p *presser) byItself(key, before string) int {
	at, last := p.now.Plane, lastOf(before)
	switch kind := p.Planes[at].Kind; {
	case kind == "upper" && isCapital(last):
		if lower := p.plane("lower", p.languageOf(at)); lower >= 0 {
			return lower
		}
	case (kind == "numbers" || kind == "symbols") && last != "" && strings.Contains(" \n'’", last):
		small := key != "" && strings.ToUpper(key) != key
		if letters := p.letters(p.languageOf(at), begins(before) && !small); letters >= 0 && !isSpelling(p.Planes[letters].Kind) {
			return letters
		}
	}
	return at
}

// next returns the next turns on the way from a plane to another, given the language that was typed last.
func (p *presser) next(at, target, language int, before string) []turn {
	from, to := p.Planes[at], p.Planes[target]
	home := p.letters(language, begins(before))
	if from.Layout >= 0 {
		home = p.letters(from.Layout, begins(before))
	}
	switch other := to.Layout >= 0 && to.Layout != language; {
	case from.Kind == "emoji" && (other || !hasLetters(to.Kind)) && home >= 0 && home != at:
		return []turn{{p.lead(from, p.Planes[home]), home}}
	case other:
		return []turn{{GlobeKey, p.entry(target, before)}}
	case to.Kind == "locked" && (from.Kind == "lower" || from.Kind == "upper"):
		between := p.plane("upper", to.Layout)
		if from.Kind == "upper" {
			between = p.plane("lower", to.Layout)
		}
		return []turn{{"shift", between}, {"shift", target}}
	case from.Kind == to.Kind, to.Kind == "lower" && (from.Kind == "upper" || from.Kind == "shifted"):
		return []turn{{"", target}}
	case to.Kind == "upper" && from.Kind == "lower" && begins(before):
		return []turn{{"", target}}
	case (to.Kind == "upper" && !begins(before) || to.Kind == "locked" || to.Kind == "shifted") && !hasLetters(from.Kind) && p.plane("lower", language) >= 0:
		lower := p.plane("lower", language)
		return []turn{{p.lead(from, p.Planes[lower]), lower}}
	}
	return []turn{{p.lead(from, to), target}}
}

// entry is the plane of another language that the globe leads to, on the way to one of its planes.
func (p *presser) entry(target int, before string) int {
	to := p.Planes[target]
	if isSpelling(to.Kind) || to.Kind == "lower" || to.Kind == "upper" && begins(before) {
		return target
	}
	if letters := p.letters(to.Layout, to.Kind != "upper" && begins(before)); letters >= 0 {
		return letters
	}
	return target
}

// lead is the key of a plane that leads to another; empty if there is none.
func (p *presser) lead(from, to Plane) string {
	for _, name := range to.Switch {
		if _, there := from.Keys[name]; there {
			return name
		}
	}
	return ""
}

// plane is the first plane of a kind that a language has, or -1.
func (k *Keyboard) plane(kind string, language int) int {
	return slices.IndexFunc(k.Planes, func(p Plane) bool { return p.Kind == kind && p.Layout == language })
}

// letters is the plane with the letters of a language: with capitals where a sentence begins, if it has any; -1 if there is none.
func (k *Keyboard) letters(language int, begins bool) int {
	if upper := k.plane("upper", language); begins && upper >= 0 {
		return upper
	}
	return slices.IndexFunc(k.Planes, func(p Plane) bool {
		return p.Layout == language && hasLetters(p.Kind) && p.Kind != "upper"
	})
}

func hasLetters(kind string) bool {
	return kind == "lower" || kind == "upper" || kind == "locked" || kind == "shifted" || isSpelling(kind)
}

// opening are signs that a sentence may begin with.
const opening = "\"'“‘„«(¿¡"

// begins reports whether a sentence begins behind what is typed.
func begins(before string) bool {
	before = strings.TrimRight(before, opening)
	text := strings.TrimRight(before, " ")
	return strings.TrimSpace(before) == "" || strings.HasSuffix(before, "\n") || text != before && strings.ContainsAny(lastOf(text), ".!?…")
}

func isCapital(letter string) bool {
	first, _ := utf8.DecodeRuneInString(letter)
	return unicode.IsUpper(first)
}

// LocksCapitals reports whether the capitals that some letters begin with are typed with caps lock.
func LocksCapitals(letters []string) bool { return capitalsIn(letters) >= lockedCapitals }

// capitalsIn is how many capitals in a row some letters begin with: those of whole words, or of the beginning of the first one.
func capitalsIn(letters []string) (count int) {
	word := 0
	for _, letter := range letters {
		first, _ := utf8.DecodeRuneInString(letter)
		switch {
		case unicode.IsUpper(first):
			word++
		case letter == " ":
			count, word = count+word, 0
		case unicode.IsLetter(first) && count > 0:
			return count
		default:
			return count + word
		}
	}
	return count + word
}
