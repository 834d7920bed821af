package scene

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
)

// layout is the letters of a script on a phone's keyboard, row by row from the left.
type layout struct {
	rows  [3]string
	cased bool   // it has capitals
	shift bool   // it has a shift key
	marks string // letters that only this layout of its script has

	shifted string    // the first row behind the shift key, if it has other letters there, and no capitals
	words   keyLabels // on the space bar and the return key of keyboards that are no glass, if they are not English

	numbers, symbols [3]string // if they are others than those of Latin
	back             string    // what the key is called that leads to the letters, if not ABC
}

// layouts are those of iOS, the first one of a script being the usual one. The syllables of Korean are
// composed, see composed. Chinese and Japanese
// have keyboards of their own: see writing.
func layouts() []layout {
	return []layout{
		{rows: [3]string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}, cased: true, shift: true},
		{rows: [3]string{"qwertzuiopü", "asdfghjklöä", "yxcvbnm"}, cased: true, shift: true, marks: "äöüß"},
		{rows: [3]string{"azertyuiop", "qsdfghjklm", "wxcvbn"}, cased: true, shift: true, marks: "çàèùêœ"},
		{rows: [3]string{"qwertyuiop", "asdfghjklñ", "zxcvbnm"}, cased: true, shift: true, marks: "ñ¿¡"},
		{rows: [3]string{"йцукенгшщзх", "фывапролджэ", "ячсмитьбю"}, cased: true, shift: true, back: "АБВ"},
		{rows: [3]string{"йцукенгшщзхї", "фівапролджє", "ячсмитьбю"}, cased: true, shift: true, marks: "іїєґ", back: "АБВ"},
		{rows: [3]string{"ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"}, cased: true, shift: true, back: "ΑΒΓ"},
		{rows: [3]string{"קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"}, back: "אבג"},
		{
			rows:    [3]string{"ضصثقفغعهخحج", "شسيبلاتنمكط", "ذءؤرىةوزظد"},
			numbers: [3]string{"1234567890", `-/:؛()$&@"`, ".،؟!'"}, symbols: [3]string{"[]{}#%^*+=", `_\|~<>€£¥•`, ".،؟!'"}, back: "أ ب ج",
		},
		{rows: [3]string{"ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"}, shift: true, marks: "가", shifted: "ㅃㅉㄸㄲㅆㅛㅕㅑㅒㅖ", words: keyLabels{Space: "스페이스", Return: "줄바꿈", Send: "보내기"}},
		{rows: [3]string{"ๆไำพะัีรนยบล", "ฟหกดเ้่าสวงช", "ผปแอิืทมใฝ"}, shift: true, back: "กขค"},
		{rows: [3]string{"ौैाीूबहगदजड", "ोे्िुपरकतचट", "ंमनवलसय"}, shift: true},
	}
}

// layoutsOf returns the layouts that texts are typed with, each once, and Latin where there is nothing to type.
func layoutsOf(texts []string) []layout {
	all := layouts()
	var chosen []int
	for _, text := range texts {
		rest := letters(text)
		for least := 1; ; least = 2 { // a single letter of another script is a sign, as in a face
			best := bestLayout(all, rest, least)
			if best < 0 {
				break
			}
			if !slices.Contains(chosen, best) {
				chosen = append(chosen, best)
			}
			rest = slices.DeleteFunc(rest, func(letter string) bool { return all[best].weight(letter) > 0 })
		}
	}
	if len(chosen) > 1 { // one layout of a script is enough, that which has more letters
		chosen = slices.DeleteFunc(chosen, func(i int) bool {
			return slices.ContainsFunc(chosen, func(j int) bool { return j > i && all[j].marks != "" && sharesLetters(all[i], all[j]) })
		})
	}
	list := make([]layout, 0, len(chosen)+1)
	for _, i := range chosen {
		list = append(list, all[i])
	}
	spelled := slices.ContainsFunc(texts, func(text string) bool { return slices.ContainsFunc(letters(text), isSpelled) })
	if len(list) == 0 || spelled && !slices.ContainsFunc(list, layout.latin) {
		list = append(list, all[0])
	}
	return list
}

