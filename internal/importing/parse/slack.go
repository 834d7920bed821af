package parse

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark-emoji/definition"
)

// The export of a Slack workspace: lists of users and channels, and a folder for each channel with a file for each day.
// https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports

func missingSlack(in *input) string {
	if in.slackRoot() == "" {
		return "there is no users.json beside a channels.json, groups.json, dms.json or mpims.json"
	}
	return ""
}

// slackLists are the files that list conversations.
func slackLists() []string { return []string{"channels.json", "groups.json", "dms.json", "mpims.json"} }

// slackRoot returns the folder of users.json, "." at the top; empty if this is no export of Slack.
func (in *input) slackRoot() string {
	for _, name := range in.filesNamed("users.json") {
		root := path.Dir(name)
		if path.Base(name) != "users.json" {
			continue
		}
		for _, other := range slackLists() {
			if in.has(path.Join(root, other)) {
				return root
			}
		}
	}
	return ""
}

type slackUser struct {
	ID      text `json:"id"`
	Name    text `json:"name"`
	Deleted bool `json:"deleted"`
	Profile struct {
		Display text `json:"display_name"`
		Real    text `json:"real_name"`
	} `json:"profile"`
}

func (u slackUser) name() string {
	return orElse(string(u.Profile.Display), string(u.Profile.Real), string(u.Name), string(u.ID))
}

// slackUsers returns the names of all users by their keys.
func (in *input) slackUsers(ctx context.Context) (map[string]string, error) {
	name := path.Join(in.slackRoot(), "users.json")
	f, err := in.openJSON(ctx, name)
	if err != nil {
		return nil, in.inFile(name, err)
	}
	defer f.close()
	names := map[string]string{"USLACKBOT": "Slackbot"} // whom users.json may lack
	err = f.array(func() error {
		var u slackUser
		if err := f.decode(&u); err != nil {
			return err
		}
		names[string(u.ID)] = u.name()
		return nil
	})
	return names, in.inFile(name, err)
}

func slackChats(ctx context.Context, in *input) ([]Chat, error) {
	names, err := in.slackUsers(ctx)
	if err != nil {
		return nil, err
	}
	root := in.slackRoot()
	var chats []Chat
	for _, file := range slackLists() {
		name := path.Join(root, file)
		if !in.has(name) {
			continue
		}
		f, err := in.openJSON(ctx, name)
		if err != nil {
			return nil, in.inFile(name, err)
		}
		err = f.array(func() error {
			var c struct {
				ID      text       `json:"id"`
				Name    text       `json:"name"`
				Members list[text] `json:"members"`
			}
			if err := f.decode(&c); err != nil {
				return err
			}
			chat := Chat{ID: path.Join(root, string(c.Name)), Title: string(c.Name)}
			if file == "dms.json" || file == "mpims.json" {
				chat.Title = slackTitle(c.Members, names)
			}
			if file == "dms.json" {
				chat.ID = path.Join(root, string(c.ID))
			}
			if len(in.slackDays(chat.ID)) > 0 {
				chats = append(chats, chat)
			}
			return nil
		})
		f.close()
		if err != nil {
			return nil, in.inFile(name, err)
		}
	}
	return chats, nil
}

// slackTitle names a conversation by its members, as it has no name.
func slackTitle(members list[text], names map[string]string) string {
	var title []string
	for _, id := range members {
		title = append(title, orElse(names[string(id)], string(id)))
	}
	return strings.Join(title, ", ")
}

// slackDays returns the files of a conversation, the oldest first.
func (in *input) slackDays(folder string) []string {
	var found []string
	first, _ := slices.BinarySearch(in.files, folder+"/")
	for _, name := range in.files[first:] {
		if !strings.HasPrefix(name, folder+"/") {
			break
		}
		if rest := name[len(folder)+1:]; !strings.Contains(rest, "/") && strings.HasSuffix(rest, ".json") {
			found = append(found, name)
		}
	}
	return found
}

