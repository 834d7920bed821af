package composite

import (
	"encoding/binary"
	"errors"
	"image"
	"image/draw"
	"sync"
)

// Sprite is a picture that a composition's layers draw. It is loaded when it is first shown, and discarded when it has
// been shown for the last time. A sprite belongs to one composition at a time.
type Sprite struct {
	size image.Point
	load func() error // nil: its pixels are never discarded

	film    func(picture int) error // nil: it has one picture
	picture int                     // of the film, that it has now

	discarded bool // its pixels were discarded: Fill sets none until ensure loads the sprite again
	*pixels
}

// pixels are what a sprite shows.
type pixels struct {
	full   *level // Y, U, V, A
	luma   *level // Y, A: the same pixels
	ink    image.Rectangle
	chroma [5]halved
}

// halved is the chroma of a sprite, for one of the four ways in which the sprite can lie on the frame's chroma grid or for
// scaling and turning.
type halved struct {
	once  sync.Once
	level *level
}

// NewSprite returns a sprite of a size in pixels that is loaded later: load has to call its Fill. It may fill other sprites
// as well.
func NewSprite(size image.Point, load func() error) *Sprite {
	return &Sprite{size: size, load: load}
}

// NewFilm returns a sprite that has a picture for each value of Pose.Picture: load has to call its FillPlanes with the one that
// is asked for.
func NewFilm(size image.Point, load func(picture int) error) *Sprite {
	return &Sprite{size: size, film: load, load: func() error { return nil }}
}

// FillPlanes sets a film's picture: Y, Cb and Cr, one plane after the other, of frames of a size, and how much of each pixel of
// the sprite shows, 0 to 255. In a margin the edges of the frame are repeated. What of it has no place is left out.
func (s *Sprite) FillPlanes(planes []byte, size image.Point, margin int, alpha []byte) {
	full := newLevel(s.size.X, s.size.Y, 4)
	inside := func(at, length int) int { return min(max(at-margin, 0), length-2*margin-1) }
	for y := range full.h {
		shows := alpha[y*full.w : (y+1)*full.w]
		copy(full.row(3, y, 0, full.w), shows)
		for i := range 3 {
			from := planes[(i*size.Y+inside(y, full.h))*size.X:]
			for x, out := 0, full.row(i, y, 0, full.w); x < len(out); x++ {
				out[x] = byte((int(from[inside(x, full.w)])*int(shows[x]) + 127) / 255)
			}
		}
	}
	full.findSpans()
	s.pixels = full.toPixels()
}

// Picture is a picture for a sprite, set row by row. It is for one goroutine at a time, which may be another than the one that draws
// the sprite.
type Picture struct {
	full *level
	row  []byte // with alpha
}

// NewPicture returns a picture of a size in pixels that is transparent.
func NewPicture(size image.Point) *Picture { return &Picture{full: newLevel(size.X, size.Y, 4)} }

// SetRow sets row y, once. The first pixels of pix are shown. Each has 3 channels, R, G and B, or 4: also alpha, by which the
// colours are not multiplied.
func (p *Picture) SetRow(y int, pix []byte, channels int) {
	if channels == 3 {
		p.row = p.row[:0]
		for x := range p.full.w {
			p.row = append(p.row, pix[3*x], pix[3*x+1], pix[3*x+2], 255)
		}
		pix = p.row
	}
	p.full.convertRow(y, pix, straight)
}

// Show sets a sprite's picture, which must be of its size, unless it is set or no longer needed.
func (s *Sprite) Show(p *Picture) {
	if s.pixels == nil && !s.discarded {
		s.pixels = p.full.toPixels()
	}
}

// Fill is Show with a picture that is in rectangle r of img, of the sprite's size. Pictures of type NRGBA and RGBA are read directly,
// others are converted first.
func (s *Sprite) Fill(img image.Image, r image.Rectangle) {
	if s.pixels == nil && !s.discarded {
		s.pixels = newPixels(img, r)
	}
}

// ensure loads the sprite unless it has its pixels; of a film those of one picture.
func (s *Sprite) ensure(picture int) error {
	if s.pixels != nil && (s.film == nil || s.picture == picture) {
		return nil
	}
	s.discarded = false
	if s.film != nil {
		if err := s.film(picture); err != nil {
			return err
		}
		s.picture = picture
	} else if err := s.load(); err != nil {
		return err
	}
	if s.pixels == nil || s.full.w != s.size.X || s.full.h != s.size.Y {
		return errors.New("composite: a sprite was loaded and has no picture of its size")
	}
	return nil
}

// discard frees pixels that can be loaded again.
func (s *Sprite) discard() {
	if s.load != nil {
		s.discarded, s.pixels = true, nil
	}
}

func newPixels(img image.Image, r image.Rectangle) *pixels {
	full := newLevel(r.Dx(), r.Dy(), 4)
	switch src := img.(type) {
	case *image.NRGBA:
		for y := range full.h {
			full.convertRow(y, src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):], straight)
		}
	case *image.RGBA:
		for y := range full.h {
			full.convertRow(y, src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):], premultiplied)
		}
	default:
		copied := image.NewNRGBA(image.Rect(0, 0, full.w, full.h))
		draw.Draw(copied, copied.Rect, img, r.Min, draw.Src)
		for y := range full.h {
			full.convertRow(y, copied.Pix[copied.PixOffset(0, y):], straight)
		}
	}
	return full.toPixels()
}

// toPixels are the pixels of a sprite whose level of full resolution is filled, and its spans found.
func (l *level) toPixels() *pixels {
	luma := *l
	luma.p = [][]byte{l.p[0], l.p[3]}
	return &pixels{full: l, luma: &luma, ink: l.ink()}
}