// foreign reports whether a text begins with a letter of another script.
func (l layout) foreign(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) && l.weight(letters(text)[0]) == 0
}

// locks reports whether so many capitals of the layout stand in a row in a text that they are typed with caps lock.
func (l layout) locks(text string) bool {
	list := letters(text)
	for i, letter := range list {
		if l.weight(letter) > 0 && storyboard.LocksCapitals(list[i:]) {
			return true
		}
	}
	return false
}

func (l layout) latin() bool { return strings.Contains(strings.Join(l.rows[:], ""), "a") }

// letterKey is the name of the key that leads to the letters, as iOS and Android have it.
func (l layout) letterKey() string {
	if l.back == "" {
		return "ABC"
	}
	return l.back
}

// hasSigns reports whether the layout has numbers and signs of its own.
func (l layout) hasSigns() bool { return l.numbers[0] != "" }

// bestLayout returns the layout that has most of some letters, and the marks that it has; -1 if none has so many at least.
func bestLayout(all []layout, letters []string, least int) int {
	best, most := -1, least-1
	for i, l := range all {
		count := 0
		for _, letter := range letters {
			count += l.weight(letter)
		}
		if count > most {
			best, most = i, count
		}
	}
	return best
}

// weight says how much a letter tells that it is typed on a layout: more than others where no other layout of the script has it.
func (l layout) weight(letter string) int {
	first, _ := utf8.DecodeRuneInString(strings.ToLower(letter))
	switch {
	case strings.ContainsRune(l.marks, first), l.marks == "가" && unicode.Is(unicode.Hangul, first):
		return 3
	case strings.Contains(strings.Join(l.rows[:], ""), baseLetter(letter)):
		return 1
	}
	return 0
}

func sharesLetters(a, b layout) bool {
	first, _ := utf8.DecodeRuneInString(a.rows[0][1:])
	return strings.ContainsRune(strings.Join(b.rows[:], ""), first) || strings.ContainsAny(a.rows[2], b.rows[2])
}

// letters returns the letters of a text as a person sees them.
func letters(text string) (list []string) {
	for g := uniseg.NewGraphemes(text); g.Next(); {
		list = append(list, g.Str())
	}
	return list
}

func isEmoji(letter string) bool { return text.EmojiCount(letter) == 1 }

// isSpelled reports whether a letter is typed with Latin letters: one of Chinese or Japanese.
func isSpelled(letter string) bool {
	first, _ := utf8.DecodeRuneInString(letter)
	return storyboard.IsSpelled(first)
}

func isLower(letter string) bool {
	first, _ := utf8.DecodeRuneInString(letter)
	return unicode.IsLower(first)
}

// heldFor has the keys of letters and signs that are held for others, beside those of letters with a mark.
var heldFor = map[string]string{"ё": "е", "ъ": "ь", "ß": "s", "أ": "ا", "إ": "ا", "آ": "ا", "’": "'", "‘": "'", "“": `"`, "”": `"`, "„": `"`, "«": `"`, "»": `"`, "¿": "?", "¡": "!", "…": ".", "–": "-", "—": "-", "\u00a0": " "}

// baseLetter is the letter whose key is held for one with a mark, in lower case: e for É.
func baseLetter(letter string) string {
	lower := strings.ToLower(letter)
	if same, there := heldFor[lower]; there {
		return same
	}
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(lower))
	return string(first)
}

