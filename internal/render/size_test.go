package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/format"
	"mockup/internal/render/scene"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// A video on a canvas has even sides, is at most 4096 pixels long, and is drawn at the largest scale that allows it; its
// phone stands at whole pixels.
func TestVideoSizes(t *testing.T) {
	for _, ratio := range [][2]int{{1, 1}, {4, 5}, {9, 16}, {16, 9}} {
		for _, padding := range []float64{0, 1, 33, 33.5, 64, 200} {
			for _, wanted := range []float64{1, 2, 4} {
				for _, phone := range [][2]int{{scene.PhoneWidth, scene.PhoneHeight}, {scene.FramedWidth, scene.FramedHeight}} {
					t.Run(fmt.Sprintf("%d:%d/%g/%gx/%d", ratio[0], ratio[1], padding, wanted, phone[0]), func(t *testing.T) {
						canvas := &scene.Canvas{RatioWidth: ratio[0], RatioHeight: ratio[1], Padding: padding}
						p := document{scene: &scene.Scene{Zoom: 1, Storyboard: &storyboard.Storyboard{}, Canvas: canvas}}
						p.Document = browser.Document{Width: phone[0], Height: phone[1], Scale: wanted}
						checkVideoSize(t, &p)
					})
				}
			}
		}
	}
}

func checkVideoSize(t *testing.T, p *document) {
	t.Helper()
	var l layout
	width, height := p.outerSize(browser.Layout{})
	scale, err := p.fit(width, height, &l)
	if err != nil {
		t.Fatal(err)
	}
	if width%2 != 0 || height%2 != 0 || (width-p.Width)%2 != 0 || (height-p.Height)%2 != 0 {
		t.Errorf("%d x %d around %d x %d", width, height, p.Width, p.Height)
	}
	longer := float64(max(width, height))
	if longer*scale > 4096 || scale < p.Scale && longer*scale*2 <= 4096 {
		t.Errorf("%d x %d is drawn at %gx", width, height, scale)
	}
	if reduced := len(l.warnings) == 1 && l.warnings[0].Code == "scale_reduced"; reduced != (scale < p.Scale) {
		t.Errorf("drawn at %gx of %gx with the warnings %v", scale, p.Scale, l.warnings)
	}
}

// What is too large is drawn at the next smaller resolution, and the warning names both as the payload does.
func TestVideoScaleReduced(t *testing.T) {
	t.Parallel()
	p := samplePayload(t, schema.CommentPopup, "")
	p.ResolutionScale = "4x"
	at := time.Second
	result, err := Shared.Render(t.Context(), Job{Payload: p, Video: Video{At: &at}})
	if err != nil {
		t.Fatal(err)
	}
	if result.Width != 2160 || result.Height != 3840 {
		t.Errorf("%d x %d, want 2160 x 3840", result.Width, result.Height)
	}
	if len(result.Warnings) != 1 || !strings.HasPrefix(result.Warnings[0].Message, "drawn at 2x instead of 4x: ") {
		t.Errorf("warnings %v", result.Warnings)
	}
}

// A picture that its format cannot hold is drawn at the next smaller resolution, and refused if 1x is too large as well. A PNG
// holds it.
func TestFormatSizes(t *testing.T) {
	t.Parallel()
	longtest.InTurn(t)
	p := samplePayload(t, schema.Chats, "whatsapp")
	p.ResolutionScale = "2x"
	props := p.Props.(*schema.ChatProps)
	props.MobileView = false
	first := props.Messages[0]
	first.Type, first.Images, first.Text = "text", nil, strings.Repeat("line\n", 100)
	lengthen := func(messages int) {
		props.Messages = nil
		for i := range messages {
			m := first
			m.ID = fmt.Sprint("m", i)
			props.Messages = append(props.Messages, m)
		}
	}
	r := Shared
	lengthen(5)
	for as, scale := range map[string]int{format.PNG: 2, format.WebP: 1} {
		result, err := r.Render(t.Context(), Job{Payload: p, As: as})
		if err != nil {
			t.Fatal(err)
		}
		warned := len(result.Warnings) == 1 && strings.HasPrefix(result.Warnings[0].Message, "drawn at 1x instead of 2x: a side of a webp picture has at most 16383 pixels")
		if result.Width != 402*scale || warned != (scale == 1) {
			t.Errorf("%s: %d x %d with warnings %v, want %dx", as, result.Width, result.Height, result.Warnings, scale)
		}
	}
	lengthen(10)
	var large *SizeError
	if _, err := r.Render(t.Context(), Job{Payload: p, As: format.WebP}); !errors.As(err, &large) || !strings.Contains(large.Error(), "a webp picture has at most 16383 pixels") {
		t.Errorf("a webp that is too high: %v", err)
	}
}
