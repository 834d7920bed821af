package scene

import (
	"fmt"
	"hash/fnv"
	"html/template"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Field is what texts are typed into. It grows with the lines of the text.
type Field struct {
	Idle  int      // the item that shows the empty field
	Looks []string // its markup while something is typed, by thirds of lines beyond the first
}

// fieldLines is how many lines a field grows to; from then on the text scrolls in it.
const fieldLines = 5

// growth is how a field takes in a line, in frames at 30 a second: as thirds of the line, so that nothing jumps.
const (
	growthSteps = 3
	growthFrame = 34 * time.Millisecond
)

// Draft is a text that is typed letter by letter and then sent.
type Draft struct {
	Text     string
	From, To time.Duration // the field is touched; the text is sent

	// Known once the page has broken the text into lines, see Film.Typed.
	Item    int // one element per line
	Strokes []Stroke
	RTL     []bool // of every line, whether it is written from the right
}

// Stroke is what one key adds to a draft.
type Stroke struct {
	At   time.Duration
	Line int
	Edge int // how far the line is written now, device pixels from its left edge, or from its right one
}

// DraftLine is a line of a draft as the page breaks it.
type DraftLine struct {
	Text    string
	RTL     bool // it begins on the right
	Letters []string
	Edges   []int // how far each letter reaches from where the line begins, device pixels
}

// Keys of the items that package motion treats by themselves.
const (
	CaretKey    = "caret"
	ComposerKey = "composer"
	TypingKey   = "typing" // the sign that somebody is typing; what comes when it goes is what was typed
)

// Typed returns the film with its drafts, broken into lines by the page: it adds the items that show their text and the
// steps at which the field grows and empties.
func (f *Film) Typed(lines [][]DraftLine) *Film {
	typed := *f
	typed.Items, typed.Drafts = slices.Clone(f.Items), slices.Clone(f.Drafts)
	typed.Steps = slices.Clone(f.Steps)
	looks := typed.addLooks(lines)
	typed.Items = append(typed.Items, Item{Slot: "draft", Key: CaretKey, HTML: `<i class="caret"></i>`, Still: true})
	typed.step(0).put(len(typed.Items) - 1)
	for i := range typed.Drafts {
		typed.write(&typed.Drafts[i], lines[i], looks)
	}
	return &typed
}

// addLooks adds the items of the field that the longest draft needs.
func (f *Film) addLooks(lines [][]DraftLine) []int {
	most := 0
	for _, l := range lines {
		most = max(most, min(len(l), fieldLines))
	}
	var looks []int
	for i := 0; i < growthSteps*most-growthSteps+1; i++ {
		idle := f.Items[f.Field.Idle]
		f.Items = append(f.Items, Item{Slot: idle.Slot, Key: idle.Key, HTML: f.Field.Looks[i], Still: true})
		looks = append(looks, len(f.Items)-1)
	}
	return looks
}

// write adds what happens while a draft is typed. Of a text that is pasted, only the end is ever seen.
func (f *Film) write(d *Draft, lines []DraftLine, looks []int) {
	if d.pasted() {
		lines = lines[max(0, len(lines)-fieldLines):]
	}
	d.Strokes = rhythm(d, lines)
	if len(d.Strokes) == 0 {
		return
	}
	var html strings.Builder
	for _, line := range lines {
		direction := "ltr"
		if line.RTL {
			direction = "rtl"
		}
		fmt.Fprintf(&html, `<div class="draft-line" dir="%s">%s</div>`, direction, template.HTMLEscapeString(line.Text))
		d.RTL = append(d.RTL, line.RTL)
	}
	f.Items = append(f.Items, Item{Slot: "draft", Key: "draft", HTML: html.String(), Still: true})
	d.Item = len(f.Items) - 1
	first := f.step(d.Strokes[0].At)
	first.put(looks[0])
	first.put(d.Item)
	f.grow(d, looks)
	sent := f.step(d.To)
	sent.put(f.Field.Idle)
	sent.Drop = append(slices.Clip(sent.Drop), "draft")
	sent.set(1)
}

// grow adds the steps at which the field makes room for further lines.
func (f *Film) grow(d *Draft, looks []int) {
	last := d.Strokes[0].At
	for i := 1; i < len(d.Strokes); i++ {
		letter := d.Strokes[i]
		if letter.Line == d.Strokes[i-1].Line {
			continue
		}
		for third := growthSteps*(letter.Line-1) + 1; third <= growthSteps*letter.Line; third++ {
			last = max(last+growthFrame, letter.At)
			if last >= d.To {
				return
			}
			step := f.step(last)
			step.Rigid = len(step.Drop) == 0 && len(step.Put) == 0 // the list goes up with the field
			step.set(1 + float64(third)/growthSteps)
			if third < len(looks) {
				step.put(looks[third])
			}
		}
	}
}

// step returns the step at a moment, and makes it if there is none.
func (f *Film) step(at time.Duration) *Step {
	i, found := slices.BinarySearchFunc(f.Steps, at, func(s Step, at time.Duration) int { return int(s.At - at) })
	if !found {
		f.Steps = slices.Insert(f.Steps, i, Step{At: at})
	}
	return &f.Steps[i]
}

func (s *Step) put(item int) { s.Put = append(slices.Clip(s.Put), item) }

// set tells the style sheet how many lines the field shows.
func (s *Step) set(lines float64) {
	s.Set = map[string]string{"--lines": fmt.Sprintf("%.3f", lines)}
}

// Of typing.
const (
	touch     = 220 * time.Millisecond // from the tap on the field to the first letter
	pasteFrom = 240                    // letters: so long a text is pasted
)

func (d *Draft) pasted() bool { return uniseg.GraphemeClusterCount(d.Text) >= pasteFrom }

// rhythm gives every letter its moment: no two follow each other at the same distance, a new word takes longer, so does
// an emoji, and one pauses behind a sentence. The same text has the same rhythm.
func rhythm(d *Draft, lines []DraftLine) []Stroke {
	hash := fnv.New64a()
	hash.Write([]byte(d.Text))
	random := rand.New(rand.NewPCG(hash.Sum64(), 0))
	var letters []Stroke
	var weights []float64
	total, before := 0.0, ""
	for number, line := range lines {
		edge := 0
		for i, letter := range line.Letters {
			edge = max(edge, line.Edges[i])
			letters = append(letters, Stroke{Line: number, Edge: edge})
			total += weight(before, letter) * (0.55 + 0.9*random.Float64())
			weights = append(weights, total)
			before = letter
		}
	}
	lead := min(touch, (d.To-d.From)/4)
	span := float64(max(0, d.To-sendPause-d.From-lead))
	if d.pasted() {
		span = 0
	}
	for i := range letters {
		part := (weights[i] - weights[0]) / math.Max(total-weights[0], 1)
		letters[i].At = d.From + lead + time.Duration(span*part)
	}
	return letters
}

// weight is how long a letter takes behind another, compared to one within a word.
func weight(before, letter string) float64 {
	switch first, _ := utf8.DecodeRuneInString(letter); {
	case strings.ContainsAny(before, ".!?…\n"):
		return 2.4
	case first >= 0x1F000:
		return 2.6
	case before == " ":
		return 1.35
	}
	return 1
}