func readSlack(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	names, err := in.slackUsers(ctx)
	if err != nil {
		return nil, err
	}
	r := &slackReader{names: names, emoji: definition.Github(), marks: regexp.MustCompile(`<([^<>\n]+)>`), codes: regexp.MustCompile(`:([a-z0-9_+'-]+):(?::(skin-tone-[2-6]):)?`), conversation: &Conversation{
		Title: chat.Title, Platform: "slack", Group: !strings.HasPrefix(path.Base(chat.ID), "D") || strings.Contains(path.Base(chat.ID), "-"),
	}}
	for _, day := range in.slackDays(chat.ID) {
		if err = r.day(ctx, in, day, emit); err != nil {
			err = in.inFile(day, err)
			break
		}
	}
	r.conversation.People = r.people.list
	return r.conversation, err
}

type slackReader struct {
	names        map[string]string // of all users, by their keys
	emoji        definition.Emojis
	marks, codes *regexp.Regexp // of links and people, and of emoji
	conversation *Conversation
	people       people
}

func (r *slackReader) day(ctx context.Context, in *input, name string, emit emit) error {
	f, err := in.openJSON(ctx, name)
	if err != nil {
		return err
	}
	defer f.close()
	return f.array(func() error {
		var m slackMessage
		if err := f.decode(&m); err != nil {
			return err
		}
		message, err := r.message(&m)
		if err != nil {
			return err
		}
		return emit(message)
	})
}

type slackMessage struct {
	Subtype  text `json:"subtype"`
	User     text `json:"user"`
	BotID    text `json:"bot_id"`
	Username text `json:"username"`
	Profile  struct {
		Display text `json:"display_name"`
		Real    text `json:"real_name"`
	} `json:"user_profile"`
	Text      text        `json:"text"`
	TS        json.Number `json:"ts"`
	ThreadTS  text        `json:"thread_ts"`
	Edited    *struct{}   `json:"edited"`
	Reactions list[struct {
		Name  text       `json:"name"`
		Users list[text] `json:"users"`
		Count number     `json:"count"`
	}] `json:"reactions"`
	Files list[struct {
		Name text   `json:"name"`
		Mime text   `json:"mimetype"`
		Size number `json:"size"`
		URL  text   `json:"url_private"`
		Mode text   `json:"mode"`
		MS   number `json:"duration_ms"`
		Kind text   `json:"subtype"`
	}] `json:"files"`
	Attachments list[struct {
		Title    text `json:"title"`
		Fallback text `json:"fallback"`
		URL      text `json:"title_link"`
	}] `json:"attachments"`
	Pinned  list[text] `json:"pinned_to"`
	NewName text       `json:"name"` // of a channel
	Room    *struct {
		Start number `json:"date_start"`
		End   number `json:"date_end"`
	} `json:"room"`
}

func (r *slackReader) message(m *slackMessage) (Message, error) {
	seconds, err := strconv.ParseFloat(string(m.TS), 64)
	if err != nil {
		return Message{}, fmt.Errorf("a message has the time %q; expected seconds since 1970", string(m.TS))
	}
	message := Message{
		ID: string(m.TS), Time: unixTime(seconds), Text: r.text(string(m.Text)), Edited: m.Edited != nil, Pinned: len(m.Pinned) > 0,
	}
	if m.ThreadTS != "" && string(m.ThreadTS) != string(m.TS) {
		message.ReplyTo = string(m.ThreadTS)
	}
	switch m.Subtype {
	case "", "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment", "reply_broadcast", "slackbot_response":
	case "tombstone", "message_deleted":
		message.Deleted, message.Text = true, ""
	case "huddle_thread", "sh_room_created":
		message.Kind = Call
		if m.Room != nil && m.Room.End > m.Room.Start {
			message.Seconds = float64(m.Room.End - m.Room.Start)
		}
	default: // channel_join, channel_topic, …
		message.Kind, message.Change = Event, m.change()
		message.Text = strings.TrimPrefix(message.Text, "@") // the lines begin with a mention of who did it
		if m.User != "" {
			message.From = r.author(m)
		}
		return message, nil
	}
	message.From = r.author(m)
	for _, file := range m.Files {
		a := Attachment{Kind: kindOfType(string(file.Mime)), Name: string(file.Name), Size: int64(file.Size), Link: string(file.URL), Seconds: float64(file.MS) / 1000}
		if file.Kind == "slack_audio" {
			a.Kind = Voice
		}
		message.Attached = append(message.Attached, a)
	}
	for _, card := range m.Attachments {
		message.Attached = append(message.Attached, Attachment{Kind: LinkCard, Name: orElse(string(card.Title), string(card.Fallback)), Link: string(card.URL)})
	}
	for _, reaction := range m.Reactions {
		found := Reaction{Emoji: r.reaction(string(reaction.Name)), Count: int(reaction.Count)}
		for _, user := range reaction.Users {
			found.By = append(found.By, r.people.add(Person{Key: string(user), Name: orElse(r.names[string(user)], string(user))}))
		}
		message.Reactions = append(message.Reactions, found)
	}
	return message, nil
}

