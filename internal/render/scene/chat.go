package scene

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// Chat is the view of a conversation. templates.ChatOptions are its options.
//
// Fields of the manifest: darkMode, groups (else only the first receiver is shown), bubbles, which can
// float, and by their names in the payload status, caption, username, verified, joinedDate, seal, headline, bubbleColor and customTheme. Those of
// what people do are in chattalk.go.
type Chat struct {
	Group      bool
	Channel    bool          // a group that is a channel, as option channels says
	Floating   bool          // header and composer float over the list
	Lifts      bool          // the messages float (see View.Lift), each with a ground of its own
	Title      string        // in the header: the receiver, the user name or the group
	Drawn      template.HTML // the title with the app's emoticons; empty for an app that has none
	PushName   string        // whatsapp: the name below a user name
	Members    string        // of a group, comma separated, "You" last
	Company    string        // of a group, without the sender: "Ann and Ben", "Ann, Ben, and 3 more."
	Count      int           // members of a group, the sender included
	Others     int           // members of a group beside the sender
	Avatar     Avatar
	Faces      []Avatar // of a group's first members, at most four
	Sender     Person
	Receiver   Person // the first receiver
	Presence   Presence
	Typing     *Person // who is typing in a picture; nil: nobody is
	Presences  bool    // in a video, what the app says of the receiver changes
	Banner     bool    // in a video, a notification slides in
	Header     bool
	Footer     bool
	Dark       bool     // the dark look
	Opening    *DateRow // the first divider, for an app that puts it into the beginning, as option opening says
	Rows       []ChatRow
	Video      bool // the rows come one by one, as items of a storyboard
	Wallpaper  Wallpaper
	Ground     string            // what the payload lays behind the messages: "papered", "washed", "dim", "bright"; else empty
	Secondary  template.CSS      // colour of secondary text; empty: the platform's
	GreenBlue  string            // imessage: "blue" or "green"
	Theme      *ChatTheme        // custom only
	LastStatus string            // delivery state of the newest sent message
	Heard      *Message          // the newest received message; nil before the first, and in videos
	Began      string            // day of the first message, "4/24/26"; empty if there is none
	Words      map[string]string // that the app says about what people do, without names in them
	Scroll     string            // the end of the conversation that is in view, start or end; a row may be instead
}

// Person is somebody in a conversation.
type Person struct {
	Name     string
	Called   string        // the name as the app writes it in the conversation
	Drawn    template.HTML // the name with the app's emoticons; empty for an app that has none
	Username string        // without "@"; made from the name when the payload has none
	Verified bool
	Headline string // linkedin: the line below the name
	Joined   string // "March 2021"; made up, the same for the same person, when the payload has none
	Avatar   Avatar
}

// Wallpaper is what lies behind the messages. Default keeps the theme's own.
type Wallpaper struct {
	Default bool
	Image   template.URL
	Color   template.CSS
}

// ChatTheme carries the colours of the custom platform.
type ChatTheme struct {
	Background                 template.CSS
	Image                      template.URL
	SenderBack, SenderText     template.CSS
	ReceiverBack, ReceiverText template.CSS
	FontSize                   string // small, medium, large, xl
}

// ChatRow is a line of the list: a date divider, the line above unread messages, a message, or, in videos, the sign that somebody is typing.
type ChatRow struct {
	Date    *DateRow
	Unread  *UnreadRow
	Message *Message
	Typing  *Message // holds the person alone
	Target  bool     // the list is scrolled to it
}

// DateRow is a divider.
type DateRow struct {
	Day   string // "Today", "Yesterday", "Monday", "12 March", as option divider says
	Dated bool   // the first message is older than a week, so that Day is no name of a day
	Time  string // of the first message under it
}

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
	Edited    bool
	Starred   bool
	Unsent    bool     // in a video: somebody types, and sends nothing
	Failed    bool     // it could not be sent
	Forwarded string   // what the app says of a forwarded message; empty: it is not forwarded
	Quote     *Quote   // nil: it answers no other one
	Replies   *Replies // nil: no other one answers it, or the app has no threads
	Reactions []ReactionMark
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

