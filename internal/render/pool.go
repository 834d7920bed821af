package render

import (
	"context"
	"errors"
	"sync"

	"mockup/internal/render/browser"
)

// recycleAfter ends a browser after that many pictures, since Chromium's memory only grows.
const recycleAfter = 100

// pool keeps up to a fixed number of browsers. A browser is started when it is first wanted, lent to one picture
// at a time, replaced when it crashes or hangs, and recycled after recycleAfter pictures.
type pool struct {
	opts  browser.Options
	slots chan *slot // the free ones

	mu     sync.Mutex
	closed bool
	all    []*slot
}

// slot holds at most one browser. Whoever took it from the channel owns it.
type slot struct {
	mu      sync.Mutex
	browser *browser.Browser
}

func newPool(size int, opts browser.Options) *pool {
	p := &pool{opts: opts, slots: make(chan *slot, size)}
	for range size {
		s := &slot{}
		p.all = append(p.all, s)
		p.slots <- s
	}
	return p
}

// errClosed says that the renderer was closed.
var errClosed = errors.New("renderer is closed")

// use lends a browser to work. When it crashes or hangs, work is run once more with a fresh one.
func (p *pool) use(ctx context.Context, work func(*browser.Browser) error) error {
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	for attempt := 0; ; attempt++ {
		b, err := p.browser(ctx, s)
		if err == nil {
			err = work(b)
		}
		if err == nil {
			if b.Shown() >= recycleAfter {
				s.drop((*browser.Browser).Close)
			}
			return nil
		}
		s.drop((*browser.Browser).Close)
		broken := errors.Is(err, browser.ErrCrashed) || errors.Is(err, browser.ErrHung)
		if !broken || attempt > 0 || ctx.Err() != nil {
			return err
		}
	}
}

// warm starts a browser ahead of its first use.
func (p *pool) warm(ctx context.Context) error {
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	_, err = p.browser(ctx, s)
	return err
}

func (p *pool) take(ctx context.Context) (*slot, error) {
	select {
	case s := <-p.slots:
		return s, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// browser returns the slot's browser, started if there is none.
func (p *pool) browser(ctx context.Context, s *slot) (*browser.Browser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser != nil {
		return s.browser, nil
	}
	if p.isClosed() {
		return nil, errClosed
	}
	b, err := browser.Start(ctx, p.opts)
	if err != nil {
		return nil, err
	}
	s.browser = b
	return b, nil
}

// drop ends the slot's browser, if it has one.
func (s *slot) drop(end func(*browser.Browser) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser != nil {
		_ = end(s.browser)
		s.browser = nil
	}
}

func (p *pool) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

// close ends all browsers; work that still runs fails.
func (p *pool) close(end func(*browser.Browser) error) {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	for _, s := range p.all {
		s.drop(end)
	}
}
