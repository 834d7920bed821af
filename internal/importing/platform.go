package importing

import (
	"fmt"
	"slices"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// choosePlatform decides on the app.
func (d *draft) choosePlatform() error {
	d.platform = d.opts.Platform
	if d.platform == "" {
		d.platform = d.conversation.Platform
	}
	if d.platform == "" {
		d.platform = "whatsapp"
		d.guess("The platform is a guess: a script does not say it.")
	}
	platforms := append(schema.Platforms(schema.Chats), schema.Platforms(schema.AI)...)
	if !slices.Contains(platforms, d.platform) { // named by a script
		return fmt.Errorf("the script says platform: %s, which is no platform of chats or ai; allowed: %s%s", wording.Quote(d.platform), wording.List(platforms), wording.DidYouMean(d.platform, platforms))
	}
	return nil
}

// isAI reports whether the payload is a conversation with an assistant.
func (d *draft) isAI() bool { return slices.Contains(schema.Platforms(schema.AI), d.platform) }

// shows reports whether the app shows a field of messages that only some apps show.
func (d *draft) shows(field string) bool {
	kind := schema.Chats
	if d.isAI() {
		kind = schema.AI
	}
	return schema.Shows(kind, d.platform, field)
}

// leaveOutThings removes and counts what messages hold and the app does not show. An animation becomes a picture there, and a text
// below something else stands alone.
func (d *draft) leaveOutThings() {
	for i := range d.messages {
		s := &d.messages[i]
		switch {
		case s.thing == nil || d.shows(s.kind()):
		case s.thing.Kind == parse.GIF && !d.isAI():
			s.thing = nil
		case s.text != "":
			d.left.add(string(s.thing.Kind), 1)
			s.thing, s.pictures = nil, nil
		}
	}
}

// leaveOut removes and counts what the app does not show.
func (d *draft) leaveOut() {
	d.leaveOutThings()
	answered := map[string]bool{} // what answers to it show is left of a deleted message
	for _, s := range d.messages {
		answered[s.answers] = true
	}
	d.messages = slices.DeleteFunc(d.messages, func(s said) bool {
		name := ""
		switch {
		case s.event != nil && (!d.shows("event") || s.event.Kind == "screenshot" && !d.shows("screenshot")):
			name = "line of the app"
		case s.call != nil && !d.shows("call"):
			name = "call"
		case s.deleted && (!d.shows("deleted") || schema.LeavesNothing(d.platform) && !answered[s.source]):
			name = "deleted message"
		case s.voice != nil && !d.shows("voice"):
			name = string(parse.Voice)
		case s.thing != nil && !d.shows(s.kind()):
			name = string(s.thing.Kind)
		default:
			return false
		}
		d.left.add(name, 1)
		return true
	})
	for i := range d.messages {
		d.leaveOutMarks(&d.messages[i])
	}
}

// leaveOutMarks removes and counts the marks of a message that the app does not show, or not on a message of this kind.
func (d *draft) leaveOutMarks(s *said) {
	drawn := func(field string) bool {
		plain := s.event == nil && !s.deleted
		return plain && d.shows(field) && (s.call == nil || field == "reactions")
	}
	for _, mark := range []struct {
		field, name string
		present     bool
		remove      func()
	}{
		{"replyTo", "mark of an answer to another message", s.answers != "", func() { s.answers = "" }},
		{"edited", "mark of an edit", s.edited, func() { s.edited = false }},
		{"forwarded", "mark of forwarding", s.forwarded, func() { s.forwarded = false }},
	} {
		if mark.present && !drawn(mark.field) {
			d.left.add(mark.name, 1)
			mark.remove()
		}
	}
	if s.failed && !drawn("failed") {
		d.left.add("mark of failure", 1)
		s.failed = false
	}
	if !drawn("reactions") {
		for _, r := range s.reactions {
			d.left.add("reaction", max(1, r.Count))
		}
		s.reactions = nil
	}
}
