// Package browser turns pages that Go has prepared into pixels with Chromium.
//
// A Browser is one Chromium process, driven by rod over a pipe, that holds one page: the stage. The stage is
// loaded once and reused: showing a picture replaces its contents, so fonts stay decoded between pictures. The
// page reaches nothing but what Go hands over: every request is paused and answered from memory or refused.
package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
)

// Origin is the address that the stage believes to live at. No name resolves, so nothing real answers there.
const Origin = "https://mockup.invalid"

// contentPolicy is the second wall behind the missing network: no script runs but what Go evaluates, and nothing in
// a picture's text can load anything.
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'"

// File is a resource that the stage may load.
type File struct {
	Data []byte
	Type string // MIME type
}

// Options say how Chromium is started.
type Options struct {
	Bin       string                         // path or name of the executable; empty: see Find
	NoSandbox bool                           // needed as root and in most containers
	HostFonts bool                           // let fonts of the host be used; default: none is visible
	Files     func(path string) (File, bool) // what the stage loads, by path; "/" is the document
	Script    string                         // defines the functions that Go calls on the stage
	Timeout   time.Duration                  // bound on one call; default 20 s
}

// Errors that callers branch on.
var (
	// ErrCrashed says that Chromium went away or its page crashed; a fresh browser may succeed.
	ErrCrashed = errors.New("Chromium crashed")
	// ErrHung says that Chromium did not answer in time; a fresh browser may succeed.
	ErrHung = errors.New("Chromium did not answer in time")
)

// Browser is one Chromium and its stage. It is not safe for concurrent use.
type Browser struct {
	opts    Options
	proc    *process
	page    *rod.Page
	version string
	metrics metrics
	clear   bool // the default background is transparent
	shown   int
	fonts   map[string]bool // IDs of those on the stage

	mu      sync.Mutex
	files   map[string]File // of the picture being shown
	refused []string        // addresses that the page asked for in vain

	ctx    context.Context // done when the page or the process is gone
	cancel context.CancelCauseFunc
}

// Start runs Chromium and loads the stage. The caller must Close the browser.
func Start(ctx context.Context, opts Options) (*Browser, error) {
	if opts.Timeout <= 0 {
		opts.Timeout = 20 * time.Second
	}
	bin, err := Find(opts.Bin)
	if err != nil {
		return nil, err
	}
	proc, err := startProcess(bin, opts)
	if err != nil {
		return nil, err
	}
	b := &Browser{opts: opts, proc: proc, fonts: map[string]bool{}}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	go func() {
		<-proc.exited
		b.cancel(ErrCrashed)
	}()
	if err := b.within(ctx, "start Chromium", b.connect); err != nil {
		b.Close()
		if stderr := proc.stderr.String(); stderr != "" && !errors.Is(err, context.Canceled) {
			err = fmt.Errorf("%w\nChromium said: %s", err, lastLine(stderr))
		}
		return nil, err
	}
	return b, nil
}

// connect opens the stage.
func (b *Browser) connect(ctx context.Context) error {
	client := rod.New().Context(b.ctx).Client(cdp.New().Start(b.proc.pipe)).NoDefaultDevice()
	if err := client.Connect(); err != nil {
		return err
	}
	version, err := proto.BrowserGetVersion{}.Call(client)
	if err != nil {
		return err
	}
	b.version = version.Product
	page, err := firstPage(client)
	if err != nil {
		return err
	}
	b.page = page.Context(b.ctx)
	wait := b.page.EachEvent(
		func(e *proto.FetchRequestPaused) { go b.answer(e) },
		func(*proto.InspectorTargetCrashed) { b.cancel(ErrCrashed) },
		func(*proto.PageJavascriptDialogOpening) {
			go func() { _ = proto.PageHandleJavaScriptDialog{}.Call(b.page) }()
		},
	)
	go wait()
	if err := (proto.FetchEnable{}).Call(b.page); err != nil {
		return err
	}
	loaded := b.page.WaitEvent(&proto.PageLoadEventFired{})
	if err := b.page.Navigate(Origin + "/"); err != nil {
		return err
	}
	loaded()
	return b.call(b.opts.Script, nil)
}

