package phone

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"mockup/internal/render/fastpng"
	"mockup/internal/render/warp"
)

// Stage is a body before a background that waits for pictures of its screen. It is safe for concurrent use.
type Stage struct {
	ground *image.NRGBA // all but the screen's light
	share  warp.Plane
	table  *warp.Table
	screen image.Point // pixels
}

// Stage prepares the body for pictures of its screen.
func (b *Shot) Stage(background color.NRGBA) *Stage {
	s := &Stage{ground: image.NewNRGBA(b.Picture.Rect), share: warp.Plane{Pix: b.Share.Pix, Stride: b.Share.Stride}, screen: b.screen}
	s.table = warp.New(b.Screen, b.screen, b.Picture.Rect, func(x, y int) bool { return b.Share.Pix[y*b.Share.Stride+x] > 0 })
	warp.InParallel(s.ground.Rect.Dy(), func(from, to int) {
		rows := image.Rect(0, from, s.ground.Rect.Dx(), to)
		draw.Draw(s.ground, rows, image.NewUniform(background), image.Point{}, draw.Src)
		draw.Draw(s.ground, rows, b.Picture, rows.Min, draw.Over)
	})
	return s
}

// bytes is how much memory the stage takes.
func (s *Stage) bytes() int { return len(s.ground.Pix) + len(s.share.Pix) + s.table.Bytes() }

// everything is more rows than a screen has: what waits for it waits for the end.
const everything = 1 << 30

// band is how many rows of a picture are drawn at once.
const band = 64

// Show shows a picture of the screen, a PNG as Chromium writes it. Each band of rows is drawn as soon as the part of the
// screen is read that it shows: reading takes as long as all the rest. Where the screen shows, all is opaque.
func (s *Stage) Show(screen []byte) (*image.NRGBA, error) {
	source := make(warp.Colours, s.screen.X*s.screen.Y)
	read := newProgress()
	go func() { read.end(s.read(screen, source, read)) }()

	picture := image.NewNRGBA(s.ground.Rect)
	height := picture.Rect.Dy()
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for from := int(next.Add(band)) - band; from < height; from = int(next.Add(band)) - band {
				to := min(from+band, height)
				if err := read.wait(s.table.Rows(from, to)); err != nil {
					return err
				}
				copy(picture.Pix[from*picture.Stride:to*picture.Stride], s.ground.Pix[from*s.ground.Stride:])
				s.table.DrawColours(picture, source, s.share, image.Rect(0, from, picture.Rect.Dx(), to))
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
func (s *Stage) read(screen []byte, source warp.Colours, read *progress) error {
	return fastpng.Rows(screen, func(size image.Point) error {
		if size != s.screen {
			return fmt.Errorf("show screen: it is %v, want %v", size, s.screen)
		}
		return nil
	}, func(y int, pix []byte, channels int) {
		source.SetRow(y, pix, channels)
		if y%16 == 15 || y == s.screen.Y-1 {
			read.reach(y + 1)
		}
	})
}

// progress tells several how many rows are there.
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
