// Package browser turns pages that Go has prepared into pixels with Chromium.
//
// A Browser is one Chromium process, driven by rod over a pipe, that holds one page: the stage. The stage is
// loaded once and reused: showing a picture replaces its contents, so fonts stay decoded between pictures. The
// page reaches nothing but what Go hands over: every request is paused and answered from memory or refused.
package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
)

// Options say how Chromium is started.
type Options struct {
	Bin       string                         // path or name of the executable; empty: see Find
	NoSandbox bool                           // needed as root and in most containers
	HostFonts bool                           // let fonts of the host be used; default: none is visible
	WebGL     bool                           // let the stage draw in space, by software
	Files     func(path string) (File, bool) // what the stage loads, by path
	Document  string                         // body of the stage
	Script    string                         // defines the object mockup, whose functions Go calls on the stage
}

// Errors that callers branch on.
var (
	// ErrCrashed says that Chromium went away or its page crashed; a fresh browser may succeed.
	ErrCrashed = errors.New("Chromium crashed")
	// ErrHung says that Chromium did not answer within the limit that WithLimit sets.
	ErrHung = errors.New("Chromium did not answer in time")
)

// errClosed says that the browser was ended by Close or Kill.
var errClosed = errors.New("browser is closed")

// Browser is one Chromium and its stage. It is not safe for concurrent use. Calls are bounded by their context alone:
// see WithLimit.
type Browser struct {
	opts    Options
	proc    *process
	page    *rod.Page
	version string
	metrics metrics
	clear   bool // the default background is transparent
	shown   int
	fonts   map[string]bool // IDs of those on the stage

	mu    sync.Mutex
	files map[string]File // of the picture being shown

	ctx    context.Context         // done once the browser cannot be used any more
	cancel context.CancelCauseFunc // kills Chromium
}

// Start runs Chromium and loads the stage. The caller must Close the browser.
func Start(ctx context.Context, opts Options) (*Browser, error) {
	if ctx.Err() != nil {
		return nil, fmt.Errorf("start Chromium: %w", context.Cause(ctx))
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
	context.AfterFunc(b.ctx, proc.kill)
	go func() {
		<-proc.exited
		b.cancel(fmt.Errorf("%w (%s)", ErrCrashed, proc.cmd.ProcessState))
	}()
	if err := b.within(ctx, "start Chromium", b.connect); err != nil {
		b.Close()
		stderr := proc.stderr.String()
		if stderr != "" && (errors.Is(err, ErrCrashed) || errors.Is(err, ErrHung)) {
			err = fmt.Errorf("%w\nChromium said: %s", err, lastLine(stderr))
		}
		return nil, err
	}
	return b, nil
}

// connect opens the stage.
func (b *Browser) connect() error {
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
		func(*proto.InspectorTargetCrashed) { b.cancel(fmt.Errorf("%w (its page failed)", ErrCrashed)) },
		func(*proto.PageJavascriptDialogOpening) {
			go func() { _ = proto.PageHandleJavaScriptDialog{}.Call(b.page) }()
		},
	)
	go wait()
	if err := (proto.FetchEnable{}).Call(b.page); err != nil {
		return err
	}
	_, err = b.evaluate(writeStage(b.opts.Document) + b.opts.Script)
	return err
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

// Err says why the browser cannot be used any more. It is nil while it can.
func (b *Browser) Err() error { return context.Cause(b.ctx) }

// Kill ends Chromium like Close, but waits for its end only where a folder has to be removed after it. A program
// that is about to exit saves 17 ms.
func (b *Browser) Kill() error {
	if b.proc.profile != "" {
		return b.Close()
	}
	b.cancel(errClosed)
	b.proc.kill()
	return nil
}

// Close ends Chromium and all its processes, and waits until they are gone. It is safe to call twice.
func (b *Browser) Close() error {
	b.cancel(errClosed)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return b.proc.stop(ctx)
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }
