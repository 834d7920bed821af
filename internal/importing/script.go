package importing

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/schema"
)

// Script returns a conversation as the plain script that Import reads, and what a script cannot hold. Payloads of other types
// than chats and ai are an error.
func Script(p *schema.Payload) (script []byte, leftOutOf []string, err error) {
	w := &scriptWriter{names: map[string]string{}}
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
	out   strings.Builder
	names map[string]string // by ids
	left  leftOut
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
		w.line(at.Format("["+clock+"] "), w.names[m.UserID], m.Text, m.Images)
	}
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
		w.line("", name, m.Content, m.Images)
	}
}

// name returns a name as it can stand before a colon, which no other person has.
func (w *scriptWriter) name(name string) string {
	name = strings.TrimLeft(oneLine(strings.ReplaceAll(name, ":", " ")), "-*#[( ")
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

// line writes a message. The lines of its text after the first are indented.
func (w *scriptWriter) line(clock, name, text string, images []schema.ChatImage) {
	var notes string
	for _, image := range images {
		switch {
		case image.Data.IsPath():
			notes += fmt.Sprintf("[picture: %s] ", filepath.ToSlash(string(image.Data)))
		default:
			w.left.add("picture that is no file", 1)
			notes += fmt.Sprintf("[picture: %s] ", oneLine(strings.Trim(image.Filename, "[]")))
		}
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
	fmt.Fprintf(&w.out, "%s\n", strings.TrimRight(clock+name+": "+notes+text, " "))
}
