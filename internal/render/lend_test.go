package render

import (
	"context"
	"encoding/base64"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mockup/internal/longtest"
	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
	"mockup/internal/schema"
)

// lender is a renderer that lends its browser, as a helper process does.
type lender struct {
	*Renderer
	starts  starts
	lent    atomic.Int32
	failed  atomic.Int32
	closing func() // called when a connection is closed; nil: nothing
}

// watched is a connection of a lender.
type watched struct {
	net.Conn
	closing func()
}

func (w watched) Close() error {
	if w.closing != nil {
		w.closing()
	}
	return w.Conn.Close()
}

func newLender(t *testing.T) *lender {
	t.Helper()
	l := &lender{}
	l.Renderer, l.starts = testPool(t, Options{Workers: 1}, "")
	check(t, l.Renderer)
	return l
}

// dial is an Options.Dial.
func (l *lender) dial(string) net.Conn {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil
	}
	go func() {
		conn := watched{ours, l.closing}
		defer conn.Close()
		if err := l.Lend(conn); err == nil {
			l.lent.Add(1)
		} else {
			l.failed.Add(1)
		}
	}()
	return theirs
}

func socketPair() (ours, theirs net.Conn, err error) {
	folder, err := os.MkdirTemp("", "lend")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	listener, err := net.Listen("unix", filepath.Join(folder, "socket"))
	if err != nil {
		return nil, nil, err
	}
	defer listener.Close()
	if theirs, err = net.Dial("unix", listener.Addr().String()); err != nil {
		return nil, nil, err
	}
	ours, err = listener.Accept()
	return ours, theirs, err
}

// borrower returns a renderer that borrows of l, and its own starts of Chromium.
func borrower(t *testing.T, l *lender) (*Renderer, starts) {
	t.Helper()
	return testPool(t, Options{Workers: 1, Dial: l.dial}, "")
}

// load reads an example.
func load(t *testing.T, path string) Job {
	t.Helper()
	file := filepath.Join("../../examples", path)
	payload := filePayload(t, file)
	payload.ResolutionScale = "1x"
	return Job{Payload: payload, Dir: filepath.Dir(file), Video: Video{Quality: "draft"}}
}

