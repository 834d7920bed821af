package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// keyTexts are of about the same length, as people type them.
var keyTexts = map[string]string{
	"Chinese": "我在路上，还有十分钟", "Japanese": "はい、すぐ行きます", "English": "Of course I am, wait for me", "Arabic": "نعم، أنا في الطريق",
	"Russian": "Да, я уже в пути", "Korean": "빨리 가고 있어 기다려", "mixed": "OK 明天见, see you", "short": "好",
	"long": "if it rains we simply sit under the roof of the ferry stop and pretend that this was the plan all along, it is going to be nice there too",
}

// pressesOf returns when keys are pressed for the texts of a storyboard, without those of the parts before.
func pressesOf(typed *storyboard.Storyboard) (times []time.Duration) {
	for _, d := range typed.Typed {
		times = append(times, d.Presses()[d.Before:]...)
	}
	return times
}

// In all scripts, 8 to 15 keys a second are pressed, at the pace fast up to 20, no two of them in one frame of a 30th of a second, and none before the keyboard
// stands.
func TestKeysCanBeFollowed(t *testing.T) {
	for name, text := range keyTexts {
		for pace, most := range map[schema.Pace]float64{"": 15, "fast": 20} {
			board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: pace}, ">Hi there", text).Storyboard
			typed := typeDrafts(board, 40)
			times := pressesOf(typed)
			if first := times[0] - typed.Typed[0].From; first < 400*time.Millisecond {
				t.Errorf("%s at the pace %q: a key is pressed %v after the tap", name, pace, first)
			}
			if last := times[len(times)-1]; board.Drafts[0].To-last < 150*time.Millisecond {
				t.Errorf("%s at the pace %q: it is sent %v after the last key", name, pace, board.Drafts[0].To-last)
			}
			for i := 1; i < len(times); i++ {
				if times[i]-times[i-1] < 40*time.Millisecond {
					t.Errorf("%s at the pace %q: two keys are pressed within %v", name, pace, times[i]-times[i-1])
				}
			}
			if rate := float64(len(times)-1) / (times[len(times)-1] - times[0]).Seconds(); len(times) > 5 && (rate < 8 || rate > most) {
				t.Errorf("%s at the pace %q: %.1f keys a second", name, pace, rate)
			}
		}
	}
}

// A text that is deleted again, or pasted to its end, is typed no faster than others: at the pace fast with some 15 keys a second.
func TestKeysOfErasedAndPasted(t *testing.T) {
	for name, text := range map[string]string{"long": strings.Repeat("还有十分钟我在路上，", 30), "English": strings.Repeat("wait for me there, ", 20)} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: "fast"}, ">Hi there", text).Storyboard
		times := typeDrafts(board, 20).Typed[0].Presses()
		if rate := float64(len(times)-1) / (times[len(times)-1] - times[0]).Seconds(); rate > 15.5 {
			t.Errorf("of a text in %s that is pasted, %.1f keys a second are pressed", name, rate)
		}
	}
	for name, text := range keyTexts {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: "fast"}, ">Hi there", "<<"+text).Storyboard
		if !board.Drafts[0].Erased {
			t.Fatalf("%s is not deleted", name)
		}
		typed := typeDrafts(board, 40).Typed[0]
		if name == "short" {
			continue // its only letter goes with the text
		}
		deletes := slices.IndexFunc(typed.Strokes, func(s storyboard.Stroke) bool { return s.Key == storyboard.DeleteKey })
		times := slices.DeleteFunc(typed.Presses(), func(at time.Duration) bool { return at >= typed.Strokes[deletes].At })
		if rate := float64(len(times)-1) / (times[len(times)-1] - times[0]).Seconds(); rate > 15.5 {
			t.Errorf("%s: %.1f keys a second are pressed, and deleted", name, rate)
		}
		if rests := typed.Strokes[deletes].At - times[len(times)-1]; rests < 400*time.Millisecond {
			t.Errorf("%s is deleted %v after the last key", name, rests)
		}
	}
}

// A video with a length is as long as that, however many keys are pressed.
func TestKeysKeepLength(t *testing.T) {
	for _, length := range []float64{4, 30} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Length: &length}, ">Hi", keyTexts["Chinese"], ">Yes", keyTexts["English"]).Storyboard
		if want := time.Duration(length * float64(time.Second)); board.Length != want {
			t.Errorf("it is %v long, want %v", board.Length, want)
		}
		if times := pressesOf(typeDrafts(board, 40)); !slices.IsSorted(times) {
			t.Errorf("in %v s, keys are pressed at %v", length, times)
		}
	}
}

// shows lists how long each plane of a keyboard shows that is of a kind.
func shows(k *storyboard.Keyboard, states []storyboard.KeyState, kind string) (total time.Duration, pressed bool) {
	for i, s := range states[:len(states)-1] {
		if k.Planes[s.Plane].Kind == kind {
			total += states[i+1].At - s.At
			pressed = pressed || s.Key >= 0
		}
	}
	return total, pressed
}

