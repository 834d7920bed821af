package render

import (
	"context"
	"image"
	"path/filepath"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/diff"
	"mockup/internal/render/storyboard"
	"mockup/internal/render/video"
	"mockup/internal/schema"
	"mockup/templates"
)

// A moment of a video with a keyboard is what the whole video shows then: while it comes, while keys are pressed, while a
// wrong letter is deleted, and while nothing is typed. So it is where letters are spelled, and where the language changes.
func TestKeyboardMoments(t *testing.T) {
	t.Parallel()
	for _, text := range longtest.Sample(t, 3, []string{"Which one of them", "大概七点，下班给你打电话", "まだ会社だよ。8時に会おう", "빨리 나가요", "Так, 5 😀 NASA"}, longtest.Alike) {
		t.Run(text, func(t *testing.T) { compareKeyboardMoments(t, text) })
	}
}

// keyboardVideo is an example whose second message is the first one that is typed.
const keyboardVideo = "../../examples/chats/imessage-keyboard-video.yaml"

// compareKeyboardMoments compares moments of a video in which the first text that is typed is another.
func compareKeyboardMoments(t *testing.T, text string) {
	r := Shared
	payload := filePayload(t, keyboardVideo)
	payload.ResolutionScale = "1x"
	payload.Props.(*schema.ChatProps).Messages[1].Text = text
	doc, err := r.buildDocument(t.Context(), Job{Payload: payload, Dir: filepath.Dir(keyboardVideo)})
	if err != nil {
		t.Fatal(err)
	}
	moment := func(ctx context.Context, b *browser.Browser, frame int) (*image.NRGBA, error) {
		at := time.Duration(frame) * time.Second / 30
		run := videoRun{doc: doc, job: Job{Payload: payload, Video: Video{At: &at}}, result: &Result{}}
		defer run.close()
		if err := run.layOut(ctx, b); err != nil {
			return nil, err
		}
		if err := run.video.CaptureFrame(ctx, b, frame); err != nil {
			return nil, err
		}
		return composite.Draw(run.video.Composition(), frame)
	}
	err = r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		whole := videoRun{doc: doc, job: Job{Payload: payload}, result: &Result{}}
		defer whole.close()
		if err := whole.layOut(ctx, b); err != nil {
			return err
		}
		if err := whole.video.Capture(ctx, b, nil); err != nil {
			return err
		}
		var frames []int
		for frame := 3; frame < whole.video.Frames(); frame += 43 {
			frames = append(frames, frame)
		}
		for _, frame := range longtest.Sample(t, 3, frames, func(int) string { return "" }) {
			want, err := composite.Draw(whole.video.Composition(), frame)
			if err != nil {
				return err
			}
			got, err := moment(ctx, b, frame)
			if err != nil {
				return err
			}
			if off := diff.Compare(want, got, diff.Options{}).Fraction; off > 0.0002 {
				t.Errorf("frame %d: %.2f %% of the picture of the moment differ", frame, 100*off)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A key that leads to another plane is seen pressed: the one from emoji back to letters, and the globe beside several languages.
func TestKeysToPlanesAreSeen(t *testing.T) {
	t.Parallel()
	payload := filePayload(t, keyboardVideo)
	payload.ResolutionScale = "1x"
	payload.Props.(*schema.ChatProps).Messages[1].Text = "So 😂 да"
	_, err := layOutVideo(t, Shared, Job{Payload: payload, Dir: filepath.Dir(keyboardVideo)}, func(ctx context.Context, run *videoRun, b *browser.Browser) error {
		if err := run.video.Capture(ctx, b, nil); err != nil {
			return err
		}
		keyboard, seen := run.video.Board.Keyboard, map[string]bool{}
		for _, state := range keyboard.States(run.video.Board.Typed) {
			for _, name := range []string{"ABC", storyboard.GlobeKey} {
				piece, there := keyboard.Planes[state.Plane].Keys[name]
				if !there || piece != state.Key || keyboard.Planes[state.Plane].Kind == "numbers" {
					continue
				}
				frame := int((state.At*30 + time.Second - 1) / time.Second)
				before, err := composite.Draw(run.video.Composition(), frame-1)
				if err != nil {
					return err
				}
				pressed, err := composite.Draw(run.video.Composition(), frame)
				if err != nil {
					return err
				}
				corner := image.Rect(0, before.Rect.Max.Y-80, 80, before.Rect.Max.Y) // the key stands in it, and nothing else that moves
				off := diff.Compare(before.SubImage(corner).(*image.NRGBA), pressed.SubImage(corner).(*image.NRGBA), diff.Options{}).Fraction
				if seen[name] = true; off < 0.02 {
					t.Errorf("frame %d: %.2f %% of the corner with the key %s change as it is pressed", frame, 100*off, name)
				}
			}
		}
		if len(seen) < 2 {
			t.Errorf("of the keys ABC and globe, these are pressed: %v", seen)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// On the page of a video, each plane of the keyboard is as wide as the board and has a place of its own, in every type of app.
func TestPlanesHavePlaces(t *testing.T) {
	t.Parallel()
	const text = "I paid 5 € 😂 at NASA"
	type app struct{ kind, platform string }
	var apps []app
	for _, kind := range []string{"chats", "ai"} {
		for _, platform := range templates.Available(kind) {
			apps = append(apps, app{kind, platform})
		}
	}
	for _, app := range longtest.Sample(t, 3, apps, func(a app) string { return a.kind }) {
		p := samplePayload(t, schema.Type(app.kind), app.platform)
		p.RenderKind, p.Video = schema.Video, &schema.VideoSettings{Keyboard: true}
		switch props := p.Props.(type) {
		case *schema.ChatProps:
			sender := props.Sender.ID
			props.Messages = []schema.ChatMessage{{ID: "a", UserID: props.Receivers[0].ID, Type: "text", Text: "And?"}, {ID: "b", UserID: sender, Type: "text", Text: text}}
		case *schema.AIProps:
			props.Messages = []schema.AIMessage{{ID: "a", Role: "assistant", Content: "And?"}, {ID: "b", Role: "user", Content: text}}
		}
		_, err := layOutVideo(t, Shared, Job{Payload: p}, func(_ context.Context, run *videoRun, _ *browser.Browser) error {
			checkPlanes(t, app.platform, run.video)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkPlanes checks the boxes of a keyboard's planes, of which there are six.
func checkPlanes(t *testing.T, platform string, v *video.Video) {
	t.Helper()
	if v.Board.Keyboard == nil {
		return // the app is used at a desk
	}
	first, planes := v.Geometry.Items[v.Board.Keyboard.Item].First, v.Board.Keyboard.Planes
	if len(planes) != 6 {
		t.Errorf("%s: there are %d planes, want 6", platform, len(planes))
	}
	last := v.Geometry.Sprites[first].Cell.Rect()
	for i, plane := range planes {
		cell := v.Geometry.Sprites[first+1+i].Cell.Rect()
		if cell.Dx() != last.Dx() || cell.Min.Y < last.Max.Y {
			t.Errorf("%s: the plane %s stands at %v, and before it is %v", platform, plane.Kind, cell, last)
		}
		last = cell
	}
}
