// Package importing turns a real conversation into a payload, and a payload into a script. Package parse reads the exports;
// here it is decided which messages are taken, who is who, what a payload can carry, and how it is written.
package importing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"mockup/internal/console"
	"mockup/internal/importing/parse"
	"mockup/internal/schema"
	"mockup/internal/usage"
	"mockup/internal/wording"
)

// Options say what is imported. The zero value imports all of the only conversation of an export.
type Options struct {
	Source    string // the export: a file, a folder, a zip archive, or - for In
	In        io.Reader
	Format    string // one of parse.Formats; empty: it is recognised
	Chat      string // the title of the conversation, where there are several
	Me        string // the name of the person on the right, where the export does not say
	Platform  string // the app to draw; empty: the app of the export
	Since     time.Time
	Until     time.Time // the first moment that is not imported
	Last      int       // only so many messages, the newest; 0: all
	First     int       // number of the first message, from 1; 0: the first
	Final     int       // number of the last message; 0: the last
	DateOrder parse.DateOrder
	Zone      string // IANA zone that times are shown in; empty: that of the export
	Anonymize bool
	// Output is the payload's file, in JSON if its name ends in .json, else in YAML; empty: it is named after the conversation; -: it is
	// returned and no file is written.
	Output string
}

// Result is what was imported.
type Result struct {
	Path     string // of the payload; empty if it was not written
	Data     []byte // the payload
	Messages int    // in the payload
	Real     bool   // the words are those of real people; those of a script are not
	LeftOut  []string
	Warnings schema.Diagnostics // of the payload
}

// Import reads a conversation and writes its payload, and its pictures beside it. A failed import leaves no file. The error is
// a *Choice if something is missing that only the user knows.
func Import(ctx context.Context, opts Options) (*Result, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	export, err := parse.Open(ctx, opts.Source, parse.Options{Format: opts.Format, DateOrder: opts.DateOrder, In: opts.In})
	if err != nil {
		return nil, err
	}
	defer export.Close()
	chats, err := export.Chats(ctx)
	if err != nil {
		return nil, err
	}
	chat, err := chooseChat(chats, opts.Chat)
	if err != nil {
		return nil, err
	}
	chosen := &selection{opts: opts, zone: zoneOf(opts.Zone), wallClock: export.WallClock, unordered: export.Unordered}
	conversation, err := export.Read(ctx, chat, chosen.add)
	if err != nil {
		return nil, err
	}
	messages, err := chosen.finish()
	if err != nil {
		return nil, err
	}
	return write(ctx, opts, export, conversation, messages, chosen)
}

// check refuses options that contradict each other.
func (o *Options) check() error {
	switch {
	case o.Last > 0 && (o.First > 0 || o.Final > 0):
		return usage.Errorf("--last and --messages cannot both choose the messages; give one of them")
	case !o.Since.IsZero() && !o.Until.IsZero() && !o.Since.Before(o.Until):
		return usage.Errorf("--since is not before --until")
	}
	if o.Platform != "" {
		platforms := append(schema.Platforms(schema.Chats), schema.Platforms(schema.AI)...)
		if !slices.Contains(platforms, o.Platform) {
			return usage.Errorf("--platform %s: there is no such platform of chats or ai; allowed: %s%s", o.Platform, wording.List(platforms), wording.DidYouMean(o.Platform, platforms))
		}
		if o.Platform == "custom" {
			return usage.Errorf("--platform custom needs colours; import for another platform, and change it in the payload")
		}
	}
	return nil
}

// Choice is the error of an import that needs to know what the export does not say.
type Choice struct {
	Flag    string   // that answers
	Text    string   // what is asked
	Options []string // for people to read
	Answers []string // the values of the flag that they stand for
}

// Error names the flag and what it may be.
func (c *Choice) Error() string {
	const most = 40 // lines
	shown := c.Options[:min(len(c.Options), most)]
	text := fmt.Sprintf("%s; choose with %s:\n  %s", c.Text, c.Flag, strings.Join(shown, "\n  "))
	if more := len(c.Options) - len(shown); more > 0 {
		text += fmt.Sprintf("\n  and %d more", more)
	}
	return text
}

