package phone

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"io"
)

// A body's file is its header and, compressed, the runs of equal pixels of Picture, then those of ScreenTransmission: a length and
// the pixel. At two pixels a point it has 200 kB and is read in 6 ms; a PNG of that size takes 30.
const (
	fileMark   = "mockup phone 1\n"
	headerSize = len(fileMark) + 16 // width, height, length of the runs and checksum of all that follows, 4 bytes each
)

var errFile = errors.New("read phone: the file is damaged or of another version")

// encode returns the body's file.
func (b *Body) encode() ([]byte, error) {
	runs := appendRuns(nil, b.Picture.Pix, 4)
	runs = appendRuns(runs, b.ScreenTransmission.Pix, 1)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(runs); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	size := b.ScreenTransmission.Rect.Size()
	file := []byte(fileMark)
	for _, n := range []int{size.X, size.Y, len(runs)} {
		file = binary.BigEndian.AppendUint32(file, uint32(n))
	}
	file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(packed.Bytes()))
	return append(file, packed.Bytes()...), nil
}

// decode reads a body's file. It refuses one of another size.
func decode(file []byte, size image.Point) (*Body, error) {
	if len(file) < headerSize || string(file[:len(fileMark)]) != fileMark {
		return nil, errFile
	}
	number := func(i int) int { return int(binary.BigEndian.Uint32(file[len(fileMark)+4*i:])) }
	packed := file[headerSize:]
	longest := 7 * size.X * size.Y // no run is worth it
	if number(0) != size.X || number(1) != size.Y || number(2) > longest || uint32(number(3)) != crc32.ChecksumIEEE(packed) {
		return nil, errFile
	}
	runs := make([]byte, number(2))
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), runs); err != nil {
		return nil, errFile
	}
	body := newBody(size)
	runs, ok := readRuns(body.Picture.Pix, runs, 4)
	if ok {
		runs, ok = readRuns(body.ScreenTransmission.Pix, runs, 1)
	}
	if !ok || len(runs) > 0 {
		return nil, errFile
	}
	return body, nil
}

// appendRuns appends the runs of pixels of some bytes each.
func appendRuns(runs, pixels []byte, bytesEach int) []byte {
	for len(pixels) > 0 {
		pixel, n := pixels[:bytesEach], bytesEach
		for n < len(pixels) && bytes.Equal(pixels[n:n+bytesEach], pixel) {
			n += bytesEach
		}
		runs = binary.AppendUvarint(runs, uint64(n/bytesEach))
		runs = append(runs, pixel...)
		pixels = pixels[n:]
	}
	return runs
}

// readRuns fills pixels, which are zero, and returns what follows their runs. It reports whether the runs fit.
func readRuns(pixels, runs []byte, bytesEach int) (rest []byte, ok bool) {
	for len(pixels) > 0 {
		count, n := binary.Uvarint(runs)
		if n <= 0 || len(runs) < n+bytesEach || count == 0 || count > uint64(len(pixels)/bytesEach) {
			return nil, false
		}
		pixel := runs[n : n+bytesEach]
		fill(pixels[:int(count)*bytesEach], pixel)
		pixels, runs = pixels[int(count)*bytesEach:], runs[n+bytesEach:]
	}
	return runs, true
}

// fill repeats a pixel over a run that is zero.
func fill(run, pixel []byte) {
	if len(pixel) == 4 && binary.NativeEndian.Uint32(pixel) == 0 {
		return
	}
	for n := copy(run, pixel); n < len(run); n *= 2 {
		copy(run[n:], run[:n])
	}
}
