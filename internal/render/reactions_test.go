package render

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/schema"
	"mockup/templates"
)

// Many reactions to a short message stay on the screen, on every app.
func TestReactionsStayOnScreen(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".reaction")].map((r) => r.getBoundingClientRect()).filter((r) => r.left < 0 || r.right > 402).map((r) => [r.left, r.right].map(Math.round))`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		p.RenderKind = schema.Image
		props := p.Props.(*schema.ChatProps)
		props.Messages = nil
		var marks []schema.Reaction
		for _, emoji := range []string{"👍", "😂", "🔥", "❤️", "😮", "🎉", "😢"} {
			marks = append(marks, schema.Reaction{Emoji: emoji, By: []string{props.Receivers[0].ID}})
		}
		for i, user := range []string{props.Sender.ID, props.Receivers[0].ID, props.Sender.ID, props.Receivers[0].ID} {
			props.Messages = append(props.Messages, schema.ChatMessage{
				ID: fmt.Sprint("m", i), UserID: user, Type: "text", Timestamp: schema.Instant(fmt.Sprintf("2026-03-01T09:%d0:00Z", i)), Text: "ok", Reactions: marks[:3+i],
			})
		}
		var out [][2]float64
		onPage(t, Shared, p, func(ctx context.Context, b *browser.Browser) error { return b.Call(ctx, script, nil, &out) })
		if len(out) > 0 {
			t.Errorf("%s: reactions reach out of the screen: %v", platform, out)
		}
	}
}

// Reactions leave the time and the state of their message free, on every app.
func TestReactionsLeaveTimeFree(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".message:has(.reaction) .meta")].flatMap((meta) => {
		const words = document.createRange();
		words.selectNodeContents(meta);
		return [...words.getClientRects()].filter((r) => r.width && r.height).flatMap((r) => {
			const [middle, half] = [(r.top + r.bottom) / 2, Math.min(r.height / 2, 4.5)]; // digits are less high than their line
			const rim = (one) => Number(getComputedStyle(one).boxShadow.match(/([\d.]+)px$/)?.[1] ?? 0) + 1;
			return [...meta.closest(".message").querySelectorAll(".reaction")]
				.filter((one) => {
					const { left, top, right, bottom } = one.getBoundingClientRect();
					return left < r.right && right > r.left && top - rim(one) < middle + half && bottom > middle - half;
				})
				.map((one) => one.getBoundingClientRect())
				.map((one) => meta.textContent + " at " + [r.left, middle - half, r.right, middle + half] + ", reaction at " + [one.left, one.top, one.right, one.bottom]);
		});
	})`
	for _, platform := range templates.Available(string(schema.Chats)) {
		for _, text := range []string{"ok", "Shall we meet there?", "🎉", "🎉😂", "sticker"} {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind = schema.Image
			props := p.Props.(*schema.ChatProps)
			me, other := props.Sender.ID, props.Receivers[0].ID
			props.Messages = nil
			for i, user := range []string{other, me} {
				m := schema.ChatMessage{ID: fmt.Sprint("m", i), UserID: user, Type: "text", Text: text, Status: []string{"", "read"}[i], Timestamp: "2026-05-16T08:00:00Z"}
				if text == "sticker" {
					m.Type, m.Text, m.Sticker = "sticker", "", &schema.Sticker{Emoji: "🦊"}
				}
				for _, emoji := range []string{"👍", "😂", "🔥"} {
					m.Reactions = append(m.Reactions, schema.Reaction{Emoji: emoji, By: []string{other}})
				}
				props.Messages = append(props.Messages, m)
			}
			var faults []string
			layOutPage(t, Shared, p, script, nil, &faults)
			for _, fault := range faults {
				t.Errorf("%s, %q: %s", platform, text, fault)
			}
		}
	}
}

// In LINE and Signal no bubble becomes wider for its reactions, and the time stays in its place beside it or in it.
func TestReactionsKeepBubbles(t *testing.T) {
	t.Parallel()
	const script = `() => ["bubble", "meta"].flatMap((name) => [...document.querySelectorAll("." + name)].flatMap((one) => {
		const { left, right } = one.getBoundingClientRect();
		return [left, right];
	}))`
	for _, platform := range []string{"line", "signal"} {
		var sides [2][]float64
		for i := range sides {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind = schema.Image
			props := p.Props.(*schema.ChatProps)
			me, other := props.Sender.ID, props.Receivers[0].ID
			props.Messages = []schema.ChatMessage{
				{ID: "m0", UserID: other, Type: "text", Text: "ok", Timestamp: "2026-05-16T08:00:00Z"},
				{ID: "m1", UserID: me, Type: "text", Text: "ok", Status: "read", Timestamp: "2026-05-16T08:01:00Z"},
			}
			for k := range props.Messages[:2*i] {
				props.Messages[k].Reactions = []schema.Reaction{{Emoji: "👍", By: []string{me}}, {Emoji: "😂", By: []string{other}}, {Emoji: "🔥", By: []string{me}}}
			}
			layOutPage(t, Shared, p, script, nil, &sides[i])
		}
		if len(sides[0]) != 8 || !slices.Equal(sides[0], sides[1]) {
			t.Errorf("%s: the sides of bubbles and times are %v, and with reactions %v", platform, sides[0], sides[1])
		}
	}
}

// The emoji of reactions are as bright on a wallpaper as on the page, in every app.
func TestReactionsOnWallpapers(t *testing.T) {
	t.Parallel()
	const script = `() => [...document.querySelectorAll(".reaction i")].map((i) => getComputedStyle(i)).filter((s) => /rgba|\//.test(s.color) || s.textShadow !== "none").map((s) => s.color + " " + s.textShadow)`
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for _, wallpaper := range []schema.Wallpaper{"", "#eeddcc", "#223344", "../media/photos/aurora.jpg"} {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind = schema.Image
			props := p.Props.(*schema.ChatProps)
			if props.ChatWallpaper = nil; wallpaper != "" {
				props.ChatWallpaper = &wallpaper
			}
			first := props.Messages[0]
			first.Type, first.Text = "text", "ok"
			first.Reactions = []schema.Reaction{{Emoji: "❤️", By: []string{props.Sender.ID}}, {Emoji: "👍", By: []string{props.Receivers[0].ID}}}
			props.Messages = []schema.ChatMessage{first}
			var pale []string
			layOutPage(t, Shared, p, script, nil, &pale)
			if len(pale) > 0 {
				t.Errorf("%s on %q: the emoji of reactions are %q", platform, wallpaper, pale)
			}
		}
	}
}

// In Messages a reaction needs no room above what stands higher in its message: the text that is answered, or a picture.
func TestRoomOfReactionsInMessages(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const above = document.querySelector(".bubble").getBoundingClientRect();
		return [...document.querySelectorAll(".message")].at(-1).querySelector(".quote, .bubble").getBoundingClientRect().top - above.bottom;
	}`
	photo := []schema.ChatImage{{ID: "i", Filename: "beach.jpg", Data: "../media/photos/sunset-beach.jpg", MimeType: "image/jpeg"}}
	for name, last := range map[string]schema.ChatMessage{
		"answer": {Type: "text", Text: "ok", ReplyTo: "first"}, "picture": {Type: "mixed", Text: "ok", Images: photo}, "text": {Type: "text", Text: "ok"},
	} {
		var room [2]float64
		for i := range room {
			p := samplePayload(t, schema.Chats, "imessage")
			props := p.Props.(*schema.ChatProps)
			first := props.Messages[0]
			first.ID, first.UserID, first.Type, first.Text = "first", props.Receivers[0].ID, "text", "Hello"
			last.ID, last.UserID, last.Timestamp = "last", props.Sender.ID, first.Timestamp
			if last.Reactions = nil; i == 1 {
				last.Reactions = []schema.Reaction{{Emoji: "👍", By: []string{first.UserID}}}
			}
			props.Messages = []schema.ChatMessage{first, last}
			layOutPage(t, Shared, p, script, nil, &room[i])
		}
		if more := room[1] - room[0]; (more > 1) != (name == "text") {
			t.Errorf("%s: %.1f more are above it with a reaction", name, more)
		}
	}
}
