package render

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// However long a name above a message is, the time beside it stays in the row.
func TestTimeBesideLongName(t *testing.T) {
	t.Parallel()
	r := Shared
	const beyondRow = `() => {
		const row = document.querySelector(".message .by"), time = row.querySelector("span");
		return time.getBoundingClientRect().right - row.parentElement.parentElement.getBoundingClientRect().right;
	}`
	for _, platform := range []string{"discord", "reddit", "slack"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Receivers[0].Name, props.Messages = "The Sunday Climbers and all of their many friends from the valley", props.Messages[:1]
		props.Messages[0].UserID = props.Receivers[0].ID
		var got float64
		if layOutPage(t, r, p, beyondRow, nil, &got); got > 0 {
			t.Errorf("%s: the time is %.1f beyond its row", platform, got)
		}
	}
}

// The dots of a typing person stand well inside their bubble.
func TestTypingDotsInBubble(t *testing.T) {
	t.Parallel()
	r := Shared
	const margin = `() => {
		const dots = document.querySelector(".typing .dots");
		if (!dots) return null;
		const box = dots.closest(".bubble").getBoundingClientRect();
		return dots.firstElementChild.getBoundingClientRect().left - box.left;
	}`
	for _, platform := range []string{"bumble", "custom", "linkedin", "microsoftTeams", "onlyfans", "tiktok", "tinder"} {
		p := samplePayload(t, schema.Chats, platform)
		p.Props.(*schema.ChatProps).Receivers[0].Presence = "typing"
		var got *float64
		if layOutPage(t, r, p, margin, nil, &got); got == nil || *got < 8 {
			t.Errorf("%s: the dots are %v from the side of their bubble", platform, got)
		}
	}
}

// On WeChat, where a text and a link are two messages, the link has a picture of its sender, too.
func TestLinkBesideFace(t *testing.T) {
	t.Parallel()
	r := Shared
	const faces = `() => {
		const [first, second] = [...document.querySelectorAll(".message > .avatar, .shared > .avatar")].map(e => e.getBoundingClientRect());
		const card = document.querySelector(".preview").getBoundingClientRect();
		return [Math.abs(first.left - second.left), Math.abs(second.top - card.top)];
	}`
	p := samplePayload(t, schema.Chats, "wechat")
	props := p.Props.(*schema.ChatProps)
	props.Messages = props.Messages[:1]
	props.Messages[0].UserID, props.Messages[0].Type, props.Messages[0].Text = props.Sender.ID, "text", "Look"
	props.Messages[0].Link = &schema.Link{Title: "Tides today", Site: "tides.example"}
	var got []float64
	if layOutPage(t, r, p, faces, nil, &got); got[0] != 0 || got[1] != 0 {
		t.Errorf("the second picture is %.1f beside the first and %.1f beside the card", got[0], got[1])
	}
}

// Below a text that is wider, the preview of a page is as wide as the text on Teams, and on LINE the time stands beside it.
func TestPreviewBelowWideText(t *testing.T) {
	t.Parallel()
	r := Shared
	for platform, gap := range map[string]string{
		"microsoftTeams": `() => {
			const text = document.querySelector(".bubble > .text").getBoundingClientRect(), card = document.querySelector(".preview").getBoundingClientRect();
			return [text.width - 244, Math.abs(text.width - card.width)];
		}`,
		"line": `() => {
			const [text, card, time] = [".bubble", ".preview", ".meta"].map(s => document.querySelector(s).getBoundingClientRect());
			return [text.width - card.width, Math.abs(time.left - card.right - 5)];
		}`,
	} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Messages = props.Messages[:1]
		m := &props.Messages[0]
		m.UserID, m.Type, m.Text = props.Receivers[0].ID, "text", "The early train at 8:12 is the one that we take to the harbour"
		m.Link = &schema.Link{Title: "Tides today", Site: "tides.example"}
		var got []float64
		if layOutPage(t, r, p, gap, nil, &got); got[0] < 1 || got[1] > 1 {
			t.Errorf("%s: the text is %.1f wider than a preview, which is %.1f out of place", platform, got[0], got[1])
		}
	}
}

