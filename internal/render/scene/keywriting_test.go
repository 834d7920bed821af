package scene

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// typeDrafts types the drafts of a storyboard in a field of so many letters in a line.
func typeDrafts(board *storyboard.Storyboard, width int) *storyboard.Storyboard {
	var lines [][]storyboard.DraftLine
	for _, text := range board.DraftTexts() {
		var broken []storyboard.DraftLine
		for i, letter := range letters(text) {
			if i%width == 0 {
				broken = append(broken, storyboard.DraftLine{Width: 10 * width})
			}
			line := &broken[len(broken)-1]
			line.Text, line.Letters, line.Edges = line.Text+letter, append(line.Letters, letter), append(line.Edges, 10*(i%width+1))
		}
		lines = append(lines, broken)
	}
	return board.Type(lines, 30)
}

// pressedKeys lists the keys that are pressed on a keyboard.
func pressedKeys(k *storyboard.Keyboard, states []storyboard.KeyState) string {
	var list []string
	for _, s := range states {
		for name, piece := range k.Planes[s.Plane].Keys {
			if piece == s.Key && !slices.Contains([]string{"！", "？"}, name) {
				list = append(list, name)
				break
			}
		}
	}
	return strings.Join(list, " ")
}

// Chinese presses the letters of pinyin, Japanese the keys of kana, and each is chosen; other letters have keys as always.
func TestKeysOfSpelledTexts(t *testing.T) {
	for text, want := range map[string]string{
		"明天见":     "m i n g t i a n j i a n  ",
		"女儿好，银行见": "n v e r h a o   123 ， 拼音 y i n h a n g j i a n  ",
		"OK好":     "O K h a o  ",
		"好7":      "h a o   123 7",
		"好😂好":     "h a o   emoji 😂 拼音 h a o  ",
		"𠀀好":      "h a o  ",
		"まだ":      "ま た small return",
		"会社だよ。":   "か い し や small た small よ pick4 。",
		"コーヒー":    "こ ー ひ ー pick4",
		"パーティ":    "は small small ー て い small pick4",
		"8時に":     "☆123 8 あいう し small に pick2",
		"ﾊﾞｽ":     "は small す pick2",
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		typed := typeDrafts(board, 20)
		if got := pressedKeys(board.Keyboard, board.Keyboard.States(typed.Typed)); got != want {
			t.Errorf("%s is typed with\n%s, want\n%s", text, got, want)
		}
	}
}

// Characters of a conversation with kana are Japanese, whoever writes the kana.
func TestKeysOfJapaneseConversation(t *testing.T) {
	for received, want := range map[string]string{"今どこ？": "かいしゃ", "在哪": "hui she"} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">"+received, "会社").Storyboard
		if got := board.Drafts[0].Spelled[0].Text; got != want {
			t.Errorf("behind %q, 会社 is spelled %q, want %q", received, got, want)
		}
	}
	b := &builder{payload: &schema.Payload{Props: &schema.AIProps{Messages: []schema.AIMessage{{Content: "会社"}, {Content: "はい"}}}}}
	if got := b.writingOf([]string{"会社"}); got != japanese {
		t.Errorf("a prompt that is answered in Japanese is %q", got)
	}
}

// The first candidate is what comes, others are read alike, and the strip has each once.
func TestCandidates(t *testing.T) {
	for text, want := range map[string]string{"明天": "明天 明 名 命", "國家": "國家 國", "会社だ": "会社だ かいしゃだ カイシャダ"} {
		spelled := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard.Drafts[0].Spelled[0]
		list := strings.Split(spelled.Keys[len(spelled.Keys)-1].Strip, stripBetween)
		if !strings.HasPrefix(strings.Join(list, " "), want) || len(list) > mostCandidates {
			t.Errorf("for %s the candidates are %q, want %q", text, list, want)
		}
		slices.Sort(list)
		if len(slices.Compact(list)) != len(list) {
			t.Errorf("for %s the candidates %q repeat", text, list)
		}
	}
}

// Pinyin is typed in phrases: no word is parted between two of them.
func TestPinyinOfPhrases(t *testing.T) {
	var typed []string
	for _, s := range keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">在哪", "我在路上，还有十分钟到火车站").Storyboard.Drafts[0].Spelled {
		typed = append(typed, s.Text)
	}
	if want := []string{"wo zai lu shang", "hai you", "shi fen zhong dao", "huo che zhan"}; !slices.Equal(typed, want) {
		t.Errorf("it is typed as %q, want %q", typed, want)
	}
}

