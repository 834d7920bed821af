package storyboard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// longestWord is how many letters a word may have that fits into the strip.
const longestWord = 13

// englishStock has words of everyday messages, those first that are written most.
const englishStock = "the to and a in is it you of for on my that at with me do have just so be but this are not was we all your what can if when get up like out " +
	"know now no yes he she they there here go going good how who why where will would want well went week work were think time today tomorrow " +
	"tonight thanks thank then them their than take talk tell too try see some say said sorry should sure still something soon same stay start " +
	"send really right ready read run rest remember one only or our off over other okay old once open love let little last late later look long " +
	"leave left life maybe make made much more most morning meet mean must money miss back because been before by best better big birthday bring " +
	"both buy bed day don’t did does dad dinner down done different dog drive from friend first fine find feel few food forget free fun happy has " +
	"had her him his home hope house help hey hello hi hot hard hear about after again also always am an any anything another ask as around away " +
	"even ever every everyone everything enough else early end easy eat I I’m I’ll it’s into inside idea issue keep kind kids key kitchen knew " +
	"need never new next night nice nothing name people please pretty put place party phone pick pay plan very visit video view voice use us " +
	"under until used usually car call came come coming could can’t cat cool couple check great got getting give girl guess guys game gone kid " +
	"green ground quick quite question quiet quickly job join joke jump year yesterday yeah yet young you’re zero zone zoo bad baby " +
	"beautiful believe black blue boy break busy bye care change coffee crazy cute dear door dream family far fast father feeling finally friends " +
	"fix found funny hand hate head heart hour hungry husband important interesting kiss laugh learn let’s listen lost lot lots lunch mom " +
	"month mother movie music near number office outside part perfect picture problem red room sad safe school second she’s show sleep sleeping " +
	"smile song sounds special story stop street stuff sun super sweet team that’s thing things those though three through tired together town " +
	"train trip true two understand wait walk watch water way wear weather weekend welcome which while white whole wife without wonder wonderful " +
	"word words world worry worth wow write wrong"

// Stock returns the words that a keyboard knows: those of everyday English, or none.
func Stock(english bool) []string {
	if !english {
		return nil
	}
	return strings.Fields(englishStock)
}

// following has what is often written behind a word.
var following = map[string][3]string{
	"i": {"am", "have", "will"}, "i’m": {"not", "so", "on"}, "the": {"same", "first", "best"}, "a": {"little", "lot", "good"}, "to": {"be", "the", "get"},
	"is": {"the", "a", "not"}, "are": {"you", "the", "not"}, "you": {"can", "are", "have"}, "we": {"can", "are", "have"}, "he": {"is", "was", "has"},
	"she": {"is", "was", "has"}, "it": {"is", "was", "to"}, "my": {"own", "phone", "family"}, "of": {"the", "my", "it"}, "in": {"the", "a", "my"},
	"on": {"the", "my", "a"}, "and": {"I", "the", "then"}, "do": {"you", "not", "it"}, "what": {"are", "is", "do"}, "who": {"is", "was", "are"},
	"not": {"sure", "a", "the"}, "for": {"the", "a", "you"}, "can": {"you", "I", "be"}, "will": {"be", "have", "not"}, "have": {"a", "to", "been"},
}

// Suggest returns the words that are suggested behind what is typed of a draft, from the left. An empty one is none.
func (k *Keyboard) Suggest(d Draft, typed string) (words [3]string) {
	if slices.ContainsFunc(d.Spelled, func(s Spelling) bool { return !s.Composed }) { // candidates stand there
		return words
	}
	begun, begin := wordsOf(typed)
	last := len(begun) - 1
	if last < 0 || strings.TrimSpace(lastOf(typed)) == "" || !strings.ContainsFunc(begun[last], unicode.IsLetter) {
		return k.next(typed, begun)
	}
	if list := k.completions(begun[last], d.wordAt(begin[last]), d.Seen); fits(list[0]) {
		copy(words[:], list)
	}
	return words
}

// next returns what is suggested where a word can begin: the words of the empty field where a sentence does.
func (k *Keyboard) next(typed string, before []string) (words [3]string) {
	if len(k.Stock) == 0 {
		return words
	}
	if begins(typed) && len(k.Start) == len(words) {
		return [3]string(k.Start)
	}
	if len(before) > 0 {
		if words, known := following[plain(before[len(before)-1])]; known {
			return words
		}
	}
	return [3]string{"and", "to", "the"}
}

