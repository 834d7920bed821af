package storyboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Letters that are written against the direction of their text are found, with what stands between them.
func TestAgainst(t *testing.T) {
	for text, want := range map[string]string{
		"See you at 8": "", "שלום": "", "אב cd ה": "cd ", "OK שלום bye": "שלום ", "עוד 10 דקות": "10 ", "שלום, דנה!": "", "8 ימים": "8 ", "日本 مرحبا": "مرحبا",
		"שלום " + strings.Repeat("a", mostAgainst+1): "",
	} {
		got, letters := "", graphemes(text)
		for _, n := range (Draft{Text: text}).against() {
			got += letters[n]
		}
		if got != want {
			t.Errorf("of %q the letters %q are against its direction, want %q", text, got, want)
		}
	}
	if got := (Draft{Text: "אב cd", Typos: []Typo{{1, "ג"}}}).against(); got != nil {
		t.Errorf("with a typo the letters %d are", got)
	}
}

// A word in the other direction is typed from its beginning: what is seen is the text up to each of its letters. Nothing is deleted,
// and the field makes room for a line that such a part begins.
func TestTypedAgainst(t *testing.T) {
	text := "אבג דה cde הוז"
	board := sending(text)
	var lines [][]DraftLine
	for _, version := range board.DraftTexts() {
		lines = append(lines, broken(version, 7, true))
	}
	typed := board.Type(lines, 30)
	var parts []string
	keys, before := "", time.Duration(0)
	for i, part := range typed.Typed {
		line := strings.Split(typed.Items[part.Item].HTML, "</div>")[part.Strokes[len(part.Strokes)-1].Line]
		parts = append(parts, fmt.Sprint(part.Before, "-", len(part.Strokes), " ", line[strings.Index(line, ">")+1:]))
		if part.Deletes || i > 0 && (part.From != typed.Typed[i-1].To || part.From != part.Strokes[part.Before].At) {
			t.Errorf("part %d begins at %v, after one to %v, and deletes: %v", i, part.From, typed.Typed[i-1].To, part.Deletes)
		}
		for _, stroke := range part.Strokes[part.Before:] {
			if keys += stroke.Key; stroke.At <= before {
				t.Errorf("%q is typed at %v, after %v", stroke.Key, stroke.At, before)
			}
			before = stroke.At
		}
	}
	if want := []string{"0-7 אבג דה ", "7-8 c", "8-9 cd", "9-10 cde", "10-11 cde ", "11-14 cde הוז"}; !slices.Equal(parts, want) || keys != text {
		t.Errorf("it is typed as %q with the keys %q, want %q", parts, keys, want)
	}
	if got := sizes(typed); got[len(got)-2] != "2.000" {
		t.Errorf("the field has the sizes %v, want two lines", got)
	}
}
