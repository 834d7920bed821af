package scene

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// chatView builds the view of a conversation on a platform with the given options.
func chatView(t *testing.T, options map[string]string, p *schema.ChatProps) (*Chat, *Scene) {
	t.Helper()
	if len(p.Receivers) == 0 {
		p.Receivers = []schema.ChatUser{{ID: "a", Name: "Ana Silva"}, {ID: "b", Name: "Ben"}}
	}
	if p.Sender.ID == "" {
		p.Sender = schema.ChatUser{ID: "me", Name: "Mia Berg"}
	}
	payload := &schema.Payload{MockupType: schema.Chats, Props: p}
	b := &builder{ctx: t.Context(),
		payload: payload, manifest: manifestOf(schema.Chats, options), zone: time.UTC, now: newest(payload),
		opts: Options{Images: func(ref string) string { return "/" + ref }}, scene: &Scene{},
	}
	b.chat(p)
	return b.scene.View.Body.(*Chat), b.scene
}

// says makes a text message: "me 2026-05-01T10:00:00Z hello".
func says(line string) schema.ChatMessage {
	parts := strings.SplitN(line, " ", 3)
	return schema.ChatMessage{ID: line, UserID: parts[0], Type: "text", Timestamp: schema.Instant(parts[1]), Text: parts[2]}
}

// outline writes rows compactly: "[Today 10:00]" for a divider, and per message F for the first of a run, L for the
// last, n for a shown name, and its text.
func outline(chat *Chat) []string {
	var lines []string
	for _, row := range chat.Rows {
		if row.Date != nil {
			lines = append(lines, "["+row.Date.Day+" "+row.Date.Time+"]")
			continue
		}
		m, marks := row.Message, ""
		for _, mark := range []struct {
			on     bool
			letter string
		}{{m.First, "F"}, {m.Last, "L"}, {m.ShowName, "n"}} {
			if mark.on {
				marks += mark.letter
			}
		}
		lines = append(lines, marks+" "+m.Plain)
	}
	return lines
}

func TestChatRows(t *testing.T) {
	for _, test := range []struct {
		name     string
		options  map[string]string
		props    schema.ChatProps
		messages []string
		want     []string
	}{
		{name: "nothing", want: nil},
		{
			name:     "runs end with the person and with a pause",
			messages: []string{"a 2026-05-01T10:00:00Z 1", "a 2026-05-01T10:30:00Z 2", "a 2026-05-01T11:00:01Z 3", "me 2026-05-01T11:00:02Z 4", "a 2026-05-01T11:00:03Z 5"},
			want:     []string{"F 1", "L 2", "FL 3", "FL 4", "FL 5"},
		},
		{
			name: "the platform's own pause", options: map[string]string{"run": "1m"},
			messages: []string{"a 2026-05-01T10:00:00Z 1", "a 2026-05-01T10:01:00Z 2", "a 2026-05-01T10:02:01Z 3"},
			want:     []string{"F 1", "L 2", "FL 3"},
		},
		{
			name: "a divider for each day", props: schema.ChatProps{ShowDates: true, Device: schema.Device{TimeNotation: "12h"}},
			messages: []string{"a 2026-05-01T23:59:00Z 1", "a 2026-05-02T00:00:00Z 2", "a 2026-05-02T14:05:00Z 3"},
			want:     []string{"[Yesterday 11:59 PM]", "FL 1", "[Today 12:00 AM]", "FL 2", "FL 3"},
		},
		{
			name: "and after an hour's pause", options: map[string]string{"dates": "1h"}, props: schema.ChatProps{ShowDates: true},
			messages: []string{"a 2026-05-02T09:00:00Z 1", "a 2026-05-02T09:59:59Z 2", "a 2026-05-02T10:59:59Z 3"},
			want:     []string{"[Today 09:00]", "FL 1", "FL 2", "[Today 10:59]", "FL 3"},
		},
		{
			name: "no dividers", messages: []string{"a 2026-05-01T23:59:00Z 1", "a 2026-05-02T00:01:00Z 2"}, want: []string{"F 1", "L 2"},
		},
		{
			name: "days fall where the zone says", props: schema.ChatProps{ShowDates: true, Timezone: "Asia/Tokyo"},
			messages: []string{"a 2026-05-01T14:59:00Z 1", "a 2026-05-01T15:00:00Z 2"},
			want:     []string{"[Yesterday 23:59]", "FL 1", "[Today 00:00]", "FL 2"},
		},
		{
			name: "names in groups", props: schema.ChatProps{ConversationType: "group-chat"},
			messages: []string{"a 2026-05-01T10:00:00Z 1", "a 2026-05-01T10:00:00Z 2", "b 2026-05-01T10:00:00Z 3", "me 2026-05-01T10:00:00Z 4"},
			want:     []string{"Fn 1", "L 2", "FLn 3", "FL 4"},
		},
		{
			name: "and where asked for", props: schema.ChatProps{ShowReceiver: true},
			messages: []string{"a 2026-05-01T10:00:00Z 1", "me 2026-05-01T10:00:00Z 2"}, want: []string{"FLn 1", "FL 2"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, line := range test.messages {
				test.props.Messages = append(test.props.Messages, says(line))
			}
			chat, _ := chatView(t, test.options, &test.props)
			if got := outline(chat); !slices.Equal(got, test.want) {
				t.Errorf("rows %q, want %q", got, test.want)
			}
		})
	}
}

