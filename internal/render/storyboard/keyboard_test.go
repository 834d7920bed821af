package storyboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// testKeyboard has the letters that tests type, on the planes that iOS has them on.
func testKeyboard() *Keyboard {
	k := &Keyboard{Rest: 1, Words: map[string]int{}}
	piece := 0
	for _, plane := range []struct{ kind, keys, named, from string }{
		{"lower", "abcdefghijklmnopqrstuvwxyz ", "shift 123 emoji delete", "shift ABC"},
		{"upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ ", "shift 123 emoji delete", "shift ABC"},
		{"locked", "ABCDEFGHIJKLMNOPQRSTUVWXYZ ", "shift 123 emoji delete", "shift ABC"},
		{"numbers", "0123456789.,?!' ", "ABC #+= delete", "123"},
		{"emoji", "😂", "ABC delete", "emoji"},
	} {
		keys := map[string]int{}
		for _, key := range append(strings.Split(plane.keys, ""), strings.Fields(plane.named)...) {
			keys[key] = piece
			piece++
		}
		k.Planes = append(k.Planes, Plane{Kind: plane.kind, Keys: keys, Switch: strings.Fields(plane.from)})
	}
	return k
}

// pressed writes which keys of a keyboard are pressed, each behind the beginning of the plane on which that is; c is that of caps lock.
func pressed(k *Keyboard, states []KeyState) string {
	var list []string
	for _, s := range states {
		if s.Key < 0 {
			continue
		}
		for name, piece := range k.Planes[s.Plane].Keys {
			if piece == s.Key {
				list = append(list, strings.Replace(k.Planes[s.Plane].Kind, "locked", "caps", 1)[:1]+":"+name)
			}
		}
	}
	return strings.Join(list, " ")
}

// A keyboard of two languages stays with the one that was typed last until the globe is pressed, before the first letter of another. A text stays
// with its own.
func TestKeyboardKeepsLanguage(t *testing.T) {
	k := testKeyboard()
	cyrillic := Plane{Kind: "lower", Layout: 1, Keys: map[string]int{" ": 1000}}
	for i, letter := range strings.Split("абвгдежзиклмнопрст", "") {
		cyrillic.Keys[letter] = 1001 + i
	}
	for i := 2; i < len(k.Planes); i++ {
		k.Planes[i].Layout = -1
	}
	k.Planes = append([]Plane{cyrillic}, k.Planes...)
	for i := range k.Planes {
		k.Planes[i].Keys[GlobeKey] = 2000
	}
	k.Rest = 0
	k.Planes[1].Layout, k.Planes[2].Layout, k.Planes[2].Rests = 2, 2, true
	var typed []Typed
	for i, text := range []string{"да", "Of course I do 2", "да"} {
		board := sending(text)
		board.Drafts[0].From, board.Drafts[0].To = time.Duration(5*i+1)*time.Second, time.Duration(5*i+4)*time.Second
		typed = append(typed, board.Type([][]DraftLine{wide(text, 400)}, 30).Typed...)
	}
	states := k.States(typed)
	if got := strings.Count(pressed(k, states), GlobeKey); got != 2 {
		t.Errorf("the globe is pressed %d times, want 2: %s", got, pressed(k, states))
	}
	at := func(moment time.Duration) KeyState {
		shown := k.Resting(0)
		for _, s := range states {
			if s.At <= moment {
				shown = s
			}
		}
		return shown
	}
	for i, want := range []int{0, 2, 0} {
		for moment, plane := range map[time.Duration]int{typed[i].From: []int{0, 0, 2}[i], typed[i].Strokes[0].At: want, typed[i].To: want} {
			if language := k.Planes[at(moment).Plane].Layout; language != k.Planes[plane].Layout {
				t.Errorf("at %v of draft %d the keyboard has the language %d", moment, i, language)
			}
		}
	}
	for _, s := range states {
		if s.At >= typed[1].Strokes[0].At && s.At <= typed[1].To && s.Plane == 0 {
			t.Errorf("at %v an English text is typed on Russian keys", s.At)
		}
	}
}

