package scene

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// The keys of every layout lie within the screen and the board, none on another, and each letter has one.
func TestKeyboardLayouts(t *testing.T) {
	for _, l := range layouts() {
		for _, kind := range []string{"lower", "upper", "shifted", "numbers", "symbols"} {
			p := l.plane(kind, "return", false)
			name := l.rows[0] + " " + kind
			for i, key := range p.Keys {
				if key.X < 2 || key.X+key.W > phoneWidth-2 || key.Y < firstRow || key.Y+key.H > boardHeight || key.W < 22 {
					t.Errorf("%s: the key %q is at %v", name, key.Name, key.KeyBox)
				}
				for _, other := range p.Keys[:i] {
					if key.Y == other.Y && key.X < other.X+other.W+2 && other.X < key.X+key.W+2 {
						t.Errorf("%s: the keys %q %v and %q %v touch", name, other.Name, other.KeyBox, key.Name, key.KeyBox)
					}
				}
			}
			for _, row := range l.rows {
				for _, letter := range strings.Split(row, "") {
					if key, there := p.keyFor(letter); kind == "lower" && (!there || key.Name != letter) {
						t.Errorf("%s: %q has no key", name, letter)
					}
				}
			}
		}
	}
}

// The layout is that of the script, and of the language where a letter tells it.
func TestKeyboardLayoutOf(t *testing.T) {
	for text, want := range map[string]string{
		"See you at 8": "qwertyuiop", "Grüße": "qwertzuiopü", "ça va": "azertyuiop", "mañana": "qwertyuiop", "café": "qwertyuiop",
		"Привет": "йцукенгшщзх", "Їжак": "йцукенгшщзхї", "Καλημέρα": "ςερτυθιοπ", "שלום": "קראטוןםפ", "مرحبا": "ضصثقفغعهخحج",
		"안녕하세요": "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "明天见": "qwertyuiop", "สวัสดี": "ๆไำพะัีรนยบล", "नमस्ते": "ौैाीूबहगदजड", "😂": "qwertyuiop",
	} {
		if got := layoutsOf([]string{text})[0].rows[0]; got != want {
			t.Errorf("%s is typed on %s, want %s", text, got, want)
		}
	}
	if got := layoutsOf([]string{"Hello", "Привет", "hi again"}); len(got) != 2 {
		t.Errorf("two scripts are typed on %d layouts", len(got))
	}
}

// A text in two scripts is typed on the layouts of both, unless all of the other one is a sign.
func TestKeyboardOfMixedTexts(t *testing.T) {
	for text, want := range map[string]int{"OK لا تتحرك": 2, "مرحبا Adam": 2, "שלום https://a.example": 2, "(´･ω･`) hello": 1, "Ça va, très bien": 1, "π": 1, "明天见 OK": 1} {
		if got := layoutsOf([]string{text}); len(got) != want {
			t.Errorf("%s is typed on %d layouts, want %d", text, len(got), want)
		}
	}
	s := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", "OK لا تتحرك")
	for _, letter := range []string{"O", "K", "ل", "ا"} {
		if !slices.ContainsFunc(s.Storyboard.Keyboard.Planes, func(p storyboard.Plane) bool { _, there := p.Keys[letter]; return there }) {
			t.Errorf("no key is pressed for %s", letter)
		}
	}
}

// Chinese and Japanese have keyboards of their own, which rest where they are written.
func TestKeyboardOfSpelledTexts(t *testing.T) {
	for text, want := range map[string]string{"明天见": "pinyin", "まだ会社だよ": "kana", "OK 明天见": "pinyin", "Hello": "upper", "hello": "lower", "8 days": "upper"} {
		if got := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).View.Keyboard.Rest.Kind; got != want {
			t.Errorf("before %q the keyboard shows the plane %s, want %s", text, got, want)
		}
	}
}

// The keys of another script are there, too, and rest where most texts are typed with them.
func TestKeyboardOfTextsInTurn(t *testing.T) {
	keyboard := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", "שלום", "明天见", "שלום").Storyboard.Keyboard
	if got := len(keyboard.Planes); got != 3 || keyboard.Spelling != 1 || keyboard.Choosing != 2 || keyboard.Rest != 0 {
		t.Errorf("of %d planes, Chinese is spelled on %d and chosen on %d; %d rests", got, keyboard.Spelling, keyboard.Choosing, keyboard.Rest)
	}
}