// chooseChat returns the conversation of a name: its title, or a part of it that no other has.
func chooseChat(chats []parse.Chat, name string) (parse.Chat, error) {
	if name == "" && len(chats) == 1 {
		return chats[0], nil
	}
	var titles, lines []string
	var equal, within []parse.Chat
	for _, chat := range chats {
		titles = append(titles, chat.Title)
		line := wording.Printable(chat.Title)
		if chat.Messages > 0 {
			line += " (" + console.Plural(chat.Messages, "message") + ")"
		}
		lines = append(lines, line)
		switch {
		case strings.EqualFold(chat.Title, name), chat.ID == name:
			equal = append(equal, chat)
		case strings.Contains(strings.ToLower(chat.Title), strings.ToLower(name)):
			within = append(within, chat)
		}
	}
	switch {
	case name == "":
		return parse.Chat{}, &Choice{"--chat", fmt.Sprintf("the export holds %d conversations", len(chats)), lines, titles}
	case len(equal) > 0:
		return equal[0], nil
	case len(within) == 1:
		return within[0], nil
	case len(within) > 1:
		return parse.Chat{}, usage.Errorf("--chat %s: several conversations have this in their titles; write more of one: %s", name, wording.List(titlesOf(within)))
	}
	return parse.Chat{}, usage.Errorf("--chat %s: the export has no such conversation; it has %s%s", name, wording.List(titlesOf(chats)), wording.DidYouMean(name, titles))
}

// titlesOf lists the first titles.
func titlesOf(chats []parse.Chat) []string {
	const most = 20
	var titles []string
	for i, chat := range chats {
		if i == most {
			return append(titles, fmt.Sprintf("and %d more", len(chats)-most))
		}
		titles = append(titles, wording.Printable(chat.Title))
	}
	return titles
}

// zoneOf returns the zone of a name that has been checked; nil for none.
func zoneOf(name string) *time.Location {
	if name == "" {
		return nil
	}
	return schema.Zone(name).Location()
}

// nothing is the error of a conversation of which a payload shows nothing.
func (d *draft) nothing() error {
	return errors.Join(errors.New("nothing of the conversation can be shown in a payload"), d.left.err())
}

// write builds the payload and puts it in place.
func write(ctx context.Context, opts Options, export *parse.Export, c *parse.Conversation, messages []parse.Message, chosen *selection) (*Result, error) {
	d := &draft{opts: opts, conversation: c, format: export.Format, wallClock: export.WallClock, zone: chosen.zone}
	d.left.hidden(chosen.hidden)
	for _, m := range messages {
		d.carry(m)
	}
	if err := d.choosePlatform(); err != nil {
		return nil, err
	}
	d.leaveOut()
	if err := d.lookInside(ctx, export); err != nil {
		return nil, err
	}
	if len(d.messages) == 0 {
		return nil, d.nothing()
	}
	if err := d.chooseMe(); err != nil {
		return nil, err
	}
	if opts.Anonymize {
		anonymize(d)
	}
	files, err := d.pictures(ctx, export)
	if err != nil {
		return nil, err
	}
	d.answers()
	data := d.text()
	payload, found := schema.Decode(data, schema.Options{Filename: d.file(), Format: schema.FormatYAML, AllowPaths: true})
	if payload == nil {
		return nil, fmt.Errorf("the payload of the conversation is not valid: %w", found.Err())
	}
	if schema.IsJSON(opts.Output) {
		if data, err = schema.FromYAML(data); err != nil {
			return nil, fmt.Errorf("write payload: %w", err)
		}
	}
	result := &Result{Data: data, Messages: len(d.messages), Real: d.isReal(), LeftOut: d.left.list(), Warnings: found.Warnings()}
	if opts.Output == "-" {
		return result, nil
	}
	result.Path = d.file()
	return result, save(d.file(), data, files)
}
