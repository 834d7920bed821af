package render

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/diff"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// What is far above in a list is taken off the page while a long video is laid out. Everything else stays where it would
// stand if nothing was taken away, to the pixel: a page that shows the whole list at once says so.
func TestLongListKeepsItsPlace(t *testing.T) {
	r := Shared
	for i, platform := range []string{"whatsapp", "imessage", "slack", "telegram"} {
		t.Run(platform, func(t *testing.T) {
			if i > 1 {
				longtest.Only(t)
			}
			t.Parallel()
			doc, err := r.buildDocument(context.Background(), Job{Payload: longChat(platform, 90)})
			if err != nil {
				t.Fatal(err)
			}
			board := doc.scene.Storyboard
			board.Drafts = nil
			stepwise, away := measured(t, r, doc, board)
			present := itemsAfter(board, len(board.Steps)-1)
			var order []int // as the items stand in the list
			for _, step := range board.Steps {
				for _, item := range step.Put {
					if last := present[board.Items[item].Key]; !slices.Contains(order, last) {
						if _, there := present[board.Items[item].Key]; there {
							order = append(order, last)
						}
					}
				}
			}
			whole, _ := measured(t, r, doc, &storyboard.Storyboard{Items: board.Items, Steps: []storyboard.Step{{Put: order}}, Bleed: board.Bleed, Length: time.Second})
			at := map[int]storyboard.Position{}
			for _, p := range whole {
				at[p.Sprite] = p
			}
			for _, p := range stepwise {
				want, there := at[p.Sprite]
				if !there && p.Y < -2*874 { // more than a screen above what is seen: taken away at once, and step by step only later
					continue
				}
				if want != p {
					t.Errorf("a sprite stands at %d, %d step by step, and at %d, %d at once", p.X, p.Y, want.X, want.Y)
				}
			}
			if !away || len(stepwise) < 10 || len(stepwise) > 120 {
				t.Errorf("%d sprites are laid out in the last step; some taken away: %v", len(stepwise), away)
			}
		})
	}
}

// measured lays a storyboard out and returns the positions after its last step, and whether an item has gone that was not
// dropped.
func measured(t *testing.T, r *Renderer, doc *document, board *storyboard.Storyboard) (last []storyboard.Position, away bool) {
	t.Helper()
	err := r.pool.use(context.Background(), func(ctx context.Context, b *browser.Browser) error {
		if _, err := doc.layOut(ctx, b); err != nil {
			return err
		}
		g, _, err := b.Measure(ctx, board)
		if err != nil {
			return err
		}
		last = g.Positions[len(g.Positions)-1]
		away = !slices.ContainsFunc(last, func(p storyboard.Position) bool { return g.Sprites[p.Sprite].Item == 0 })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return last, away
}

// longChat is a video of a conversation of so many messages of all lengths.
func longChat(platform string, messages int) *schema.Payload {
	props := &schema.ChatProps{
		Platform: platform, ShowHeader: true, ShowFooter: true, ShowDates: true, MobileView: true, Device: schema.Device{ShowDeviceStatus: true, StatusBarTime: "9:41", TimeNotation: "24h"},
		Sender: schema.ChatUser{ID: "me", Name: "Mia"}, Receivers: []schema.ChatUser{{ID: "a", Name: "Leo"}},
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i := range messages {
		at = at.Add(time.Duration(7*i%180) * time.Minute)
		m := schema.ChatMessage{
			ID: fmt.Sprint(i), UserID: []string{"a", "me", "me"}[i%3], Type: "text", Timestamp: schema.Instant(at.Format(time.RFC3339)),
			Text: strings.Repeat("We could take the boat. ", 1+i*i%5) + "🚣"[:4*(i%2)],
		}
		if i%3 > 0 {
			m.Status = "read"
		}
		props.Messages = append(props.Messages, m)
	}
	return &schema.Payload{MockupType: schema.Chats, Platform: platform, RenderKind: schema.Video, ResolutionScale: "2x", Props: props}
}

// A moment that is drawn alone is the frame that the whole video shows then, although next to nothing of it is laid out.
func TestMomentEqualsVideo(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	r := Shared
	for i, platform := range []string{"imessage", "whatsapp", "discord"} {
		t.Run(platform, func(t *testing.T) {
			if i > 0 {
				longtest.Only(t)
			}
			t.Parallel()
			payload := longChat(platform, 24)
			payload.ResolutionScale = "1x"
			payload.Video = &schema.VideoSettings{Pace: "fast"}
			doc, err := r.buildDocument(context.Background(), Job{Payload: payload})
			if err != nil {
				t.Fatal(err)
			}
			length := doc.scene.Storyboard.Length
			moments := []time.Duration{0, length / 3, length*2/3 + 170*time.Millisecond, length - time.Second, beforeNext(doc.scene.Storyboard)}
			for _, at := range moments {
				whole, items := frameOf(t, r, doc, Video{At: &at, Cues: true})
				alone, fewer := frameOf(t, r, doc, Video{At: &at})
				// A sprite that stands elsewhere on the sheet has some pixels at its edges a shade off.
				if part := diff.Compare(whole, alone, diff.Options{}).Fraction; part > 0.0002 {
					t.Errorf("%.3f %% of the moment %s are not what the video shows then", 100*part, at)
				}
				if at > 0 && fewer >= items {
					t.Errorf("the moment %s needs %d items, the whole video %d", at, fewer, items)
				}
			}
		})
	}
}

// beforeNext is a moment between two steps that follow each other soon, with the second of which something comes to the list.
func beforeNext(board *storyboard.Storyboard) time.Duration {
	for i, next := range board.Steps[1:] {
		comes := slices.ContainsFunc(next.Put, func(item int) bool { return board.Items[item].Key == storyboard.TypingKey })
		if gap := next.At - board.Steps[i].At; board.Steps[i].At > board.Length/3 && gap > 50*time.Millisecond && gap < storyboard.LookAhead && comes {
			return next.At - gap/4
		}
	}
	return 0
}

// frameOf draws the moment of a video, and returns how many items are laid out for it.
func frameOf(t *testing.T, r *Renderer, doc *document, v Video) (picture *image.NRGBA, items int) {
	t.Helper()
	run := videoRun{doc: doc, job: Job{Payload: doc.payload, Video: v}, result: &Result{}}
	defer run.close()
	frame := 0
	err := r.layOutAndCapture(context.Background(), &run, func(ctx context.Context, b *browser.Browser) (err error) {
		if frame, err = frameAt(*v.At, run.video.Frames(), run.job.FPS()); err != nil {
			return err
		}
		return run.video.CaptureFrame(ctx, b, frame)
	})
	if err != nil {
		t.Fatal(err)
	}
	if picture, err = composite.Draw(run.video.Composition(), frame); err != nil {
		t.Fatal(err)
	}
	return picture, len(run.video.Board.Items)
}
