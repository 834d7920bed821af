package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-ego/gse"
)

const (
	leastCount  = 220    // of a word in the texts that were counted: those that are rarer are left out
	allCounted  = 57.6e6 // words in those texts
	costOfWord  = 8      // by the natural logarithm of how rare a word is
	mostLetters = 4      // of a word
)

// spellings are letters of the traditional dictionary that are more often written in another way, which follows each.
var spellings = strings.NewReplacer("爲", "為", "裏", "裡", "着", "著", "衆", "眾", "羣", "群", "牀", "床", "麪", "麵", "啓", "啟", "峯", "峰", "喫", "吃", "臺", "台")

// words returns the most frequent words of simplified and traditional Chinese that have several characters. Each line begins with what its
// words cost: the less, the more frequent they are.
func words() ([]string, error) {
	costs := map[string]int{}
	for _, name := range []string{"zh_s", "zh_t"} {
		dictionary := gse.Segmenter{SkipLog: true}
		if err := dictionary.LoadDictEmbed(name); err != nil {
			return nil, fmt.Errorf("read the dictionary %s: %w", name, err)
		}
		for i := range dictionary.Dict.Tokens {
			token := &dictionary.Dict.Tokens[i]
			word, count := token.Text(), token.Freq()
			if n := utf8.RuneCountInString(word); n < 2 || n > mostLetters || count < leastCount || !isHan(word) {
				continue
			}
			cost := int(math.Round(costOfWord * math.Log(allCounted/count)))
			costs[word], costs[spellings.Replace(word)] = cost, cost
		}
	}
	grouped := map[int][]string{}
	for _, word := range slices.Sorted(maps.Keys(costs)) {
		grouped[costs[word]] = append(grouped[costs[word]], word)
	}
	var lines []string
	for _, cost := range slices.Sorted(maps.Keys(grouped)) {
		lines = append(lines, fmt.Sprint(cost, " ", strings.Join(grouped[cost], " ")))
	}
	return lines, nil
}

func isHan(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.Is(unicode.Han, r) })
}
