package scene

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
	"mockup/templates"
)

func participant(id, name, email string) schema.EmailParticipant {
	return schema.EmailParticipant{ID: id, Name: name, Email: email}
}

func email(id, sender, date, body string) schema.Email {
	return schema.Email{ID: id, SenderID: sender, Date: schema.Instant(date), Body: body}
}

var (
	ada = participant("ada", "Ada Quill", "ada@quill.example")
	ben = participant("ben", "Ben Ostrow", "ben@ostrow.example")
	cem = participant("cem", "Cem Aydin", "cem@aydin.example")
)

func mailProps(c schema.EmailConversation) *schema.EmailProps {
	return &schema.EmailProps{Conversation: c, Device: schema.Device{ShowDeviceStatus: true, StatusBarTime: "9:41", TimeNotation: "12h"}}
}

// names lists people, the reader as "me".
func names(people []Correspondent) string {
	var list []string
	for _, p := range people {
		name := p.Short.Text
		if p.Reader {
			name = "me"
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

func TestMailReaderAndRecipients(t *testing.T) {
	tests := []struct {
		name         string
		participants []schema.EmailParticipant
		senders      []string
		to           []string // of each letter
		replyAll     bool
	}{
		{"one letter", []schema.EmailParticipant{ada, ben}, []string{"ada"}, []string{"me"}, false},
		{"an answer", []schema.EmailParticipant{ada, ben}, []string{"ada", "ben"}, []string{"me", "Ada"}, false},
		{"who is silent reads", []schema.EmailParticipant{ada, ben, cem}, []string{"ada", "ben"}, []string{"me, Ben", "me, Ada"}, true},
		{"everybody writes", []schema.EmailParticipant{cem, ada, ben}, []string{"ada", "ben", "cem"}, []string{"me, Ben", "me, Ada", "Ada, Ben"}, true},
		{"nobody else", []schema.EmailParticipant{ada}, []string{"ada"}, []string{""}, false},
		{"no letters", []schema.EmailParticipant{ada, ben}, nil, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := schema.EmailConversation{Subject: "Hello", Participants: test.participants}
			for i, sender := range test.senders {
				c.Emails = append(c.Emails, email(string(rune('a'+i)), sender, "2026-03-01T09:41:00Z", "Hi"))
			}
			thread := build(t, schema.Emails, "gmail", mailProps(c)).View.Body.(*MailThread)
			var to []string
			for i, letter := range thread.Letters {
				to = append(to, names(letter.To))
				if letter.Oldest != (i == 0) || letter.Newest != (i == len(thread.Letters)-1) {
					t.Errorf("letter %d: oldest %v, newest %v", i, letter.Oldest, letter.Newest)
				}
			}
			if !slices.Equal(to, test.to) {
				t.Errorf("to %q, want %q", to, test.to)
			}
			if thread.ReplyAll != test.replyAll {
				t.Errorf("reply all: %v", thread.ReplyAll)
			}
		})
	}
}

// The payload may name whose mailbox it is.
func TestMailMe(t *testing.T) {
	c := schema.EmailConversation{Participants: []schema.EmailParticipant{ada, ben, cem}, Me: "ben", Emails: []schema.Email{
		email("1", "ada", "2026-03-01T09:41:00Z", "Hi"), email("2", "ben", "2026-03-01T09:42:00Z", "Ho"),
	}}
	letters := build(t, schema.Emails, "apple-mail", mailProps(c)).View.Body.(*MailThread).Letters
	if got := names(letters[0].To) + "; " + names(letters[1].To); got != "me, Cem; Ada, Cem" {
		t.Errorf("to %q", got)
	}
}

// An empty subject is written as the app does, and not at all on a document.
func TestMailWithoutSubject(t *testing.T) {
	for platform, want := range map[string]string{"gmail": "(no subject)", "apple-mail": "No Subject", "outlook": "(No subject)", "leaked": ""} {
		c := schema.EmailConversation{Subject: " ", Participants: []schema.EmailParticipant{ada}, Emails: []schema.Email{
			email("1", "ada", "2026-03-01T09:41:00Z", ""), email("2", "ada", "2026-03-01T09:42:00Z", ""),
		}}
		thread := build(t, schema.Emails, platform, mailProps(c)).View.Body.(*MailThread)
		if thread.Subject != want || thread.Letters[0].Subject != want && platform != "leaked" {
			t.Errorf("%s: %q and %q, want %q", platform, thread.Subject, thread.Letters[0].Subject, want)
		}
		if answer := thread.Letters[0].Subject; platform == "leaked" && answer != "Re:" {
			t.Errorf("the subject of an answer is %q", answer)
		}
	}
}

// Mail apps make links of email addresses and telephone numbers, as of web addresses.
func TestMailLinks(t *testing.T) {
	for _, platform := range []string{"gmail", "outlook", "apple-mail"} {
		thread := build(t, schema.Emails, platform, mailProps(schema.EmailConversation{
			Participants: []schema.EmailParticipant{ada, ben}, Emails: []schema.Email{email("e1", "ada", "2026-02-03T09:00:00Z", "tea@bakery.example or +44 20 7946 0018, order 20260412-77")},
		})).View.Body.(*MailThread)
		want := `<a class="link">tea@bakery.example</a> or <a class="link">+44 20 7946 0018</a>, order 20260412-77`
		if got := string(thread.Letters[0].Body); got != want {
			t.Errorf("%s: %s, want %s", platform, got, want)
		}
	}
}

// Gmail makes rows of earlier letters, but for those that the payload expands and the one with the attachment.
func TestMailCollapsed(t *testing.T) {
	c := schema.EmailConversation{Participants: []schema.EmailParticipant{ada, ben}}
	for i := range 8 {
		c.Emails = append(c.Emails, email(string(rune('1'+i)), "ada", "2026-03-01T09:41:00Z", "  one\n\ntwo "))
	}
	c.Emails[7].ShowDetails = true
	shape := func(platform string) string {
		var list []string
		for _, l := range build(t, schema.Emails, platform, mailProps(c)).View.Body.(*MailThread).Letters {
			one := "open"
			if l.Collapsed {
				one = l.Snippet
			}
			if l.Behind > 0 {
				one = fmt.Sprintf("(%d) %s", l.Behind, one)
			}
			if l.Details {
				one += " with details"
			}
			list = append(list, one)
		}
		return strings.Join(list, ", ")
	}
	if got := shape("gmail"); got != "one two, (5) one two, open with details" {
		t.Errorf("eight letters: %s", got)
	}
	c.Emails[3].Expanded = true
	if got := shape("gmail"); got != "one two, one two, one two, open, one two, one two, one two, open with details" {
		t.Errorf("with an expanded one: %s", got)
	}
	c.Attachment = "photo.jpg"
	if got := shape("gmail"); got != "open, one two, one two, open, one two, one two, one two, open with details" {
		t.Errorf("with an attachment: %s", got)
	}
	for platform, details := range map[string]int{"apple-mail": 1, "outlook": 1, "leaked": 0} {
		if got := shape(platform); strings.Count(got, "open") != 8 || strings.Count(got, "details") != details {
			t.Errorf("%s: %s", platform, got)
		}
	}
}

// Apple makes no initials of names in Arabic, and Outlook makes one of their address.
func TestMailInitials(t *testing.T) {
	sara := participant("sara", "سارة الخطيب", "sara@example.com")
	c := schema.EmailConversation{Participants: []schema.EmailParticipant{ada, sara}, Emails: []schema.Email{
		email("1", "ada", "2026-03-01T09:41:00Z", "a"), email("2", "sara", "2026-03-01T09:42:00Z", "b"),
	}}
	for platform, want := range map[string]string{"apple-mail": "AQ, ", "outlook": "AQ, S", "gmail": "A, س"} {
		letters := build(t, schema.Emails, platform, mailProps(c)).View.Body.(*MailThread).Letters
		if got := letters[0].From.Avatar.Initials + ", " + letters[1].From.Avatar.Initials; got != want {
			t.Errorf("%s: %q, want %q", platform, got, want)
		}
	}
}

// Documents are redacted with bars, apps with a blur, and the payload may say otherwise.
func TestMailBars(t *testing.T) {
	for _, test := range []struct {
		platform, redaction string
		bars                bool
	}{{"gmail", "", false}, {"gmail", "bar", true}, {"leaked", "", true}, {"leaked", "blur", false}, {"outlook", "", false}, {"apple-mail", "", false}} {
		p := mailProps(schema.EmailConversation{Participants: []schema.EmailParticipant{ada}})
		p.Redaction = test.redaction
		if got := build(t, schema.Emails, test.platform, p).View.Body.(*MailThread).Bars; got != test.bars {
			t.Errorf("%s, %q: bars %v, want %v", test.platform, test.redaction, got, test.bars)
		}
	}
}

func TestMailNewestFirst(t *testing.T) {
	c := schema.EmailConversation{
		Subject: "Hello", Participants: []schema.EmailParticipant{ada, ben}, Attachment: "photo.jpg",
		Emails: []schema.Email{email("1", "ada", "2026-03-01T09:41:00Z", "first"), email("2", "ben", "2026-03-02T19:05:00Z", "second")},
	}
	s := build(t, schema.Emails, "leaked", mailProps(c))
	letters := s.View.Body.(*MailThread).Letters
	top, bottom := letters[0], letters[1]
	if top.Body != "second" || !top.Newest || top.Subject != "Re: Hello" || top.Attachment != nil {
		t.Errorf("on top: %+v", top)
	}
	if bottom.Body != "first" || !bottom.Oldest || bottom.Subject != "Hello" || bottom.Attachment == nil {
		t.Errorf("at the bottom: %+v", bottom)
	}
	if top.FullDate != "Monday, March 2, 2026 7:05 PM" {
		t.Errorf("date %q", top.FullDate)
	}
	if s.Width != 816 || s.View.Device.Phone {
		t.Errorf("width %d, phone %v; want a page", s.Width, s.View.Device.Phone)
	}
}

func TestMailFrame(t *testing.T) {
	p := mailProps(schema.EmailConversation{Participants: []schema.EmailParticipant{ada}, Emails: []schema.Email{email("1", "ada", "2026-03-01T09:41:00Z", "")}})
	if s := build(t, schema.Emails, "gmail", p); s.Height != PhoneHeight || s.View.Height != PhoneHeight {
		t.Errorf("without a frame: height %d, want %d", s.Height, PhoneHeight)
	}
	whole := false
	p.MobileView = &whole
	if s := build(t, schema.Emails, "gmail", p); s.Height != 0 || s.View.Height != 0 {
		t.Errorf("with mobileView: false: height %d, want one that grows", s.Height)
	}
	p.ShowDeviceFrame = true
	if s := build(t, schema.Emails, "gmail", p); s.View.Height != PhoneHeight || !s.View.Device.Frame {
		t.Errorf("in a frame: height %d, want %d", s.View.Height, PhoneHeight)
	}
	if s := build(t, schema.Emails, "leaked", p); len(s.Warnings) != 1 || s.Warnings[0].Code != "no_device" {
		t.Errorf("a page in a frame: warnings %v", s.Warnings)
	}
}

func TestShortMailDate(t *testing.T) {
	s := build(t, schema.Emails, "gmail", mailProps(schema.EmailConversation{Participants: []schema.EmailParticipant{ada}}))
	b := &builder{ctx: t.Context(), manifest: s.Template.Manifest, zone: time.UTC, now: time.Date(2026, 3, 10, 8, 0, 0, 0, time.UTC)}
	for _, test := range [][3]string{
		{"2026-03-10T07:05:00Z", "7:05 AM", "07:05"},
		{"2026-03-12T07:05:00Z", "7:05 AM", "07:05"}, // later than now
		{"2026-03-09T23:59:00Z", "Yesterday", "Yesterday"},
		{"2026-03-08T00:00:00Z", "2 days ago", "2 days ago"},
		{"2026-03-04T23:00:00Z", "6 days ago", "6 days ago"},
		{"2026-03-03T23:00:00Z", "Mar 3", "Mar 3"},
		{"2025-12-31T23:00:00Z", "Dec 31, 2025", "Dec 31, 2025"},
	} {
		at := schema.Instant(test[0]).Time()
		if got12, got24 := b.shortDate(at, "12h"), b.shortDate(at, "24h"); got12 != test[1] || got24 != test[2] {
			t.Errorf("%s: %q and %q, want %q and %q", test[0], got12, got24, test[1], test[2])
		}
	}
}

// Every app has its own words for when a letter was sent.
func TestMailDatesOfApps(t *testing.T) {
	for _, test := range []struct {
		platform string
		want     [5]string
	}{
		{"apple-mail", [5]string{"7:05 AM", "Yesterday", "Wednesday", "3/3/26", "12/31/25"}},
		{"outlook", [5]string{"Today at 7:05 AM", "Yesterday at 11:59 PM", "Wed 3/4, 11:00 PM", "Tue 3/3, 11:00 PM", "12/31/2025"}},
	} {
		s := build(t, schema.Emails, test.platform, mailProps(schema.EmailConversation{Participants: []schema.EmailParticipant{ada}}))
		b := &builder{ctx: t.Context(), manifest: s.Template.Manifest, zone: time.UTC, now: time.Date(2026, 3, 10, 8, 0, 0, 0, time.UTC)}
		for i, at := range []schema.Instant{"2026-03-10T07:05:00Z", "2026-03-09T23:59:00Z", "2026-03-04T23:00:00Z", "2026-03-03T23:00:00Z", "2025-12-31T23:00:00Z"} {
			if got := b.shortDate(at.Time(), "12h"); got != test.want[i] {
				t.Errorf("%s, %s: %q, want %q", test.platform, at, got, test.want[i])
			}
		}
	}
}

func TestMailRedaction(t *testing.T) {
	hidden := participant("x", "Walter Grimsby", "walter.grimsby@nightmail.example")
	hidden.IsNameRedacted, hidden.IsEmailRedacted = true, true
	c := schema.EmailConversation{
		Subject: "Hello", Participants: []schema.EmailParticipant{hidden, ada},
		Emails: []schema.Email{email("1", "x", "2026-03-01T09:41:00Z", "Hi"), email("2", "ada", "2026-03-01T10:41:00Z", "Hi yourself")},
	}
	for i := range c.Emails {
		c.Emails[i].Expanded, c.Emails[i].ShowDetails = true, true
	}
	for _, platform := range schema.Platforms(schema.Emails) {
		s := build(t, schema.Emails, platform, mailProps(c))
		thread := s.View.Body.(*MailThread)
		for _, letter := range thread.Letters {
			for _, person := range append(letter.To, letter.From) {
				if person.Avatar.Initials == "W" {
					t.Errorf("%s: the initial of the hidden name is in the avatar", platform)
				}
			}
		}
		var html bytes.Buffer
		if err := s.Template.Execute(&html, s.View); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Walter", "Grimsby", "walter", "grimsby", "nightmail"} {
			if strings.Contains(html.String(), secret) {
				t.Errorf("%s: the page holds %q", platform, secret)
			}
		}
		if strings.Count(html.String(), `class="masked"`) < 3 {
			t.Errorf("%s: the hidden name and address are not in every header row", platform)
		}
		if len(s.Warnings) > 0 {
			t.Errorf("%s: warnings %v", platform, s.Warnings)
		}
	}
	c.Emails[1].Body = "Dear walter grimsby,"
	said := "props.conversation.participants.0.name: \"Walter Grimsby\" is redacted here, but stands in "
	got := warnings(build(t, schema.Emails, "gmail", mailProps(c)), "redacted_in_text")
	if want := said + `the body of email "` + c.Emails[1].ID + `", where nothing is redacted`; len(got) != 1 || got[0] != want {
		t.Errorf("the name stands in a body: %q, want %q", got, want)
	}
	c.Subject = "Walter Grimsby"
	got = warnings(build(t, schema.Emails, "gmail", mailProps(c)), "redacted_in_text")
	if want := said + "the subject, where nothing is redacted"; len(got) != 1 || got[0] != want {
		t.Errorf("the name stands in the subject: %q, want %q", got, want)
	}
}

func TestCorrespondentWithoutName(t *testing.T) {
	c := schema.EmailConversation{
		Participants: []schema.EmailParticipant{participant("a", " ", "zed@quill.example"), participant("b", "", "")},
		Emails:       []schema.Email{email("1", "a", "2026-03-01T09:41:00Z", "Hi")},
	}
	letter := build(t, schema.Emails, "gmail", mailProps(c)).View.Body.(*MailThread).Letters[0]
	if got := letter.From; got.Name.Text != "zed@quill.example" || got.Address.Text != "" || got.Avatar.Initials != "Z" {
		t.Errorf("goes by the address: %+v", got)
	}
	if got := letter.To[0].Name.Text; got != "(unknown)" {
		t.Errorf("neither name nor address: %q", got)
	}
}

func TestMask(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Walter Grimsby", "Mnerso Lmucled"},
		{"Walter", "Mnerso"},
		{"Olga Ivanova", "Mner Nitmucl"},
		{"a.b+c@d.example", "a.e+s@i.mucledh"},
		{"7 up", "3 er"},
		{"李明", "MaAn"},
		{"👩‍👧", "Ma"},
		{"ÉCOLE", "MAESR"},
		{"अनिता", "ane"},
	} {
		got := text.Mask(test.text, true)
		if got.Text != test.want || !got.Hidden {
			t.Errorf("%q: %q, want %q", test.text, got.Text, test.want)
		}
	}
	if got := text.Mask("Walter", false); got.Text != "Walter" || got.Hidden {
		t.Errorf("not hidden: %+v", got)
	}
}

