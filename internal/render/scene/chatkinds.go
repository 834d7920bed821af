package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Kinds of messages beside texts, pictures, recordings and calls.
//
// Fields of the manifest, by their names in the payload: link, file, sticker, gif, video, location, contact and poll.

// Preview is the card of a page that a text names.
type Preview struct {
	Title, Site, Description string
	Image                    template.URL
	Wide                     bool // the picture is clearly wider than high
}

// File is a file of a message.
type File struct {
	Name    string
	Kind    string // "PDF"
	Class   string // what the kind is about: pdf, document, spreadsheet, slides, archive, sound or other
	Details string // what the app writes below the name; may be empty
}

// Sticker is a picture without a bubble, or an emoji in its place.
type Sticker struct {
	Image template.URL
	Emoji string
}

// Clip is what a picture says that stands for something which moves.
type Clip struct {
	GIF    bool
	Length string // of a video, "0:12"
	Plays  bool   // in a video
	Film   int    // of the storyboard; where it plays
}

// Place is a location with its map.
type Place struct {
	Name, Address string
	Map           template.HTML
}

// ContactCard is somebody's contact card.
type ContactCard struct {
	Person Person
	Says   string // below the name, in the app's words; may be empty
}

// ChatPoll is a question with its answers.
type ChatPoll struct {
	Question string
	How      string // how one answers, in the app's words
	Multiple bool
	Closed   bool
	Voted    bool // the sender has chosen an answer
	Options  []ChatPollOption
	Votes    int    // or people, where the app counts these
	Total    string // the same in the app's words
	Results  string // the words of the button that shows the votes to somebody who has not voted; empty: none
	Action   string // the words of its other button; empty: none
}

// ChatPollOption is an answer of a poll.
type ChatPollOption struct {
	Text    string
	Votes   int
	Count   string // the votes as a number
	Says    string // the votes in the app's words
	Percent int    // of all votes, or of all people
	Share   int    // of the votes of the answer with the most, in percent
	Own     bool
	Leads   bool     // no other answer has more votes
	People  []Person // who chose it, in order, at most a few
}

// hold adds to a message what it holds beside text.
func (b *builder) hold(p *schema.ChatProps, m schema.ChatMessage, view *Message, markup text.Markup) {
	switch {
	case m.Type == "text" && m.Link != nil && b.shows("link"):
		view.Preview = &Preview{Title: m.Link.Title, Site: m.Link.Site, Description: m.Link.Description, Image: b.image(m.Link.Image)}
		const wide = 1.2
		view.Preview.Wide = m.Link.Image != "" && b.shape(m.Link.Image) >= wide
		if b.manifest.Options.Chat.PreviewReplaces {
			rest := withoutAddress(m.Text)
			view.Said, view.Text = rest != "", b.rich(rest, markup)
		}
		return
	case m.Type == "file" && m.File != nil:
		view.File = b.file(*m.File)
	case m.Type == "sticker" && m.Sticker != nil:
		view.Sticker = &Sticker{Image: b.image(m.Sticker.Image)}
		if m.Sticker.Image == "" {
			view.Sticker.Emoji = m.Sticker.Emoji
		}
	case m.Type == "gif" && m.GIF != nil:
		view.Pictures = []Picture{{Image: b.image(m.GIF.Image), Clip: b.film(Clip{GIF: true}, m.GIF.File)}}
	case m.Type == "video" && m.Video != nil:
		view.Pictures = []Picture{{Image: b.image(m.Video.Poster), Clip: b.film(Clip{Length: clockLength(m.Video.DurationSeconds)}, m.Video.File)}}
	case m.Type == "location" && m.Location != nil:
		view.Place = &Place{Name: m.Location.Name, Address: m.Location.Address, Map: cityMap(m.ID)}
	case m.Type == "contact" && m.Contact != nil:
		view.Card = &ContactCard{Person: b.person(schema.ChatUser{ID: m.ID, Name: m.Contact.Name, Image: m.Contact.Image}), Says: b.word("contactSays", "{phone}", m.Contact.Phone)}
	case m.Type == "poll" && m.Poll != nil:
		poll := withVotes(*m.Poll)
		if b.votesCome(m) {
			poll = votesAt(poll, 0)
		}
		view.Poll = b.chatPoll(p, poll)
	default:
		return
	}
	view.Kind = m.Type
}

// withoutAddress leaves out an address of the web at the end or the beginning of a text.
func withoutAddress(text string) string {
	isAddress := func(word string) bool {
		return strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")
	}
	text = strings.TrimSpace(text)
	if i := strings.LastIndexFunc(text, unicode.IsSpace); isAddress(text[i+1:]) {
		return strings.TrimSpace(text[:i+1])
	}
	if i := strings.IndexFunc(text, unicode.IsSpace); i > 0 && isAddress(text[:i]) {
		return strings.TrimSpace(text[i:])
	}
	return text
}

// file describes a file in the app's words.
func (b *builder) file(f schema.ChatFile) *File {
	ending := strings.ToUpper(strings.TrimPrefix(path.Ext(f.Name), "."))
	const longest = 5 // letters of an ending
	if len(ending) > longest {
		ending = ""
	}
	file := &File{Name: f.Name, Kind: cmp.Or(f.Kind, ending), Class: fileClass(ending, f.Kind)}
	size, word := "", "fileSays"
	if f.Size != nil {
		size = fileSize(*f.Size)
	}
	switch {
	case size == "" && file.Kind == "":
		return file
	case size == "":
		word = "fileKind"
	case file.Kind == "":
		word = "fileSize"
	}
	file.Details = b.word(word, "{size}", size, "{kind}", file.Kind, "{ending}", strings.ToLower(file.Kind), "{named}", kindName(file.Kind))
	return file
}

// kindNames are kinds of files in words, as "pretty_type" in Slack's interface has them.
var kindNames = map[string]string{
	"DOC": "Word Document", "DOCX": "Word Document", "XLS": "Excel Spreadsheet", "XLSX": "Excel Spreadsheet",
	"PPT": "PowerPoint Presentation", "PPTX": "PowerPoint Presentation",
	"PAGES": "Pages Document", "NUMBERS": "Numbers Document", "KEY": "Keynote Document",
	"TXT": "Plain Text", "MD": "Markdown", "MOV": "QuickTime Movie", "MP4": "MPEG 4 Video", "GZ": "Gzip", "ZIP": "Zip",
}

// kindName is a kind of file in words where it has some: Excel Spreadsheet for XLSX.
func kindName(kind string) string { return cmp.Or(kindNames[strings.ToUpper(kind)], kind) }

// fileClass says what files of a kind are about.
func fileClass(kinds ...string) string {
	for _, kind := range kinds {
		switch strings.ToUpper(kind) {
		case "PDF":
			return "pdf"
		case "DOC", "DOCX", "ODT", "RTF", "TXT", "MD", "PAGES":
			return "document"
		case "XLS", "XLSX", "ODS", "CSV", "NUMBERS":
			return "spreadsheet"
		case "PPT", "PPTX", "ODP", "KEY":
			return "slides"
		case "ZIP", "RAR", "7Z", "GZ", "TAR":
			return "archive"
		case "MP3", "M4A", "WAV", "OGG", "FLAC", "AAC":
			return "sound"
		}
	}
	return "other"
}

// fileSize writes a size as phones do: in powers of ten, with a decimal from a megabyte on.
func fileSize(bytes float64) string {
	switch {
	case bytes >= 1e9:
		return decimal(bytes/1e9) + " GB"
	case bytes >= 999_500:
		return decimal(bytes/1e6) + " MB"
	case bytes >= 1000:
		return fmt.Sprintf("%.0f KB", bytes/1000)
	case bytes == 1:
		return "1 byte"
	}
	return fmt.Sprintf("%.0f bytes", bytes)
}

// decimal writes a number with one decimal, unless that is zero.
func decimal(n float64) string {
	return strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64)
}

