package scene

import (
	"fmt"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

// kindsView returns the view of messages of two people, which the app draws.
func kindsView(t *testing.T, platform string, messages ...schema.ChatMessage) *Chat {
	t.Helper()
	p := &schema.ChatProps{
		Platform: platform, Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "noah", Name: "Noah"}, {ID: "zoe", Name: "Zoe"}},
		ConversationType: "group-chat", GroupChatSettings: &schema.GroupChatSettings{Name: "Lake"}, ShowFooter: true, ShowHeader: true,
	}
	for i, m := range messages {
		m.ID, m.Timestamp = fmt.Sprint("m", i), schema.Instant(fmt.Sprintf("2026-03-01T09:%02d:00Z", i))
		if m.UserID == "" {
			m.UserID = "noah"
		}
		p.Messages = append(p.Messages, m)
	}
	return build(t, schema.Chats, platform, p).View.Body.(*Chat)
}

func messagesOf(c *Chat) (list []*Message) {
	for _, row := range c.Rows {
		if row.Message != nil {
			list = append(list, row.Message)
		}
	}
	return list
}

// A poll counts those who are named and those who are not, each person once for an answer.
func TestChatPoll(t *testing.T) {
	options := []schema.ChatPollOption{{Text: "A", By: []string{"noah", "noah", "zoe"}}, {Text: "B", By: []string{"me"}, Votes: 4}, {Text: "C"}}
	poll := messagesOf(kindsView(t, "whatsapp", schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "Q", Options: options}}))[0].Poll
	var got []string
	for _, o := range poll.Options {
		got = append(got, fmt.Sprintf("%s %d %d%% %d%% %v %v %d", o.Text, o.Votes, o.Percent, o.Share, o.Own, o.Leads, len(o.People)))
	}
	const want = "A 2 33% 50% false false 2, B 4 67% 100% true true 1, C 0 0% 0% false false 0"
	if list := strings.Join(got, ", "); list != want {
		t.Errorf("got  %s\nwant %s", list, want)
	}
	if poll.Votes != 6 || !poll.Voted || poll.How != "Select one" || poll.Total != "6 votes" {
		t.Errorf("%+v", poll)
	}
	closed := messagesOf(kindsView(t, "telegram", schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "Q", Closed: true, Multiple: true, Options: options[1:]}}))[0].Poll
	if closed.How != "Final Results" {
		t.Errorf("a closed poll says %q", closed.How)
	}
	options[1].Votes = 1280245
	many := messagesOf(kindsView(t, "telegram", schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "Q", Options: options}}))[0].Poll
	if many.Total != "1,280,247 votes" || many.Options[1].Count != "1,280,245" {
		t.Errorf("a poll of many votes says %q, and %q of an answer", many.Total, many.Options[1].Count)
	}
}

