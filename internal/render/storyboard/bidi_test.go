package storyboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// against breaks a text as broken does, and says that its letters from one to another are right only in the line up to them.
func against(text string, width, from, to int) []DraftLine {
	lines := broken(text, width, true)
	for i := range lines {
		lines[i].Until = make([]int, len(lines[i].Letters))
		for n := range lines[i].Letters {
			if letter := i*width + n; letter >= from && letter < to {
				lines[i].Until[n] = 10*n + 11
			}
		}
	}
	return lines
}

// shown lists what is seen with each key of a draft: the line of its last letter, up to where that is uncovered, and behind a bar what
// is covered. A key that deletes stands before what is left.
func shown(t *testing.T, typed *Storyboard) (list []string) {
	t.Helper()
	before := time.Duration(0)
	for i, part := range typed.Typed {
		if i > 0 && part.From != typed.Typed[i-1].To {
			t.Errorf("part %d begins at %v, after one to %v", i, part.From, typed.Typed[i-1].To)
		}
		for n, stroke := range part.Strokes {
			if n < part.Before && (!part.Deletes || n+1 < part.Before) {
				continue
			}
			lines := strings.Split(typed.Items[part.Item].HTML, "</div>")
			line := []rune(lines[stroke.Line][strings.Index(lines[stroke.Line], ">")+1:])
			at := string(line[:stroke.Edge/10]) + "|" + string(line[stroke.Edge/10:])
			if part.Deletes && n < part.Before || stroke.Key == DeleteKey {
				at = "< " + at
			}
			list = append(list, strings.TrimSuffix(at, "|"))
			if stroke.At <= before {
				t.Errorf("%q is seen at %v, after %v", at, stroke.At, before)
			}
			before = stroke.At
		}
	}
	return list
}

// A word in the other direction is typed from its beginning: what is seen is the text up to each of its letters. Nothing is deleted,
// and the field makes room for a line that such a part begins.
func TestTypedAgainst(t *testing.T) {
	text := "אבג דה cde הוז"
	typed := sending(text).Type([][]DraftLine{against(text, 7, 7, 11)}, 30)
	want := []string{"א|בג דה ", "אב|ג דה ", "אבג| דה ", "אבג |דה ", "אבג ד|ה ", "אבג דה| ", "אבג דה ", "c", "cd", "cde", "cde ", "cde ה|וז", "cde הו|ז", "cde הוז"}
	if got := shown(t, typed); !slices.Equal(got, want) {
		t.Errorf("it is typed as %q, want %q", got, want)
	}
	if got := sizes(typed); got[len(got)-2] != "2.000" {
		t.Errorf("the field has the sizes %v, want two lines", got)
	}
}

// With wrong letters, it is typed so as well, before and after they are deleted.
func TestTypedAgainstWithTypos(t *testing.T) {
	text := "אב 1234 גד"
	board := sending(text)
	board.Drafts[0].Typos = []Typo{{5, "9"}, {8, "ק"}}
	versions := [][]DraftLine{against("אב 1294 גד", 20, 3, 7), against("אב 1234 קד", 20, 3, 7), against(text, 20, 3, 7)}
	want := []string{"א|ב 1294 גד", "אב| 1294 גד", "אב |1294 גד", "אב 1", "אב 12", "אב 129", "< אב 12", "אב 123", "אב 1234", "אב 1234 |קד", "אב 1234 ק|ד", "< אב 1234 |גד", "אב 1234 ג|ד", "אב 1234 גד"}
	if got := shown(t, board.Type(versions, 30)); !slices.Equal(got, want) {
		t.Errorf("it is typed as %q, want %q", got, want)
	}
}

// A draft that is deleted again loses its letters as they came.
func TestErasedAgainst(t *testing.T) {
	text := "אב 12 ג"
	board := sending(text)
	board.Drafts[0].Erased = true
	want := []string{"א|ב 12 ג", "אב| 12 ג", "אב |12 ג", "אב 1", "אב 12", "אב 12 |ג", "אב 12 ג", "< אב 12 |ג", "< אב 12", "< אב 1", "< אב |12 ג", "< אב| 12 ג", "< א|ב 12 ג"}
	if got := shown(t, board.Type([][]DraftLine{against(text, 20, 3, 5)}, 30)); !slices.Equal(got, want) {
		t.Errorf("it is deleted as %q, want %q", got, want)
	}
}

// The keyboard types on where a part joins the one before: keys are pressed as in a text without parts.
func TestKeysAgainst(t *testing.T) {
	text := "אב 12 ג"
	keys := &Keyboard{Planes: []Plane{{Kind: "lower", Keys: map[string]int{"א": 0, "ב": 1, "ג": 2, " ": 3, "123": 4}}, {Kind: "numbers", Keys: map[string]int{"1": 5, "2": 6, " ": 7}, Switch: []string{"123"}}}}
	states := func(lines []DraftLine) string {
		return fmt.Sprint(keys.States(sending(text).Type([][]DraftLine{lines}, 30).Typed))
	}
	if got, want := states(against(text, 20, 3, 5)), states(broken(text, 20, true)); got != want {
		t.Errorf("keys are pressed at\n%s, want\n%s", got, want)
	}
}