// chatPoll returns a counted poll as the app shows it.
func (b *builder) chatPoll(p *schema.ChatProps, given schema.ChatPoll) *ChatPoll {
	poll := &ChatPoll{Question: given.Question, Multiple: given.Multiple, Closed: given.Closed}
	var votes []int64
	most := int64(0)
	for _, o := range given.Options {
		option := b.chatPollOption(p, o)
		poll.Voted = poll.Voted || option.Own
		poll.Options = append(poll.Options, option)
		votes, most = append(votes, int64(option.Votes)), max(most, int64(option.Votes))
		poll.Votes += option.Votes
	}
	if people, known := votersOf(given); known && given.Multiple && b.manifest.Options.Chat.PollVoters {
		poll.Votes = people
	}
	for i, percent := range percents(votes, int64(poll.Votes)) {
		option := &poll.Options[i]
		option.Percent, option.Leads = percent, most > 0 && votes[i] == most
		if most > 0 {
			option.Share = int(votes[i] * 100 / most)
		}
	}
	poll.Total, poll.How, poll.Action = b.votes(poll.Votes), b.word("pollOne"), b.word("pollAction")
	switch {
	case poll.Closed:
		poll.Action = b.word("pollEnded")
	case poll.Voted:
		poll.Action = b.word("pollVoted")
	default:
		poll.Results = b.word("pollResults")
	}
	switch {
	case given.Closed && b.word("pollClosed") != "":
		poll.How = b.word("pollClosed")
	case given.Multiple:
		poll.How = b.word("pollMany")
	}
	return poll
}

// votes says in the app's words how many votes there are.
func (b *builder) votes(n int) string {
	switch n {
	case 0:
		return b.word("pollNone")
	case 1:
		return b.word("pollVote", "{n}", "1")
	}
	return b.word("pollVotes", "{n}", text.Commas(int64(n)))
}

func (b *builder) chatPollOption(p *schema.ChatProps, given schema.ChatPollOption) ChatPollOption {
	const mostFaces = 3
	option := ChatPollOption{Text: given.Text, Votes: int(given.Votes), Count: text.Commas(given.Votes), Own: slices.Contains(given.By, p.Sender.ID)}
	for _, id := range given.By[:min(mostFaces, len(given.By))] {
		option.People = append(option.People, b.person(b.user(p, id)))
	}
	option.Says = b.votes(option.Votes)
	return option
}

// held says in the app's words what a message holds, for quotes. It is empty for other kinds.
func (b *builder) held(m schema.ChatMessage) string {
	switch m.Type {
	case "file":
		return b.word("file", "{name}", m.File.Name)
	case "contact":
		return b.word("contact", "{name}", m.Contact.Name)
	case "poll":
		return b.word("poll", "{question}", m.Poll.Question)
	case "sticker":
		return b.word("sticker", "{emoji}", m.Sticker.Emoji)
	case "gif", "video", "location":
		return b.word(m.Type)
	}
	return ""
}

// heldPicture is the picture of what a message holds, for quotes.
func heldPicture(m schema.ChatMessage) schema.ImageRef {
	switch m.Type {
	case "gif":
		return m.GIF.Image
	case "video":
		return m.Video.Poster
	case "sticker":
		return m.Sticker.Image
	}
	return ""
}

// Apps cut titles of pages, names of files and places behind two lines at most.
const heldLines, heldRoom = 2, 40

// heldLetters is how many letters there are to read in what a message holds beside its text.
func (m *Message) heldLetters() int {
	letters := 0
	count := func(texts ...string) {
		for _, one := range texts {
			letters += pace.LettersIn(one, heldLines, heldRoom)
		}
	}
	switch {
	case m.Preview != nil:
		count(m.Preview.Title)
	case m.File != nil:
		count(m.File.Name)
	case m.Place != nil:
		count(m.Place.Name, m.Place.Address)
	case m.Card != nil:
		count(m.Card.Person.Name)
	case m.Poll != nil: // is never cut
		letters = pace.Letters(m.Poll.Question)
		for _, option := range m.Poll.Options {
			letters += pace.Letters(option.Text)
		}
	}
	return letters
}

// captioned reports whether messages of a type may have a text below what they hold.
func captioned(kind string) bool { return kind == "file" || kind == "gif" || kind == "video" }