// Picture is an image inside a message.
type Picture struct {
	Image   template.URL
	Caption template.HTML
	Name    string
	Box     Box   // in an album
	More    int   // what the picture says with "+3": pictures that are not shown
	Clip    *Clip // nil: it is a picture and nothing else
}

// chat builds the view of a conversation.
func (b *builder) chat(p *schema.ChatProps) (err error) {
	b.setZone(p.Timezone)
	if !b.shows("groups") {
		p = withFirstReceiver(p)
	}
	b.began = b.firstMessage(p)
	b.emoticons = text.NewEmoticons(b.manifest.Options.Chat.Emoticons)
	b.members = map[string]int{}
	for i, receiver := range p.Receivers {
		b.members[receiver.ID] = i
	}
	b.screen(p.Device, !p.MobileView && b.payload.RenderKind == schema.Image)
	v := &b.scene.View
	v.Dark = p.DarkMode && b.shows("darkMode")
	b.clear(p.TransparentBackground)
	chat := &Chat{
		Group: b.isGroup(p), Header: p.ShowHeader, Footer: p.ShowFooter,
		Floating: b.manifest.Options.Chat.Chrome == "floating",
		Words:    b.manifest.Options.Chat.Words, GreenBlue: p.BubbleColor, Sender: b.person(p.Sender), Receiver: b.person(p.Receivers[0]),
	}
	chat.Presence = b.userPresence(p, p.Receivers[0])
	b.chatHeader(chat, p)
	chat.Drawn = b.drawn(chat.Title)
	if len(p.Messages) > 0 {
		chat.Began = b.began.Format("1/2/06")
	}
	b.chatColors(chat, p)
	messages := b.chatMessages(p)
	chat.LastStatus, chat.Heard = b.newReceipts(p).markAll(messages), heard(messages)
	chat.Scroll = "end"
	if b.payload.RenderKind != schema.Video {
		chat.Scroll = scrollEnd(p.ScrollTo)
	}
	chat.Dark, chat.Opening = v.Dark, b.opening(p, messages)
	if b.payload.RenderKind != schema.Video { // there they answer one after the other
		for i := range messages {
			b.join(messages, i)
		}
	}
	typist := b.typist(p)
	if typist != nil {
		person := b.person(*typist)
		chat.Typing = &person
	}
	there := b.typingRow(messages, typist)
	for i := range there {
		rows := b.chatRows(p, there, i)
		rows[0].Target = isTarget(p.ScrollTo, there[i].view.ID)
		if last := &rows[len(rows)-1]; i == len(messages) {
			*last = ChatRow{Typing: last.Message}
		}
		chat.Rows = append(chat.Rows, rows...)
	}
	v.Body = chat
	if m, ok := latest(p.Messages, func(m schema.ChatMessage) schema.Instant { return m.Timestamp }); ok {
		b.warnOfClock(p.Device, m.Timestamp, "the message "+wording.Quote(m.ID))
	}
	if p.FloatingMessages && b.shows("bubbles") {
		chat.Lifts = true
		b.lift()
	}
	if b.payload.RenderKind != schema.Video && p.ShowFooter && b.hasKeyboard() {
		v.Keyboard, _ = b.keyboardOf(ownTexts(messages))
	}
	if b.payload.RenderKind == schema.Video {
		v.Device.Follow = b.payload.Video != nil && b.payload.Video.Clock == "follow"
		if b.prepareChanges(chat); chat.Banner {
			if err := b.withBanner(); err != nil {
				return err
			}
		}
		b.scene.Storyboard, err = b.chatVideo(p, messages)
		chat.Rows, chat.Video, chat.Heard = nil, true, nil
	}
	return err
}

