package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mockup/internal/wording"
)

// Options say how an export is read. The zero value lets the export decide.
type Options struct {
	Format    string    // one of [Formats]; empty: it is recognised
	DateOrder DateOrder // of dates that are written in numbers; empty: it is found out
	In        io.Reader // what the name - stands for
}

// DateOrder says how dates in numbers are written.
type DateOrder string

// The orders of dates.
const (
	DayMonthYear DateOrder = "dmy"
	MonthDayYear DateOrder = "mdy"
	YearMonthDay DateOrder = "ymd"
	YearDayMonth DateOrder = "ydm" // in Latvian, such as 2021.20.06.
)

// Export is an export that has been opened.
type Export struct {
	Format string // its name, one of [Formats]
	// WallClock says that times are what the clock showed, in a zone that the export does not name. They are in UTC here.
	WallClock bool
	// Unordered says that the messages of a chat do not come in the order of their times, and have to be sorted.
	Unordered bool

	in     *input
	format format
	opts   Options
}

// emit takes the messages of a conversation, in the order of the export. Reading ends with the error that it returns.
type emit func(Message) error

// ErrEnough is what the receiver of the messages returns when it needs no more of them. Read then returns no error.
var ErrEnough = errors.New("enough messages")

// format reads the exports of one app.
type format struct {
	name                 string
	wallClock, unordered bool // see Export
	// missing returns what is missing for the input to be of this format; empty if nothing is.
	missing func(in *input) string
	chats   func(ctx context.Context, in *input) ([]Chat, error)
	read    func(ctx context.Context, in *input, chat Chat, opts Options, emit emit) (*Conversation, error)
}

// formats returns all formats. Those whose files cannot be mistaken come first; a script, which may be nearly any text, last.
func formats() []format {
	return []format{
		{"telegram", false, false, missingTelegram, telegramChats, readTelegram},
		{"discord", false, false, missingDiscord, discordChats, readDiscord},
		{"slack", false, false, missingSlack, slackChats, readSlack},
		{"instagram", false, false, missingInstagram, metaChats, readInstagram},
		{"messenger", false, false, missingMessenger, metaChats, readMessenger},
		{"chatgpt", false, false, missingChatGPT, chatGPTChats, readChatGPT},
		{"claude", false, false, missingClaude, claudeChats, readClaude},
		{"sms", false, true, missingSMS, smsChats, readSMS},
		{"imessage", true, false, missingIMessage, iMessageChats, readIMessage},
		{"whatsapp", true, false, missingWhatsApp, whatsAppChats, readWhatsApp},
		{"script", true, false, missingScript, scriptChats, readScript},
	}
}

// Formats returns the names of the formats that are read.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	slices.Sort(names)
	return names
}

// Open opens an export: a file, a folder or a zip archive, or - for the standard input. The caller closes it.
func Open(ctx context.Context, name string, opts Options) (*Export, error) {
	in, err := openInput(ctx, name, opts.In)
	if err != nil {
		return nil, err
	}
	found, err := recognise(in, opts.Format)
	if err != nil {
		return nil, errors.Join(err, in.close())
	}
	return &Export{Format: found.name, WallClock: found.wallClock, Unordered: found.unordered, in: in, format: found, opts: opts}, nil
}

// recognise finds the format of an export, or checks the one that the user names.
func recognise(in *input, name string) (format, error) {
	if len(in.files) == 0 {
		return format{}, fmt.Errorf("read export %s: it holds no files", in.name)
	}
	var reasons []string
	for _, f := range formats() {
		if name != "" && f.name != name {
			continue
		}
		missing := f.missing(in)
		if missing == "" {
			return f, nil
		}
		reasons = append(reasons, fmt.Sprintf("  %s: %s", f.name, missing))
	}
	if in.unread != nil { // what it holds is not known then
		return format{}, named(in.name, in.unread)
	}
	if name != "" {
		return format{}, fmt.Errorf("read export %s: it is not of the format %s:%s", in.name, name, strings.TrimPrefix(reasons[0], "  "+name+":"))
	}
	return format{}, fmt.Errorf("read export %s: it is of no format that is known:\n%s\nName the format with --from-format if you know it", in.name, strings.Join(reasons, "\n"))
}

// Close closes the files of the export.
func (e *Export) Close() error { return e.in.close() }

// Chats lists the conversations of the export, in its order.
func (e *Export) Chats(ctx context.Context) ([]Chat, error) {
	chats, err := e.format.chats(ctx, e.in)
	if err == nil && len(chats) == 0 {
		err = errors.New("it holds no conversation")
	}
	return chats, named(e.in.name, err)
}

// Read passes the messages of a chat to emit, and returns what else the export says of it. Reading ends early when emit
// returns an error, which Read returns unless it is ErrEnough.
func (e *Export) Read(ctx context.Context, chat Chat, emit func(Message) error) (*Conversation, error) {
	var refused error
	count := 0
	found, err := e.format.read(ctx, e.in, chat, e.opts, func(m Message) error {
		if count++; count%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		refused = emit(m)
		return refused
	})
	switch {
	case refused == nil:
		return found, named(e.in.name, err)
	case errors.Is(refused, ErrEnough):
		return found, nil
	}
	return nil, refused
}

// Content opens the content of an attachment that has a path.
func (e *Export) Content(a Attachment) (io.ReadCloser, error) {
	content, err := e.in.content(a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return content, nil
}

// inFile puts the name of a file of the export before an error, where the export has several. What the receiver of the
// messages returned stays recognisable.
func (in *input) inFile(name string, err error) error {
	if err == nil || len(in.files) == 1 {
		return err
	}
	return fmt.Errorf("%s: %w", wording.Printable(name), err)
}