// Letters with marks have the key of the letter, and typographic signs that of the plain one.
func TestKeyForMarks(t *testing.T) {
	lower, upper := layouts()[0].plane("lower", "return", true), layouts()[0].plane("upper", "return", true)
	numbers := layouts()[0].plane("numbers", "return", true)
	for letter, want := range map[string]string{"é": "e", "ñ": "n", "q": "q", " ": " ", "\n": "return"} {
		if key, there := lower.keyFor(letter); !there || key.Name != want {
			t.Errorf("%q has the key %q", letter, key.Name)
		}
	}
	if key, there := upper.keyFor("É"); !there || key.Name != "E" {
		t.Errorf("É has the key %q", key.Name)
	}
	if _, there := lower.keyFor("E"); there {
		t.Error("a capital has a key among the small letters")
	}
	for letter, want := range map[string]string{"’": "'", "“": `"`, "…": ".", "7": "7"} {
		if key, there := numbers.keyFor(letter); !there || key.Name != want {
			t.Errorf("%q has the key %q", letter, key.Name)
		}
	}
}

// keyboardScene is the scene of a conversation with a keyboard; texts that begin with ">" are received, with "<<" deleted.
func keyboardScene(t *testing.T, settings schema.VideoSettings, texts ...string) *Scene {
	t.Helper()
	p := &schema.Payload{MockupType: schema.Chats, Platform: "imessage", RenderKind: schema.Video, Video: &settings}
	props := &schema.ChatProps{
		Platform: "imessage", ShowFooter: true, ShowHeader: true, MobileView: true, Sender: schema.ChatUser{ID: "me", Name: "Mia"},
		Receivers: []schema.ChatUser{{ID: "leo", Name: "Leo"}},
	}
	for i, text := range texts {
		m := schema.ChatMessage{ID: string(rune('a' + i)), UserID: "me", Type: "text", Text: text, Timestamp: "2026-05-16T08:00:00Z"}
		if rest, received := strings.CutPrefix(text, ">"); received {
			m.UserID, m.Text = "leo", rest
		}
		if rest, deleted := strings.CutPrefix(text, "<<"); deleted {
			m.Type, m.Text = "typing", rest
		}
		props.Messages = append(props.Messages, m)
	}
	p.Props = props
	return buildScene(t, p, time.Time{})
}

// While nothing is typed, words are suggested where all texts could be in English, in pictures and videos alike.
func TestKeyboardSuggestsBeginnings(t *testing.T) {
	for text, want := range map[string]string{"See you at 8": "I The I’m", "see you": "I the I’m", "café": "", "明天见": "", "Grüße": "", "8 😂": ""} {
		view, board, _ := (&builder{payload: &schema.Payload{}, manifest: templates.Manifest{}}).keyboardOf([]string{text})
		var shown []string
		for _, piece := range view.Start {
			if piece.Kind == "word" {
				shown = append(shown, piece.Cap.Text)
			}
		}
		if strings.Join(shown, " ") != want || strings.Join(board.Start, " ") != want {
			t.Errorf("%s: a picture suggests %q and a video %q, want %s", text, shown, board.Start, want)
		}
	}
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">hi", "Hello").Storyboard.Keyboard
	if words := board.Resting(0).Words; words != [3]int{board.Words["I"], board.Words["The"], board.Words["I’m"]} || words[1] == words[0] {
		t.Errorf("a video suggests the words %v at first", words)
	}
}

// The keyboard comes with the first text that is typed, stays while both sides are quick, and goes when the chat rests.
func TestKeyboardComesAndGoes(t *testing.T) {
	long := ">" + strings.Repeat("a long story that takes its time ", 6)
	for name, tc := range map[string]struct {
		texts []string
		want  string
	}{
		"quick": {[]string{">hi", "hello", ">how are you", "fine"}, "up"},
		"rests": {[]string{">hi", "hello", ">how are you", "fine", ">good"}, "up down"},
		"slow":  {[]string{">hi", "hello", long, "fine"}, "up down up"},
		"end":   {[]string{">hi", "hello", long}, "up down"},
		"never": {[]string{">hi", ">hello"}, ""},
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, tc.texts...).Storyboard
		var got []string
		for _, step := range board.Steps {
			if step.Keyboard != "" {
				got = append(got, step.Keyboard)
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: the keyboard goes %v, want %s", name, got, tc.want)
		}
		for _, draft := range board.Drafts {
			i := slices.IndexFunc(board.Steps, func(s storyboard.Step) bool { return s.At == draft.From && s.Keyboard == "up" })
			if (draft.Wait > 0) != (i >= 0) {
				t.Errorf("%s: %q waits %v for the keyboard, which comes with it: %v", name, draft.Text, draft.Wait, i >= 0)
			}
		}
	}
	if board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Loop: true}, ">hi", "hello").Storyboard; !slices.ContainsFunc(board.Steps, func(s storyboard.Step) bool { return s.Leave != "" && s.Keyboard == "down" }) {
		t.Error("the keyboard does not go when the video comes back to its beginning")
	}
}

