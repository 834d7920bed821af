package render

import (
	"context"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// While an answer is typed, the message that is answered is seen with the composer, and the list makes room for it. Only apps in which
// an answer is typed elsewhere have nothing there, and in WeChat it stands below the field.
func TestAnsweredMessageAboveComposer(t *testing.T) {
	t.Parallel()
	elsewhere := map[string]bool{"imessage": true, "slack": true}
	for _, platform := range SomePlatforms(t, schema.Chats) {
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
			upper, lower := strip, composer
			if platform == "wechat" {
				upper, lower = composer, strip
			}
			if message.Rect().Max.Y > upper.Rect().Min.Y {
				t.Errorf("%s: the list ends at %d, below the upper edge %d of what is answered", platform, message.Rect().Max.Y, upper.Rect().Min.Y)
			}
			if upper.Rect().Max.Y > lower.Rect().Max.Y {
				t.Errorf("%s: what is answered and the composer end at %d and %d", platform, strip.Rect().Max.Y, composer.Rect().Max.Y)
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
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		checkCells(t, platform, run.video.Geometry)
		checkSteps(run.video.Board, run.video.Geometry, check)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkCells checks that no sprite lies on another on the sprite sheet.
func checkCells(t *testing.T, platform string, g *storyboard.Geometry) {
	t.Helper()
	for i, sprite := range g.Sprites {
		for _, other := range g.Sprites[:i] {
			if sprite.Cell.Rect().Overlaps(other.Cell.Rect()) {
				t.Errorf("%s: the sprites of items %d and %d lie at %v and %v on the sheet", platform, other.Item, sprite.Item, other.Cell, sprite.Cell)
			}
		}
	}
}

// checkSteps calls check after each step at which what is answered is seen.
func checkSteps(board *storyboard.Storyboard, g *storyboard.Geometry, check func(strip, composer, message storyboard.Box)) {
	for i := range board.Steps {
		shown := itemsAfter(board, i)
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

// The frames of such a video equal the page.
func TestAnsweredVideoEqualsPage(t *testing.T) {
	t.Parallel()
	compareChats(t, answer, longtest.Sample(t, 3, []string{"whatsapp", "bluesky", "signal"}, longtest.Alike)...)
}

// answer makes a video of a chat in which an answer of two lines is typed with a keyboard.
func answer(p *schema.Payload) {
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: true}
	props := p.Props.(*schema.ChatProps)
	props.Messages = []schema.ChatMessage{
		{ID: "a", UserID: props.Receivers[0].ID, Type: "text", Text: "Shall we meet at the harbour?", Timestamp: "2026-05-16T08:00:00Z"},
		{ID: "b", UserID: props.Receivers[0].ID, Type: "text", Text: "At nine", Timestamp: "2026-05-16T08:00:00Z"},
		{ID: "answer", UserID: props.Sender.ID, Type: "text", Text: "Yes, and then we have an ice cream on the pier", Timestamp: "2026-05-16T08:01:00Z", ReplyTo: "a"},
	}
}

// fieldSides returns where a field below what is answered begins and ends, once for each place.
const fieldSides = `() => [...new Set([...document.querySelectorAll(".answering-field .field")].map((field) => {
	const { left, right } = field.getBoundingClientRect();
	return left + " to " + right;
}))]`

// Where the message that is answered is a part of the field, it comes up from behind the field, which has round corners in all moments, and
// the same sides while it is typed into and once the answer is sent.
func TestAnsweredMessageBehindRoundField(t *testing.T) {
	t.Parallel()
	const radius = `() => parseFloat(getComputedStyle(document.querySelector(".answering-field .field")).borderTopLeftRadius)`
	for _, platform := range []string{"bluesky", "signal"} {
		p := samplePayload(t, schema.Chats, platform)
		answer(p)
		var round float64
		if layOutPage(t, Shared, p, radius, nil, &round); round < 15 {
			t.Errorf("%s: the corners of the field have a radius of %.1f", platform, round)
		}
		var sides []string
		if layOutPage(t, Shared, p, fieldSides, nil, &sides); len(sides) != 1 {
			t.Errorf("%s: the field has the sides %q", platform, sides)
		}
		eachAnswering(t, platform, func(strip, composer, _ storyboard.Box) {
			if behind := strip.Rect().Max.Y - composer.Rect().Min.Y; float64(behind) < round {
				t.Errorf("%s: what is answered reaches %d behind corners with a radius of %.1f", platform, behind, round)
			}
		})
	}
}

// Of every answer, not only of the first, what is answered comes from behind the field, and goes down behind it above a keyboard, too.
func TestAnswersComeAndGoBehindField(t *testing.T) {
	t.Parallel()
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		answer(p)
		props := p.Props.(*schema.ChatProps)
		second := props.Messages[2]
		second.ID, second.ReplyTo = "second", "b"
		props.Messages = append(props.Messages, second)
		_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			if run.video.Board.Field.Answering != nil {
				checkStrips(t, platform, run)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkStrips checks that the field lies in front of the strips of two answers in every frame, and that these go within some frames.
func checkStrips(t *testing.T, platform string, run *videoRun) {
	t.Helper()
	v, g, drafts := run.video, run.video.Geometry, run.video.Board.Drafts
	if len(drafts) != 2 {
		t.Fatalf("%s: there are %d drafts, want 2", platform, len(drafts))
	}
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	going := [2]int{} // frames
	for frame := range v.Frames() {
		at := time.Duration(frame) * time.Second / 30
		v.Timeline.Poses(at, poses)
		strip, field := seenItem(run, storyboard.StripKey, poses), seenItem(run, storyboard.ComposerKey, poses)
		if strip > field && platform != "wechat" { // there it stands below the field
			t.Errorf("%s: at %v what is answered lies in front of the field", platform, at)
			return
		}
		for i, draft := range drafts {
			if since := at - draft.To; strip >= 0 && since >= 0 && since < time.Second/2 {
				going[i]++
			}
		}
	}
	if going[0] < 2 || going[1] < 2 {
		t.Errorf("%s: what is answered is seen in %d frames after it is sent, want at least 2 of each", platform, going)
	}
}

// As an answer is sent, the words above the composer are gone before the strip that they stand on, so that the answered message is not read twice.
func TestAnsweredWordsGoAtOnce(t *testing.T) {
	t.Parallel()
	const pale = 0.15
	for _, platform := range SomePlatforms(t, schema.Chats) {
		p := samplePayload(t, schema.Chats, platform)
		answer(p)
		_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			v := run.video
			if v.Board.Field.Answering == nil {
				return nil
			}
			poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
			words := func(at time.Duration) (most float64) {
				v.Timeline.Poses(at, poses)
				for i, part := range v.Geometry.Parts {
					if pose := poses[len(v.Geometry.Sprites)+i]; part.Name == "answered" && pose.Visible {
						most = max(most, pose.Opacity)
					}
				}
				return most
			}
			sent := v.Board.Drafts[0].To
			if before, after := words(sent-time.Second/30), words(sent+time.Second/30); before != 1 || after > pale {
				t.Errorf("%s: what is answered has the opacity %.2f before it is sent, and %.2f a frame later", platform, before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// seenItem returns the item with a key of which a sprite is seen; -1: none is.
func seenItem(run *videoRun, key string, poses []composite.Pose) int {
	g := run.video.Geometry
	for i, sprite := range g.Sprites {
		p := poses[i]
		if run.video.Board.Items[sprite.Item].Key == key && p.Visible && p.Opacity > 0 && p.Clip.Bottom < float64(sprite.Cell[3]) {
			return sprite.Item
		}
	}
	return -1
}

// Where the message that is answered and the field are one, the field has round corners as long as nearly nothing is seen of that message: below it,
// the field has square ones.
func TestFieldRoundBelowLowStrip(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "telegram")
	answer(p)
	low, high := 0, 0 // moments
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		v := run.video
		poses := make([]composite.Pose, len(v.Geometry.Sprites)+len(v.Geometry.Parts)+len(v.Timeline.Pieces()))
		for i := range 4 * v.Frames() { // frames are at few of these moments
			at := time.Duration(i) * time.Second / 120
			v.Timeline.Poses(at, poses)
			strip := seenItem(run, storyboard.StripKey, poses)
			if strip < 0 {
				low++
				if field := seenItem(run, storyboard.ComposerKey, poses); strings.Contains(v.Board.Items[field].HTML, "answering-field") {
					t.Errorf("at %v the field has square corners and nothing above it", at)
				}
				continue
			}
			high++
			sprite := v.Geometry.Items[strip].First
			own := v.Geometry.Sprites[sprite]
			if v.Board.Items[seenItem(run, storyboard.ComposerKey, poses)].Lowers { // a field that becomes lower has no look with round corners
				continue
			}
			if seen := float64(own.Cell[3]) - poses[sprite].Clip.Bottom; seen < float64(own.Round)*4/5 {
				t.Errorf("at %v, %.1f pixels are seen of what is answered, and its corners reach %d", at, seen, own.Round)
			}
		}
		return nil
	})
	if err != nil || low == 0 || high == 0 {
		t.Errorf("the field is alone at %d moments and below what is answered at %d: %v", low, high, err)
	}
}
