package scene

import (
	"cmp"
	"html/template"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/schema"
)

// MailThread is the view of an email thread. Options of the manifest:
//
//	page           "phone" (a screen, as tall as the thread where no frame pins it) or "document" (a page of the
//	               manifest's width, with nothing of a phone around it)
//	order          "oldest" or "newest" first
//	dateToday …    how short dates are written, seen from now: dateToday, dateYesterday, dateWeek (up to six days
//	               ago), dateYear (this year) and dateOther. Go layouts in which {time} stands for the time of day
//	               in the payload's notation and {days} for the number of days
//	fullDate       the layout of whole dates, with {time}
//	markup         as for every type: "links" makes addresses into links
type MailThread struct {
	Subject  string
	Letters  []Letter // in the platform's order
	ReplyAll bool     // the newest letter has several other people
}

// Letter is one email of the thread. The same person is a Correspondent in each, seen from the reader.
type Letter struct {
	From       Correspondent
	To         []Correspondent // everybody else of the thread, the reader first; empty when there is nobody
	Date       string          // short, seen from now: "9:41 AM", "Yesterday", "Jun 3"
	FullDate   string          // "Jun 3, 2026, 9:41 AM"
	Subject    string          // of the thread; an answer's begins with "Re:"
	Body       template.HTML
	Attachment *MailAttachment // of the thread, on its oldest letter
	Oldest     bool
	Newest     bool
}

// Correspondent is a sender or recipient. The reader, from whose mailbox the thread is seen, is whoever sends nothing;
// where everybody does, who received the oldest letter.
type Correspondent struct {
	Name    Masked
	Short   Masked // first name
	Address Masked // empty when Name holds it
	Reader  bool
	Avatar  Avatar // of a hidden name without a picture: no initials and no colour
}

// Masked is a text that may be hidden: then Text holds other letters of the same number, for the picture to blur or
// to cover. What was written is nowhere in the page.
type Masked struct {
	Text   string
	Hidden bool
}

// MailAttachment is a picture attached to a letter.
type MailAttachment struct {
	Image template.URL
	Name  string // file name, as far as the payload tells it
}

// mail builds the view of a thread.
func (b *builder) mail(p *schema.EmailProps) {
	if b.option("page") == "document" {
		b.page(p.DarkMode)
		if p.ShowDeviceFrame {
			b.warn("no_device", "%s is a page and not a phone's screen; showDeviceFrame has no effect", b.manifest.Name)
		}
	} else {
		b.phone(p.Device, true)
		b.scene.View.Dark = p.DarkMode
	}
	c := &p.Conversation
	b.warnUnmasked(c)
	people := b.correspondents(c)
	thread := &MailThread{Subject: c.Subject, ReplyAll: len(c.Participants) > 2}
	for i, email := range c.Emails {
		at := b.instant(email.Date)
		letter := Letter{
			Date: b.shortDate(at, p.TimeNotation), FullDate: mailDate(b.option("fullDate"), at, p.TimeNotation, 0),
			Subject: subjectOf(c.Subject, i > 0), Body: Rich(strings.TrimRight(email.Body, "\n"), b.markup()), Oldest: i == 0, Newest: i == len(c.Emails)-1,
		}
		letter.From, letter.To = addressed(people, c.Participants, email.SenderID)
		if i == 0 {
			letter.Attachment = b.mailAttachment(c.Attachment)
		}
		thread.Letters = append(thread.Letters, letter)
	}
	if b.option("order") == "newest" {
		slices.Reverse(thread.Letters)
	}
	b.scene.View.Body = thread
}

// correspondents prepares the participants, in their order.
func (b *builder) correspondents(c *schema.EmailConversation) []Correspondent {
	reader := readerOf(c)
	people := make([]Correspondent, len(c.Participants))
	for i, p := range c.Participants {
		people[i] = b.correspondent(p)
		people[i].Reader = i == reader
	}
	return people
}

