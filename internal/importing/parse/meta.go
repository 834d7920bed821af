package parse

import (
	"cmp"
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The exports of Messenger and Instagram: message_1.json and so on in a folder for each conversation, the newest message
// first, 10,000 in a file. Messenger's export of encrypted chats has other names for the same, and one file for each chat.

func missingMessenger(in *input) string {
	if len(in.metaFolders()) == 0 {
		return "no .json file begins with the field participants and has messages"
	}
	return ""
}

func missingInstagram(in *input) string {
	folders := in.metaFolders()
	if len(folders) == 0 {
		return missingMessenger(in)
	}
	for _, files := range folders {
		if strings.Contains(files[0], "instagram") || strings.Contains(in.name, "instagram") || strings.Contains(string(in.head(files[0])), "instagram") {
			return ""
		}
	}
	return "it has Messenger's form, and nothing in it names Instagram"
}

// metaFolders returns the files of each conversation, the oldest file first.
func (in *input) metaFolders() [][]string {
	byFolder := map[string][]string{}
	var folders []string
	for _, name := range in.filesNamed("*.json") {
		keys, isArray := in.jsonKeys(name)
		if isArray || !hasAll(keys, "participants") || hasAll(keys, "guild") {
			continue
		}
		folder := path.Dir(name)
		if metaNumber(name) == 0 { // a chat of its own
			folder = name
		}
		if byFolder[folder] == nil {
			folders = append(folders, folder)
		}
		byFolder[folder] = append(byFolder[folder], name)
	}
	var found [][]string
	for _, folder := range folders {
		files := byFolder[folder]
		slices.SortFunc(files, func(a, b string) int { return cmp.Compare(metaNumber(b), metaNumber(a)) })
		found = append(found, files)
	}
	return found
}

// metaNumber returns the number of a file such as message_12.json; 0 if it has none. The highest is the oldest.
func metaNumber(name string) int {
	digits, ok := strings.CutPrefix(path.Base(name), "message_")
	n, err := strconv.Atoi(strings.TrimSuffix(digits, ".json"))
	if !ok || err != nil {
		return 0
	}
	return n
}

func metaChats(ctx context.Context, in *input) ([]Chat, error) {
	var chats []Chat
	for _, files := range in.metaFolders() {
		chat := Chat{ID: files[0]}
		name := files[len(files)-1]
		f, err := in.openJSON(ctx, name)
		if err != nil {
			return nil, in.inFile(name, err)
		}
		var header metaHeader
		err = f.object(func(member string) error { return header.member(f, member) })
		f.close()
		if err != nil {
			return nil, in.inFile(name, err)
		}
		chat.Title = header.shownTitle()
		chats = append(chats, chat)
	}
	return chats, nil
}

// metaHeader is what a file says of its conversation.
type metaHeader struct {
	participants []string
	title        string
	group        bool
}

// member reads a field of the file, other than the messages.
func (h *metaHeader) member(f *jsonFile, name string) error {
	switch name {
	case "participants":
		var people list[metaPerson]
		err := f.decode(&people)
		for _, p := range people {
			h.participants = append(h.participants, string(p))
		}
		return err
	case "title", "threadName":
		var title text
		err := f.decode(&title)
		h.title = twiceEncoded(string(title))
		if name == "threadName" { // "Noah_12", where 12 numbers the chats
			h.title = regexp.MustCompile(`_\d+$`).ReplaceAllString(h.title, "")
		}
		return err
	}
	return f.skip()
}

func (h *metaHeader) shownTitle() string {
	return orElse(h.title, strings.Join(h.participants, ", "))
}

// metaPerson is an object with a name, or a name.
type metaPerson string

// UnmarshalJSON reads both.
func (p *metaPerson) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var person struct {
			Name text `json:"name"`
		}
		err := decodeJSON(data, &person)
		*p = metaPerson(twiceEncoded(string(person.Name)))
		return err
	}
	var name text
	err := decodeJSON(data, &name)
	*p = metaPerson(name)
	return err
}

