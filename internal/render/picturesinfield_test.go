package render

import (
	"context"
	"fmt"
	"slices"
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

// withPicturesInField returns some of the apps in which pictures stand in the field before they are sent.
func withPicturesInField(t *testing.T) []string {
	t.Helper()
	var platforms []string
	for _, platform := range templates.Available("chats") {
		manifest, err := templates.ReadManifest("chats", platform)
		if err != nil {
			t.Fatal(err)
		}
		if manifest.Options.Chat.PicturesInField {
			platforms = append(platforms, platform)
		}
	}
	if len(platforms) < 4 {
		t.Fatalf("pictures stand in the field of %q", platforms)
	}
	return longtest.Sample(t, 2, platforms, longtest.Alike)
}

// sendPictures makes a video of a chat in which a picture is sent without a text, and three with one; then a GIF without, and a video with one.
func sendPictures(p *schema.Payload, keyboard bool) {
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: keyboard}
	props := p.Props.(*schema.ChatProps)
	photo := func(name string) schema.ChatImage {
		return schema.ChatImage{ID: name, Filename: name + ".jpg", Data: schema.ImageRef("../media/photos/" + name + ".jpg"), MimeType: "image/jpeg"}
	}
	props.Messages = []schema.ChatMessage{
		{ID: "a", UserID: props.Receivers[0].ID, Type: "text", Text: "How is the party?", Timestamp: "2026-05-16T08:00:00Z"},
		{ID: "b", UserID: props.Sender.ID, Type: "image", Images: []schema.ChatImage{photo("birthday-cake")}, Timestamp: "2026-05-16T08:01:00Z"},
		{ID: "c", UserID: props.Receivers[0].ID, Type: "text", Text: "And in the evening?", Timestamp: "2026-05-16T08:02:00Z"},
		{ID: "d", UserID: props.Sender.ID, Type: "mixed", Text: "We sat at the fire until two, all of us", Images: []schema.ChatImage{photo("sunset-beach"), photo("coffee"), photo("aurora")}, Timestamp: "2026-05-16T08:03:00Z"},
		{ID: "e", UserID: props.Receivers[0].ID, Type: "text", Text: "Did it move?", Timestamp: "2026-05-16T08:04:00Z"},
		{ID: "f", UserID: props.Sender.ID, Type: "gif", GIF: &schema.Animation{Image: "../media/photos/concert.jpg"}, Timestamp: "2026-05-16T08:05:00Z"},
		{ID: "g", UserID: props.Receivers[0].ID, Type: "text", Text: "And for long?", Timestamp: "2026-05-16T08:06:00Z"},
		{ID: "h", UserID: props.Sender.ID, Type: "video", Text: "See for yourself", Video: &schema.ChatVideo{Poster: "../media/photos/city-night.jpg", DurationSeconds: 18}, Timestamp: "2026-05-16T08:07:00Z"},
	}
}

// stripFrame is what a moment shows of the field and of what stands above the text in it.
type stripFrame struct {
	pictures float64 // opacity of the pictures; 0: they are not seen
	whole    bool    // all of the strip is seen
	top      float64 // of the strip, device pixels
	strip    bool    // the strip is seen
	field    int     // the item of the field
}

// stripAt returns what a moment shows of the field.
func stripAt(run *videoRun, at time.Duration) (f stripFrame) {
	v, g := run.video, run.video.Geometry
	poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
	v.Timeline.Poses(at, poses)
	f.field = seenItem(run, storyboard.ComposerKey, poses)
	strip := seenItem(run, storyboard.StripKey, poses)
	if f.strip = strip >= 0; !f.strip {
		return f
	}
	sprite := g.Items[strip].First
	f.top, f.whole = poses[sprite].Y, poses[sprite].Clip.Bottom == 0
	for i, part := range g.Parts {
		if pose := poses[len(g.Sprites)+i]; part.Sprite == sprite && part.Name == "answered" && pose.Visible {
			f.pictures = max(f.pictures, pose.Opacity)
		}
	}
	return f
}

// promptPictures makes a video of a conversation with an assistant in which a prompt is a picture alone, and one has two and a text.
func promptPictures(p *schema.Payload, keyboard bool) {
	p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: keyboard}
	photo := func(name string) schema.ChatImage {
		return schema.ChatImage{ID: name, Filename: name + ".jpg", Data: schema.ImageRef("../media/photos/" + name + ".jpg"), MimeType: "image/jpeg"}
	}
	p.Props.(*schema.AIProps).Messages = []schema.AIMessage{
		{ID: "a", Role: "user", Content: "Help me with a party"},
		{ID: "b", Role: "assistant", Content: strings.Repeat("Show me what there is. ", 60)},
		{ID: "c", Role: "user", Images: []schema.ChatImage{photo("birthday-cake")}},
		{ID: "d", Role: "assistant", Content: strings.Repeat("A fine cake. ", 90)},
		{ID: "e", Role: "user", Content: "And here we go in the evening, all of us", Images: []schema.ChatImage{photo("sunset-beach"), photo("coffee")}},
	}
}

