package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// fieldAt returns what the field shows of a draft at a moment: the letters that are there, and the one that is composed.
func fieldAt(parts []storyboard.Typed, at time.Duration) string {
	field := ""
	for _, d := range parts {
		if at < d.From || at >= d.To {
			continue
		}
		for _, stroke := range d.Strokes {
			if stroke.At <= at && stroke.Key != storyboard.DeleteKey {
				field += stroke.Key
			}
		}
		for _, m := range d.Marks {
			if n := slices.IndexFunc(append(slices.Clone(m.Times), m.Chosen), func(t time.Duration) bool { return t > at }); n > 0 && m.Sprite > 0 {
				field += string([]rune(m.Text)[n-1])
			}
		}
	}
	return field
}

// Each key of Korean adds a letter, and the field shows the syllable that they make: a consonant moves on to the next syllable when a vowel
// follows. So it is with a keyboard and without.
func TestKoreanIsComposed(t *testing.T) {
	for _, want := range []string{
		"ㅎ 하 한 한ㄱ 한구 한국 한국ㅇ 한국어", "ㄷ 다 달 닭 닭ㅇ 닭이", "ㄱ 고 괘 괜 괜ㅊ 괜차 괜찬 괜찮 괜찮ㅇ 괜찮아", "ㅇ 으 의 읫 의사", "ㅃ 빠 빨 빨ㄹ 빨리",
		"ㅇ 오 왜", "ㄱ 가 갑 값 값ㅇ 값이", "ㄱ 가 각 가가", "ㄷ 다 달 닭 달기", "ㅎ 하 학 핛 학새 학생", "ㄴ 나 낙 나가 나강 나가요", "ㄱ 가 갂 가까", "ㄱ 가 가ㄸ 가따",
		"ㅇ 이 있 있ㅇ 있어", "ㅇ 우 워 월 월ㅇ 월요 월욜", "ㅇ 얘 얙 얘기", "ㄱ 가 가ㅋ 가ㅋㅋ", "ㄱ ㄳ", "ㄱ 구 국 굯 국수",
	} {
		stages := strings.Split(want, " ")
		text := stages[len(stages)-1]
		for _, keyboard := range []bool{true, false} {
			typed := typeDrafts(keyboardScene(t, schema.VideoSettings{Keyboard: keyboard}, ">Hi", text).Storyboard, 20)
			var got []string
			for _, at := range typed.Typed[0].Presses() {
				got = append(got, fieldAt(typed.Typed, at))
			}
			if !slices.Equal(got, stages) {
				t.Errorf("keyboard %t: %s is typed as %q, want %q", keyboard, text, got, stages)
			}
		}
	}
}

// A key of the keyboard is pressed for each letter of a syllable, with the shift key before doubled ones. Each is a key whose time counts.
func TestKeysOfKorean(t *testing.T) {
	for text, want := range map[string]string{
		"한국어": "ㅎ ㅏ ㄴ ㄱ ㅜ ㄱ ㅇ ㅓ", "닭이 왜": "ㄷ ㅏ ㄹ ㄱ ㅇ ㅣ   ㅇ ㅗ ㅐ", "빨리": "shift ㅃ ㅏ ㄹ ㄹ ㅣ", "있어": "ㅇ ㅣ shift ㅆ ㅇ ㅓ", "가까": "ㄱ ㅏ shift ㄲ ㅏ",
		"얘기해": "ㅇ shift ㅒ ㄱ ㅣ ㅎ ㅐ", "7시 ㅋㅋ": "123 7 ABC ㅅ ㅣ   ㅋ ㅋ", "OK 값이": "globe O shift K   globe ㄱ ㅏ ㅂ ㅅ ㅇ ㅣ", "의사😂": "ㅇ ㅡ ㅣ ㅅ ㅏ emoji 😂",
		norm.NFD.String("한국"): "ㅎ ㅏ ㄴ ㄱ ㅜ ㄱ",
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		typed := typeDrafts(board, 20)
		if got := pressedKeys(board.Keyboard, board.Keyboard.States(typed.Typed)); got != want {
			t.Errorf("%s is typed with\n%s, want\n%s", text, got, want)
		}
		keys := len(strings.Fields(strings.NewReplacer("   ", " space ", "shift", "", "globe", "", "123", "", "ABC", "", "emoji", "").Replace(want)))
		if got := len(typed.Typed[0].Presses()); got != keys {
			t.Errorf("%s is typed with %d keys, want %d", text, got, keys)
		}
		turns := slices.DeleteFunc(slices.Clone(board.Drafts[0].Turns), func(letter int) bool { return letter == 0 })
		if got := board.Drafts[0].KeyCount() - len(turns); got != keys {
			t.Errorf("the time of %s is planned for %d keys, want %d", text, got, keys)
		}
	}
}

