package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"mockup/internal/wording"
)

// talk applies the rules about what people do in a conversation beside texts and pictures. Earlier has the ids of the messages
// before this one, and people those of the users.
func (c *checker) talk(m *node, platform string, earlier, people map[string]bool) {
	kind, _ := m.get("type").str()
	for _, name := range []string{"voice", "call", "event", "file", "sticker", "gif", "video", "location", "contact", "poll"} {
		if kind == name {
			c.requires(m, name, "for a message of the type "+name)
			if !Shows(Chats, platform, name) {
				c.ignored(m.get("type"), "%s has no messages of the type %s; this one is left out", platform, name)
			}
			continue
		}
		c.ignored(m.get(name), "has no effect on a message of the type %s", kind)
	}
	for _, name := range []string{"replyTo", "reactions", "edited", "forwarded", "deleted"} {
		switch field := m.get(name); {
		case field == nil:
		case kind == "typing" || name != "deleted" && (kind == "event" || kind == "call" && name != "reactions"):
			c.ignored(field, "has no effect on a message of the type %s", kind)
		case m.get("deleted").isTrue() && name != "deleted" && !c.changes(m):
			c.ignored(field, "has no effect on a message that was deleted")
		case field.kind != kindBool || field.isTrue():
			c.notShown(field, Chats, platform, name)
		}
	}
	c.replyTo(m, earlier)
	c.marks(m, platform)
	for _, r := range m.get("reactions").items() {
		c.emoji(r.get("emoji"))
		for _, by := range r.get("by").items() {
			c.resolves(by, people, "user of this conversation")
		}
	}
	c.callLength(m.get("call"))
	c.event(m, platform, people)
	c.kinds(m, platform, people)
}

// emoji warns about a text in the place of an emoji.
func (c *checker) emoji(n *node) {
	if text, ok := n.str(); ok && text != "" && !isEmoji(text) {
		c.warn(n, CodeFormat, "%s is not one emoji, and drawn as it is; write one like 👍", wording.Quote(text))
	}
}

// isEmoji reports whether a text is a single emoji, or another symbol that fonts may draw as one. The range has emoji that Unicode may add.
func isEmoji(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	symbol := first > unicode.MaxASCII && (unicode.IsSymbol(first) || first >= 0x1F000 && first <= 0x1FAFF || strings.ContainsRune(text, '\uFE0F'))
	keycap := strings.ContainsRune(text, '\u20E3')
	return (symbol || keycap) && uniseg.GraphemeClusterCount(text) == 1
}

// deletedMessages warns about deleted messages that are never seen, since nothing is left of them.
func (c *checker) deletedMessages(messages []*node, platform string) {
	app, _ := appOf(Chats, platform)
	answered := map[string]bool{} // the ids of messages that have threads
	for _, m := range messages {
		if id, ok := m.get("replyTo").str(); ok && app.threads && !m.get("deleted").isTrue() {
			answered[id] = true
		}
	}
	for _, m := range messages {
		deleted := m.get("deleted")
		id, _ := m.get("id").str()
		switch kind, _ := m.get("type").str(); {
		case !deleted.isTrue() || kind == "typing" || c.changes(m):
		case kind == "event":
			c.ignored(deleted, "nothing is left of a line of the app that is deleted; this one is not drawn")
		case app.leavesNothing && !answered[id]:
			c.ignored(deleted, "%s leaves nothing of a deleted message; this one is not drawn", platform)
		}
	}
}

// changes reports whether a message of a video is there before it is deleted.
func (c *checker) changes(m *node) bool {
	return c.root.get("renderKind").is(string(Video)) && m.get("timing").get("change") != nil
}

func (c *checker) replyTo(m *node, earlier map[string]bool) {
	reply := m.get("replyTo")
	id, ok := reply.str()
	switch {
	case !ok || earlier[id]:
	case m.get("id").is(id):
		c.at(reply, CodeReference, "a message cannot answer itself; name an earlier one")
	case !c.over(reply.pos) && slices.ContainsFunc(c.root.get("props").get("messages").items(), func(m *node) bool { return m.get("id").is(id) }):
		c.at(reply, CodeReference, "the message %s comes later; name an earlier one", wording.Quote(id))
	default:
		c.resolves(reply, earlier, "earlier message")
	}
}

func (c *checker) callLength(call *node) {
	if outcome, ok := call.get("outcome").str(); ok && outcome != "ended" {
		c.ignored(call.get("durationSeconds"), "has no effect on a call that was %s", outcome)
	}
}

func (c *checker) event(m *node, platform string, people map[string]bool) {
	event := m.get("event")
	c.resolves(event.get("who"), people, "user of this conversation")
	kind, ok := event.get("kind").str()
	if !ok || event == nil {
		return
	}
	switch kind {
	case "added", "removed":
		c.requires(event, "who", "for an event of the kind "+kind)
	case "renamed":
		c.requires(event, "name", "for an event of the kind renamed")
		c.blank(event.get("name"))
	case "screenshot":
		if reason := c.noEffect(Chats, platform, kind); reason != "" {
			c.ignored(event.get("kind"), "%s; an event of the kind text draws a line of your own", reason)
		}
	case "text":
		c.requires(m, "text", "for an event of the kind text")
		c.blank(m.get("text"))
	}
	if kind != "added" && kind != "removed" {
		c.ignored(event.get("who"), "has no effect on an event of the kind %s", kind)
	}
	if kind != "renamed" {
		c.ignored(event.get("name"), "has no effect on an event of the kind %s", kind)
	}
	if kind != "text" {
		c.ignored(m.get("text"), "has no effect on an event of the kind %s, which has the app's words", kind)
	}
}
