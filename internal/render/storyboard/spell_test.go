package storyboard

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// spelling is a storyboard in which "明天 ok" is typed, of which the first two letters are spelled.
func spelling() (*Storyboard, *Keyboard) {
	board := sending("明天 ok")
	s := Spelling{From: 0, To: 2, Text: "ming tian", Choose: " "}
	for i, letter := range strings.Split(s.Text, "") {
		if letter != " " {
			s.Keys = append(s.Keys, SpelledKey{Key: letter, Shown: i + 1, Strip: s.Text[:i+1]})
		}
	}
	board.Drafts[0].Spelled = []Spelling{s}
	k := testKeyboard()
	k.Spelling, k.Choosing, k.Rest, k.Strips = len(k.Planes), len(k.Planes)+1, len(k.Planes), map[string]int{}
	for _, from := range []string{"ABC", ""} {
		plane := Plane{Kind: "pinyin", Keys: k.Planes[0].Keys, Switch: strings.Fields(from)}
		k.Planes = append(k.Planes, plane)
	}
	for i, key := range s.Keys {
		k.Strips[key.Strip] = 1000 + i
	}
	return board, k
}

// Letters that are spelled come at once, when the key that chooses them is let go; their keys are pressed before that, as far apart as
// those of other letters. The keys around the letters are those of choosing as long as something is spelled.
func TestSpelledDraft(t *testing.T) {
	board, k := spelling()
	board.Keyboard = k
	typed := board.Type([][]DraftLine{wide("ming tian", 200), wide("明天 ok", 200)}, 30)
	d := typed.Typed[0]
	mark := d.Marks[0]
	times := d.Presses()
	average := (times[len(times)-1] - times[0]) / time.Duration(len(times)-1)
	for i := 1; i < len(times); i++ {
		if apart := times[i] - times[i-1]; apart < average/2 || apart > average*2 {
			t.Errorf("keys %v apart are pressed at %v", apart, times)
		}
	}
	if d.Strokes[0].At != mark.Chosen || d.Strokes[1].At != mark.Chosen || mark.Chosen <= mark.Picked || d.Strokes[2].At <= mark.Chosen {
		t.Errorf("the part is chosen from %v to %v; letters come at %v", mark.Picked, mark.Chosen, d.Strokes)
	}
	if len(mark.Times) != 8 || mark.Times[0] <= d.From {
		t.Errorf("it is spelled at %v", mark.Times)
	}
	if html := typed.Items[d.Item].HTML; mark.Sprite != 1 || !strings.Contains(html, `marked">ming tian<`) {
		t.Errorf("the field shows element %d of %s", mark.Sprite, html)
	}
	if !slices.ContainsFunc(typed.Steps, func(s Step) bool { return s.At == mark.Times[0] && slices.Contains(s.Put, d.Item) }) {
		t.Error("the text is not there when its first key is pressed")
	}
	states := k.States(typed.Typed)
	if got, want := pressed(k, states), "p:m p:i p:n p:g p:t p:i p:a p:n p:  p:  p:o p:k"; got != want {
		t.Errorf("it is typed with\n%s, want\n%s", got, want)
	}
	if got := len(d.Presses()); got != 8+1+3 {
		t.Errorf("%d keys are heard", got)
	}
	var strips []int
	for _, s := range states {
		if len(strips) == 0 || strips[len(strips)-1] != s.Strip {
			strips = append(strips, s.Strip)
		}
		if spelled := s.At >= mark.Times[0] && s.At < mark.Chosen; spelled != (s.Strip >= 0) || spelled != (s.Plane == k.Choosing) {
			t.Errorf("at %v the strip %d and the plane %d show", s.At, s.Strip, s.Plane)
		}
		if s.Strip >= 0 && (s.At < mark.Times[0] || s.Words[0] >= 0) {
			t.Errorf("candidates show at %v beside the words %v", s.At, s.Words)
		}
	}
	if want := []int{-1, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, -1}; !slices.Equal(strips, want) {
		t.Errorf("the strips %v show, want %v", strips, want)
	}
}

// wide breaks a text into lines of a field that is so wide, in pixels.
func wide(text string, width int) []DraftLine {
	lines := broken(text, width/10, false)
	for i := range lines {
		lines[i].Width = width
	}
	return lines
}

// What is spelled is seen as far as its line has room, and stands on the line of its first letter, for which the field makes room.
func TestSpelledDraftInNarrowField(t *testing.T) {
	board, _ := spelling()
	d := board.Type([][]DraftLine{wide("ming tian", 60), wide("明天 ok", 60)}, 30).Typed[0]
	if edges := d.Marks[0].Edges; !slices.Equal(edges, []int{10, 20, 30, 40, 60, 60, 60, 60}) {
		t.Errorf("it is written to %v", edges)
	}
	board = sending("ab明天")
	board.Drafts[0].Spelled = []Spelling{{From: 2, To: 4, Text: "mt", Keys: []SpelledKey{{Key: "m", Shown: 1}, {Key: "t", Shown: 2}}, Choose: " "}}
	typed := board.Type([][]DraftLine{wide("mt", 20), wide("ab明天", 20)}, 30)
	mark := typed.Typed[0].Marks[0]
	grows := slices.IndexFunc(typed.Steps, func(s Step) bool { return s.Set["--lines"] == "2.000" })
	if mark.Line != 1 || mark.Edge != 0 || mark.Sprite != 2 || grows < 0 || typed.Steps[grows].At < mark.Times[0] || typed.Steps[grows].At > mark.Times[0]+40*time.Millisecond {
		t.Errorf("it is written on line %d at %d from %v on; the field has grown with step %d of %+v", mark.Line, mark.Edge, mark.Times[0], grows, typed.Steps)
	}
}