// keyFor returns the key that types a letter on a plane.
func (p KeyPlane) keyFor(letter string) (KeyCap, bool) {
	if p.Kind == "shifted" && !strings.Contains(shiftedJamo, letter) { // the others are typed without the shift key
		return KeyCap{}, false
	}
	named := func(name string) (KeyCap, bool) {
		i := slices.IndexFunc(p.Keys, func(c KeyCap) bool { return c.Name == name })
		if i < 0 {
			return KeyCap{}, false
		}
		return p.Keys[i], true
	}
	if key, there := named(letter); there {
		return key, true
	}
	if key, there := p.kanaKey(letter); there {
		return key, true
	}
	base := baseLetter(letter)
	if letter == "\n" {
		base = "return"
	}
	if (p.Kind == "upper" || p.Kind == "locked") && !isLower(letter) {
		base = strings.ToUpper(base)
	} else if p.Kind == "lower" && strings.ToLower(letter) != letter {
		return KeyCap{}, false
	}
	return named(base)
}

// plane returns the keys of a plane of the layout. The return key says what the app wants.
func (l layout) plane(kind, returns string, glass bool) KeyPlane {
	rows, third, fourth := l.rows, "shift", "123"
	switch kind {
	case "numbers":
		rows, third, fourth = [3]string{"1234567890", `-/:;()$&@"`, ".,?!'"}, "#+=", l.letterKey()
		if l.hasSigns() {
			rows = l.numbers
		}
	case "symbols":
		rows, third, fourth = [3]string{"[]{}#%^*+=", `_\|~<>€£¥•`, ".,?!'"}, "123", l.letterKey()
		if l.hasSigns() {
			rows = l.symbols
		}
	case "shifted":
		rows[0] = l.shifted
	case "upper", "locked":
		for i := range rows {
			rows[i] = strings.ToUpper(rows[i])
		}
	}
	p := KeyPlane{Kind: kind}
	shift, letterKeys := map[string]string{"lower": "shift", "upper": "shifted", "locked": "locked", "shifted": "shifted"}[kind]
	p.addRow(rows[0], 0, keyWidth(rows), 0, phoneWidth)
	p.addRow(rows[1], 1, keyWidth(rows), 0, phoneWidth)
	left, width := keyMargin+functionKey, keyWidth(rows)
	switch {
	case !letterKeys:
		n := float64(utf8.RuneCountInString(rows[2]))
		width = (phoneWidth - 2*left - 2*14.3 - (n-1)*keyGap) / n
	case !l.shift:
		left = 0
	}
	right := keyMargin + functionKey
	if free := (phoneWidth - float64(utf8.RuneCountInString(rows[2]))*(width+keyGap) - left - keyMargin); free < functionKey+keyGap {
		right = max(keyMargin+free-keyGap, keyMargin+width)
		if left > 0 {
			left = right
		}
	}
	p.addRow(rows[2], 2, width, left, phoneWidth-right)
	if letterKeys && l.shift {
		p.add(KeyCap{Kind: "function", Name: third, Icon: shift, On: kind != "lower", KeyBox: keyBox(keyMargin, 2, left-keyMargin)})
	} else if !letterKeys {
		p.add(KeyCap{Kind: "function", Name: third, Text: third, KeyBox: keyBox(keyMargin, 2, functionKey)})
	}
	p.add(KeyCap{Kind: "function", Name: "delete", Icon: "delete", KeyBox: keyBox(phoneWidth-right, 2, right-keyMargin)})
	p.addLastRow(fourth, returns, glass || !strings.ContainsAny(l.rows[0], "eé"))
	if l.words.Space != "" && !glass {
		p.label(l.words, returns, glass, false)
	}
	return p
}

const phoneWidth = float64(PhoneWidth)

// keyWidth is how wide letters are: as wide as the longest of the first two rows allows.
func keyWidth(rows [3]string) float64 {
	n := float64(max(10, utf8.RuneCountInString(rows[0]), utf8.RuneCountInString(rows[1])))
	return (phoneWidth-2*keyMargin+gap(n))/n - gap(n)
}

// gap is the distance of keys of which so many stand in a row.
func gap(n float64) float64 {
	if n > 10 {
		return 5
	}
	return keyGap
}

// keyBox is the box of a key in a row.
func keyBox(x float64, row int, width float64) KeyBox {
	round := func(v float64) float64 { return math.Round(v*100) / 100 }
	return KeyBox{round(x), round(firstRow + float64(row)*rowPitch), round(width), keyHeight}
}

