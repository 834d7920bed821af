package render

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// receiptsOnPage returns what is wrong with the times, states and faces beside messages: they lie in the screen and on no
// word.
const receiptsOnPage = `() => {
	const faults = [];
	const words = [...document.querySelectorAll(".text")].flatMap((text) => {
		const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
		const rects = [];
		while (walker.nextNode()) {
			if (walker.currentNode.parentElement.closest(".spacer")) continue;
			const range = document.createRange();
			range.selectNodeContents(walker.currentNode);
			rects.push(...range.getClientRects());
		}
		return rects;
	});
	for (const mark of document.querySelectorAll(".rows :is(.meta, .when, .state, .receipt)")) {
		const box = mark.getBoundingClientRect();
		const name = mark.className + " " + JSON.stringify(mark.textContent.trim());
		if (!box.width || !box.height) faults.push(name + " is empty");
		if (box.left < 0 || box.right > 402) faults.push(name + " is out of the screen: " + box.left + " to " + box.right);
		for (const word of words) {
			const [x, y] = [Math.min(box.right, word.right) - Math.max(box.left, word.left), Math.min(box.bottom, word.bottom) - Math.max(box.top, word.top)];
			if (x > 1 && y > 3) faults.push(name + " covers a word by " + x + " x " + y);
		}
	}
	return { faults, faces: document.querySelectorAll(".readers .avatar").length };
}`

// Times, states and the faces of readers have room on every platform, and each reader's face is there once.
func TestReceiptsOnPage(t *testing.T) {
	t.Parallel()
	r := Shared
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for _, members := range []int{1, 3, 40} {
			p := samplePayload(t, schema.Chats, platform)
			props := p.Props.(*schema.ChatProps)
			props.MobileView, props.Receivers, props.Messages = false, nil, nil
			for i := range members {
				props.Receivers = append(props.Receivers, schema.ChatUser{ID: fmt.Sprint("r", i), Name: fmt.Sprint("Reader ", i)})
			}
			if members > 1 {
				props.ConversationType, props.GroupChatSettings = "group-chat", &schema.GroupChatSettings{Name: "Us"}
			}
			for i, line := range []string{
				"me read Hello", "r0 - Hi", "me read 🎈", "me read " + strings.Repeat("a long text ", 12), "me delivered ok", "r0 - " + strings.Repeat("words ", 30), "me read yes", "me sent no",
			} {
				words := strings.SplitN(line, " ", 3)
				m := schema.ChatMessage{
					ID: fmt.Sprint("m", i), UserID: words[0], Type: "text", Status: strings.Trim(words[1], "-"), Text: words[2],
					Timestamp: schema.Instant(fmt.Sprintf("2026-05-16T08:%02d:%02dZ", i/2, i%2)),
				}
				if m.UserID == "me" {
					m.UserID = props.Sender.ID
				}
				props.Messages = append(props.Messages, m)
			}
			onPage(t, r, p, func(ctx context.Context, b *browser.Browser) error {
				var found struct {
					Faults []string
					Faces  int
				}
				err := b.Call(ctx, receiptsOnPage, nil, &found)
				for _, fault := range found.Faults {
					t.Errorf("%s, %d members: %s", platform, members, fault)
				}
				if want := min(members, 20); (platform == "messenger" || platform == "linkedin" && members > 1) && found.Faces != want {
					t.Errorf("%s, %d members: %d faces, want %d", platform, members, found.Faces, want)
				}
				return err
			})
		}
	}
}

// The face of who has read up to a message glides to the next one that is read, and is seen once all the time.
func TestReadersGlide(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "messenger")
	p.RenderKind, p.ResolutionScale, p.Video = schema.Video, "1x", &schema.VideoSettings{}
	props := p.Props.(*schema.ChatProps)
	me, ann := props.Sender.ID, props.Receivers[0].ID
	props.Messages = nil
	typing, hold, read := 0.6, 1.2, 0.3
	for i, user := range []string{me, me, ann, me} {
		m := schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: user, Type: "text", Text: "Are you there?", Timestamp: schema.Instant(fmt.Sprintf("2026-05-16T08:00:%02dZ", i)),
			Timing: &schema.Timing{Typing: &typing, Hold: &hold},
		}
		if user == me {
			m.Status, m.Timing.Read = "read", &read
		}
		props.Messages = append(props.Messages, m)
	}
	const farthest = 24 // in one frame, pixels
	messages, last := map[int]bool{}, 0.0
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		var ys []float64
		for i, sprite := range v.Geometry.Sprites {
			if message, shows := messageOf(v, i, poses[i]); shows && sprite.Readers != "" {
				ys, messages[message] = append(ys, poses[i].Y), true
				if last > 0 && poses[i].Opacity != 1 && len(messages) > 1 {
					t.Errorf("at %v the face has the opacity %.2f", at, poses[i].Opacity)
				}
			}
		}
		if last > 0 && (len(ys) != 1 || math.Abs(ys[0]-last) > farthest) {
			t.Errorf("at %v the face is at %.0f after %.0f", at, ys, last)
		}
		if len(ys) > 0 {
			last = ys[0]
		}
	})
	if len(messages) != len(props.Messages) {
		t.Errorf("the face stands below %d messages, want %d", len(messages), len(props.Messages))
	}
}

