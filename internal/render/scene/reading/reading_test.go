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

// Everyday sentences are typed in phrases that part no word.
func TestPhrases(t *testing.T) {
	for _, want := range []string{
		"明天早上 我们 一起去 火车站接 爷爷奶奶", "还有 十分钟", "你今天 晚上想 吃什么", "别忘了带 身份证", "这个周末 有空吗", "我刚下班 马上就 到家了",
		"妈妈做的 红烧肉真 好吃", "研究生命的 起源", "周末 要不要 一起去看 电影", "帮我拿 一下快递 可以吗",
		"對不起我 現在才 看到你的 訊息", "我們明天 下午三點 在捷運站見", "剛剛老闆 說明天要 開會", "等一下 要不要去 喝咖啡", "生日快樂 祝你天天 開心", "冰箱裡 還有昨天的 蛋糕",
		"你好吗", "的", "𠀀好", "",
	} {
		if got := strings.Join(Phrases(strings.ReplaceAll(want, " ", ""), 4), " "); got != want {
			t.Errorf("it is typed as %q, want %q", got, want)
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
		"まだ会社だよ": "ま だ かいしゃ だ よ", "今日は": "きょう は", "行ってくる": "いっ て く る", "コーヒー": "こ ー ひ ー", "7時に": "じ に", "10分": "ぷん", "5分": "ふん", "3本": "ぼん", "8本": "ぽん", "2本": "ほん", "3階": "がい", "10時間": "じかん", "その時": "そ の とき", "何時に着く": "なんじ に つく", "お疲れ様": "お つかれさま", "ご飯": "ご はん", "誕生日": "たんじょうび", "": "",
	} {
		var kana []string
		words := strings.TrimLeft(text, "0123456789")
		digits := strings.TrimSuffix(text, words)
		for _, word := range Japanese(words, digits[max(0, len(digits)-1):]) {
			kana = append(kana, word.Kana)
		}
		if got := strings.Join(kana, " "); got != want {
			t.Errorf("%s is read %q, want %q", text, got, want)
		}
	}
}