// Once emoji are sent, they stay on the keyboard until it goes. A next text with letters is then led to by a key; a keyboard that comes up
// for it has letters by itself.
func TestEmojiStayOnKeyboard(t *testing.T) {
	k := testKeyboard()
	for raises, want := range map[bool]string{false: "e:ABC u:N l:o", true: "u:N l:o"} {
		board := sending("😂")
		board.Drafts[0].From, board.Drafts[0].To = time.Second, 2*time.Second
		typed := board.Type([][]DraftLine{wide("😂", 400)}, 30).Typed
		board = sending("No")
		board.Drafts[0].From, board.Drafts[0].To = 5*time.Second, 7*time.Second
		board.Drafts[0].Raises = raises
		typed = append(typed, board.Type([][]DraftLine{wide("No", 400)}, 30).Typed...)
		var between, behind []KeyState
		for _, s := range k.States(typed) {
			switch {
			case s.At >= 5*time.Second:
				behind = append(behind, s)
			case s.At >= 2*time.Second:
				between = append(between, s)
			}
		}
		if len(between) == 0 || slices.ContainsFunc(between, func(s KeyState) bool { return k.Planes[s.Plane].Kind != "emoji" || s.Key >= 0 }) {
			t.Errorf("behind the emoji the keyboard shows %v", between)
		}
		if begins := k.Planes[behind[0].Plane].Kind; (begins == "emoji") == raises {
			t.Errorf("as the field is tapped, and the keyboard comes up (%v), it shows %s", raises, begins)
		}
		if got := pressed(k, behind); got != want {
			t.Errorf("where the keyboard comes up (%v), the keys are %q, want %q", raises, got, want)
		}
		first := slices.IndexFunc(behind, func(s KeyState) bool { return k.Planes[s.Plane].Kind != "emoji" })
		if shown := typed[1].Strokes[0].At - behind[first].At; shown < time.Second/30 {
			t.Errorf("where the keyboard comes up (%v), letters show for %v before the first is typed", raises, shown)
		}
	}
}

// What a keyboard shows at a moment depends on the emoji and on the language that were typed last, however long ago.
func TestMomentDraftsOfKeyboard(t *testing.T) {
	second := func(n int) time.Duration { return time.Duration(n) * time.Second }
	board := &Storyboard{Drafts: []Draft{
		{Text: "Да", From: second(1), To: second(2)}, {Text: "No", From: second(3), To: second(4)}, {Text: "😂", From: second(5), To: second(6)},
		{Text: "So", From: second(20), To: second(22)}, {Text: "Later", From: second(40), To: second(42)},
	}}
	texts := func() (list []string) {
		for _, d := range board.MomentDrafts(second(21)).Drafts {
			list = append(list, d.Text)
		}
		return list
	}
	if got := texts(); !slices.Equal(got, []string{"So"}) {
		t.Errorf("without a keyboard, the drafts of the moment are %q", got)
	}
	board.Keyboard = testKeyboard()
	if got := texts(); !slices.Equal(got, []string{"No", "😂", "So"}) {
		t.Errorf("with a keyboard, the drafts of the moment are %q", got)
	}
}