func TestDateRows(t *testing.T) {
	options := map[string]string{"divider": "Today | Yesterday | Monday | Mon, Jan 2 | Mon, Jan 2, 2006"}
	now := "me 2026-05-20T10:00:00Z now"
	for _, test := range []struct {
		at, day string
		dated   bool
	}{
		{"2026-05-20T00:00:00Z", "Today", false},
		{"2026-05-19T23:59:59Z", "Yesterday", false},
		{"2026-05-14T10:00:00Z", "Thursday", false},
		{"2026-05-13T10:00:00Z", "Wed, May 13", true},
		{"2025-12-31T10:00:00Z", "Wed, Dec 31, 2025", true},
	} {
		p := &schema.ChatProps{ShowDates: true, Messages: []schema.ChatMessage{says("a " + test.at + " x"), says(now)}}
		chat, _ := chatView(t, options, p)
		if got := chat.Rows[0].Date; got.Day != test.day || got.Dated != test.dated {
			t.Errorf("%s: %q (dated %t), want %q (%t)", test.at, got.Day, got.Dated, test.day, test.dated)
		}
	}
}

func TestReceipts(t *testing.T) {
	for _, test := range []struct {
		name   string
		states []string // of sent messages in order; "in" is a received one
		marked []int
		newest string
	}{
		{"no messages", nil, nil, ""},
		{"only received", []string{"in", "in"}, nil, ""},
		{"no states", []string{"", ""}, nil, ""},
		{"the newest only", []string{"delivered", "delivered"}, []int{1}, "delivered"},
		{"the newest, and the newest read one", []string{"read", "read", "delivered", "sent"}, []int{1, 3}, "sent"},
		{"read to the end", []string{"read", "read"}, []int{1}, "read"},
		{"an answer does not hide it", []string{"read", "delivered", "in"}, []int{0, 1}, "delivered"},
		{"the newest has none", []string{"delivered", ""}, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &schema.ChatProps{}
			for _, state := range test.states {
				m := says("me 2026-05-01T10:00:00Z x")
				if state == "in" {
					m.UserID, state = "a", ""
				}
				m.Status = state
				p.Messages = append(p.Messages, m)
			}
			chat, _ := chatView(t, nil, p)
			var marked []int
			for i, row := range chat.Rows {
				if row.Message.StatusAt {
					marked = append(marked, i)
				}
			}
			if !slices.Equal(marked, test.marked) || chat.LastStatus != test.newest {
				t.Errorf("marked %v, newest %q; want %v, %q", marked, chat.LastStatus, test.marked, test.newest)
			}
		})
	}
}

func TestSeen(t *testing.T) {
	p := &schema.ChatProps{Messages: []schema.ChatMessage{says("me 2026-05-19T08:05:00Z x"), says("me 2026-05-20T09:41:00Z y")}}
	chat, _ := chatView(t, nil, p)
	if old, today := chat.Rows[0].Message.Seen, chat.Rows[1].Message.Seen; old != "Yesterday" || today != "09:41" {
		t.Errorf("seen %q and %q, want Yesterday and 09:41", old, today)
	}
}

