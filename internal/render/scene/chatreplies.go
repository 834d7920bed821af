package scene

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Answers to messages: what they quote, and the threads that apps make of them.

// Quote is the message that another one answers.
type Quote struct {
	ID        string
	Person    Person
	Own       bool          // it is the sender's
	Who       string        // its author's name, or the app's word for the sender
	Caption   string        // who answers whom, in the app's words
	Answering string        // the same while the sender types the answer
	NameColor template.CSS  // of its author in a group
	Text      string        // its text, or the app's word for what it holds
	Styled    template.HTML // the same, with what the app makes of formatted text
	Picture   template.URL  // its first picture
	Kind      string        // type of the message if it holds more than text; photo: pictures
	Emoji     string        // of a sticker that has no picture
	Time      string        // when it was sent
	Gone      bool          // it was deleted
	Held      bool          // Text is the app's word
	Voice     bool          // it is a recording
	Story     bool          // it is no message, but a story
}

// Replies are what an app says below a message about those that answer it.
type Replies struct {
	Count  int
	People []Person // who answered, in order, at most a few
	Says   string   // in the app's words
}

// quote returns what an answer shows of the message before.
func (b *builder) quote(p *schema.ChatProps, answer, m schema.ChatMessage) *Quote {
	author := b.person(b.user(p, m.UserID))
	q := &Quote{ID: m.ID, Person: author, Own: m.UserID == p.Sender.ID, Who: author.Name, NameColor: author.Avatar.Color, Text: m.Text}
	q.Time = clock(b.instant(m.Timestamp), p.TimeNotation)
	if q.Own {
		q.Who = cmp.Or(b.word("me", "{name}", author.Name), b.word("you"), author.Name)
	}
	q.Caption = b.replied(p, answer.UserID, m.UserID)
	q.Answering = b.wordBy("answering", q.Own, "{name}", author.Name, "{who}", author.Called)
	if m.Deleted && b.shows("deleted") && !b.becomes(m) {
		q.Text = b.wordBy("deleted", q.Own, "{who}", author.Called)
		q.Gone, q.Styled = true, b.rich(q.Text, text.Markup{})
		return q
	}
	q.Kind = m.Type
	switch {
	case m.Type == "voice":
		q.Voice, q.Text = true, b.word("voice")
	case m.Type == "call":
		q.Text = b.call(*m.Call, author.Name, q.Own, q.Time).Title
	case m.Type == "event":
		q.Text = b.event(p, m, unchanged, unchanged)
	case b.held(m) != "" && q.Text == "":
		q.Text = b.held(m)
	case q.Text == "" && len(m.Images) > 1:
		q.Text = b.word("photos", "{n}", strconv.Itoa(len(m.Images)))
	case q.Text == "":
		q.Text = b.word("photo")
	}
	styles := text.Markup{}
	if q.Held = q.Text != m.Text; !q.Held {
		styles = b.markup().Flat()
	}
	q.Styled = b.rich(q.Text, styles)
	if len(m.Images) > 0 {
		q.Kind, q.Picture = "photo", b.image(m.Images[0].Data)
	}
	if m.Type == "sticker" && m.Sticker.Image == "" {
		q.Emoji = m.Sticker.Emoji
	}
	if picture := heldPicture(m); picture != "" {
		q.Picture = b.image(picture)
	}
	return q
}

// replied says who answers a message, and whose it is. In a chat of two some apps name nobody who is known anyway.
func (b *builder) replied(p *schema.ChatProps, by, to string) string {
	name, own := "replied", by == p.Sender.ID
	if b.word("repliedDirect") != "" && !b.isGroup(p) && !(own && to == by) {
		name = "repliedDirect"
	}
	return b.wordBy(name, own, "{who}", b.subject(p, by), "{whom}", b.object(p, to, by))
}

// threadsOf lists the messages that others answer which are not deleted, where the app has threads.
func (b *builder) threadsOf(p *schema.ChatProps) map[string]bool {
	answered := map[string]bool{}
	for _, m := range p.Messages {
		if b.manifest.Options.Chat.Threads && m.ReplyTo != "" && b.knows(m) && b.shows("replyTo") && !m.Deleted {
			answered[m.ReplyTo] = true
		}
	}
	return answered
}

// join adds a message that has come to the thread of the one that it answers, and returns that one; -1 if it answers none, or
// the app has no threads.
func (b *builder) join(messages []timedMessage, i int) int {
	const mostFaces = 4
	answered := messages[i].answers
	if answered < 0 || !b.manifest.Options.Chat.Threads {
		return -1
	}
	thread := Replies{}
	if before := messages[answered].view.Replies; before != nil {
		thread = *before
	}
	author := messages[i].view.Person
	thread.Count++
	if known := func(p Person) bool { return p.Name == author.Name }; len(thread.People) < mostFaces && !slices.ContainsFunc(thread.People, known) {
		thread.People = append(slices.Clip(thread.People), author)
	}
	messages[answered].view.Replies = b.counted(thread)
	return answered
}

// part takes a message that was deleted out of the thread that it had joined, and returns the message that it answered; -1 if
// it was in none.
func (b *builder) part(messages []timedMessage, i int) int {
	answered := messages[i].answers
	if answered < 0 || messages[answered].view.Replies == nil {
		return -1
	}
	messages[i].answers = -1
	thread := *messages[answered].view.Replies
	thread.Count--
	messages[answered].view.Replies = b.counted(thread)
	return answered
}

// counted says in the app's words how many messages a thread has; nil: none.
func (b *builder) counted(thread Replies) *Replies {
	switch thread.Count {
	case 0:
		return nil
	case 1:
		thread.Says = b.word("reply", "{n}", "1")
	default:
		thread.Says = b.word("replies", "{n}", strconv.Itoa(thread.Count))
	}
	return &thread
}
