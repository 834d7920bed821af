// Package parse reads exports of real conversations: those of messengers and assistants, and scripts written by hand.
//
// [Open] looks at a file, a folder or an archive and recognises its format. [Export.Chats] lists the conversations in it, and
// [Export.Read] passes the messages of one of them on, the oldest first, without holding them. What is read is kept as the
// source has it, also where a payload cannot carry it yet: package importing decides on that.
package parse

import (
	"strings"
	"time"
	"unicode/utf8"

	scenetext "mockup/internal/render/scene/text"
)

// Chat is one conversation of an export.
type Chat struct {
	ID       string // names it within the export
	Title    string // what its app calls it: the other person, the group, the topic
	Messages int    // how many it has; 0 where counting them would mean to read them
}

// Conversation is what an export says of a chat, besides its messages.
type Conversation struct {
	Title      string
	Platform   string // the app to draw it as, such as "whatsapp"; empty where the format belongs to no app
	Group      bool
	Me         string   // key of the person whose export it is; empty where the export does not say
	Guess      string   // why Me is only a guess; empty where it is known
	Model      string   // of an assistant: its name, as far as the export has it
	People     []Person // in the order in which they first appear
	Imported   bool     // of a script: that its words are those of a real conversation
	TwelveHour bool     // the times of the export are written with AM and PM
	Notes      []string // what was guessed, for the reader of the payload
}

// Person is somebody in a conversation.
type Person struct {
	Key    string // names the person within the export
	Name   string // as shown
	Handle string // where the app has handles
}

// MessageKind says what a message is.
type MessageKind string

// The kinds of messages.
const (
	Said     MessageKind = ""       // somebody's words, pictures or files
	Event    MessageKind = "line"   // of the app: joined, renamed, encrypted
	Notice   MessageKind = "notice" // of a reaction, which the export has at its message too
	Call     MessageKind = "call"
	Draft    MessageKind = "draft" // was never sent
	ToolStep MessageKind = "step"  // of an assistant, which its app does not show
)

// Message is one message, call or line of a conversation.
type Message struct {
	ID        string // in the export; empty where it has none
	From      string // key of a person; of an event, of who did it; empty where the export does not say
	Time      time.Time
	Kind      MessageKind
	Text      string
	Attached  []Attachment
	ReplyTo   string     // ID of the message that this one answers; "?" where the export does not say which
	Reactions []Reaction // in the order of the export
	Status    string     // sent, delivered or read; empty where the export does not say
	Edited    bool
	Deleted   bool
	Forwarded bool
	Pinned    bool
	Formatted bool    // parts of the text are bold, italic and the like, which Text does not show
	Failed    bool    // could not be sent
	Video     bool    // of a call
	Missed    bool    // of a call
	Declined  bool    // of a call
	Seconds   float64 // length of a call; 0 where unknown
	Change    Change  // of an event, whose words are in Text
}

// Change is what somebody did to a conversation, where the format says it in a form that does not depend on the language.
type Change struct {
	Kind ChangeKind
	Whom string // key or name of the person who was added or removed
	Name string // new name of the group
}

// ChangeKind says what somebody did to a conversation.
type ChangeKind string

// The kinds of changes, which are those of events in a payload.
const (
	Joined     ChangeKind = "joined"
	Left       ChangeKind = "left"
	Added      ChangeKind = "added"
	Removed    ChangeKind = "removed"
	Renamed    ChangeKind = "renamed"
	NewPicture ChangeKind = "picture"
	Screenshot ChangeKind = "screenshot"
)

// Reaction is an emoji under a message.
type Reaction struct {
	Emoji string
	By    []string // keys of people, as far as the export names them
	Count int
}

// OneEmoji returns the emoji that a text consists of, in the form that shows in colours. ok is false for any other text, such as
// the name of an emoji that only one app has.
func OneEmoji(s string) (emoji string, ok bool) {
	const colours = "\ufe0f"
	first, size := utf8.DecodeRuneInString(s)
	if size == len(s) && first >= 0x203c && first <= 0x2bff && scenetext.EmojiCount(s) == 0 { // a sign that is older than emoji, such as ❤
		s += colours
	}
	return s, scenetext.EmojiCount(s) == 1
}

