package scene

import (
	"hash/fnv"
	"html/template"
	"slices"
	"strings"
	"time"

	"mockup/internal/schema"
)

// Chat is the view of a conversation. Options of platform.yaml, with the type's defaults:
//
//	chrome: bars           "floating": header and composer float over the list, which passes under them
//	textOn: bubbles        "ground": messages have no bubbles, so the wallpaper's colour decides between light and dark
//	markup, styles, linkPath   what is made of plain text, see Markup
//	dates: day             when a date divider stands: "day" on a new day, or the pause after which one stands as well, as "1h"
//	divider, stamp         words of a divider, and of a message's own time, see moment
//	run: 30m               pause that ends a run of one person's messages
//	initials: 2            letters of a missing picture
//	verified: false        the seal of a receiver who does not say
//	usernameHeader: false  a user name replaces the name in the header
//	channels: false        groups are channels: a leading "#" of their name is the app's own
//	typing: bubble         where a video says that somebody types: "bubble" (in the list), "header", "footer", two of
//	                       them, or "none"
//	arrive: rise           how messages come in a video, a style of package motion; "pop" is out of the bubble's own corner
//	send: ""               how the sender's own do; "" is as the others
//
// Fields of the manifest: darkMode, groups (else a group is drawn as the chat with its first member), bubbles, which can
// float, and by their names in the payload status, caption, username, verified, joinedDate, bubbleColor and customTheme.
type Chat struct {
	Group      bool
	Floating   bool   // header and composer float over the list
	Lifts      bool   // the messages float (see View.Lift), each with a ground of its own
	Title      string // in the header: the receiver, the user name or the group
	PushName   string // whatsapp: the name below a user name
	Members    string // of a group, comma separated, "You" last
	Count      int    // members of a group, the sender included
	Avatar     Avatar
	Faces      []Avatar // of a group's first members, at most four
	Sender     Person
	Receiver   Person // the first receiver
	Header     bool
	Footer     bool
	Rows       []ChatRow
	Film       bool // the rows come one by one, as a film's items
	Wallpaper  Wallpaper
	Ground     string       // what the payload lays behind the messages: "papered", "dim", "bright"; else empty
	Secondary  template.CSS // colour of secondary text; empty: the platform's
	GreenBlue  string       // imessage: "blue" or "green"
	Theme      *ChatTheme   // custom only
	LastStatus string       // delivery state of the newest sent message
	Heard      *Message     // the newest received message; nil before the first, and in videos
}

// Person is somebody in a conversation.
type Person struct {
	Name     string
	Username string // without "@"; made from the name when the payload has none
	Verified bool
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

// ChatRow is a line of the list: a date divider, a message, or, in videos, the sign that somebody is typing.
type ChatRow struct {
	Date    *DateRow
	Message *Message
	Typing  *Message // holds the person alone
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
	Emoji     int // number of emoji when the text is nothing else, else 0
	Pictures  []Picture
	Time      string // "9:07 PM"
	Stamp     string // the time as option stamp says, with the day where that was not today
	Status    string // sent, delivered, read or empty
	StatusAt  bool   // the state is written under this message: the last one of its kind
	Seen      string // when it was read, as far as the payload tells: its time, or its day when that was not today
}

// Picture is an image inside a message.
type Picture struct {
	Image   template.URL
	Caption template.HTML
	Name    string
}

// chat builds the view of a conversation.
func (b *builder) chat(p *schema.ChatProps) (err error) {
	b.setZone(p.Timezone)
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
		Floating:  b.option("chrome") == "floating",
		GreenBlue: p.BubbleColor, Sender: b.person(p.Sender), Receiver: b.person(p.Receivers[0]),
	}
	b.chatHeader(chat, p)
	b.chatColors(chat, p)
	messages := b.chatMessages(p)
	chat.Rows = b.chatRows(p, messages)
	chat.LastStatus, chat.Heard = markReceipts(chat.Rows), heard(messages)
	v.Body = chat
	if p.FloatingMessages && b.shows("bubbles") {
		chat.Lifts = true
		b.lift()
	}
	if b.payload.RenderKind == schema.Video {
		b.scene.Film, err = b.chatFilm(p, messages)
		chat.Rows, chat.Film, chat.Heard = nil, true, nil
	}
	return err
}

