package phone

import (
	"fmt"
	"image"
	"image/color"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/fastpng"
	"mockup/internal/render/warp"
)

// Compositor puts pictures of its screen on a body before a background. It is safe for concurrent use.
type Compositor struct {
	base         *image.NRGBA // all but the screen's light
	transmission warp.Plane
	table        *warp.Table
	screen       image.Point // pixels
}

// Compositor prepares the body for pictures of its screen.
func (b *PlacedBody) Compositor(background color.NRGBA) *Compositor {
	transmission := warp.Plane{Pix: b.ScreenTransmission.Pix, Stride: b.ScreenTransmission.Stride}
	c := &Compositor{base: image.NewNRGBA(b.Picture.Rect), transmission: transmission, screen: b.screen}
	c.table = warp.New(b.ToScreen, b.screen, b.Picture.Rect, transmission)
	c.base.SetRGBA64(0, 0, image.NewUniform(background).RGBA64At(0, 0))
	for n := 4; n < len(c.base.Pix); n *= 2 {
		copy(c.base.Pix[n:], c.base.Pix[:n])
	}
	DrawOver(c.base, b.Picture)
	return c
}

// bytes is how much memory the compositor takes.
func (c *Compositor) bytes() int { return len(c.base.Pix) + len(c.transmission.Pix) + c.table.Bytes() }

// everything is more rows than a screen has: to wait for it is to wait for the end.
const everything = 1 << 30

// band is how many rows of a picture are drawn at once.
const band = 64

// Show shows a picture of the screen, a PNG as Chromium writes it. Each band of rows is drawn as soon as the part of the
// screen is read that it shows: reading takes as long as all the rest. Where the screen shows, all is opaque.
func (c *Compositor) Show(screen []byte) (*image.NRGBA, error) {
	source := make(warp.Colours, c.screen.X*c.screen.Y)
	read := newProgress()
	go func() { read.end(c.read(screen, source, read)) }()

	picture := image.NewNRGBA(c.base.Rect)
	height := picture.Rect.Dy()
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for from := int(next.Add(band)) - band; from < height; from = int(next.Add(band)) - band {
				to := min(from+band, height)
				if err := read.wait(c.table.Rows(from, to)); err != nil {
					return err
				}
				copy(picture.Pix[from*picture.Stride:to*picture.Stride], c.base.Pix[from*c.base.Stride:])
				c.table.DrawColours(picture, source, c.transmission, image.Rect(0, from, picture.Rect.Dx(), to))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return picture, read.wait(everything)
}

// read reads the screen into source.
func (c *Compositor) read(screen []byte, source warp.Colours, read *progress) error {
	return fastpng.Rows(screen, func(size image.Point) error {
		if size != c.screen {
			return fmt.Errorf("show screen: it is %v, want %v", size, c.screen)
		}
		return nil
	}, func(y int, pix []byte, channels int) {
		source.SetRow(y, pix, channels)
		if y%16 == 15 || y == c.screen.Y-1 {
			read.reach(y + 1)
		}
	})
}

// progress makes several readers wait for rows.
type progress struct {
	mu   sync.Mutex
	more sync.Cond
	rows int
	over bool
	err  error
}

func newProgress() *progress {
	p := &progress{}
	p.more.L = &p.mu
	return p
}

func (p *progress) reach(rows int) {
	p.mu.Lock()
	p.rows = rows
	p.mu.Unlock()
	p.more.Broadcast()
}

// end says that no more rows come.
func (p *progress) end(err error) {
	p.mu.Lock()
	p.over, p.err = true, err
	p.mu.Unlock()
	p.more.Broadcast()
}

// wait waits for a number of rows, or for the end.
func (p *progress) wait(rows int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.rows < rows && !p.over {
		p.more.Wait()
	}
	return p.err
}
