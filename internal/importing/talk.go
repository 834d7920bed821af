package importing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mockup/internal/importing/parse"
)

// seconds returns the length of a recording as a payload may have it.
func seconds(length float64) float64 {
	const shortest, longest = 1, 36000 // of the schema
	return min(max(math.Round(length), shortest), longest)
}

// attribute gives reactions of which the export only has the number to people of the conversation: first to others than the
// author, the person on the right last. Numbers beyond these are counted.
func (d *draft) attribute(me string) {
	var members []string
	for _, p := range d.conversation.People {
		if p.Key != me {
			members = append(members, p.Key)
		}
	}
	members = append(members, me)
	for i := range d.messages {
		m := &d.messages[i]
		for j := range m.reactions {
			r := &m.reactions[j]
			for _, key := range members {
				if len(r.By) < r.Count && key != m.from && !slices.Contains(r.By, key) {
					r.By = append(r.By, key)
					d.guess("Who reacted is partly a guess: the export only has the number.")
				}
			}
			if over := r.Count - len(r.By); over > 0 {
				d.left.add("reaction", over)
			}
		}
		m.reactions = slices.DeleteFunc(m.reactions, func(r parse.Reaction) bool { return len(r.By) == 0 })
	}
}

// leaveOutFailures counts marks of failure on messages of others than the person on the right, which no app has.
func (d *draft) leaveOutFailures(me string) {
	for i := range d.messages {
		if m := &d.messages[i]; m.failed && m.from != me {
			d.left.add("mark of failure", 1)
			m.failed = false
		}
	}
}

// sayYou names the person on the right "You" in the lines of Telegram, as the app does. Others have the words of their exports.
func (d *draft) sayYou(me parse.Person) {
	for i := range d.messages {
		m := &d.messages[i]
		if rest, ok := strings.CutPrefix(m.text, me.Name+" "); ok && m.event != nil && m.from == me.Key && d.format == "telegram" {
			m.text = "You " + rest
		}
	}
}

// author returns the id of the person whom a message is from. The export does not say who made some calls, and most lines of
// the app are about somebody whom only their words name.
func (d *draft) author(m said) string {
	if id, known := d.ids[m.from]; known {
		return id
	}
	if m.call != nil {
		return d.people[1].id
	}
	best, id := 0, d.people[0].id
	for _, p := range d.people {
		if rest, ok := strings.CutPrefix(m.text, p.Name); ok && len(p.Name) > best {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				best, id = len(p.Name), p.id
			}
		}
	}
	return id
}

// answers replaces the ids of answered messages by those of the payload, and counts answers to messages that are not in it.
func (d *draft) answers() {
	ids := map[string]string{}
	for i := range d.messages {
		m := &d.messages[i]
		if m.answers != "" {
			if m.answers = ids[m.answers]; m.answers == "" {
				d.left.add("answer to a message that is not imported", 1)
			}
		}
		if m.source != "" {
			ids[m.source] = messageID(i)
		}
	}
}

// messageID returns the id in the payload of a message, counted from 0.
func messageID(i int) string { return fmt.Sprintf("m%d", i+1) }

// talk returns what people did in a message, as fields of YAML.
func (d *draft) talk(m said) []string {
	var fields []string
	add := func(present bool, format string, values ...any) {
		if present {
			fields = append(fields, fmt.Sprintf(format, values...))
		}
	}
	if v := m.voice; v != nil {
		voice := fmt.Sprintf("voice: { durationSeconds: %g", seconds(v.Seconds))
		if words := cleanText(v.Words); words != "" {
			voice += ", transcript: " + quote(words)
		}
		fields = append(fields, voice+" }")
	}
	if m.thing != nil {
		fields = append(fields, thingField(m))
	}
	if c := m.call; c != nil {
		call := fmt.Sprintf("call: { kind: %s, outcome: %s", c.Kind, c.Outcome)
		if c.DurationSeconds > 0 {
			call += fmt.Sprintf(", durationSeconds: %g", math.Round(c.DurationSeconds))
		}
		fields = append(fields, call+" }")
	}
	if e := m.event; e != nil {
		event := "event: { kind: " + e.Kind
		if e.Who != "" {
			event += ", who: " + d.ids[e.Who]
		}
		if e.Name != "" {
			event += ", name: " + scalar(e.Name)
		}
		fields = append(fields, event+" }")
	}
	add(m.answers != "", "replyTo: %s", m.answers)
	add(m.edited, "edited: true")
	add(m.forwarded, "forwarded: true")
	add(m.failed, "failed: true")
	add(m.deleted, "deleted: true")
	add(len(m.reactions) > 0, "reactions: %s", d.reactionList(m.reactions))
	return fields
}

// reactionList returns reactions as a flow.
func (d *draft) reactionList(reactions []parse.Reaction) string {
	const most = 1000 // people, of the schema
	var list []string
	for _, r := range reactions {
		var ids []string
		for _, key := range r.By[:min(len(r.By), most)] {
			ids = append(ids, cmp.Or(d.ids[key], d.people[0].id))
		}
		list = append(list, fmt.Sprintf("{ emoji: %s, by: [%s] }", quote(r.Emoji), strings.Join(ids, ", ")))
	}
	return "[" + strings.Join(list, ", ") + "]"
}