// withFirstReceiver returns the conversation without the receivers beyond the first and without what happens to a group, for
// an app without groups.
func withFirstReceiver(p *schema.ChatProps) *schema.ChatProps {
	first := *p
	others := map[string]bool{}
	for _, receiver := range p.Receivers[1:] {
		others[receiver.ID] = true
	}
	first.Receivers = p.Receivers[:1]
	first.Messages = slices.DeleteFunc(slices.Clone(p.Messages), func(m schema.ChatMessage) bool {
		return others[m.UserID] || m.Event != nil && m.Event.Kind != "text" && m.Event.Kind != "screenshot"
	})
	return &first
}

// lift lets the messages float: before a phone that is smaller than the picture, with nothing around it, or on the
// screen of the 3D phone.
func (b *builder) lift() {
	if b.payload.InSpace() {
		b.scene.View.Lift = "raised"
		return
	}
	b.scene.View.Lift, b.scene.Clear = "lifted", true
}

func (b *builder) isGroup(p *schema.ChatProps) bool {
	return p.ConversationType == "group-chat" && b.shows("groups")
}

func (b *builder) person(u schema.ChatUser) Person {
	p := Person{Name: u.Name, Called: b.called(u.Name), Drawn: b.drawn(u.Name), Username: b.handle(b.givenHandle(u), u.Name, u.ID), Avatar: b.avatar(u.Image, u.Name, u.ID)}
	p.Verified = b.manifest.Options.Chat.Verified
	switch {
	case u.Seal != nil && b.shows("seal"):
		p.Verified = *u.Seal
	case u.Verified != nil && b.shows("verified"):
		p.Verified = *u.Verified
	}
	if b.shows("headline") {
		p.Headline = u.Headline
	}
	joined := b.joined(u)
	switch {
	case u.Joined != "" && b.shows("joined"):
		joined = u.Joined.Time()
	case u.JoinedDate != "" && b.shows("joinedDate"):
		joined = u.JoinedDate.Time()
	}
	p.Joined = joined.Format("January 2006")
	return p
}

// called is a name as the app writes it in the conversation.
func (b *builder) called(name string) string {
	if words := strings.Fields(name); b.manifest.Options.Chat.GivenNames && len(words) > 0 {
		return words[0]
	}
	return name
}

// givenHandle is what the payload gives as a person's handle, in one of the two fields that the app shows; empty where
// it gives none.
func (b *builder) givenHandle(u schema.ChatUser) string {
	switch {
	case u.Handle != "" && b.shows("handle"):
		return u.Handle
	case b.shows("username"):
		return u.Username
	}
	return ""
}

// joined makes up the month in which somebody joined: in the twelve years before the first message, and not before the app
// was there.
func (b *builder) joined(u schema.ChatUser) time.Time {
	const years = 12
	last := time.Date(b.began.Year(), b.began.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	months := 12 * years
	if since := b.manifest.Options.Chat.Since.Time(); !since.IsZero() {
		months = min(months, 12*(last.Year()-since.Year())+int(last.Month()-since.Month())+1)
	}
	if months < 1 { // the conversation is older than the app
		return b.began
	}
	return last.AddDate(0, -int(hash(u.ID, u.Name)%uint64(months)), 0)
}

// chatHeader fills in who the conversation is with.
func (b *builder) chatHeader(chat *Chat, p *schema.ChatProps) {
	chat.Title, chat.Avatar = chat.Receiver.Name, chat.Receiver.Avatar
	if b.givenHandle(p.Receivers[0]) != "" && b.manifest.Options.Chat.UsernameHeader && !chat.Receiver.Verified {
		chat.Title, chat.PushName = chat.Receiver.Username, chat.Receiver.Name
	}
	if !chat.Group {
		return
	}
	names := make([]string, 0, len(p.Receivers)+1)
	for _, receiver := range p.Receivers {
		if words := strings.Fields(receiver.Name); len(words) > 0 {
			names = append(names, words[0])
		}
		if len(chat.Faces) < 4 {
			chat.Faces = append(chat.Faces, b.avatar(receiver.Image, receiver.Name, receiver.ID))
		}
	}
	chat.Members, chat.Company = strings.Join(append(names, "You"), ", "), company(p.Receivers)
	chat.Count, chat.Others = len(p.Receivers)+1, len(p.Receivers)
	if g := p.GroupChatSettings; g != nil {
		chat.Title = g.Name
		if b.manifest.Options.Chat.Channels && isChannel(g.Name) {
			chat.Channel, chat.Title = true, strings.TrimPrefix(g.Name, "#")
		}
		chat.Avatar = b.avatar(g.Image, g.Name, g.Name)
	}
}

// company names the people that somebody is in a group with.
func company(users []schema.ChatUser) string {
	switch more := len(users) - 2; {
	case more > 0:
		return fmt.Sprintf("%s, %s, and %d more.", users[0].Name, users[1].Name, more)
	case more == 0:
		return users[0].Name + " and " + users[1].Name
	}
	return users[0].Name
}

// isChannel reports whether a name is that of a channel: it begins with "#", or has neither capitals nor spaces.
func isChannel(name string) bool {
	return strings.HasPrefix(name, "#") || name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsUpper(r) || unicode.IsTitle(r) || unicode.IsSpace(r)
	})
}