// The list does not go down with the keyboard and up again within a second: where a reaction comes to the last message, the keyboard goes later, or
// stays if the video ends before.
func TestKeyboardGoesAfterReactions(t *testing.T) {
	for _, platform := range longtest.Sample(t, 5, schema.Platforms(schema.Chats), longtest.Alike) {
		for _, outro := range []float64{0.5, 4} {
			for _, after := range []float64{0.6, 0.9, 1.1} {
				react := func(p *schema.ChatProps) {
					p.Messages[1].Reactions = []schema.Reaction{{Emoji: "❤️", By: []string{p.Receivers[0].ID}, After: secs(after)}}
				}
				board := play(t, platform, &schema.VideoSettings{Keyboard: true, Outro: &outro}, react, "in: Where are you?", "out: Nearly there").Storyboard
				if board.Keyboard == nil {
					continue
				}
				var goes, moves []time.Duration
				for _, step := range board.Steps {
					if step.Keyboard == "down" {
						goes = append(goes, step.At)
					}
					if step.Seen > 0 {
						moves = append(moves, step.At)
					}
				}
				if len(goes) > 1 || outro > 3 && len(goes) == 0 {
					t.Errorf("%s: with %g s at the end the keyboard goes %d times", platform, outro, len(goes))
				}
				for _, move := range moves {
					if len(goes) > 0 && (goes[0]-move).Abs() < time.Second {
						t.Errorf("%s: the list makes room at %v, and the keyboard goes at %v", platform, move, goes[0])
					}
				}
			}
		}
	}
}

// Whoever reads a message taps the field nine tenths of a second later at the earliest, and no sooner where the text is long.
func TestKeyboardLeavesTimeToRead(t *testing.T) {
	long := strings.Repeat("words that take their time ", 4)
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">hi", long, ">no", long).Storyboard
	for i, id := range []string{"a", "c"} {
		cue := slices.IndexFunc(board.Cues, func(c storyboard.Cue) bool { return c.ID == id && c.Text != "" })
		if after := board.Drafts[i].From - board.Cues[cue].At; after < 900*time.Millisecond || after > 1200*time.Millisecond {
			t.Errorf("the field is tapped %v after the message %s has come", after, id)
		}
	}
}

// The same payload has the same typos, as many as it asks for, each on a key beside the right one.
func TestTyposOfPayload(t *testing.T) {
	texts := []string{">hi", "what a wonderful morning it is today", "and the weather is going to stay", ">good"}
	settings := schema.VideoSettings{Typos: 3}
	board := keyboardScene(t, settings, texts...).Storyboard
	count := 0
	for i, draft := range board.Drafts {
		again := keyboardScene(t, settings, texts...).Storyboard.Drafts[i].Typos
		if !slices.Equal(draft.Typos, again) {
			t.Errorf("the typos are %v, and then %v", draft.Typos, again)
		}
		for _, typo := range draft.Typos {
			count++
			right := letters(draft.Text)[typo.Letter]
			if !slices.ContainsFunc(layouts()[0].rows[:], func(row string) bool {
				return strings.Contains(row, right+typo.Wrong) || strings.Contains(row, typo.Wrong+right)
			}) {
				t.Errorf("%s is typed for %s", typo.Wrong, right)
			}
		}
	}
	if count != 3 {
		t.Errorf("%d typos are made", count)
	}
	plain := keyboardScene(t, schema.VideoSettings{}, texts...).Storyboard
	if plain.Keyboard != nil || board.Keyboard != nil || plain.Length > board.Length {
		t.Errorf("without a keyboard there is %v; typos make %v of %v", plain.Keyboard, board.Length, plain.Length)
	}
}

// A keyboard has no more pieces than its texts need, however many texts there are.
func TestKeyboardIsSmall(t *testing.T) {
	texts := []string{">hi"}
	for i := range mostWords/3 + 100 {
		texts = append(texts, strings.Join([]string{"the", wordOf(3 * i), wordOf(3*i + 1), wordOf(3*i + 2), "is", "new"}, " "))
	}
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, texts...).Storyboard
	if n := len(board.Keyboard.Pieces); n > mostWords+1+26+8 {
		t.Errorf("%d pieces", n)
	}
}

// wordOf is a word of four letters that no other number has.
func wordOf(n int) string {
	return string([]rune{rune('a' + n/676%26), rune('a' + n/26%26), rune('a' + n%26), 'z'})
}

