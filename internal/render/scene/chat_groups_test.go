package scene

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// groupOf returns the payload of a group of Ana, Ben and Chloe on a platform.
func groupOf(t *testing.T, platform, name string, kind schema.Kind) *schema.Payload {
	t.Helper()
	p := conversationProps(t, platform)
	p.ConversationType, p.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: name}
	p.Receivers = []schema.ChatUser{{ID: "a", Name: "Ana Silva"}, {ID: "b", Name: "Ben Okafor"}, {ID: "c", Name: "Chloe Marsh"}}
	p.Messages = exchange("a", "b", "c", "me read", "b")
	return &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: kind, ResolutionScale: "1x", Props: p}
}

// markupOf returns all markup of a scene: the page, and the items of a video. Names are not isolated from what is around
// them.
func markupOf(t *testing.T, s *Scene) string {
	t.Helper()
	var all strings.Builder
	if err := s.Template.Execute(&all, s.View); err != nil {
		t.Fatal(err)
	}
	if s.Storyboard != nil {
		for _, item := range s.Storyboard.Items {
			all.WriteString(item.HTML)
		}
	}
	return strings.NewReplacer("<bdi>", "", "</bdi>", "").Replace(all.String())
}

// A platform without groups shows the first receiver alone: nothing of the others, in pictures and in videos, whatever the
// kind of the conversation. All others show what everybody says.
func TestOtherReceivers(t *testing.T) {
	without := []string{"bumble", "onlyfans", "tinder"}
	for _, platform := range templates.Available("chats") {
		for _, kind := range []schema.Kind{schema.Image, schema.Video} {
			for _, conversation := range []string{"group-chat", "direct-message"} {
				payload := groupOf(t, platform, "Weekend Trip", kind)
				props := payload.Props.(*schema.ChatProps)
				props.ConversationType = conversation
				renamed := props.Messages[0]
				renamed.ID, renamed.Type, renamed.Text, renamed.Event = "renamed", "event", "", &schema.ChatEvent{Kind: "renamed", Name: "Sunday Walk"}
				props.Messages = append(props.Messages, renamed)
				props.Messages[3].Reactions = []schema.Reaction{{Emoji: "🔥", By: []string{"b", "c"}}, {Emoji: "👏", By: []string{"a", "c"}}}
				markup := markupOf(t, buildScene(t, payload, time.Time{}))
				if schema.Shows(schema.Chats, platform, "reactions") {
					if all := !slices.Contains(without, platform); strings.Contains(markup, "🔥") != all || !strings.Contains(markup, "👏") {
						t.Errorf("%s, %s, %s: the reaction of the others is shown: %t", platform, kind, conversation, !all)
					}
				}
				for i, text := range []string{"text 0", "text 1", "text 2", "text 3", "text 4"} {
					want := !slices.Contains(without, platform) || i == 0 || i == 3
					if strings.Contains(markup, text) != want {
						t.Errorf("%s, %s, %s: message %d is shown: %t", platform, kind, conversation, i, !want)
					}
				}
				if slices.Contains(without, platform) && (strings.Contains(markup, "Ben") || strings.Contains(markup, "Chloe")) {
					t.Errorf("%s, %s, %s: another receiver is named", platform, kind, conversation)
				}
				if strings.Contains(markup, "Sunday Walk") == slices.Contains(without, platform) {
					t.Errorf("%s, %s, %s: the new name of the group is shown: %t", platform, kind, conversation, slices.Contains(without, platform))
				}
			}
		}
	}
}

// A group is a channel where the app has channels and the name has the form of one.
func TestChannels(t *testing.T) {
	for name, want := range map[string]bool{
		"general": true, "release-planning": true, "#General Chat": true, "#": true, "日本語": true, "🎉-party": true, "team_2": true,
		"Weekend Trip": false, "weekend trip": false, "Ops": false, "ops\u00a0team": false, "": false,
	} {
		if got := isChannel(name); got != want {
			t.Errorf("%q is a channel: %t", name, got)
		}
	}
	for _, platform := range templates.Available("chats") {
		channels := platform == "discord" || platform == "slack"
		for name, channel := range map[string]bool{"Weekend Trip": false, "release-planning": channels} {
			s := buildScene(t, groupOf(t, platform, name, schema.Image), time.Time{})
			chat, markup := s.View.Body.(*Chat), markupOf(t, s)
			if slices.Contains([]string{"bumble", "onlyfans", "tinder"}, platform) {
				continue
			}
			if chat.Channel != channel || chat.Title != name || !strings.Contains(markup, name) || strings.Contains(markup, "#"+name) != channel {
				t.Errorf("%s: %q is a channel: %t, titled %q", platform, name, chat.Channel, chat.Title)
			}
			for _, never := range []string{"2 tabs", "Welcome to #Weekend"} {
				if strings.Contains(markup, never) {
					t.Errorf("%s: %q has %q", platform, name, never)
				}
			}
		}
	}
}

// Messages stand in the order of the payload. Their dates do not go back, and each keeps its time of day.
func TestMessagesOutOfOrder(t *testing.T) {
	p := &schema.ChatProps{ShowDates: true, Messages: []schema.ChatMessage{
		says("a 2026-05-19T22:00:00Z 1"), says("a 2026-05-20T10:00:00Z 2"), says("a 2026-05-18T23:30:00Z 3"), says("a 2026-05-20T09:00:00Z 4"),
		says("a 2026-05-20T10:05:00Z 5"),
	}}
	options := map[string]string{"dates": "1h", "stamp": `"{time} | Yesterday at {time} | Jan 2, {time}"`}
	chat, _ := chatView(t, options, p)
	want := []string{"[Yesterday 22:00]", "FL 1", "[Today 10:00]", "F 2", " 3", " 4", "L 5"}
	if got := outline(chat); !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	var stamps []string
	for _, row := range chat.Rows {
		if row.Message != nil {
			stamps = append(stamps, row.Message.Stamp)
		}
	}
	if want := []string{"Yesterday at 22:00", "10:00", "23:30", "09:00", "10:05"}; !slices.Equal(stamps, want) {
		t.Errorf("times %q, want %q", stamps, want)
	}
}

