package render

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// Code is written word by word, each word at its place of its line. What the card cuts off takes no time. So it is in every app, also
// where the head of a card stands beside its first line.
func TestCodeIsWrittenByWords(t *testing.T) {
	t.Parallel()
	first := "install --" + strings.Repeat("very", 50) + " long" // only the first words are seen
	second := `for p in Path("a"):`
	third := "# סוף הקוד"
	platforms := longtest.Sample(t, 2, templates.Available("ai"), func(platform string) string {
		if platform == "claude" {
			return "the head stands beside code without a language"
		}
		return ""
	})
	for _, platform := range platforms {
		lines := codeLines(t, platform, "```\n"+first+"\n"+second+"\n\n"+third+"\n```\n\nThat is it.")
		if len(lines) != 3 {
			t.Errorf("%s: the code has %d lines, want 3: %+v", platform, len(lines), lines)
			continue
		}
		if n := letters(lines[0]); n < 10 || n > 60 {
			t.Errorf("%s: the long line is written for %d letters, want those that are seen", platform, n)
		}
		if words := lettersOf(lines[1]); !slices.Equal(words, []int{3, 1, 2, 4, 2, 1, 3}) {
			t.Errorf("%s: %q is written in words of %v letters, want %v", platform, second, words, []int{3, 1, 2, 4, 2, 1, 3})
		}
		if words := lettersOf(lines[2]); !slices.Equal(words, []int{1, 3, 4}) {
			t.Errorf("%s: %q is written in words of %v letters, want %v", platform, third, words, []int{1, 3, 4})
		} else if lines[2][1].Box[0] < lines[2][2].Box[0] {
			t.Errorf("%s: the words of %q come from the left: %+v", platform, third, lines[2])
		}
	}
}

// codeLines returns the units of the lines of code that an app's answer has, having checked that they fill their lines and that the card
// has its end below them.
func codeLines(t *testing.T, platform, answer string) (lines [][]storyboard.Unit) {
	t.Helper()
	p := filePayload(t, "../../examples/ai/"+platform+".yaml")
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	p.Props.(*schema.AIProps).Messages = []schema.AIMessage{{ID: "q", Role: "user", Content: "Code?"}, {ID: "a", Role: "assistant", Content: answer}}
	run, err := layOutVideo(t, Shared, Job{Payload: p}, func(context.Context, *videoRun, *browser.Browser) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, sprite := range run.video.Geometry.Sprites {
		foots, width := 0, sprite.Cell[2]
		for i, u := range sprite.Units {
			switch {
			case u.Foot > 0 && u.Ends:
				foots++
				if last := lines[len(lines)-1][0].Box; u.Box[1] != last[1]+last[3] || u.Box[3] != u.Foot {
					t.Errorf("%s: the card ends with %+v, its last line is %v", platform, u, last)
				}
			case u.Line && i > 0 && sprite.Units[i-1].Box[1] == u.Box[1] && sprite.Units[i-1].Line:
				lines[len(lines)-1] = append(lines[len(lines)-1], u)
			case u.Line:
				beside := sprite.Units[i-1].Box[1] == u.Box[1]
				if beside && (i < 2 || sprite.Units[i-2].Letters > 0 || sprite.Units[i-2].Foot == 0) {
					t.Errorf("%s: the card's upper edge is on the first line: %+v", platform, sprite.Units[:i+1])
				}
				lines = append(lines, []storyboard.Unit{u})
			}
		}
		if len(sprite.Units) > 0 && foots != 1 {
			t.Errorf("%s: the card has %d ends", platform, foots)
		}
		for i, line := range lines {
			covered := 0
			for _, u := range sprite.Units {
				if u.Box[1] == line[0].Box[1] {
					covered += u.Box[2]
				}
			}
			if len(sprite.Units) > 0 && covered != width {
				t.Errorf("%s: the units of line %d cover %d of %d pixels: %+v", platform, i, covered, width, line)
			}
		}
	}
	return lines
}

// lettersOf returns how many letters each unit has.
func lettersOf(line []storyboard.Unit) (all []int) {
	for _, u := range line {
		all = append(all, u.Letters)
	}
	return all
}

// letters counts those of a line.
func letters(line []storyboard.Unit) (n int) {
	for _, u := range line {
		n += u.Letters
	}
	return n
}
