package render_test

import (
	"bytes"
	"image/png"
	"testing"
	"time"

	"mockup/internal/render"
)

// Shortly after a vote the bar of the answer has not come as far as the answer, which glides and has nothing of the bar around it.
func TestAnswerGlidesAlone(t *testing.T) {
	payload := decode(t, `mockupType: stories
platform: instagram
renderKind: video
rendererVersion: mockup-chromium-v1
resolutionScale: 1x
props:
  platform: instagram
  author: {username: mia, verified: false}
  slides: [{id: a, stickers: [{kind: poll, text: "Now?", options: [{id: y, text: Certainly, votes: 1}, {id: n, text: No, votes: 0}], voted: y, votedAfter: 1}]}]
`)
	at := 1010 * time.Millisecond
	result, err := shared.renderer.Render(t.Context(), render.Job{Payload: payload, Video: render.Video{At: &at}})
	if err != nil {
		t.Fatal(err)
	}
	frame, err := png.Decode(bytes.NewReader(result.Data))
	if err != nil {
		t.Fatal(err)
	}
	middle := frame.Bounds().Dx() / 2
	bar, beside := 0, 0 // pixels of the bar, and those of them that are far from its beginning
	for y := range frame.Bounds().Dy() {
		for x := middle - 130; x < middle+130; x++ {
			if r, g, b, _ := frame.At(x, y).RGBA(); r>>8 > 190 && b>>8 > 210 && g>>8 < 200 {
				if bar++; x > middle-60 {
					beside++
				}
			}
		}
	}
	if bar < 100 || beside > 0 {
		t.Errorf("%d pixels of the bar, %d of them around the answer", bar, beside)
	}
}
