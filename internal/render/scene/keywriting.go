package scene

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/render/scene/reading"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// writing is one whose letters are spelled with those of a keyboard, and then chosen: simplified or traditional Chinese, or Japanese.
type writing string

const (
	simplified  writing = "simplified"
	traditional writing = "traditional"
	japanese    writing = "japanese"
)

// writingOf returns the writing of texts that are typed; empty if nothing of them is spelled. Kana anywhere in the conversation tell
// that its other characters are Japanese.
func (b *builder) writingOf(typed []string) writing {
	text := strings.Join(typed, "\n")
	if !strings.ContainsFunc(text, storyboard.IsSpelled) {
		return ""
	}
	all := text
	switch props := b.payload.Props.(type) {
	case *schema.ChatProps:
		for _, m := range props.Messages {
			all += m.Text
		}
	case *schema.AIProps:
		for _, m := range props.Messages {
			all += m.Content
		}
	}
	switch {
	case strings.ContainsFunc(all, isKana):
		return japanese
	case reading.Traditional(text):
		return traditional
	}
	return simplified
}

// isKana reports whether a letter is a kana. The sign of a long vowel is one, though it has no script of its own.
func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) || r == 'ー' }

// keyLabels are the words on keys.
type keyLabels struct {
	Space, Return, Send string
	Choose, Confirm     string // on the space bar and the return key while something is spelled
	Letters             string // the key that leads to letters
	Search, Recent      string // above emoji
}

func (w writing) labels() keyLabels {
	switch w {
	case simplified:
		return keyLabels{"空格", "换行", "发送", "选定", "确认", "拼音", "搜索表情符号", "常用"}
	case traditional:
		return keyLabels{"空格", "換行", "傳送", "選定", "確認", "拼音", "搜尋表情符號", "常用"}
	case japanese:
		return keyLabels{"空白", "改行", "送信", "次候補", "確定", "あいう", "絵文字を検索", "よく使う項目"}
	}
	return keyLabels{Letters: "ABC", Search: "Search Emoji", Recent: "Frequently Used"}
}

// label writes on the space bar and the return key what they do.
func (p KeyPlane) label(labels keyLabels, returns string, glass, choosing bool) {
	for i := range p.Keys {
		key := &p.Keys[i]
		switch {
		case key.Name == " " && choosing:
			key.Text = labels.Choose
		case key.Name == " " && key.Kind == "space" && glass:
			key.Text = ""
		case key.Name == " ":
			key.Text = labels.Space
		case key.Name == "return" && choosing && key.Kind == "sends":
			key.Kind, key.Text, key.Icon = "function", labels.Confirm, ""
		case key.Name == "return" && choosing:
			key.Text, key.Icon = labels.Confirm, ""
		case key.Name == "return" && returns == "send":
			key.Kind, key.Text, key.Icon = "sends", labels.Send, ""
		case key.Name == "return" && glass:
			key.Icon = "return"
		case key.Name == "return":
			key.Text, key.Icon = labels.Return, ""
		}
	}
}

// addSpelling adds the planes on which letters are spelled: as they are, and while something is spelled. They come first where most
// texts have such letters.
func (k *keyboardMaker) addSpelling(returns string) {
	labels, glass := k.writing.labels(), k.view.Glass
	k.board.Spelling, k.board.Choosing = len(k.view.Planes), len(k.view.Planes)+1
	most := 0
	for _, text := range k.texts {
		if strings.ContainsFunc(text, storyboard.IsSpelled) {
			most++
		}
	}
	if 2*most >= len(k.texts) {
		k.board.Rest = k.board.Spelling
	}
	defer func() { k.board.Planes[k.board.Spelling].Rests = true }()
	leads, signs := []string{labels.Letters}, -1 // the layout of numbers and signs
	if k.several {
		leads, signs = append(leads, storyboard.GlobeKey), k.layout
	}
	if k.writing == japanese {
		k.view.Globe = true
		k.addPlane(kanaPlane("kana", labels, returns, glass, false), leads...)
		k.addPlane(kanaPlane("kana", labels, returns, glass, true))
		k.layout = signs
		if numbers := kanaPlane("numbers", labels, returns, glass, false); k.types(numbers) {
			k.addPlane(numbers, "☆123")
		}
		return
	}
	l := layouts()[0]
	l.numbers = [3]string{"1234567890", "-/：；（）¥@“”", "。，、？！."}
	l.symbols = [3]string{"【】｛｝#%^*+=", "_—\\|～《》$&·", "…，？！'"}
	l.back = labels.Letters
	for _, choosing := range []bool{false, true} {
		plane := l.plane("lower", returns, glass)
		plane.Kind = "pinyin"
		plane.label(labels, returns, glass, choosing)
		k.addPlane(plane, leads...)
	}
	k.layout = signs
	ways := map[string][]string{"numbers": {"123"}, "symbols": {"#+=", "123"}}
	for _, kind := range []string{"numbers", "symbols"} {
		plane := l.plane(kind, returns, glass)
		plane.label(labels, returns, glass, false)
		if k.types(plane) {
			k.addPlane(plane, ways[kind]...)
		}
	}
}