// However many words a video of usual length has, each of them is suggested while it is typed. Those of a text that is pasted, which the strip
// never shows, take no room.
func TestManyWordsAreSuggested(t *testing.T) {
	texts := []string{">hi"}
	for i := range 40 {
		words := make([]string, 6)
		for k := range words {
			words[k] = wordOf(6*i + k)
		}
		texts = append(texts, strings.Join(words, " "))
	}
	pasted := make([]string, 150)
	for i := range pasted {
		pasted[i] = wordOf(1000 + i)
	}
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, append(texts, strings.Join(pasted, " "))...).Storyboard
	k := board.Keyboard
	for _, text := range texts[1:] {
		for _, word := range strings.Fields(text) {
			if _, drawn := k.Words[word]; !drawn {
				t.Errorf("%s of %q is never suggested", word, text)
			}
		}
	}
	if _, drawn := k.Words[pasted[100]]; drawn {
		t.Errorf("%s, in the middle of a text that is pasted, has a picture", pasted[100])
	}
	if _, drawn := k.Words[pasted[149]]; !drawn {
		t.Errorf("%s, at the end of a text that is pasted, has no picture", pasted[149])
	}
}

// However many words of Chinese a video of usual length has, each shows its candidates while it is spelled.
func TestManyCandidatesAreShown(t *testing.T) {
	words := strings.Fields("天气 我们 公园 散步 吃饭 明天 学校 老师 朋友 电影 音乐 工作 时间 问题 开始 喜欢 东西 地方 城市 火车 飞机 手机 电话 晚上 中国 咖啡 水果 苹果 面包 牛奶")
	texts := []string{">你好"}
	for i := range 2 * len(words) {
		text := ""
		for k := range 4 {
			text += words[(i*(2*k+1)+7*k)%len(words)]
		}
		texts = append(texts, text)
	}
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, texts...).Storyboard
	for _, draft := range board.Drafts {
		for _, spelling := range draft.Spelled {
			for _, key := range spelling.Keys {
				if _, drawn := board.Keyboard.Strips[key.Strip]; !drawn {
					t.Errorf("%s: there are no candidates with the key %s", draft.Text, key.Key)
				}
			}
		}
	}
}

// On the sheet, each piece of a keyboard stands clear of the others and of what follows all of them, so that no shadow is seen there.
func TestKeyboardPiecesStandClear(t *testing.T) {
	for _, text := range []string{"If it does not rain then I will bring the tent", "Yes", "Is that 1 hole? 😂"} {
		view, board, _ := (&builder{manifest: templates.Manifest{}}).keyboardOf([]string{text})
		p := pieceMaker{view: view, board: board}
		p.addWords([]storyboard.Draft{{Text: text}})
		p.addKeys([]storyboard.Draft{{Text: text, Erased: true}})
		p.pack()
		for i, piece := range view.Pieces {
			if piece.Y+piece.H+pieceGap > float64(view.Sheet) {
				t.Errorf("%q: the piece %v reaches to the end of the sheet, %d", text, piece.KeyBox, view.Sheet)
			}
			for _, other := range view.Pieces[:i] {
				beside := piece.X >= other.X+other.W+pieceGap || other.X >= piece.X+piece.W+pieceGap
				if below := piece.Y >= other.Y+other.H+pieceGap; !beside && !below {
					t.Errorf("%q: the pieces %v and %v touch", text, other.KeyBox, piece.KeyBox)
				}
			}
		}
	}
}

// Below the emoji stand the keys of their kinds, evenly between the one that leads to letters and the one that deletes, whatever the first is called;
// the kind that was used last is open.
func TestEmojiHaveSections(t *testing.T) {
	for _, w := range []writing{"", simplified, japanese} {
		var sections []KeyCap
		last := KeyBox{}
		for _, key := range emojiPlane([]string{"😂"}, w.labels()).Keys {
			if key.Kind == "emoji" {
				continue
			}
			if key.X < last.X+last.W-0.01 {
				t.Errorf("%s: the key %s stands at %.1f, before the end of the one on its left", w, key.Name, key.X)
			}
			if last = key.KeyBox; key.Kind == "section" {
				sections = append(sections, key)
			}
		}
		if len(sections) != 9 {
			t.Fatalf("%s: there are %d kinds of emoji", w, len(sections))
		}
		for i, key := range sections {
			if key.On != (i == 0) || key.Icon == "" || i > 0 && math.Abs(key.X-sections[i-1].X-key.W) > 0.01 {
				t.Errorf("%s: the kind %d is %+v", w, i, key)
			}
		}
	}
}
