package storyboard

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"
)

// Field is what texts are typed into. It grows with the lines of the text.
type Field struct {
	Idle  int      // the item that shows the empty field
	Stand []int    // items that stand in the empty field, and go while something is typed
	Looks []string // its markup while something is typed, one for each of FieldSizes
	Empty []string // its markup when it is empty, likewise: once a text is sent, it goes down

	Answering *Answering // how it looks below a strip; nil: there is none
}

// Answering is how a field looks below the strip that shows the message which is answered, or pictures that are about to be sent.
type Answering struct {
	Idle  int      // the item that shows it empty
	Looks []string // as those of the field
	Empty []string // likewise: below the strip on their way down
}

// fieldLines is how many lines a field grows to; from then on the text scrolls in it.
const fieldLines = 5

// growthSteps is how many steps a field takes to make room for a line: one in each frame at 60 frames a second, and two at
// up to 30, so that it takes a tenth of a second, no frame repeats and nothing jumps.
const growthSteps = 6

func growthPerFrame(fps int) int {
	if fps > 30 {
		return 1
	}
	return 2
}

// FieldSizes lists the heights that a field is drawn with while something is typed, in lines.
func FieldSizes() []float64 {
	sizes := make([]float64, growthSteps*(fieldLines-1)+1)
	for i := range sizes {
		sizes[i] = 1 + float64(i)/growthSteps
	}
	return sizes
}

// Draft is a text that is typed letter by letter and then sent, or deleted again.
type Draft struct {
	Text     string        // empty: only what stands above the field is sent
	Path     string        // of the field of the payload that is typed, dotted
	From, To time.Duration // the field is tapped; the text is sent, or all of it is deleted
	Erased   bool          // it is deleted, letter by letter
	Raises   bool          // the keyboard comes up for it
	Wait     time.Duration // from the tap until the keyboard has come, and the pictures above the text are seen, beside TapPause
	Typos    []Typo        // in order; of a text that is pasted none
	Answers  bool          // a strip stands above it: Field.Answering is how the field looks
	Spelled  []Spelling    // parts that are spelled, in order
	Seen     []string      // words that the keyboard has learned, the newest last
	Turns    []int         // letters before which a key is pressed that leads to their plane of the keyboard, in order
}

// texts is how many texts the page breaks into lines for a draft, see DraftTexts.
func (d Draft) texts() int { return len(d.Spelled) + len(d.Typos) + 1 }

// DraftLine is a line of a draft as the field on the page breaks it.
type DraftLine struct {
	Text    string   `json:"text"`
	RTL     bool     `json:"rtl"` // it begins on the right
	Letters []string `json:"letters"`
	Edges   []int    `json:"edges"` // how far each letter reaches from where the line begins, device pixels
	Width   int      `json:"width"` // of the field, device pixels
	// Until is empty for a line that can be uncovered. Else it has, for each letter that is right only in the line up to it, how far that
	// reaches, in device pixels; 0 for the others.
	Until []int `json:"until"`
	// Carets is empty for a line in which the caret stands behind the edge of each letter. Else it has the place of the caret behind each,
	// device pixels from where the line begins: digits and words in the other direction have it on their other side.
	Carets []int `json:"carets"`
}

// caret is where the caret stands behind one of the letters, up to which the line reaches to an edge.
func (l DraftLine) caret(letter, edge int) int {
	if letter < len(l.Carets) {
		return l.Carets[letter]
	}
	return edge
}

// Typed is a draft, or a part of it, with a moment for each of its letters. The parts of a draft follow each other: a wrong
// letter ends one, and the next begins when that letter is deleted; a text that is pasted is a part as well.
type Typed struct {
	Draft
	Item    int // has one element per line
	Strokes []Stroke
	Before  int    // so many letters are there from the beginning: no key is pressed for them
	Deletes bool   // the part begins with the key that deletes a letter
	RTL     []bool // of every line, whether it is written from the right
	Marks   []Mark // parts that are spelled; of those that the field shows, the item has one more element each
	Rooms   []Room // of a text that is pasted, in order: how the field grows behind it
}

// Room is how many lines of a text a field has room for, from a moment on; the end of the text is seen in it.
type Room struct {
	At    time.Duration
	Lines float64
}

// Stroke is a letter of a draft, with the time from which it is there. All letters of a text that is pasted have the same time.
// Of a draft that is erased, it is a letter that is deleted.
type Stroke struct {
	At    time.Duration
	Key   string // the letter, or DeleteKey
	Line  int
	Edge  int  // how far the line is written now, device pixels from where it begins
	Caret int  // where the caret stands now, likewise
	Quiet bool // its key is held from before, and not heard
}

// Type returns the storyboard with its drafts typed, given the lines of DraftTexts and the frames a second of the video: it adds
// the items that show their text and the steps at which the field grows and empties.
func (s *Storyboard) Type(lines [][]DraftLine, fps int) *Storyboard {
	typed := *s
	typed.Items, typed.Steps = slices.Clone(s.Items), slices.Clone(s.Steps)
	t := typist{Storyboard: &typed, fps: fps, looks: map[fieldLook]int{}}
	t.addFieldLooks(lines)
	reversed := slices.ContainsFunc(lines, func(text []DraftLine) bool { return len(text) > 0 && text[0].RTL })
	for _, draft := range s.Drafts {
		t.typeDraft(draft, lines[:draft.texts()])
		lines = lines[draft.texts():]
	}
	t.addCaret(CaretKey, "caret") // in front of all looks of the field
	if reversed {
		t.addCaret(FarCaretKey, "caret far")
		if s.Field.Answering != nil {
			t.addCaret(AnswerCaretKey, "caret far answer")
		}
	}
	return &typed
}

func (s *typist) addCaret(key, class string) {
	s.Items = append(s.Items, Item{Slot: "draft", Key: key, HTML: `<i class="` + class + `"></i>`, Snap: true, Pinned: true})
	s.step(0).put(len(s.Items) - 1)
}

// typist types the drafts of a storyboard.
type typist struct {
	*Storyboard
	fps   int
	looks map[fieldLook]int // the item of each
	grown int               // the frame from which the field has its present size
	size  int               // the present size, in steps of its growth
	marks [][]DraftLine     // of the draft that is typed, the lines of each Spelling
}

// fieldLook is the field at one of its sizes, in steps of its growth.
type fieldLook struct {
	size    int
	answers bool // it is that of Field.Answering
	empty   bool // nothing is typed any more
}

// addFieldLooks adds the items of the field that the longest draft needs, and those that the longest answer needs.
func (s *typist) addFieldLooks(lines [][]DraftLine) {
	most := map[bool]int{} // lines
	for _, draft := range s.Drafts {
		for _, l := range lines[:draft.texts()] {
			most[draft.Answers] = max(most[draft.Answers], min(len(l), fieldLines))
		}
		lines = lines[draft.texts():]
	}
	idle := s.Items[s.Field.Idle]
	for _, answers := range []bool{false, true} {
		for size := 0; size <= growthSteps*(most[answers]-1); size += growthPerFrame(s.fps) {
			looks := s.Field.Looks
			if answers {
				looks = s.Field.Answering.Looks
			}
			s.Items = append(s.Items, Item{Slot: idle.Slot, Key: idle.Key, HTML: looks[size], Snap: true, Pinned: idle.Pinned})
			s.looks[fieldLook{size: size, answers: answers}] = len(s.Items) - 1
		}
	}
}

// typeDraft adds what happens while a draft is typed. A long one is typed to a point, and the whole of it is pasted then.
func (s *typist) typeDraft(draft Draft, versions [][]DraftLine) {
	s.marks, versions = versions[:len(draft.Spelled)], versions[len(draft.Spelled):]
	lines := versions[len(versions)-1]
	if draft.Text == "" {
		s.size = 0
		s.emptyField(draft)
		return
	}
	if len(lines) == 0 || len(lines[0].Letters) == 0 {
		return
	}
	if draft.Erased {
		s.typeErased(draft, lines)
		return
	}
	if _, pasted := Keys(draft.Text); pasted {
		s.paste(draft, lines)
	} else {
		s.typeVersions(draft, draft.versions(versions), scaled(SendPause, s.hurry(draft, SendPause)))
	}
	s.emptyField(draft)
}

// paste types the beginning of a draft, and puts all of the text into the field, which grows to its full height with the end of the
// text in it.
func (s *typist) paste(draft Draft, lines []DraftLine) {
	typed, _ := Keys(draft.Text)
	part := s.hurry(draft, PasteTime)
	seen, end := min(scaled(pasteSeen, part), (draft.To-draft.From)/3), scaled(SendPause, part)
	begun, head := draft, firstLetters(lines, typed)
	begun.To = draft.To - end - seen
	s.typeVersions(begun, version{lines: head, to: letterCount(head)}.parts(), scaled(pastePause, part))
	lines = lines[max(0, len(lines)-fieldLines):]
	draft.From = begun.To
	rooms := s.growBehind(draft, growthSteps*(len(head)-1), growthSteps*(len(lines)-1))
	pasted := s.addTyped(Typed{Draft: draft, Strokes: pasteStrokes(draft, lines), Before: letterCount(lines), Rooms: rooms}, lines)
	s.step(draft.From).put(pasted.Item)
}

// emptyField adds the step at which the field is empty again at the end of a draft.
func (s *typist) emptyField(d Draft) {
	idle := s.Field.Idle
	if d.Answers && slices.ContainsFunc(s.Drafts, func(next Draft) bool { return next.Answers && next.From == d.To }) {
		idle = s.Field.Answering.Idle
	}
	lowers := idle == s.Field.Idle && !d.Erased && s.lowerField(d)
	sent := s.step(d.To)
	if !lowers {
		sent.put(idle)
	}
	for _, item := range s.Field.Stand {
		other := slices.IndexFunc(sent.Put, func(other int) bool { return s.Items[other].Key == s.Items[item].Key })
		if other >= 0 { // it has another look from now on
			item = sent.Put[other]
			sent.Put = slices.Delete(slices.Clone(sent.Put), other, other+1)
		}
		if lowers { // it lies in front of the looks on the way down
			s.Items = append(s.Items, s.Items[item])
			item = len(s.Items) - 1
		}
		sent.put(item)
	}
	if d.Text != "" {
		sent.Drop = append(slices.Clip(sent.Drop), "draft")
	}
	sent.setLines(1)
}

// lowerFrames is how many frames a field of up to two lines takes to go down to one, at up to 30 frames a second; each further line takes one more.
const lowerFrames = 5

// lowerField adds the steps at which the empty field goes down from the size that it had for a draft, slower and slower, from the one
// at which it is sent on, and reports whether there are any: not if the next draft begins before the end of them. The strip of an answer
// goes down meanwhile.
func (s *typist) lowerField(d Draft) bool {
	step, first := growthPerFrame(s.fps), s.frame(d.To)
	count := lowerFrames + max(0, s.size-1)/growthSteps
	if s.fps > 30 {
		count *= 2
	}
	early := func(next Draft) bool { return next.From >= d.To && s.frame(next.From) < first+count }
	if s.size == 0 && !d.Answers || slices.ContainsFunc(s.Drafts, early) {
		return false
	}
	if d.Answers {
		s.step(d.To).Fold = time.Duration(first+count-1)*time.Second/time.Duration(s.fps) - d.To
	}
	at, was := d.To, -1
	for i := 1; i <= count; i++ {
		left := 1 - float64(i)/float64(count)
		size := int(math.Round(float64(s.size)*left*left/float64(step))) * step
		if item := s.emptyLook(fieldLook{size: size, answers: d.Answers && i < count, empty: true}); item != was {
			s.step(at).put(item)
			was = item
		}
		at = time.Duration(first+i) * time.Second / time.Duration(s.fps)
	}
	return true
}

// emptyLook is the item of the empty field with a look.
func (s *typist) emptyLook(look fieldLook) int {
	looks := s.Field.Empty
	switch {
	case look.answers:
		looks = s.Field.Answering.Empty
	case look.size == 0:
		return s.Field.Idle
	}
	item, there := s.looks[look]
	if !there {
		idle := s.Items[s.Field.Idle]
		idle.HTML, idle.Lowers, idle.Answering = looks[look.size], true, look.answers
		item = len(s.Items)
		s.Items, s.looks[look] = append(s.Items, idle), item
	}
	return item
}

// addTyped adds the item that shows the lines of a draft, and what is spelled of it.
func (s *typist) addTyped(d Typed, lines []DraftLine) Typed {
	var html strings.Builder
	for _, line := range lines {
		direction := "ltr"
		if line.RTL {
			direction = "rtl"
		}
		fmt.Fprintf(&html, `<div class="draft-line" dir="%s">%s</div>`, direction, template.HTMLEscapeString(line.Text))
		d.RTL = append(d.RTL, line.RTL)
	}
	for _, mark := range d.Marks {
		if mark.Sprite > 0 {
			class := "marked"
			if mark.Composed {
				class = "composed"
			}
			fmt.Fprintf(&html, `<div class="draft-line %s">%s</div>`, class, template.HTMLEscapeString(mark.Text))
		}
	}
	s.Items = append(s.Items, Item{Slot: "draft", Key: "draft", HTML: html.String(), Path: d.Path, Snap: true, Pinned: true})
	d.Item = len(s.Items) - 1
	s.Typed = append(s.Typed, d)
	return d
}

// growField adds the steps at which the field makes room for further lines, each at a frame: it has grown when the first letter of a
// line is seen. From is the letter from which on there may be such a line.
func (s *typist) growField(d Typed, from int) {
	step := growthPerFrame(s.fps)
	for i := from; i < len(d.Strokes); i++ {
		letter := d.Strokes[i]
		if letter.Line == d.Strokes[i-1].Line {
			continue
		}
		first := s.frame(d.comes(i)) - growthSteps/step + 1
		for size := growthSteps*(letter.Line-1) + step; size <= growthSteps*letter.Line; size += step {
			frame := max(s.grown+1, first)
			at := time.Duration(frame) * time.Second / time.Duration(s.fps)
			if at >= d.To {
				return
			}
			s.growTo(fieldLook{size: size, answers: d.Answers}, at)
			s.grown = frame
		}
	}
}

// growBehind adds the steps at which the field grows from one size to another with the beginning of a draft: one in each frame, as many as
// it takes to make room for a line, so that a text that is pasted stands in it at once. At the end of the draft it has the other size.
func (s *typist) growBehind(d Draft, from, to int) (rooms []Room) {
	step, first := growthPerFrame(s.fps), s.frame(d.From)
	count := max(1, min(growthSteps/step, s.frame(d.To)-first))
	at := d.From
	for i := 1; i <= count; i++ {
		size := from + (to-from)/step*i/count*step
		s.growTo(fieldLook{size: size, answers: d.Answers}, at)
		rooms = append(rooms, Room{at, linesOf(size)})
		at = time.Duration(first+i) * time.Second / time.Duration(s.fps)
	}
	return rooms
}

// linesOf is how many lines a field of a size shows.
func linesOf(size int) float64 { return 1 + float64(size)/growthSteps }

// frame is the first frame that shows what there is at a moment.
func (s *typist) frame(at time.Duration) int {
	return int((at*time.Duration(s.fps) + time.Second - 1) / time.Second)
}

// growTo adds the step at which the field has a look.
func (s *typist) growTo(look fieldLook, at time.Duration) {
	step := s.step(at)
	step.Snap = len(step.Drop) == 0 && len(step.Put) == 0 // the list goes up with the field
	step.setLines(linesOf(look.size))
	s.size = min(look.size, growthSteps*(fieldLines-1)) // further lines scroll
	if item, there := s.looks[look]; there {
		step.put(item)
	}
}

// step returns the step at a moment, and makes it if there is none.
func (s *Storyboard) step(at time.Duration) *Step {
	i, found := slices.BinarySearchFunc(s.Steps, at, func(s Step, at time.Duration) int { return int(s.At - at) })
	if !found {
		s.Steps = slices.Insert(s.Steps, i, Step{At: at})
	}
	return &s.Steps[i]
}

// Change adds what comes and goes at a moment, and returns the step.
func (s *Storyboard) Change(at time.Duration, put []int, drop []string) *Step {
	step := s.step(at)
	step.Put, step.Drop = append(slices.Clip(step.Put), put...), append(slices.Clip(step.Drop), drop...)
	return step
}

func (s *Step) put(item int) { s.Put = append(slices.Clip(s.Put), item) }

// setLines sets the custom property that says how many lines the field shows.
func (s *Step) setLines(lines float64) {
	s.Set = map[string]string{"--lines": fmt.Sprintf("%.3f", lines)}
}

const (
	// SendPause is the time between a draft's last letter and the tap on send.
	SendPause = 280 * time.Millisecond
	// PasteTime is the time that a text which is pasted takes beside the letters of it that are typed.
	PasteTime = pastePause + pasteSeen + SendPause
	// TapPause is the time from the tap on the field to the first key.
	TapPause = 220 * time.Millisecond

	pasteFrom   = 200                    // letters: what is longer is pasted
	headLetters = 44                     // that are typed of such a text at most: some two lines
	pastePause  = 400 * time.Millisecond // from the last of them to the text
	pasteSeen   = 900 * time.Millisecond // it stands in the field, before the thumb goes to send
	emojiRunes  = 0x1F000                // letters from this character on are picked from a page of emoji
)

// Keys returns how many letters of a text are typed, and whether the rest of it is pasted.
func Keys(text string) (letters int, pasted bool) {
	letters = uniseg.GraphemeClusterCount(text)
	if letters > pasteFrom {
		return wholeWords(text, headLetters), true
	}
	return letters, false
}

// wholeWords returns how many letters of a text its first words have, up to a number of letters: as many if a word is too long.
func wholeWords(text string, most int) int {
	words := 0
	for i, letter := range graphemes(text)[:most] {
		if strings.TrimSpace(letter) == "" {
			words = i + 1
		}
	}
	if words < most/2 {
		return most
	}
	return words
}

// firstLetters returns the lines that have the first n letters, and those letters alone.
func firstLetters(lines []DraftLine, n int) []DraftLine {
	var first []DraftLine
	for _, line := range lines {
		if n <= 0 {
			break
		}
		count := min(n, len(line.Letters))
		line.Letters, line.Edges, line.Until = line.Letters[:count], line.Edges[:count], line.Until[:min(count, len(line.Until))]
		first = append(first, line)
		n -= count
	}
	return first
}

func lettersOf(lines []DraftLine) (letters []string) {
	for _, line := range lines {
		letters = append(letters, line.Letters...)
	}
	return letters
}

// graphemes returns the letters of a text.
func graphemes(text string) (letters []string) {
	for g := uniseg.NewGraphemes(text); g.Next(); {
		letters = append(letters, g.Str())
	}
	return letters
}

// pasteStrokes gives every letter the beginning of the draft as its moment.
func pasteStrokes(d Draft, lines []DraftLine) []Stroke {
	var strokes []Stroke
	for number, line := range lines {
		edge := 0
		for i := range line.Letters {
			edge = max(edge, line.Edges[i])
			strokes = append(strokes, Stroke{At: d.From, Key: line.Letters[i], Line: number, Edge: edge, Caret: line.caret(i, edge)})
		}
	}
	return strokes
}