func TestGround(t *testing.T) {
	wall := func(s string) *schema.Wallpaper { w := schema.Wallpaper(s); return &w }
	theme := func(color, image string) *schema.CustomTheme {
		bubble := schema.BubbleColors{Background: "#fff", Foreground: "#000"}
		return &schema.CustomTheme{BackgroundColor: schema.Color(color), BackgroundImage: schema.ImageRef(image), SenderBubble: bubble, ReceiverBubble: bubble}
	}
	themed := map[string]string{"customTheme": "true"}
	onGround := map[string]string{"textOn": "ground"}
	floating := map[string]string{"textOn": "ground", "chrome": "floating"}
	for _, test := range []struct {
		name    string
		options map[string]string
		props   schema.ChatProps
		ground  string
		dark    bool
	}{
		{name: "the platform's own"},
		{name: "removed", props: schema.ChatProps{ChatWallpaper: wall("")}},
		{name: "a dark colour", props: schema.ChatProps{ChatWallpaper: wall("#123")}, ground: "dim"},
		{name: "a light colour", props: schema.ChatProps{ChatWallpaper: wall("#ffe"), DarkMode: true}, ground: "bright", dark: true},
		{name: "a picture", props: schema.ChatProps{ChatWallpaper: wall("https://example.com/a.png")}, ground: "papered"},
		{name: "text on a dark colour", options: onGround, props: schema.ChatProps{ChatWallpaper: wall("#123")}, ground: "dim"},
		{name: "text on a light colour", options: onGround, props: schema.ChatProps{ChatWallpaper: wall("#ffe"), DarkMode: true}, ground: "bright", dark: true},
		{name: "text and bars on a dark colour", options: floating, props: schema.ChatProps{ChatWallpaper: wall("#123")}, ground: "dim", dark: true},
		{name: "text and bars on a light colour", options: floating, props: schema.ChatProps{ChatWallpaper: wall("#ffe"), DarkMode: true}, ground: "bright"},
		{name: "text on a picture", options: onGround, props: schema.ChatProps{ChatWallpaper: wall("https://example.com/a.png"), DarkMode: true}, ground: "washed", dark: true},
		{name: "left out", options: onGround, props: schema.ChatProps{ChatWallpaper: wall("#123"), TransparentBackground: true}},
		{name: "a theme elsewhere", props: schema.ChatProps{CustomTheme: theme("#000", "")}},
		{name: "a light theme", options: themed, props: schema.ChatProps{CustomTheme: theme("#fafafa", "")}, ground: "bright"},
		{name: "a dark theme", options: themed, props: schema.ChatProps{CustomTheme: theme("#14131f", "")}, ground: "dim", dark: true},
		{name: "an all but transparent one", options: themed, props: schema.ChatProps{CustomTheme: theme("rgba(0,0,0,.1)", "")}, ground: "bright"},
		{name: "a theme's picture", options: themed, props: schema.ChatProps{CustomTheme: theme("#fff", "https://example.com/a.png")}, ground: "papered"},
		{name: "removed from a theme", options: themed, props: schema.ChatProps{CustomTheme: theme("#fff", "https://example.com/a.png"), ChatWallpaper: wall("")}, ground: "bright"},
	} {
		t.Run(test.name, func(t *testing.T) {
			chat, scene := chatView(t, test.options, &test.props)
			if chat.Ground != test.ground || scene.View.Dark != test.dark {
				t.Errorf("ground %q, dark %t; want %q, %t", chat.Ground, scene.View.Dark, test.ground, test.dark)
			}
		})
	}
}

func TestChatHeader(t *testing.T) {
	group := func(name string, people ...string) *schema.ChatProps {
		p := &schema.ChatProps{ConversationType: "group-chat", GroupChatSettings: &schema.GroupChatSettings{Name: name}}
		for _, person := range people {
			p.Receivers = append(p.Receivers, schema.ChatUser{ID: person, Name: person})
		}
		return p
	}
	for _, test := range []struct {
		name    string
		options map[string]string
		props   *schema.ChatProps
		title   string
		members string
		faces   int
	}{
		{name: "one person", props: &schema.ChatProps{}, title: "Ana Silva"},
		{name: "a group", props: group("#hikes", "Ana Silva", "", "Ben"), title: "#hikes", members: "Ana, Ben, You", faces: 3},
		{name: "a channel", options: map[string]string{"channels": "true"}, props: group("#hikes", "Ana"), title: "hikes", members: "Ana, You", faces: 1},
		{name: "many", props: group("x", "A", "B", "C", "D", "E", "F"), title: "x", members: "A, B, C, D, E, F, You", faces: 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			chat, _ := chatView(t, test.options, test.props)
			if chat.Title != test.title || chat.Members != test.members || len(chat.Faces) != test.faces {
				t.Errorf("%q of %q with %d faces, want %q of %q with %d", chat.Title, chat.Members, len(chat.Faces), test.title, test.members, test.faces)
			}
		})
	}
}