// The plane of a sign shows in all scripts about as long as in English, and its key is pressed there.
func TestSignsHavePlane(t *testing.T) {
	seen := map[string]time.Duration{}
	for name, text := range map[string]string{"English": "Yes, then", "Arabic": "نعم، أنا", "Chinese": "路上，还有", "Hebrew": "שלום, אני"} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		length, pressed := shows(board.Keyboard, board.Keyboard.States(typeDrafts(board, 40).Typed), "numbers")
		if seen[name] = length; !pressed {
			t.Errorf("%s: no key is pressed for the comma", name)
		}
	}
	for name, length := range seen {
		if length < seen["English"]*85/100 {
			t.Errorf("%s: the plane of the comma shows for %v, in English for %v", name, length, seen["English"])
		}
	}
}

// Signs of other languages have a key, and those of Arabic a plane of their own, beside that of English where both are typed.
func TestKeysOfSigns(t *testing.T) {
	for text, want := range map[string]string{
		"نعم، أنا":    "ن ع م 123 ،   أ ن ا",
		"نعم؟":        "ن ع م 123 ؟",
		"¿Sí?":        "123 ¿ ABC S í 123 ?",
		"نعم، ok, 7.": "ن ع م 123 ،   globe o k 123 ,   123 7 .",
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		if got := pressedKeys(board.Keyboard, board.Keyboard.States(typeDrafts(board, 40).Typed)); got != want {
			t.Errorf("%s is typed with\n%s, want\n%s", text, got, want)
		}
	}
}

// A capital within a text presses a key also at the pace fast, at which its plane would show for too short a time.
func TestFastCapitalsPressKeys(t *testing.T) {
	for _, pace := range []schema.Pace{"", "fast"} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: pace}, ">Hi there", "no Mia is at Leo's").Storyboard
		keys := strings.ToLower(strings.ReplaceAll(pressedKeys(board.Keyboard, board.Keyboard.States(typeDrafts(board, 40).Typed)), "shift ", ""))
		if want := "n o   m i a   i s   a t   l e o 123 ' s"; keys != want {
			t.Errorf("at the pace %q these keys are pressed:\n%s, want\n%s", pace, keys, want)
		}
	}
}

// The key that leads from numbers and emoji back to letters has the first letters of the script that is typed.
func TestKeyBackToLetters(t *testing.T) {
	for text, want := range map[string]string{
		"ok7k": "o k 123 7 ABC k", "да7я😂да": "д а 123 7 АБВ я emoji 😂 АБВ д а", "так7її": "т а к 123 7 АБВ ї ї", "ναι7α": "ν α ι 123 7 ΑΒΓ α",
		"כן7א": "כ ן 123 7 אבג א", "نعم7ن": "ن ع م 123 7 أ ب ج ن", "กน7ก": "ก น 123 7 กขค ก", "да7я ok": "д а 123 7 АБВ я   globe o k",
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		if got := pressedKeys(board.Keyboard, board.Keyboard.States(typeDrafts(board, 40).Typed)); got != want {
			t.Errorf("%s is typed with\n%s, want\n%s", text, got, want)
		}
	}
}

// Behind a text, and before one that follows in another language, each language rests as it does alone: English with capitals and its words, others without them.
func TestKeyboardRestsInEachLanguage(t *testing.T) {
	texts := []string{"نعم، أنا", "Look at this", "はい", "On my way", "今日"}
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, append([]string{">Hi"}, texts...)...).Storyboard
	k := board.Keyboard
	states := k.States(typeDrafts(board, 40).Typed)
	shown := func(at time.Duration) string {
		i := slices.IndexFunc(states, func(s storyboard.KeyState) bool { return s.At == at })
		if i < 0 {
			return "no change"
		}
		got := k.Planes[states[i].Plane].Kind
		for _, piece := range states[i].Words {
			for word, n := range k.Words {
				if n == piece {
					got += " " + word
				}
			}
		}
		return got
	}
	before := "lower"
	for i, want := range []string{"lower", "upper I The I’m", "kana", "upper I The I’m", "kana"} {
		if got := shown(board.Drafts[i].To); got != want {
			t.Errorf("behind %q the keyboard shows %q, want %q", texts[i], got, want)
		}
		if got := shown(board.Drafts[i].From); got != before {
			t.Errorf("before %q the keyboard shows %q, want %q", texts[i], got, before)
		}
		before = want
	}
}

// The time of typing has keys that lead to other planes: to signs and numbers and back, but not behind a space to letters that have keys of their
// own; to capitals; back from emoji, and to emoji that a text begins with; and to the letters of another language.
func TestKeysToOtherPlanes(t *testing.T) {
	for text, want := range map[string][]int{
		"Hi, you": {2}, "at 10, ok": {3}, "10a": {0, 2}, "don't": {3}, "路上，还有": {2, 3}, "路 7 还": {2, 4}, "a 😂!": {3, 3}, "hello": nil, "はい、すぐ！": nil,
		"5 10": {0, 2}, "😂": {0}, "a 😂 b": {3}, "so Bo": {3}, "OK": {1}, "is NASA up": {3, 3, 8}, "Hi, да": {2, 4}, "Hi 😂 да": {4, 5},
	} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		if got := board.Drafts[0].Turns; !slices.Equal(got, want) {
			t.Errorf("%s has keys to other planes before %v, want %v", text, got, want)
		}
	}
}