// addRow adds letters in the middle between two places.
func (p *KeyPlane) addRow(row string, number int, width, from, to float64) {
	n := float64(utf8.RuneCountInString(row))
	distance := keyGap
	if width < 33 {
		distance = 5
	}
	x := from + (to-from-n*width-(n-1)*distance)/2
	for _, letter := range row {
		p.add(KeyCap{Kind: "letter", Name: string(letter), Text: string(letter), Thin: width < 33, KeyBox: keyBox(x, number, width)})
		x += width + distance
	}
}

// addLastRow adds the space bar and the keys beside it. Words are English, so keys of other scripts have none.
func (p *KeyPlane) addLastRow(other, returns string, wordless bool) {
	p.add(KeyCap{Kind: "function", Name: other, Text: other, KeyBox: keyBox(keyMargin, 3, cornerKey)})
	space := KeyCap{Kind: "letter", Name: " ", KeyBox: keyBox(keyMargin+cornerKey+keyGap, 3, phoneWidth-2*(keyMargin+cornerKey+keyGap))}
	enter := KeyCap{Kind: "function", Name: "return", Icon: "return", KeyBox: keyBox(phoneWidth-keyMargin-cornerKey, 3, cornerKey)}
	space.Kind = "space"
	switch {
	case returns == "send" && wordless:
		enter.Kind, enter.Icon = "sends", "send"
	case returns == "send":
		enter.Kind, enter.Icon, enter.Text = "sends", "", "send"
	case !wordless:
		enter.Icon, enter.Text = "", "return"
	}
	if !wordless {
		space.Text = "space"
	}
	p.add(space)
	p.add(enter)
}

func (p *KeyPlane) add(c KeyCap) { p.Keys = append(p.Keys, c) }

// The plane of emoji has five rows of eight. The first are those that the texts have, as if they were used often.
const (
	emojiColumns = 8
	emojiRows    = 5
	emojiTop     = 78.0
	emojiPitchX  = (phoneWidth - 16) / emojiColumns
	emojiPitchY  = 40.0
)

// usualEmoji are emoji that many people use often.
const usualEmoji = "😂❤️😍🙏😊🔥👍😭😘🥰😅🎉😁💕🥺😉😎🙌🤔😢👀💪😴🤣✨🙈👏💯😋🌸😇🤗🎂😜☀️💔🤷🙄💀🌹"

func emojiPlane(used []string, labels keyLabels) KeyPlane {
	p := KeyPlane{Kind: "emoji", Labels: labels}
	list := slices.Clone(used)
	for _, e := range letters(usualEmoji) {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	for i, e := range list[:min(len(list), emojiColumns*emojiRows)] {
		x, y := 8+float64(i/emojiRows)*emojiPitchX, emojiTop+float64(i%emojiRows)*emojiPitchY
		p.add(KeyCap{Kind: "emoji", Name: e, Text: e, KeyBox: KeyBox{x, y, emojiPitchX, emojiPitchY}})
	}
	p.add(KeyCap{Kind: "category", Name: labels.Letters, Text: labels.Letters, KeyBox: KeyBox{8, bottomMiddle - 17, 44, 34}})
	p.addSections()
	p.add(KeyCap{Kind: "category", Name: "delete", Icon: "delete", KeyBox: KeyBox{phoneWidth - 52, bottomMiddle - 17, 44, 34}})
	return p
}

// addSections adds the keys that lead to the kinds of emoji, evenly between the two at the edges. The first kind is the one that shows.
func (p *KeyPlane) addSections() {
	const left = 56.0
	names := []string{"recent", "smile", "animals", "food", "activities", "travel", "objects", "symbols", "flags"}
	pitch := (phoneWidth - 2*left) / float64(len(names))
	for i, name := range names {
		p.add(KeyCap{Kind: "section", Name: name, Icon: name, On: i == 0, KeyBox: KeyBox{left + float64(i)*pitch, bottomMiddle - 17, pitch, 34}})
	}
}