// firstMessage returns when the first message was sent, or now if there is none.
func (b *builder) firstMessage(p *schema.ChatProps) time.Time {
	first := b.now
	for _, m := range p.Messages {
		if at := b.instant(m.Timestamp); at.Before(first) {
			first = at
		}
	}
	return first
}

// timedMessage is a message of the payload with its time and the part of its view that does not depend on its neighbours.
type timedMessage struct {
	view Message
	user string
	at   time.Time // not before the messages above, so that dates do not run backwards
	more bool      // further pictures of the message before: in a video they follow at once

	index     int             // of the message in the payload, which may be shown in several parts
	narration schema.AudioRef // of the message, which is heard with its last part
	timing    *schema.Timing  // of this part, as the payload gives it; nil: not at all
	typos     []storyboard.Typo
	retype    string // what is typed first, and deleted again

	answers   int               // the last part of the message that it answers; -1: it answers none
	reactions []schema.Reaction // that the app shows
	changes   bool              // in a video it becomes edited, deleted or failed once it has been there for a while
	votes     time.Duration     // in which votes for its poll come in
	unread    int               // received messages from this one on
}

// chatMessages prepares the messages.
func (b *builder) chatMessages(p *schema.ChatProps) []timedMessage {
	markup := b.chatMarkup(p)
	messages := make([]timedMessage, 0, len(p.Messages))
	earlier := make(map[string]*schema.ChatMessage, len(p.Messages))
	places := make(map[string]int, len(p.Messages)) // of the last parts by their ids
	var newest time.Time
	for index, m := range p.Messages {
		if !b.knows(m.Type) {
			continue
		}
		at := b.instant(m.Timestamp)
		if at.After(newest) {
			newest = at
		}
		parts := b.parts(m)
		for i, part := range parts {
			message := timedMessage{
				view: b.message(p, part, onDay(at, newest), markup), user: m.UserID, at: newest, more: i > 0 && len(part.Images) > 0,
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
		ID: m.ID, Out: out, Person: b.person(user), Time: clock(at, p.TimeNotation), Stamp: b.moment(b.manifest.Options.Chat.Stamp, at, p.TimeNotation),
	}
	if out && b.shows("status") {
		message.Status = b.knownState(m.Status)
		message.Reached = message.Status
	}
	message.NameColor = message.Person.Avatar.Color
	message.Seen = message.Time
	if !sameDay(at, b.now) {
		message.Seen = b.moment(b.manifest.Options.Chat.Divider, at, p.TimeNotation)
	}
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

// largeEmoji returns how many emoji a text consists of that the app shows large, else 0.
func (b *builder) largeEmoji(plain string) int {
	if most := b.manifest.Options.Chat.EmojiMost; most > 0 && len(utf16.Encode([]rune(plain))) > most {
		return 0
	}
	return text.EmojiCount(plain)
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
	m.Self = p.Sender.Name
	names := []string{p.Sender.Name}
	for _, receiver := range p.Receivers {
		names = append(names, receiver.Name)
	}
	m.Names = text.NewNames(names)
	return m
}