// An answer of emoji or pictures stands below what it answers at the edge of its side, on Teams, and on LINE its time is beside it.
func TestAnswersWithoutWords(t *testing.T) {
	t.Parallel()
	for platform, gap := range map[string]string{
		"microsoftTeams": `() => {
			const [quote, text] = [".quote", ".emoji .text"].map(s => document.querySelector(s).getBoundingClientRect());
			return quote.right - text.right;
		}`,
		"line": `() => {
			const [picture, time] = [".pictures", ".out .meta"].map(s => document.querySelector(s).getBoundingClientRect());
			return picture.left - time.right - 5;
		}`,
	} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		first, answer := props.Messages[0], props.Messages[0]
		first.Type, first.Text, first.UserID = "text", "The early train at 8:12 is the one that we take", props.Receivers[0].ID
		answer.ID, answer.Type, answer.Text, answer.UserID, answer.ReplyTo = "answer", "text", "🦊", props.Sender.ID, first.ID
		if platform == "line" {
			answer.Type, answer.Text = "image", ""
			answer.Images = []schema.ChatImage{{ID: "i", Filename: "aurora.jpg", Data: "../media/photos/aurora.jpg", MimeType: "image/jpeg"}}
		}
		props.Messages = []schema.ChatMessage{first, answer}
		var got float64
		if layOutPage(t, Shared, p, gap, nil, &got); math.Abs(got) > 1 {
			t.Errorf("%s: %.1f out of place", platform, got)
		}
	}
}

// Code is set apart in chats of Teams, whose phone app shows what was formatted on a computer.
func TestCodeOnTeams(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "microsoftTeams")
	props := p.Props.(*schema.ChatProps)
	props.Messages[0].Type, props.Messages[0].Text = "text", "Run `setup` **first**:\n```\nmake all\n```"
	var got []string
	layOutPage(t, Shared, p, `() => [...document.querySelectorAll(".text :is(code, pre, b)")].map((part) => part.textContent.trim())`, nil, &got)
	if want := []string{"setup", "first", "make all"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Reactions at a corner of a short message leave its words and stay on the screen, however many they are.
func TestReactionsAtCorner(t *testing.T) {
	t.Parallel()
	r := Shared
	const places = `() => {
		const pill = document.querySelector(".corner .reaction").getBoundingClientRect(), words = document.createRange();
		words.selectNodeContents(document.querySelector(".bubble .text"));
		return [words.getBoundingClientRect().bottom - pill.top, pill.right - document.querySelector(".screen").getBoundingClientRect().right];
	}`
	for _, platform := range []string{"bumble", "onlyfans", "tinder"} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Messages = props.Messages[:1]
		m := &props.Messages[0]
		m.UserID, m.Type, m.Text = props.Sender.ID, "text", "ok"
		for _, emoji := range []string{"👍", "❤️", "😂", "🔥", "👏", "😮"} {
			m.Reactions = append(m.Reactions, schema.Reaction{Emoji: emoji, By: []string{props.Receivers[0].ID}})
		}
		var got []float64
		if layOutPage(t, r, p, places, nil, &got); got[0] >= 0 || got[1] > -4 {
			t.Errorf("%s: the reactions reach %.1f over the words and %.1f beyond the screen", platform, got[0], got[1])
		}
	}
}

// An answer to somebody with a long name: on Bumble all lines of the words above it end at the right, as the message does,
// and on Reddit the name leaves room for the words.
func TestAnswerToLongName(t *testing.T) {
	t.Parallel()
	r := Shared
	for platform, places := range map[string]string{
		"bumble": `() => {
			const words = document.createRange();
			words.selectNodeContents(document.querySelector(".answers .caption"));
			const ends = [...words.getClientRects()].map(line => line.right);
			return [ends.length - 1, Math.max(...ends) - Math.min(...ends)];
		}`,
		"reddit": `() => {
			const [all, name] = [".answers", ".answers b"].map(s => document.querySelector(s).getBoundingClientRect().width);
			return [all, Math.max(0, name - .6 * all)];
		}`,
	} {
		p := samplePayload(t, schema.Chats, platform)
		props := p.Props.(*schema.ChatProps)
		props.Receivers[0].Name, props.Messages = "The Sunday Climbers and all of their many friends from the valley", props.Messages[:2]
		for i, user := range []string{props.Receivers[0].ID, props.Sender.ID} {
			m := &props.Messages[i]
			m.UserID, m.Type, m.Text = user, "text", "The early train at 8:12 is the one that we take"
		}
		props.Messages[1].ReplyTo = props.Messages[0].ID
		var got []float64
		if layOutPage(t, r, p, places, nil, &got); got[0] < 1 || got[1] > 1 {
			t.Errorf("%s: %v", platform, got)
		}
	}
}

