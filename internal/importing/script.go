package importing

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
)

// Script returns a conversation as the plain script that Import reads, and what a script cannot hold. Payloads of other types
// than chats and ai are an error.
func Script(p *schema.Payload) (script []byte, leftOutOf []string, err error) {
	w := &scriptWriter{names: map[string]string{}, heads: map[string]string{}}
	if p.Provenance != "" {
		w.header("provenance", p.Provenance)
	}
	switch props := p.Props.(type) {
	case *schema.ChatProps:
		w.chat(props)
	case *schema.AIProps:
		w.ai(props)
	default:
		return nil, nil, fmt.Errorf("a payload of the type %s is no conversation; a script is made of chats and ai", p.MockupType)
	}
	if w.out.Len() == 0 {
		return nil, nil, errors.New("the conversation has no messages")
	}
	return []byte(w.out.String()), w.left.list(), nil
}

// scriptWriter writes a script.
type scriptWriter struct {
	out    strings.Builder
	names  map[string]string // by ids
	quotes parse.Quotes
	heads  map[string]string // what quotes have of messages, by their ids
	left   leftOut
}

// header writes a line such as "# me: Mia".
func (w *scriptWriter) header(name, value string) {
	fmt.Fprintf(&w.out, "# %s: %s\n", name, oneLine(value))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (w *scriptWriter) chat(p *schema.ChatProps) {
	for _, u := range append([]schema.ChatUser{p.Sender}, p.Receivers...) {
		w.names[u.ID] = w.name(u.Name)
		if u.Image != "" {
			w.left.add("face", 1)
		}
	}
	w.header("me", w.names[p.Sender.ID])
	w.header("platform", p.Platform)
	if p.ConversationType == "group-chat" && p.GroupChatSettings != nil {
		w.header("group", p.GroupChatSettings.Name)
	}
	if silent := w.silent(p); len(silent) > 0 {
		w.header("with", strings.Join(silent, ", "))
	}
	layout := "15:04"
	if p.TimeNotation == "12h" {
		layout = "3:04 PM"
	}
	var day string
	zone := p.Timezone.Location()
	for _, m := range p.Messages {
		at := m.Timestamp.Time().In(zone)
		if today := at.Format("2006-01-02"); today != day {
			day = today
			fmt.Fprintf(&w.out, "--- %s\n", day)
		}
		clock := layout
		if at.Second() != 0 {
			clock = strings.Replace(layout, "04", "04:05", 1)
		}
		if m.Status != "" {
			w.left.add("receipt", 1)
		}
		w.message(at.Format("["+clock+"] "), m)
	}
}

// silent returns the names of receivers who write nothing and react to nothing.
func (w *scriptWriter) silent(p *schema.ChatProps) []string {
	heard := map[string]bool{}
	for _, m := range p.Messages {
		heard[m.UserID] = heard[m.UserID] || m.Type != "event"
		for _, r := range m.Reactions {
			for _, id := range r.By {
				heard[id] = true
			}
		}
	}
	var names []string
	for _, u := range p.Receivers {
		if !heard[u.ID] {
			names = append(names, w.names[u.ID])
		}
	}
	return names
}

func (w *scriptWriter) ai(p *schema.AIProps) {
	assistant := strings.ToUpper(p.Platform[:1]) + p.Platform[1:]
	w.header("me", "You")
	w.header("platform", p.Platform)
	w.header("model", p.Model)
	for _, m := range p.Messages {
		name := assistant
		if m.Role == "user" {
			name = "You"
		}
		w.line(name, "", strings.TrimSpace(m.Content), m.Images)
	}
}

// name returns a name as it can stand before a colon, which no other person has.
func (w *scriptWriter) name(name string) string {
	name = strings.TrimLeft(oneLine(strings.NewReplacer(":", " ", ",", " ").Replace(name)), "-*#[( ")
	const most = 30
	if letters := []rune(name); len(letters) > most {
		name = string(letters[:most])
	}
	if name == "" {
		name = "Somebody"
	}
	unique := name
	for n := 2; slices.Contains(w.known(), unique); n++ {
		unique = fmt.Sprintf("%s %d", name, n)
	}
	return unique
}

func (w *scriptWriter) known() []string {
	var names []string
	for _, name := range w.names {
		names = append(names, name)
	}
	return names
}

// message writes a message of a chat, and what people did with it.
func (w *scriptWriter) message(clock string, m schema.ChatMessage) {
	if head := w.heads[m.ReplyTo]; head != "" {
		fmt.Fprintf(&w.out, "> %s\n", w.quote(m.ReplyTo, head))
	}
	if m.Type == "event" {
		text := w.event(m)
		fmt.Fprintf(&w.out, "%s* %s\n", clock, strings.ReplaceAll(text, "\n", "\n  "))
		w.shown(m.ID, "", text)
	} else {
		name := w.names[m.UserID]
		notes, text, shown := w.notes(m)
		w.line(clock+name, notes, text, m.Images)
		w.shown(m.ID, name, shown)
	}
	for _, r := range m.Reactions {
		var names []string
		for _, id := range r.By {
			names = append(names, w.names[id])
		}
		fmt.Fprintf(&w.out, "+ %s %s\n", r.Emoji, strings.Join(names, ", "))
	}
}

// shown notes what a quote shows of a message.
func (w *scriptWriter) shown(id, name, text string) {
	w.quotes.Add(id, name, text)
	text, _, _ = strings.Cut(text, "\n")
	if name != "" {
		text = name + ": " + text
	}
	w.heads[id] = text
}

// quote returns as much of the first line of a message as names it.
func (w *scriptWriter) quote(id, head string) string {
	const enough = 60 // letters
	head = oneLine(head)
	if letters := []rune(head); len(letters) > enough {
		begin := strings.TrimSpace(string(letters[:enough])) + "…"
		if w.quotes.Find(begin) == id {
			return begin
		}
	}
	return head
}

// event returns the words of a line of the app.
func (w *scriptWriter) event(m schema.ChatMessage) string {
	e := m.Event
	if e.Kind == "text" {
		return strings.TrimSpace(m.Text)
	}
	return parse.ChangeWords(parse.ChangeKind(e.Kind), w.names[m.UserID], w.names[e.Who]+oneLine(e.Name))
}

// notes returns the notes before the text of a message, the text, and what a quote shows of it. The text of a recording is what
// is said in it.
func (w *scriptWriter) notes(m schema.ChatMessage) (notes, text, shown string) {
	for _, note := range []struct {
		name    string
		present bool
	}{{"forwarded", m.Forwarded}, {"edited", m.Edited}, {"failed", m.Failed}, {"deleted", m.Deleted}} {
		if note.present {
			notes += "[" + note.name + "] "
		}
	}
	text = strings.TrimSpace(m.Text)
	shown = text
	switch {
	case m.Type == "voice" && m.Voice != nil:
		shown = parse.VoiceNote(m.Voice.DurationSeconds)
		text = strings.TrimSpace(m.Voice.Transcript)
		notes += shown + " "
		if m.Voice.Played {
			w.left.add("mark of a voice message that was played", 1)
		}
	case m.Type == "call" && m.Call != nil:
		shown = parse.CallNote(m.Call.Kind == "video", m.Call.Outcome, m.Call.DurationSeconds)
		notes += shown + " "
	case thingOf(m).Note() != "":
		note := thingOf(m).Note()
		notes, shown = notes+note+" ", cmp.Or(text, note)
	case m.Deleted && text == deletedText:
		text, shown = "", parse.DeletedNote
	case text == "" && len(m.Images) > 0:
		shown = parse.PictureNote
	}
	return notes, text, shown
}

// line writes a message. The lines of its text after the first are indented, and the first as well where it could be taken for
// a note.
func (w *scriptWriter) line(name, notes, text string, images []schema.ChatImage) {
	for _, image := range images {
		switch {
		case image.Data.IsPath():
			notes += fmt.Sprintf("[picture: %s] ", filepath.ToSlash(string(image.Data)))
		default:
			w.left.add("picture that is no file", 1)
			notes += fmt.Sprintf("[picture: %s] ", oneLine(strings.Trim(image.Filename, "[]")))
		}
	}
	text = strings.ReplaceAll(text, "\n", "\n  ")
	head := name + ": " + notes
	if parse.BeginsWithNote(text) {
		head, text = strings.TrimSpace(head), "\n  "+text
	}
	fmt.Fprintf(&w.out, "%s\n", strings.TrimRight(head+text, " "))
}
