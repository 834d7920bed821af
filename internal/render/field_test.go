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
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// A field in which several lines have been typed goes down over some frames once they are sent. In a chat, the list does not go down
// with it: it only moves up.
func TestFieldGoesDown(t *testing.T) {
	t.Parallel()
	for _, kind := range []schema.Type{schema.Chats, schema.AI} {
		for _, platform := range SomePlatforms(t, kind) {
			t.Run(fmt.Sprintf("%s/%s", kind, platform), func(t *testing.T) {
				p := samplePayload(t, kind, platform)
				p.RenderKind, p.ResolutionScale = schema.Video, "1x"
				text := strings.Repeat("and then we go home ", 8)
				switch props := p.Props.(type) {
				case *schema.ChatProps:
					p = reactionsTo(t, platform, 16)
					props = p.Props.(*schema.ChatProps)
					last := &props.Messages[15]
					last.UserID, last.Text, last.Reactions = props.Sender.ID, text, nil
				case *schema.AIProps:
					props.Messages = []schema.AIMessage{{ID: "a", Role: "user", Content: "Well"}, {ID: "b", Role: "assistant", Content: "Yes"}, {ID: "c", Role: "user", Content: text}}
				}
				var before fieldFrame
				low, highest := math.Inf(1), 0.0
				eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
					now := fieldFrameOf(v, poses)
					low, highest = min(low, now.height), max(highest, now.height)
					sent := before.lines > 0 && now.lines == 0 || before.sent
					now.sent = sent
					if sent && before.height-now.height > 48 {
						t.Errorf("at %v the field becomes %.0f pixels high after %.0f", at, now.height, before.height)
					}
					if before.sent && now.list > before.list+1.5 {
						t.Errorf("at %v the list goes down from %.1f to %.1f", at, before.list, now.list)
					}
					before = now
				})
				if highest-low < 40 && platform != "msn" { // whose field has a height of its own
					t.Errorf("the field is between %.0f and %.0f pixels high, want several lines", low, highest)
				}
			})
		}
	}
}

// fieldFrame is what a frame of a video shows of a field.
type fieldFrame struct {
	height float64 // of the composer
	lines  int     // of a draft
	list   float64 // where message 14 stands; 0: it is not seen
	sent   bool    // the draft has been sent
}

func fieldFrameOf(v *video.Video, poses []composite.Pose) fieldFrame {
	var f fieldFrame
	for i, sprite := range v.Geometry.Sprites {
		if !poses[i].Visible {
			continue
		}
		message, shows := messageOf(v, i, poses[i])
		switch key := v.Board.Items[sprite.Item].Key; {
		case key == storyboard.ComposerKey && i == v.Geometry.Items[sprite.Item].First:
			f.height = float64(sprite.Cell[3])
		case key == "draft":
			f.lines++
		case shows && message == 14 && sprite.Grow != nil:
			f.list = edge(poses[i], sprite.Grow[1])
		}
	}
	return f
}

// fieldLooks returns the looks of a video's field: whether somebody types, how many lines the field has, and where it ends at the right, and the last
// of the buttons beside it.
const fieldLooks = `() => mockup.video.items.filter(({ key }) => key === "composer").map(({ slot, elements: [composer] }) => {
	mockup.reset();
	slot.append(composer);
	const lines = Number(composer.style.getPropertyValue("--lines"));
	return { writing: composer.matches(".writing"), lines, right: composer.querySelector(".field").getBoundingClientRect().right, end: composer.lastElementChild.getBoundingClientRect().right };
})`

// In WhatsApp, two buttons take the place of one once a text is sent. Both are there at once, also beside a field of several lines that still has to
// go down.
func TestButtonsComeAtOnceBesideHighField(t *testing.T) {
	t.Parallel()
	p := reactionsTo(t, "whatsapp", 16)
	props := p.Props.(*schema.ChatProps)
	last := &props.Messages[15]
	last.UserID, last.Text, last.Reactions = props.Sender.ID, strings.Repeat("and then we go home ", 8), nil
	_, err := layOutVideo(t, Shared, Job{Payload: p}, func(ctx context.Context, _ *videoRun, b *browser.Browser) error {
		type look struct {
			Writing           bool
			Lines, Right, End float64
		}
		var looks []look
		if err := b.Call(ctx, fieldLooks, nil, &looks); err != nil {
			return err
		}
		idle := slices.IndexFunc(looks, func(l look) bool { return !l.Writing && l.Lines == 1 })
		high := 0
		for _, look := range looks {
			if look.Writing || look.Lines == 1 {
				continue
			}
			high++
			if want := looks[idle]; math.Abs(look.Right-want.Right) > 0.1 || math.Abs(look.End-want.End) > 0.1 {
				t.Errorf("the empty field of %.2f lines ends at %.1f and its last button at %.1f, want %.1f and %.1f", look.Lines, look.Right, look.End, want.Right, want.End)
			}
		}
		if high < 3 {
			t.Errorf("the empty field has %d looks with more than a line", high)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
