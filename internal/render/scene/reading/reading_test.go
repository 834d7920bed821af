package reading

import (
	"slices"
	"strings"
	"testing"
)

// Characters have their usual reading, and another one in words where they need it.
func TestPinyin(t *testing.T) {
	for text, want := range map[string]string{
		"明天见": "ming tian jian", "你好吗": "ni hao ma", "银行行吗": "yin hang xing ma", "绿色": "lv se", "這個電話": "zhe ge dian hua", "a们": " men",
		"我得走了": "wo dei zou le", "音乐很快乐": "yin yue hen kuai le", "嗯": "en", "": "",
	} {
		if got := strings.Join(Pinyin(text), " "); got != want {
			t.Errorf("%s is read %q, want %q", text, got, want)
		}
	}
	for phrase, syllables := range special() {
		if n := len([]rune(phrase)); n != len(syllables) || n > longestPhrase {
			t.Errorf("%s has %d characters and the readings %q", phrase, n, syllables)
		}
	}
}

// Characters that are read alike are those of the same writing, frequent ones first.
func TestHomophones(t *testing.T) {
	if got := Homophones("ming", false, 4); !slices.Equal(got, []string{"明", "名", "命", "螟"}) && !slices.Contains(got, "鸣") {
		t.Errorf("ming is %q", got)
	}
	if got := Homophones("guo", true, 9); !slices.Contains(got, "國") || slices.Contains(got, "国") {
		t.Errorf("in a traditional text, guo is %q", got)
	}
	if got := Homophones("m", false, 3); len(got) != 3 {
		t.Errorf("m stands for %q", got)
	}
	if Traditional("明天见") || !Traditional("明天見") {
		t.Error("traditional texts are not told from others")
	}
}

// Words of Japanese are as long as the dictionary has them, and kana are read as they are written.
func TestJapanese(t *testing.T) {
	for text, want := range map[string]string{
		"まだ会社だよ": "ま だ かいしゃ だ よ", "今日は": "きょう は", "行ってくる": "いっ て く る", "コーヒー": "こ ー ひ ー", "時に": "じ に", "その時": "そ の とき", "何時に着く": "なんじ に つく", "": "",
	} {
		var kana []string
		for _, word := range Japanese(text, strings.HasPrefix(text, "時")) {
			kana = append(kana, word.Kana)
		}
		if got := strings.Join(kana, " "); got != want {
			t.Errorf("%s is read %q, want %q", text, got, want)
		}
	}
}