func TestMailAttachmentName(t *testing.T) {
	b := &builder{ctx: t.Context()}
	for ref, want := range map[schema.ImageRef]string{
		"https://example.com/a/holiday.png?size=2": "holiday.png",
		"../media/photos/lake.jpg":                 "lake.jpg",
		"data:image/jpeg;base64,AAAA":              "image.jpg",
		"data:image/svg+xml;base64,AAAA":           "image.svg",
	} {
		if got := b.mailAttachment(ref).Name; got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
	if b.mailAttachment("") != nil {
		t.Error("an attachment without an image")
	}
}

// The dates of emails are those of the payload's zone: in New York both of these are of one day.
func TestMailTimezone(t *testing.T) {
	for zone, want := range map[schema.Zone]string{"": "Yesterday, 2:30 AM", "America/New_York": "7:30 PM, 10:30 PM"} {
		props := mailProps(schema.EmailConversation{Participants: []schema.EmailParticipant{ada, ben}, Emails: []schema.Email{
			email("a", "ada", "2026-06-14T23:30:00Z", ""), email("b", "ben", "2026-06-15T02:30:00Z", ""),
		}})
		props.Timezone = zone
		s, err := Build(t.Context(), &schema.Payload{MockupType: schema.Emails, Platform: "gmail", Props: props}, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var dates []string
		for _, letter := range s.View.Body.(*MailThread).Letters {
			dates = append(dates, letter.Date)
		}
		if got := strings.Join(dates, ", "); got != want {
			t.Errorf("%q: %q, want %q", zone, got, want)
		}
	}
}
