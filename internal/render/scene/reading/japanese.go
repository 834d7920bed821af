package reading

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// longestWord is how many characters the longest word has that is looked up.
const longestWord = 8

// japaneseDictionary has the readings of words that have Chinese characters, in katakana, and the words of each reading, the most
// frequent first.
type japaneseDictionary struct {
	kana  map[string]string
	words map[string][]string
}

var japanese = sync.OnceValue(func() japaneseDictionary {
	d := japaneseDictionary{map[string]string{}, map[string][]string{}}
	for _, line := range lines("japanese.gz") {
		word, kana, _ := strings.Cut(line, "\t")
		d.kana[word] = kana
		if len(d.words[kana]) < mostAlike {
			d.words[kana] = append(d.words[kana], word)
		}
	}
	return d
})

// mostAlike is how many words of a reading are kept.
const mostAlike = 4

// Alike returns some words that are read as kana, the most frequent first.
func Alike(kana string) []string {
	return japanese().words[strings.Map(func(r rune) rune {
		if r >= 'ぁ' && r <= 'ゖ' {
			return r - 'ぁ' + 'ァ'
		}
		return r
	}, kana)]
}

// everyday are words of messages whose usual reading is another than the dictionary's, or which it lacks.
var everyday = map[string]string{
	"行っ": "いっ", "着い": "つい", "来": "き", "来ない": "こない", "来られ": "こられ", "来れ": "これ", "来い": "こい", "来よう": "こよう", "行": "い", "見": "み", "出": "で", "方": "ほう", "後": "あと",
	"家": "いえ", "何": "なに", "何時": "なんじ", "何で": "なんで", "何か": "なにか", "何して": "なにして", "何分": "なんぷん", "何日": "なんにち", "明後日": "あさって", "一日": "いちにち",
	"今日": "きょう", "明日": "あした", "昨日": "きのう", "私": "わたし", "人": "ひと", "時": "とき", "話": "はなし", "外": "そと", "間": "あいだ", "皆": "みんな", "他": "ほか", "次": "つぎ",
	"日本": "にほん", "居": "い", "分": "ふん", "月": "がつ", "年": "ねん", "歳": "さい", "個": "こ", "枚": "まい", "本": "ほん", "円": "えん", "開い": "あい", "空い": "あい", "通っ": "とおっ",
	"様": "さま", "疲れ様": "つかれさま", "飯": "はん", "誕生日": "たんじょうび", "降り": "ふり", "降っ": "ふっ", "降る": "ふる",
}

// Word is a part of a Japanese text and how it is read, in hiragana. What needs no dictionary, such as kana, is read as it is written;
// Kana is empty where no reading is known.
type Word struct{ Text, Kana string }

// counters are words that are read in another way behind a number.
var counters = map[string]string{"時": "じ", "時間": "じかん", "人": "にん", "日": "にち", "月": "がつ", "分": "ふん", "年": "ねん", "回": "かい", "個": "こ", "円": "えん", "階": "かい", "本": "ほん"}

// behind returns the reading of a counter behind a digit, which changes the first sound of some.
func behind(digit, counter string) string {
	switch {
	case counter == "分" && strings.Contains("134680", digit):
		return "ぷん"
	case counter == "本" && strings.Contains("1680", digit):
		return "ぽん"
	case counter == "本" && digit == "3":
		return "ぼん"
	case counter == "階" && digit == "3":
		return "がい"
	}
	return counters[counter]
}

// Japanese parts a text into words that have Chinese characters and single letters, and returns how each is read. The first one may
// stand behind a number, which ends with a digit from 0 to 9; without one, the digit is empty.
func Japanese(text, digit string) (words []Word) {
	if digit != "" {
		for _, counter := range []string{"時間", firstOf(text)} { // the longest first
			if kana := behind(digit, counter); kana != "" && strings.HasPrefix(text, counter) {
				return append([]Word{{counter, kana}}, Japanese(text[len(counter):], "")...)
			}
		}
	}
	letters := []rune(text)
	for i := 0; i < len(letters); {
		word := Word{Text: string(letters[i])}
		if !unicode.Is(unicode.Han, letters[i]) {
			word.Kana = Hiragana(word.Text)
		} else {
			for n := min(longestWord, len(letters)-i); n > 0 && word.Kana == ""; n-- {
				word = lookUp(string(letters[i : i+n]))
			}
		}
		words = append(words, word)
		i += utf8.RuneCountInString(word.Text)
	}
	return words
}

// firstOf returns the first character of a text.
func firstOf(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}

// lookUp returns a word with its reading, if it has one.
func lookUp(text string) Word {
	if kana, known := everyday[text]; known {
		return Word{text, kana}
	}
	return Word{text, Hiragana(japanese().kana[text])}
}

// Hiragana writes katakana as hiragana. Other letters stay, as the sign of a long vowel.
func Hiragana(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' {
			return r - 'ァ' + 'ぁ'
		}
		return r
	}, text)
}
