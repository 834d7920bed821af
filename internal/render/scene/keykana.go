package scene

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The keys of the Japanese keyboard, row by row. The first letter of a key is typed by a tap; for the next ones the finger moves to the
// left, up, to the right or down.
var (
	kanaKeys  = [][]string{{"あいうえお", "かきくけこ", "さしすせそ"}, {"たちつてと", "なにぬねの", "はひふへほ"}, {"まみむめも", "や「ゆ」よ", "らりるれろ"}, {"", "わをんー〜", "、。？！…"}}
	kanaSigns = [][]string{{"1☆♪→", "2¥$€", "3%°#"}, {"4○*・", "5+×÷", "6<=>"}, {"7「」:", "8〒々〆", "9^|\\"}, {"()[]", "0〜…", ".,-/"}}
	kanaWays  = []string{"", "left", "up", "right", "down"}
)

// smallKey is the name of the key that makes the last kana small, or gives it a mark.
const smallKey = "small"

// kanaColumn is how wide the five columns of keys are.
const kanaColumn = (phoneWidth - 2*keyMargin - 4*keyGap) / 5

// kanaBox is the box of a key in a column and a row.
func kanaBox(column, row int) KeyBox {
	return keyBox(keyMargin+float64(column)*(kanaColumn+keyGap), row, kanaColumn)
}

// kanaPlane returns the keys of the Japanese keyboard: kana, or numbers and signs. While kana are chosen, some of them do something else.
func kanaPlane(kind string, labels keyLabels, returns string, glass, choosing bool) KeyPlane {
	p := KeyPlane{Kind: kind}
	keys := kanaKeys
	if kind == "numbers" {
		keys = kanaSigns
	}
	for row, names := range keys {
		for column, name := range names {
			if name != "" {
				p.add(kanaCap(name, kanaBox(column+1, row)))
			}
		}
	}
	if kind == "kana" {
		small := KeyCap{Kind: "modifier", Name: smallKey, Text: "^_^", KeyBox: kanaBox(1, 3)}
		if choosing {
			small.Text = "小゛゜"
		}
		p.add(small)
	}
	for row, name := range []string{"☆123", "ABC", labels.Letters} {
		p.add(KeyCap{Kind: "side", Name: name, Text: name, KeyBox: kanaBox(0, row)})
	}
	p.add(KeyCap{Kind: "side", Name: "emoji", Icon: "smile", KeyBox: kanaBox(0, 3)})
	p.add(KeyCap{Kind: "side", Name: "delete", Icon: "delete", KeyBox: kanaBox(4, 0)})
	p.add(KeyCap{Kind: "side", Name: " ", Text: labels.Space, KeyBox: kanaBox(4, 1)})
	enter := KeyCap{Kind: "side", Name: "return", KeyBox: kanaBox(4, 2)}
	enter.H += rowPitch
	p.add(enter)
	p.label(labels, returns, glass, choosing)
	return p
}

// kanaCap is a key with its first letter on it. Signs that are typed with others have those below.
func kanaCap(name string, box KeyBox) KeyCap {
	_, size := utf8.DecodeRuneInString(name)
	first, others := name[:size], name[size:]
	key := KeyCap{Kind: "kana", Name: name, Text: first, KeyBox: box}
	switch {
	case strings.HasPrefix(name, "、"):
		key.Text = "、。?!"
	case strings.HasPrefix(name, "("), strings.HasPrefix(name, "."):
		key.Text = name
	case first < "あ":
		key.Sub = others
	}
	return key
}

// kanaKey returns the key that types a letter with a tap or a movement of the finger.
func (p KeyPlane) kanaKey(letter string) (KeyCap, bool) {
	if same, there := map[string]string{"?": "？", "!": "！", "～": "〜"}[letter]; there {
		letter = same
	}
	for _, key := range p.Keys {
		if key.Kind != "kana" {
			continue
		}
		if i := slices.Index(strings.Split(key.Name, ""), letter); i >= 0 {
			key.Text, key.Sub, key.Way = letter, "", kanaWays[i]
			return key, true
		}
	}
	return KeyCap{}, false
}

// kanaPresses returns the keys that type a kana: that of its row, and for a small one or one with a mark the key for these, as often as
// it takes.
func kanaPresses(kana string) []string {
	if plain, small := map[string]string{"ぁ": "あ", "ぃ": "い", "ぅ": "う", "ぇ": "え", "ぉ": "お", "っ": "つ", "ゃ": "や", "ゅ": "ゆ", "ょ": "よ", "ゎ": "わ"}[kana]; small {
		return []string{plain, smallKey}
	}
	parts := strings.Split(norm.NFD.String(kana), "")
	switch {
	case len(parts) == 1:
		return parts
	case parts[1] == "\u309a" || parts[0] == "つ" || parts[0] == "う": // the key first gives another mark, or makes it small
		return []string{parts[0], smallKey, smallKey}
	}
	return []string{parts[0], smallKey}
}