// lift lets the messages float: before a phone that is smaller than the picture, with nothing around it, or on the
// screen of one that stands in space.
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
	p := Person{Name: u.Name, Username: strings.TrimPrefix(u.Username, "@"), Avatar: b.avatar(u.Image, u.Name, u.ID)}
	if p.Username == "" {
		p.Username = usernameOf(u.Name)
	}
	p.Verified = u.Verified != nil && *u.Verified || u.Verified == nil && b.option("verified") == "true"
	joined := u.JoinedDate.Time()
	if u.JoinedDate == "" {
		joined = b.joined(u.ID)
	}
	p.Joined = joined.Format("January 2006")
	return p
}

// joined makes up when somebody joined: two to twelve years before now.
func (b *builder) joined(id string) time.Time {
	hash := fnv.New32a()
	hash.Write([]byte(id))
	return b.now.AddDate(0, -24-int(hash.Sum32()%120), 0)
}

// chatHeader fills in who the conversation is with.
func (b *builder) chatHeader(chat *Chat, p *schema.ChatProps) {
	chat.Title, chat.Avatar = chat.Receiver.Name, chat.Receiver.Avatar
	if p.Receivers[0].Username != "" && b.option("usernameHeader") == "true" && !chat.Receiver.Verified {
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
	chat.Members = strings.Join(append(names, "You"), ", ")
	chat.Count = len(p.Receivers) + 1
	if g := p.GroupChatSettings; g != nil {
		chat.Title = g.Name
		if b.option("channels") == "true" {
			chat.Title = strings.TrimPrefix(g.Name, "#")
		}
		chat.Avatar = b.avatar(g.Image, g.Name, g.Name)
	}
}

// chatColors takes the payload's colours, parsed and written anew.
func (b *builder) chatColors(chat *Chat, p *schema.ChatProps) {
	chat.Wallpaper = b.wallpaper(p.ChatWallpaper)
	if p.SecondaryTextColor != "" {
		chat.Secondary = css(p.SecondaryTextColor)
	}
	theme := p.CustomTheme
	if !b.shows("customTheme") {
		theme = nil
	}
	if theme != nil {
		chat.Theme = &ChatTheme{
			Background: css(theme.BackgroundColor), Image: b.image(theme.BackgroundImage), FontSize: theme.FontSize,
			SenderBack: css(theme.SenderBubble.Background), SenderText: css(theme.SenderBubble.Foreground),
			ReceiverBack: css(theme.ReceiverBubble.Background), ReceiverText: css(theme.ReceiverBubble.Foreground),
		}
	}
	chat.Ground = b.ground(p, theme)
	switch v := &b.scene.View; {
	case theme != nil:
		v.Dark = v.Dark || chat.Ground == "dim"
	case b.option("textOn") == "ground" && (chat.Ground == "dim" || chat.Ground == "bright"):
		v.Dark = chat.Ground == "dim"
	}
}

// ground is what the payload lays behind the messages: "papered" for a picture, "dim" or "bright" for a colour, and
// empty where the platform's own ground stays.
func (b *builder) ground(p *schema.ChatProps, theme *schema.CustomTheme) string {
	if w := p.ChatWallpaper; w != nil && !b.scene.View.Clear {
		if w.IsImage() {
			return "papered"
		}
		if color, ok := w.NRGBA(); ok {
			return lightness(color)
		}
	}
	if theme == nil {
		return ""
	}
	if p.ChatWallpaper == nil && theme.BackgroundImage != "" && !b.scene.View.Clear {
		return "papered"
	}
	color, err := theme.BackgroundColor.NRGBA()
	if err != nil {
		return ""
	}
	return lightness(color)
}

// wallpaper reads a wallpaper field: nil keeps the theme's own, an empty one removes it.
func (b *builder) wallpaper(w *schema.Wallpaper) Wallpaper {
	switch {
	case w == nil:
		return Wallpaper{Default: true}
	case w.IsImage():
		return Wallpaper{Image: b.image(schema.ImageRef(*w))}
	}
	if color, ok := w.NRGBA(); ok {
		return Wallpaper{Color: template.CSS(schema.FormatColor(color))}
	}
	return Wallpaper{}
}

// said is a message of the payload with the part of its view that does not depend on its neighbours.
type said struct {
	view Message
	user string
	at   time.Time
}

// chatMessages prepares the messages.
func (b *builder) chatMessages(p *schema.ChatProps) []said {
	markup := b.chatMarkup(p)
	messages := make([]said, len(p.Messages))
	for i, m := range p.Messages {
		at := b.instant(m.Timestamp)
		messages[i] = said{view: b.message(p, m, at, markup), user: m.UserID, at: at}
	}
	return messages
}

// chatRows lists dividers and messages. A run is what one person sends without another's message, a divider or
// a long pause in between.
func (b *builder) chatRows(p *schema.ChatProps, messages []said) []ChatRow {
	var rows []ChatRow
	var last said
	group := b.isGroup(p)
	divides, pause := b.dividers(), b.runPause()
	for i, m := range messages {
		divided := i == 0 || divides(last.at, m.at)
		if divided && p.ShowDates {
			rows = append(rows, ChatRow{Date: &DateRow{
				Day: b.moment("divider", m.at, p.TimeNotation), Dated: isDated(m.at, b.now), Time: clock(m.at, p.TimeNotation),
			}})
		}
		message := m.view
		previous := lastMessage(rows)
		message.First = previous == nil || divided && p.ShowDates || last.user != m.user || m.at.Sub(last.at) > pause
		if message.First && previous != nil {
			previous.Last = true
		}
		message.ShowName = message.First && !message.Out && (group || p.ShowReceiver)
		rows = append(rows, ChatRow{Message: &message})
		last = m
	}
	if m := lastMessage(rows); m != nil {
		m.Last = true
	}
	return rows
}

// runPause is the pause that ends a run of one person's messages.
func (b *builder) runPause() time.Duration {
	pause, _ := time.ParseDuration(b.option("run")) // a test holds that it is one
	return pause
}

// isDated reports whether a divider names a day by its date: it is neither today nor one of the six days before.
func isDated(at, now time.Time) bool {
	days := daysBetween(at, now)
	return days < 0 || days >= 7
}

// dividers tells whether a date divider stands between two messages.
func (b *builder) dividers() func(last, at time.Time) bool {
	pause, err := time.ParseDuration(b.option("dates"))
	return func(last, at time.Time) bool {
		return !sameDay(last, at) || err == nil && at.Sub(last) >= pause
	}
}

func (b *builder) message(p *schema.ChatProps, m schema.ChatMessage, at time.Time, markup Markup) Message {
	out := m.UserID == p.Sender.ID
	user := p.Sender
	if i := slices.IndexFunc(p.Receivers, func(u schema.ChatUser) bool { return u.ID == m.UserID }); !out && i >= 0 {
		user = p.Receivers[i]
	}
	message := Message{
		ID: m.ID, Out: out, Person: b.person(user), Time: clock(at, p.TimeNotation), Stamp: b.moment("stamp", at, p.TimeNotation),
	}
	if b.shows("status") {
		message.Status = m.Status
	}
	message.NameColor = message.Person.Avatar.Color
	message.Seen = message.Time
	if !sameDay(at, b.now) {
		message.Seen = b.moment("divider", at, p.TimeNotation)
	}
	if m.Type != "image" {
		message.Plain = m.Text
		message.Text = Rich(m.Text, markup)
	}
	if m.Type != "text" {
		for _, image := range m.Images {
			picture := Picture{Image: b.image(image.Data), Name: image.Filename}
			if b.shows("caption") {
				picture.Caption = Rich(image.Caption, markup)
			}
			message.Pictures = append(message.Pictures, picture)
		}
	}
	if len(message.Pictures) == 0 {
		message.Emoji = emojiCount(message.Plain)
	}
	return message
}

// chatMarkup is what the platform makes of texts, with the people of this conversation as mentions.
func (b *builder) chatMarkup(p *schema.ChatProps) Markup {
	m := b.markup()
	m.Self = p.Sender.Name
	m.Names = []string{p.Sender.Name}
	for _, receiver := range p.Receivers {
		m.Names = append(m.Names, receiver.Name)
	}
	return m
}

// heard returns the newest message of somebody else; nil if there is none.
func heard(messages []said) *Message {
	for i := len(messages) - 1; i >= 0; i-- {
		if !messages[i].view.Out {
			return &messages[i].view
		}
	}
	return nil
}

func lastMessage(rows []ChatRow) *Message {
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].Message != nil {
			return rows[i].Message
		}
	}
	return nil
}

// markReceipts marks the sent messages under which some apps write their delivery state: the newest one and, where
// that is not read yet, the newest that is. It returns the newest's state.
func markReceipts(rows []ChatRow) string {
	var newest *Message
	for i := len(rows) - 1; i >= 0; i-- {
		m := rows[i].Message
		if m == nil || !m.Out {
			continue
		}
		if newest == nil {
			newest = m
			m.StatusAt = m.Status != ""
		}
		if m.Status == "read" {
			m.StatusAt = true
			break
		}
	}
	if newest == nil {
		return ""
	}
	return newest.Status
}
