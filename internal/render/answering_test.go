package render

import (
	"context"
	"strings"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// While an answer is typed, the message that is answered is seen with the composer, and the list makes room for it. Only apps in which
// an answer is typed elsewhere have nothing there.
func TestAnsweredMessageAboveComposer(t *testing.T) {
	t.Parallel()
	elsewhere := map[string]bool{"imessage": true, "slack": true}
	for _, platform := range templates.Available("chats") {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		if !manifest.Fields["replyTo"] {
			continue
		}
		strips := 0
		eachAnswering(t, platform, func(strip, composer, message storyboard.Box) {
			strips++
			if message.Rect().Max.Y > strip.Rect().Min.Y {
				t.Errorf("%s: the list ends at %d, below the upper edge %d of what is answered", platform, message.Rect().Max.Y, strip.Rect().Min.Y)
			}
			if strip.Rect().Max.Y > composer.Rect().Max.Y {
				t.Errorf("%s: what is answered ends at %d, below the composer, which ends at %d", platform, strip.Rect().Max.Y, composer.Rect().Max.Y)
			}
			if strip.Rect().Min.X < 0 || strip.Rect().Max.X > 402 {
				t.Errorf("%s: what is answered reaches from %d to %d, out of the screen", platform, strip.Rect().Min.X, strip.Rect().Max.X)
			}
		})
		if (strips > 0) == elsewhere[platform] {
			t.Errorf("%s: what is answered is seen in %d steps", platform, strips)
		}
	}
}

// eachAnswering lays out a long conversation in which an answer of several lines is typed. It calls check with the boxes of what is
// answered, of the composer and of the newest message, in device pixels, after each step at which the first is seen.
func eachAnswering(t *testing.T, platform string, check func(strip, composer, message storyboard.Box)) {
	t.Helper()
	p := samplePayload(t, schema.Chats, platform)
	p.RenderKind, p.ResolutionScale = schema.Video, "1x"
	props := p.Props.(*schema.ChatProps)
	props.Messages = nil
	for i := range 14 {
		props.Messages = append(props.Messages, schema.ChatMessage{
			ID: string(rune('a' + i)), UserID: props.Receivers[0].ID, Type: "text", Text: "Shall we meet at the harbour before the others come, and have an ice cream?",
			Timestamp: "2026-05-16T08:00:00Z",
		})
	}
	props.Messages = append(props.Messages, schema.ChatMessage{
		ID: "answer", UserID: props.Sender.ID, Type: "text", Text: strings.Repeat("Yes, with pleasure. ", 5), Timestamp: "2026-05-16T08:01:00Z", ReplyTo: "c",
	})
	doc, err := Shared.buildDocument(t.Context(), Job{Payload: p, Dir: "../../examples/chats"})
	if err != nil {
		t.Fatal(err)
	}
	err = Shared.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		run := videoRun{doc: doc, job: Job{Payload: p}, result: &Result{}}
		defer run.close()
		if err := run.layOut(ctx, b); err != nil {
			return err
		}
		checkSteps(run.video.Board, run.video.Geometry, check)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkSteps calls check after each step at which what is answered is seen.
func checkSteps(board *storyboard.Storyboard, g *storyboard.Geometry, check func(strip, composer, message storyboard.Box)) {
	shown := map[string]int{}
	for i, step := range board.Steps {
		for _, key := range step.Drop {
			delete(shown, key)
		}
		for _, item := range step.Put {
			shown[board.Items[item].Key] = item
		}
		item, answering := shown["answering"]
		if !answering {
			continue
		}
		boxes := map[int]storyboard.Box{} // by items
		for _, p := range g.Positions[i] {
			sprite := g.Sprites[p.Sprite]
			boxes[sprite.Item] = storyboard.Box{p.X, p.Y, sprite.Cell[2], sprite.Cell[3]}
		}
		check(boxes[item], boxes[shown[storyboard.ComposerKey]], boxes[shown["message 13"]])
	}
}

// cellsOfSprites returns where the cells of all sprites begin and end on the sprite sheet, from top to bottom, with what reaches out of
// them.
const cellsOfSprites = `() => mockup.video.items.flatMap(({ elements, bleed }) => elements.map((sprite) => {
	const [, top, , height] = mockup.cell(sprite);
	return [top - bleed, top + height + bleed];
})).sort(([one], [other]) => one - other)`

// The line that says who is typing stands on the same bar as what is answered. On the sprite sheet they do not touch each other.
func TestAnsweredMessageApartFromPresence(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "discord")
	p.RenderKind = schema.Video
	props := p.Props.(*schema.ChatProps)
	message := func(id, user, replyTo string) schema.ChatMessage {
		return schema.ChatMessage{ID: id, UserID: user, Type: "text", Text: "See you at the harbour", Timestamp: "2026-05-16T08:00:00Z", ReplyTo: replyTo}
	}
	other := props.Receivers[0].ID
	props.Messages = []schema.ChatMessage{message("a", other, ""), message("b", other, ""), message("c", props.Sender.ID, "a")}
	var cells [][2]int
	layOutPage(t, Shared, p, cellsOfSprites, nil, &cells)
	for i := 1; i < len(cells); i++ {
		if cells[i][0] < cells[i-1][1] {
			t.Errorf("a cell begins at %d, and the one above it ends at %d", cells[i][0], cells[i-1][1])
		}
	}
}
