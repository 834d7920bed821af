package scene

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// languageTexts are typed one after another. The keys of Way are those that lead to the last one and within it.
var languageTexts = []struct{ before, text, way, back string }{
	{"אני לוקחת", "Zero, Xavi 😀 5", "globe 123 shift globe ABC 123", "ABC"},
	{"Да, 5 😀", "Yes, 5 😀", "АБВ globe 123 123 globe", "ABC"},
	{"Yes, 5 😀", "Да, 5 😀 ок", "ABC globe 123 123 globe АБВ", "АБВ"},
	{"Yes, 5", "نعم، 5 ok", "globe 123 123 globe", "أ ب ج"},
	{"نعم، 5", "Ok, 7", "globe 123 123", "ABC"},
	{"明天见", "Ok, 7", "globe 123 123", "ABC"},
	{"Ok, 7", "明天，见", "globe 123 拼音", "拼音"},
	{"はい", "Ok, 7 😀", "globe 123 123 globe", "ABC"},
}

// Where several languages are typed, the globe is pressed before the letters of another one come, and nothing else changes the language. Numbers,
// signs and emoji have the key that leads back to the letters of the language from which they were opened, and words on the other keys as these
// letters have.
func TestLanguagesHaveOwnPlanes(t *testing.T) {
	for _, tc := range languageTexts {
		scene := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", tc.before, tc.text)
		board, view := scene.Storyboard, scene.View.Keyboard
		if !view.Globe {
			t.Errorf("%s: there is no globe", tc.text)
		}
		typed := typeDrafts(board, 40).Typed
		states := board.Keyboard.States(typed)
		var way []string
		for i, s := range states[1:] {
			before, plane := board.Keyboard.Planes[states[i].Plane], board.Keyboard.Planes[s.Plane]
			if plane.Layout != before.Layout && states[i].Key != before.Keys[storyboard.GlobeKey] {
				t.Errorf("%s: at %v the language changes without the globe", tc.text, s.At)
			}
			if s.At < board.Drafts[1].From {
				continue
			}
			for _, name := range []string{"globe", "shift", "123", "emoji", "ABC", "АБВ", "拼音"} {
				if piece, there := plane.Keys[name]; there && s.Key == piece && s.Key >= 0 {
					way = append(way, name)
				}
			}
			if signs := plane.Kind == "numbers" || plane.Kind == "emoji"; signs && s.At > typed[len(typed)-1].Strokes[0].At && s.Key >= 0 && !slices.ContainsFunc(view.Planes[s.Plane].Keys, func(c KeyCap) bool { return c.Text == tc.back }) {
				t.Errorf("%s: at %v no key of the plane %s has the name %s", tc.text, s.At, plane.Kind, tc.back)
			}
		}
		if got := strings.Join(way, " "); got != tc.way {
			t.Errorf("%s: these keys lead to planes: %s, want %s", tc.text, got, tc.way)
		}
		for i, plane := range view.Planes {
			letters := slices.IndexFunc(board.Keyboard.Planes, func(p storyboard.Plane) bool {
				return p.Layout == board.Keyboard.Planes[i].Layout && (p.Kind == "lower" || p.Kind == "pinyin")
			})
			if plane.Kind == "numbers" && letters >= 0 && wordOn(plane, " ") != wordOn(view.Planes[letters], " ") {
				t.Errorf("%s: on the space bar is %q beside numbers, and %q beside letters", tc.text, wordOn(plane, " "), wordOn(view.Planes[letters], " "))
			}
		}
	}
}

// wordOn is what is written on a key of a plane.
func wordOn(p KeyPlane, name string) string {
	i := slices.IndexFunc(p.Keys, func(c KeyCap) bool { return c.Name == name })
	return p.Keys[i].Text
}

// One language has no globe, however many signs and emoji are typed with it, and its numbers and emoji are there once.
func TestOneLanguageHasNoGlobe(t *testing.T) {
	for _, text := range []string{"Yes, 5 😀", "Да, 5 😀", "نعم، 5", "明天，5"} {
		scene := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text, text)
		if scene.View.Keyboard.Globe {
			t.Errorf("%s: there is a globe", text)
		}
		for _, plane := range scene.Storyboard.Keyboard.Planes {
			if _, there := plane.Keys[storyboard.GlobeKey]; there {
				t.Errorf("%s: the globe is a key", text)
			}
		}
	}
}

// Also at the pace fast, at which some planes would show for too short a time, the globe is pressed before the language changes.
func TestFastLanguagesPressGlobe(t *testing.T) {
	board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: "fast"}, ">Hi", "Да, OK 5 да").Storyboard
	keys := pressedKeys(board.Keyboard, board.Keyboard.States(typeDrafts(board, 40).Typed))
	if got := strings.Count(keys, "globe"); got != 2 {
		t.Errorf("the globe is pressed %d times, want 2: %s", got, keys)
	}
}

// No key is pressed before the keyboard stands, also where keys come first that lead to the first letter of a text.
func TestFirstPlaneComesToStandingKeyboard(t *testing.T) {
	for _, texts := range [][]string{{"👍"}, {"🎮🔥"}, {"5 pm"}, {"Hello there", "#да, 5"}, {"NASA"}, {"да", "OK"}} {
		for _, pace := range []schema.Pace{"", "fast"} {
			board := keyboardScene(t, schema.VideoSettings{Keyboard: true, Pace: pace}, append([]string{">Hi", "Hi", ">Tell me more about this, and take all the time that you need for it"}, texts...)...).Storyboard
			states := board.Keyboard.States(typeDrafts(board, 40).Typed)
			for _, step := range board.Steps {
				if step.Keyboard != "up" {
					continue
				}
				for _, press := range storyboard.Pressed(states) {
					if after := press.From - step.At; after >= 0 && after < 400*time.Millisecond {
						t.Errorf("%q at the pace %q: a key is pressed %v after the keyboard begins to rise", texts, pace, after)
					}
				}
			}
		}
	}
}

// The key that leads from emoji back to letters is pressed for two frames before the next key is.
func TestKeyFromEmojiIsSeen(t *testing.T) {
	for _, text := range []string{"Yes 😀 NASA", "Да 😀 ок", "so 😀ok"} {
		board := keyboardScene(t, schema.VideoSettings{Keyboard: true}, ">Hi", text).Storyboard
		seen := time.Duration(0)
		for i, s := range board.Keyboard.States(typeDrafts(board, 40).Typed) {
			states := board.Keyboard.States(typeDrafts(board, 40).Typed)
			for _, name := range []string{"ABC", "АБВ"} {
				if piece, there := board.Keyboard.Planes[s.Plane].Keys[name]; there && s.Key == piece && board.Keyboard.Planes[s.Plane].Kind == "emoji" {
					seen = states[i+1].At - s.At
				}
			}
		}
		if seen < time.Second/30 {
			t.Errorf("%s: the key back to letters is pressed for %v", text, seen)
		}
	}
}
