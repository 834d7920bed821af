package scene

import (
	"cmp"
	"strconv"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Marks of messages: the star of one that is kept, the sign that one could not be sent, the line above those that are unread,
// and the story that one answers.
//
// Fields of the manifest: starred, failed, unread and replyToStory.

// UnreadRow is the line above messages that are unread.
type UnreadRow struct {
	Says string // in the app's words
}

// mark adds its marks to a message. That it could not be sent is a change, which may come later in a video.
func (b *builder) mark(p *schema.ChatProps, m schema.ChatMessage, view *Message) {
	view.Starred = m.Starred && b.shows("starred")
	if view.Out && m.Failed && b.shows("failed") {
		view.Status, view.Reached = "", ""
	}
	if m.ReplyToStory != "" && b.shows("replyToStory") {
		view.Quote = b.storyQuote(p, m)
	}
}

// fail makes a message one that could not be sent, if it is one.
func (b *builder) fail(m schema.ChatMessage, view *Message) {
	if view.Out && m.Failed && b.shows("failed") {
		view.Failed = true
	}
}

// storyQuote returns what an answer shows of a story: the sender answers one of the first receiver, and others answer the
// sender's.
func (b *builder) storyQuote(p *schema.ChatProps, m schema.ChatMessage) *Quote {
	out := m.UserID == p.Sender.ID
	author := p.Sender
	if out {
		author = p.Receivers[0]
	}
	person := b.person(author)
	q := &Quote{ID: m.ID, Person: person, Own: !out, Who: person.Name, NameColor: person.Avatar.Color, Story: true, Kind: "photo", Picture: b.image(m.ReplyToStory)}
	if q.Own {
		q.Who = cmp.Or(b.word("me", "{name}", person.Name), b.word("you"), person.Name)
	}
	q.Who = b.word("storyBy", "{name}", q.Who)
	names := []string{"{who}", b.subject(p, m.UserID), "{whom}", b.object(p, author.ID, m.UserID)}
	q.Text, q.Caption = b.word("story", names...), b.wordBy("repliedStory", out, names...)
	q.Styled = b.rich(q.Text, text.Markup{})
	return q
}

// unreadRow is the line above a message with which the unread ones begin; nil: it is none of them, or the app has no such
// line. Messages are those that are there.
func (b *builder) unreadRow(p *schema.ChatProps, messages []timedMessage, i int) *UnreadRow {
	if !b.shows("unread") || messages[i].index < 0 || !p.Messages[messages[i].index].Unread || i > 0 && messages[i-1].index == messages[i].index {
		return nil
	}
	count := messages[i].unread
	if count == 1 {
		return &UnreadRow{Says: b.word("unreadOne", "{n}", "1")}
	}
	return &UnreadRow{Says: b.word("unread", "{n}", strconv.Itoa(count))}
}

// countUnread counts, for each message with which unread ones begin, the received messages from there on.
func (b *builder) countUnread(messages []timedMessage) {
	count := 0
	for i := len(messages) - 1; i >= 0; i-- {
		if view := messages[i].view; !view.Out && !view.Event && !messages[i].more {
			count++
		}
		messages[i].unread = max(1, count)
	}
}
