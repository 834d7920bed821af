package storyboard

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"
)

// sending is a storyboard in which one text is typed and sent, and nothing else happens.
func sending(text string) *Storyboard {
	s := &Storyboard{Length: 9 * time.Second, Field: &Field{}, Items: []Item{{Slot: "composer", Key: ComposerKey, HTML: "idle"}}}
	s.Field.Looks, s.Field.Empty = make([]string, len(FieldSizes())), make([]string, len(FieldSizes()))
	s.Steps = []Step{{Put: []int{0}}, {At: 4 * time.Second}}
	s.Drafts = []Draft{{Text: text, From: time.Second, To: 4 * time.Second}}
	return s
}

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
		board := sending(text)
		typed := board.Type([][]DraftLine{broken(text, 12, name == "arabic")}, 30)
		d := typed.Typed[0]
		if want := uniseg.GraphemeClusterCount(text); len(d.Strokes) != want {
			t.Fatalf("%s: %d strokes, want %d", name, len(d.Strokes), want)
		}
		at := func(s Stroke) time.Duration { return s.At }
		first, last := at(d.Strokes[0]), at(d.Strokes[len(d.Strokes)-1])
		if first <= d.From || last > d.To-SendPause {
			t.Errorf("%s: typed from %v to %v, want within %v to %v", name, first, last, d.From, d.To-SendPause)
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
		if again := board.Type([][]DraftLine{broken(text, 12, name == "arabic")}, 30); !reflect.DeepEqual(again, typed) {
			t.Errorf("%s: the same text is typed differently the second time", name)
		}
		if d.RTL[0] != (name == "arabic") {
			t.Errorf("%s: from the right is %v", name, d.RTL[0])
		}
	}
}

// sizes lists how many lines the field shows, as the steps say.
func sizes(s *Storyboard) (lines []string) {
	for _, step := range s.Steps {
		if size := step.Set["--lines"]; size != "" {
			lines = append(lines, size)
		}
	}
	return lines
}

// The field takes in a line by thirds, each in a frame of its own, shows five at most, and is empty once the text is sent.
func TestTypedFieldGrows(t *testing.T) {
	text := "abcdefghijklmnopqr"
	board := sending(text)
	typed := board.Type([][]DraftLine{broken(text, 3, false)}, 30)
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
	if want := 1 + 3*(fieldLines-1) + 1 + 6; looks != want { // six of them on its way down
		t.Errorf("%d looks of the composer, want %d", looks, want)
	}
	if got := sizes(board.Type([][]DraftLine{broken(text, 3, false)}, 60)); len(got) != 6*5+1 || got[0] != "1.167" {
		t.Errorf("at 60 frames a second the field has %v lines", got)
	}
	if !slices.IsSortedFunc(typed.Steps, func(a, b Step) int { return int(a.At - b.At) }) {
		t.Error("steps are not in order")
	}
	if len(board.Items) >= len(typed.Items) || len(sizes(board)) > 0 {
		t.Error("typing changed the storyboard that was given")
	}
}

// While the field grows, it has another size in every frame. It has grown when the first letter of the new line is seen.
func TestTypedFieldGrowsByFrames(t *testing.T) {
	text := "abcdefgh"
	for _, fps := range []int{24, 25, 30, 50, 60} {
		typed := sending(text).Type([][]DraftLine{broken(text, 4, false)}, fps)
		var frames []int
		for _, step := range typed.Steps {
			if size := step.Set["--lines"]; size != "" && size != "1.000" {
				frame := int((step.At*time.Duration(fps) + time.Second - 1) / time.Second)
				if step.At != time.Duration(frame)*time.Second/time.Duration(fps) {
					t.Errorf("%d frames a second: the field has %s lines from %v on, which is no frame", fps, size, step.At)
				}
				frames = append(frames, frame)
			}
		}
		letter := int((typed.Typed[0].Strokes[4].At*time.Duration(fps) + time.Second - 1) / time.Second)
		if last := frames[len(frames)-1]; last != letter {
			t.Errorf("%d frames a second: the field has grown in frame %d, and the letter is seen from frame %d on", fps, last, letter)
		}
		want := 6 / growthPerFrame(fps)
		if len(frames) != want || frames[want-1]-frames[0] != want-1 {
			t.Errorf("%d frames a second: the field grows in the frames %v, want %d one after the other", fps, frames, want)
		}
	}
}

