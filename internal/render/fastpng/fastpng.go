// Package fastpng encodes pictures as PNG several times as fast as image/png, on all processors, for somewhat larger
// files: each row is filtered by the one above, which suits drawn pictures, and parts of the picture are compressed at
// once. A picture's bytes do not depend on the number of processors. Reading is no faster, but returns the first rows before
// the others are decompressed.
package fastpng

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image"
	"runtime"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
	"golang.org/x/sync/errgroup"
)

const (
	signature = "\x89PNG\r\n\x1a\n"
	zlibHead  = "\x78\x01" // deflate with a window of 32 KB, fastest

	partBytes = 1 << 20 // of pixels, compressed by themselves: smaller parts compress less, larger ones occupy fewer processors

	colorRGB, colorRGBA = 2, 6 // PNG color types
	filterSub, filterUp = 1, 2 // PNG filter types
)

// Encode returns a picture as PNG: as RGB if all of it is opaque, otherwise as RGBA.
func Encode(img *image.NRGBA) ([]byte, error) {
	e := newEncoder(img, !img.Opaque(), flate.BestSpeed)
	parts, err := e.compress()
	if err != nil {
		return nil, err
	}
	out, sum := Begin(nil, image.Pt(e.width, e.height), e.channels), uint32(1)
	for _, p := range parts {
		out = AppendChunk(out, "IDAT", p.data)
		sum = JoinSums(sum, p.sum, p.size)
	}
	return End(out, sum), nil
}

// Begin appends what comes before a picture's pixels, which have 3 or 4 channels. Chunks of compressed rows follow.
func Begin(out []byte, size image.Point, channels int) []byte {
	header := binary.BigEndian.AppendUint32(nil, uint32(size.X))
	header = binary.BigEndian.AppendUint32(header, uint32(size.Y))
	kind := byte(colorRGBA)
	if channels == 3 {
		kind = colorRGB
	}
	out = AppendChunk(append(out, signature...), "IHDR", append(header, 8, kind, 0, 0, 0))
	return AppendChunk(out, "IDAT", []byte(zlibHead))
}

// End appends what comes after the pixels, whose Adler-32 checksum before compression is sum.
func End(out []byte, sum uint32) []byte {
	out = AppendChunk(out, "IDAT", binary.BigEndian.AppendUint32(nil, sum))
	return AppendChunk(out, "IEND", nil)
}

// Pixels returns a picture as the content of PNG chunks: as RGBA with alpha, otherwise as RGB. The level of compression is
// that of package flate.
func Pixels(img *image.NRGBA, alpha bool, level int) ([]byte, error) {
	parts, err := newEncoder(img, alpha, level).compress()
	out, sum := []byte(zlibHead), uint32(1)
	for _, p := range parts {
		out, sum = append(out, p.data...), JoinSums(sum, p.sum, p.size)
	}
	return binary.BigEndian.AppendUint32(out, sum), err
}

type encoder struct {
	img           *image.NRGBA
	width, height int
	channels      int
	level         int // of compression
}

func newEncoder(img *image.NRGBA, alpha bool, level int) *encoder {
	e := &encoder{img: img, width: img.Rect.Dx(), height: img.Rect.Dy(), channels: 3, level: level}
	if alpha {
		e.channels = 4
	}
	return e
}

// part is some rows, compressed, with the Adler-32 checksum and the number of their bytes before compression.
type part struct {
	data []byte
	sum  uint32
	size int
}

// compress divides the parts among the processors. Each processor uses one compressor for all its parts, since a
// compressor's tables take a megabyte.
func (e *encoder) compress() ([]part, error) {
	rows := max(1, partBytes/(e.width*e.channels+1))
	parts := make([]part, (e.height+rows-1)/rows)
	var next atomic.Int64
	var group errgroup.Group
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		group.Go(func() error {
			w, err := flate.NewWriter(nil, e.level)
			filtered := make([]byte, rows*(e.width*e.channels+1))
			for i := int(next.Add(1)) - 1; err == nil && i < len(parts); i = int(next.Add(1)) - 1 {
				parts[i], err = e.part(i*rows, min((i+1)*rows, e.height), w, filtered)
			}
			return err
		})
	}
	return parts, group.Wait()
}

// part compresses some rows. It ends on a whole byte, so that the next part's data can follow.
func (e *encoder) part(from, to int, w *flate.Writer, filtered []byte) (part, error) {
	size := e.width * e.channels
	filtered = filtered[:(to-from)*(size+1)]
	above, row := make([]byte, size), make([]byte, size)
	if from > 0 {
		e.row(above, from-1)
	}
	for y := from; y < to; y++ {
		e.row(row, y)
		out := filtered[(y-from)*(size+1):][:size+1]
		out[0] = filterUp
		subtract(out[1:], row, above)
		above, row = row, above
	}
	var data bytes.Buffer
	data.Grow(len(filtered) / 8)
	w.Reset(&data)
	_, err := w.Write(filtered)
	finish := w.Flush
	if to == e.height {
		finish = w.Close
	}
	err = cmp.Or(err, finish())
	return part{data.Bytes(), adler32.Checksum(filtered), len(filtered)}, err
}

// subtract makes out = a - b, eight bytes at once. The upper bit of each byte is set beforehand, so that no byte borrows
// from the next, and corrected afterwards.
func subtract(out, a, b []byte) {
	const upper = 0x8080_8080_8080_8080
	a, b = a[:len(out)], b[:len(out)]
	i := 0
	for ; i+8 <= len(out); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(out[i:], ((x|upper)-(y&^upper))^((x^^y)&upper))
	}
	for ; i < len(out); i++ {
		out[i] = a[i] - b[i]
	}
}

// row copies the channels of a row.
func (e *encoder) row(to []byte, y int) {
	pix := e.img.Pix[y*e.img.Stride:][:4*e.width]
	if e.channels == 4 {
		copy(to, pix)
		return
	}
	for x := range e.width {
		to[3*x], to[3*x+1], to[3*x+2] = pix[4*x], pix[4*x+1], pix[4*x+2]
	}
}

// AppendUp appends a row as its difference from the row above, behind the filter's number.
func AppendUp(out, row, above []byte) []byte {
	at := len(out)
	out = append(append(out, filterUp), row...)
	subtract(out[at+1:], row, above)
	return out
}

// AppendSub appends a row as the differences of its pixels from those before them, behind the filter's number.
func AppendSub(out, row []byte, channels int) []byte {
	out = append(append(out, filterSub), row[:channels]...)
	at := len(out)
	out = append(out, row[channels:]...)
	subtract(out[at:], row[channels:], row[:len(row)-channels])
	return out
}

// JoinSums returns the Adler-32 checksum of two parts that follow each other. size is the second part's.
func JoinSums(a, b uint32, size int) uint32 {
	const base = 65521
	n := uint32(size % base)
	low := (a&0xffff + b&0xffff + base - 1) % base
	high := (uint64(a>>16) + uint64(b>>16) + uint64(n)*uint64((a&0xffff)+base-1)) % base
	return uint32(high)<<16 | low
}

// AppendChunk appends a chunk with its length and checksum.
func AppendChunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}