// Planes follow the text: capitals come by themselves where a sentence begins, and by the shift key elsewhere, which is pressed before each, or
// twice before three and more; numbers stay until a space; emoji have a plane of their own; and a letter that no key types presses none.
func TestKeyStates(t *testing.T) {
	for text, want := range map[string]string{
		"Hi you":   "u:H l:i l:  l:y l:o l:u",
		"hi":       "l:h l:i",
		"Hi. Yes":  "u:H l:i l:123 n:. n:  u:Y l:e l:s",
		"my Bob":   "l:m l:y l:  l:shift u:B l:o l:b",
		"OK Bo":    "u:O l:shift u:K l:  l:shift u:B l:o",
		"a NASA b": "l:a l:  l:shift u:shift c:N c:A c:S c:A c:  c:shift l:b",
		"ABC":      "u:shift l:shift c:A c:B c:C",
		"I AM. Is": "u:shift l:shift c:I c:  c:A c:M c:123 n:. n:  u:I l:s",
		"I Am B":   "u:I l:  l:shift u:A l:m l:  l:shift u:B",
		"ABc":      "u:A l:shift u:B l:c",
		"a, Bo":    "l:a l:123 n:, n:  l:shift u:B l:o",
		"5 10":     "u:123 n:5 n:  l:123 n:1 n:0",
		"so, 'Bo":  "l:s l:o l:123 n:, n:  l:123 n:' l:shift u:B l:o",
		"5. 6":     "u:123 n:5 n:. n:  u:123 n:6",
		"a 😂 Bo":   "l:a l:  l:emoji e:😂 e:ABC l:  l:shift u:B l:o",
		"a 😂1":     "l:a l:  l:emoji e:😂 e:ABC l:123 n:1",
		"at 10 ok": "l:a l:t l:  l:123 n:1 n:0 n:  l:o l:k",
		"10a":      "u:123 n:1 n:0 n:ABC l:a",
		"I'm":      "u:I l:123 n:' l:m",
		"I am":     "u:I l:  l:a l:m",
		"a 😂 b":    "l:a l:  l:emoji e:😂 e:ABC l:  l:b",
		"a界b":      "l:a l:b",
		"1界a":      "u:123 n:1 n:ABC l:a",
		"😂界 1，界":   "u:emoji e:😂 e:ABC l:  l:123 n:1 n:ABC",
	} {
		k := testKeyboard()
		typed := sending(text).Type([][]DraftLine{broken(text, 40, false)}, 30)
		states := k.States(typed.Typed)
		if got := pressed(k, states); got != want {
			t.Errorf("%q is typed with\n%s, want\n%s", text, got, want)
		}
		if !slices.IsSortedFunc(states, func(a, b KeyState) int { return int(a.At - b.At) }) {
			t.Errorf("%q: states are not in order", text)
		}
		if last := states[len(states)-1]; last.At != 4*time.Second || last.Plane != k.Rest || last.Key >= 0 {
			t.Errorf("%q: the keyboard does not rest once it is sent: %+v", text, last)
		}
	}
}

// A key is seen from the moment on at which its letter comes, and let go before the next one, even if that is the same.
func TestKeysArePressedWithLetters(t *testing.T) {
	text := "hello there all of you"
	k := testKeyboard()
	d := sending(text).Type([][]DraftLine{broken(text, 40, false)}, 30).Typed[0]
	states := k.States([]Typed{d})
	for i, stroke := range d.Strokes {
		at := slices.IndexFunc(states, func(s KeyState) bool { return s.At == stroke.At })
		if at < 0 || states[at].Key != k.Planes[0].Keys[stroke.Key] {
			t.Fatalf("letter %d, %q, presses no key", i, stroke.Key)
		}
		free := states[at+1]
		if free.Key >= 0 || free.At > stroke.At+pressFor || i+1 < len(d.Strokes) && free.At >= d.Strokes[i+1].At {
			t.Errorf("the key of letter %d is let go at %v, after %v", i, free.At, stroke.At)
		}
	}
}

// A key that is pressed twice in a row is seen pressed, let go and pressed again in frames, however the letters fall between frames.
func TestAKeyIsSeenLetGoBetweenTwoPresses(t *testing.T) {
	const frame, gap = time.Second / 30, 90 * time.Millisecond
	k := testKeyboard()
	for offset := time.Duration(0); offset < frame; offset += time.Millisecond {
		typed := Typed{Draft: Draft{Text: "oo", From: 0, To: 2 * time.Second}}
		for i := range 2 {
			typed.Strokes = append(typed.Strokes, Stroke{Key: "o", At: time.Second + offset + time.Duration(i)*gap})
		}
		presses := 0
		states, before := k.States([]Typed{typed}), -1
		for at := time.Duration(0); at < typed.To; at += frame {
			if i := slices.IndexFunc(states, func(s KeyState) bool { return s.At > at }); i > 0 {
				if key := states[i-1].Key; key == k.Planes[0].Keys["o"] && key != before {
					presses++
				}
				before = states[i-1].Key
			}
		}
		if presses != 2 {
			t.Fatalf("with the first letter %v behind a frame, %d presses are seen", offset, presses)
		}
	}
}

