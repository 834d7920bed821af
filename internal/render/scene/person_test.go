package scene

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

func TestMadeUpHandles(t *testing.T) {
	for _, test := range []struct {
		name, id, marks string
		most            int
		want            string
	}{
		{name: "Emma Sørensen", want: "emmasorensen"},
		{name: "François Ångström", want: "francoisangstrom"},
		{name: "Łukasz Groß-Nuñez", want: "lukaszgrossnunez"},
		{name: "Þóra Ægisdóttir", want: "thoraaegisdottir"},
		{name: "Trần Hưng Đạo", want: "tranhungdao"},
		{name: "İpek Işık", want: "ipekisik"},
		{name: "Zoe\u0308 Q", want: "zoeq"},
		{name: "Ana", marks: "._", want: "ana"},
		{name: "emma.s", marks: "._", want: "emma.s"},
		{name: "emma.s", marks: "_", want: "emmas"},
		{name: "J. R. Smith...", marks: "._", want: "j.r.smith"},
		{name: "_._ana__b_.", marks: "._", want: "ana_b"},
		{name: "Ana-Maria", marks: "-", want: "ana-maria"},
		{name: "Maximiliana von Hohenberg", most: 15, want: "maximilianavonh"},
		{name: "abcdefghijklmn. o", marks: ".", most: 15, want: "abcdefghijklmn"},
		{name: "山田太郎", id: "yamada", want: "yamada"},
		{name: "Анна K", id: "Anna-Petrova", want: "annapetrova"},
		{name: "山田太郎", id: "u1", want: "user"},
		{name: "د. سارة العتيبي 2 (Work)", id: "sara", want: "sara"},
		{name: "山田 Taro", want: "taro"},
		{name: "🦊", id: "🦊", want: "user"},
		{name: "", id: "", want: "user"},
	} {
		b := &builder{manifest: templates.Manifest{Options: templates.Options{Person: templates.PersonOptions{HandleMarks: test.marks, HandleMost: test.most}}}}
		got := b.handle(" @", test.name, test.id)
		if numbered := regexp.MustCompile(`^user\d{6}$`).MatchString(got); got != test.want && !(test.want == "user" && numbered) {
			t.Errorf("%q with the id %q: %q, want %q", test.name, test.id, got, test.want)
		}
	}
}

// No platform shows an empty handle, whatever the name.
func TestNoHandleIsEmpty(t *testing.T) {
	bare := regexp.MustCompile(`>@(\.bsky\.social)?[\s<]`)
	for _, platform := range templates.Available("chats") {
		p := conversationProps(t, platform)
		p.Receivers = []schema.ChatUser{{ID: "1", Name: "山田太郎", Username: "@", Handle: "@"}}
		p.Messages = nil
		payload := &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Image, ResolutionScale: "1x", Props: p}
		s := buildScene(t, payload, time.Time{})
		var page strings.Builder
		if err := s.Template.Execute(&page, s.View); err != nil {
			t.Fatal(err)
		}
		handle := s.View.Body.(*Chat).Receiver.Username
		if found := bare.FindString(page.String()); found != "" || handle == "" || handle[0] == '.' {
			t.Errorf("%s: the handle is %q, and the page has %q", platform, handle, found)
		}
	}
	for _, platform := range templates.Available("posts") {
		props := &schema.PostProps{Platform: platform, Post: schema.Post{ID: "p", Author: schema.PostAuthor{Name: "🦊"}, Timestamp: "2026-03-31T09:41:00Z"}}
		s := buildScene(t, &schema.Payload{MockupType: schema.Posts, Platform: platform, RenderKind: schema.Image, Props: props}, time.Time{})
		if handle := s.View.Body.(*Post).Author.Username; handle == "" || handle[0] == '.' {
			t.Errorf("%s: the handle is %q", platform, handle)
		}
	}
}

// A month of joining that is made up lies between the beginning of the app and the first message, and differs by person.
func TestJoined(t *testing.T) {
	for _, test := range []struct {
		since, first     string
		earliest, latest string // months
		months           int    // different ones of fifty people, at least
	}{
		{"2006-07", "2026-05-16T10:00:00Z", "2014-05", "2026-04", 30},
		{"2006-07", "2009-01-02T10:00:00Z", "2006-07", "2008-12", 15},
		{"2006-07", "2006-08-31T10:00:00Z", "2006-07", "2006-07", 1},
		{"2006-07", "2026-03-31T10:00:00Z", "2014-03", "2026-02", 30},
		{"2006-07", "2004-03-02T10:00:00Z", "2004-03", "2004-03", 1},
		{`""`, "2009-01-31T10:00:00Z", "1997-01", "2008-12", 30},
	} {
		months := map[string]bool{}
		for i := range 50 {
			p := &schema.ChatProps{
				Receivers: []schema.ChatUser{{ID: "a", Name: strings.Repeat("a", i+1)}},
				Messages:  []schema.ChatMessage{says("a 2030-01-01T10:00:00Z x"), says("a " + test.first + " x")},
			}
			chat, _ := chatView(t, map[string]string{"since": test.since}, p)
			at, err := time.Parse("January 2006", chat.Receiver.Joined)
			if month := at.Format("2006-01"); err != nil || month < test.earliest || month > test.latest {
				t.Errorf("first message %s: joined %s, want %s to %s", test.first, chat.Receiver.Joined, test.earliest, test.latest)
			}
			months[chat.Receiver.Joined] = true
		}
		if len(months) < test.months {
			t.Errorf("first message %s: fifty people joined in %d months", test.first, len(months))
		}
	}
}
