// Command generate writes the dictionaries of package reading: how Chinese characters and Japanese words are read, and the words of
// Chinese. It makes them of three Go modules that a program need not contain: one fills a map whenever the program starts, the others are
// more than ten megabytes large.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ikawaha/kagome-dict/dict"
	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	if err := write(filepath.Join(folder, "chinese.gz"), chinese()); err != nil {
		return err
	}
	list, err := words()
	if err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "words.gz"), list); err != nil {
		return err
	}
	return write(filepath.Join(folder, "japanese.gz"), japanese(ipa.Dict())) // the last one: scripts/setup looks for it
}

// write compresses lines in a file.
func write(file string, lines []string) error {
	var data bytes.Buffer
	z, err := gzip.NewWriterLevel(&data, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write([]byte(strings.Join(lines, "\n"))); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, data.Bytes(), 0o644) //nolint:gosec // everybody may read it
}

// frequent are characters of everyday texts, the most frequent first.
const frequent = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去" +
	"法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高" +
	"间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真" +
	"论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治" +
	"吗呢吧啊哦嗯谢请今晚早吃饭喝等你好妈爸姐哥弟妹爱哈笑哭累忙买卖钱票车站班课玩睡醒快慢热冷雨伞您谁哪怎"

// chinese returns a line for each syllable of pinyin: the syllable, then its characters, parted by tabs: those that are common in
// simplified and traditional texts, in simplified ones, in traditional ones, and the others.
func chinese() []string {
	groups := map[string]*[4][]rune{}
	simplified, traditional := firstLevel(simplifiedchinese.HZGB2312, "~{0", "~{X"), firstLevel(traditionalchinese.Big5, "\xa4", "\xc7")
	for code := range pinyin.PinyinDict {
		letter := rune(code)
		if letter > unicode.MaxLatin1 && letter <= 0xffff { // of those beyond, phones have few
			group := 3
			switch s, t := simplified(letter), traditional(letter); {
			case s && t:
				group = 0
			case s:
				group = 1
			case t:
				group = 2
			}
			syllable := pinyin.SinglePinyin(letter, pinyin.NewArgs())[0]
			if groups[syllable] == nil {
				groups[syllable] = &[4][]rune{}
			}
			groups[syllable][group] = append(groups[syllable][group], letter)
		}
	}
	lines := make([]string, 0, len(groups))
	for syllable, group := range groups {
		line := syllable
		for _, letters := range group {
			slices.SortFunc(letters, byFrequency)
			line += "\t" + string(letters)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// firstLevel reports whether the code of a character lies in the part of an encoding that has the common ones.
func firstLevel(e encoding.Encoding, from, to string) func(rune) bool {
	return func(letter rune) bool {
		code, err := e.NewEncoder().String(string(letter))
		return err == nil && code >= from && code < to
	}
}

func byFrequency(a, b rune) int {
	place := func(r rune) int {
		if i := strings.IndexRune(frequent, r); i >= 0 {
			return i
		}
		return len(frequent) + int(r)
	}
	return place(a) - place(b)
}

// What words of Japanese may cost, as the dictionary weighs them: those that cost more are rare. There are many more names.
const (
	wordCost = 9500
	nameCost = 8200
	costStep = 1000 // words are sorted by cost in steps, and by their letters in each, which compresses well
)

// japanese returns the words that have Chinese characters, each with its usual reading behind a tab, the most frequent first.
func japanese(d *dict.Dict) []string {
	costs, readings := map[string]int{}, map[string]string{}
	reading := int(d.ContentsMeta[dict.ReadingIndex]) - int(d.ContentsMeta[dict.POSHierarchy])
	eachWord(d, func(word string, id int) {
		cost, features := int(d.Morphs[id].Weight), d.Contents[id]
		isName := slices.ContainsFunc(d.POSTable.POSs[id], func(pos dict.POSID) bool { return d.POSTable.NameList[pos] == "固有名詞" })
		known, there := costs[word]
		if cost > wordCost || isName && cost > nameCost || there && known <= cost || len(features) <= reading {
			return
		}
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			costs[word], readings[word] = cost, features[reading]
		}
	})
	words := slices.Sorted(maps.Keys(readings))
	slices.SortStableFunc(words, func(a, b string) int { return costs[a]/costStep - costs[b]/costStep })
	for i, word := range words {
		words[i] += "\t" + readings[word]
	}
	return words
}

// eachWord calls a function with every word of a dictionary, and the number of each of its entries.
func eachWord(d *dict.Dict, call func(word string, id int)) {
	var walk func(node int, word []byte)
	walk = func(node int, word []byte) {
		for letter := range 256 {
			next := int(d.Index.Da[node].Base) + letter
			if next <= 0 || next >= len(d.Index.Da) || int(d.Index.Da[next].Check) != node {
				continue
			}
			if letter > 0 {
				walk(next, append(word, byte(letter)))
				continue
			}
			first := int(-d.Index.Da[next].Base) // a word ends
			for id := first; id <= first+int(d.Index.Dup[int32(first)]); id++ {
				call(string(word), id)
			}
		}
	}
	walk(0, nil)
}
