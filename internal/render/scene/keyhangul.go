package scene

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/render/storyboard"
)

// The letters of Korean that syllables are composed of, in the order of Unicode's syllables. A syllable may have no final consonant.
var (
	initialJamo = strings.Split("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "")
	vowelJamo   = strings.Split("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ", "")
	finalJamo   = append([]string{""}, strings.Split("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ", "")...)
)

// doubleJamo are the letters that two keys type, with the letters of these keys.
var doubleJamo = map[string]string{
	"ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
	"ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
}

// shiftedJamo are the letters that the shift key leads to.
const shiftedJamo = "ㅃㅉㄸㄲㅆㅒㅖ"

// jamoKeys returns the letters on the keys that type a letter of a syllable.
func jamoKeys(jamo string) []string {
	if keys, double := doubleJamo[jamo]; double {
		jamo = keys
	}
	return strings.Split(jamo, "")
}

// syllable is one of Korean, by the places of its letters.
type syllable struct{ initial, vowel, final int }

const (
	firstSyllable = '가'
	lastSyllable  = '힣'
)

// syllableOf returns the syllable that a letter of a text is, if it is one.
func syllableOf(letter string) (syllable, bool) {
	runes := []rune(norm.NFC.String(letter))
	if len(runes) != 1 || runes[0] < firstSyllable || runes[0] > lastSyllable {
		return syllable{}, false
	}
	n := int(runes[0] - firstSyllable)
	return syllable{n / len(finalJamo) / len(vowelJamo), n / len(finalJamo) % len(vowelJamo), n % len(finalJamo)}, true
}

func (s syllable) String() string {
	return string(rune(firstSyllable + (s.initial*len(vowelJamo)+s.vowel)*len(finalJamo) + s.final))
}

// with returns the syllable when a consonant is typed behind it, if it becomes a part of the syllable.
func (s syllable) with(consonant string) (syllable, bool) {
	final := slices.IndexFunc(finalJamo[1:], func(jamo string) bool {
		return slices.Equal(jamoKeys(jamo), append(jamoKeys(finalJamo[s.final]), consonant))
	})
	s.final = final + 1
	return s, final >= 0
}

// spelling returns how a syllable is composed: what each of its keys shows, but the last one, which shows the syllable itself.
func (s syllable) spelling() (keys, shown []string) {
	keys, shown = []string{initialJamo[s.initial]}, []string{initialJamo[s.initial]}
	for i, key := range jamoKeys(vowelJamo[s.vowel]) {
		vowel := s.vowel
		if i == 0 {
			vowel = slices.Index(vowelJamo, key)
		}
		keys, shown = append(keys, key), append(shown, syllable{s.initial, vowel, 0}.String())
	}
	if s.final > 0 {
		now := syllable{s.initial, s.vowel, 0}
		for _, key := range jamoKeys(finalJamo[s.final]) {
			now, _ = now.with(key)
			keys, shown = append(keys, key), append(shown, now.String())
		}
	}
	return keys, shown[:len(shown)-1]
}

// composeDrafts notes how the Korean letters of drafts are composed.
func composeDrafts(drafts []storyboard.Draft) {
	for i := range drafts {
		drafts[i].Spelled = composed(typedLetters(drafts[i].Text))
	}
}

// composed returns how the Korean letters among some are composed. A consonant that fits to the syllable before it is a part of that, until
// its vowel comes.
func composed(letters []string) (spelled []storyboard.Spelling) {
	moved := false // the first consonant of the letter has been typed with the syllable before
	for i, letter := range letters {
		s := storyboard.Spelling{From: i, To: i + 1, Composed: true}
		var keys, shown []string
		now, is := syllableOf(letter)
		if is {
			keys, shown = now.spelling()
		} else if _, double := doubleJamo[letter]; double {
			keys = jamoKeys(letter)
			shown = keys[:1]
		} else {
			continue
		}
		if moved {
			keys, shown = keys[1:], shown[1:]
		}
		moved = false
		if next, follows := letterAt(letters, i+1); is && follows {
			var longer syllable
			if longer, moved = now.with(initialJamo[next.initial]); moved {
				keys, shown = append(keys, initialJamo[next.initial]), append(shown, letter, longer.String())
				s.Lends = true
			}
		}
		s.Text = strings.Join(shown, "")
		for n, key := range keys {
			s.Keys = append(s.Keys, storyboard.SpelledKey{Key: key, Shown: n + 1})
		}
		spelled = append(spelled, s)
	}
	return spelled
}

// letterAt returns the syllable at a place among some letters, if there is one.
func letterAt(letters []string, i int) (syllable, bool) {
	if i >= len(letters) {
		return syllable{}, false
	}
	return syllableOf(letters[i])
}

// needsShift reports whether a text has letters of Korean that the shift key leads to.
func needsShift(text string) bool {
	list := letters(text)
	for _, spelling := range composed(list) {
		for _, key := range spelling.Keys {
			if strings.Contains(shiftedJamo, key.Key) {
				return true
			}
		}
	}
	return slices.ContainsFunc(list, func(letter string) bool { return letter != "" && strings.Contains(shiftedJamo, letter) })
}