// The key of each letter is seen pressed in a frame, however the letters fall between frames, if they are more than a frame apart.
func TestEachKeyIsSeenInAFrame(t *testing.T) {
	const frame, gap = time.Second / 30, 36 * time.Millisecond
	k := testKeyboard()
	for offset := time.Duration(0); offset < frame; offset += time.Millisecond {
		typed := Typed{Draft: Draft{Text: "bowling", From: 0, To: 2 * time.Second}}
		for i, key := range strings.Split("bowling", "") {
			typed.Strokes = append(typed.Strokes, Stroke{Key: key, At: time.Second + offset + time.Duration(i)*gap})
		}
		seen := map[int]bool{}
		states := k.States([]Typed{typed})
		for at := time.Duration(0); at < typed.To; at += frame {
			if i := slices.IndexFunc(states, func(s KeyState) bool { return s.At > at }); i > 0 {
				seen[states[i-1].Key] = true
			}
		}
		for _, stroke := range typed.Strokes {
			if !seen[k.Planes[0].Keys[stroke.Key]] {
				t.Errorf("%v behind a frame, the key of %s is seen in none", offset, stroke.Key)
			}
		}
	}
}

// A typo types the wrong letter, deletes it and types the right one, in order of time, and each is seen.
func TestTypos(t *testing.T) {
	text := "see you there"
	board := sending(text)
	board.Drafts[0].Typos = []Typo{{1, "r"}, {5, "i"}}
	var lines [][]DraftLine
	for _, version := range board.DraftTexts() {
		lines = append(lines, broken(version, 6, false))
	}
	typed := board.Type(lines, 30)
	k := testKeyboard()
	if got, want := pressed(k, k.States(typed.Typed)), "l:s l:r l:delete l:e l:e l:  l:y l:i l:delete l:o l:u l:  l:t l:h l:e l:r l:e"; got != want {
		t.Errorf("it is typed with\n%s, want\n%s", got, want)
	}
	var parts []string
	before := time.Duration(0)
	for i, part := range typed.Typed {
		html := typed.Items[part.Item].HTML
		parts = append(parts, fmt.Sprint(part.Before, part.Deletes, len(part.Strokes), strings.Contains(html, "sre"), strings.Contains(html, "yi")))
		if part.From < before || part.To <= part.From || i > 0 && part.From != typed.Typed[i-1].To {
			t.Errorf("part %d is there from %v to %v, after %v", i, part.From, part.To, before)
		}
		for _, stroke := range part.Strokes[part.Before:] {
			if stroke.At <= before {
				t.Errorf("part %d: a letter is typed at %v, after %v", i, stroke.At, before)
			}
			before = stroke.At
		}
	}
	if got, want := strings.Join(parts, "; "), "0 false 2 true false; 1 true 6 false true; 5 true 13 false false"; got != want {
		t.Errorf("the parts are %s, want %s", got, want)
	}
	if before > 4*time.Second-SendPause {
		t.Errorf("the last letter is typed at %v", before)
	}
}

// At a fast pace, too, a wrong letter stands for 0.15 s, and the next one comes two frames after it is deleted.
func TestTyposAreSeen(t *testing.T) {
	for _, keys := range []float64{11, 15, 20} { // a second
		for _, keyboard := range []*Keyboard{nil, testKeyboard()} {
			board := sending("see you there. And. So. On.")
			board.Keyboard = keyboard
			d := &board.Drafts[0]
			d.Typos = []Typo{{1, "r"}, {9, "j"}, {16, "m"}}
			d.To = d.From + TapPause + SendPause + time.Duration(float64(d.KeyCount())/keys*float64(time.Second))
			var lines [][]DraftLine
			for _, version := range board.DraftTexts() {
				lines = append(lines, broken(version, 40, false))
			}
			for _, fps := range []int{24, 25, 30, 50, 60} {
				typed := board.Type(lines, fps).Typed
				frame := func(at time.Duration) int { return int((at*time.Duration(fps) + time.Second - 1) / time.Second) }
				for i, part := range typed[1:] {
					wrong := typed[i].Strokes[len(typed[i].Strokes)-1].At
					if seen := frame(part.From) - frame(wrong); time.Duration(seen)*time.Second/time.Duration(fps) < 150*time.Millisecond {
						t.Errorf("%.0f keys and %d frames a second: wrong letter %d is seen in %d frames", keys, fps, i, seen)
					}
					if seen := frame(part.Strokes[part.Before].At) - frame(part.From); seen < 2 {
						t.Errorf("%.0f keys and %d frames a second: that wrong letter %d is deleted is seen in %d frames", keys, fps, i, seen)
					}
				}
			}
		}
	}
}