// The length of what is chosen at once, at most: people type a few words before they choose.
const (
	mostSyllables  = 4
	mostKana       = 12
	mostCandidates = 9
)

// write notes what of a draft is spelled.
func (w writing) write(draft *storyboard.Draft) {
	draft.Spelled = append(w.spell(draft.Text), composed(typedLetters(draft.Text))...)
	slices.SortFunc(draft.Spelled, func(a, b storyboard.Spelling) int { return a.From - b.From })
}

// typedLetters are the letters of a text that are not pasted.
func typedLetters(text string) []string {
	list := letters(text)
	typed, _ := storyboard.Keys(text)
	return list[:typed]
}

// spell returns the parts of a text that are spelled.
func (w writing) spell(text string) (spelled []storyboard.Spelling) {
	if w == "" {
		return nil
	}
	list := typedLetters(text)
	run := make([]rune, 0, len(list))
	for i := 0; i <= len(list); i++ {
		if i < len(list) {
			if letter := []rune(norm.NFKC.String(list[i])); len(letter) == 1 && w.spells(letter[0]) {
				run = append(run, letter[0])
				continue
			}
		}
		if w == japanese {
			spelled = append(spelled, spellKana(reading.Japanese(string(run), digitBefore(list[:i-len(run)])), i-len(run))...)
		} else {
			spelled = append(spelled, w.spellPinyin(string(run), i-len(run))...)
		}
		run = run[:0]
	}
	return spelled
}

// spells reports whether a letter is spelled.
func (w writing) spells(letter rune) bool {
	return unicode.Is(unicode.Han, letter) || w == japanese && isKana(letter)
}

// spellPinyin returns the parts of a run of Chinese characters, the first of which is a letter of the draft.
func (w writing) spellPinyin(run string, from int) (spelled []storyboard.Spelling) {
	syllables := reading.Pinyin(run)
	for _, part := range reading.Phrases(run, mostSyllables) {
		characters := []rune(part)
		own := syllables[:len(characters)]
		s := storyboard.Spelling{From: from, To: from + len(own), Text: strings.Join(own, " "), Choose: " "}
		for i := range own {
			s.Keys = append(s.Keys, w.pinyinKeys(string(characters[:i+1]), own[:i+1], s.Keys)...)
		}
		s.Text = strings.ReplaceAll(s.Text, "v", "ü")
		spelled = append(spelled, s)
		from, syllables = s.To, syllables[len(own):]
	}
	return spelled
}

// pinyinKeys returns the keys of the last of some syllables, given those before it.
func (w writing) pinyinKeys(text string, syllables []string, before []storyboard.SpelledKey) (keys []storyboard.SpelledKey) {
	shown, strip := 0, ""
	if n := len(before); n > 0 {
		shown, strip = before[n-1].Shown+1, before[n-1].Strip // behind a space
	}
	last := syllables[len(syllables)-1]
	for i, letter := range strings.Split(last, "") {
		if letter == "" {
			break
		}
		shown++
		switch {
		case i+1 == len(last):
			strip = w.candidates(text, syllables[0])
		case len(syllables) == 1:
			strip = w.candidates(text, last[:i+1])
		}
		keys = append(keys, storyboard.SpelledKey{Key: letter, Shown: shown, Strip: strip})
	}
	return keys
}

// candidates lists what may be chosen: the characters themselves, words that they begin with, and others that are read as the first one.
func (w writing) candidates(text, first string) string {
	characters := []rune(text)
	var list []string
	for n := len(characters); n > 0; n-- {
		if begin := string(characters[:n]); n == len(characters) || n == 1 || reading.IsWord(begin) {
			list = addOnce(list, begin)
		}
	}
	for _, other := range reading.Homophones(first, w == traditional, mostCandidates) {
		list = addOnce(list, other)
	}
	return strings.Join(list[:min(len(list), mostCandidates)], stripBetween)
}

