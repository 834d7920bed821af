//go:build bench

package main

import (
	"context"
	"fmt"
	"time"

	"mockup/internal/studio/studiotest"
)

// studioPages measures the studio: the time from a keystroke to the new picture on the page, for a chat, and from a move of the
// scrubber to the exact frame, for its video. Both include the page's own work and the wait for further keystrokes.
func studioPages(context.Context) error {
	fmt.Println("studio, whatsapp example at 1x (402x874), from input to picture")
	for _, test := range []struct{ name, file, input, goal string }{
		{"keystroke", "chats/whatsapp.yaml", `const at = studio.session.text.indexOf("Pick me") + 4;
			studio.session.view.dispatch({ changes: { from: at, insert: "x" } });`, "<= 120 ms"},
		{"scrubber", "chats/whatsapp-video.yaml", `studio.player.seek((studio.player.now + 97) % studio.player.length);`, "<= 50 ms"},
	} {
		times, err := strokes(test.file, test.input)
		if err != nil {
			return err
		}
		fmt.Printf("  %-12s %v   goal %s\n", test.name, times, test.goal)
	}
	return nil
}

// strokes opens an example and measures an input again and again.
func strokes(file, input string) (series, error) {
	s, err := studiotest.Start("examples", file)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	page, err := s.Open(s.Address, 1280, 800)
	if err != nil {
		return nil, err
	}
	if _, err := page.Eval(`() => studio.session.on("picture", () => globalThis.shown?.())`); err != nil {
		return nil, err
	}
	var times series
	for i := range 33 {
		result, err := page.Eval(`async () => {
			const began = performance.now();
			await new Promise((shown) => { globalThis.shown = shown; ` + input + ` });
			await new Promise(requestAnimationFrame);
			return performance.now() - began;
		}`)
		if err != nil {
			return nil, err
		}
		if i >= 3 { // the first ones load fonts
			times = append(times, time.Duration(result.Value.Num()*float64(time.Millisecond)))
		}
		if err := studiotest.Settle(page); err != nil {
			return nil, err
		}
	}
	return times, nil
}