// eachPicking lays out videos in which pictures are sent in apps that show them in the field, and calls look with each.
func eachPicking(t *testing.T, keyboard bool, look func(name string, run *videoRun)) {
	t.Helper()
	lay := func(kind schema.Type, platform string, send func(*schema.Payload, bool)) {
		p := samplePayload(t, kind, platform)
		send(p, keyboard)
		_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/" + string(kind)}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			look(platform, run)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, platform := range withPicturesInField(t) {
		lay(schema.Chats, platform, sendPictures)
	}
	for _, platform := range longtest.Sample(t, 2, templates.Available("ai"), longtest.Alike) {
		lay(schema.AI, platform, promptPictures)
	}
}

// Pictures stand in the field before the first letter of their text is typed, and before they are sent without one. They are gone with
// the send, and the field is as low as before.
func TestPicturesStandInField(t *testing.T) {
	t.Parallel()
	for _, keyboard := range []bool{false, true} {
		eachPicking(t, keyboard, func(name string, run *videoRun) {
			board := run.video.Board
			if len(board.Drafts) < 2 || len(board.Drafts) != 2*len(board.Typed) {
				t.Fatalf("%s: there are %d drafts, of which %d are typed, want half of them", name, len(board.Drafts), len(board.Typed))
			}
			for i, draft := range board.Drafts {
				seen := draft.To - time.Second/30
				if i%2 == 1 { // those with a text
					seen = board.Typed[i/2].Strokes[0].At
				}
				checkPictures(t, name, run, draft, seen)
			}
		})
	}
}

// checkPictures checks the pictures of a draft, which are to be seen whole at a moment.
func checkPictures(t *testing.T, platform string, run *videoRun, draft storyboard.Draft, seen time.Duration) {
	t.Helper()
	const frame, pale = time.Second / 30, 0.15
	if f := stripAt(run, draft.From-frame); f.strip {
		t.Errorf("%s: something stands in the field before it is tapped", platform)
	}
	if f := stripAt(run, seen); f.pictures != 1 || !f.whole {
		t.Errorf("%s: at %v the pictures have the opacity %.2f, and are seen whole: %t", platform, seen, f.pictures, f.whole)
	}
	if f := stripAt(run, draft.To-frame); f.pictures != 1 || !f.whole {
		t.Errorf("%s: before they are sent the pictures have the opacity %.2f, and are seen whole: %t", platform, f.pictures, f.whole)
	}
	if f := stripAt(run, draft.To+frame); f.pictures > pale {
		t.Errorf("%s: a frame after they are sent the pictures have the opacity %.2f", platform, f.pictures)
	}
	if f := stripAt(run, draft.To+time.Second/2); f.strip || f.field != run.video.Board.Field.Idle {
		t.Errorf("%s: half a second after they are sent, something stands above the text: %t, and the field is item %d, want %d", platform, f.strip, f.field, run.video.Board.Field.Idle)
	}
}

// The pictures come up in one move: in no frame do they stand still or go back before they are at rest.
func TestPicturesMoveIntoField(t *testing.T) {
	t.Parallel()
	eachPicking(t, true, func(name string, run *videoRun) {
		for _, draft := range run.video.Board.Drafts {
			rest := stripAt(run, draft.From+time.Second*2/3).top
			before := stripAt(run, draft.From+time.Second/30)
			for at := draft.From + time.Second/15; at < draft.From+time.Second*2/3; at += time.Second / 30 {
				f := stripAt(run, at)
				if moving := before.top-rest > 1; moving && f.top >= before.top || f.top < rest-1 {
					t.Errorf("%s: at %v the pictures stand at %.1f, a frame before at %.1f, and in the end at %.1f", name, at, f.top, before.top, rest)
				}
				before = f
			}
		}
	})
}

// The end of an answer goes up with the pictures that come into the field below it: they cover nothing of it.
func TestPicturesCoverNoAnswer(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.AI, "claude")
	promptPictures(p, false)
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/ai"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		v, g, draft := run.video, run.video.Geometry, run.video.Board.Drafts[1]
		poses := make([]composite.Pose, len(g.Sprites)+len(g.Parts)+len(v.Timeline.Pieces()))
		for at := draft.From; at < draft.To; at += time.Second / 30 {
			f, end := stripAt(run, at), 0.0
			v.Timeline.Poses(at, poses)
			for i, sprite := range g.Sprites {
				if item := v.Board.Items[sprite.Item]; poses[i].Visible && item.Slot == "turns" {
					end = max(end, poses[i].Y+float64(sprite.Cell[3]))
				}
			}
			if f.strip && end > f.top {
				t.Errorf("at %v the answer ends at %.1f, behind the pictures that begin at %.1f", at, end, f.top)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Pictures and the text below them stand in one field: from its upper part to the lower one, it has one colour.
func TestPicturesInOneField(t *testing.T) {
	t.Parallel()
	for _, platform := range longtest.Sample(t, 2, templates.Available("ai"), longtest.Alike) {
		for _, dark := range []bool{false, true} {
			p := samplePayload(t, schema.AI, platform)
			promptPictures(p, true)
			p.Props.(*schema.AIProps).DarkMode = dark
			_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/ai"}, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
				if err := run.video.Capture(ctx, b, nil); err != nil {
					return err
				}
				return checkOneColour(t, fmt.Sprintf("%s, dark %t", platform, dark), run)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkOneColour checks the column of the field beside the last pictures, from below its round corners to above the text.
func checkOneColour(t *testing.T, name string, run *videoRun) error {
	t.Helper()
	const most, aboveText = 1, 4 // of 255; CSS pixels
	frame := int(run.video.Board.Drafts[1].To*30/time.Second) - 3
	picture, err := composite.Draw(run.video.Composition(), frame)
	if err != nil {
		return err
	}
	g, f := run.video.Geometry, stripAt(run, time.Duration(frame)*time.Second/30)
	scale := picture.Rect.Dx() / 402
	strip := g.Sprites[slices.IndexFunc(g.Sprites, func(s storyboard.SpriteBox) bool { return s.Round > 0 })]
	x, top := picture.Rect.Dx()*7/10, int(f.top)
	from, to := top+int(strip.Round), top+strip.Cell.Size().Y+aboveText*scale
	first := picture.NRGBAAt(x, from)
	for y := from; y < to; y++ {
		now := picture.NRGBAAt(x, y)
		for _, off := range []int{int(now.R) - int(first.R), int(now.G) - int(first.G), int(now.B) - int(first.B)} {
			if off < -most || off > most {
				t.Errorf("%s: %d pixels below its upper edge the field has the colour %v, and above that %v", name, y-top, now, first)
				return nil
			}
		}
	}
	return nil
}

// In apps that show pictures on a screen of their own before they are sent, nothing of them stands in the field.
func TestPicturesElsewhere(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.Chats, "whatsapp")
	sendPictures(p, false)
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		for _, item := range run.video.Board.Items {
			if strings.Contains(item.HTML, "picked") {
				t.Errorf("the item %s shows pictures in the field", item.Key)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The frames of such a video equal the page.
func TestPicturesInFieldEqualPage(t *testing.T) {
	t.Parallel()
	for _, platform := range withPicturesInField(t) {
		t.Run(platform, func(t *testing.T) {
			t.Parallel()
			compareVideoWithin(t, Shared, "../../examples/chats/"+platform+".yaml", albumTolerance, func(p *schema.Payload) { sendPictures(p, true) })
		})
	}
	for _, platform := range longtest.Sample(t, 1, templates.Available("ai"), longtest.Alike) {
		t.Run(platform, func(t *testing.T) {
			t.Parallel()
			compareVideoWithin(t, Shared, "../../examples/ai/"+platform+".yaml", albumTolerance, func(p *schema.Payload) { promptPictures(p, true) })
		})
	}
}

// A bar that is narrower without the keyboard is drawn in two halves: they part behind the words of the empty field, of which else some would
// not be seen while the keyboard comes.
func TestHalvesPartBehindWords(t *testing.T) {
	t.Parallel()
	const ends = `() => Math.max(...[...document.querySelectorAll(".composer > span")].map((word) => word.getBoundingClientRect().right))`
	p := samplePayload(t, schema.Chats, "imessage")
	sendPictures(p, true)
	var words float64
	layOutPage(t, Shared, p, ends, nil, &words)
	_, err := layOutVideo(t, Shared, Job{Payload: p, Dir: "../../examples/chats"}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
		if g := run.video.Geometry; g.Narrows == 0 || words == 0 || float64(g.Middle) < words {
			t.Errorf("the halves part at %d, and the words end at %.1f; they become narrower by %d", g.Middle, words, g.Narrows)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
