package scene

import (
	"html"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"mockup/internal/pattern"
	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// Message is one bubble or line.
type Message struct {
	ID        string
	Out       bool // of the sender, on the right
	First     bool // first of a run by the same person
	Last      bool // last of the run
	Person    Person
	ShowName  bool
	NameColor template.CSS
	Text      template.HTML
	Plain     string
	Emoji     int  // number of emoji when the text is nothing else and the app shows them large, else 0
	Over      bool // the next message of the run is such emoji, which have no bubble
	Under     bool // the one before is
	Pictures  []Picture
	Album     *Album   // how the pictures stand together; nil where each stands by itself
	Time      string   // "9:07 PM"
	Stamp     string   // the time as option stamp says, with the day where that was not today
	Status    string   // sent, delivered, read or empty
	Reached   string   // the state that is reached in the end, which takes the most room; of a still, Status
	TimeAt    bool     // the time is written with this message, as option times says
	StatusAt  bool     // the state is written under this message, as option receipts says
	Readers   []Avatar // of those who have read up to this message, as option readers says
	Seen      string   // when it was read, as far as the payload says: its time, or its day when that was not today

	Said      bool   // it has a text, or nothing else
	Event     bool   // no message, but a line of the app, which Plain and Text say
	EventKind string // what the line is about: a kind of event, "call" or "deleted"
	Deleted   string // what the app leaves of a deleted message, as option deleted says; empty: it is not deleted
	Deletes   bool   // in a video: it is deleted right after this, or is now
	Edited    bool
	Starred   bool
	Unsent    bool     // in a video: somebody types, and sends nothing
	Failed    bool     // it could not be sent
	Forwarded string   // what the app says of a forwarded message; empty: it is not forwarded
	Quote     *Quote   // nil: it answers no other one
	Replies   *Replies // nil: no other one answers it, or the app has no threads
	Reactions []ReactionMark
	Reacts    bool   // in a video: reactions to it come later, or votes
	Reacted   int    // how many people put an emoji on it; 0 where one alone did
	Voice     *Voice // nil: it is no recording
	Call      *Call  // nil: it is no call

	Kind    string       // the payload's type of a message that is none of text, image, mixed, voice, call and event; else empty
	Preview *Preview     // of a page that the text names; nil: none, or the app has none
	File    *File        // nil: it is no file
	Sticker *Sticker     // nil: it is no sticker
	Place   *Place       // nil: it is no location
	Card    *ContactCard // nil: it is no contact
	Poll    *ChatPoll    // nil: it is no poll
}

// pictured reports whether a message is pictures or a sticker, without words.
func (m *Message) pictured() bool {
	return m.Plain == "" && (len(m.Pictures) > 0 || m.Sticker != nil)
}

// Picture is an image inside a message.
type Picture struct {
	Image   template.URL
	Caption template.HTML
	Name    string
	Box     Box   // in an album
	More    int   // what the picture says with "+3": pictures that are not shown
	Clip    *Clip // nil: it is a picture and nothing else
}

// timedMessage is a message of the payload with its time and the part of its view that does not depend on its neighbours.
type timedMessage struct {
	view    Message
	user    string
	at      time.Time // not before the messages above, so that dates do not run backwards
	stamped time.Time // its own time, on the day of at
	more    bool      // further pictures of the message before: in a video they follow at once

	index     int             // of the message in the payload, which may be shown in several parts
	narration schema.AudioRef // of the message, which is heard with its last part
	timing    *schema.Timing  // of this part, as the payload gives it; nil: not at all
	typos     []storyboard.Typo
	retype    string // what is typed first, and deleted again

	answers   int               // the last part of the message that it answers; -1: it answers none
	reactions []schema.Reaction // that the app shows
	changes   bool              // in a video it becomes edited, deleted or failed once it has been there for a while
	votes     time.Duration     // in which votes for its poll come in
	voters    []comingVoter     // of these votes those that have names, in order of time
	unread    int               // received messages from this one on
}

// chatMessages prepares the messages.
func (b *builder) chatMessages(p *schema.ChatProps) []timedMessage {
	markup := b.chatMarkup(p)
	b.threads = b.threadsOf(p)
	messages := make([]timedMessage, 0, len(p.Messages))
	earlier := make(map[string]*schema.ChatMessage, len(p.Messages))
	places := make(map[string]int, len(p.Messages)) // of the last parts by their ids
	var newest time.Time
	for index, m := range p.Messages {
		if !b.knows(m) {
			continue
		}
		at := b.instant(m.Timestamp)
		if at.After(newest) {
			newest = at
		}
		parts := b.parts(m)
		for i, part := range parts {
			message := timedMessage{
				view: b.message(p, part, onDay(at, newest), markup), user: m.UserID, at: newest, stamped: onDay(at, newest), more: i > 0 && len(part.Images) > 0,
				index: index, answers: -1, timing: m.Timing.Part(i, len(parts)),
			}
			if i < len(parts)-1 {
				part.Reactions, part.Narration = nil, "" // they stand on the last part
			}
			if i > 0 {
				part.ReplyTo, part.Forwarded = "", false // these stand on the first
			}
			message.narration = part.Narration
			b.talk(p, part, &message, earlier)
			if to, there := places[part.ReplyTo]; there && message.view.Quote != nil {
				message.answers = to
			}
			if message.view.Unsent || !message.view.gone() {
				places[m.ID] = len(messages)
				messages = append(messages, message)
			}
		}
		earlier[m.ID] = &p.Messages[index]
	}
	b.countUnread(messages)
	return messages
}

func (b *builder) message(p *schema.ChatProps, m schema.ChatMessage, at time.Time, markup text.Markup) Message {
	out := m.UserID == p.Sender.ID
	user := p.Sender
	if i, ok := b.members[m.UserID]; ok && !out {
		user = p.Receivers[i]
	}
	message := Message{
		ID: m.ID, Out: out, Person: b.person(user), Time: clock(at, p.TimeNotation),
	}
	b.tellDay(&message, at, p.TimeNotation)
	if out && b.shows("status") {
		message.Status = b.knownState(m.Status)
		message.Reached = message.Status
	}
	message.NameColor = message.Person.Avatar.Color
	if m.Type == "text" || m.Type == "mixed" || captioned(m.Type) {
		message.Plain = m.Text
		message.Text = b.rich(m.Text, markup)
	}
	if m.Type == "image" || m.Type == "mixed" {
		b.pictures(&message, m.Images, markup)
	}
	message.Said = message.Plain != "" || len(message.Pictures) == 0 && (m.Type == "text" || m.Type == "mixed" || m.Type == "image")
	b.hold(p, m, &message, markup)
	if len(message.Pictures) == 0 && message.Preview == nil && message.Kind == "" {
		message.Emoji = b.largeEmoji(message.Plain)
	}
	return message
}

// markPattern finds the marked parts of a text, and tagPattern all its tags.
var (
	markPattern = pattern.Lazy(`<a class="([^"]*)">([^<]*)</a>`)
	tagPattern  = pattern.Lazy(`<[^>]*>`)
)

// EndsFromRight reports whether the last line of the text, as its author broke it, runs from right to left. Names and addresses in letters
// from the left decide nothing where others follow; the page has the same rule (templates/base/direction.js).
func (m Message) EndsFromRight() bool {
	text := strings.TrimRightFunc(string(m.Text), unicode.IsSpace)
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if !strings.ContainsFunc(line, fromRight) {
		return false
	}
	words := markPattern().ReplaceAllStringFunc(line, func(mark string) string {
		if part := markPattern().FindStringSubmatch(mark); !strings.HasSuffix(part[1], "tag") && !strings.ContainsFunc(part[2], fromRight) {
			return ""
		}
		return mark
	})
	words = html.UnescapeString(tagPattern().ReplaceAllString(words, ""))
	first := strings.IndexFunc(words, hasDirection)
	if first < 0 {
		return false
	}
	letter, _ := utf8.DecodeRuneInString(words[first:])
	return fromRight(letter)
}

// tellDay sets the words of a message that say its day, seen from now.
func (b *builder) tellDay(m *Message, at time.Time, notation string) {
	m.Stamp, m.Seen = b.moment(b.manifest.Options.Chat.Stamp, at, notation), m.Time
	if !sameDay(at, b.now) {
		m.Seen = b.moment(b.manifest.Options.Chat.Divider, at, notation)
	}
}

// largeEmoji returns how many emoji a text consists of that the app shows large, else 0.
func (b *builder) largeEmoji(plain string) int {
	o := b.manifest.Options.Chat
	if o.EmojiMost > 0 && len(utf16.Encode([]rune(plain))) > o.EmojiMost {
		return 0
	}
	count := text.EmojiCount(plain)
	if o.EmojiCount > 0 && count > o.EmojiCount {
		return 0
	}
	return count
}

// drawn writes a name with the app's emoticons, and nothing for an app that has none.
func (b *builder) drawn(name string) template.HTML {
	if len(b.emoticons) == 0 {
		return ""
	}
	return text.Rich(name, text.Markup{Emoticons: b.emoticons})
}

// chatMarkup is what the platform makes of texts, with the people of this conversation as mentions.
func (b *builder) chatMarkup(p *schema.ChatProps) text.Markup {
	m := b.markup()
	m.Emoticons = b.emoticons
	m.Self, m.Everybody = p.Sender.Name, b.manifest.Options.Text.Everybody
	anybody := b.isChannel(p) // the payload names few of those who are in a channel
	m.People, m.Mentions = m.People && !anybody && (m.Mentions || b.isGroup(p)), m.Mentions && (anybody || !m.People)
	names := append([]string{p.Sender.Name}, m.Everybody...)
	for _, receiver := range p.Receivers {
		names = append(names, receiver.Name)
	}
	if m.People { // people write "@Mia" of Mia Berg
		for _, name := range slices.Clone(names) {
			first, _, _ := strings.Cut(name, " ")
			names = append(names, first)
		}
	}
	m.Names = text.NewNames(names)
	return m
}