// Japanese is typed in phrases: words with what follows them in hiragana, and words in katakana. None is parted, however long it is.
func TestKanaOfPhrases(t *testing.T) {
	for _, want := range []string{
		"今日の 夕方駅前で 会いましょうね", "お母さんの 誕生日 プレゼント", "来週の 土曜日 バーベキューしない", "お疲れ様です", "仕事終わったら ご飯食べに 行こうよ",
		"きょうの ゆうがたえきまえで あいましょうね", "よろしく お願いします", "雨が 降りそうだから", "新しい スマホ 買ったけど 使い方がわからない", "彼女は 大学で 日本語を 勉強しています",
		"えー", "インターネットエクスプローラーを ダウンロード", "ありがとうございました",
	} {
		text := strings.ReplaceAll(want, " ", "")
		var typed []string
		for _, s := range keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">はい", text).Storyboard.Drafts[0].Spelled {
			typed = append(typed, string([]rune(text)[s.From:s.To]))
		}
		if got := strings.Join(typed, " "); got != want {
			t.Errorf("it is typed as %q, want %q", got, want)
		}
	}
}

// Whatever scripts a text mixes, keys are pressed in order of time, those that spell a part before it comes, and each has a piece.
func TestKeysOfMixedTexts(t *testing.T) {
	const pool = "明天见银行々女𠀀國家ーっがぱゔヴャー、。！?かなカナ会社今日aZ9 \n😂👍🏽éمرש한ß~「」『ﾊﾞ・が\u200b닭나가요빨왜ㅋㄳ"
	random := rand.New(rand.NewPCG(1, 2))
	all := letters(pool)
	for range 60 {
		texts := []string{">今日は", "", ""}
		for i := 1; i < len(texts); i++ {
			for range 1 + random.IntN(30) {
				texts[i] += all[random.IntN(len(all))]
			}
		}
		checkKeys(t, random.IntN(3), 1+random.IntN(12), texts...)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("明天见 OK，まだ会社😂", uint8(1), uint8(7))
	f.Add("닭이 나가요 Ok빨왜 1값ㄳㅋㅋ", uint8(2), uint8(3))
	f.Add("ﾊﾞｽ\u3099々ーっ。", uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, text string, typos, width uint8) {
		if strings.TrimSpace(text) != "" && !strings.HasPrefix(text, ">") && len(text) < 600 {
			checkKeys(t, int(typos%4), 1+int(width%30), ">Hi", text)
		}
	})
}

// checkKeys types texts in a field of so many letters in a line.
func checkKeys(t *testing.T, typos, width int, texts ...string) {
	t.Helper()
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Typos: typos}, texts...).Storyboard
	if board.Keyboard == nil {
		return
	}
	typed := typeDrafts(board, width)
	for _, d := range typed.Typed {
		if !slices.IsSorted(d.Presses()[d.Before:]) {
			t.Errorf("%q: keys are pressed at %v", texts, d.Presses())
		}
		for _, m := range d.Marks {
			first := d.Strokes[m.From].At
			if m.Times[0] < d.From || m.Times[len(m.Times)-1] > first || m.Chosen != first || m.From > 0 && m.Times[0] < d.Strokes[m.From-1].At {
				t.Errorf("%q: %q is spelled from %v on, and comes at %v", texts, m.Text, m.Times, first)
			}
			if _, there := board.Keyboard.Planes[board.Keyboard.Choosing].Keys[m.Choose]; !there && !m.Composed {
				t.Errorf("%q: nothing is pressed to choose %q", texts, m.Text)
			}
		}
	}
	states := board.Keyboard.States(typed.Typed)
	if !slices.IsSortedFunc(states, func(a, b storyboard.KeyState) int { return int(a.At - b.At) }) {
		t.Errorf("%q: states are not in order", texts)
	}
	for _, s := range states {
		if s.Plane >= len(board.Keyboard.Planes) || s.Key >= len(board.Keyboard.Pieces) || s.Strip >= len(board.Keyboard.Pieces) {
			t.Errorf("%q: state %+v", texts, s)
		}
	}
}
