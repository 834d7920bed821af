package parse

import (
	"context"
	"errors"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The text of imessage-exporter: a file for each conversation, and in it a block for each message: the time with the
// receipt, the sender, the text, files, reactions, and an empty line.
// https://github.com/ReagentX/imessage-exporter

// iMessageTime matches the beginning of a block. The hour is padded with a space.
const iMessageTime = `^([A-Z][a-z]{2} \d{2}, \d{4} {1,2}\d{1,2}:\d{2}:\d{2} [AP]M)(?: (.*))?$`

// iMessageMe is the name that the exporter gives its user.
const iMessageMe = "Me"

func missingIMessage(in *input) string {
	if len(in.iMessageFiles()) == 0 {
		return "no .txt file begins with a time such as May 17, 2022  5:29:42 PM"
	}
	return ""
}

func (in *input) iMessageFiles() []string {
	begin := regexp.MustCompile(iMessageTime)
	var found []string
	for _, name := range in.textFiles() {
		for _, line := range in.headLines(name) {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if begin.MatchString(line) {
				found = append(found, name)
			}
			break
		}
	}
	return found
}

// textFiles returns the files that may hold a conversation in plain text.
func (in *input) textFiles() []string { return in.filesNamed("*.txt") }

func iMessageChats(_ context.Context, in *input) ([]Chat, error) {
	var chats []Chat
	for _, name := range in.iMessageFiles() {
		base := path.Base(name)
		chats = append(chats, Chat{ID: name, Title: strings.TrimSuffix(base, path.Ext(base))})
	}
	return chats, nil
}

func readIMessage(ctx context.Context, in *input, chat Chat, _ Options, emit emit) (*Conversation, error) {
	l, err := in.openLines(ctx, chat.ID)
	if err != nil {
		return nil, in.inFile(chat.ID, err)
	}
	defer l.close()
	r := &iMessageReader{
		in: in, folder: path.Dir(chat.ID), begin: regexp.MustCompile(iMessageTime),
		answered:     map[answer]string{},
		indented:     regexp.MustCompile(`^ {4,}` + strings.TrimPrefix(iMessageTime, "^")),
		edited:       regexp.MustCompile(`^Edited .*? later: (.*)$`),
		reaction:     regexp.MustCompile(`^ *(Loved|Liked|Disliked|Laughed|Laughed at|Emphasized|Questioned|\S{1,16}) by (.+)$`),
		conversation: &Conversation{Platform: "imessage", TwelveHour: true, Me: iMessageMe},
	}
	err = r.all(l, emit)
	r.conversation.People = r.people.list
	r.conversation.Group = len(r.people.list) > 2
	if r.conversation.Group || len(r.people.list) < 2 {
		r.conversation.Title = chat.Title
	}
	return r.conversation, in.inFile(chat.ID, err)
}

type iMessageReader struct {
	in           *input
	folder       string
	begin        *regexp.Regexp
	indented     *regexp.Regexp // the beginning of an answer, below what it answers
	edited       *regexp.Regexp
	reaction     *regexp.Regexp
	conversation *Conversation
	people       people
	count        int               // blocks so far
	answered     map[answer]string // ids of messages, by the answers that are shown below them
}

// answer is an answer as it is shown below its message. It comes again in its place, where it does not say what it answers.
type answer struct {
	time, from string
}

// all reads the blocks. A block ends where the next begins, since texts have empty lines, too.
func (r *iMessageReader) all(l *lines, emit emit) error {
	var block []string
	size := 0
	for {
		line, err := l.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		begins := err == nil && r.begins(line)
		if err != nil || begins {
			if len(block) > 0 {
				if err := emit(r.message(block)); err != nil {
					return err
				}
			}
			block, size = nil, 0
		}
		if err != nil {
			return nil
		}
		if size += len(line); size > maxLine {
			return errors.New("a message is longer than 1 MB, as in no export")
		}
		if len(block) > 0 || begins {
			block = append(block, string(line))
		}
	}
}

// begins reports whether a line is the first of a block. Few lines need the whole expression for that.
func (r *iMessageReader) begins(line []byte) bool {
	const shortest = len("May 17, 2022  5:29:42 PM")
	return len(line) >= shortest-1 && line[3] == ' ' && line[6] == ',' && r.begin.Match(line)
}

// message returns the message of a block, whose first line is a time.
func (r *iMessageReader) message(block []string) Message {
	head := r.begin.FindStringSubmatch(block[0])
	at, _ := time.Parse("Jan 2, 2006 3:04:05 PM", strings.Join(strings.Fields(head[1]), " ")) // 0 is reported where messages have no time
	r.count++
	m := Message{ID: strconv.Itoa(r.count), Time: at}
	receipt := head[2]
	if receipt != "" && !strings.HasPrefix(receipt, "(") {
		m.Kind, m.Text = Event, receipt
		return m
	}
	if len(block) < 2 {
		m.Kind = Event
		return m
	}
	m.From = r.people.add(Person{Name: strings.TrimSpace(block[1])})
	if m.From == iMessageMe && strings.HasPrefix(receipt, "(Read by") {
		m.Status = "read"
	}
	r.body(&m, block[2:])
	if m.ReplyTo != "" {
		self := answer{head[1], m.From}
		if id, shown := r.answered[self]; shown {
			m.ReplyTo = id
			delete(r.answered, self)
		}
	}
	return m
}

// answers notes which answers are shown below a message.
func (r *iMessageReader) answers(m *Message, lines []string) {
	for i, line := range lines[:len(lines)-1] {
		if found := r.indented.FindStringSubmatch(line); found != nil {
			r.answered[answer{found[1], strings.TrimSpace(lines[i+1])}] = m.ID
		}
	}
}

// body sorts the lines below the sender into text, files, reactions and the like.
func (r *iMessageReader) body(m *Message, body []string) {
	var text []string
	reacting := false
	for i, line := range body {
		switch {
		case r.indented.MatchString(line): // answers, which come again in their places
			r.answers(m, body[i:])
			m.Text = strings.TrimSpace(strings.Join(text, "\n"))
			return
		case line == "Tapbacks:" || line == "Reactions:":
			reacting = true
		case reacting && r.reaction.MatchString(line):
			found := r.reaction.FindStringSubmatch(line)
			m.Reactions = append(m.Reactions, Reaction{Emoji: tapback(found[1]), By: []string{r.people.add(Person{Name: found[2]})}, Count: 1})
		case line == "This message responded to an earlier message.":
			m.ReplyTo = "?"
		case line == "This message was deleted from the conversation!", strings.Contains(line, " unsent this message part "), strings.HasSuffix(line, " unsent a message!"):
			m.Deleted = true
		case r.edited.MatchString(line):
			m.Edited, text = true, []string{r.edited.FindStringSubmatch(line)[1]} // the last version is what is shown
		case r.isFile(line):
			m.Attached = append(m.Attached, r.file(line))
		case strings.HasPrefix(line, "Sent with "): // an effect of the bubble
		default:
			reacting = false
			text = append(text, line)
		}
	}
	m.Text = strings.TrimSpace(strings.Join(text, "\n"))
}

// tapback returns the emoji of a reaction's name.
func tapback(name string) string {
	switch name {
	case "Loved":
		return "❤️"
	case "Liked":
		return "👍"
	case "Disliked":
		return "👎"
	case "Laughed", "Laughed at":
		return "😂"
	case "Emphasized":
		return "‼️"
	case "Questioned":
		return "❓"
	}
	return name
}

// isFile reports whether a line is the path of an attachment: nothing marks it.
func (r *iMessageReader) isFile(line string) bool {
	if strings.HasPrefix(line, "Sticker from ") {
		return true
	}
	ext := extension(line)
	if !strings.Contains(line, "/") || strings.Contains(line, "://") || ext == "" || len(ext) > 5 {
		return false
	}
	return strings.HasPrefix(line, "attachments/") || strings.Contains(line, "/Attachments/") || r.in.has(path.Join(r.folder, line))
}

// file returns an attachment. Its path is relative to the folder of the export, or leads to where the Mac keeps it.
func (r *iMessageReader) file(line string) Attachment {
	if strings.HasPrefix(line, "Sticker from ") {
		return Attachment{Kind: Sticker}
	}
	a := Attachment{Kind: kindOfFile(line), Name: path.Base(line)}
	if strings.HasPrefix(a.Name, "Audio Message") {
		a.Kind = Voice
	}
	if candidate := path.Join(r.folder, line); !path.IsAbs(line) && r.in.has(candidate) {
		a.Path = candidate
	}
	return a
}