// A wrong letter that would put its word on another line is not typed.
func TestTypoKeepsLines(t *testing.T) {
	board := sending("see you")
	board.Drafts[0].Typos = []Typo{{5, "w"}}
	typed := board.Type([][]DraftLine{broken("see ywu", 5, false), broken("see you", 9, false)}, 30)
	if len(typed.Typed) != 1 || len(typed.Typed[0].Strokes) != 7 {
		t.Errorf("%d parts are typed", len(typed.Typed))
	}
}

// What is suggested while a word is begun begins with its letters: these, in quotation marks if they are no word, and words that were seen before or
// that the keyboard knows, but no word to come until half of it is typed. Behind a word come common ones.
func TestSuggest(t *testing.T) {
	english := &Keyboard{Stock: Stock(true), Start: []string{"I", "The", "I’m"}}
	for _, tc := range []struct {
		keyboard *Keyboard
		seen     string
		text     string
		typed    int
		want     string
	}{
		{english, "", "WHO added Grandma?", 1, "“W” With Was"},
		{english, "", "WHO added Grandma?", 2, "“WH” WHO WHAT"},
		{english, "", "WHO added Grandma?", 3, "WHO WHOLE "},
		{english, "", "WHO added Grandma?", 4, "is was are"},
		{english, "", "Wait. Orange?", 2, "“Wa” Wait Was"},
		{english, "", "Wait. Orange?", 5, "Wait  "},
		{english, "", "Wait. Orange?", 6, "I The I’m"},
		{english, "", "Wait. Orange?", 8, "Or  "},
		{english, "", "Wait. Orange?", 9, "“Ora” Orange "},
		{english, "", "Nearly lovely", 9, "“lo” love look"},
		{english, "", "Nearly lovely", 10, "“lov” lovely love"},
		{english, "Grandma grapes", "great", 2, "“gr” grapes Grandma"},
		{english, "", "don't", 3, "“don” don't done"},
		{english, "", "incomprehensibilities", 9, "“incompreh”  "},
		{english, "", "incomprehensibilities", 14, "  "},
		{english, "", "Yes 🔭 so", 6, "and to the"},
		{&Keyboard{}, "querida", "¿Vienes, «Ana» querida?", 17, "“qu” querida "},
		{&Keyboard{}, "", "¿Vienes, «Ana» querida?", 9, "  "},
		{&Keyboard{}, "هنا", "نعم، أنا هنا؟", 10, "“ه” هنا "},
	} {
		d := Draft{Text: tc.text, Seen: strings.Fields(tc.seen)}
		if got := strings.Join(words(tc.keyboard.Suggest(d, d.Stages()[tc.typed-1])), " "); got != tc.want {
			t.Errorf("%d letters of %q suggest %q, want %q", tc.typed, tc.text, got, tc.want)
		}
	}
	for _, letter := range "abcdefghijklmnopqrstuvwyz" { // no usual word begins with the other
		if s := english.Suggest(Draft{Text: string(letter)}, string(letter)); s[2] == "" {
			t.Errorf("%c suggests %q", letter, s)
		}
	}
}

func words(three [3]string) []string { return three[:] }

// A wrong letter is a part of what is suggested until it is deleted.
func TestSuggestedWithTypo(t *testing.T) {
	k := testKeyboard()
	k.Words = map[string]int{"“my”": 90, "“ml”": 91, "“m”": 92}
	board := sending("my")
	board.Drafts[0].Typos = []Typo{{Letter: 1, Wrong: "l"}}
	var shown []int
	for _, state := range k.States(board.Type([][]DraftLine{wide("ml", 400), wide("my", 400)}, 30).Typed) {
		if first := state.Words[0]; len(shown) == 0 || shown[len(shown)-1] != first {
			shown = append(shown, first)
		}
	}
	if want := []int{-1, 92, 91, 92, -1}; !slices.Equal(shown, want) {
		t.Errorf("the words %v come one after another, want %v", shown, want)
	}
}

// Words that are seen before a text are those within its sentences: whether others have a capital is not known.
func TestWordsWithin(t *testing.T) {
	if got := WordsWithin("Saturday, 4 pm: Grandma's 80th. Not a word! 🤐 Ok then"); !slices.Equal(got, []string{"pm", "Grandma's", "80th", "a", "word", "then"}) {
		t.Errorf("the words are %q", got)
	}
}

