//go:build unix

package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mockup/internal/render/process/processtest"
)

// connection returns both ends of a connection over a socket.
func connection(t *testing.T) (lender, borrower net.Conn) {
	t.Helper()
	folder, err := os.MkdirTemp("", "lend") // shorter than the test's own, whose path may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	listener, err := net.Listen("unix", filepath.Join(folder, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if borrower, err = net.Dial("unix", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if lender, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lender.Close(); borrower.Close() })
	return lender, borrower
}

// lend lends a browser. over is closed once the lender has it back, or has lost it.
func lend(t *testing.T, b *Browser) (borrowed *Browser, over chan struct{}) {
	t.Helper()
	lender, borrower := connection(t)
	over = make(chan struct{})
	go func() {
		b.Lend(lender)
		close(over)
		lender.Close()
	}()
	borrowed, err := Borrow(t.Context(), borrower, b.opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { borrowed.Close() })
	return borrowed, over
}

// photograph draws a text with a font of the page and an image.
func photograph(t *testing.T, b *Browser, text string) []byte {
	t.Helper()
	document := Document{HTML: `<p style="font: 20px sans-serif">` + text + `<b style="float: right; width: 9px; height: 9px; background: red">`,
		Width: 200, Height: 60, Scale: 2}
	if _, err := b.Show(t.Context(), document); err != nil {
		t.Fatal(err)
	}
	picture, err := b.Screenshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// Whoever has the browser draws the same, one after the other, and knows what the others have left on the page.
func TestLend(t *testing.T) {
	b := start(t, Options{})
	want := photograph(t, b, "a picture")
	for i := range 3 {
		borrowed, over := lend(t, b)
		if borrowed.Shown() != 1+2*i || borrowed.Scale() != 2 || borrowed.Version() != b.Version() {
			t.Errorf("the borrower knows of %d pictures at %gx by %q", borrowed.Shown(), borrowed.Scale(), borrowed.Version())
		}
		if !bytes.Equal(photograph(t, borrowed, "a picture"), want) {
			t.Error("the borrowed browser draws another picture")
		}
		photograph(t, borrowed, "another")
		if err := borrowed.Close(); err != nil {
			t.Error(err)
		}
		select {
		case <-over:
		default:
			t.Error("Close returns before the lender has the browser back")
		}
		if err := borrowed.Err(); !errors.Is(err, errClosed) {
			t.Errorf("the borrower's error is %v", err)
		}
	}
	if got := photograph(t, b, "a picture"); !bytes.Equal(got, want) || b.Shown() != 8 {
		t.Errorf("the lender draws another picture, or counts %d instead of 8", b.Shown())
	}
}

// The browser is lent to the next one after Chromium has answered all requests of the one before.
func TestLendSettles(t *testing.T) {
	b := start(t, Options{})
	borrowed, over := lend(t, b)
	request := fmt.Sprintf(`{"id":7000,"sessionId":%q,"method":"Runtime.evaluate","params":{"awaitPromise":true,"expression":
		"new Promise((done) => setTimeout(() => { window.late = true; done() }, 300))"}}`, borrowed.state.Session)
	if err := borrowed.pipe.Send([]byte(request)); err != nil {
		t.Fatal(err)
	}
	borrowed.Close()
	<-over
	var late bool
	if err := b.Call(t.Context(), `() => !!window.late`, nil, &late); err != nil || !late {
		t.Errorf("it was given back before the answer (%v)", err)
	}
}

// A lender whose Chromium hangs is left, with no other limit than that of Borrow.
func TestBorrowHung(t *testing.T) {
	b := start(t, Options{})
	if err := syscall.Kill(-b.proc.Pid(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	lender, borrower := connection(t)
	over := make(chan struct{})
	go func() {
		b.Lend(lender)
		close(over)
	}()
	if _, err := Borrow(t.Context(), borrower, b.opts); !errors.Is(err, ErrHung) {
		t.Errorf("error is %v", err)
	}
	<-over
	if err := b.Err(); !errors.Is(err, errLost) {
		t.Errorf("the lender's error is %v", err)
	}
}

// A borrower that goes without giving the browser back, or in the middle of an exchange, ends it: nobody knows what the page holds.
func TestLendLost(t *testing.T) {
	for name, leave := range map[string]func(borrowed *Browser){
		"killed": func(borrowed *Browser) { borrowed.pipe.Close() },
		"interrupted": func(borrowed *Browser) {
			ctx, cancel := context.WithCancel(t.Context())
			working := make(chan error)
			go func() { working <- borrowed.Call(ctx, `() => new Promise(() => {})`, nil, nil) }()
			processtest.Until(t, "the borrower works", borrowed.working.Load)
			cancel()
			if err := <-working; !errors.Is(err, context.Canceled) {
				t.Errorf("error is %v", err)
			}
		},
		"closed": func(borrowed *Browser) {
			working := make(chan error)
			go func() { working <- borrowed.Call(t.Context(), `() => new Promise(() => {})`, nil, nil) }()
			processtest.Until(t, "the borrower works", borrowed.working.Load)
			borrowed.Close()
			if err := <-working; err == nil {
				t.Error("the exchange ended well")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := start(t, Options{})
			borrowed, over := lend(t, b)
			leave(borrowed)
			<-over
			if err := b.Err(); !errors.Is(err, errLost) {
				t.Errorf("the lender's error is %v", err)
			}
		})
	}
}

// The end of Chromium, or of its lender, is a crash to the borrower.
func TestLenderLost(t *testing.T) {
	for name, end := range map[string]func(b *Browser){
		"Chromium": func(b *Browser) { _ = syscall.Kill(-b.proc.Pid(), syscall.SIGKILL) },
		"lender":   func(b *Browser) { b.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			b := start(t, Options{})
			borrowed, over := lend(t, b)
			working := make(chan error)
			go func() { working <- borrowed.Call(t.Context(), `() => new Promise(() => {})`, nil, nil) }()
			end(b)
			if err := <-working; !errors.Is(err, ErrCrashed) || !errors.Is(borrowed.Err(), ErrCrashed) {
				t.Errorf("the error is %v, the borrower's %v", err, borrowed.Err())
			}
			<-over
		})
	}
}

// Whoever has the browser answers what the page asks for, and nobody else.
func TestLendAnswers(t *testing.T) {
	b := start(t, Options{})
	load := func(b *Browser, text string) {
		t.Helper()
		document := Document{HTML: "<p>a", Width: 30, Height: 20, Scale: 1, Files: map[string]File{"/text": {Data: []byte(text), Type: "text/plain"}}}
		if _, err := b.Show(t.Context(), document); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := b.Call(t.Context(), `(address) => fetch(address).then((answer) => answer.text())`, Origin+"/text", &got); err != nil || got != text {
			t.Errorf("the page got %q (%v), want %q", got, err, text)
		}
	}
	load(b, "of the lender")
	for range 2 {
		borrowed, over := lend(t, b)
		load(borrowed, "of the borrower")
		if err := borrowed.Close(); err != nil {
			t.Error(err)
		}
		<-over
	}
	load(b, "of the lender again")
}

// The end of the page is a crash to the borrower.
func TestLendPageCrash(t *testing.T) {
	b := start(t, Options{})
	borrowed, over := lend(t, b)
	go func() { _ = borrowed.page.Navigate("chrome://crash") }()
	processtest.Until(t, "the borrower knows of the crash", func() bool { return borrowed.Err() != nil })
	if err := borrowed.Err(); !errors.Is(err, ErrCrashed) {
		t.Errorf("the borrower's error is %v", err)
	}
	<-over
	if err := b.Err(); !errors.Is(err, errLost) {
		t.Errorf("the lender's error is %v", err)
	}
}

// A lender that says nothing, or something else, is left.
func TestBorrowNothing(t *testing.T) {
	for name, answer := range map[string]string{"silent": "", "else": "hello\x00"} {
		lender, borrower := connection(t)
		if _, err := lender.Write([]byte(answer)); err != nil {
			t.Fatal(err)
		}
		if _, err := Borrow(t.Context(), borrower, Options{Files: noFiles}); err == nil {
			t.Errorf("%s: a browser was borrowed", name)
		}
		if _, err := lender.Read(make([]byte, 1)); err == nil {
			t.Errorf("%s: the connection is still open", name)
		}
	}
	// A connection that is closed at once, as by a lender whose browser is in use.
	lender, borrower := connection(t)
	lender.Close()
	if _, err := Borrow(t.Context(), borrower, Options{Files: noFiles}); err == nil {
		t.Error("a browser was borrowed of nobody")
	}
}

// A font that is on the page is not sent again, by whoever has the browser.
func TestLendFonts(t *testing.T) {
	b := start(t, Options{})
	made := 0
	font := Font{ID: "a", CSS: func() string { made++; return "@font-face{}" }}
	show := func(b *Browser) {
		t.Helper()
		if _, err := b.Show(t.Context(), Document{HTML: `<p>a`, Width: 30, Height: 20, Scale: 1, Fonts: []Font{font}}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		borrowed, over := lend(t, b)
		show(borrowed)
		show(borrowed)
		borrowed.Close()
		<-over
	}
	if show(b); made != 1 {
		t.Errorf("its rule was made %d times, want once", made)
	}
}

// Lending leaves no goroutine and no open file.
func TestLendLeavesNothing(t *testing.T) {
	b := start(t, Options{})
	round := func() {
		borrowed, over := lend(t, b)
		photograph(t, borrowed, "a picture")
		borrowed.Close()
		<-over
	}
	round()
	before := processtest.Held(t)
	for range 3 {
		round()
	}
	processtest.UntilReleased(t, before)
}
