package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/schema"
	"mockup/templates"
)

// The compositor is trusted as far as this test goes: frames spread over the videos of examples equal the page itself,
// put into the same pose.
func TestVideoEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	often := longtest.Sample(t, 3, typicalVideos[:], longtest.Alike)
	for _, file := range videoExamples(t) {
		name := strings.TrimPrefix(file, "../../examples/")
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(often, name) {
				longtest.Only(t)
			}
			t.Parallel()
			compareVideo(t, r, file, withoutFilms)
		})
	}
}

// withoutFilms leaves out what is no part of the page: the films in messages, and a video behind, which have tests of their own.
func withoutFilms(p *schema.Payload) {
	if p.Canvas != nil && p.Canvas.Background.Video != "" {
		p.Canvas.Background = schema.CanvasBackground{Color: "brand"}
	}
	props, isChat := p.Props.(*schema.ChatProps)
	if !isChat {
		return
	}
	for _, m := range props.Messages {
		if m.GIF != nil {
			m.GIF.File = ""
		}
		if m.Video != nil {
			m.Video.File = ""
		}
	}
}

// typicalVideos are those of which samples are compared: of each type one that TestFramedVideoEqualsPage does not compare anyway.
var typicalVideos = [...]string{
	"ai/chatgpt-video-short.yaml", "chats/imessage-transparent-video.yaml", "comment-popup/mixed.yaml", "notifications/ios-glass-video.yaml",
	"stories/instagram-video.yaml",
}

