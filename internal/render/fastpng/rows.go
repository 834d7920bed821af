package fastpng

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/klauspost/compress/flate" // a fifth faster than Go's own
)

// ErrForm says that a PNG is not one that Rows reads.
var ErrForm = errors.New("not a whole PNG of 8 bits a channel, RGB or RGBA")

// Rows reads a PNG in the form that Chromium writes, and calls size and then row for each of its rows from the top, so that
// they can be used before the last one is there. A pixel of a row has 3 or 4 channels. Checksums are not checked: what Chromium has just
// written is not damaged, and the check takes a seventh of the time.
func Rows(data []byte, size func(image.Point) error, row func(y int, pix []byte, channels int)) error {
	header, packed, err := chunksOf(data)
	if err != nil {
		return err
	}
	channels := map[byte]int{colorRGB: 3, colorRGBA: 4}[header[9]]
	width, height := binary.BigEndian.Uint32(header), binary.BigEndian.Uint32(header[4:])
	if header[8] != 8 || channels == 0 || header[12] != 0 || width-1 >= maxSide || height-1 >= maxSide {
		return fmt.Errorf("%w: its header is %v", ErrForm, header)
	}
	if err := size(image.Pt(int(width), int(height))); err != nil {
		return err
	}
	var head [len(zlibHead)]byte
	if _, err := io.ReadFull(packed, head[:]); err != nil || head[0]&15 != 8 || head[1]&32 != 0 {
		return fmt.Errorf("%w: its pixels are not compressed by deflate without a dictionary", ErrForm)
	}
	pixels := flate.NewReader(packed)
	defer pixels.Close()
	above, now := make([]byte, 1+int(width)*channels), make([]byte, 1+int(width)*channels)
	for y := range int(height) {
		if _, err := io.ReadFull(pixels, now); err != nil {
			return fmt.Errorf("%w: row %d: %w", ErrForm, y, err)
		}
		if err := unfilter(now[0], now[1:], above[1:], channels); err != nil {
			return fmt.Errorf("%w: row %d: %w", ErrForm, y, err)
		}
		row(y, now[1:], channels)
		above, now = now, above
	}
	if n, err := pixels.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return fmt.Errorf("%w: it does not end with its last row: %v", ErrForm, err)
	}
	return nil
}

// maxSide bounds sizes, so that they do not overflow.
const maxSide = 1 << 16

// chunksOf returns a PNG's header and its compressed pixels.
func chunksOf(data []byte) (header []byte, packed io.Reader, err error) {
	data, ok := bytes.CutPrefix(data, []byte(signature))
	var parts []io.Reader
	for ok && len(data) >= 12 {
		size := binary.BigEndian.Uint32(data)
		if uint64(size)+12 > uint64(len(data)) {
			break
		}
		body := data[8 : 8+size]
		switch name := string(data[4:8]); {
		case name == "IHDR" && size == 13:
			header = body
		case name == "IDAT":
			parts = append(parts, bytes.NewReader(body))
		case name == "IEND" && header != nil:
			return header, io.MultiReader(parts...), nil
		}
		data = data[12+size:]
	}
	return nil, nil, fmt.Errorf("%w: it is cut off", ErrForm)
}

// unfilter undoes a row's filter: each byte was written as its difference from what the filter predicts from the bytes
// before it and above it.
func unfilter(filter byte, row, above []byte, step int) error {
	above = above[:len(row)]
	switch filter {
	case 0:
	case 1: // the pixel before it
		for i := step; i < len(row); i++ {
			row[i] += row[i-step]
		}
	case filterUp:
		add(row, above)
	case 3: // the mean of both
		for i := range row[:step] {
			row[i] += above[i] / 2
		}
		for i := step; i < len(row); i++ {
			row[i] += byte((int(row[i-step]) + int(above[i])) / 2)
		}
	case 4: // Paeth's predictor
		for i := range row[:step] {
			row[i] += above[i]
		}
		for i := step; i < len(row); i++ {
			row[i] += paeth(int(row[i-step]), int(above[i]), int(above[i-step]))
		}
	default:
		return fmt.Errorf("there is no filter %d", filter)
	}
	return nil
}

// add adds b to a, eight bytes at once. The upper bit of each byte is left out at first, so that no byte carries into the next.
func add(a, b []byte) {
	const upper = 0x8080_8080_8080_8080
	b = b[:len(a)]
	i := 0
	for ; i+8 <= len(a); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(a[i:], ((x&^upper)+(y&^upper))^((x^y)&upper))
	}
	for ; i < len(a); i++ {
		a[i] += b[i]
	}
}

// paeth is whichever of left, above and the corner is closest to left + above - corner.
func paeth(left, above, corner int) byte {
	distance := func(a int) int { return max(a, -a) }
	toLeft, toAbove, toCorner := distance(above-corner), distance(left-corner), distance(left+above-2*corner)
	switch {
	case toLeft <= toAbove && toLeft <= toCorner:
		return byte(left)
	case toAbove <= toCorner:
		return byte(above)
	}
	return byte(corner)
}
