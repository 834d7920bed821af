package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/diff"
	"mockup/internal/render/scene"
	"mockup/internal/schema"
	"mockup/templates"
)

// The parts of the pixels in which a composited frame may differ visibly from Chromium's own picture of the same
// moment. At rest only the edges of what is blurred do. In motion Chromium draws text anew at whole pixels, where the
// compositor filters it between them: every letter's edge differs, and nothing else may.
const (
	filmTolerance   = 0.002
	motionTolerance = 0.03

	// Text that is written stands at whole pixels; the edges of units that fade in do differ.
	streamTolerance = 0.0005
)

// The compositor is trusted as far as this test goes: frames spread over the films of examples equal the page itself,
// put into the same pose.
func TestFilmEqualsPage(t *testing.T) {
	r, err := New(Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, file := range filmExamples(t) {
		t.Run(strings.TrimPrefix(file, "../../examples/"), func(t *testing.T) { compareFilm(t, r, file, nil) })
	}
}

// The same with a phone's body, on a canvas, and with nothing behind.
func TestFramedFilmEqualsPage(t *testing.T) {
	r, err := New(Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	canvas := &schema.Canvas{AspectRatio: "4:5", Background: "brand", Padding: 33}
	frame := func(p *schema.Payload) { p.Props.(*schema.ChatProps).ShowDeviceFrame = true }
	for name, test := range map[string]struct {
		file   string
		change func(*schema.Payload)
	}{
		"frame":              {"chats/imessage-dark.yaml", frame},
		"frame, solid list":  {"chats/whatsapp.yaml", frame},
		"frame, see-through": {"chats/imessage-transparent-video.yaml", frame},
		"canvas":             {"chats/imessage.yaml", func(p *schema.Payload) { p.Canvas = canvas }},
		"frame on canvas": {"chats/slack.yaml", func(p *schema.Payload) {
			frame(p)
			p.Canvas = canvas
		}},
		"see-through, scrolled": {"chats/imessage-group.yaml", func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			props.TransparentBackground = true
			for i := range 8 {
				again := props.Messages[i%3]
				again.ID = fmt.Sprint("again", i)
				props.Messages = append(props.Messages, again)
			}
		}},
		"long list": {"chats/whatsapp.yaml", func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			for i := range 50 {
				again := props.Messages[i%3]
				again.ID = fmt.Sprint("again", i)
				props.Messages = append(props.Messages, again)
			}
		}},
		"floating, see-through": {"chats/imessage-group.yaml", func(p *schema.Payload) {
			props := p.Props.(*schema.ChatProps)
			props.FloatingMessages, props.TransparentBackground = true, true
		}},
		"floating on canvas": {"chats/messenger-group-dark.yaml", func(p *schema.Payload) {
			p.Props.(*schema.ChatProps).FloatingMessages = true
			p.Canvas = canvas
		}},
		"floating, scrolled": {"chats/telegram.yaml", func(p *schema.Payload) {
			frame(p)
			p.Props.(*schema.ChatProps).FloatingMessages = true
		}},
		"answer in a frame": {"ai/chatgpt-video-short.yaml", func(p *schema.Payload) { p.Props.(*schema.AIProps).ShowDeviceFrame = true }},
		"story in a frame":  {"stories/instagram.yaml", func(p *schema.Payload) { p.Props.(*schema.StoryProps).ShowDeviceFrame = true }},
		"see-through story": {"stories/instagram.yaml", func(p *schema.Payload) { p.Props.(*schema.StoryProps).TransparentBackground = true }},
		"glass in a frame":  {"notifications/ios-glass-video.yaml", func(p *schema.Payload) { p.Props.(*schema.NotificationProps).ShowDeviceFrame = true }},
	} {
		t.Run(name, func(t *testing.T) { compareFilm(t, r, "../../examples/"+test.file, test.change) })
	}
}

// filmExamples lists the examples whose films are compared: of every platform its videos, or its first example where it
// has none, and some others that move in a way of their own. Two seconds each.
func filmExamples(t *testing.T) []string {
	files := []string{
		"../../examples/chats/scripts.yaml", "../../examples/chats/whatsapp-group-dark.yaml", "../../examples/ai/chatgpt-code-dark.yaml",
		"../../examples/ai/chatgpt-images.yaml", "../../examples/stories/instagram-canvas.yaml", "../../examples/comment-popup/mixed.yaml",
	}
	for _, kind := range schema.Types() {
		if !slices.Contains(schema.Kinds(kind), schema.Video) {
			continue
		}
		for _, platform := range templates.Available(string(kind)) {
			example := "../../examples/" + string(kind) + "/" + platform
			videos, err := filepath.Glob(example + "-*video*.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if len(videos) == 0 {
				videos = []string{example + ".yaml"}
			}
			files = append(files, videos...)
		}
	}
	return files
}

func compareFilm(t *testing.T, r *Renderer, file string, change func(*schema.Payload)) {
	ctx := context.Background()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	payload, diagnostics := schema.Decode(data, schema.Options{Filename: file, AllowPaths: true})
	if payload == nil {
		t.Fatal(diagnostics)
	}
	payload.RenderKind, payload.ResolutionScale = schema.Video, "1x"
	if change != nil {
		change(payload)
	}
	page, err := r.prepare(ctx, Job{Payload: payload, Dir: filepath.Dir(file)})
	if err != nil {
		t.Fatal(err)
	}
	err = r.pool.use(ctx, func(ctx context.Context, b *browser.Browser) error {
		footage, _, err := page.record(ctx, b)
		if err != nil {
			return err
		}
		film := footage.film(30)
		for at, tolerance := range momentsOf(page.scene.Film) {
			frame := int(at * 30 / time.Second)
			got, err := composite.Draw(film, frame)
			if err != nil {
				return err
			}
			want, err := photograph(ctx, b, footage, time.Duration(frame)*time.Second/30)
			if err != nil {
				return err
			}
			reportFrame(t, file, frame, got, want, tolerance)
			if tolerance == filmTolerance {
				compareEdges(t, footage.places.View.Rect(), frame, got, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compareEdges compares the corners of what the sprites are seen through, and its upper part, which may fade out: they
// are too little of the frame to be felt in it. In a corner Chromium covers pixels at the edge more than once where one
// thing lies on another, which is 8 % of the corner; nothing cut off at all is 20 %.
func compareEdges(t *testing.T, view image.Rectangle, frame int, got, want *image.NRGBA) {
	t.Helper()
	const corner, fade = 10, 110
	far := view.Max.Sub(image.Pt(corner, corner))
	for _, edge := range []struct {
		name string
		at   image.Rectangle
		most float64
	}{
		{"upper left corner", image.Rectangle{Min: view.Min, Max: view.Min.Add(image.Pt(corner, corner))}, 0.12},
		{"upper right corner", image.Rect(far.X, view.Min.Y, view.Max.X, view.Min.Y+corner), 0.12},
		{"lower left corner", image.Rect(view.Min.X, far.Y, view.Min.X+corner, view.Max.Y), 0.12},
		{"lower right corner", image.Rectangle{Min: far, Max: view.Max}, 0.12},
		{"upper part", image.Rect(view.Min.X, view.Min.Y, view.Max.X, view.Min.Y+fade), 0.01},
	} {
		if part := diff.Compare(want.SubImage(edge.at), got.SubImage(edge.at), diff.Options{}).Fraction; part > edge.most {
			t.Errorf("frame %d: %.1f %% of the %s of what the items are seen through differ", frame, 100*part, edge.name)
		}
	}
}

// momentsOf picks moments of a film, with what may differ in them: just before steps, when all is at rest, and shortly
// after, when things move.
func momentsOf(film *scene.Film) map[time.Duration]float64 {
	moments := map[time.Duration]float64{0: filmTolerance, film.Length - time.Second/30: filmTolerance}
	for _, draft := range film.Drafts[:min(2, len(film.Drafts))] {
		moments[(draft.From+draft.To)/2] = motionTolerance
		moments[draft.To-100*time.Millisecond] = filmTolerance
	}
	for i := 1; i <= 4 && len(film.Steps) > 0; i++ {
		step := i * (len(film.Steps) - 1) / 4
		moments[film.Steps[step].At+100*time.Millisecond] = motionTolerance
		if step > 0 && film.Steps[step].At-film.Steps[step-1].At > time.Second {
			moments[film.Steps[step].At-50*time.Millisecond] = filmTolerance
		}
	}
	for _, step := range film.Steps {
		for _, item := range step.Put {
			if film.Items[item].Stream == 0 {
				continue
			}
			for i := time.Duration(1); i < 20; i++ {
				moments[step.At+film.Items[item].Stream*i/20] = streamTolerance
			}
		}
	}
	return moments
}

// photograph poses the page itself and takes its picture, brought through the frame's colours.
func photograph(ctx context.Context, b *browser.Browser, f *footage, at time.Duration) (*image.NRGBA, error) {
	if err := b.Clear(ctx, f.clear); err != nil {
		return nil, err
	}
	sprites, parts, pieces := f.pagePoses(at)
	if err := b.Pose(ctx, f.timeline.Step(at), sprites, parts, pieces); err != nil {
		return nil, err
	}
	shot, err := b.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	return composite.Draw(&composite.Film{
		Width: f.size.X, Height: f.size.Y, Frames: 1, Alpha: f.clear,
		Layers: []composite.Layer{{Sprite: composite.NewSprite(picture, image.Rectangle{Max: f.size})}},
		Pose:   func(_ int, poses []composite.Pose) { poses[0] = composite.At(0, 0) },
	}, 0)
}

// pagePoses is a moment in the page's words.
func (f *footage) pagePoses(at time.Duration) (sprites, parts, pieces []browser.SpritePose) {
	poses := f.poses()
	f.timeline.Poses(at, poses)
	count := len(f.places.Cells) - len(f.places.Parts)
	sprites, parts, pieces = []browser.SpritePose{}, []browser.SpritePose{}, []browser.SpritePose{}
	for i, p := range poses[:count] {
		if p.Visible {
			sprites = append(sprites, pagePose(i, p))
		}
	}
	for i, p := range poses[len(f.places.Cells):] {
		if p.Visible {
			pieces = append(pieces, pagePose(f.timeline.Pieces()[i], p))
		}
	}
	for i, p := range poses[count:len(f.places.Cells)] {
		of := poses[f.places.Parts[i].Sprite]
		cell := f.places.Cells[count+i]
		home := cell.Rect(0).Min.Sub(cell.Rect(1).Min)
		pose := browser.SpritePose{Scale: 1, Rotate: p.Rotate, Cut: p.Clip.Right, X: p.X - of.X - float64(home.X), Y: p.Y - of.Y - float64(home.Y)}
		if of.Opacity > 0 {
			pose.Opacity, pose.Scale = p.Opacity/of.Opacity, p.Scale/of.Scale
		}
		if !p.Visible {
			pose.Opacity = 0
		}
		parts = append(parts, pose)
	}
	return sprites, parts, pieces
}

func pagePose(sprite int, p composite.Pose) browser.SpritePose {
	return browser.SpritePose{
		Sprite: sprite, X: p.X, Y: p.Y, Scale: p.Scale, Pivot: [2]float64{p.PivotX, p.PivotY}, Opacity: p.Opacity,
		Clip: [4]float64{p.Clip.Top, p.Clip.Right, p.Clip.Bottom, p.Clip.Left},
	}
}

// reportFrame compares a frame with the page, and keeps the pictures where they differ.
func reportFrame(t *testing.T, file string, frame int, got, want *image.NRGBA, tolerance float64) {
	t.Helper()
	result := diff.Compare(want, got, diff.Options{})
	if result.Fraction <= tolerance {
		return
	}
	name := strings.NewReplacer("../../examples/", "film-", "/", "-", ".yaml", "").Replace(file)
	for kind, picture := range map[string]image.Image{"got": got, "want": want, "marked": result.Picture} {
		var data bytes.Buffer
		if err := png.Encode(&data, picture); err != nil {
			t.Fatal(err)
		}
		target := fmt.Sprintf("testdata/golden/%s-%d-%s.diff.png", name, frame, kind)
		if err := os.WriteFile(target, data.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("frame %d: %.2f %% of the pixels differ, allowed are %.2f %%; see testdata/golden/%s-%d-*.diff.png",
		frame, 100*result.Fraction, 100*tolerance, name, frame)
}