func readMessenger(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	return readMeta(ctx, in, chat, "messenger", emit)
}

func readInstagram(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	return readMeta(ctx, in, chat, "instagram", emit)
}

func readMeta(ctx context.Context, in *input, chat Chat, platform string, emit emit) (*Conversation, error) {
	r := &metaReader{
		in: in, conversation: &Conversation{Title: chat.Title, Platform: platform},
		sent: regexp.MustCompile(`^\S+( \S+)? sent (an attachment|a photo|a video|a GIF|a sticker|a voice message)\.$`),
	}
	var err error
	for _, files := range in.metaFolders() {
		if files[0] != chat.ID {
			continue
		}
		for _, name := range files {
			if err = r.file(ctx, name, emit); err != nil {
				err = in.inFile(name, err)
				break
			}
		}
	}
	r.end()
	return r.conversation, err
}

type metaReader struct {
	in           *input
	conversation *Conversation
	people       people
	header       metaHeader
	current      string         // the file that is being read
	sent         *regexp.Regexp // what the apps write into the history as if the sender had said it
}

// end finds out who exported a chat of two, which has the name of the other.
func (r *metaReader) end() {
	c := r.conversation
	for _, name := range r.header.participants {
		r.people.add(Person{Name: name})
	}
	c.People = r.people.list
	c.Group = len(c.People) > 2
	if len(c.People) == 2 {
		for i, p := range c.People {
			if p.Name == c.Title {
				c.Me = c.People[1-i].Key
			}
		}
	}
}

type metaFile struct {
	URI       text `json:"uri"`
	Link      text `json:"link"`
	Thumbnail *struct {
		URI text `json:"uri"`
	} `json:"thumbnail"`
}

// metaMessage is a message of either form.
type metaMessage struct {
	Sender     text           `json:"sender_name"`
	Sender2    text           `json:"senderName"`
	MS         number         `json:"timestamp_ms"`
	MS2        number         `json:"timestamp"`
	Content    text           `json:"content"`
	Text       text           `json:"text"`
	Type       text           `json:"type"`
	Photos     list[metaFile] `json:"photos"`
	Videos     list[metaFile] `json:"videos"`
	GIFs       list[metaFile] `json:"gifs"`
	Audio      list[metaFile] `json:"audio_files"`
	Files      list[metaFile] `json:"files"`
	Media      list[metaFile] `json:"media"`
	Sticker    *metaFile      `json:"sticker"`
	CallLength *number        `json:"call_duration"`
	Missed     bool           `json:"missed"`
	Unsent     bool           `json:"is_unsent"`
	Unsent2    bool           `json:"isUnsent"`
	Users      list[struct {
		Name text `json:"name"`
	}] `json:"users"`
	Share *struct {
		Link text `json:"link"`
		Text text `json:"share_text"`
	} `json:"share"`
	Reactions list[struct {
		Reaction text `json:"reaction"`
		Actor    text `json:"actor"`
	}] `json:"reactions"`
}