// completions returns a word that is begun, in quotation marks if it is no word, and up to two that go on from there: the whole one once half of it
// is typed, and words that were seen or that the keyboard knows.
func (k *Keyboard) completions(word, whole string, seen []string) []string {
	begun, list := plain(word), []string{word}
	same := func(other string) bool { return plain(other) == begun }
	if !same(whole) && !slices.ContainsFunc(k.Stock, same) && !slices.ContainsFunc(seen, same) {
		list[0] = "“" + word + "”"
	}
	add := func(other string) {
		goes := plain(other)
		known := func(there string) bool { return plain(there) == goes }
		if len(list) < 3 && goes != begun && strings.HasPrefix(goes, begun) && fits(other) && !slices.ContainsFunc(list, known) {
			list = append(list, other)
		}
	}
	if typed := utf8.RuneCountInString(word); typed >= 2 && 2*typed >= utf8.RuneCountInString(whole) {
		add(whole)
	}
	for _, other := range slices.Backward(seen) {
		if len(list) == 3 {
			break
		}
		add(likeCase(other, word))
	}
	for _, other := range k.Stock {
		if len(list) == 3 {
			break
		}
		add(likeCase(other, word))
	}
	return list
}

// plain is a word as it is compared with others.
func plain(word string) string { return strings.ReplaceAll(strings.ToLower(word), "'", "’") }

// wordAt returns the word of a draft that begins with a letter; empty if none does.
func (d Draft) wordAt(letter int) string {
	words, begin := wordsOf(d.Text)
	if i := slices.Index(begin, letter); i >= 0 {
		return words[i]
	}
	return ""
}

// Stages lists what is in the field while a draft is typed: behind each letter, with each wrong one, and once the whole is pasted.
func (d Draft) Stages() (list []string) {
	letters := graphemes(d.Text)
	count, pasted := Keys(d.Text)
	if d.Erased {
		count, pasted = len(letters), false
	}
	for n := range min(count, len(letters)) {
		list = append(list, strings.Join(letters[:n+1], ""))
	}
	for _, typo := range d.Typos {
		list = append(list, strings.Join(letters[:typo.Letter], "")+typo.Wrong)
	}
	if pasted {
		list = append(list, d.Text)
	}
	return list
}

// WordsWithin returns the words of a text that a keyboard can suggest later as they are written: not those that begin a sentence, whose capital says
// nothing.
func WordsWithin(text string) (list []string) {
	begins := true
	for _, field := range strings.Fields(text) {
		word := strings.TrimFunc(field, besideWord)
		if !begins && fits(word) {
			list = append(list, word)
		}
		if strings.ContainsFunc(field, unicode.IsLetter) {
			begins = strings.ContainsAny(field, ".!?…")
		}
	}
	return list
}

// wordsOf returns the words of a text without the marks around them, and the letter at which each begins.
func wordsOf(text string) (words []string, begin []int) {
	letters, inWord, n := uniseg.NewGraphemes(text), false, 0
	for ; letters.Next(); n++ {
		switch {
		case strings.TrimSpace(letters.Str()) == "":
			inWord = false
		case inWord:
			words[len(words)-1] += letters.Str()
		default:
			words, begin, inWord = append(words, letters.Str()), append(begin, n), true
		}
	}
	for i := range words {
		words[i] = strings.TrimFunc(words[i], besideWord)
	}
	return words, begin
}

// likeCase writes a word with a capital if another begins with one, and in capitals if the other is.
func likeCase(word, other string) string {
	first, _ := utf8.DecodeRuneInString(other)
	switch {
	case !unicode.IsUpper(first):
		return word
	case utf8.RuneCountInString(other) > 1 && strings.ToUpper(other) == other:
		return strings.ToUpper(word)
	}
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[size:]
}

// fits reports whether a word can be suggested: it has letters, and room in the strip.
func fits(word string) bool {
	return strings.ContainsFunc(word, unicode.IsLetter) && uniseg.StringWidth(word) <= longestWord
}

// besideWord reports whether a character at the edge of a word is no part of it: the punctuation of all scripts, but "@" and "#", and
// marks of a style.
func besideWord(r rune) bool {
	return r != '@' && r != '#' && unicode.IsPunct(r) || r == '~' || r == '`'
}