// AttachmentKind says what is attached.
type AttachmentKind string

// The kinds of attachments.
const (
	Picture  AttachmentKind = "picture"
	GIF      AttachmentKind = "GIF"
	Sticker  AttachmentKind = "sticker"
	Video    AttachmentKind = "video"
	Voice    AttachmentKind = "voice message"
	Audio    AttachmentKind = "audio file"
	File     AttachmentKind = "file"
	Location AttachmentKind = "location"
	Contact  AttachmentKind = "contact"
	Poll     AttachmentKind = "poll"
	LinkCard AttachmentKind = "link preview"
	Media    AttachmentKind = "media file" // the export does not say of which kind
)

// Attachment is what comes with a message besides its text.
type Attachment struct {
	Kind    AttachmentKind
	Name    string  // of the file; the question of a poll; the place of a location; the emoji of a sticker without a file
	Path    string  // of its file in the export; empty where the export does not hold it
	Poster  string  // path of a picture of a video or an animation in the export; empty where it holds none
	Link    string  // where it can be loaded from, in place of a Path
	Size    int64   // bytes; 0 where unknown
	Seconds float64 // length of a voice message or a video; 0 where unknown
	Words   string  // what is said in a voice message
	Phone   string  // number of a contact
	Options []PollOption
	Closed  bool // of a poll
	// at and length are the place of its content in the file Path, in base64; length is 0 where it is the whole file.
	at, length int64
}

// PollOption is an answer of a poll.
type PollOption struct {
	Text  string
	Votes int
}

// kindOfFile guesses from a file name what an attachment is.
func kindOfFile(name string) AttachmentKind {
	switch strings.ToLower(extension(name)) {
	case "jpg", "jpeg", "png", "heic", "avif", "bmp", "tif", "tiff":
		return Picture
	case "webp": // WhatsApp's stickers are WebP, and their names say so; see whatsAppKind
		return Picture
	case "gif":
		return GIF
	case "mp4", "mov", "3gp", "mkv", "webm", "avi", "m4v":
		return Video
	case "opus", "caf", "amr":
		return Voice
	case "ogg", "oga", "m4a", "mp3", "wav", "aac", "flac":
		return Audio
	case "vcf":
		return Contact
	}
	return File
}

// kindOfType returns what an attachment of a MIME type is.
func kindOfType(mime string) AttachmentKind {
	kind, _, _ := strings.Cut(mime, "/")
	switch {
	case mime == "image/gif":
		return GIF
	case kind == "image":
		return Picture
	case kind == "video":
		return Video
	case kind == "audio":
		return Audio
	case strings.Contains(mime, "vcard"):
		return Contact
	}
	return File
}

// extension returns what follows the last dot of a file name.
func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 && !strings.ContainsAny(name[i:], "/\\ ") {
		return name[i+1:]
	}
	return ""
}

// people collects those who appear in a conversation.
type people struct {
	list []Person
	byID map[string]int
}

// maxPeople bounds the people of a conversation.
const maxPeople = 100_000

// add returns the key of a person, who is added when new. Whoever has no name yet gets the one that is given.
func (p *people) add(person Person) string {
	if person.Key == "" {
		person.Key = person.Name
	}
	if i, known := p.byID[person.Key]; known {
		if p.list[i].Name == "" {
			p.list[i].Name = person.Name
		}
		return person.Key
	}
	if person.Key == "" || len(p.list) >= maxPeople {
		return person.Key
	}
	if p.byID == nil {
		p.byID = map[string]int{}
	}
	p.byID[person.Key] = len(p.list)
	p.list = append(p.list, person)
	return person.Key
}

// name returns the name of a person by the key.
func (p *people) name(key string) string {
	if i, known := p.byID[key]; known {
		return p.list[i].Name
	}
	return ""
}
