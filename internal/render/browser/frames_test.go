//go:build unix

package browser

import "testing"

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
	if n := frames(afterAWhile); n < 2 || n > 10 {
		t.Errorf("%d frames were drawn for a screenshot, want 1 to 9", n-1)
	}
}