func (r *metaReader) message(m *metaMessage) Message {
	decode := func(t text) string { return twiceEncoded(string(t)) }
	message := Message{
		From: r.people.add(Person{Name: orElse(decode(m.Sender), string(m.Sender2))}),
		Time: unixTime(float64(cmp.Or(m.MS, m.MS2)) / 1000), Text: orElse(decode(m.Content), string(m.Text)), Deleted: m.Unsent || m.Unsent2,
	}
	switch {
	case m.CallLength != nil || m.Type == "Call":
		message.Kind, message.Video = Call, isVideoCall(message.Text)
		message.Missed, message.Text = m.Missed, ""
		if m.CallLength != nil {
			message.Seconds = float64(*m.CallLength)
			message.Missed = m.Missed || message.Seconds == 0
		}
	case m.Type == "Subscribe" || m.Type == "Unsubscribe":
		message.Kind, message.Change = Event, m.change()
	}
	if message.Deleted {
		message.Text = "" // which some exports have nevertheless
	}
	for kind, files := range map[AttachmentKind]list[metaFile]{Picture: m.Photos, Video: m.Videos, GIF: m.GIFs, Voice: m.Audio, File: m.Files} {
		for _, file := range files {
			message.Attached = append(message.Attached, r.attachment(kind, file))
		}
	}
	for _, file := range m.Media {
		message.Attached = append(message.Attached, r.attachment(kindOfFile(string(file.URI)), file))
	}
	if m.Sticker != nil {
		message.Attached = append(message.Attached, r.attachment(Sticker, *m.Sticker))
	}
	slices.SortStableFunc(message.Attached, func(a, b Attachment) int { return cmp.Compare(a.Kind, b.Kind) }) // the map has no order
	if m.Share != nil {
		message.Attached = append(message.Attached, Attachment{Kind: LinkCard, Name: decode(m.Share.Text), Link: string(m.Share.Link)})
		message.Text = orElse(message.Text, string(m.Share.Link))
	}
	for _, reaction := range m.Reactions {
		by := r.people.add(Person{Name: decode(reaction.Actor)})
		message.Reactions = append(message.Reactions, Reaction{Emoji: decode(reaction.Reaction), By: []string{by}, Count: 1})
	}
	r.announced(&message)
	return message
}

// change returns whom somebody added to the conversation, or removed from it.
func (m *metaMessage) change() Change {
	if len(m.Users) != 1 {
		return Change{}
	}
	whom := m.Users[0].Name
	self, joins := whom == m.Sender, m.Type == "Subscribe"
	switch {
	case joins && self:
		return Change{Kind: Joined}
	case joins:
		return Change{Kind: Added, Whom: twiceEncoded(string(whom))}
	case self:
		return Change{Kind: Left}
	}
	return Change{Kind: Removed, Whom: twiceEncoded(string(whom))}
}

// announced recognises what the apps write into the history as if the sender had said it.
func (r *metaReader) announced(m *Message) {
	if m.Kind != Said || m.Text == "" {
		return
	}
	if isReactionNotice(m.Text) {
		m.Kind = Notice
	}
	if len(m.Attached) > 0 && r.sent.MatchString(m.Text) {
		m.Text = ""
	}
}

// isReactionNotice reports whether a text is "Reacted 👍 to your message" or "Liked a message".
func isReactionNotice(text string) bool {
	text = strings.TrimSpace(text)
	sign, reacted := strings.CutPrefix(text, "Reacted ")
	sign, whole := strings.CutSuffix(sign, " to your message")
	return text == "Liked a message" || reacted && whole && len(strings.Fields(sign)) == 1
}

// attachment returns a file of the export. Its path begins at the top of the whole export, of which the folder may be a
// part.
func (r *metaReader) attachment(kind AttachmentKind, file metaFile) Attachment {
	uri := string(file.URI)
	a := Attachment{Kind: kind, Name: path.Base(uri)}
	if file.Thumbnail != nil {
		a.Poster = r.inExport(string(file.Thumbnail.URI))
	}
	if strings.Contains(uri, "://") {
		a.Link = uri
		return a
	}
	a.Path = r.inExport(uri)
	return a
}

// inExport returns where the file of an address is; empty if the export does not hold it.
func (r *metaReader) inExport(uri string) string {
	base := path.Dir(r.current)
	for rest := path.Clean(uri); ; {
		for _, candidate := range []string{rest, path.Join(base, rest)} {
			if r.in.has(candidate) {
				return candidate
			}
		}
		_, after, more := strings.Cut(rest, "/")
		if !more {
			return ""
		}
		rest = after
	}
}

// twiceEncoded repairs text whose UTF-8 was taken for Latin-1 and encoded again. Other text stays.
func twiceEncoded(s string) string {
	decoded := make([]byte, 0, len(s))
	for _, c := range s {
		if c > 0xff {
			return s
		}
		decoded = append(decoded, byte(c))
	}
	if !utf8.Valid(decoded) {
		return s
	}
	return string(decoded)
}
