package scene

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"
)

// broken breaks a text into lines of so many letters, each ten pixels wide, as a page would.
func broken(text string, width int, rtl bool) []DraftLine {
	var lines []DraftLine
	letters := uniseg.NewGraphemes(text)
	for letters.Next() {
		if n := len(lines); n == 0 || len(lines[n-1].Letters) == width {
			lines = append(lines, DraftLine{RTL: rtl})
		}
		line := &lines[len(lines)-1]
		line.Text += letters.Str()
		line.Letters = append(line.Letters, letters.Str())
		line.Edges = append(line.Edges, 10*len(line.Letters))
	}
	return lines
}

func TestTypedRhythm(t *testing.T) {
	for name, text := range map[string]string{
		"latin": "See you at eight. Bring the map!", "emoji": "👍🏽🎉👨‍👩‍👧‍👦", "arabic": "أهلا كيف حالك", "chinese": "我明天早上八点半到机场", "one": "k",
	} {
		f := talk(t, "whatsapp", "out: "+text)
		typed := f.Typed([][]DraftLine{broken(text, 12, name == "arabic")})
		d := typed.Drafts[0]
		if want := uniseg.GraphemeClusterCount(text); len(d.Strokes) != want {
			t.Fatalf("%s: %d strokes, want %d", name, len(d.Strokes), want)
		}
		at := func(s Stroke) time.Duration { return s.At }
		first, last := at(d.Strokes[0]), at(d.Strokes[len(d.Strokes)-1])
		if first <= d.From || last > d.To-sendPause {
			t.Errorf("%s: typed from %v to %v, want within %v to %v", name, first, last, d.From, d.To-sendPause)
		}
		gaps := map[time.Duration]bool{}
		for i := 1; i < len(d.Strokes); i++ {
			if d.Strokes[i].At <= d.Strokes[i-1].At {
				t.Errorf("%s: letter %d is not later than the one before", name, i)
			}
			gaps[d.Strokes[i].At-d.Strokes[i-1].At] = true
		}
		if len(d.Strokes) > 5 && len(gaps) < len(d.Strokes)/2 {
			t.Errorf("%s: the rhythm is even: %v", name, gaps)
		}
		if again := f.Typed([][]DraftLine{broken(text, 12, name == "arabic")}); !reflect.DeepEqual(again, typed) {
			t.Errorf("%s: the same text is typed otherwise the second time", name)
		}
		if d.RTL[0] != (name == "arabic") {
			t.Errorf("%s: from the right is %v", name, d.RTL[0])
		}
	}
}

// sizes lists how many lines the field shows, as the steps tell the page.
func sizes(f *Film) (lines []string) {
	for _, step := range f.Steps {
		if size := step.Set["--lines"]; size != "" {
			lines = append(lines, size)
		}
	}
	return lines
}

// The field takes in a line by thirds, shows five at most, and is empty once the text is sent.
func TestTypedFieldGrows(t *testing.T) {
	text := "abcdefghijklmnopqr"
	f := talk(t, "whatsapp", "out: "+text)
	typed := f.Typed([][]DraftLine{broken(text, 3, false)})
	want := []string{
		"1.333", "1.667", "2.000", "2.333", "2.667", "3.000", "3.333", "3.667", "4.000", "4.333", "4.667", "5.000", "5.333", "5.667", "6.000", "1.000",
	}
	if got := sizes(typed); !slices.Equal(got, want) {
		t.Errorf("the field has %v lines, want %v", got, want)
	}
	looks := 0
	for _, item := range typed.Items {
		if item.Key == ComposerKey {
			looks++
		}
	}
	if want := 1 + growthSteps*(fieldLines-1) + 1; looks != want {
		t.Errorf("%d looks of the composer, want %d", looks, want)
	}
	if !slices.IsSortedFunc(typed.Steps, func(a, b Step) int { return int(a.At - b.At) }) {
		t.Error("steps are not in order")
	}
	if len(f.Items) >= len(typed.Items) || len(sizes(f)) > 0 {
		t.Error("typing changed the film that was given")
	}
}

// Nobody types ten thousand letters: they are pasted, and only the end of them is ever looked at.
func TestTypedPaste(t *testing.T) {
	text := strings.Repeat("wonderful ", 1000)
	typed := talk(t, "whatsapp", "out: "+text).Typed([][]DraftLine{broken(text, 25, false)})
	d := typed.Drafts[0]
	if len(d.RTL) != fieldLines {
		t.Errorf("%d lines are drawn, want %d", len(d.RTL), fieldLines)
	}
	for _, s := range d.Strokes {
		if s.At != d.Strokes[0].At {
			t.Fatalf("letters at %v and %v, want all at once", d.Strokes[0].At, s.At)
		}
	}
	if html := typed.Items[d.Item].HTML; strings.Count(html, "<div") != fieldLines {
		t.Errorf("the item has other lines: %.200s", html)
	}
}

// What is typed is text, whatever it says.
func TestTypedEscapes(t *testing.T) {
	text := `<b onclick="x">&`
	typed := talk(t, "whatsapp", "out: hi").Typed([][]DraftLine{broken(text, 40, false)})
	if html := typed.Items[typed.Drafts[0].Item].HTML; strings.Contains(html, "<b ") {
		t.Errorf("markup of a message became markup of the page: %s", html)
	}
}