// alike is how much the planes of two pixels may differ that look the same: an image whose edges are smoothed elsewhere.
const alike = 3

// differing returns a sprite with those pixels of one that another one of its size has in another colour. Both are loaded.
func differing(s, other *Sprite) *Sprite {
	full := newLevel(s.full.w, s.full.h, 4)
	for at := range full.p[0] {
		for i := range full.p {
			if d := int(s.full.p[i][at]) - int(other.full.p[i][at]); d < -alike || d > alike {
				for k := range full.p {
					full.p[k][at] = s.full.p[k][at]
				}
				break
			}
		}
	}
	full.findSpans()
	return &Sprite{size: s.size, pixels: full.toPixels()}
}

// Size is the sprite's width and height in pixels.
func (s *Sprite) Size() image.Point { return s.size }

// inked is a part of the sprite outside which all is transparent: the smallest one once the sprite is loaded.
func (s *Sprite) inked() image.Rectangle {
	if s.pixels == nil {
		return image.Rectangle{Max: s.size}
	}
	return s.ink
}

// halfLevel is the sprite's chroma with its left column px and its top row py pixels (0 or 1) into a chroma sample.
func (s *Sprite) halfLevel(px, py int) *level {
	h := &s.chroma[py*2+px]
	h.once.Do(func() { h.level = s.full.halve(px, py, false) })
	return h.level
}

// stretchLevel is the sprite's chroma for scaling and turning: edges are computed there, not found in alpha, so samples at
// the edge of a sprite of odd size are made of its pixels only.
func (s *Sprite) stretchLevel() *level {
	if s.full.w%2 == 0 && s.full.h%2 == 0 {
		return s.halfLevel(0, 0)
	}
	h := &s.chroma[4]
	h.once.Do(func() { h.level = s.full.halve(0, 0, true) })
	return h.level
}

// planes hold one byte a pixel each and have the same size: some of Y, U, V and A, in this order.
type planes struct {
	w, h, stride int
	p            [][]byte
}

func newPlanes(w, h, n int) planes { return planesOf(w, h, n, make([]byte, n*w*h)) }

// planesOf divides a buffer among planes.
func planesOf(w, h, n int, all []byte) planes {
	ps := planes{w: w, h: h, stride: w, p: make([][]byte, n)}
	for i := range ps.p {
		ps.p[i] = all[i*w*h : (i+1)*w*h]
	}
	return ps
}

// row returns pixels [x0, x1) of row y of plane i.
func (ps *planes) row(i, y, x0, x1 int) []byte {
	return ps.p[i][y*ps.stride+x0 : y*ps.stride+x1]
}

// level is a sprite at one resolution: premultiplied planes, the last one alpha, and the span of each row.
type level struct {
	planes
	spans []span
}

// span is what is known about a row: outside [first, last) all is transparent, inside [solid, solidEnd) all is opaque.
type span struct{ first, last, solid, solidEnd int32 }

func newLevel(w, h, n int) *level {
	return &level{planes: newPlanes(w, h, n), spans: make([]span, h)}
}

// alpha is the index of the alpha plane.
func (l *level) alpha() int { return len(l.p) - 1 }

func (l *level) findSpans() {
	for y := range l.spans {
		l.spans[y] = spanOf(l.row(l.alpha(), y, 0, l.w))
	}
}

// spanOf finds a row's span; of several opaque runs it keeps the longest. Eight pixels that are all transparent or all opaque are taken
// at once.
func spanOf(alpha []byte) span {
	var s span
	run := 0
	for x := 0; x < len(alpha); {
		a, n := alpha[x], 1
		if x+8 <= len(alpha) {
			if eight := binary.LittleEndian.Uint64(alpha[x:]); eight == 0 || eight == allOpaque {
				n = 8
			}
		}
		if a != 0 {
			if s.last == 0 {
				s.first = int32(x)
			}
			s.last = int32(x + n)
		}
		if a != 255 {
			run = x + n
		} else if int32(x+n-run) > s.solidEnd-s.solid {
			s.solid, s.solidEnd = int32(run), int32(x+n)
		}
		x += n
	}
	return s
}

// ink is the smallest rectangle that holds all that is not transparent.
func (l *level) ink() image.Rectangle {
	var ink image.Rectangle
	for y, s := range l.spans {
		ink = ink.Union(image.Rect(int(s.first), y, int(s.last), y+1))
	}
	return ink
}

// halve makes the U, V, A level of half resolution: each sample is the mean of four pixels, those outside the sprite
// counting as transparent or, with repeat, as the ones at its edge.
func (l *level) halve(px, py int, repeat bool) *level {
	half := newLevel((l.w+px+1)/2, (l.h+py+1)/2, 3)
	upper, lower := make([]byte, 2*half.w), make([]byte, 2*half.w)
	for y := range half.h {
		at := [2]int{2*y - py, 2*y - py + 1}
		if repeat {
			at[1] = min(at[1], l.h-1)
		}
		if l.isClear(at[0]) && l.isClear(at[1]) {
			continue
		}
		for i := range half.p {
			for k, row := range [2][]byte{upper, lower} {
				if l.isClear(at[k]) {
					clear(row)
					continue
				}
				n := copy(row[px:], l.row(i+1, at[k], 0, l.w))
				if repeat && l.w%2 == 1 {
					row[n] = row[n-1]
				}
			}
			halveRows(half.row(i, y, 0, half.w), upper, lower)
		}
	}
	half.findSpans()
	return half
}

// isClear reports whether a row is transparent, as those outside the sprite are.
func (l *level) isClear(y int) bool { return y < 0 || y >= l.h || l.spans[y].last == 0 }
