package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"index/suffixarray"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/internal/wording"
)

// MailThread is the view of an email thread. templates.MailOptions are its options.
type MailThread struct {
	Subject  string
	Letters  []Letter // in the platform's order, but for those that stand behind a number
	Bars     bool     // names and addresses are hidden by bars, not by a blur
	ReplyAll bool     // the newest letter has several other people
}

// Letter is one email of the thread. The same person is a Correspondent in each, seen from the reader.
type Letter struct {
	From       Correspondent
	To         []Correspondent // everybody else of the thread, the reader first; empty when there is nobody
	Others     int             // recipients behind the first
	Date       string          // short, seen from now: "9:41 AM", "Yesterday", "Jun 3"
	FullDate   string          // "Jun 3, 2026, 9:41 AM"
	Subject    string          // of the thread; an answer's begins with "Re:"
	Body       template.HTML
	Attachment *MailAttachment // of the thread, on its oldest letter
	Oldest     bool
	Newest     bool

	Collapsed bool   // a row with the beginning of its text
	Snippet   string // this beginning
	Behind    int    // collapsed letters above it of which only the number shows
	Details   bool   // the box with names, addresses and date is open
}

// Correspondent is a sender or recipient. The reader, from whose mailbox the thread is seen, is who the payload names,
// else whoever sends nothing; where everybody does, who received the oldest letter.
type Correspondent struct {
	Name    text.Masked
	Short   text.Masked // first name
	Address text.Masked // empty when Name holds it
	Reader  bool
	Avatar  Avatar // of a hidden name without a picture: no initials and no colour
}

// MailAttachment is a picture attached to a letter.
type MailAttachment struct {
	Image template.URL
	Name  string // file name, as far as the payload says
}

// mail builds the view of a thread.
func (b *builder) mail(p *schema.EmailProps) {
	b.setZone(p.Timezone)
	if b.manifest.Options.Mail.Page == "document" {
		b.page(p.DarkMode)
		if p.ShowDeviceFrame {
			b.warn("no_device", "props.showDeviceFrame: has no effect; %s is a page and not a phone's screen", b.manifest.Name)
		}
	} else {
		b.phone(p.Device, isFalse(p.MobileView))
		b.scene.View.Dark = p.DarkMode
	}
	c := &p.Conversation
	b.warnUnmasked(c)
	people := b.correspondents(c)
	options := b.manifest.Options.Mail
	thread := &MailThread{
		Subject: cmp.Or(strings.TrimSpace(c.Subject), options.NoSubject), ReplyAll: len(c.Participants) > 2,
		Bars: cmp.Or(p.Redaction, options.Redaction) == "bar",
	}
	for i, email := range c.Emails {
		at := b.instant(email.Date)
		letter := Letter{
			Date: b.shortDate(at, p.TimeNotation), FullDate: mailDate(b.manifest.Options.Mail.FullDate, at, p.TimeNotation, 0),
			Subject: subjectOf(thread.Subject, i > 0), Body: b.rich(strings.TrimRight(email.Body, "\n"), b.markup()), Oldest: i == 0, Newest: i == len(c.Emails)-1,
		}
		letter.From, letter.To = addressed(people, c.Participants, email.SenderID)
		letter.Others = max(len(letter.To)-1, 0)
		if i == 0 {
			letter.Attachment = b.mailAttachment(c.Attachment)
		}
		letter.Details = email.ShowDetails && b.shows("showDetails")
		if b.shows("expanded") && !email.Expanded && !letter.Newest && letter.Attachment == nil {
			letter.Collapsed, letter.Snippet = true, snippet(email.Body)
		}
		thread.Letters = append(thread.Letters, letter)
	}
	if email, ok := latest(c.Emails, func(e schema.Email) schema.Instant { return e.Date }); ok {
		b.warnOfClock(p.Device, email.Date, "the email "+wording.Quote(email.ID))
	}
	thread.Letters = stackLetters(thread.Letters)
	if options.Order == "newest" {
		slices.Reverse(thread.Letters)
	}
	b.scene.View.Body = thread
}

// snippetLetters is more of a text than a row shows.
const snippetLetters = 120

// snippet is the beginning of a text, in one line.
func snippet(body string) string {
	letters := []rune(strings.Join(strings.Fields(body), " "))
	return string(letters[:min(len(letters), snippetLetters)])
}