// sum renders a job and returns the file's checksum.
func sum(t *testing.T, r *Renderer, job Job) string {
	t.Helper()
	if job.Payload.RenderKind == schema.Video {
		job.Output = filepath.Join(t.TempDir(), "video.mp4")
	}
	result, err := r.Render(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return result.SHA256
}

// Renderers that borrow their browser, one after the other, give the bytes of those that start one, for pictures and videos.
func TestBorrowedSameBytes(t *testing.T) {
	longtest.InTurn(t)
	t.Parallel()
	own, _ := testPool(t, Options{Workers: 1}, "")
	l := newLender(t)
	paths := []string{"chats/whatsapp.yaml", "posts/x.yaml", "chats/imessage-keyboard-video.yaml", "chats/whatsapp.yaml", "notifications/ios.yaml"}
	var jobs []Job
	for _, path := range paths {
		jobs = append(jobs, load(t, path))
	}
	vectors := load(t, paths[0]) // which have a time limit of their own
	vectors.Payload.Props.(*schema.ChatProps).Receivers[0].Image = schema.ImageRef("data:image/svg+xml;base64," +
		base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="red"/></svg>`)))
	paths, jobs = append(paths, "vectors"), append(jobs, vectors)
	for i, path := range paths {
		job := jobs[i]
		r, begun := borrower(t, l)
		if want, got := sum(t, own, job), sum(t, r, job); got != want {
			t.Errorf("%s: the sum is %s with a borrowed browser, %s otherwise", path, got, want)
		}
		r.Kill()
		if begun.count() != 0 {
			t.Errorf("%s: a Chromium was started", path)
		}
	}
	if l.lent.Load() != int32(len(paths)) || l.starts.count() != 1 {
		t.Errorf("lent %d times, with %d starts; want %d and 1", l.lent.Load(), l.starts.count(), len(paths))
	}
}

// A lender's own redraws are right after a borrower's, with which the page has replaced what it knew of the lender's.
func TestLenderRedraws(t *testing.T) {
	t.Parallel()
	l := newLender(t)
	draw := func(r *Renderer, text string) string {
		t.Helper()
		job := load(t, "chats/whatsapp.yaml")
		job.Still.Redraw = true
		messages := job.Payload.Props.(*schema.ChatProps).Messages
		messages[len(messages)-1].Text = text
		return sum(t, r, job)
	}
	draw(l.Renderer, "Two")
	r, _ := borrower(t, l)
	want := draw(r, "One") // on the page it has the number of the lender's
	if got := draw(l.Renderer, "One"); got != want {
		t.Error("the lender draws another picture after a borrower")
	}
}

// A browser that is in use is not waited for, and one that was borrowed and not used is given back.
func TestBorrowedInUse(t *testing.T) {
	t.Parallel()
	l := newLender(t)
	first, firstBegun := borrower(t, l)
	if err := first.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	second, secondBegun := borrower(t, l)
	check(t, second)
	if firstBegun.count() != 0 || secondBegun.count() != 1 || l.failed.Load() != 1 {
		t.Errorf("%d and %d starts, %d refused; want 0, 1 and 1", firstBegun.count(), secondBegun.count(), l.failed.Load())
	}
	first.Kill()
	third, thirdBegun := borrower(t, l)
	check(t, third)
	if thirdBegun.count() != 0 || l.starts.count() != 1 {
		t.Errorf("after it was given back: %d starts here, %d there; want 0 and 1", thirdBegun.count(), l.starts.count())
	}
}

// A browser that is still starting is not waited for.
func TestBorrowedStarting(t *testing.T) {
	t.Parallel()
	l := &lender{}
	l.Renderer, l.starts = testPool(t, Options{Workers: 1}, "")
	r, begun := borrower(t, l)
	check(t, r)
	if begun.count() != 1 || l.failed.Load() != 1 {
		t.Errorf("%d starts, %d refused; want 1 and 1", begun.count(), l.failed.Load())
	}
	check(t, l.Renderer) // it has gone on starting
	next, begun := borrower(t, l)
	check(t, next)
	if begun.count() != 0 || l.starts.count() != 1 {
		t.Errorf("%d starts here, %d there; want 0 and 1", begun.count(), l.starts.count())
	}
}

// When the lender is lost in the middle of the work, or its Chromium, the work is done once more with a browser of one's own.
func TestBorrowedLost(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(l *lender) error{
		"lender":   func(l *lender) error { l.Close(); return nil },
		"Chromium": func(l *lender) error { return l.starts.kill() },
	} {
		l := newLender(t)
		r, begun := borrower(t, l)
		attempts := 0
		err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
			if attempts++; attempts > 1 {
				return nil
			}
			if !b.Borrowed() {
				return errors.New("the browser is not borrowed")
			}
			if err := end(l); err != nil {
				return err
			}
			return hang(ctx, b)
		})
		if err != nil || attempts != 2 || begun.count() != 1 {
			t.Errorf("%s: %d attempts, %d starts, error %v; want 2, 1 and none", name, attempts, begun.count(), err)
		}
		check(t, r)
		if begun.count() != 1 {
			t.Errorf("%s: a browser is borrowed again", name)
		}
	}
}

// A lender ends the browser of a borrower that is gone, and lends another one.
func TestBorrowerLost(t *testing.T) {
	t.Parallel()
	l := newLender(t)
	var conn net.Conn
	r, begun := testPool(t, Options{Workers: 1, Dial: func(string) net.Conn { conn = l.dial(""); return conn }}, "")
	attempts := 0
	err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		if attempts++; attempts > 1 {
			return nil
		}
		conn.Close()
		return hang(ctx, b)
	})
	if err != nil || attempts != 2 || begun.count() != 1 {
		t.Errorf("%d attempts, %d starts, error %v; want 2, 1 and none", attempts, begun.count(), err)
	}
	processtest.Until(t, "the lender has its browser back", func() bool { return l.lent.Load() == 1 })
	check(t, l.Renderer) // another one is up
	next, begun := borrower(t, l)
	check(t, next)
	if begun.count() != 0 || l.starts.count() != 2 {
		t.Errorf("%d starts here, %d there; want 0 and 2", begun.count(), l.starts.count())
	}
}

// A lender recycles the browser after as many pictures of others as of its own. The borrower does not wait for its end.
func TestLentIsRecycled(t *testing.T) {
	t.Parallel()
	l := newLender(t)
	browsers := make(chan int, 100)
	l.closing = func() { browsers <- l.Browsers() }
	r, _ := borrower(t, l)
	err := r.pool.use(t.Context(), func(ctx context.Context, b *browser.Browser) error {
		for range recycleAfter {
			if _, err := b.Show(ctx, browser.Document{HTML: "<p>a", Width: 10, Height: 10, Scale: 1}); err != nil {
				return err
			}
			browser.Renew(ctx)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	processtest.Until(t, "the lender has its browser back", func() bool { return l.lent.Load() == 1 })
	if <-browsers != 1 {
		t.Error("the connection is closed after the end of the browser")
	}
	check(t, l.Renderer)
	if l.starts.count() != 2 {
		t.Errorf("%d starts, want 2", l.starts.count())
	}
}

// What changes how Chromium draws changes the identity, and nothing else does.
func TestIdentity(t *testing.T) {
	own, _ := testPool(t, Options{Workers: 1}, "")
	same, err := own.Identity()
	if err != nil {
		t.Fatal(err)
	}
	font := filepath.Join(t.TempDir(), "font.woff2")
	identity := func(change func(*Options)) string {
		t.Helper()
		opts := own.opts
		change(&opts)
		r, err := New(opts)
		if err != nil {
			t.Fatal(err)
		}
		id, err := r.Identity()
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	writeFont := func(text string) {
		t.Helper()
		if err := os.WriteFile(font, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if identity(func(o *Options) { o.Workers, o.FFmpeg = 3, "x" }) != same {
		t.Error("options of our own change it")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/none")
	if identity(func(*Options) {}) != same {
		t.Error("PATH changes it")
	}
	seen := map[string]bool{same: true}
	add := func(what, id string) {
		t.Helper()
		if seen[id] {
			t.Errorf("%s does not change it", what)
		}
		seen[id] = true
	}
	add("the host's emoji", identity(func(o *Options) { o.EmojiFont = systemEmoji }))
	writeFont("wOF2 one")
	add("a font", identity(func(o *Options) { o.EmojiFont = font }))
	writeFont("wOF2 another")
	add("another font at its path", identity(func(o *Options) { o.EmojiFont = font }))
	t.Setenv("LC_ALL", "ja_JP.UTF-8")
	add("the language", identity(func(*Options) {}))
	script, err := os.ReadFile(own.opts.Chromium)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own.opts.Chromium, []byte(strings.Replace(string(script), "\n", "\n\n", 1)), 0o755); err != nil {
		t.Fatal(err)
	}
	add("an update of Chromium", identity(func(*Options) {}))
}