// firstPage returns the tab that Chromium opens with: its process is on the way already, a new tab's would take
// 15 ms more.
func firstPage(client *rod.Browser) (*rod.Page, error) {
	targets, err := proto.TargetGetTargets{}.Call(client)
	if err != nil {
		return nil, err
	}
	for _, target := range targets.TargetInfos {
		if target.Type == proto.TargetTargetInfoTypePage {
			return client.PageFromTarget(target.TargetID)
		}
	}
	return client.Page(proto.TargetCreateTarget{})
}

// Version is Chromium's name and version, as in "HeadlessChrome/156.0.8078.79".
func (b *Browser) Version() string { return b.version }

// Shown counts the pictures shown so far.
func (b *Browser) Shown() int { return b.shown }

// Kill ends Chromium like Close, but waits for its end only where a folder has to be removed after it. A program
// that is about to exit saves 17 ms.
func (b *Browser) Kill() error {
	if b.proc.profile != "" {
		return b.Close()
	}
	b.cancel(context.Canceled)
	b.proc.kill()
	return nil
}

// Close ends Chromium and all its processes, and waits until they are gone. It is safe to call twice.
func (b *Browser) Close() error {
	b.cancel(context.Canceled)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return b.proc.stop(ctx)
}

// within runs one exchange with Chromium under the call's deadline, and says in typed errors whether Chromium
// crashed or hung. The exchange itself goes on in its goroutine until the browser is closed.
func (b *Browser) within(ctx context.Context, what string, exchange func(context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, b.opts.Timeout, ErrHung)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- exchange(ctx) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-b.ctx.Done():
		err = context.Cause(b.ctx)
	}
	if err == nil {
		return nil
	}
	if cause := context.Cause(b.ctx); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s: %w", what, err)
}

// call evaluates an expression of the stage script, awaits it and decodes what it returns into result.
func (b *Browser) call(expression string, result any) error {
	res, err := proto.RuntimeEvaluate{Expression: expression, AwaitPromise: true, ReturnByValue: true}.Call(b.page)
	if err != nil {
		return err
	}
	if e := res.ExceptionDetails; e != nil {
		message := e.Text
		if e.Exception != nil && e.Exception.Description != "" {
			message = e.Exception.Description
		}
		return fmt.Errorf("stage script: %s", message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal([]byte(res.Result.Value.JSON("", "")), result)
}

// answer serves one request of the page from memory, or refuses it.
func (b *Browser) answer(e *proto.FetchRequestPaused) {
	file, ok := b.lookup(e.Request.URL)
	if !ok {
		b.mu.Lock()
		b.refused = append(b.refused, e.Request.URL)
		b.mu.Unlock()
		_ = proto.FetchFailRequest{RequestID: e.RequestID, ErrorReason: proto.NetworkErrorReasonBlockedByClient}.Call(b.page)
		return
	}
	_ = proto.FetchFulfillRequest{
		RequestID:    e.RequestID,
		ResponseCode: 200,
		ResponseHeaders: []*proto.FetchHeaderEntry{
			{Name: "Content-Type", Value: file.Type},
			{Name: "Content-Security-Policy", Value: contentPolicy},
			{Name: "Cache-Control", Value: "no-store"},
		},
		Body: file.Data,
	}.Call(b.page)
}

func (b *Browser) lookup(address string) (File, bool) {
	path, ok := cutOrigin(address)
	if !ok {
		return File{}, false
	}
	b.mu.Lock()
	file, ok := b.files[path]
	b.mu.Unlock()
	if ok {
		return file, true
	}
	return b.opts.Files(path)
}
