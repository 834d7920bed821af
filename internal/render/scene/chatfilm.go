package scene

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"mockup/internal/schema"
)

// How soon a message that went off is delivered, and then read.
const (
	deliveredAfter = 480 * time.Millisecond
	readAfter      = 950 * time.Millisecond
)

// chatEvent is a change of the conversation.
type chatEvent struct {
	at      time.Duration
	message int
	becomes string // "typing", "said", or a delivery state
}

// chatFilm plays a conversation: the receivers' messages announce themselves, the sender's go off and are delivered
// and read. After every event the list is what a still of that moment would show.
func (b *builder) chatFilm(p *schema.ChatProps, messages []said) (*Film, error) {
	beats := paceChat(messages)
	f := &chatFilm{
		Film:    Film{Bleed: 10, Length: chatLength(messages, beats)},
		builder: b, props: p, messages: slices.Clone(messages), typing: -1, present: -1, shown: map[string]chatLook{},
	}
	if err := f.open(); err != nil {
		return nil, err
	}
	if p.ShowFooter {
		f.drafts(messages, beats)
	}
	for _, event := range chatEvents(messages, beats) {
		if err := f.play(event); err != nil {
			return nil, err
		}
	}
	return &f.Film, nil
}

// open adds the step that shows the conversation before its first message.
func (f *chatFilm) open() error {
	intro, err := f.item(&f.Film, Item{Slot: "rows", Key: "intro"}, "intro", f.scene.View)
	if err != nil {
		return err
	}
	first := Step{Put: []int{intro}}
	if err := f.composer(&first); err != nil {
		return err
	}
	if err := f.presence(&first, nil); err != nil {
		return err
	}
	f.Steps = append(f.Steps, first)
	return nil
}

// composer puts the empty composer, and prepares its looks while something is typed.
func (f *chatFilm) composer(step *Step) error {
	if !f.props.ShowFooter {
		return nil
	}
	view := func(typing bool, lines float64) map[string]any {
		return map[string]any{"Chat": f.scene.View.Body, "Typing": typing, "Lines": lines}
	}
	idle, err := f.item(&f.Film, Item{Slot: "composer", Key: ComposerKey, Still: true}, "composer", view(false, 1))
	if err != nil {
		return err
	}
	step.put(idle)
	f.Field = &Field{Idle: idle}
	for third := range growthSteps*(fieldLines-1) + 1 {
		look, err := f.scene.Template.Partial("composer", view(true, 1+float64(third)/growthSteps))
		if err != nil {
			return err
		}
		f.Field.Looks = append(f.Field.Looks, string(look))
	}
	return nil
}

// presence puts what the app says about the others: that one of them is typing, or what it says otherwise.
func (f *chatFilm) presence(step *Step, typing *Person) error {
	if !(f.typingShows("header") && f.props.ShowHeader || f.typingShows("footer") && f.props.ShowFooter) {
		return nil
	}
	item, err := f.item(&f.Film, Item{Slot: "presence", Key: "presence", Still: true}, "presence", map[string]any{"Chat": f.scene.View.Body, "Typing": typing, "Heard": heard(f.messages[:f.said])})
	if err != nil {
		return err
	}
	if item != f.present {
		step.put(item)
	}
	f.present = item
	return nil
}

// drafts lists the messages that are typed.
func (f *chatFilm) drafts(messages []said, beats []beat) {
	for i, m := range messages {
		if m.view.Out && strings.TrimSpace(m.view.Plain) != "" {
			f.Drafts = append(f.Drafts, Draft{Text: m.view.Plain, From: beats[i].typing, To: beats[i].at})
		}
	}
}

// chatEvents lists what happens, in order of time.
func chatEvents(messages []said, beats []beat) []chatEvent {
	var events []chatEvent
	for i, m := range messages {
		at := beats[i].at
		if !m.view.Out {
			events = append(events, chatEvent{beats[i].typing, i, "typing"})
		}
		events = append(events, chatEvent{at, i, "said"})
		read := at + readAfter
		if next := nextTyping(messages, beats, i); next > 0 {
			read = min(read, at+(next-at)*5/6) // nobody answers before reading
		}
		if m.view.Status == "delivered" || m.view.Status == "read" {
			events = append(events, chatEvent{min(at+deliveredAfter, (at+read)/2), i, "delivered"})
		}
		if m.view.Status == "read" {
			events = append(events, chatEvent{read, i, "read"})
		}
	}
	slices.SortStableFunc(events, func(a, b chatEvent) int { return cmp.Compare(a.at, b.at) })
	return events
}

// nextTyping is when a receiver begins to answer the message at i; 0 if none does.
func nextTyping(messages []said, beats []beat, i int) time.Duration {
	for j := i + 1; j < len(messages); j++ {
		if !messages[j].view.Out {
			return beats[j].typing
		}
	}
	return 0
}

// chatFilm is the conversation at a moment, and the film made so far.
type chatFilm struct {
	Film
	*builder
	props    *schema.ChatProps
	messages []said
	said     int // how many messages are there
	typing   int // the message that is being typed, or -1
	present  int // the item that says what the others do, or -1
	shown    map[string]chatLook
}

// chatLook is what the look of a row depends on, beside its message.
type chatLook struct {
	first, last, showName, statusAt bool
	status                          string
	item                            int
}

// play applies an event and adds the step that shows it.
func (f *chatFilm) play(e chatEvent) error {
	switch e.becomes {
	case "typing":
		f.typing = e.message
	case "said":
		f.said = e.message + 1
		if m := &f.messages[e.message].view; m.Status != "" {
			m.Status = "sent"
		}
		f.typing = -1
	default:
		f.messages[e.message].view.Status = e.becomes
	}
	step := Step{At: e.at}
	seen := map[string]bool{}
	for key, row := range f.rows() {
		seen[key] = true
		if err := f.put(&step, key, row); err != nil {
			return err
		}
	}
	var typing *Person
	if f.typing >= 0 {
		typing = &f.messages[f.typing].view.Person
	}
	if err := f.presence(&step, typing); err != nil {
		return err
	}
	for key := range f.shown {
		if !seen[key] {
			step.Drop = append(step.Drop, key)
			delete(f.shown, key)
		}
	}
	slices.Sort(step.Drop)
	f.Steps = append(f.Steps, step)
	return nil
}

// rows lists the rows of the moment with their keys. The message that is being typed is there as the sign of it, which
// has the place and the neighbours that the message will have.
func (f *chatFilm) rows() iter.Seq2[string, ChatRow] {
	rows := f.chatRows(f.props, f.messages[:max(f.said, f.typing+1)])
	if f.typing >= 0 {
		rows = f.announce(rows)
	}
	markReceipts(rows)
	return func(yield func(string, ChatRow) bool) {
		number := 0
		for _, row := range rows {
			key := fmt.Sprintf("date %d", number)
			switch {
			case row.Message != nil:
				key = fmt.Sprintf("message %d", number)
				number++
			case row.Typing != nil:
				key = TypingKey
			}
			if !yield(key, row) {
				return
			}
		}
	}
}

// typingShows reports whether the app says in a place that somebody is typing.
func (b *builder) typingShows(place string) bool {
	return slices.Contains(strings.Fields(b.option("typing")), place)
}

// announce replaces the last row, a message, by the sign that somebody is typing it, or takes it away where the list
// shows none.
func (f *chatFilm) announce(rows []ChatRow) []ChatRow {
	m := *rows[len(rows)-1].Message
	rows = rows[:len(rows)-1]
	if f.typingShows("bubble") {
		return append(rows, ChatRow{Typing: &m})
	}
	if before := lastMessage(rows); before != nil {
		before.Last = true
	}
	if last := len(rows) - 1; last >= 0 && rows[last].Date != nil {
		rows = rows[:last]
	}
	return rows
}

// put adds a row to a step unless it is shown already as it looks now.
func (f *chatFilm) put(step *Step, key string, row ChatRow) error {
	look := chatLook{}
	enter := "fade"
	if m := row.Message; m != nil {
		look = chatLook{first: m.First, last: m.Last, showName: m.ShowName, statusAt: m.StatusAt, status: m.Status}
		enter = f.arrival(m.Out)
	} else if row.Typing != nil {
		enter = f.arrival(false)
	}
	old, shown := f.shown[key]
	look.item = old.item
	if shown && look == old {
		return nil
	}
	item, err := f.item(&f.Film, Item{Slot: "rows", Key: key, Enter: enter}, "row", map[string]any{"Chat": f.scene.View.Body, "Row": row})
	if err != nil {
		return err
	}
	look.item = item
	if !shown || item != old.item {
		step.Put = append(step.Put, item)
	}
	f.shown[key] = look
	return nil
}

// arrival is how a message comes: the platform's options arrive and send name the styles of package motion, where
// "pop" is out of the bubble's own corner. One that floats comes out of the phone.
func (f *chatFilm) arrival(out bool) string {
	style, side := f.option("arrive"), "left"
	if out {
		style, side = cmp.Or(f.option("send"), style), "right"
	}
	if f.scene.View.Lift == "lifted" {
		style = "lift"
	}
	if style == "pop" || style == "lift" {
		return style + "-" + side
	}
	return style
}