// Once a text of several lines is sent, the empty field goes down, by smaller and smaller steps, one in each frame, and a button
// that stands in it lies in front of it. It goes down at once if the next draft begins.
func TestTypedFieldGoesDown(t *testing.T) {
	for _, fps := range []int{24, 30, 60} {
		board := sending("abcdefghijklmno")
		board.Field.Stand = []int{1}
		board.Items = append(board.Items, Item{Slot: "action", Key: "action"})
		for size := range board.Field.Empty {
			board.Field.Empty[size] = fmt.Sprint(size)
		}
		typed := board.Type([][]DraftLine{broken("abcdefghijklmno", 3, false)}, fps)
		sent := slices.IndexFunc(typed.Steps, func(s Step) bool { return s.At == 4*time.Second })
		height, most := 4*growthSteps, 4*growthSteps
		slack := growthPerFrame(fps) % 2 // where the steps are as fine as the looks
		for i, step := range typed.Steps[sent:] {
			look := typed.Items[step.Put[0]]
			now, _ := strconv.Atoi(look.HTML)
			if lowers := now > 0; look.Key != ComposerKey || look.Lowers != lowers || now >= height || height-now > most+slack {
				t.Errorf("%d frames a second: step %d after the text is sent shows %+v, after a size of %d", fps, i, look, height)
			}
			most, height = height-now, now
		}
		if steps := len(typed.Steps) - sent; height != 0 || steps < 4 {
			t.Errorf("%d frames a second: after %d steps the field has the size %d, want 0 after 4 at least", fps, steps, height)
		}
		if action := typed.Steps[sent].Put[1]; typed.Items[action].Key != "action" || action < typed.Steps[sent].Put[0] {
			t.Errorf("%d frames a second: with the text sent, the items %v are put, want the button in front of the field", fps, typed.Steps[sent].Put)
		}
	}
	for _, text := range []string{"abc", "abcdefghijklmno"} {
		answer := sending(text)
		answer.Drafts[0].Answers = true
		answer.Field.Answering = &Answering{Idle: answer.Field.Idle, Looks: answer.Field.Looks, Empty: slices.Repeat([]string{"below a strip"}, len(answer.Field.Empty))}
		typed := answer.Type([][]DraftLine{broken(text, 3, false)}, 30)
		sent := slices.IndexFunc(typed.Steps, func(s Step) bool { return s.At == 4*time.Second })
		last := typed.Steps[len(typed.Steps)-1]
		if fold := typed.Steps[sent].Fold; fold <= 0 || last.At != 4*time.Second+fold || last.Put[0] != answer.Field.Idle {
			t.Errorf("%s: the strip folds for %v, and the last step is %+v", text, fold, last)
		}
		for _, step := range typed.Steps[sent : len(typed.Steps)-1] {
			if look := typed.Items[step.Put[0]]; look.HTML != "below a strip" || !look.Lowers {
				t.Errorf("%s: at %v the field is %+v while the strip folds", text, step.At, look)
			}
		}
	}
	next := sending("abcdefghijklmno")
	next.Drafts = append(next.Drafts, Draft{Text: "xyz", From: 4100 * time.Millisecond, To: 6 * time.Second})
	typed := next.Type([][]DraftLine{broken("abcdefghijklmno", 3, false), broken("xyz", 3, false)}, 30)
	if slices.ContainsFunc(typed.Items, func(i Item) bool { return i.Lowers }) {
		t.Error("the field is on its way down when the next draft begins")
	}
}