// The clock of the status bar is not earlier than what stands below it on the same day.
func TestClockBeforeTheNewest(t *testing.T) {
	for _, test := range []struct {
		clock, notation, zone string
		now                   string
		hidden, warned        bool
	}{
		{clock: "9:59", warned: true},
		{clock: "10:00"},
		{clock: "18:00"},
		{clock: "noon"},
		{clock: "9:59", hidden: true},
		{clock: "9:59", now: "2026-05-17T08:00:00Z"},
		{clock: "11:59", zone: "Europe/Berlin", warned: true},
		{clock: "12:00", zone: "Europe/Berlin"},
		{clock: "9:59", notation: "12h"}, // in the evening
		{clock: "9:59 AM", notation: "12h", warned: true},
		{clock: "1:00", notation: "12h", zone: "Asia/Tokyo", warned: true}, // it is 7 PM
	} {
		chats := conversationProps(t, "whatsapp")
		chats.Messages = []schema.ChatMessage{says("a 2026-05-16T10:00:00Z x"), says("a 2026-05-16T09:00:00Z x")}
		chats.Messages[0].ID = "newest"
		chats.Receivers[0].ID = "a"
		chats.Timezone = schema.Zone(test.zone)
		mails := &schema.EmailProps{Platform: "gmail", Timezone: schema.Zone(test.zone), Conversation: schema.EmailConversation{
			Participants: []schema.EmailParticipant{{ID: "a", Name: "Ana"}}, Emails: []schema.Email{{ID: "newest", SenderID: "a", Body: "x", Date: "2026-05-16T10:00:00Z"}},
		}}
		device := schema.Device{ShowDeviceStatus: !test.hidden, StatusBarTime: test.clock, TimeNotation: test.notation}
		chats.Device, mails.Device = device, device
		for _, payload := range []*schema.Payload{
			{MockupType: schema.Chats, Platform: "whatsapp", Props: chats}, {MockupType: schema.Emails, Platform: "gmail", Props: mails},
		} {
			payload.RenderKind, payload.ResolutionScale = schema.Image, "1x"
			s := buildScene(t, payload, schema.Instant(test.now).Time())
			warned := len(s.Warnings) == 1 && s.Warnings[0].Code == "contradiction" && strings.Contains(s.Warnings[0].Message, `"newest"`)
			if warned != test.warned || len(s.Warnings) > 1 {
				t.Errorf("%s: %+v gives %v", payload.MockupType, test, s.Warnings)
			}
		}
	}
}

// A message that is not drawn does not stand below the clock.
func TestClockOfWhatIsNotDrawn(t *testing.T) {
	p := conversationProps(t, "tiktok")
	p.Messages = []schema.ChatMessage{says("a 2026-05-16T09:00:00Z x"), says("a 2026-05-16T10:00:00Z x")}
	p.Device = schema.Device{ShowDeviceStatus: true, StatusBarTime: "9:30"}
	for _, deleted := range []bool{false, true} {
		p.Messages[1].Deleted = deleted
		if s := build(t, schema.Chats, "tiktok", p); (len(s.Warnings) > 0) == deleted {
			t.Errorf("deleted %v: warnings %v", deleted, s.Warnings)
		}
	}
}

// Telegram makes two letters of a person's name and one of a group's.
func TestLettersOfGroups(t *testing.T) {
	for platform, want := range map[string]string{"telegram": "W", "custom": "WT"} {
		chat := buildScene(t, groupOf(t, platform, "Weekend Trip", schema.Image), time.Time{}).View.Body.(*Chat)
		if got := chat.Avatar.Initials; got != want {
			t.Errorf("%s: %q stands for the group, want %q", platform, got, want)
		}
	}
}

// An app says "you" of the sender in all its lines of what happens in a group, or the name in all; "you" has its verbs and no quotation
// marks.
func TestSenderInEvents(t *testing.T) {
	says, wrong := regexp.MustCompile(`(?i)\byou\b`), regexp.MustCompile(`“[Yy]ou|^you|You (was|has)\b`)
	for _, platform := range templates.Available("chats") {
		payload := groupOf(t, platform, "Trip", schema.Image)
		props := payload.Props.(*schema.ChatProps)
		message, you, named := props.Messages[0], 0, 0
		props.Messages = nil
		for _, event := range []struct{ by, kind, who string }{
			{"me", "joined", ""}, {"me", "left", ""}, {"me", "added", "b"}, {"me", "removed", "b"}, {"me", "renamed", ""}, {"me", "picture", ""}, {"a", "added", "me"}, {"a", "removed", "me"},
		} {
			m := message
			m.ID, m.UserID, m.Type, m.Text, m.Event = event.kind+event.by, event.by, "event", "", &schema.ChatEvent{Kind: event.kind, Name: "Walk", Who: event.who}
			props.Messages = append(props.Messages, m)
		}
		for _, row := range buildScene(t, payload, time.Time{}).View.Body.(*Chat).Rows {
			switch m := row.Message; {
			case m == nil:
			case wrong.MatchString(m.Plain):
				t.Errorf("%s: %s", platform, m.Plain)
			case says.MatchString(m.Plain):
				you++
			case strings.Contains(m.Plain, props.Sender.Name):
				named++
			}
		}
		if you > 0 && named > 0 {
			t.Errorf("%s: %d lines say you, and %d the name", platform, you, named)
		}
	}
}
