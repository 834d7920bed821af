package parse

import (
	"context"
	"path"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// The export of Telegram Desktop: result.json, of one chat or of all.
// https://core.telegram.org/import-export describes it.

func missingTelegram(in *input) string {
	if in.telegramFile() == "" {
		return "no .json file begins with the fields name, type, id and messages, or has the chats of a full export"
	}
	return ""
}

// telegramFile returns the file of the export.
func (in *input) telegramFile() string {
	for _, name := range in.filesNamed("*.json") {
		keys, isArray := in.jsonKeys(name)
		single := hasAll(keys, "type", "id", "messages")
		full := hasAll(keys, "about") && (hasAll(keys, "personal_information") || hasAll(keys, "chats"))
		if !isArray && (single || full) {
			return name
		}
	}
	return ""
}

// filesNamed returns the files whose base names match a pattern. Those of the top level come first. A single file may have any
// name, as that of the standard input.
func (in *input) filesNamed(pattern string) []string {
	if len(in.files) == 1 {
		return in.files
	}
	var found, deeper []string
	for _, name := range in.files {
		if ok, _ := path.Match(pattern, strings.ToLower(path.Base(name))); !ok { // the patterns are valid
			continue
		}
		if strings.Contains(name, "/") {
			deeper = append(deeper, name)
		} else {
			found = append(found, name)
		}
	}
	return append(found, deeper...)
}

// telegramChat is a chat without its messages.
type telegramChat struct {
	name, kind, id string
	me             string // of a full export: the key of its owner
}

// deletedAccount is what the app calls people without a name.
const deletedAccount = "Deleted Account"

func (c telegramChat) title() string {
	switch {
	case c.name != "":
		return c.name
	case c.kind == "saved_messages":
		return "Saved Messages"
	}
	return deletedAccount
}

// eachTelegramChat goes through the chats of an export. messages has to read or skip the array of messages, whose chat
// has been read by then.
func eachTelegramChat(f *jsonFile, messages func(telegramChat) error) error {
	me := ""
	var single telegramChat
	return f.object(func(name string) error {
		switch name {
		case "personal_information":
			var person struct {
				UserID text `json:"user_id"`
			}
			err := f.decode(&person)
			me = "user" + string(person.UserID)
			return err
		case "chats", "left_chats":
			return f.object(func(name string) error {
				if name != "list" {
					return f.skip()
				}
				return f.array(func() error {
					chat := telegramChat{me: me}
					return f.object(func(name string) error { return chat.member(f, name, messages) })
				})
			})
		}
		return single.member(f, name, messages)
	})
}

// member reads a field of a chat.
func (c *telegramChat) member(f *jsonFile, name string, messages func(telegramChat) error) error {
	var to *string
	switch name {
	case "name":
		to = &c.name
	case "type":
		to = &c.kind
	case "id":
		to = &c.id
	case "messages":
		if f.PeekKind() == '[' {
			return messages(*c)
		}
		return f.skip()
	default:
		return f.skip()
	}
	var value text
	err := f.decode(&value)
	*to = string(value)
	return err
}

func telegramChats(ctx context.Context, in *input) ([]Chat, error) {
	name := in.telegramFile()
	f, err := in.openJSON(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.close()
	var chats []Chat
	err = eachTelegramChat(f, func(c telegramChat) error {
		chat := Chat{ID: c.id, Title: c.title()}
		err := f.array(func() error {
			chat.Messages++
			return f.skip()
		})
		chats = append(chats, chat)
		return err
	})
	return chats, in.inFile(name, err)
}

func readTelegram(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	name := in.telegramFile()
	f, err := in.openJSON(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.close()
	r := &telegramReader{in: in, folder: path.Dir(name), conversation: &Conversation{Platform: "telegram"}}
	err = eachTelegramChat(f, func(c telegramChat) error {
		if c.id != chat.ID || r.found {
			return f.skip()
		}
		r.found = true
		r.begin(c)
		return f.array(func() error {
			var m telegramMessage
			if err := f.decode(&m); err != nil {
				return err
			}
			return emit(r.message(&m))
		})
	})
	r.end()
	return r.conversation, in.inFile(name, err)
}

// telegramReader turns the messages of a chat into ours.
type telegramReader struct {
	in           *input
	folder       string
	conversation *Conversation
	people       people
	other        string // the key of the other person of a personal chat
	found        bool
}

func (r *telegramReader) begin(c telegramChat) {
	r.conversation.Title = c.title()
	r.conversation.Me = c.me
	switch c.kind {
	case "personal_chat", "bot_chat":
		r.other = r.people.add(Person{Key: "user" + c.id, Name: c.name})
	case "saved_messages":
	default:
		r.conversation.Group = true
	}
}

// person returns the key of somebody, who may get a name with a later message.
func (r *telegramReader) person(id, name text) string {
	if id == "" {
		name = text(orElse(string(name), deletedAccount))
	}
	return r.people.add(Person{Key: string(id), Name: string(name)})
}

// end names who has no name, and finds out who exported a chat with one other person: whoever it is that is not the other.
func (r *telegramReader) end() {
	for i := range r.people.list {
		r.people.list[i].Name = orElse(r.people.list[i].Name, deletedAccount)
	}
	r.conversation.People = r.people.list
	if r.conversation.Me != "" || r.other == "" || len(r.people.list) != 2 {
		return
	}
	for _, p := range r.people.list {
		if p.Key != r.other {
			r.conversation.Me = p.Key
		}
	}
}

// telegramMessage is a message as the export has it.
type telegramMessage struct {
	ID            text                   `json:"id"`
	Type          text                   `json:"type"`
	Date          text                   `json:"date"`
	Unix          number                 `json:"date_unixtime"`
	Edited        text                   `json:"edited"`
	From          text                   `json:"from"`
	FromID        text                   `json:"from_id"`
	Actor         text                   `json:"actor"`
	ActorID       text                   `json:"actor_id"`
	Action        text                   `json:"action"`
	Title         text                   `json:"title"`
	Members       list[text]             `json:"members"`
	Discarded     text                   `json:"discard_reason"`
	Text          telegramText           `json:"text"`
	ReplyTo       text                   `json:"reply_to_message_id"`
	ForwardedFrom jsontext.Value         `json:"forwarded_from"`
	Photo         text                   `json:"photo"`
	File          text                   `json:"file"`
	Thumbnail     text                   `json:"thumbnail"`
	FileName      text                   `json:"file_name"`
	FileSize      number                 `json:"file_size"`
	PhotoSize     number                 `json:"photo_file_size"`
	MediaType     text                   `json:"media_type"`
	MimeType      text                   `json:"mime_type"`
	StickerEmoji  text                   `json:"sticker_emoji"`
	Seconds       number                 `json:"duration_seconds"`
	Poll          *telegramPoll          `json:"poll"`
	Location      jsontext.Value         `json:"location_information"`
	Place         text                   `json:"place_name"`
	Contact       *telegramContact       `json:"contact_information"`
	Reactions     list[telegramReaction] `json:"reactions"`
}

type telegramPoll struct {
	Question telegramText   `json:"question"`
	Closed   jsontext.Value `json:"closed"`
	Answers  list[struct {
		Text   telegramText `json:"text"`
		Voters number       `json:"voters"`
	}] `json:"answers"`
}

// attachment returns the poll with its answers.
func (p *telegramPoll) attachment() Attachment {
	a := Attachment{Kind: Poll, Name: p.Question.text, Closed: string(p.Closed) == "true"}
	for _, answer := range p.Answers {
		a.Options = append(a.Options, PollOption{answer.Text.text, int(answer.Voters)})
	}
	return a
}

type telegramContact struct {
	FirstName text `json:"first_name"`
	LastName  text `json:"last_name"`
	Phone     text `json:"phone_number"`
}

type telegramReaction struct {
	Emoji  text   `json:"emoji"`
	Count  number `json:"count"`
	Recent list[struct {
		From   text `json:"from"`
		FromID text `json:"from_id"`
	}] `json:"recent"`
}

// telegramText is a string, or an array of strings and of formatted parts.
type telegramText struct {
	text      string
	formatted bool
}

// UnmarshalJSONFrom reads both notations.
func (t *telegramText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		var whole text
		err := whole.UnmarshalJSONFrom(d)
		t.text = string(whole)
		return err
	}
	var parts list[telegramPart]
	err := parts.UnmarshalJSONFrom(d)
	for _, part := range parts {
		t.text += part.text
		switch part.kind {
		case "bold", "italic", "underline", "strikethrough", "code", "pre", "spoiler", "blockquote", "text_link":
			t.formatted = true
		}
	}
	return err
}

// telegramPart is a part of a text.
type telegramPart struct{ kind, text string }

// UnmarshalJSONFrom reads a string, or an object with a type.
func (p *telegramPart) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if value.Kind() != '{' {
		var plain text
		err := decodeJSON(value, &plain)
		p.text = string(plain)
		return err
	}
	var part struct {
		Type text `json:"type"`
		Text text `json:"text"`
	}
	err = decodeJSON(value, &part)
	p.kind, p.text = string(part.Type), string(part.Text)
	return err
}

func (r *telegramReader) message(m *telegramMessage) Message {
	message := Message{
		ID: string(m.ID), Time: m.time(), Text: m.Text.text, Formatted: m.Text.formatted,
		ReplyTo: string(m.ReplyTo), Edited: m.Edited != "", Forwarded: len(m.ForwardedFrom) > 0,
	}
	if m.Type == "service" {
		return r.service(m, message)
	}
	if m.Type == "unsupported" { // it has an id, and nothing else
		message.Kind = Event
		return message
	}
	message.From = r.person(m.FromID, m.From)
	message.Attached = r.attached(m)
	for _, reaction := range m.Reactions {
		found := Reaction{Emoji: string(reaction.Emoji), Count: int(reaction.Count)}
		for _, by := range reaction.Recent {
			found.By = append(found.By, r.person(by.FromID, by.From))
		}
		message.Reactions = append(message.Reactions, found)
	}
	return message
}

// time returns the time that the clock of the exporting machine showed, in the offset from UTC that it had.
func (m *telegramMessage) time() time.Time {
	unix, clock := unixTime(float64(m.Unix)), isoTime(string(m.Date))
	switch {
	case unix.IsZero():
		return clock
	case clock.IsZero():
		return unix
	}
	offset := clock.Sub(unix).Round(time.Minute)
	if offset.Abs() > 15*time.Hour {
		return unix
	}
	return unix.In(time.FixedZone("", int(offset.Seconds())))
}

// attached returns what a message holds besides its text.
func (r *telegramReader) attached(m *telegramMessage) []Attachment {
	var found []Attachment
	if m.Photo != "" {
		found = append(found, r.file(Picture, m.Photo, "", float64(m.PhotoSize)))
	}
	if m.File != "" {
		a := r.file(telegramKind(m), m.File, m.FileName, float64(m.FileSize))
		a.Seconds = float64(m.Seconds)
		if a.Kind == Video || a.Kind == GIF {
			a.Poster = r.file(Picture, m.Thumbnail, "", 0).Path
		}
		if a.Kind == Sticker && !strings.HasSuffix(a.Path, ".webp") { // an animation, of which the export has no picture
			a.Name, a.Path = string(m.StickerEmoji), ""
		}
		found = append(found, a)
	}
	switch {
	case m.Poll != nil:
		found = append(found, m.Poll.attachment())
	case len(m.Location) > 0:
		found = append(found, Attachment{Kind: Location, Name: string(m.Place)})
	case m.Contact != nil:
		found = append(found, Attachment{Kind: Contact, Name: strings.TrimSpace(string(m.Contact.FirstName + " " + m.Contact.LastName)), Phone: string(m.Contact.Phone)})
	}
	return found
}

// file returns a file of the export. One that was not exported has a sentence in place of its path.
func (r *telegramReader) file(kind AttachmentKind, name, shown text, size float64) Attachment {
	a := Attachment{Kind: kind, Name: orElse(string(shown), path.Base(string(name))), Size: int64(size)}
	if name == "" || strings.HasPrefix(string(name), "(") {
		a.Name = string(shown)
		return a
	}
	a.Path = path.Join(r.folder, string(name))
	return a
}

func telegramKind(m *telegramMessage) AttachmentKind {
	switch m.MediaType {
	case "sticker":
		return Sticker
	case "voice_message":
		return Voice
	case "video_message", "video_file":
		return Video
	case "animation":
		return GIF
	case "audio_file":
		return Audio
	}
	if kind := kindOfType(string(m.MimeType)); kind != File {
		return kind
	}
	return kindOfFile(string(m.FileName))
}

// orElse returns the first text that is not empty.
func orElse(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