// The same with a phone's body, on a canvas, and with nothing behind.
func TestFramedVideoEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	canvas := &schema.Canvas{AspectRatio: "4:5", Background: schema.CanvasBackground{Color: "brand"}, Padding: 33}
	photo := schema.CanvasBackground{CanvasPicture: schema.CanvasPicture{Image: "../media/photos/sunset-beach.jpg", Blur: 9, Dim: .2}}
	frame := func(p *schema.Payload) { p.Props.(*schema.ChatProps).ShowDeviceFrame = true }
	keyboard := func(typos int) func(*schema.Payload) {
		return func(p *schema.Payload) { p.Video = &schema.VideoSettings{Keyboard: true, Typos: typos} }
	}
	blocks := func(p *schema.Payload) {
		keyboard(0)(p)
		props := p.Props.(*schema.ChatProps)
		texts := [...]string{"For Saturday:\n- eggs\n- a very big bag of flour\n- milk", "> eggs\nYes\n1. now\n10. later\n> soon", "- ביצים\n- חלב"}
		props.Messages = props.Messages[:len(texts)]
		for i, text := range texts {
			props.Messages[i].Text = text
		}
	}
	repeat := func(p *schema.Payload, times int) {
		props := p.Props.(*schema.ChatProps)
		for i := range times {
			again := props.Messages[i%3]
			again.ID = fmt.Sprint("again", i)
			props.Messages = append(props.Messages, again)
		}
	}
	tests := map[string]struct {
		file   string
		long   bool // compared only where there is time
		change func(*schema.Payload)
	}{
		"frame":              {"chats/imessage-dark.yaml", true, frame},
		"frame, solid list":  {"chats/whatsapp.yaml", true, frame},
		"frame, see-through": {"chats/imessage-transparent-video.yaml", true, frame},
		"canvas":             {"chats/imessage.yaml", true, func(p *schema.Payload) { p.Canvas = canvas }},
		"frame on canvas": {"chats/slack.yaml", true, func(p *schema.Payload) {
			frame(p)
			p.Canvas = canvas
		}},
		"see-through, scrolled": {"chats/imessage-group.yaml", false, func(p *schema.Payload) {
			p.Props.(*schema.ChatProps).TransparentBackground = true
			repeat(p, 8)
		}},
		"exact size": {"chats/imessage-video.yaml", false, func(p *schema.Payload) {
			radius := 32.
			p.Canvas = &schema.Canvas{AspectRatio: "1:1", Size: "720x1280", Padding: 24, Shadow: "soft", CornerRadius: &radius, Background: photo}
		}},
		"exact size, frame": {"chats/whatsapp.yaml", true, func(p *schema.Payload) {
			frame(p)
			p.Canvas = &schema.Canvas{AspectRatio: "1:1", Size: "reel", Padding: 20, Position: &schema.CanvasPosition{Name: "top"}, SafeArea: "shorts", Shadow: "strong", Background: photo}
		}},
		"long list": {"chats/whatsapp.yaml", true, func(p *schema.Payload) { repeat(p, 50) }},
		"reactions and answers": {"chats/whatsapp.yaml", true, func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			for i := range props.Messages {
				props.Messages[i].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}}, {Emoji: "❤️", By: []string{props.Receivers[0].ID}}}
				if i > 0 {
					props.Messages[i].ReplyTo = props.Messages[i-1].ID
				}
			}
		}},
		"lists and quotes":                  {"chats/whatsapp.yaml", true, blocks},
		"lists and quotes, without bubbles": {"chats/discord.yaml", true, blocks},
		"kinds of messages":                 {"chats/whatsapp-kinds.yaml", false, nil},
		"kinds, without bubbles":            {"chats/discord-kinds.yaml", true, nil},
		"kinds, on a drawn wallpaper":       {"chats/telegram-kinds.yaml", true, nil},
		"faces in reactions": {"chats/telegram.yaml", false, func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			props.Receivers[0].Image = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0MCIgaGVpZ2h0PSI0MCI+PHJlY3Qgd2lkdGg9IjQwIiBoZWlnaHQ9IjQwIiBmaWxsPSIjMDBmZjAwIi8+PC9zdmc+"
			props.Messages = props.Messages[:2]
			for i := range props.Messages {
				props.Messages[i].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{props.Sender.ID}}, {Emoji: "🎉", By: []string{props.Receivers[0].ID}}, {Emoji: "❤️", By: []string{props.Receivers[0].ID}}}
			}
		}},
		"kinds, one gradient behind": {"chats/imessage-kinds.yaml", true, nil},
		"unlocked":                   {"notifications/ios-video.yaml", false, unlock(false)},
		"unlocked, in glass":         {"notifications/ios-glass-video.yaml", true, unlock(true)},
		"gradient on bubbles": {"chats/telegram-group-dark.yaml", false, func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			for i := range props.Messages {
				props.Messages[i].UserID = props.Sender.ID
			}
		}},
		"votes that come in":     {"chats/whatsapp.yaml", false, votes},
		"votes, without bubbles": {"chats/discord.yaml", true, votes},
		"vote on a slide": {"stories/instagram-video.yaml", true, func(p *schema.Payload) {
			after := 1.
			p.Props.(*schema.StoryProps).Slides[0].Stickers = []schema.StorySticker{{
				Kind: "poll", Text: "Again?", X: .5, Y: .5, Voted: "y", VotedAfter: &after, Options: []schema.PollOption{{ID: "y", Text: "Yes", Votes: 3}, {ID: "n", Text: "No", Votes: 1}},
			}}
		}},
		"film":                      {"chats/whatsapp.yaml", false, film(t)},
		"film, one gradient behind": {"chats/imessage-dark.yaml", true, film(t)},
		"film, without bubbles":     {"chats/discord.yaml", true, film(t)},
		"recording that plays": {"chats/whatsapp.yaml", false, func(p *schema.Payload) {
			props, after := p.Props.(*schema.ChatProps), 0.5
			for i := range 2 {
				m := &props.Messages[i]
				m.Type, m.Text, m.Images, m.Voice = "voice", "", nil, &schema.Voice{DurationSeconds: 3, PlayAfter: &after}
			}
		}},
		"floating, see-through": {"chats/imessage-group.yaml", true, func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			props.FloatingMessages, props.TransparentBackground = true, true
		}},
		"floating on canvas": {"chats/messenger-group-dark.yaml", true, func(p *schema.Payload) {
			p.Props.(*schema.ChatProps).FloatingMessages = true
			p.Canvas = canvas
		}},
		"floating, scrolled": {"chats/telegram.yaml", true, func(p *schema.Payload) {
			frame(p)
			p.Props.(*schema.ChatProps).FloatingMessages = true
		}},
		"emoji before bubbles": {"chats/imessage-group.yaml", true, func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			props.Messages[0].UserID, props.Messages[0].Text = props.Sender.ID, "😂"
		}},
		"keyboard": {"chats/imessage-dark.yaml", true, keyboard(2)},
		"keyboard, frame": {"chats/imessage-dark.yaml", false, func(p *schema.Payload) {
			keyboard(2)(p)
			frame(p)
		}},
		"keyboard, solid bars": {"chats/whatsapp.yaml", true, func(p *schema.Payload) {
			keyboard(0)(p)
			frame(p)
		}},
		"keyboard, bar grows": {"chats/imessage.yaml", true, func(p *schema.Payload) {
			keyboard(0)(p)
			frame(p)
		}},
		"keyboard, floating bar":  {"chats/instagram.yaml", true, keyboard(0)},
		"keyboard, see-through":   {"chats/imessage-transparent-video.yaml", true, keyboard(0)},
		"keyboard, field at once": {"chats/telegram.yaml", true, keyboard(1)},
		"keyboard, scripts":       {"chats/scripts.yaml", true, keyboard(0)},
		"keyboard, long list": {"chats/slack.yaml", true, func(p *schema.Payload) {
			keyboard(0)(p)
			repeat(p, 12)
		}},
		"answer in a frame": {"ai/chatgpt-video-short.yaml", true, func(p *schema.Payload) { p.Props.(*schema.AIProps).ShowDeviceFrame = true }},
		"story in a frame":  {"stories/instagram.yaml", true, func(p *schema.Payload) { p.Props.(*schema.StoryProps).ShowDeviceFrame = true }},
		"see-through story": {"stories/instagram.yaml", true, func(p *schema.Payload) { p.Props.(*schema.StoryProps).TransparentBackground = true }},
		"glass in a frame":  {"notifications/ios-glass-video.yaml", true, func(p *schema.Payload) { p.Props.(*schema.NotificationProps).ShowDeviceFrame = true }},
	}
	often := slices.DeleteFunc(slices.Sorted(maps.Keys(tests)), func(name string) bool { return tests[name].long })
	often = longtest.Sample(t, 3, often, longtest.Alike)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(often, name) {
				longtest.Only(t)
			}
			t.Parallel()
			compareVideo(t, r, "../../examples/"+test.file, test.change)
		})
	}
}

