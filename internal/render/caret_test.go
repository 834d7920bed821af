package render

import (
	"slices"
	"testing"
	"time"

	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
)

// Before a text from the right, the caret stands in the right half of the empty field, with and without a keyboard, for the first text
// and after another one. All of it is seen.
func TestCaretBeforeTextFromTheRight(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		for _, keyboard := range []bool{false, true} {
			p := samplePayload(t, schema.Chats, platform)
			p.RenderKind, p.ResolutionScale, p.Video = schema.Video, "1x", &schema.VideoSettings{Keyboard: keyboard}
			props := p.Props.(*schema.ChatProps)
			opening := props.Messages[0]
			opening.UserID, opening.Type, opening.Text, opening.Reactions = props.Receivers[0].ID, "text", "Now?", nil
			first, second := opening, opening
			first.ID, first.UserID, first.Text = "first", props.Sender.ID, "כן"
			second.ID, second.UserID, second.Text = "second", props.Sender.ID, "שבע"
			props.Messages = []schema.ChatMessage{opening, first, second}
			seen, keys := map[int]bool{}, false // after how many drafts it is seen in the empty field
			eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
				caret, sent, empty := caretOf(v, poses), 0, true
				for _, draft := range v.Board.Typed {
					if draft.To <= at {
						sent++
					}
					empty = empty && !(draft.Strokes[0].At <= at && at < draft.To)
				}
				if keys = v.Board.Keyboard != nil; !empty || !caret.Visible {
					return
				}
				seen[sent] = true
				window, width := v.Geometry.Items[v.Geometry.Sprites[caretSprite(v)].Item].Window, v.Geometry.View[2]
				if end := int(caret.X) + 2; int(caret.X) < width/2 || end > window[0]+window[2] {
					t.Errorf("%s: at %v the caret of the empty field is at %.0f, in a window of %v on a picture %d wide", platform, at, caret.X, *window, width)
				}
			})
			if len(seen) == 0 || keys && len(seen) < 3 {
				t.Errorf("%s: with a keyboard (%v), the caret was seen in the empty field after so many drafts: %v", platform, keys, seen)
			}
		}
	}
}

// In a field that is wider below a message which is answered, the caret before a text from the right stands where this begins, before the
// first letter and as the message goes down again.
func TestCaretBelowAnsweredMessage(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"signal", "microsoftTeams"} {
		p := samplePayload(t, schema.Chats, platform)
		answer(p)
		props := p.Props.(*schema.ChatProps)
		props.Messages[len(props.Messages)-1].Text = "כן"
		var before, sent []float64 // where the caret stands in the empty field
		first := -1.0              // where it stands behind the first letter
		eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
			caret, draft, below := caretOf(v, poses), v.Board.Typed[0], false
			for i, sprite := range v.Geometry.Sprites {
				below = below || poses[i].Visible && v.Board.Items[sprite.Item].Answering
			}
			switch {
			case !caret.Visible:
			case below && at < draft.Strokes[0].At:
				before = append(before, caret.X)
			case first < 0 && at >= draft.Strokes[0].At:
				first = caret.X
			case below && at >= draft.To:
				sent = append(sent, caret.X)
			}
		})
		if len(before) == 0 || len(sent) == 0 {
			t.Fatalf("%s: the caret is seen in %d frames before the answer, and in %d after it", platform, len(before), len(sent))
		}
		for _, x := range slices.Concat(before, sent) {
			if x != before[0] || x <= first || x > first+20 {
				t.Errorf("%s: the caret stands at %.0f, and at %.0f behind the first letter; want a letter to the right of this", platform, x, first)
			}
		}
	}
}

// While the field goes down that an answer was typed into, the caret stands in front of it.
func TestCaretInFieldThatGoesDown(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		answer(p)
		seen, keys := 0, false // frames
		eachFrame(t, p, func(v *video.Video, at time.Duration, poses []composite.Pose) {
			if keys = v.Board.Keyboard != nil; at < v.Board.Drafts[0].To || !caretOf(v, poses).Visible {
				return
			}
			seen++
			for i, sprite := range v.Geometry.Sprites {
				if v.Board.Items[sprite.Item].Key == storyboard.ComposerKey && poses[i].Visible && i > caretSprite(v) {
					t.Errorf("%s: %v after the answer is sent, the field lies in front of the caret", platform, at-v.Board.Drafts[0].To)
				}
			}
		})
		if keys && seen == 0 {
			t.Errorf("%s: the caret is not seen once the answer is sent", platform)
		}
	}
}

func caretSprite(v *video.Video) int {
	for i, item := range v.Board.Items {
		if item.Key == storyboard.CaretKey {
			return v.Geometry.Items[i].First
		}
	}
	return -1
}

func caretOf(v *video.Video, poses []composite.Pose) composite.Pose {
	if sprite := caretSprite(v); sprite >= 0 {
		return poses[sprite]
	}
	return composite.Pose{}
}