func (r *slackReader) author(m *slackMessage) string {
	return r.people.add(Person{
		Key:  orElse(string(m.User), string(m.BotID), string(m.Username)),
		Name: orElse(r.names[string(m.User)], string(m.Profile.Display), string(m.Profile.Real), string(m.Username), string(m.User), "Bot"),
	})
}

// change returns what somebody did to the channel.
func (m *slackMessage) change() Change {
	switch m.Subtype {
	case "channel_join", "group_join":
		return Change{Kind: Joined}
	case "channel_leave", "group_leave":
		return Change{Kind: Left}
	case "channel_name", "group_name":
		if m.NewName != "" {
			return Change{Kind: Renamed, Name: string(m.NewName)}
		}
	}
	return Change{}
}

// reaction returns the emoji of a name such as "+1::skin-tone-2".
func (r *slackReader) reaction(name string) string {
	name, tone, _ := strings.Cut(name, "::")
	emoji, ok := r.emoji.Get(name)
	if !ok || !emoji.IsUnicode() {
		return ":" + name + ":"
	}
	return string(emoji.Unicode) + skinTone(tone)
}

// skinTone returns the character that gives an emoji a tone, which Slack numbers from 2 to 6.
func skinTone(name string) string {
	digit, ok := strings.CutPrefix(name, "skin-tone-")
	n, err := strconv.Atoi(digit)
	if !ok || err != nil || n < 2 || n > 6 {
		return ""
	}
	return string(rune(0x1f3fb + n - 2))
}

// text turns Slack's marks for links, people and emoji into what the app shows. Bold and the like stay as they are:
// templates draw them.
func (r *slackReader) text(s string) string {
	s = r.marks.ReplaceAllStringFunc(s, func(mark string) string { return r.mark(mark[1 : len(mark)-1]) })
	s = r.codes.ReplaceAllStringFunc(s, func(mark string) string {
		name, tone, _ := strings.Cut(strings.Trim(mark, ":"), "::")
		if emoji, ok := r.emoji.Get(name); ok && emoji.IsUnicode() {
			return string(emoji.Unicode) + skinTone(tone)
		}
		return mark
	})
	return html.UnescapeString(s)
}

// mark returns what the app shows for a mark in angle brackets.
func (r *slackReader) mark(mark string) string {
	address, label, labelled := strings.Cut(mark, "|")
	switch {
	case strings.HasPrefix(address, "@"):
		return "@" + orElse(r.names[address[1:]], label, address[1:])
	case strings.HasPrefix(address, "#"):
		return "#" + orElse(label, address[1:])
	case strings.HasPrefix(address, "!"):
		name, _, _ := strings.Cut(address[1:], "^")
		if name == "subteam" || name == "date" {
			return label
		}
		return "@" + name
	case labelled && label != "":
		return label
	}
	return strings.TrimPrefix(address, "mailto:")
}
