package parse

import (
	"context"
	"path"
	"strings"
	"unicode/utf8"

	"mockup/internal/pattern"
)

// The JSON of DiscordChatExporter: a file for each channel.
// https://github.com/Tyrrrz/DiscordChatExporter

func missingDiscord(in *input) string {
	if len(in.discordFiles()) == 0 {
		return "no .json file begins with the fields guild and channel"
	}
	return ""
}

func (in *input) discordFiles() []string {
	var found []string
	for _, name := range in.filesNamed("*.json") {
		if keys, isArray := in.jsonKeys(name); !isArray && hasAll(keys, "guild", "channel") {
			found = append(found, name)
		}
	}
	return found
}

type discordPlace struct {
	Name text `json:"name"`
	Type text `json:"type"`
}

// title returns what the app writes above the channel, and whether it is more than two people.
func (p discordPlace) title() (title string, group bool) {
	return string(p.Name), p.Type != "DirectTextChat"
}

func discordChats(ctx context.Context, in *input) ([]Chat, error) {
	var chats []Chat
	for _, name := range in.discordFiles() {
		f, err := in.openJSON(ctx, name)
		if err != nil {
			return nil, in.inFile(name, err)
		}
		var guild, channel discordPlace
		err = f.object(func(member string) error {
			switch member {
			case "guild":
				return f.decode(&guild)
			case "channel":
				if err := f.decode(&channel); err != nil {
					return err
				}
				return ErrEnough
			}
			return f.skip()
		})
		f.close()
		if err != nil && err != ErrEnough {
			return nil, in.inFile(name, err)
		}
		title, _ := channel.title()
		chats = append(chats, Chat{ID: name, Title: title})
	}
	return chats, nil
}

func readDiscord(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	f, err := in.openJSON(ctx, chat.ID)
	if err != nil {
		return nil, in.inFile(chat.ID, err)
	}
	defer f.close()
	r := &discordReader{in: in, folder: path.Dir(chat.ID), conversation: &Conversation{Platform: "discord"}}
	err = f.object(func(member string) error {
		switch member {
		case "channel":
			var channel discordPlace
			err := f.decode(&channel)
			r.conversation.Title, r.conversation.Group = channel.title()
			return err
		case "messages":
			return f.array(func() error {
				var m discordMessage
				if err := f.decode(&m); err != nil {
					return err
				}
				return emit(r.message(&m))
			})
		}
		return f.skip()
	})
	r.end()
	return r.conversation, in.inFile(chat.ID, err)
}

type discordReader struct {
	in           *input
	folder       string
	conversation *Conversation
	people       people
}

type discordUser struct {
	ID       text `json:"id"`
	Name     text `json:"name"`
	Nickname text `json:"nickname"`
}

type discordFile struct {
	URL  text   `json:"url"`
	Name text   `json:"fileName"`
	Size number `json:"fileSizeBytes"`
}

type discordMessage struct {
	ID          text              `json:"id"`
	Type        text              `json:"type"`
	Time        text              `json:"timestamp"`
	Edited      text              `json:"timestampEdited"`
	CallEnded   text              `json:"callEndedTimestamp"`
	Pinned      bool              `json:"isPinned"`
	Content     text              `json:"content"`
	Author      discordUser       `json:"author"`
	Attachments list[discordFile] `json:"attachments"`
	Embeds      list[struct {
		Title text `json:"title"`
		URL   text `json:"url"`
	}] `json:"embeds"`
	Stickers list[struct {
		Name text `json:"name"`
		URL  text `json:"sourceUrl"`
	}] `json:"stickers"`
	Reactions list[struct {
		Emoji struct {
			Name text `json:"name"`
		} `json:"emoji"`
		Count number            `json:"count"`
		Users list[discordUser] `json:"users"`
	}] `json:"reactions"`
	Mentions  list[discordUser] `json:"mentions"`
	Reference *struct {
		MessageID text `json:"messageId"`
	} `json:"reference"`
	Forwarded *struct {
		Content     text              `json:"content"`
		Attachments list[discordFile] `json:"attachments"`
	} `json:"forwardedMessage"`
}

func (r *discordReader) person(u discordUser) string {
	return r.people.add(Person{Key: string(u.ID), Name: orElse(string(u.Nickname), string(u.Name)), Handle: string(u.Name)})
}

