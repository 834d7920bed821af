package scene

import (
	"fmt"
	"strings"
	"time"

	"mockup/internal/schema"
)

// What the app says of the other person: online, or when this person was there last; and, in pictures, that somebody types.
//
// Fields of the manifest: presence, lastSeen and typing.

// Presence is what the app says of the first receiver.
type Presence struct {
	Online bool
	Says   string // in the app's words; empty: nothing
	Given  bool   // the payload says it
}

// presenceOf returns what the app says of somebody, given one of the states of the interface.
func (b *builder) presenceOf(state string, lastSeen time.Time, notation string) Presence {
	says := Presence{Given: state != "" && state != "typing"}
	if !b.shows("presence") || !says.Given {
		says.Given = false
		if says.Online = b.manifest.Options.Chat.Online; says.Online {
			says.Says = b.word("online")
		}
		return says
	}
	switch {
	case state == "online":
		says.Online, says.Says = true, b.word("online")
	case state == "offline" && !lastSeen.IsZero() && b.shows("lastSeen"):
		at := b.moment(b.manifest.Options.Chat.Seen, lastSeen, notation)
		says.Says = b.word("lastSeen", "{seen}", strings.ReplaceAll(at, "{ago}", agoShort(b.now.Sub(lastSeen))))
	case state == "offline":
		says.Says = b.word("offline")
	}
	return says
}

// Quiet reports whether the payload has the app say nothing of the receiver.
func (c *Chat) Quiet() bool {
	return !c.Group && c.Typing == nil && c.Presence.Given && c.Presence.Says == ""
}

// userPresence is what the app says of a receiver, as the payload gives it. Of the members of a group it says nothing.
func (b *builder) userPresence(p *schema.ChatProps, u schema.ChatUser) Presence {
	if b.isGroup(p) {
		return b.presenceOf("", time.Time{}, "")
	}
	return b.presenceOf(u.Presence, b.lastSeen(u), p.TimeNotation)
}

// lastSeen is when a receiver was last there; the zero time if the payload does not say it.
func (b *builder) lastSeen(u schema.ChatUser) time.Time {
	if u.LastSeen == "" {
		return time.Time{}
	}
	return b.instant(u.LastSeen)
}

// agoShort writes how long ago something was, at least a minute: 5m, 2h or 3d.
func agoShort(since time.Duration) string {
	switch minutes := max(1, int(since.Minutes())); {
	case minutes < 60:
		return fmt.Sprintf("%dm", minutes)
	case minutes < 24*60:
		return fmt.Sprintf("%dh", minutes/60)
	default:
		return fmt.Sprintf("%dd", minutes/24/60)
	}
}

// typist returns the receiver who is typing in a picture; nil: nobody is, or the app does not say so.
func (b *builder) typist(p *schema.ChatProps) *schema.ChatUser {
	if b.payload.RenderKind == schema.Video || !b.shows("typing") {
		return nil
	}
	others := p.Receivers
	if !b.isGroup(p) {
		others = others[:1]
	}
	for i := range others {
		if others[i].Presence == "typing" {
			return &others[i]
		}
	}
	return nil
}

// typingRow adds the sign that somebody types to the end of some messages, where the app has it in the list. What is added
// only stands for it: its row is a sign, not a message.
func (b *builder) typingRow(messages []timedMessage, typist *schema.ChatUser) []timedMessage {
	if typist == nil || !b.typingShows("bubble") {
		return messages
	}
	sign := timedMessage{view: Message{Person: b.person(*typist)}, user: typist.ID, at: b.now, index: -1, answers: -1}
	sign.view.NameColor = sign.view.Person.Avatar.Color
	if n := len(messages); n > 0 {
		sign.at = messages[n-1].at
	}
	return append(messages[:len(messages):len(messages)], sign)
}
