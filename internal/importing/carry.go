package importing

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
)

// said is a message as a payload carries it. People are the keys of the export.
type said struct {
	source   string // id of the message in the export
	from     string // empty where the export does not say
	time     time.Time
	text     string
	pictures []*picture
	status   string

	voice     *parse.Attachment
	thing     *parse.Attachment // a file, sticker, animation, video, place, contact or poll
	call      *schema.Call
	event     *schema.ChatEvent
	answers   string // id in the export of the message that is answered; in the end, that in the payload
	reactions []parse.Reaction
	edited    bool
	forwarded bool
	deleted   bool
	failed    bool
}

// picture is an image of a message or a face.
type picture struct {
	source parse.Attachment
	face   []byte // an invented face, in place of the source
	path   string // in the payload, relative to its file
	mime   string
	bytes  int64
}

// kind returns the type of the message in the payload.
func (s *said) kind() string {
	switch {
	case s.event != nil:
		return "event"
	case s.call != nil:
		return "call"
	case s.voice != nil:
		return "voice"
	case s.thing != nil:
		return thingType(s.thing.Kind)
	case len(s.pictures) > 0 && s.text != "":
		return "mixed"
	case len(s.pictures) > 0:
		return "image"
	}
	return "text"
}

// isEmpty reports whether nothing is left of a message that held something.
func (s *said) isEmpty() bool { return s.kind() == "text" && s.text == "" }

// dropLost removes a thing whose picture cannot be drawn. What is left is the text below it.
func (s *said) dropLost() {
	if s.thing != nil && pictureOf(s.thing) != nil && len(s.pictures) == 0 {
		s.thing = nil
	}
}

// carry takes over what a payload can hold of a message, whatever the app, and counts the rest. A text stands below a file, a
// video or an animation, as in the app. Another recording, place or the like beside a text or pictures becomes a message of its own.
func (d *draft) carry(m parse.Message) {
	s := said{
		source: m.ID, from: m.From, time: m.Time, text: cleanText(m.Text), status: m.Status,
		answers: m.ReplyTo, edited: m.Edited, forwarded: m.Forwarded, deleted: m.Deleted, failed: m.Failed,
	}
	s.reactions = d.reactions(m.Reactions)
	var further []said
	switch m.Kind {
	case parse.Event:
		s.event, s.text = d.event(m), cleanText(m.Text)
		if s.event.Kind != "text" {
			s.text = ""
		} else if s.text == "" {
			d.left.add("line of the app", 1)
			return
		}
	case parse.Call:
		s.call = call(m)
		if s.text != "" {
			d.left.add("text beside a call", 1)
			s.text = ""
		}
	default:
		further = d.attached(&s, m.Attached)
	}
	for name, present := range map[string]bool{"pin": m.Pinned, "text without its bold, italic and the like": m.Formatted} {
		if present {
			d.left.add(name, 1)
		}
	}
	if s.deleted && s.isEmpty() && len(further) == 0 {
		s.text = deletedText
	}
	if len(further) > 0 && (s.isEmpty() || s.kind() == "text" && further[0].takesText()) { // the message is the first of these
		s.voice, s.thing, s.pictures, further = further[0].voice, further[0].thing, further[0].pictures, further[1:]
	}
	switch {
	case !s.isEmpty():
		d.messages = append(append(d.messages, s), further...)
	case len(m.Attached) == 0: // else its attachments have been counted
		d.left.add("message that is empty in the export", 1)
	}
}

// deletedText is the text of a deleted message, of which an export has none: a payload needs one, which no app shows then.
const deletedText = "This message was deleted"

// attached takes over pictures, returns what becomes a message of its own, and counts the rest.
func (d *draft) attached(s *said, files []parse.Attachment) (further []said) {
	for _, a := range files {
		own := said{from: s.from, time: s.time, status: s.status, deleted: s.deleted, failed: s.failed}
		switch {
		case a.Kind == parse.Voice:
			own.voice = &a
			further = append(further, own)
		case isThing(&a):
			own.thing = &a
			if p := pictureOf(&a); p != nil {
				own.pictures = []*picture{p}
			}
			further = append(further, own)
		case a.Kind == parse.Video || a.Kind == parse.GIF && a.Path != "":
			d.left.add(string(a.Kind)+" of which the export has no picture", 1)
		case a.Kind != parse.Picture && a.Kind != parse.GIF:
			d.left.add(string(a.Kind), 1)
		case a.Path == "" && a.Link != "":
			d.left.add("picture that the export only links to", 1)
		case a.Path == "":
			d.left.add(string(a.Kind)+" that the export does not hold", 1)
		default:
			s.pictures = append(s.pictures, &picture{source: a})
		}
	}
	return further
}

// call returns a call as a payload has it.
func call(m parse.Message) *schema.Call {
	const longest = 360000 // seconds, of the schema
	c := &schema.Call{Kind: "voice", Outcome: "ended"}
	if m.Video {
		c.Kind = "video"
	}
	switch {
	case m.Missed:
		c.Outcome = "missed"
	case m.Declined:
		c.Outcome = "declined"
	default:
		c.DurationSeconds = min(max(0, m.Seconds), longest)
	}
	return c
}

// event returns a line of the app as a payload has it: as what happened where the export says so and knows who did it, else
// as its words.
func (d *draft) event(m parse.Message) *schema.ChatEvent {
	e := &schema.ChatEvent{Kind: string(m.Change.Kind), Name: cleanText(m.Change.Name)}
	known := true
	if m.Change.Whom != "" {
		e.Who, known = d.whom(m.Change.Whom)
	}
	_, byKnown := d.whom(m.From)
	if e.Kind == "" || !known || !byKnown || m.Change.Kind == parse.Renamed && e.Name == "" {
		return &schema.ChatEvent{Kind: "text"}
	}
	return e
}

// whom returns the key of a person who is named by a key or a name. ok is false if nobody or several people are meant.
func (d *draft) whom(name string) (key string, ok bool) {
	people := d.conversation.People
	if slices.ContainsFunc(people, func(p parse.Person) bool { return p.Key == name }) {
		return name, true
	}
	for _, p := range people {
		if p.Name == name {
			if ok {
				return "", false
			}
			key, ok = p.Key, true
		}
	}
	return key, ok
}

// mostReactions bounds how often an emoji was chosen, as far as a damaged export is believed.
const mostReactions = 1_000_000

// reactions returns the reactions to a message, each emoji once and each person once for it, and counts those that are no
// emoji.
func (d *draft) reactions(given []parse.Reaction) []parse.Reaction {
	const most = 20 // of the schema
	var found []parse.Reaction
	for _, r := range given {
		emoji, ok := parse.OneEmoji(r.Emoji)
		i := slices.IndexFunc(found, func(f parse.Reaction) bool { return f.Emoji == emoji })
		switch {
		case !ok || i < 0 && len(found) == most:
			d.left.add("reaction without an emoji of Unicode", min(max(1, r.Count), mostReactions))
			continue
		case i < 0:
			i, found = len(found), append(found, parse.Reaction{Emoji: emoji})
		}
		found[i].Count += max(0, min(r.Count, mostReactions)-len(r.By)) // of whom the export does not say who they are
		for _, key := range r.By {
			if key != "" && !slices.Contains(found[i].By, key) {
				found[i].By = append(found[i].By, key)
				found[i].Count++
			}
		}
	}
	return found
}

// cleanText drops control characters, which no app shows.
func cleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}