func (r *discordReader) message(m *discordMessage) Message {
	message := Message{
		ID: string(m.ID), From: r.person(m.Author), Time: isoTime(string(m.Time)), Text: r.named(string(m.Content), m.Mentions),
		Edited: m.Edited != "", Pinned: m.Pinned,
	}
	switch m.Type {
	case "Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "ThreadStarterMessage", "0", "19", "20", "21", "23", "":
	case "Call", "3":
		message.Kind, message.Text = Call, ""
		if end := isoTime(string(m.CallEnded)); !end.IsZero() && !message.Time.IsZero() {
			message.Seconds = max(0, end.Sub(message.Time).Seconds())
		}
		return message
	default:
		message.Kind, message.Change = Event, r.change(m)
		message.Text = strings.TrimSpace(r.people.name(message.From) + " " + lowerFirst(message.Text))
		return message
	}
	if m.Reference != nil {
		message.ReplyTo = string(m.Reference.MessageID)
	}
	files := m.Attachments
	if m.Forwarded != nil {
		message.ReplyTo, message.Forwarded = "", true
		message.Text = orElse(message.Text, string(m.Forwarded.Content))
		files = append(files, m.Forwarded.Attachments...)
	}
	for _, file := range files {
		kind := kindOfFile(string(file.Name))
		if file.Name == "voice-message.ogg" { // as Discord names what its app records
			kind = Voice
		}
		message.Attached = append(message.Attached, r.file(kind, file))
	}
	for _, sticker := range m.Stickers {
		message.Attached = append(message.Attached, r.file(Sticker, discordFile{URL: sticker.URL, Name: sticker.Name}))
	}
	for _, embed := range m.Embeds {
		message.Attached = append(message.Attached, Attachment{Kind: LinkCard, Name: string(embed.Title), Link: string(embed.URL)})
	}
	for _, reaction := range m.Reactions {
		found := Reaction{Emoji: string(reaction.Emoji.Name), Count: int(reaction.Count)}
		for _, user := range reaction.Users {
			found.By = append(found.By, r.person(user))
		}
		message.Reactions = append(message.Reactions, found)
	}
	return message
}

// change returns what somebody did to the channel.
func (r *discordReader) change(m *discordMessage) Change {
	whom := ""
	if len(m.Mentions) == 1 {
		whom = r.person(m.Mentions[0])
	}
	switch m.Type {
	case "GuildMemberJoin", "7":
		return Change{Kind: Joined}
	case "RecipientAdd", "1":
		if whom != "" {
			return Change{Kind: Added, Whom: whom}
		}
	case "RecipientRemove", "2":
		switch whom {
		case "":
		case string(m.Author.ID):
			return Change{Kind: Left}
		default:
			return Change{Kind: Removed, Whom: whom}
		}
	case "ChannelIconChange", "5":
		return Change{Kind: NewPicture}
	}
	return Change{}
}

// lowerFirst writes a sentence as it stands behind a name.
func lowerFirst(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:size]) + s[size:]
}

// file returns an attachment: a file beside the export, if its pictures were exported too, or a link.
func (r *discordReader) file(kind AttachmentKind, file discordFile) Attachment {
	a := Attachment{Kind: kind, Name: string(file.Name), Size: int64(file.Size)}
	address := string(file.URL)
	if strings.Contains(address, "://") {
		a.Link = address
		return a
	}
	a.Path = path.Join(r.folder, strings.ReplaceAll(address, "\\", "/"))
	return a
}

// customEmoji are emoji of a server as Discord stores them, with their names.
var customEmoji = pattern.Lazy(`<a?(:\w{2,32}:)\d+>`)

// named writes names in place of numbers, where the export has mentions and emoji of a server as Discord stores them.
func (r *discordReader) named(content string, mentions list[discordUser]) string {
	content = customEmoji().ReplaceAllString(content, "$1")
	if !strings.Contains(content, "<@") {
		return content
	}
	for _, user := range mentions {
		name := "@" + r.people.name(r.person(user))
		content = strings.NewReplacer("<@"+string(user.ID)+">", name, "<@!"+string(user.ID)+">", name).Replace(content)
	}
	return content
}

// end finds out who exported a chat of two, which has the name of the other.
func (r *discordReader) end() {
	c := r.conversation
	c.People = r.people.list
	if c.Group || len(c.People) != 2 {
		return
	}
	for i, p := range c.People {
		if p.Name == c.Title || p.Handle == c.Title {
			c.Me = c.People[1-i].Key
			return
		}
	}
}
