package scene

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode"

	"mockup/internal/render/scene/text"
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
	SeenBy     string        // of a group, user names of all but the sender: "ann, ben", "ann, ben and 3 others"
	Count      int           // members of a group, the sender included
	Others     int           // members of a group beside the sender
	Avatar     Avatar
	Faces      []Avatar // of a group's first members, at most four
	Sender     Person
	Receiver   Person // the first receiver
	Presence   Presence
	Typing     *Person         // who is typing in a picture; nil: nobody is
	Presences  bool            // in a video, what the app says of the receiver changes
	Says       []template.HTML // in a video, all that the header says of the others in the course of it
	Banner     bool            // in a video, a notification slides in
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
	Jump       bool              // a disc leads to the end of the conversation if that is not seen
}

// Person is somebody in a conversation.
type Person struct {
	Name     string
	Called   string        // the name as the app writes it in the conversation
	Given    string        // the first word of the name
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
	chat := b.emptyChat(p)
	messages := b.chatMessages(p)
	chat.LastStatus, chat.Heard = b.newReceipts(p).markAll(messages), heard(messages)
	chat.Scroll = "end"
	if b.payload.RenderKind != schema.Video {
		chat.Scroll = scrollEnd(p.ScrollTo)
		chat.Jump = b.manifest.Options.Chat.Jump && p.ScrollTo != "" && p.ScrollTo != "end"
	}
	chat.Opening = b.opening(p, messages)
	if b.payload.RenderKind != schema.Video { // there they answer one after the other
		for i := range messages {
			b.join(messages, i)
		}
	}
	b.fillRows(chat, p, messages)
	v.Body = chat
	v.Device.Follow = b.payload.RenderKind == schema.Video && b.payload.Video != nil && b.payload.Video.Clock == "follow"
	if m, ok := latest(messages, func(m timedMessage) schema.Instant { return p.Messages[m.index].Timestamp }); ok && !v.Device.Follow {
		b.warnOfClock(b.atTheEnd(p.Device), p.Messages[m.index].Timestamp, "the message "+wording.Quote(p.Messages[m.index].ID))
	}
	if p.FloatingMessages && b.shows("bubbles") {
		chat.Lifts = true
		b.lift()
	}
	if b.payload.RenderKind != schema.Video && p.ShowFooter && b.hasKeyboard() {
		v.Keyboard, _, _ = b.keyboardOf(ownTexts(messages))
	}
	if b.payload.RenderKind == schema.Video {
		if b.prepareChanges(p, chat); chat.Banner {
			if err := b.withBanner(); err != nil {
				return err
			}
		}
		b.scene.Storyboard, err = b.chatVideo(p, messages)
		chat.Rows, chat.Video, chat.Heard = nil, true, nil
	}
	return err
}

// emptyChat is a conversation of which no messages are there.
func (b *builder) emptyChat(p *schema.ChatProps) *Chat {
	chat := &Chat{
		Group: b.isGroup(p), Header: p.ShowHeader, Footer: p.ShowFooter,
		Floating: b.manifest.Options.Chat.Chrome == "floating",
		Dark:     b.scene.View.Dark, Words: b.manifest.Options.Chat.Words, GreenBlue: p.BubbleColor, Sender: b.person(p.Sender), Receiver: b.person(p.Receivers[0]),
	}
	chat.Presence = b.userPresence(p, p.Receivers[0])
	b.chatHeader(chat, p)
	chat.Drawn = b.drawn(chat.Title)
	if len(p.Messages) > 0 {
		chat.Began = b.began.Format("1/2/06")
	}
	b.chatColors(chat, p)
	return chat
}

// fillRows adds the rows of all messages, and who is typing.
func (b *builder) fillRows(chat *Chat, p *schema.ChatProps, messages []timedMessage) {
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
		return others[m.UserID] || m.Event != nil && m.Event.Kind != "text"
	})
	for i := range first.Messages {
		first.Messages[i].Reactions = withoutOthers(first.Messages[i].Reactions, others)
	}
	return &first
}

// withoutOthers returns the reactions of those who are not among the others.
func withoutOthers(reactions []schema.Reaction, others map[string]bool) []schema.Reaction {
	var left []schema.Reaction
	for _, reaction := range reactions {
		reaction.By = slices.DeleteFunc(slices.Clone(reaction.By), func(id string) bool { return others[id] })
		if len(reaction.By) > 0 {
			left = append(left, reaction)
		}
	}
	return left
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
		if name := text.GivenName(receiver.Name); name != "" {
			names = append(names, isolated(name))
		}
		if len(chat.Faces) < 4 {
			chat.Faces = append(chat.Faces, b.avatar(receiver.Image, receiver.Name, receiver.ID))
		}
	}
	chat.Members, chat.Company = fromLeft(strings.Join(append(names, "You"), ", ")), company(p.Receivers)
	chat.SeenBy = b.seenBy(p.Receivers)
	chat.Count, chat.Others = len(p.Receivers)+1, len(p.Receivers)
	if g := p.GroupChatSettings; g != nil {
		chat.Title = g.Name
		if b.isChannel(p) {
			chat.Channel, chat.Title = true, strings.TrimPrefix(g.Name, "#")
		}
		chat.Avatar = b.avatar(g.Image, g.Name, g.Name)
		chat.Avatar.Initials = text.Initials(g.Name, b.manifest.Options.Person.GroupInitials)
	}
}

// company names the people that somebody is in a group with.
func company(users []schema.ChatUser) string {
	first := isolated(users[0].Name)
	if len(users) == 1 {
		return first
	}
	second := isolated(users[1].Name)
	if more := len(users) - 2; more > 0 {
		return fmt.Sprintf("%s, %s, and %d more.", first, second, more)
	}
	return first + " and " + second
}

// seenBy lists people by their user names, at most three of them.
func (b *builder) seenBy(users []schema.ChatUser) string {
	const most = 3
	shown, others := users, ""
	if len(users) > most {
		shown, others = users[:most-1], fmt.Sprintf(" and %d others", len(users)-most+1)
	}
	names := make([]string, len(shown))
	for i, u := range shown {
		names[i] = b.handle(b.givenHandle(u), u.Name, u.ID)
	}
	return strings.Join(names, ", ") + others
}

// isChannel reports whether a conversation is a channel, as option channels says.
func (b *builder) isChannel(p *schema.ChatProps) bool {
	return b.manifest.Options.Chat.Channels && b.isGroup(p) && p.GroupChatSettings != nil && isChannel(p.GroupChatSettings.Name)
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
