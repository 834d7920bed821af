// Package browser turns pages that Go has prepared into pixels with Chromium.
//
// A Browser is one Chromium process, driven by rod over a pipe, that holds one page. The page is loaded once and reused:
// showing a document replaces its contents, so fonts stay decoded between pictures. The page reaches nothing but what Go
// hands over: every request is paused and answered from memory or refused.
package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"golang.org/x/sync/errgroup"
)

// Options say how Chromium is started.
type Options struct {
	Bin       string                         // path or name of the executable; empty: see Find
	NoSandbox bool                           // needed as root and in most containers
	HostFonts bool                           // let fonts of the host be used; default: none is visible
	FontFile  string                         // the one font file of the host that is visible, as FontFamily; only with HostFontFiles
	WebGL     bool                           // let the page draw with WebGL, by software
	Files     func(path string) (File, bool) // what the page loads, by path
	Shell     string                         // body of the document that everything is shown in
	Script    string                         // defines the object mockup, whose functions Go calls on the page

	VectorsTimeout time.Duration // for the images of vectors of a document, together; default 5 s. The usual avatar takes 2 ms.
}

// FontFamily is the name of Options.FontFile on the page. A font of the host keeps tables that Chromium takes out of fonts
// that a page loads, as those by which Apple's emoji are joined (morx), and any size is read at once.
const FontFamily = "Mockup Host Font"

// Errors that callers branch on.
var (
	// ErrCrashed says that Chromium or its page crashed; another browser may succeed.
	ErrCrashed = errors.New("Chromium crashed")
	// ErrHung says that Chromium did not answer within the limit that WithLimit sets.
	ErrHung = errors.New("Chromium did not answer in time")
)

// errClosed says that the browser was ended by Close or Kill.
var errClosed = errors.New("browser is closed")

// Browser is one Chromium and its page. It is not safe for concurrent use. Calls are bounded by their context alone:
// see WithLimit.
type Browser struct {
	opts    Options
	proc    *chromium // nil of a borrowed browser
	pipe    *pipe
	page    *rod.Page
	state   state
	working atomic.Bool // within an exchange
	leaving atomic.Bool // a borrowed browser is being given back

	kept     []kept // pictures to draw others on, the oldest first
	pictures int    // how many the page has described

	mu    sync.Mutex
	files map[string]File // of the document that is shown

	ctx    context.Context         // done once the browser cannot be used any more
	cancel context.CancelCauseFunc // kills Chromium
}

// Start runs Chromium and loads the page. The caller must Close the browser.
func Start(ctx context.Context, opts Options) (*Browser, error) {
	if ctx.Err() != nil {
		return nil, fmt.Errorf("start Chromium: %w", context.Cause(ctx))
	}
	bin, err := Find(opts.Bin)
	if err != nil {
		return nil, err
	}
	c, err := startChromium(bin, opts)
	if err != nil {
		return nil, err
	}
	b := newBrowser(opts, c.pipe)
	b.proc, b.state.Framed = c, c.framed
	context.AfterFunc(b.ctx, c.kill)
	go func() {
		b.cancel(fmt.Errorf("%w (%s)", ErrCrashed, c.State()))
	}()
	start := "start Chromium"
	if opts.Bin != "" { // which may be something else, or too old
		start += " " + opts.Bin
	}
	if err := b.within(ctx, start, b.connect); err != nil {
		b.Close()
		stderr := c.Stderr()
		if stderr != "" && (errors.Is(err, ErrCrashed) || errors.Is(err, ErrHung)) {
			err = fmt.Errorf("%w\nChromium said: %s", err, lastLine(stderr))
		}
		return nil, err
	}
	return b, nil
}

func newBrowser(opts Options, p *pipe) *Browser {
	opts.VectorsTimeout = cmp.Or(opts.VectorsTimeout, 5*time.Second)
	b := &Browser{opts: opts, pipe: p, state: state{Fonts: map[string]bool{}}}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	return b
}

