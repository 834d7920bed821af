package render

import (
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

// What stands behind a name in its line, such as a time, a count or an arrow, stands directly behind it where the name is
// too long, too.
func TestNothingStandsFarBehindLongNames(t *testing.T) {
	t.Parallel()
	r := Shared
	const behindNames = `() => [...document.querySelectorAll(":is(.title, .who, .by) > [dir=auto]:not(:last-child)")].map((name) => {
		const text = document.createRange();
		text.selectNodeContents(name);
		const [next, box] = [name.nextElementSibling.getBoundingClientRect(), text.getBoundingClientRect()];
		const middle = (next.top + next.bottom) / 2, beside = middle > box.top && middle < box.bottom;
		return { text: beside ? name.textContent : "", gap: next.left - box.right };
	}).filter(({ text }) => text.length > 12)`
	beside := map[string]int{ // names in the header, and above messages
		"discord": 2, "instagram": 1, "line": 1, "linkedin": 1, "microsoftTeams": 2, "reddit": 1, "slack": 1, "wechat": 1,
	}
	for _, platform := range templates.Available(string(schema.Chats)) {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		asGroup(props)
		props.GroupChatSettings.Name, props.Receivers[0].Name = longName, longName
		props.Messages = props.Messages[:1]
		props.Messages[0].UserID = props.Receivers[0].ID
		var names []shortened
		layOutPage(t, r, p, behindNames, nil, &names)
		if len(names) < beside[platform] {
			t.Errorf("%s: %d names with something behind them, want %d", platform, len(names), beside[platform])
		}
		for _, name := range names {
			t.Run(platform, func(t *testing.T) { name.check(t, 9) })
		}
	}
}

// While the keyboard is there, nothing of the tabs below Slack's composer shows above it.
func TestKeyboardCoversTabs(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "slack")
	p.Video = &schema.VideoSettings{Keyboard: true}
	const above = `() => document.querySelector(".keyboard").getBoundingClientRect().top - document.querySelector(".tabs").getBoundingClientRect().top`
	var got float64
	if layOutPage(t, Shared, p, above, nil, &got); got > 0 {
		t.Errorf("the tabs begin %.1f above the keyboard", got)
	}
}

// A battery that is nearly empty shows its level.
func TestLevelOfEmptyBattery(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "imessage")
	p.Props.(*schema.ChatProps).BatteryLevel = 1
	const width = `() => document.querySelector(".battery-fill").getBoundingClientRect().width`
	var got float64
	if layOutPage(t, Shared, p, width, nil, &got); got < 1.5 {
		t.Errorf("the level is %.2f wide", got)
	}
}

// A text that is answered and runs from right to left begins at its right, in the line of an app's words as well as in a box of
// its own.
func TestAnsweredTextFromRightToLeft(t *testing.T) {
	t.Parallel()
	r := Shared
	const places = `() => {
		const box = document.querySelector(".answers [dir=auto]:dir(rtl)"), range = document.createRange();
		const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode(), begins = new Map();
		const parts = (from, to) => { range.setStart(text, from); range.setEnd(text, to); return range.getClientRects(); };
		for (const { top, right } of parts(0, text.data.length)) begins.set(Math.round(top / 8), Math.max(right, begins.get(Math.round(top / 8)) || 0));
		const at = text.data.indexOf("Super"), [first] = parts(0, 1), [latin] = parts(at, at + 1);
		return { first: first.right, latin: latin.right, line: Math.min(...begins.values()), box: box.getBoundingClientRect().right };
	}`
	for _, platform := range []string{"imessage", "instagram", "messenger", "slack"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		at, receiver := props.Messages[0].Timestamp, props.Receivers[0].ID
		props.Messages = []schema.ChatMessage{
			{ID: "1", UserID: receiver, Type: "text", Timestamp: at, Text: "יש מקום ליד ה-Super ואפשר לחנות שם עד הבוקר בלי לשלם"},
			{ID: "2", UserID: props.Sender.ID, Type: "text", Timestamp: at, Text: "OK", ReplyTo: "1"},
		}
		var got struct{ First, Latin, Line, Box float64 }
		layOutPage(t, r, p, places, nil, &got)
		if got.First < got.Latin || got.Line < got.Box-5 {
			t.Errorf("%s: the text begins at %.1f, its Latin word at %.1f, a line at %.1f, and its box ends at %.1f", platform, got.First, got.Latin, got.Line, got.Box)
		}
	}
}
