package scene

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mockup/internal/schema"
)

// How soon a message that went off is delivered, and then read.
const (
	deliveredAfter = 450 * time.Millisecond
	readAfter      = 1100 * time.Millisecond
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
		builder: b, props: p, messages: slices.Clone(messages), typing: -1, shown: map[string]chatLook{},
	}
	intro, err := f.item(&f.Film, Item{Slot: "rows", Key: "intro"}, "intro", b.scene.View)
	if err != nil {
		return nil, err
	}
	f.Steps = append(f.Steps, Step{Put: []int{intro}})
	for _, event := range chatEvents(messages, beats) {
		if err := f.play(event); err != nil {
			return nil, err
		}
	}
	return &f.Film, nil
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
			read = min(read, (at+next)/2) // nobody answers before reading
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
	rows := f.chatRows(f.props, f.messages[:f.said])
	markReceipts(rows)
	seen := map[string]bool{}
	number := 0
	for _, row := range rows {
		key := fmt.Sprintf("date %d", number)
		if row.Message != nil {
			key = fmt.Sprintf("message %d", number)
			number++
		}
		seen[key] = true
		if err := f.put(&step, key, row); err != nil {
			return err
		}
	}
	if f.typing >= 0 {
		seen["typing"] = true
		person := f.messages[f.typing].view
		last := lastMessage(rows)
		group := last == nil || last.Person.Name != person.Person.Name
		row := ChatRow{Typing: &Message{Person: person.Person, NameColor: person.NameColor, ShowName: f.props.ConversationType == "group-chat" && group}}
		if err := f.put(&step, "typing", row); err != nil {
			return err
		}
	}
	for key := range f.shown {
		if !seen[key] {
			step.Drop = append(step.Drop, key)
			delete(f.shown, key)
		}
	}
	f.Steps = append(f.Steps, step)
	return nil
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
// "pop" is out of the bubble's own corner.
func (f *chatFilm) arrival(out bool) string {
	style, side := f.option("arrive", "rise"), "left"
	if out {
		style, side = f.option("send", style), "right"
	}
	if style == "pop" {
		return style + "-" + side
	}
	return style
}