// Words in Korean are suggested while they are typed, and the keys of the Korean keyboard show their shifted letters where a text has one.
func TestKoreanKeyboard(t *testing.T) {
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", "빨리 와 지금").Storyboard
	states := board.Keyboard.States(typeDrafts(board, 20).Typed)
	if !slices.ContainsFunc(states, func(s storyboard.KeyState) bool { return s.Words[0] == board.Keyboard.Words["지금"] }) {
		t.Error("no words are suggested")
	}
	if kind := board.Keyboard.Planes[board.Keyboard.Rest].Kind; kind != "lower" {
		t.Errorf("at rest the keyboard shows the plane %q", kind)
	}
	for text, want := range map[string]bool{"했어": true, "ㄲ": true, "지금 와": false} {
		planes := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard.Keyboard.Planes
		if got := slices.ContainsFunc(planes, func(p storyboard.Plane) bool { return p.Kind == "shifted" }); got != want {
			t.Errorf("%s: %t that there are shifted letters", text, got)
		}
	}
	for returns, want := range map[string]string{"return": "스페이스 줄바꿈", "send": "스페이스 보내기"} {
		for _, look := range []string{"", "glass"} {
			manifest := templates.Manifest{}
			manifest.Options.Keyboard.Look, manifest.Options.Keyboard.ReturnKey = look, returns
			view, _, _ := (&builder{payload: &schema.Payload{}, manifest: manifest}).keyboardOf([]string{"지금 와"})
			var words []string
			for _, key := range view.Rest.Keys {
				if (key.Name == " " || key.Name == "return") && key.Text != "" {
					words = append(words, key.Text)
				}
			}
			if got := strings.Join(words, " "); look == "" && got != want || look == "glass" && got != "" {
				t.Errorf("with the look %q the keys say %q", look, got)
			}
		}
	}
}

// A wrong letter beside syllables is deleted, a draft that is deleted loses its syllables, and a long text is typed to a point and pasted.
func TestKoreanWithTyposDeletedAndPasted(t *testing.T) {
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Typos: 1}, ">Hi", "나가요ㅋㅋㅋㅋ").Storyboard
	typed := typeDrafts(board, 20)
	if len(typed.Typed) != 2 || fieldAt(typed.Typed, typed.Typed[0].To-1) == fieldAt(typed.Typed, typed.Typed[1].To-1) {
		t.Errorf("a typo makes %d parts", len(typed.Typed))
	}
	if got := fieldAt(typed.Typed, typed.Typed[1].To-1); got != "나가요ㅋㅋㅋㅋ" {
		t.Errorf("behind a typo the text is %q", got)
	}
	long := strings.Repeat("나가요 ", 60)
	typed = typeDrafts(keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", long).Storyboard, 20)
	head := typed.Typed[0]
	if got := fieldAt(typed.Typed, head.To-1); got != strings.Repeat("나가요 ", 11) {
		t.Errorf("before the rest is pasted, there is %q", got)
	}
	if got := len(head.Presses()); got != 11*7 {
		t.Errorf("%d keys are pressed before the rest is pasted", got)
	}
	typed = typeDrafts(keyboardScene(t, schema.VideoSettings{}, ">Hi", "<<나가요").Storyboard, 20)
	if got := len(typed.Typed[0].Presses()); got != 6+1 { // the key that deletes is held
		t.Errorf("%d keys type and delete three syllables", got)
	}
}

// Prompts to an assistant are composed as well.
func TestKoreanPrompts(t *testing.T) {
	p := &schema.Payload{MockupType: schema.AI, Platform: "chatgpt", RenderKind: schema.Video, Props: &schema.AIProps{
		Platform: "chatgpt", ShowFooter: true, Messages: []schema.AIMessage{
			{ID: "a", Role: "user", Content: "Hi"}, {ID: "b", Role: "assistant", Content: "Hi there"},
			{ID: "c", Role: "user", Content: "값이"}, {ID: "d", Role: "assistant", Content: "OK"},
		},
	}}
	typed := typeDrafts(buildScene(t, p, time.Time{}).Storyboard, 20).Typed
	if got := len(typed[len(typed)-1].Presses()); got != 6 {
		t.Errorf("%d keys are pressed for two syllables of six letters", got)
	}
}