// client returns rod's end of the pipe.
func (b *Browser) client() (*rod.Browser, error) {
	client := rod.New().Context(b.ctx).Client(cdp.New().Start(b.pipe)).NoDefaultDevice()
	return client, client.Connect()
}

// connect opens the page. What does not wait for another answer is asked at once: each answer takes a millisecond or two while
// Chromium starts.
func (b *Browser) connect() error {
	client, err := b.client()
	if err != nil {
		return err
	}
	if b.page, err = firstPage(client); err != nil {
		return err
	}
	b.state.Session = b.page.SessionID
	b.listen()
	var calls errgroup.Group
	calls.Go(func() error { return proto.FetchEnable{}.Call(b.page) })
	calls.Go(func() error { return proto.InspectorEnable{}.Call(b.page) })
	calls.Go(func() error { return proto.PageEnable{}.Call(b.page) })
	calls.Go(func() error {
		version, err := proto.BrowserGetVersion{}.Call(client)
		if err == nil {
			b.state.Version = version.Product
		}
		return err
	})
	calls.Go(func() error {
		_, err := b.evaluate(writeShell(b.opts.Shell) + b.opts.Script)
		return err
	})
	return calls.Wait()
}

// listen answers what the page asks for, and notices its end. Chromium reports both once connect has enabled their domains, which stay
// enabled when the browser is lent.
func (b *Browser) listen() {
	session := b.page.SessionID
	messages := b.page.Browser().Context(b.ctx).Event()
	go func() {
		for message := range messages {
			if message.SessionID == session {
				b.notice(message)
			}
		}
	}()
}

func (b *Browser) notice(message *rod.Message) {
	var request proto.FetchRequestPaused
	switch {
	case message.Load(&request):
		go b.answer(&request)
	case message.Load(proto.InspectorTargetCrashed{}):
		b.cancel(fmt.Errorf("%w (its page failed)", ErrCrashed))
	case message.Load(proto.PageJavascriptDialogOpening{}):
		go func() { _ = proto.PageHandleJavaScriptDialog{}.Call(b.page) }()
	}
}

// firstPage returns the tab that Chromium opens with: its process is starting already, a new tab's takes 15 ms more.
func firstPage(client *rod.Browser) (*rod.Page, error) {
	ctx, stop := context.WithCancel(client.GetContext())
	defer stop()
	messages := client.Context(ctx).Event()
	if err := (proto.TargetSetAutoAttach{AutoAttach: true, Flatten: true}).Call(client); err != nil {
		return nil, err
	}
	for message := range messages {
		var attached proto.TargetAttachedToTarget
		if message.Load(&attached) && attached.TargetInfo.Type == proto.TargetTargetInfoTypePage {
			return client.PageFromSession(attached.SessionID), nil
		}
	}
	return nil, fmt.Errorf("%w (it opened no page)", ErrCrashed) // the pipe has ended, perhaps before Chromium's process
}

// Version is Chromium's name and version, as in "HeadlessChrome/156.0.8078.79".
func (b *Browser) Version() string { return b.state.Version }

// Shown counts the pictures shown so far.
func (b *Browser) Shown() int { return b.state.Shown }

// Err says why the browser cannot be used any more. It is nil while it can.
func (b *Browser) Err() error { return context.Cause(b.ctx) }

// Kill ends Chromium like Close, but waits for its end only where a folder has to be removed after it. A program
// that is about to exit saves 17 ms.
func (b *Browser) Kill() error {
	if b.Borrowed() || len(b.proc.folders()) > 0 {
		return b.Close()
	}
	b.cancel(errClosed)
	b.proc.kill()
	return nil
}

// Close ends Chromium and all its processes, and waits until they are gone. A borrowed browser is given back. Close is safe to
// call twice.
func (b *Browser) Close() error {
	if b.Borrowed() {
		return b.giveBack()
	}
	b.cancel(errClosed)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return b.proc.stop(ctx)
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }
