// Package strips holds opaque pictures in strips of rows. A picture never changes: one that differs from it in some places
// shares all other strips with it, and what they are in a PNG, so that a redraw compresses only what was drawn.
package strips

import (
	"bytes"
	"fmt"
	"hash/adler32"
	"image"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"
	"golang.org/x/sync/errgroup"

	"mockup/internal/render/fastpng"
)

const (
	rows     = 64 // of a strip; fewer compress less, more take longer after a small change
	channels = 3
)

// Picture is an opaque picture. It is safe for concurrent use.
type Picture struct {
	size   image.Point
	strips []*strip
}

// strip is some rows of a picture. It never changes but for what they are in a PNG, which is computed when it is first wanted.
type strip struct {
	pix    []byte // RGB
	packed func() (packed, error)
}

// packed is a strip in a PNG: the chunk, and the checksum and number of the bytes that were compressed.
type packed struct {
	chunk []byte
	sum   uint32
	size  int
}

// Read reads a PNG that has no alpha, in the form that Chromium writes.
func Read(png []byte) (*Picture, error) {
	p := &Picture{}
	var pix [][]byte // of each strip by itself, since another picture may share one of them for long
	err := readRows(png, func(size image.Point) error {
		p.size = size
		for y := 0; y < size.Y; y += rows {
			pix = append(pix, make([]byte, min(rows, size.Y-y)*size.X*channels))
		}
		return nil
	}, func(y int, row []byte) { copy(pix[y/rows][y%rows*len(row):], row) })
	if err != nil {
		return nil, err
	}
	stride := p.size.X * channels
	for i, own := range pix {
		p.strips = append(p.strips, newStrip(own, stride, i == len(pix)-1))
	}
	return p, nil
}

// With returns the picture with another, a PNG without alpha, drawn on it at a place.
func (p *Picture) With(at image.Point, png []byte) (*Picture, error) {
	changed := &Picture{size: p.size, strips: append([]*strip(nil), p.strips...)}
	stride, fresh := p.size.X*channels, map[int][]byte{}
	err := readRows(png, func(size image.Point) error {
		if area := (image.Rectangle{Min: at, Max: at.Add(size)}); !area.In(image.Rectangle{Max: p.size}) {
			return fmt.Errorf("draw %v on a picture of %v: it reaches out of it", area, p.size)
		}
		return nil
	}, func(y int, row []byte) {
		i, line := (at.Y+y)/rows, (at.Y+y)%rows
		if fresh[i] == nil {
			fresh[i] = bytes.Clone(p.strips[i].pix)
		}
		copy(fresh[i][line*stride+at.X*channels:], row)
	})
	if err != nil {
		return nil, err
	}
	for i, pix := range fresh {
		if !bytes.Equal(pix, p.strips[i].pix) {
			changed.strips[i] = newStrip(pix, stride, i == len(p.strips)-1)
		}
	}
	return changed, nil
}

// Share returns the picture with the strips of another that have the same pixels, and so what is known of them.
func (p *Picture) Share(other *Picture) *Picture {
	if other.size != p.size {
		return p
	}
	shared := &Picture{size: p.size, strips: append([]*strip(nil), p.strips...)}
	for i, s := range other.strips {
		if bytes.Equal(s.pix, p.strips[i].pix) {
			shared.strips[i] = s
		}
	}
	return shared
}

// Size is the picture's size in pixels.
func (p *Picture) Size() image.Point { return p.size }

// PNG returns the picture as a PNG. Its bytes depend on nothing but the pixels.
func (p *Picture) PNG() ([]byte, error) {
	parts := make([]packed, len(p.strips))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	length, sum := 0, uint32(1)
	for i, s := range p.strips {
		group.Go(func() (err error) {
			parts[i], err = s.packed()
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, part := range parts {
		length, sum = length+len(part.chunk), fastpng.JoinSums(sum, part.sum, part.size)
	}
	out := fastpng.Begin(make([]byte, 0, length+128), p.size, channels)
	for _, part := range parts {
		out = append(out, part.chunk...)
	}
	return fastpng.End(out, sum), nil
}

func newStrip(pix []byte, stride int, last bool) *strip {
	return &strip{pix, sync.OnceValues(func() (packed, error) { return pack(pix, stride, last) })}
}

// compressors are kept, since the tables of one take a megabyte.
type compressor struct {
	*flate.Writer
	filtered []byte
}

var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // which knows this level
	return &compressor{Writer: w}
}}

// pack compresses some rows. The first one is filtered by itself, so that the others do not depend on the strip above.
func pack(pix []byte, stride int, last bool) (packed, error) {
	c := compressors.Get().(*compressor)
	defer compressors.Put(c)
	c.filtered = c.filtered[:0]
	for y := 0; y < len(pix); y += stride {
		if y == 0 {
			c.filtered = fastpng.AppendSub(c.filtered, pix[:stride], channels)
			continue
		}
		c.filtered = fastpng.AppendUp(c.filtered, pix[y:y+stride], pix[y-stride:y])
	}
	var data bytes.Buffer
	data.Grow(len(pix) / 6)
	c.Reset(&data)
	if _, err := c.Write(c.filtered); err != nil {
		return packed{}, err
	}
	finish := c.Flush
	if last {
		finish = c.Close
	}
	if err := finish(); err != nil {
		return packed{}, err
	}
	return packed{fastpng.AppendChunk(nil, "IDAT", data.Bytes()), adler32.Checksum(c.filtered), len(c.filtered)}, nil
}

// readRows reads a PNG without alpha.
func readRows(png []byte, size func(image.Point) error, row func(y int, pix []byte)) error {
	if len(png) > 25 && png[25] != 2 {
		return fmt.Errorf("%w: it has the colour type %d, want 2", fastpng.ErrForm, png[25])
	}
	return fastpng.Rows(png, size, func(y int, pix []byte, _ int) { row(y, pix) })
}
