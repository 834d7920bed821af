package render

import (
	"slices"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// marksOnPage counts the marks that are seen.
const marksOnPage = `() => {
	const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => {
		const box = e.getBoundingClientRect();
		return box.width && box.height && getComputedStyle(e).visibility === "visible";
	});
	const faults = [...seen(".not-sent, .undelivered, .alert, .unread span, .star, .saved")].flatMap((e) => {
		const box = e.getBoundingClientRect();
		return box.left < -1 || box.right > document.querySelector(".screen").getBoundingClientRect().right + 1 ? [e.className.baseVal ?? e.className] : [];
	});
	const red = seen(".failed .text").filter((e) => getComputedStyle(e).color === getComputedStyle(document.querySelector(".message:not(.failed) .text")).color);
	return {
		faults, failed: seen(".not-sent, .undelivered, .alert").length + seen(".failed .text").length - red.length,
		starred: seen(".rows :is(.star, .saved)").length, unread: seen(".unread").length, stories: seen(".rows :is(.quote, .answers) :is(img, canvas)").length,
		header: document.querySelector(".header").innerText,
	};
}`

type marks struct {
	Faults                           []string
	Failed, Starred, Unread, Stories int
	Header                           string
}

// markedChat is a chat of a platform with each of the marks.
func markedChat(t *testing.T, platform string) *schema.Payload {
	p := samplePayload(t, schema.Chats, platform)
	props := p.Props.(*schema.ChatProps)
	me, other := props.Sender.ID, props.Receivers[0].ID
	message := func(id, user, text string) schema.ChatMessage {
		return schema.ChatMessage{ID: id, UserID: user, Type: "text", Text: text, Timestamp: "2026-03-01T09:41:00Z", Status: "read"}
	}
	starred, story, unread, failed := message("m1", me, "one"), message("m2", other, "two"), message("m3", other, "three"), message("m4", me, "four")
	starred.Starred, story.ReplyToStory, unread.Unread, failed.Failed = true, "../media/photos/aurora.jpg", true, true
	props.Messages = []schema.ChatMessage{message("m0", me, "none"), starred, story, unread, message("m5", other, "five"), failed}
	props.MobileView = false
	return p
}

// An app shows the marks that its manifest lists, and no others.
func TestMarksOnPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		for _, dark := range []bool{false, true} {
			p := markedChat(t, platform)
			p.Props.(*schema.ChatProps).DarkMode = dark
			var found marks
			layOutPage(t, r, p, marksOnPage, nil, &found)
			for field, count := range map[string]int{"failed": found.Failed, "starred": found.Starred, "unread": found.Unread, "replyToStory": found.Stories} {
				if shown := manifest.Fields[field]; shown != (count > 0) {
					t.Errorf("%s, dark %v: %d marks of %s, and the manifest says %v", platform, dark, count, field, shown)
				}
			}
			if len(found.Faults) > 0 {
				t.Errorf("%s: out of the screen: %q", platform, found.Faults)
			}
		}
	}
}

// What the header says of the other person differs between online, offline and nothing, where the manifest says so.
func TestPresenceOnPage(t *testing.T) {
	t.Parallel()
	r := Shared
	const header = `() => document.querySelector(".header").innerHTML`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, presence := range []string{"", "online", "offline", "none", "lastSeen"} {
			p := markedChat(t, platform)
			user := &p.Props.(*schema.ChatProps).Receivers[0]
			if user.Presence = presence; presence == "lastSeen" {
				user.Presence, user.LastSeen = "offline", "2026-03-01T09:20:00Z"
			}
			var text string
			layOutPage(t, r, p, header, nil, &text)
			said[presence] = text
		}
		shown := manifest.Fields["presence"]
		if shown != (said["online"] != said["none"]) || !shown && said["offline"] != said[""] {
			t.Errorf("%s: online and nothing differ: %v; the manifest says %v", platform, said["online"] != said["none"], shown)
		}
		if manifest.Fields["lastSeen"] != (said["lastSeen"] != said["offline"]) {
			t.Errorf("%s: the time is shown: %v; the manifest says %v", platform, said["lastSeen"] != said["offline"], manifest.Fields["lastSeen"])
		}
		if manifest.Options.Chat.Online && said[""] != said["online"] {
			t.Errorf("%s: a person is not online by default", platform)
		}
	}
}

// The frame around the picture of who is offline is grey on MSN, and covers the green one.
func TestOfflineFrame(t *testing.T) {
	t.Parallel()
	const covered = `() => {
		const [tile, grey] = [".contact .tile", ".contact .away"].map((s) => document.querySelector(s)?.getBoundingClientRect());
		return Boolean(grey) && tile.left === grey.left && tile.top === grey.top && tile.right === grey.right && tile.bottom === grey.bottom;
	}`
	p := markedChat(t, "msn")
	p.Props.(*schema.ChatProps).Receivers[0].Presence = "offline"
	var grey bool
	if layOutPage(t, Shared, p, covered, nil, &grey); !grey {
		t.Error("no grey frame covers the green one")
	}
}