// Telegram and Signal count the people who voted where they may choose several answers, as far as all of them are named; the shares are of them.
func TestPollVoters(t *testing.T) {
	several := []schema.ChatPollOption{{Text: "A", By: []string{"noah", "zoe", "me"}}, {Text: "B", By: []string{"leo"}}, {Text: "C", By: []string{"noah"}}}
	thirds := []schema.ChatPollOption{{Text: "A", By: []string{"noah", "zoe"}}, {Text: "B", By: []string{"me", "zoe"}}, {Text: "C"}}
	numbers := []schema.ChatPollOption{{Text: "A", Votes: 3}, {Text: "B", Votes: 1}, {Text: "C", By: []string{"noah"}}}
	for name, tc := range map[string]struct {
		platform string
		multiple bool
		options  []schema.ChatPollOption
		want     string
	}{
		"several answers":   {"telegram", true, several, "4 votes [75 25 25]"},
		"shares cut off":    {"telegram", true, thirds, "3 votes [66 66 0]"},
		"nobody":            {"telegram", true, []schema.ChatPollOption{{Text: "A"}, {Text: "B"}}, "No votes yet [0 0]"},
		"some have no name": {"telegram", true, numbers, "5 votes [60 20 20]"},
		"one answer":        {"telegram", false, several[:2], "4 votes [75 25]"},
		"bars of Signal":    {"signal", true, several, "4 votes [75 25 25]"},
		"of another app":    {"discord", true, several, "5 votes [60 20 20]"},
	} {
		poll := messagesOf(kindsView(t, tc.platform, schema.ChatMessage{Type: "poll", Poll: &schema.ChatPoll{Question: "Q", Multiple: tc.multiple, Options: tc.options}}))[0].Poll
		var percent []int
		for _, o := range poll.Options {
			percent = append(percent, o.Percent)
		}
		if got := fmt.Sprint(poll.Total, " ", percent); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// The button of a poll asks for a vote until the sender has voted, and never once the poll is closed.
func TestPollAction(t *testing.T) {
	open := schema.ChatPoll{Question: "Q", Options: []schema.ChatPollOption{{Text: "A", By: []string{"noah"}}, {Text: "B"}}}
	voted, closed := open, open
	voted.Options = []schema.ChatPollOption{{Text: "A", By: []string{"me"}}, {Text: "B"}}
	closed.Closed = true
	for platform, want := range map[string][3]string{
		"line": {"Vote", "View results", "View results"}, "microsoftTeams": {"Submit vote", "", ""}, "messenger": {"Vote", "Change vote", ""},
		"whatsapp": {"View votes", "View votes", "View votes"}, "custom": {},
	} {
		for i, poll := range []schema.ChatPoll{open, voted, closed} {
			if got := messagesOf(kindsView(t, platform, schema.ChatMessage{Type: "poll", Poll: &poll}))[0].Poll.Action; got != want[i] {
				t.Errorf("%s, %v: the button says %q, want %q", platform, poll, got, want[i])
			}
		}
	}
}

// Discord says of pictures, GIFs and videos alike that there is an attachment, where somebody answers them.
func TestDiscordAttachmentQuoted(t *testing.T) {
	image := schema.ChatImage{ID: "i", Data: "x.png"}
	for name, m := range map[string]schema.ChatMessage{
		"a picture": {Type: "image", Images: []schema.ChatImage{image}}, "two pictures": {Type: "image", Images: []schema.ChatImage{image, image}},
		"a GIF": {Type: "gif", GIF: &schema.Animation{Image: "x.gif"}}, "a video": {Type: "video", Video: &schema.ChatVideo{Poster: "x.png", DurationSeconds: 3}},
	} {
		m.UserID = "zoe"
		list := messagesOf(kindsView(t, "discord", m, schema.ChatMessage{Type: "text", Text: "Oh", ReplyTo: "m0"}))
		if got := list[1].Quote.Text; got != "Tap to see attachment" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Files say in the app's words how large they are and of which kind, as far as that is known.
func TestFileDetails(t *testing.T) {
	for _, c := range []struct {
		platform string
		file     schema.ChatFile
		want     string
	}{
		{"whatsapp", schema.ChatFile{Name: "menu.pdf", Size: number(1_240_000)}, "1.2 MB • pdf"},
		{"whatsapp", schema.ChatFile{Name: "menu.pdf"}, "PDF"},
		{"whatsapp", schema.ChatFile{Name: "menu", Size: number(999_600)}, "1 MB"},
		{"whatsapp", schema.ChatFile{Name: "menu.txt", Size: number(0)}, "0 bytes • txt"}, {"telegram", schema.ChatFile{Name: "menu.txt", Size: number(0)}, "0 bytes"},
		{"telegram", schema.ChatFile{Name: "menu.txt"}, ""},
		{"imessage", schema.ChatFile{Name: "menu.tar.gz", Size: number(4000), Kind: "Archive"}, "Archive Document · 4 KB"},
		{"discord", schema.ChatFile{Name: "a.longending", Size: number(12)}, "12 bytes"}, {"messenger", schema.ChatFile{Name: "a", Size: number(1)}, "1 byte"},
		{"slack", schema.ChatFile{Name: "menu.xlsx", Size: number(12e9)}, "Excel Spreadsheet"},
		{"slack", schema.ChatFile{Name: "notes.txt"}, "Plain Text"},
		{"slack", schema.ChatFile{Name: "talk.key"}, "Keynote Document"},
		{"slack", schema.ChatFile{Name: "menu.pdf"}, "PDF"}, {"slack", schema.ChatFile{Name: "menu.doc"}, "Word Document"},
		{"custom", schema.ChatFile{Name: "menu"}, ""},
	} {
		if got := messagesOf(kindsView(t, c.platform, schema.ChatMessage{Type: "file", File: &c.file}))[0].File.Details; got != c.want {
			t.Errorf("%s, %+v: %q, want %q", c.platform, c.file, got, c.want)
		}
	}
}

// A preview stands for an address at the end or the beginning of a text, where the app does that.
func TestPreviewReplaces(t *testing.T) {
	for text, want := range map[string]string{
		"See https://example.org/a": "See", "https://example.org/a": "", "https://example.org see?": "see?",
		"see https://example.org there": "see https://example.org there", "no address": "no address",
	} {
		m := messagesOf(kindsView(t, "imessage", schema.ChatMessage{Type: "text", Text: text, Link: &schema.Link{Title: "T", Site: "example.org"}}))[0]
		if got := withoutAddress(text); got != want || m.Said != (want != "") || m.Preview == nil {
			t.Errorf("%q became %q, said %v", text, got, m.Said)
		}
	}
	m := messagesOf(kindsView(t, "whatsapp", schema.ChatMessage{Type: "text", Text: "https://example.org/a", Link: &schema.Link{Title: "T", Site: "example.org"}}))[0]
	if !m.Said || m.Preview == nil {
		t.Error("whatsapp leaves out the address")
	}
}

// What an app does not have it does not draw.
func TestKindsNotShown(t *testing.T) {
	messages := []schema.ChatMessage{
		{Type: "text", Text: "https://example.org", Link: &schema.Link{Title: "T", Site: "example.org"}},
		{Type: "poll", Poll: &schema.ChatPoll{Question: "Q", Options: []schema.ChatPollOption{{Text: "A"}, {Text: "B"}}}},
		{Type: "location", Location: &schema.Location{}},
	}
	list := messagesOf(kindsView(t, "bluesky", messages...))
	if len(list) != 1 || list[0].Preview != nil {
		t.Errorf("bluesky draws %d messages, the first with the preview %v", len(list), list[0].Preview)
	}
}

// A quote says what the message before holds.
func TestKindsQuoted(t *testing.T) {
	var messages []schema.ChatMessage
	for _, m := range []schema.ChatMessage{
		{Type: "file", File: &schema.ChatFile{Name: "menu.pdf"}}, {Type: "sticker", Sticker: &schema.Sticker{Emoji: "🎉"}}, {Type: "location", Location: &schema.Location{Name: "Pier"}},
		{Type: "contact", Contact: &schema.Contact{Name: "Zoe"}}, {Type: "poll", Poll: &schema.ChatPoll{Question: "Where?", Options: []schema.ChatPollOption{{Text: "A"}, {Text: "B"}}}},
		{Type: "video", Video: &schema.ChatVideo{Poster: "a.png", DurationSeconds: 3}}, {Type: "video", Text: "look", Video: &schema.ChatVideo{Poster: "a.png", DurationSeconds: 3}},
	} {
		messages = append(messages, m, schema.ChatMessage{Type: "text", Text: "yes", ReplyTo: fmt.Sprint("m", len(messages))})
	}
	var got []string
	for _, m := range messagesOf(kindsView(t, "telegram", messages...)) {
		if m.Quote != nil {
			got = append(got, m.Quote.Kind+m.Quote.Emoji+": "+m.Quote.Text)
		}
	}
	want := "file: menu.pdf, sticker🎉: 🎉 Sticker, location: Location, contact: Contact, poll: 📊 Where?, video: Video, video: look"
	if list := strings.Join(got, ", "); list != want {
		t.Errorf("got  %s\nwant %s", list, want)
	}
}

// Quotes call one picture and several by the same word.
func TestPicturesQuoted(t *testing.T) {
	pictures := []schema.ChatImage{{Data: "a.png"}, {Data: "b.png"}}
	for platform, want := range map[string][2]string{
		"reddit": {"Image", "2 images"}, "linkedin": {"Photo", "2 photos"}, "discord": {"Tap to see attachment", "Tap to see attachment"},
	} {
		for i, said := range want {
			list := messagesOf(kindsView(t, platform, schema.ChatMessage{Type: "image", Images: pictures[:i+1]}, schema.ChatMessage{Type: "text", Text: "yes", ReplyTo: "m0"}))
			if got := list[len(list)-1].Quote.Text; got != said {
				t.Errorf("%s: %d pictures are quoted as %q, want %q", platform, i+1, got, said)
			}
		}
	}
}

// The text below a video is a message of its own where the app writes no captions.
func TestCaptionsApart(t *testing.T) {
	video := schema.ChatMessage{Type: "video", Text: "look", Video: &schema.ChatVideo{Poster: "a.png", DurationSeconds: 3}}
	for platform, want := range map[string]int{"whatsapp": 1, "line": 2, "wechat": 2} {
		if list := messagesOf(kindsView(t, platform, video)); len(list) != want || list[len(list)-1].Plain != "look" {
			t.Errorf("%s: %d messages, want %d", platform, len(list), want)
		}
	}
}

// The same key gives the same map, and others give others; all are well-formed and of a bounded size.
func TestCityMap(t *testing.T) {
	seen := map[string]bool{}
	for i := range 200 {
		key := fmt.Sprint("m", i)
		drawn := string(cityMap(key))
		if drawn != string(cityMap(key)) {
			t.Fatalf("%s has two maps", key)
		}
		if seen[drawn] || len(drawn) > 20_000 || !strings.HasSuffix(drawn, "</svg>") || strings.Contains(drawn, `width="-`) || strings.Contains(drawn, `height="-`) {
			t.Errorf("%s: %d bytes, seen before: %v", key, len(drawn), seen[drawn])
		}
		seen[drawn] = true
	}
}

// An open poll on Discord offers its results and a button until the sender has voted, then to take the vote back; a closed one nothing.
func TestPollButtonsOnDiscord(t *testing.T) {
	for name, test := range map[string]struct {
		poll schema.ChatPoll
		want string
	}{
		"open":   {schema.ChatPoll{Options: []schema.ChatPollOption{{Text: "Yes", Votes: 1000}, {Text: "No"}}}, "1,000 votes|Show results|Vote"},
		"voted":  {schema.ChatPoll{Options: []schema.ChatPollOption{{Text: "Yes", By: []string{"me"}}, {Text: "No"}}}, "1 vote||Remove vote"},
		"closed": {schema.ChatPoll{Options: []schema.ChatPollOption{{Text: "Yes", By: []string{"me"}}, {Text: "No"}}, Closed: true}, "1 vote||"},
	} {
		poll := messagesOf(kindsView(t, "discord", schema.ChatMessage{Type: "poll", Poll: &test.poll}))[0].Poll
		if got := poll.Total + "|" + poll.Results + "|" + poll.Action; got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Options with equal votes have equal percentages, also where these do not sum to 100 then.
func TestPercents(t *testing.T) {
	for _, tc := range []struct {
		votes []int64
		want  string
	}{
		{[]int64{1, 1, 1}, "[33 33 33]"},
		{[]int64{2, 1}, "[67 33]"},
		{[]int64{2, 2, 3}, "[28 28 43]"},
		{[]int64{1, 1, 4}, "[17 17 66]"},
		{[]int64{1, 5}, "[17 83]"},
		{[]int64{0, 0}, "[0 0]"},
		{[]int64{3, 0, 3}, "[50 0 50]"},
		{[]int64{4, 3, 3, 3, 3}, "[25 18 18 18 18]"},
	} {
		people := int64(0)
		for _, n := range tc.votes {
			people += n
		}
		if got := fmt.Sprint(percents(tc.votes, people)); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.votes, got, tc.want)
		}
	}
}

// A card, a poll or a recording that is sent comes as a sent text does, and a picture out of the composer.
func TestSentCards(t *testing.T) {
	kinds := map[string]func(*schema.ChatMessage){
		"file":     func(m *schema.ChatMessage) { m.File = &schema.ChatFile{Name: "menu.pdf"} },
		"location": func(m *schema.ChatMessage) { m.Location = &schema.Location{Name: "The Lighthouse"} },
		"contact":  func(m *schema.ChatMessage) { m.Contact = &schema.Contact{Name: "Leo", Phone: "+1 555 0134"} },
		"voice":    func(m *schema.ChatMessage) { m.Voice = &schema.Voice{DurationSeconds: 4} },
		"poll": func(m *schema.ChatMessage) {
			m.Poll = &schema.ChatPoll{Question: "Where?", Options: []schema.ChatPollOption{{Text: "Here"}, {Text: "There"}}}
		},
		"sticker": func(m *schema.ChatMessage) { m.Sticker = &schema.Sticker{Emoji: "🥐"} },
	}
	for _, platform := range longtest.Sample(t, 4, schema.Platforms(schema.Chats), longtest.Alike) {
		enters := func(change func(*schema.ChatProps)) string {
			for _, item := range play(t, platform, nil, change, "in: Look", "in: a", "out: b", "in: Nice").Storyboard.Items {
				if item.Key == messageKey(2) {
					return item.Enter
				}
			}
			return ""
		}
		text := enters(nil)
		for kind, add := range kinds {
			if !schema.Shows(schema.Chats, platform, kind) {
				continue
			}
			want := text
			if kind == "sticker" {
				want = "pick"
			}
			sent := func(p *schema.ChatProps) {
				p.Messages[2].Type, p.Messages[2].Text = kind, ""
				add(&p.Messages[2])
			}
			if got := enters(sent); got != want {
				t.Errorf("%s: a sent %s comes by %q, want %q", platform, kind, got, want)
			}
		}
	}
}