// correspondent prepares a participant. Who has no name goes by the address.
func (b *builder) correspondent(p schema.EmailParticipant) Correspondent {
	name, address := strings.TrimSpace(p.Name), strings.TrimSpace(p.Email)
	first, _, _ := strings.Cut(name, " ")
	person := Correspondent{
		Name: mask(name, p.IsNameRedacted), Short: mask(first, p.IsNameRedacted), Address: mask(address, p.IsEmailRedacted),
		Avatar: b.avatar(p.Avatar, cmp.Or(name, address), p.ID),
	}
	if name == "" {
		person.Name = mask(cmp.Or(address, "(unknown)"), p.IsEmailRedacted && address != "")
		person.Short, person.Address = person.Name, Masked{}
	}
	if person.Name.Hidden {
		person.Avatar = Avatar{Image: person.Avatar.Image}
	}
	return person
}

// readerOf returns the participant from whose mailbox the thread is seen, -1 when nobody but the sender takes part.
func readerOf(c *schema.EmailConversation) int {
	silent := func(p schema.EmailParticipant) bool {
		return !slices.ContainsFunc(c.Emails, func(e schema.Email) bool { return e.SenderID == p.ID })
	}
	if i := slices.IndexFunc(c.Participants, silent); i >= 0 || len(c.Emails) == 0 {
		return i
	}
	return slices.IndexFunc(c.Participants, func(p schema.EmailParticipant) bool { return p.ID != c.Emails[0].SenderID })
}

// addressed splits people into a letter's sender and its recipients, the reader first among them.
func addressed(people []Correspondent, participants []schema.EmailParticipant, senderID string) (from Correspondent, to []Correspondent) {
	for i, person := range people {
		switch {
		case participants[i].ID == senderID:
			from = person
		case person.Reader:
			to = slices.Insert(to, 0, person)
		default:
			to = append(to, person)
		}
	}
	return from, to
}

// subjectOf writes the subject of one letter: answers begin with "Re:", unless the thread's own subject does already.
func subjectOf(subject string, answer bool) string {
	if begin := strings.ToLower(subject); answer && !strings.HasPrefix(begin, "re:") {
		return "Re: " + subject
	}
	return subject
}

// mailAttachment names a picture by its file, or by its kind when only its bytes are known.
func (b *builder) mailAttachment(ref schema.ImageRef) *MailAttachment {
	if ref == "" {
		return nil
	}
	address, _, _ := strings.Cut(string(ref), "?")
	name := path.Base(address)
	if kind, ok := strings.CutPrefix(address, "data:image/"); ok {
		kind, _, _ = strings.Cut(kind, ";")
		kind, _, _ = strings.Cut(kind, "+")
		name = "image." + strings.Replace(kind, "jpeg", "jpg", 1)
	}
	return &MailAttachment{Image: b.image(ref), Name: name}
}

// shortDate writes when a letter was sent, as the platform's rows do.
func (b *builder) shortDate(at time.Time, notation string) string {
	layout := b.option("dateOther")
	days := daysBetween(at, b.now)
	switch {
	case days <= 0:
		layout = b.option("dateToday")
	case days == 1:
		layout = b.option("dateYesterday")
	case days < 7:
		layout = b.option("dateWeek")
	case at.Year() == b.now.Year():
		layout = b.option("dateYear")
	}
	return mailDate(layout, at, notation, days)
}

// mailDate fills in a layout of the manifest.
func mailDate(layout string, at time.Time, notation string, days int) string {
	return strings.NewReplacer("{time}", clock(at, notation), "{days}", strconv.Itoa(days)).Replace(at.Format(layout))
}

// warnUnmasked tells when what is hidden in the header rows stands open in a text.
func (b *builder) warnUnmasked(c *schema.EmailConversation) {
	var text strings.Builder
	text.WriteString(c.Subject)
	for _, email := range c.Emails {
		text.WriteString("\n" + email.Body)
	}
	all := strings.ToLower(text.String())
	for _, p := range c.Participants {
		name, address := strings.ToLower(strings.TrimSpace(p.Name)), strings.ToLower(p.Email)
		if p.IsNameRedacted && name != "" && strings.Contains(all, name) || p.IsEmailRedacted && address != "" && strings.Contains(all, address) {
			b.warn("redacted_in_text", "what is redacted of participant %q stands in the subject or in a body, which are not redacted", p.ID)
		}
	}
}