// A picture shows that somebody types, where the app says that.
func TestTypingOnPage(t *testing.T) {
	t.Parallel()
	r := Shared
	const whole = `() => document.querySelector(".screen").innerHTML`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		if manifest.Fields["typing"] != (len(manifest.Options.Chat.Typing) > 0) {
			t.Errorf("%s: the field typing is %v, and the option %v", platform, manifest.Fields["typing"], manifest.Options.Chat.Typing)
		}
		var still, typing string
		p := markedChat(t, platform)
		layOutPage(t, r, p, whole, nil, &still)
		p.Props.(*schema.ChatProps).Receivers[0].Presence = "typing"
		layOutPage(t, r, p, whole, nil, &typing)
		if manifest.Fields["typing"] != (still != typing) {
			t.Errorf("%s: typing is seen: %v; the manifest says %v", platform, still != typing, manifest.Fields["typing"])
		}
	}
}

// What changes beside the messages of a video equals the page, on every app.
func TestChangesEqualPage(t *testing.T) {
	t.Parallel()
	compareChats(t, dramatize, "discord")
}

// dramatize makes a video of a chat in which everything changes beside the messages, and somebody types in vain.
func dramatize(p *schema.Payload) {
	props := p.Props.(*schema.ChatProps)
	nobody := schema.ChatMessage{ID: "nobody", Type: "typing", UserID: props.Receivers[0].ID, Timestamp: props.Messages[0].Timestamp}
	props.Messages = slices.Insert(slices.Clone(props.Messages[:min(4, len(props.Messages))]), 1, nobody)
	at := func(seconds float64) *float64 { return &seconds }
	battery := 12.0
	p.Video = &schema.VideoSettings{Changes: []schema.VideoChange{
		{At: at(1), Presence: "none"}, {At: at(1.6), Presence: "online"}, {At: at(2.2), Presence: "offline", LastSeen: "2020-03-01T09:20:00Z"},
		{At: at(1.2), StatusBarTime: "11:11"}, {At: at(1.4), BatteryLevel: &battery},
		{At: at(2), Notification: &schema.Banner{Title: "Mum", Text: "Call me", IconPreset: "imessage", TimeLabel: "now"}},
	}}
}

// The bubble that says that somebody types stands where the messages of that person do.
func TestTypingStandsWhereMessagesDo(t *testing.T) {
	t.Parallel()
	r := Shared
	const lefts = `() => [".typing .bubble", ".message.in:not(.typing) .bubble"].map((s) => document.querySelector(s)?.getBoundingClientRect().left ?? -1)`
	compared := 0
	for _, platform := range templates.Available("chats") {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.ConversationType, props.Receivers, props.MobileView = "direct-message", props.Receivers[:1], false
		props.Receivers[0].Presence = "typing"
		props.Messages = []schema.ChatMessage{{ID: "m1", UserID: props.Receivers[0].ID, Type: "text", Text: "Wait", Timestamp: "2026-03-01T09:41:00Z"}}
		var left [2]float64
		if layOutPage(t, r, p, lefts, nil, &left); left[0] < 0 || left[1] < 0 {
			continue // the app says it elsewhere, or has no bubbles
		}
		compared++
		if left[0] < left[1]-1 || left[0] > left[1]+1 {
			t.Errorf("%s: the bubble of who types begins at %g, that of a message at %g", platform, left[0], left[1])
		}
	}
	if compared < 5 {
		t.Errorf("%d platforms compared: what should have been measured was not", compared)
	}
}

// A notification that slides in looks the same in every app: the phone draws it.
func TestBannersAreAlike(t *testing.T) {
	t.Parallel()
	const looks = `() => {
		const card = document.querySelector(".banner .card");
		if (!card) return "";
		const from = card.getBoundingClientRect(), parts = [".sender-face", ".app", "h3", "p", "time"].map((part) => card.querySelector(part));
		return JSON.stringify([from.height, ...parts.map((part) => {
			const box = part.getBoundingClientRect(), style = getComputedStyle(part);
			const place = [box.left - from.left, box.top - from.top, box.width, box.height].map((length) => Math.round(length * 10) / 10);
			return [...place, style.color, style.fontFamily.split(",")[0], style.fontSize, style.lineHeight, style.letterSpacing, style.fontFeatureSettings];
		})]);
	}`
	at, seen := 1., map[string][]string{}
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Video
		p.Props.(*schema.ChatProps).DarkMode = false
		p.Video = &schema.VideoSettings{Changes: []schema.VideoChange{{At: &at, Notification: &schema.Banner{
			Title: "Mum", Text: "Call me", IconPreset: "imessage", Face: "../media/avatars/mia.jpg", TimeLabel: "now",
		}}}}
		var look string
		if layOutPage(t, Shared, p, looks, nil, &look); look != "" {
			seen[look] = append(seen[look], platform)
		}
	}
	if len(seen) != 1 {
		t.Errorf("the looks are %v", seen)
	}
}
