// Package studiotest opens the studio in a real Chromium, for tests, measurements and pictures of the documentation.
package studiotest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/studio"
)

// Browsers are what studios need to draw and to be opened. They have to be closed.
type Browsers struct {
	renderer *render.Renderer
	launched *launcher.Launcher
	address  string // where the Chromium for the pages listens
}

// Studio is a studio that runs, and a Chromium in which its pages are opened: to them, it seems to be their own. It has to be closed.
type Studio struct {
	Address  string
	Browser  *rod.Browser
	Renderer *render.Renderer

	closers []func()
}

// Timeout bounds every wait for the page.
const Timeout = 10 * time.Minute

// NewBrowsers starts the browsers.
func NewBrowsers() (*Browsers, error) {
	renderer, err := render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		return nil, err
	}
	b := &Browsers{renderer: renderer}
	if err := b.launch(); err != nil {
		b.Close()
		return nil, fmt.Errorf("start Chromium for the studio: %w", err)
	}
	return b, nil
}

func (b *Browsers) launch() error {
	bin, err := browser.Find("")
	if err != nil {
		return err
	}
	b.launched = launcher.New().Bin(bin).Leakless(false).NoSandbox(browser.NeedsNoSandbox()).
		Set("autoplay-policy", "no-user-gesture-required").Set("disable-gpu").Delete("enable-automation")
	b.address, err = b.launched.Launch()
	return err
}

// Close ends the browsers.
func (b *Browsers) Close() {
	if b.address != "" {
		if chromium := rod.New().ControlURL(b.address); chromium.Connect() == nil {
			_ = chromium.Close()
		}
	}
	if b.launched != nil {
		b.launched.Cleanup()
	}
	b.renderer.Close()
}

// Start starts browsers, and a studio with them that closes them.
func Start(folder, open string) (*Studio, error) {
	b, err := NewBrowsers()
	if err != nil {
		return nil, err
	}
	s, err := b.Start(folder, open)
	if err != nil {
		b.Close()
		return nil, err
	}
	s.closers = append([]func(){b.Close}, s.closers...)
	return s, nil
}

// Start runs a studio on a folder, with a payload to open or "".
func (b *Browsers) Start(folder, open string) (s *Studio, err error) {
	s = &Studio{Renderer: b.renderer}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	page, err := studio.New(studio.Options{Folder: folder, Open: open, Renderer: s.Renderer, Watch: true})
	if err != nil {
		return s, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return s, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- page.Serve(ctx, listener) }()
	s.closers = append(s.closers, func() { cancel(); <-served; page.Close() })
	s.Address = page.Address(listener.Addr())
	// A connection of its own sees the downloads of its own pages alone.
	chromium := rod.New().ControlURL(b.address).NoDefaultDevice()
	if err := chromium.Connect(); err != nil {
		return s, err
	}
	s.Browser, err = chromium.Incognito()
	return s, err
}

// Close ends the studio and closes its pages.
func (s *Studio) Close() {
	if s.Browser != nil {
		_ = s.Browser.Close()
	}
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// Open opens a page of the studio in a window of a size, and waits until it shows a picture.
func (s *Studio) Open(address string, width, height int) (*rod.Page, error) {
	page, err := s.Browser.Page(proto.TargetCreateTarget{})
	if err != nil {
		return nil, err
	}
	err = proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height, DeviceScaleFactor: 1}.Call(page)
	if err == nil { // it has the focus, whatever other pages do
		err = proto.EmulationSetFocusEmulationEnabled{Enabled: true}.Call(page)
	}
	if err == nil {
		err = page.Navigate(address)
	}
	if err == nil {
		err = Settle(page)
	}
	return page, err
}

// Settle waits until the page shows the picture of its text, or says why there is none.
func Settle(page *rod.Page) error {
	return Wait(page, `() => document.body?.dataset.ready === "yes" && document.querySelector(".view")?.getAttribute("aria-busy") === "false"`)
}

// Wait waits until a JavaScript function is true on the page.
func Wait(page *rod.Page, condition string, args ...any) error {
	ctx, cancel := context.WithTimeoutCause(page.GetContext(), Timeout, errors.New("not within "+Timeout.String()))
	defer cancel()
	if err := page.Context(ctx).Wait(rod.Eval(condition, args...)); err != nil {
		return fmt.Errorf("wait for %s: %w", condition, errors.Join(err, context.Cause(ctx)))
	}
	return nil
}
