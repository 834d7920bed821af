package importing

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
)

// Things are what a message holds beside texts, pictures and recordings: files, stickers, animations, videos, places, contacts
// and polls.

// isThing reports whether an attachment is one that a payload can carry. A sticker needs a picture or an emoji, an animation a
// picture, a video a picture and a length, a file and a contact need a name, and a poll needs answers.
func isThing(a *parse.Attachment) bool {
	switch a.Kind {
	case parse.File, parse.Audio, parse.Contact:
		return strings.TrimSpace(a.Name) != ""
	case parse.Location:
		return true
	case parse.Sticker:
		_, ok := parse.OneEmoji(a.Name)
		return ok || a.Path != ""
	case parse.GIF:
		return pictureOf(a) != nil
	case parse.Video:
		return a.Poster != ""
	case parse.Poll:
		return a.Name != "" && len(a.Options) >= 2
	}
	return false
}

// thingType is the type of a message in the payload that holds a thing.
func thingType(kind parse.AttachmentKind) string {
	switch kind {
	case parse.Audio:
		return "file"
	case parse.GIF:
		return "gif"
	}
	return string(kind) // which are the same words
}

// takesText reports whether a text may stand below what a message holds.
func (s *said) takesText() bool {
	return s.thing != nil && slices.Contains([]string{"file", "gif", "video"}, s.kind())
}

// pictureOf returns the picture that stands for a sticker, an animation or a video; nil if there is none.
func pictureOf(a *parse.Attachment) *picture {
	source := *a
	switch a.Kind {
	case parse.GIF, parse.Video:
		if a.Poster != "" {
			source = parse.Attachment{Kind: parse.Picture, Path: a.Poster}
		} else if a.Kind == parse.Video || path.Ext(a.Path) == ".mp4" { // which are animations of WhatsApp and Telegram
			return nil
		}
	case parse.Sticker:
	default:
		return nil
	}
	if source.Path == "" {
		return nil
	}
	return &picture{source: source}
}

// thingField returns what a message holds as a field of YAML.
func thingField(m said) string {
	a := m.thing
	name := cleanText(a.Name)
	switch a.Kind {
	case parse.Sticker:
		if len(m.pictures) > 0 {
			return "sticker: { image: " + scalar(m.pictures[0].path) + " }"
		}
		emoji, _ := parse.OneEmoji(name)
		return "sticker: { emoji: " + quote(emoji) + " }"
	case parse.GIF:
		return "gif: { image: " + scalar(m.pictures[0].path) + " }"
	case parse.Video:
		return fmt.Sprintf("video: { poster: %s, durationSeconds: %g }", scalar(m.pictures[0].path), videoSeconds(a.Seconds))
	case parse.Location:
		if name == "" || strings.Contains(name, "://") { // an address of a map
			return "location: {}"
		}
		return "location: { name: " + scalar(name) + " }"
	case parse.Contact:
		field := "contact: { name: " + scalar(strings.TrimSuffix(name, ".vcf"))
		if phone := cleanText(a.Phone); phone != "" {
			field += ", phone: " + quote(phone)
		}
		return field + " }"
	case parse.Poll:
		return pollField(a)
	}
	field := "file: { name: " + scalar(name)
	if a.Size > 0 {
		field += fmt.Sprintf(", size: %d", a.Size)
	}
	return field + " }"
}

// videoSeconds returns the length of a video as a payload may have it.
func videoSeconds(length float64) float64 {
	const shortest, longest = 1, 360000 // of the schema
	return min(max(math.Round(length), shortest), longest)
}

// pollField returns a poll as a field of YAML. No export says who chose what.
func pollField(a *parse.Attachment) string {
	const most, mostVotes = 12, 1_000_000_000 // of the schema
	var options []string
	for _, o := range a.Options[:min(len(a.Options), most)] {
		option := "{ text: " + quote(cleanText(o.Text))
		if o.Votes > 0 {
			option += fmt.Sprintf(", votes: %d", min(o.Votes, mostVotes))
		}
		options = append(options, option+" }")
	}
	field := "poll: { question: " + quote(cleanText(a.Name)) + ", options: [" + strings.Join(options, ", ") + "]"
	if a.Closed {
		field += ", closed: true"
	}
	return field + " }"
}

// thing replaces what says who people are in what a message holds. A file keeps the ending of its name.
func (a *anonymizer) thing(t *parse.Attachment) {
	switch t.Kind {
	case parse.File, parse.Audio:
		a.files++
		ending := ""
		if i := strings.LastIndexByte(t.Name, '.'); i >= 0 && len(t.Name)-i <= 5 {
			ending = t.Name[i:]
		}
		t.Name = fmt.Sprintf("file%d%s", a.files, ending)
	case parse.Contact:
		a.contacts++
		t.Name, t.Phone = fmt.Sprintf("Contact %d", a.contacts), ""
	case parse.Location:
		t.Name = ""
	case parse.Poll:
		t.Name = a.text(t.Name)
		for i := range t.Options {
			t.Options[i].Text = a.text(t.Options[i].Text)
		}
	}
}

// thingOf returns what a message of a payload holds; of other messages, nothing.
func thingOf(m schema.ChatMessage) parse.Attachment {
	switch {
	case m.Type == "file" && m.File != nil:
		return parse.Attachment{Kind: parse.File, Name: m.File.Name}
	case m.Type == "sticker" && m.Sticker != nil:
		return parse.Attachment{Kind: parse.Sticker, Name: cmp.Or(m.Sticker.Emoji, pictureFile(m.Sticker.Image))}
	case m.Type == "gif" && m.GIF != nil:
		return parse.Attachment{Kind: parse.GIF, Name: pictureFile(m.GIF.Image)}
	case m.Type == "video" && m.Video != nil:
		return parse.Attachment{Kind: parse.Video, Name: pictureFile(m.Video.Poster), Seconds: m.Video.DurationSeconds}
	case m.Type == "location" && m.Location != nil:
		return parse.Attachment{Kind: parse.Location, Name: cmp.Or(m.Location.Name, m.Location.Address)}
	case m.Type == "contact" && m.Contact != nil:
		return parse.Attachment{Kind: parse.Contact, Name: m.Contact.Name, Phone: m.Contact.Phone}
	case m.Type == "poll" && m.Poll != nil:
		poll := parse.Attachment{Kind: parse.Poll, Name: m.Poll.Question}
		for _, o := range m.Poll.Options {
			poll.Options = append(poll.Options, parse.PollOption{Text: o.Text, Votes: max(int(o.Votes), len(o.By))})
		}
		return poll
	}
	return parse.Attachment{}
}

// pictureFile returns the file of a picture; empty if it is none.
func pictureFile(image schema.ImageRef) string {
	if image.IsPath() {
		return string(image)
	}
	return ""
}
