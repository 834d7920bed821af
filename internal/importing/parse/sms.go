package parse

import (
	"bytes"
	"context"
	"errors"

	"io"
	"strconv"
	"strings"
)

// The XML of SMS Backup & Restore: text messages and multimedia messages, the ones after the others.
// https://synctech.com.au/sms-backup-restore/fields-in-xml-backup-files/
//
// Package encoding/xml does not read these files: their emoji are written as numbers of surrogates (&#55357;&#56832;), which XML
// does not allow. It would also hold every picture in memory, which is an attribute in base64.

func missingSMS(in *input) string {
	if len(in.smsFiles()) == 0 {
		return "no .xml file has an element smses"
	}
	return ""
}

func (in *input) smsFiles() []string {
	var found []string
	for _, name := range in.filesNamed("*.xml") {
		if bytes.Contains(in.head(name), []byte("<smses")) {
			found = append(found, name)
		}
	}
	return found
}

func smsChats(ctx context.Context, in *input) ([]Chat, error) {
	var chats []Chat
	known := map[string]int{}
	err := in.eachSMS(ctx, func(t *xmlTag) error {
		if t.name != "sms" && t.name != "mms" {
			return nil
		}
		id := smsID(t.attributes["address"])
		i, ok := known[id]
		if !ok {
			i = len(chats)
			known[id] = i
			chats = append(chats, Chat{ID: id})
		}
		chats[i].Messages++
		if chats[i].Title == "" || chats[i].Title == chats[i].ID {
			chats[i].Title = smsName(t)
		}
		return nil
	})
	return chats, err
}

// eachSMS goes through the tags of all files.
func (in *input) eachSMS(ctx context.Context, do func(*xmlTag) error) error {
	for _, name := range in.smsFiles() {
		if err := in.smsFile(ctx, name, do); err != nil {
			return in.inFile(name, err)
		}
	}
	return nil
}

func (in *input) smsFile(ctx context.Context, name string, do func(*xmlTag) error) error {
	x, err := in.openTags(ctx, name)
	if err != nil {
		return err
	}
	defer x.file.Close()
	for {
		t, err := x.next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return errors.New("the file is cut off in the middle; export or download it again")
		case err != nil:
			return err
		case t.name == "/smses" || t.name == "smses" && t.closed:
			return nil
		}
		t.file = name
		if err := do(t); err != nil {
			return err
		}
	}
}

// smsID returns what names a conversation: the numbers of the others.
func smsID(address string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -()/.", r) {
			return -1
		}
		return r
	}, address)
}

// smsName returns the names of the others, or their numbers.
func smsName(t *xmlTag) string {
	if name := t.attributes["contact_name"]; name != "" && name != "(Unknown)" && name != "null" {
		return name
	}
	return strings.ReplaceAll(smsID(t.attributes["address"]), "~", ", ")
}

// smsMe is the key of the owner of the phone, whom the file does not name.
const smsMe = "me"

func readSMS(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	r := &smsReader{chat: chat, conversation: &Conversation{
		Title: chat.Title, Platform: "imessage", Me: smsMe, Group: strings.Contains(chat.ID, "~"),
	}}
	r.people.add(Person{Key: smsMe, Name: "Me"})
	err := in.eachSMS(ctx, func(t *xmlTag) error { return r.tag(t, emit) })
	r.conversation.People = r.people.list
	return r.conversation, err
}

type smsReader struct {
	chat         Chat
	conversation *Conversation
	people       people
	mms          *Message // whose parts are being read; nil outside of one of this chat
	names        map[string]string
}

func (r *smsReader) tag(t *xmlTag, emit emit) error {
	switch t.name {
	case "sms", "mms":
		r.mms = nil
		if smsID(t.attributes["address"]) != r.chat.ID {
			return nil
		}
		m := r.begin(t)
		if t.name == "sms" || t.closed {
			return emit(m)
		}
		r.mms = &m
	case "part":
		if r.mms != nil {
			r.part(t)
		}
	case "addr":
		const from = "137" // PduHeaders.FROM of Android
		if r.mms != nil && t.attributes["type"] == from && r.mms.From != smsMe {
			r.mms.From = r.person(t.attributes["address"])
		}
	case "/mms":
		if m := r.mms; m != nil {
			r.mms = nil
			return emit(*m)
		}
	}
	return nil
}

// begin returns a message without its parts.
func (r *smsReader) begin(t *xmlTag) Message {
	ms, _ := strconv.ParseFloat(t.attributes["date"], 64) // 0 has no time, which the reader of the messages reports
	m := Message{Time: unixTime(ms / 1000), Text: t.attributes["body"], From: smsMe}
	if t.name == "mms" {
		m.Text = t.attributes["sub"]
	}
	if m.Text == "null" {
		m.Text = ""
	}
	if r.names == nil {
		r.names = map[string]string{}
		numbers, names := strings.Split(r.chat.ID, "~"), strings.Split(smsName(t), ", ")
		for i, number := range numbers {
			if len(names) == len(numbers) {
				r.names[number] = names[i]
			}
		}
	}
	const received, sent, draft, failed = "1", "2", "3", "5"
	switch orElse(t.attributes["msg_box"], t.attributes["type"]) {
	case received:
		m.From = r.person(strings.Split(r.chat.ID, "~")[0])
	case draft:
		m.Kind = Draft
	case sent:
		if t.attributes["status"] == "0" && t.name == "sms" {
			m.Status = "delivered"
		}
	case failed:
		m.Failed = true
	}
	return m
}

func (r *smsReader) person(number string) string {
	number = smsID(number)
	return r.people.add(Person{Key: number, Name: orElse(r.names[number], number, "Unknown")})
}

// part adds a part of a multimedia message.
func (r *smsReader) part(t *xmlTag) {
	mime := t.attributes["ct"]
	switch {
	case mime == "application/smil": // the layout of the others
	case mime == "text/plain":
		if text := t.attributes["text"]; text != "" && text != "null" {
			r.mms.Text = strings.TrimPrefix(r.mms.Text+"\n"+text, "\n")
		}
	default:
		name := orElse(t.attributes["cl"], t.attributes["name"], t.attributes["fn"])
		if name == "null" {
			name = ""
		}
		a := Attachment{Kind: kindOfType(mime), Name: name}
		if t.length > 0 {
			a.Path, a.at, a.length = t.file, t.at, t.length
			a.Size = t.length * 3 / 4
		}
		r.mms.Attached = append(r.mms.Attached, a)
	}
}
