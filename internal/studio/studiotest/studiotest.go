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

// Studio is a studio that runs, and a Chromium in which its pages are opened. It has to be closed.
type Studio struct {
	Address  string
	Browser  *rod.Browser
	Renderer *render.Renderer

	launched *launcher.Launcher
	closers  []func()
}

// Timeout bounds every wait for the page.
const Timeout = 30 * time.Second

// Start runs a studio on a folder, with a payload to open or "".
func Start(folder, open string) (s *Studio, err error) {
	s = &Studio{}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	s.Renderer, err = render.New(render.Options{Workers: 2, NoSandbox: browser.NeedsNoSandbox(), Timeout: time.Minute})
	if err != nil {
		return s, err
	}
	s.closers = append(s.closers, s.Renderer.Close)
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
	return s, s.launch()
}

func (s *Studio) launch() error {
	bin, err := browser.Find("")
	if err != nil {
		return err
	}
	s.launched = launcher.New().Bin(bin).Leakless(false).NoSandbox(browser.NeedsNoSandbox()).
		Set("autoplay-policy", "no-user-gesture-required").Set("disable-gpu").Delete("enable-automation")
	address, err := s.launched.Launch()
	if err != nil {
		return fmt.Errorf("start Chromium for the studio: %w", err)
	}
	s.Browser = rod.New().ControlURL(address).NoDefaultDevice()
	return s.Browser.Connect()
}

// Close ends the studio and Chromium.
func (s *Studio) Close() {
	if s.Browser != nil {
		_ = s.Browser.Close()
	}
	if s.launched != nil {
		s.launched.Cleanup()
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