// Once a text is pasted, the strip has the word at its end.
func TestWordsFollowPastedText(t *testing.T) {
	text := strings.Repeat("wonderful ", 30) + "good milk again"
	k := testKeyboard()
	k.Words = map[string]int{"again": 92, "wonderful": 93}
	typed := sending(text).Type([][]DraftLine{broken(text, 25, false)}, 30).Typed
	pasted := typed[len(typed)-1]
	for _, state := range k.States(typed) {
		if state.At >= pasted.From && state.At < pasted.To && state.Words != [3]int{92, -1, -1} {
			t.Errorf("at %v, with all of the text in the field, the words %v are suggested", state.At, state.Words)
		}
	}
}

// Where a word has no piece, its place in the strip is empty.
func TestWordsWithoutPiecesLeaveTheStrip(t *testing.T) {
	k := testKeyboard()
	k.Words = map[string]int{"good": 90}
	typed := sending("good milk").Type([][]DraftLine{broken("good milk", 40, false)}, 30).Typed
	states := k.States(typed)
	for _, state := range states[1 : len(states)-1] {
		if state.At >= typed[0].Strokes[5].At && state.Words != [3]int{-1, -1, -1} {
			t.Errorf("at %v the words %v are suggested", state.At, state.Words)
		}
	}
}

// However fast a text is typed, no plane shows for less than two frames of 30 a second, and where there is time none for less than three. The
// signs of a plane that is left out press no key, and none leads to it; a capital presses the key of its small letter.
func TestPlanesDoNotFlash(t *testing.T) {
	const text = "hi, yo, Bo is 12, 'ok' 😂 so"
	for _, length := range []time.Duration{8 * time.Second, 4 * time.Second, 2 * time.Second, time.Second, time.Second / 2} {
		k := testKeyboard()
		board := sending(text)
		board.Drafts[0].To = board.Drafts[0].From + length
		states := k.States(board.Type([][]DraftLine{broken(text, 40, false)}, 30).Typed)
		if !slices.IsSortedFunc(states, func(a, b KeyState) int { return int(a.At - b.At) }) {
			t.Errorf("typed in %v, states are not in order", length)
		}
		shortest, begins := time.Hour, -1
		for i := 1; i < len(states); i++ {
			if states[i].Plane == states[i-1].Plane {
				continue
			}
			if begins >= 0 {
				shortest = min(shortest, states[i].At-states[begins].At)
			}
			begins = i
		}
		if least := planeLeast; shortest < least || length >= 4*time.Second && shortest < planeFor {
			t.Errorf("typed in %v, a plane shows for %v", length, shortest)
		}
		keys := pressed(k, states)
		if length == time.Second && !strings.Contains(keys, "l:b l:o") {
			t.Errorf("typed in %v, the capital presses no key: %s", length, keys)
		}
		if signs := strings.Count(keys, "n:,"); length >= 4*time.Second && signs < 3 || length < time.Second && (signs > 0 || strings.Contains(keys, "123")) {
			t.Errorf("typed in %v, these keys are pressed: %s", length, keys)
		}
	}
}

// The words of the empty field are there as soon as a key leads back to letters from emoji that have been sent.
func TestWordsOfEmptyFieldBehindEmoji(t *testing.T) {
	k := testKeyboard()
	for i, plane := range k.Planes {
		if plane.Kind == "numbers" || plane.Kind == "emoji" { // all languages have them
			k.Planes[i].Layout = -1
		}
	}
	k.Start, k.Words = []string{"I", "The", "I’m"}, map[string]int{"I": 90, "The": 91, "I’m": 92}
	var typed []Typed
	for i, text := range []string{"ok 😂", "ok"} {
		board := sending(text)
		board.Drafts[0].From, board.Drafts[0].To = time.Duration(5*i+1)*time.Second, time.Duration(5*i+4)*time.Second
		typed = append(typed, board.Type([][]DraftLine{wide(text, 400)}, 30).Typed...)
	}
	for _, state := range k.States(typed) {
		if state.At >= typed[0].To && state.At < typed[1].Strokes[0].At && state.Words != [3]int{90, 91, 92} {
			t.Errorf("at %v, on the plane %s, the words %v are suggested", state.At, k.Planes[state.Plane].Kind, state.Words)
		}
	}
}