func TestMentions(t *testing.T) {
	p := &schema.ChatProps{Messages: []schema.ChatMessage{says("a 2026-05-01T10:00:00Z @Ana Silva, @Ana, @Mia and @here: a@b @Ana Silvano @ <")}}
	chat, _ := chatView(t, map[string]string{"markup": "[mentions]", "everybody": "[here]"}, p)
	want := `<a class="mention">@Ana Silva</a>, <a class="mention">@Ana</a>, <a class="mention self">@Mia</a> and ` +
		`<a class="mention self">@here</a>: a@b <a class="mention">@Ana</a> Silvano @ &lt;`
	if got := string(chat.Rows[0].Message.Text); got != want {
		t.Errorf("text\n%s\nwant\n%s", got, want)
	}
}

func TestFloatingMessages(t *testing.T) {
	build := func(platform string, space, frame bool) *Scene {
		t.Helper()
		p := &schema.ChatProps{
			FloatingMessages: true, MobileView: true, Device: schema.Device{ShowDeviceFrame: frame}, Sender: schema.ChatUser{ID: "me", Name: "Mia"},
			Receivers: []schema.ChatUser{{ID: "a", Name: "Ana"}}, Messages: []schema.ChatMessage{says("a 2026-05-01T10:00:00Z Hello"), says("me 2026-05-01T10:01:00Z Hi")},
		}
		scene, err := Build(t.Context(), &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Video, Render3D: space, Props: p}, new(templates.Set), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return scene
	}
	for name, test := range map[string]struct {
		platform      string
		space, frame  bool
		lift          string
		width, height int
		in, out       string // how messages come
	}{
		"screen":          {"imessage", false, false, "lifted", 402, 874, "lift-left", "lift-right"},
		"frame":           {"whatsapp", false, true, "lifted", 440, 908, "lift-left", "lift-right"},
		"space":           {"imessage", true, false, "raised", 402, 874, "pop-left", "fly"},
		"without bubbles": {"slack", false, false, "", 402, 874, "rise", "rise"},
	} {
		t.Run(name, func(t *testing.T) {
			s := build(test.platform, test.space, test.frame)
			if s.View.Lift != test.lift || s.View.Body.(*Chat).Lifts != (test.lift != "") || s.Clear != (test.lift == "lifted" || test.frame) {
				t.Errorf("lift %q, lifts %v, clear %v; want lift %q", s.View.Lift, s.View.Body.(*Chat).Lifts, s.Clear, test.lift)
			}
			if s.Width != test.width || s.Height != test.height {
				t.Errorf("the picture is %d x %d, want %d x %d as without floating", s.Width, s.Height, test.width, test.height)
			}
			if len(s.Warnings) != 0 {
				t.Errorf("warnings %v, want none", s.Warnings)
			}
			enters := map[string]string{}
			for _, item := range s.Storyboard.Items {
				enters[item.Key] = item.Enter
			}
			if enters["message 0"] != test.in || enters["message 1"] != test.out {
				t.Errorf("the messages come as %q and %q, want %q and %q", enters["message 0"], enters["message 1"], test.in, test.out)
			}
		})
	}
}

