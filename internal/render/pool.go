package render

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"mockup/internal/render/browser"
)

// recycleAfter ends a browser after that many pictures, since Chromium's memory only grows.
const recycleAfter = 100

// ErrClosed says that the renderer was closed before or while it worked.
var ErrClosed = errors.New("renderer is closed")

// pool keeps up to a fixed number of browsers. A browser is started when it is first wanted, lent to one picture
// at a time, replaced when it crashes or hangs, and recycled after recycleAfter pictures. The one used last is lent
// first: its fonts are loaded, and the others may stay unstarted.
type pool struct {
	opts    browser.Options
	timeout time.Duration // of one attempt at a work, a start of its browser included
	ctx     context.Context
	cancel  context.CancelCauseFunc
	lent    chan struct{} // holds an element for each browser that is lent

	mu   sync.Mutex
	dial func() net.Conn  // to a process that lends its browser; nil: no connection, or no such process
	idle []*launch        // not lent; the one to lend next comes last
	all  map[*launch]bool // idle and lent
	fail error            // why the latest start failed; nil if it did not
}

// launch is the start of a browser. It goes on when who wanted it has gone: the next one finds it further.
type launch struct {
	over    chan struct{} // closed once browser or err is set
	browser *browser.Browser
	err     error
}

func newPool(size int, timeout time.Duration, opts browser.Options) *pool {
	p := &pool{opts: opts, timeout: timeout, lent: make(chan struct{}, size), all: map[*launch]bool{}}
	p.ctx, p.cancel = context.WithCancelCause(context.Background())
	return p
}

// use lends a browser to work, for the pool's timeout at most. When Chromium crashes or hangs, work is done once more with
// another browser, which has as long: on a machine with much else to do Chromium hangs now and then, and then not again. It
// is also done once more for each image that a placeholder then stands for.
func (p *pool) use(ctx context.Context, work func(context.Context, *browser.Browser) error) error {
	ctx, cancel := p.whileOpen(ctx)
	defer cancel()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case p.lent <- struct{}{}:
		defer func() { <-p.lent }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var err error
	for attempts := 2; attempts > 0; {
		var again bool
		if again, err = p.attempt(ctx, work); !again || ctx.Err() != nil {
			break
		}
		if !errors.Is(err, errStoodIn) {
			attempts--
		}
	}
	if err != nil && p.ctx.Err() != nil {
		return ErrClosed
	}
	return err
}

// attempt does work with a browser, and puts that back unless it is spent. It reports whether a second attempt may
// end better.
func (p *pool) attempt(ctx context.Context, work func(context.Context, *browser.Browser) error) (again bool, err error) {
	ctx, cancel := browser.WithLimit(ctx, p.timeout)
	defer cancel()
	l := p.borrow()
	select {
	case <-l.over:
	case <-ctx.Done():
		p.putBack(l)
		return false, fmt.Errorf("start Chromium: %w", context.Cause(ctx))
	}
	if l.err != nil {
		return false, l.err
	}
	err = work(ctx, l.browser)
	p.takeBack(l)
	return errors.Is(err, browser.ErrCrashed) || errors.Is(err, browser.ErrHung), err
}

// warm starts one more browser ahead of its use, unless all are up.
func (p *pool) warm(ctx context.Context) error {
	ctx, cancel := p.whileOpen(ctx)
	defer cancel()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.mu.Lock()
	if len(p.all) == cap(p.lent) {
		p.mu.Unlock()
		return nil
	}
	l := p.start()
	p.idle = slices.Insert(p.idle, 0, l)
	p.mu.Unlock()
	select {
	case <-l.over:
		return l.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// borrow takes a browser that works from the idle ones, or starts one.
func (p *pool) borrow() *launch {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) > 0 {
		last := len(p.idle) - 1
		l := p.idle[last]
		p.idle = p.idle[:last]
		if !l.isUp() || l.browser.Err() == nil {
			return l
		}
		delete(p.all, l) // it crashed since
	}
	return p.start()
}

// start starts a browser, and once more when Chromium crashes or hangs on its way up. The caller holds the lock.
func (p *pool) start() *launch {
	l := &launch{over: make(chan struct{})}
	p.all[l] = true
	go func() {
		defer close(l.over)
		l.browser, l.err = p.bringUp()
		if errors.Is(l.err, browser.ErrCrashed) || errors.Is(l.err, browser.ErrHung) {
			l.browser, l.err = p.bringUp()
		}
		p.mu.Lock()
		p.fail = l.err
		p.mu.Unlock()
		if l.err != nil {
			p.forget(l)
		}
	}()
	return l
}

// failure returns why no browser can be lent: the latest start has failed, and none is up. Otherwise it returns nil.
func (p *pool) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.all {
		if l.isUp() && l.browser.Err() == nil {
			return nil
		}
	}
	return p.fail
}

// bringUp borrows a browser, or else starts one, within half of the pool's timeout, so that a second start has a chance.
func (p *pool) bringUp() (*browser.Browser, error) {
	ctx, cancel := browser.WithLimit(p.ctx, p.timeout/2)
	defer cancel()
	p.mu.Lock()
	dial := p.dial
	p.mu.Unlock()
	if dial != nil {
		if conn := dial(); conn != nil {
			if b, err := browser.Borrow(ctx, conn, p.opts); err == nil {
				return b, nil
			}
		}
	}
	return browser.Start(ctx, p.opts)
}

// errBusy says that all browsers are lent or starting.
var errBusy = errors.New("all browsers are in use or starting")

// lend lends a browser to another process until that gives it back or is gone. It does not wait for one that is in use or starting.
func (p *pool) lend(conn net.Conn) error {
	select {
	case p.lent <- struct{}{}:
		defer func() { <-p.lent }()
	default:
		return errBusy
	}
	l := p.borrow()
	if !l.isUp() {
		p.putBack(l)
		return errBusy
	}
	l.browser.Lend(conn)
	if l.isSpent() {
		conn.Close() // the borrower waits for it, and the end of Chromium takes a moment
	}
	p.takeBack(l)
	return nil
}

// isUp reports whether the start is over; idle ones whose start failed are forgotten.
func (l *launch) isUp() bool {
	select {
	case <-l.over:
		return l.err == nil
	default:
		return false
	}
}

// putBack makes a browser the next to be lent; one that is still starting waits behind those that are up.
func (p *pool) putBack(l *launch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case !p.all[l]: // its start has failed meanwhile
	case l.isUp():
		p.idle = append(p.idle, l)
	default:
		p.idle = slices.Insert(p.idle, 0, l)
	}
}

// takeBack takes a browser back after its use. One that is spent or borrowed goes. After a borrowed one that failed, none is borrowed
// any more: a browser of one's own says why it fails.
func (p *pool) takeBack(l *launch) {
	if l.browser.Err() != nil && l.browser.Borrowed() {
		p.mu.Lock()
		p.dial = nil
		p.mu.Unlock()
	}
	if l.isSpent() {
		p.drop(l)
	} else {
		p.putBack(l)
	}
}

// isSpent reports whether a browser cannot be used by the next one.
func (l *launch) isSpent() bool {
	return l.browser.Err() != nil || l.browser.Borrowed() || l.browser.Shown() >= recycleAfter
}

// drop ends a browser and forgets it.
func (p *pool) drop(l *launch) {
	_ = l.browser.Close()
	p.forget(l)
}

// size counts the browsers that are up or starting.
func (p *pool) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all)
}

func (p *pool) forget(l *launch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, l)
	p.idle = slices.DeleteFunc(p.idle, func(other *launch) bool { return other == l })
}

// whileOpen returns a context that ends with ErrClosed when the pool is closed.
func (p *pool) whileOpen(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if p.ctx.Err() != nil { // AfterFunc would say so a moment too late
		cancel(ErrClosed)
	}
	stop := context.AfterFunc(p.ctx, func() { cancel(ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

// close ends all browsers, those that are starting included; work that still runs fails with ErrClosed.
func (p *pool) close(end func(*browser.Browser) error) {
	p.cancel(ErrClosed)
	p.mu.Lock()
	all := slices.Collect(maps.Keys(p.all))
	p.mu.Unlock()
	var ended sync.WaitGroup
	for _, l := range all {
		ended.Go(func() {
			<-l.over
			if l.browser != nil {
				_ = end(l.browser)
			}
		})
	}
	ended.Wait()
}
