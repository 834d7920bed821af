package render

import (
	"context"
	"image"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/diff"
	"mockup/internal/schema"
	"mockup/templates"
)

// videoOfText returns a video in which a text is typed first.
func videoOfText(t *testing.T, text string) (*schema.Payload, *document) {
	t.Helper()
	payload := filePayload(t, keyboardVideo)
	payload.Video.Keyboard, payload.Video.Typos = false, 0
	messages := payload.Props.(*schema.ChatProps).Messages
	messages[1].Text = text
	payload.Props.(*schema.ChatProps).Messages = messages[:2]
	doc, err := Shared.buildDocument(t.Context(), Job{Payload: payload, Dir: filepath.Dir(keyboardVideo)})
	if err != nil {
		t.Fatal(err)
	}
	return payload, doc
}

// drawKeys draws a video's frames at the keys of its first draft: at all of them, or at the last one.
func drawKeys(t *testing.T, text string, all bool) (frames []*image.NRGBA) {
	t.Helper()
	payload, doc := videoOfText(t, text)
	err := Shared.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		run := videoRun{doc: doc, job: Job{Payload: payload}, result: &Result{}}
		defer run.close()
		if err := run.layOut(ctx, b); err != nil {
			return err
		}
		if err := run.video.Capture(ctx, b, nil); err != nil {
			return err
		}
		keys := run.video.Board.Typed[0].Presses()
		if !all {
			keys = keys[len(keys)-1:]
		}
		for _, at := range keys {
			frame, err := composite.Draw(run.video.Composition(), int((at*30+time.Second-1)/time.Second))
			if err != nil {
				return err
			}
			frames = append(frames, frame)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return frames
}

// With each key of a Korean text, the field shows what it shows of a text that ends there.
func TestKoreanInField(t *testing.T) {
	t.Parallel()
	longtest.InTurn(t)
	stages := strings.Split("ㄴ 나 낙 나가 나갓 나가사 나가삭 나가사고 나가사과", " ")
	frames := drawKeys(t, stages[len(stages)-1], true)
	if len(frames) != len(stages) {
		t.Fatalf("%d keys are pressed, want %d", len(frames), len(stages))
	}
	for i, stage := range stages {
		want := drawKeys(t, stage, false)[0]
		if off := diff.Compare(want, frames[i], diff.Options{}).Fraction; off > 0.00002 {
			t.Errorf("with key %d, %.4f %% of the picture are not that of %s", i+1, 100*off, stage)
		}
		if i > 0 && diff.Compare(want, frames[i-1], diff.Options{}).Fraction < 0.00004 {
			t.Errorf("the frames of keys %d and %d are alike", i, i+1)
		}
	}
}

// The page has the fonts of what a text is composed of, which may be others than those of the text.
func TestFontsOfComposedTexts(t *testing.T) {
	_, doc := videoOfText(t, "각사")
	plan, err := templates.PlanFonts(t.Context(), doc.scene.Template.Manifest.Fonts, "ㄱ가각갃사", templates.Emoji{})
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, font := range doc.Fonts {
		has[font.ID] = true
	}
	for _, font := range plan.Fonts {
		if !has[font.ID] {
			t.Errorf("the font %s is missing", font.ID)
		}
	}
}