// stripBetween parts candidates in the name of a strip.
const stripBetween = "\t"

func addOnce(list []string, word string) []string {
	if slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}

// phrase is a part of a Japanese text that is chosen at once.
type phrase struct{ text, kana string }

// digitBefore returns the digit from 0 to 9 with which letters end, so that the next word counts something; "" if they do not end with one.
func digitBefore(list []string) string {
	if len(list) == 0 {
		return ""
	}
	last := norm.NFKC.String(list[len(list)-1])
	if len(last) != 1 || last < "0" || last > "9" {
		return ""
	}
	return last
}

// spellKana returns the parts of words of Japanese, the first of which begins with a letter of the draft. What has no reading is left out.
func spellKana(words []reading.Word, from int) (spelled []storyboard.Spelling) {
	for len(words) > 0 {
		n, now := phraseLength(words), phrase{}
		for _, word := range words[:n] {
			now.text, now.kana = now.text+word.Text, now.kana+word.Kana
		}
		if now.kana != "" {
			spelled = append(spelled, now.spelling(from))
		}
		from, words = from+utf8.RuneCountInString(now.text), words[n:]
	}
	return spelled
}

// particles of Japanese end phrases. Others are as often parts of words.
const particles = "のをでには"

// phraseLength returns how many of some words are chosen at once: all up to where another phrase begins or, of more than mostKana, those up
// to the last particle.
func phraseLength(words []reading.Word) int {
	kana, particle := 0, 0
	for i, word := range words {
		kana += utf8.RuneCountInString(word.Kana)
		switch {
		case i == 0 && word.Kana == "":
			return 1
		case i > 0 && (word.Kana == "" || beginsPhrase(words, i)):
			return i
		case kana > mostKana && particle > 0:
			return particle
		case kana > mostKana && i > 0 && !strings.Contains("ゃゅょぁぃぅぇぉー"+particles, word.Kana) && katakana(word.Text) != word.Text:
			return i
		case kana > 2 && strings.Contains(particles, word.Text):
			particle = i + 1
		}
	}
	return len(words)
}

// beginsPhrase reports whether one of some words begins another phrase: behind hiragana one in other letters or with a polite beginning, and
// one in katakana or behind katakana.
func beginsPhrase(words []reading.Word, i int) bool {
	if i == 1 && isPolite(words[0]) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(words[i-1].Text)
	first, _ := utf8.DecodeRuneInString(words[i].Text)
	switch {
	case isPolite(words[i]) && i+1 < len(words):
		next, _ := utf8.DecodeRuneInString(words[i+1].Text)
		return unicode.Is(unicode.Han, next)
	case unicode.Is(unicode.Katakana, first):
		return !unicode.Is(unicode.Katakana, last) && last != 'ー'
	case unicode.Is(unicode.Han, first):
		return !unicode.Is(unicode.Han, last)
	}
	return false
}

// isPolite reports whether a word is one that makes the next one polite.
func isPolite(word reading.Word) bool { return word.Text == "お" || word.Text == "ご" }

// spelling returns how a phrase is spelled and chosen: its kana are confirmed, or it is picked among the candidates.
func (p phrase) spelling(from int) storyboard.Spelling {
	s := storyboard.Spelling{From: from, To: from + utf8.RuneCountInString(p.text), Text: p.kana, Choose: "return"}
	if p.text != p.kana {
		s.Choose = pickKey + strconv.Itoa(utf8.RuneCountInString(p.text))
	}
	soFar := ""
	for i, kana := range strings.Split(p.kana, "") {
		soFar += kana
		strip := addOnce([]string{p.text}, soFar)
		for _, other := range append(reading.Alike(soFar), katakana(soFar)) {
			strip = addOnce(strip, other)
		}
		name := strings.Join(strip[:min(len(strip), mostCandidates)], stripBetween)
		presses := kanaPresses(kana)
		for n, key := range presses {
			shown := i
			if n+1 == len(presses) {
				shown++
			}
			s.Keys = append(s.Keys, storyboard.SpelledKey{Key: key, Shown: shown, Strip: name})
		}
	}
	return s
}

// katakana writes hiragana as katakana.
func katakana(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'ぁ' && r <= 'ゖ' {
			return r - 'ぁ' + 'ァ'
		}
		return r
	}, text)
}