// The faces of those who have read up to a message of a group stand in a row below it. They lie on no message as they go to the next one. Those
// that stay while another leaves, since that person writes, are seen all the time.
func TestReadersOfGroup(t *testing.T) {
	t.Parallel()
	const whole, pale, turn = 0.95, 0.6, 10 // turn in frames
	p := inGroup(t, "messenger")
	props := p.Props.(*schema.ChatProps)
	me := props.Sender.ID
	props.Receivers = append(props.Receivers, schema.ChatUser{ID: "tom", Name: "Tom"})
	picture := props.Messages[2].Images
	props.Messages = nil
	typing, hold, read := 0.6, 1.2, 0.3
	for i, user := range []string{me, me, me, me, "zoe", "tom"} {
		m := schema.ChatMessage{
			ID: fmt.Sprint("m", i), UserID: user, Type: "text", Text: "Are you there?", Status: "read",
			Timestamp: schema.Instant(fmt.Sprintf("2026-05-16T08:00:%02dZ", i)), Timing: &schema.Timing{Typing: &typing, Hold: &hold, Read: &read},
		}
		if i == 2 {
			m.Type, m.Text, m.Images = "image", "", picture
		}
		if user != me {
			m.Status, m.Timing.Read = "", nil
		}
		props.Messages = append(props.Messages, m)
	}
	rows := map[int][]float64{} // opacity of the faces below each message, by frames
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		checkBubbles(t, v, at, poses)
		for message := range props.Messages {
			rows[message] = append(rows[message], 0)
		}
		for i, sprite := range v.Geometry.Sprites {
			if message, shows := messageOf(v, i, poses[i]); shows && sprite.Readers != "" {
				row := rows[message]
				row[len(row)-1] = max(row[len(row)-1], poses[i].Opacity)
			}
		}
	})
	for message, row := range rows {
		if message < 4 && slices.Max(row) < whole {
			t.Errorf("no faces are seen below message %d", message)
		}
		for frame := 1; frame+turn < len(row); frame++ {
			if now := slices.Min(row[frame : frame+turn]); row[frame-1] >= whole && row[frame+turn] >= whole && now < pale {
				t.Errorf("in the frames after %d the faces below message %d have the opacity %.2f", frame, message, now)
			}
		}
	}
}

// The receipt below an iMessage that is edited is seen all the time, once, and moves to its place below the word for that, which fades in.
func TestReceiptOfEditedMessageStays(t *testing.T) {
	t.Parallel()
	p := reactionsTo(t, "imessage", 16)
	props := p.Props.(*schema.ChatProps)
	after, outro := 3.0, 6.0
	last := &props.Messages[15]
	last.UserID, last.Status, last.Edited, last.Timing = props.Sender.ID, "read", true, &schema.Timing{Change: &after}
	p.Video.Outro = &outro
	edited := false
	eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
		seen, word := 0.0, 0.0
		for i, sprite := range v.Geometry.Sprites {
			if message, shows := messageOf(v, i, poses[i]); !shows || message != 15 || sprite.Message || sprite.Face {
				continue
			}
			if sprite.Joins {
				word = max(word, poses[i].Opacity)
			} else {
				seen += poses[i].Opacity
			}
		}
		edited = edited || word == 1
		if word > 0 && math.Abs(seen-1) > 0.01 {
			t.Errorf("at %v the receipt has the opacity %.2f, and the word for an edit %.2f", at, seen, word)
		}
	})
	if !edited {
		t.Error("the word for an edit is never seen")
	}
}