// stackLetters puts a number in the place of all but the first and the last of collapsed letters in a row, if these are
// several.
func stackLetters(letters []Letter) []Letter {
	var shown []Letter
	for i := 0; i < len(letters); {
		end := i
		for end < len(letters) && letters[end].Collapsed {
			end++
		}
		if between := end - i - 2; between > 1 {
			last := letters[end-1]
			last.Behind = between
			shown = append(shown, letters[i], last)
			i = end
			continue
		}
		end = max(end, i+1)
		shown = append(shown, letters[i:end]...)
		i = end
	}
	return shown
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
	person := Correspondent{
		Name: text.Mask(name, p.IsNameRedacted), Short: text.Mask(text.GivenName(name), p.IsNameRedacted), Address: text.Mask(address, p.IsEmailRedacted),
		Avatar: b.avatar(p.Avatar, cmp.Or(name, address), p.ID),
	}
	if name == "" {
		person.Name = text.Mask(cmp.Or(address, "(unknown)"), p.IsEmailRedacted && address != "")
		person.Short, person.Address = person.Name, text.Masked{}
	}
	if b.manifest.Options.Person.FluentInitials {
		seen := address
		if p.IsEmailRedacted {
			seen = ""
		}
		person.Avatar.Initials = text.FluentInitials(name, seen)
	}
	if person.Name.Hidden {
		person.Avatar = Avatar{Image: person.Avatar.Image}
	}
	return person
}

// readerOf returns the participant from whose mailbox the thread is seen, -1 when nobody but the sender takes part.
func readerOf(c *schema.EmailConversation) int {
	if c.Me != "" {
		return slices.IndexFunc(c.Participants, func(p schema.EmailParticipant) bool { return p.ID == c.Me })
	}
	senders := map[string]bool{}
	for _, e := range c.Emails {
		senders[e.SenderID] = true
	}
	silent := func(p schema.EmailParticipant) bool { return !senders[p.ID] }
	if i := slices.IndexFunc(c.Participants, silent); i >= 0 || len(c.Emails) == 0 {
		return i
	}
	return slices.IndexFunc(c.Participants, func(p schema.EmailParticipant) bool { return p.ID != c.Emails[0].SenderID })
}

// mostRecipients bounds the recipients of one letter, of whom a line shows a few: 10,000 letters to 10,000 people each are
// 100 million names.
const mostRecipients = 100

// addressed splits people into a letter's sender and its recipients, the reader first among them.
func addressed(people []Correspondent, participants []schema.EmailParticipant, senderID string) (from Correspondent, to []Correspondent) {
	for i, person := range people {
		switch {
		case participants[i].ID == senderID:
			from = person
		case len(to) == mostRecipients && !person.Reader:
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
		return strings.TrimSpace("Re: " + subject)
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
	o := b.manifest.Options.Mail
	layout := o.DateOther
	days := daysBetween(at, b.now)
	switch {
	case days <= 0:
		layout = o.DateToday
	case days == 1:
		layout = o.DateYesterday
	case days < 7:
		layout = o.DateWeek
	case at.Year() == b.now.Year():
		layout = o.DateYear
	}
	return mailDate(layout, at, notation, days)
}

// mailDate fills in a layout of the manifest.
func mailDate(layout string, at time.Time, notation string, days int) string {
	return strings.NewReplacer("{time}", clock(at, notation), "{days}", strconv.Itoa(days)).Replace(at.Format(layout))
}

// warnUnmasked warns when what is hidden in the header rows stands open in a text.
func (b *builder) warnUnmasked(c *schema.EmailConversation) {
	if !slices.ContainsFunc(c.Participants, func(p schema.EmailParticipant) bool { return p.IsNameRedacted || p.IsEmailRedacted }) {
		return
	}
	var text strings.Builder
	text.WriteString(strings.ToLower(c.Subject))
	begins := make([]int, len(c.Emails)) // of the bodies in the text
	for i, email := range c.Emails {
		begins[i] = text.Len() + 1
		text.WriteString("\n" + strings.ToLower(email.Body))
	}
	all := suffixarray.New([]byte(text.String())) // one search among many names is fast in it
	warn := func(participant int, field, what string, hidden bool) {
		what = strings.TrimSpace(what)
		if !hidden || what == "" {
			return
		}
		const most = 100 // of the places that are looked at for the first one
		places := all.Lookup([]byte(strings.ToLower(what)), most)
		if len(places) == 0 {
			return
		}
		where := "the subject"
		if body, _ := slices.BinarySearch(begins, slices.Min(places)+1); body > 0 {
			where = fmt.Sprintf("the body of email %s", wording.Quote(c.Emails[body-1].ID))
		}
		b.warn("redacted_in_text", "props.conversation.participants.%d.%s: %s is redacted here, but stands in %s, where nothing is redacted", participant, field, wording.Quote(what), where)
	}
	for i, p := range c.Participants {
		warn(i, "name", p.Name, p.IsNameRedacted)
		warn(i, "email", p.Email, p.IsEmailRedacted)
	}
}
