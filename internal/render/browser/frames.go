package browser

import (
	"runtime"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// Chromium draws frames by itself, or only when it is told to. By itself it either waits for a screen of 60 Hz, so that a
// screenshot takes 50 ms and more, or draws without a pause: then two threads do nothing but begin frames while the page is
// laid out and the picture is encoded, 16 ms of processor time a screenshot. Told to, it draws one frame for a picture of the
// page, two more where the size has changed, one more where the part to draw changes (drawOnly), three for a screenshot of a
// part, and nothing else. Only the headless shell can be told to, and not on macOS.

// controlsFrames reports whether frames are drawn on demand by a Chromium with these options.
func controlsFrames(bin string, opts Options) bool {
	return IsHeadlessShell(bin) && runtime.GOOS != "darwin" && !opts.WebGL
}

// frameFlags are the flags by which Chromium draws frames on demand, or without waiting for a screen.
func frameFlags(controlled bool) []string {
	if controlled {
		return []string{"--enable-begin-frame-control", "--run-all-compositor-stages-before-draw"}
	}
	return []string{"--disable-frame-rate-limit", "--disable-gpu-vsync"}
}

// screenshotAnswer is what Chromium answers when it is asked for a screenshot.
type screenshotAnswer struct {
	result *proto.PageCaptureScreenshotResult
	err    error
}

// screenshot takes a screenshot, and has the frames drawn that it waits for. It takes a fifth more time than a whole frame. The
// request goes first: a frame before it would show the whole page, where only a part of it is wanted.
func (b *Browser) screenshot(request proto.PageCaptureScreenshot) (*proto.PageCaptureScreenshotResult, error) {
	answer, sent := make(chan screenshotAnswer, 1), b.pipe.nextWrite()
	go func() {
		result, err := request.Call(b.page)
		answer <- screenshotAnswer{result, err}
	}()
	select {
	case <-sent:
	case a := <-answer:
		return a.result, a.err
	}
	for frame := 0; b.state.Framed; frame++ {
		if err := b.drawFrame(); err != nil {
			return nil, err
		}
		select {
		case a := <-answer:
			return a.result, a.err
		case <-time.After(pauseBehind(frame)):
		}
	}
	a := <-answer
	return a.result, a.err
}

// pauseBehind is how long to wait for an answer behind a frame. The first frame shows what has changed on the page, the second is
// copied, and one of them may come before the page knows of the screenshot. Later ones are for a Chromium that is held up.
func pauseBehind(frame int) time.Duration {
	if frame < 2 {
		return 0
	}
	return time.Millisecond << min(frame-2, 6)
}

// drawFrame draws a frame and waits until it is drawn.
func (b *Browser) drawFrame() error {
	_, err := proto.HeadlessExperimentalBeginFrame{}.Call(b.page)
	return err
}