// Discord draws the sign of an attachment beside what is answered, with and without words, whatever the attachment is.
func TestSignOfAnsweredAttachment(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "discord")
	props := p.Props.(*schema.ChatProps)
	plain := props.Messages[0]
	plain.ID, plain.Type, plain.Text, plain.Images = "plain", "text", "Look", nil
	file, named := plain, plain
	file.ID, file.Type, file.Text, file.File = "file", "file", "", &schema.ChatFile{Name: "menu.pdf"}
	named.ID, named.Type, named.File = "named", "file", file.File
	props.Messages = []schema.ChatMessage{plain, file, named}
	for _, m := range []schema.ChatMessage{plain, file, named} {
		answer := plain
		answer.ID, answer.ReplyTo = "to "+m.ID, m.ID
		props.Messages = append(props.Messages, answer)
	}
	var got []int
	layOutPage(t, Shared, p, `() => [...document.querySelectorAll(".answers")].map((quote) => quote.querySelectorAll("span[dir] > svg").length)`, nil, &got)
	if want := []int{0, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("%v signs, want %v", got, want)
	}
}

// A chat whose lines are not whole pixels high still reaches the lower edge of its picture, which is.
func TestChatFillsItsPicture(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "custom")
	p.RenderKind = schema.Image
	props := p.Props.(*schema.ChatProps)
	props.MobileView, props.CustomTheme.FontSize, props.Messages = false, "xl", props.Messages[:1]
	props.Messages[0].Type, props.Messages[0].Text, props.Messages[0].Images = "text", "Hello", nil
	const script = `() => document.querySelector(".picture").getBoundingClientRect().bottom - document.querySelector(".footer").getBoundingClientRect().bottom`
	var gap float64
	if layOutPage(t, Shared, p, script, nil, &gap); math.Abs(gap) > .01 {
		t.Errorf("the picture ends %.2f below the chat", gap)
	}
}

// The initials of the members stand in one line within their parts of the picture of a group on Teams, also wide ones.
func TestInitialsOfGroupInOneLine(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "microsoftTeams")
	props := p.Props.(*schema.ChatProps)
	props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Team"}
	one := props.Receivers[0]
	props.Receivers = nil
	const script = `() => [...document.querySelectorAll(".faces .blank")].map((blank) => {
		const range = document.createRange();
		range.selectNodeContents(blank);
		const words = range.getBoundingClientRect(), part = blank.parentElement.getBoundingClientRect();
		return [words.height, Math.max(part.left - words.left, words.right - part.right, part.top - words.top, words.bottom - part.bottom)];
	})`
	for i, name := range []string{"Wiebke Wagner", "Milo Winter", "Marie Meyer"} {
		one.ID, one.Name, one.Image = fmt.Sprint("member", i), name, ""
		props.Receivers = append(props.Receivers, one)
		var initials [][2]float64
		layOutPage(t, Shared, p, script, nil, &initials)
		if len(initials) != i+1 {
			t.Fatalf("there are %d initials", len(initials))
		}
		for _, box := range initials {
			if box[0] > 20 || box[1] > 0.5 {
				t.Errorf("of %d members: initials are %.0f high and reach %.1f out of their part", i+1, box[0], box[1])
			}
		}
	}
}

// The pictures of the members fill the picture of a group on MSN, however many they are.
func TestFacesFillPictureOfGroup(t *testing.T) {
	t.Parallel()
	const script = `() => {
		const area = (element) => element.getBoundingClientRect().width * element.getBoundingClientRect().height;
		return [...document.querySelectorAll(".faces .avatar")].reduce((sum, face) => sum + area(face), 0) / area(document.querySelector(".faces"));
	}`
	for members := 1; members <= 5; members++ {
		p := samplePayload(t, schema.Chats, "msn")
		props := p.Props.(*schema.ChatProps)
		props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Team"}
		for i := 1; i < members; i++ {
			props.Receivers = append(props.Receivers, schema.ChatUser{ID: strings.Repeat("x", i), Name: "Mia"})
		}
		var filled float64
		if layOutPage(t, Shared, p, script, nil, &filled); math.Abs(filled-1) > .01 {
			t.Errorf("%d members fill %.0f%% of the picture", members, 100*filled)
		}
	}
}
