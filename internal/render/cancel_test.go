package render_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
)

// hostileText is a text of which no two characters are set as one in the same way.
func hostileText(bytes int) string {
	var b strings.Builder
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, "%c%c*_", 0x4e00+i%20000, 0x300+i/20000%0x60)
	}
	return b.String()
}

// A render ends when its context does, also amid what Go and Chromium do with the longest text that is drawn.
func TestCancelWhilePreparing(t *testing.T) {
	t.Parallel()
	payload := decode(t, strings.Replace(chat("", ""), "hello", fmt.Sprintf("%q", hostileText(900_000)), 1))
	for _, after := range []time.Duration{50 * time.Millisecond, 300 * time.Millisecond, time.Second} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		start := time.Now()
		_, err := shared.renderer.Render(ctx, render.Job{Payload: payload})
		cancel()
		late := time.Since(start) - after
		if !errors.Is(err, context.DeadlineExceeded) || late > 20*time.Second {
			t.Errorf("a deadline of %v gives %v, %v late", after, err, late)
		}
	}
}