// The same with the keyboard of every assistant, light and dark, while a prompt makes the composer grow and when it is sent.
func TestAssistantKeyboardEqualsPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range templates.Available(string(schema.AI)) {
		example := "../../examples/ai/" + platform + "-video.yaml"
		if platform == "chatgpt" {
			example = "../../examples/ai/chatgpt-video-short.yaml"
		}
		for _, dark := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s dark %v", platform, dark), func(t *testing.T) {
				if platform != "claude" || dark {
					longtest.Only(t)
				}
				t.Parallel()
				compareVideo(t, r, example, func(p *schema.Payload) {
					p.Video = &schema.VideoSettings{Keyboard: true}
					props := p.Props.(*schema.AIProps)
					props.DarkMode = dark
					props.Messages = append(props.Messages, schema.AIMessage{
						ID: "next", Role: "user", Content: "And what is true of the other 2 at 5 €, of which I have not said anything yet, because I had no time?",
					})
				})
			})
		}
	}
}

// Bubbles that become narrower or wider for reactions, with words that begin at the right, too.
func TestGrowingBubblesEqualPage(t *testing.T) {
	t.Parallel()
	compareVideo(t, Shared, "../../examples/chats/telegram-video.yaml", func(p *schema.Payload) {
		props := p.Props.(*schema.ChatProps)
		me, other := props.Sender.ID, props.Receivers[0].ID
		props.Messages = nil
		for i, text := range []string{"I have news", "Now please", "Ok", "نعم"} {
			from, by := other, me
			if i%2 == 1 {
				from, by = me, other
			}
			props.Messages = append(props.Messages, schema.ChatMessage{
				ID: fmt.Sprint("m", i), UserID: from, Type: "text", Timestamp: "2026-04-10T10:00:00Z", Text: text,
				Reactions: []schema.Reaction{{Emoji: "👍", By: []string{by}}},
			})
		}
	})
}

// The words of a message that grows out of the typing indicator, from the left and from the right, on a bubble of one colour.
func TestWordsThatFadeInEqualPage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("The key is under the third pot. ", 12), strings.Repeat("المفتاح تحت الأصيص الثالث. ", 12)} {
		compareVideo(t, Shared, "../../examples/chats/whatsapp-video.yaml", func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			from := props.Receivers[0].ID
			props.Messages = []schema.ChatMessage{
				{ID: "m0", UserID: props.Sender.ID, Type: "text", Timestamp: "2026-04-10T10:00:00Z", Text: "Where is it?"},
				{ID: "m1", UserID: from, Type: "text", Timestamp: "2026-04-10T10:00:30Z", Text: text},
			}
		})
	}
}