// A window is no phone: it has its own size, and no body around it.
func TestWindow(t *testing.T) {
	for _, mobile := range []bool{true, false} {
		p := &schema.ChatProps{
			Platform: "msn", Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Ana"}},
			Messages: []schema.ChatMessage{says("a 2026-05-01T10:00:00Z hi")}, MobileView: mobile,
			Device: schema.Device{ShowDeviceFrame: true, ShowDeviceStatus: true},
		}
		s, err := Build(t.Context(), &schema.Payload{MockupType: schema.Chats, RenderKind: schema.Image, Platform: "msn", Props: p}, &templates.Set{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		height := s.Template.Manifest.Height
		if !mobile {
			height = 0
		}
		if s.View.Device != (Device{}) || s.Width != s.Template.Manifest.Width || s.Height != height || s.View.Height != height || s.Clear {
			t.Errorf("mobile %v: device %+v, %d x %d, clear %v", mobile, s.View.Device, s.Width, s.Height, s.Clear)
		}
	}
}

// A manifest's moments have up to five forms, and the last one given stands for those that are missing.
func TestMoment(t *testing.T) {
	b := manifestBuilder(schema.Chats, map[string]string{
		"divider": "Today | Yesterday {time} | Mon {time} | Jan 2 | Jan 2, 2006", "stamp": "'{time} | 1/2/06'",
	})
	for _, test := range []struct{ at, divider, stamp string }{
		{"2026-06-15T09:05:00Z", "Today", "9:05 AM"},
		{"2026-06-14T23:59:00Z", "Yesterday 11:59 PM", "6/14/26"},
		{"2026-06-09T00:00:00Z", "Tue 12:00 AM", "6/9/26"},
		{"2026-06-08T23:59:00Z", "Jun 8", "6/8/26"},
		{"2025-12-31T23:59:00Z", "Dec 31, 2025", "12/31/25"},
		{"2026-06-16T00:01:00Z", "Jun 16", "6/16/26"}, // later than now
	} {
		at := b.instant(schema.Instant(test.at))
		o := b.manifest.Options.Chat
		if d, s := b.moment(o.Divider, at, "12h"), b.moment(o.Stamp, at, "12h"); d != test.divider || s != test.stamp {
			t.Errorf("%s: %q and %q, want %q and %q", test.at, d, s, test.divider, test.stamp)
		}
	}
}

// What a manifest's fields deny is left out.
func TestChatFields(t *testing.T) {
	p := &schema.ChatProps{
		ConversationType: "group-chat", GroupChatSettings: &schema.GroupChatSettings{Name: "Us"}, DarkMode: true,
		Messages: []schema.ChatMessage{{
			ID: "m", UserID: "me", Type: "image", Timestamp: "2026-05-01T10:00:00Z", Status: "read",
			Images: []schema.ChatImage{{ID: "i", Data: "a.png", Caption: "a boat"}},
		}},
	}
	for _, shown := range []bool{true, false} {
		is := strconv.FormatBool(shown)
		chat, s := chatView(t, map[string]string{"groups": is, "darkMode": is, "status": is, "caption": is}, p)
		m := chat.Rows[len(chat.Rows)-1].Message
		if chat.Group != shown || s.View.Dark != shown || (m.Status != "") != shown || (m.Pictures[0].Caption != "") != shown {
			t.Errorf("shown %v: group %v, dark %v, status %q, caption %q", shown, chat.Group, s.View.Dark, m.Status, m.Pictures[0].Caption)
		}
	}
}

// What a profile leaves out is made up, the same way every time.
func TestProfile(t *testing.T) {
	p := &schema.ChatProps{Receivers: []schema.ChatUser{{ID: "a", Name: "Ana Silva"}}, Messages: []schema.ChatMessage{says("a 2026-05-01T10:00:00Z hi")}}
	first, _ := chatView(t, nil, p)
	again, _ := chatView(t, nil, p)
	if first.Receiver.Username != "anasilva" || first.Receiver.Joined == "" || first.Receiver != again.Receiver {
		t.Errorf("%+v and %+v", first.Receiver, again.Receiver)
	}
	if domain, _ := chatView(t, map[string]string{"handleDomain": ".example"}, p); domain.Receiver.Username != "anasilva.example" {
		t.Errorf("with a domain: %+v", domain.Receiver)
	}
}

// An app shows the fields of a profile that its manifest lists; a field beyond the v1 interface replaces that of v1.
func TestProfileFields(t *testing.T) {
	yes, no := true, false
	person := schema.ChatUser{ID: "a", Name: "Ana Silva", Username: "@v1", JoinedDate: "2019-03", Handle: "@beyond", Joined: "2020-04", Verified: &yes, Seal: &no, Headline: "Drummer"}
	for _, test := range []struct {
		shown            []string
		username, joined string
		verified         bool
	}{
		{nil, "anasilva", "", false},
		{[]string{"username"}, "v1", "", false},
		{[]string{"username", "handle"}, "beyond", "", false},
		{[]string{"handle"}, "beyond", "", false},
		{[]string{"joinedDate"}, "anasilva", "March 2019", false},
		{[]string{"joinedDate", "joined"}, "anasilva", "April 2020", false},
		{[]string{"joined", "verified"}, "anasilva", "April 2020", true},
		{[]string{"verified", "seal"}, "anasilva", "", false},
		{[]string{"headline"}, "anasilva", "", false},
	} {
		fields := map[string]string{}
		for _, name := range test.shown {
			fields[name] = "true"
		}
		p := &schema.ChatProps{Receivers: []schema.ChatUser{person}}
		chat, _ := chatView(t, fields, p)
		joined := chat.Receiver.Joined
		if test.joined == "" && joined != "March 2019" && joined != "April 2020" {
			joined = "" // made up
		}
		headline := ""
		if slices.Contains(test.shown, "headline") {
			headline = person.Headline
		}
		if chat.Receiver.Headline != headline || chat.Receiver.Username != test.username || joined != test.joined || chat.Receiver.Verified != test.verified {
			t.Errorf("%v: %+v", test.shown, chat.Receiver)
		}
	}
}

// The interface says which apps ignore a field of v1; what they show instead has a field beyond it.
func TestProfileOfApps(t *testing.T) {
	for _, platform := range schema.Platforms(schema.Chats) {
		m, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		for field, v1 := range map[string][]string{"username": {"x", "whatsapp"}, "verified": {"x", "whatsapp"}, "joinedDate": {"x"}} {
			if m.Fields[field] != slices.Contains(v1, platform) {
				t.Errorf("%s: %s is %v", platform, field, m.Fields[field])
			}
		}
		for field, beyond := range map[string][]string{"handle": {"x", "whatsapp", "instagram", "discord", "bluesky", "tiktok"}, "joined": {"x", "reddit"}, "seal": {"x", "whatsapp", "onlyfans"}, "headline": {"linkedin"}} {
			if m.Fields[field] != slices.Contains(beyond, platform) {
				t.Errorf("%s: %s is %v", platform, field, m.Fields[field])
			}
		}
	}
}

// The start of a chat names the day of its first message.
func TestBegan(t *testing.T) {
	p := &schema.ChatProps{Receivers: []schema.ChatUser{{ID: "a", Name: "Ana"}}}
	if chat, _ := chatView(t, nil, p); chat.Began != "" {
		t.Errorf("no message: %q", chat.Began)
	}
	for _, at := range []schema.Instant{"2026-04-25T08:00:00Z", "2026-04-24T21:00:00Z"} {
		p.Messages = append(p.Messages, schema.ChatMessage{ID: string(at), UserID: "a", Type: "text", Text: "hi", Timestamp: at})
	}
	if chat, _ := chatView(t, nil, p); chat.Began != "4/24/26" {
		t.Errorf("began %q", chat.Began)
	}
}

// With the 12-hour notation of the United States, apps write the month before the day; with that of 24 hours they write dates as before.
func TestMonthFirst(t *testing.T) {
	dayFirst := regexp.MustCompile(`(?i)\b\d+ (mar|march)\b|05\.03\.25`)
	now := time.Date(2026, 3, 6, 12, 0, 0, 0, time.UTC)
	for _, platform := range templates.Available("chats") {
		b := &builder{now: now}
		m, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		for _, forms := range []templates.Moments{m.Options.Chat.Divider, m.Options.Chat.Stamp, m.Options.Chat.Seen} {
			for _, at := range []time.Time{now.AddDate(0, 0, -1), now.AddDate(-1, 0, -1)} {
				if got := b.moment(forms, at, "12h"); dayFirst.MatchString(got) {
					t.Errorf("%s: %s", platform, got)
				}
			}
		}
	}
	for notation, want := range map[string]string{"12h": "Mar 5, 2025 at 12:00 PM|March 5|3/05/25", "24h": "5 Mar 2025 at 12:00|5 March|05.03.25"} {
		b, year := &builder{now: now.AddDate(0, 1, 0)}, now.AddDate(-1, 0, -1)
		got := b.moment(momentsOf("2 Jan 2006 at {time}"), year, notation) + "|" + b.moment(momentsOf("2 January"), now.AddDate(0, 0, -1), notation) + "|" +
			b.moment(momentsOf("02.01.06"), year, notation)
		if got != want {
			t.Errorf("%s: %s, want %s", notation, got, want)
		}
	}
}

// momentsOf is one form for all moments.
func momentsOf(form string) templates.Moments {
	return templates.Moments{form, form, form, form, form}
}