// Nobody types ten thousand letters: a few are typed, and then all of them are pasted. The field grows to its full height
// with that, within three frames, and shows the end of the text.
func TestTypedPaste(t *testing.T) {
	text := strings.Repeat("wonderful ", 1000)
	typed := sending(text).Type([][]DraftLine{broken(text, 25, false)}, 30)
	if len(typed.Typed) != 2 {
		t.Fatalf("%d texts are typed, want the beginning and the whole", len(typed.Typed))
	}
	head, whole := typed.Typed[0], typed.Typed[1]
	if len(head.Strokes) != 4*len("wonderful ") || len(head.RTL) != 2 || head.To != whole.From || whole.To != 4*time.Second {
		t.Errorf("%d letters in %d lines are typed until %v, and pasted from %v to %v", len(head.Strokes), len(head.RTL), head.To, whole.From, whole.To)
	}
	if last := head.Strokes[len(head.Strokes)-1].At; last != head.To-pastePause {
		t.Errorf("the last letter is typed at %v, before %v", last, head.To)
	}
	if seen := whole.To - whole.From; seen < pasteSeen {
		t.Errorf("the whole is seen for %v", seen)
	}
	if html := typed.Items[whole.Item].HTML; strings.Count(html, "<div") != fieldLines {
		t.Errorf("the whole has other lines: %.200s", html)
	}
	for _, s := range whole.Strokes {
		if s.At != whole.From {
			t.Fatalf("a letter is there at %v, the others at %v", s.At, whole.From)
		}
	}
	grown := []string{"1.333", "1.667", "2.000", "3.000", "4.000", "5.000", "1.000"}
	if got := sizes(typed); !slices.Equal(got, grown) {
		t.Errorf("the field has %v lines, want %v", got, grown)
	}
	for i, room := range whole.Rooms {
		if late := room.At - whole.From; late > time.Duration(i+1)*time.Second/30 {
			t.Errorf("the field has size %d only %v behind the text", i, late)
		}
		if step := typed.step(room.At); !step.Snap || step.Set["--lines"] != fmt.Sprintf("%.3f", room.Lines) {
			t.Errorf("at %v there is room for %.3f lines, and the field has %s", room.At, room.Lines, step.Set["--lines"])
		}
	}
	if first, last := whole.Rooms[0], whole.Rooms[len(whole.Rooms)-1]; first != (Room{whole.From, 3}) || last.Lines != fieldLines {
		t.Errorf("the field grows from %v to %v behind what is pasted at %v", first, last, whole.From)
	}
}

// Where there is little time to grow, the field still has its full height before the text is sent.
func TestTypedPasteInHaste(t *testing.T) {
	board := sending(strings.Repeat("wonderful ", 100))
	board.Drafts[0].To = board.Drafts[0].From + 150*time.Millisecond
	typed := board.Type([][]DraftLine{broken(board.Drafts[0].Text, 25, false)}, 30)
	if got := sizes(typed); !slices.Equal(got[len(got)-2:], []string{"5.000", "1.000"}) {
		t.Errorf("the field has %v lines", got)
	}
	if rooms := typed.Typed[len(typed.Typed)-1].Rooms; rooms[len(rooms)-1].At >= board.Drafts[0].To {
		t.Errorf("the field grows until %v, and the text is sent at %v", rooms[len(rooms)-1].At, board.Drafts[0].To)
	}
}

// Up to 200 letters are typed.
func TestKeys(t *testing.T) {
	for length, want := range map[int]int{1: 1, 200: 200, 201: headLetters, 5000: headLetters} {
		if got, pasted := Keys(strings.Repeat("é", length)); got != want || pasted != (length > 200) {
			t.Errorf("of %d letters %d are typed, the rest pasted: %v", length, got, pasted)
		}
	}
}

// What is typed is text, whatever it says.
func TestTypedEscapes(t *testing.T) {
	text := `<b onclick="x">&`
	typed := sending("hi").Type([][]DraftLine{broken(text, 40, false)}, 30)
	if html := typed.Items[typed.Typed[0].Item].HTML; strings.Contains(html, "<b ") {
		t.Errorf("markup of a message became markup of the page: %s", html)
	}
}
