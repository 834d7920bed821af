//go:build unix

package browser

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/proto"
)

// A page that wants frames all the time gets those of its screenshots, and none beside them: they would cost the time that
// other pictures need.
func TestFramesOnDemand(t *testing.T) {
	b := start(t, Options{})
	if !b.state.Framed {
		t.Skip("this Chromium draws frames by itself")
	}
	ctx := t.Context()
	if _, err := b.Show(ctx, Document{HTML: `<p>hello`, Width: 30, Height: 20, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	frames := func(script string) (n int) {
		if err := b.Call(ctx, script, nil, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	frames(`() => { globalThis.drawn = 0; const count = () => { drawn++; requestAnimationFrame(count); }; count(); return drawn; }`)
	const afterAWhile = `() => new Promise((done) => setTimeout(() => done(drawn), 100))`
	if n := frames(afterAWhile); n != 1 {
		t.Errorf("%d frames were drawn without a screenshot", n-1)
	}
	if _, err := b.Screenshot(ctx); err != nil {
		t.Fatal(err)
	}
	if n := frames(afterAWhile); n < 2 || n > 4 {
		t.Errorf("%d frames were drawn for a screenshot, want 1 to 3", n-1)
	}
}

// sentTo returns the messages, as JSON, that are sent to Chromium while something is done.
func sentTo(t *testing.T, b *Browser, do func()) (sent []string) {
	t.Helper()
	tap := &tap{WriteCloser: b.pipe.w}
	b.pipe.w = tap
	do()
	b.pipe.w = tap.WriteCloser
	for _, message := range tap.messages {
		text, err := toJSON(message, func([]byte) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, string(text))
	}
	return sent
}

// tap keeps what goes through it.
type tap struct {
	io.WriteCloser
	messages [][]byte
}

func (t *tap) Write(message []byte) (int, error) {
	t.messages = append(t.messages, bytes.Clone(message))
	return t.WriteCloser.Write(message)
}

// No frame of the whole page is drawn before Chromium knows which part of it is wanted.
func TestPartIsWantedBeforeFrames(t *testing.T) {
	b := start(t, Options{})
	if !b.state.Framed {
		t.Skip("this Chromium draws frames by itself")
	}
	if _, err := b.Show(t.Context(), Document{HTML: `<p>hello`, Width: 300, Height: 200, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	const screenshot, frame = "Page.captureScreenshot", "HeadlessExperimental.beginFrame"
	for range 30 {
		sent := sentTo(t, b, func() {
			if _, err := b.take(t.Context(), proto.PageCaptureScreenshot{Clip: &proto.PageViewport{Width: 20, Height: 10, Scale: 1}}); err != nil {
				t.Fatal(err)
			}
		})
		if len(sent) < 2 || !strings.Contains(sent[0], screenshot) || !strings.Contains(sent[1], frame) {
			t.Fatalf("sent %q, want %s first and then frames", sent, screenshot)
		}
	}
}

// The picture of a frame has the bytes of Chromium's usual screenshot, in any size and after any other, also without a background.
func TestWholeFrameIsScreenshot(t *testing.T) {
	b := start(t, Options{})
	if !b.state.Framed {
		t.Skip("this Chromium draws frames by itself")
	}
	ctx := t.Context()
	for i := range 24 {
		d := Document{
			HTML:  fmt.Sprintf(`<div style="padding: 5px; font-size: %dpx; background: linear-gradient(#%03d8, transparent)">%d<p style="backdrop-filter: blur(3px)">hello`, 9+i, 111*(i%9), i),
			Width: 20 + i/2%5*300, Height: 20 + i/3%4*500, Scale: float64(1 + i%3), Transparent: i/4%2 == 1,
		}
		if _, err := b.Show(ctx, d); err != nil {
			t.Fatal(err)
		}
		frame, err := b.Screenshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		usual, err := b.take(ctx, proto.PageCaptureScreenshot{})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(frame, usual) {
			t.Errorf("picture %d, %dx%d at %gx: the bytes differ", i, d.Width, d.Height, d.Scale)
		}
	}
}
