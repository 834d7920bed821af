// Package h264 shows the pictures of an H.264 stream (ITU-T H.264) again without encoding them again. Where nothing
// moves in a video, its frames are equal. An encoder that is handed each of them searches it for changes all the same, which
// takes half as long as a picture with changes. Here the encoder gets the picture once, and the frames that repeat it
// are slices that skip every macroblock: some 30 bytes each, which every decoder takes for a copy of the frame before.
package h264

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Kinds of NAL units (H.264, table 7-1).
const (
	kindSlice = 1
	kindIDR   = 5
	kindSPS   = 7
	kindPPS   = 8
)

// Repeat copies a stream in Annex B format, of which each picture is a single slice that refers at most to the one
// before it, and shows picture n, counted from 0, times(n) times, at least once. It returns the first error of src or dst, or
// what about the stream it cannot deal with: fields, B slices, weighted prediction, several slices of a picture.
func Repeat(dst io.Writer, src io.Reader, times func(picture int) int) error {
	r := &repeater{out: dst}
	units := bufio.NewScanner(src)
	units.Buffer(make([]byte, 0, 1<<20), maxUnit)
	units.Split(splitUnits)
	for units.Scan() {
		if len(units.Bytes()) == 0 {
			continue // before the first start code
		}
		if err := r.unit(units.Bytes(), times); err != nil {
			return err
		}
	}
	return units.Err()
}

// maxUnit bounds a NAL unit, in bytes: a picture of 4096x4096 whose macroblocks all are raw samples has 25 MB.
const maxUnit = 64 << 20

// splitUnits is a bufio.SplitFunc that splits at start codes. The zeros before a start code belong to none.
func splitUnits(data []byte, atEOF bool) (advance int, token []byte, err error) {
	at := bytes.Index(data, []byte{0, 0, 1})
	switch {
	case at >= 0:
		return at + 3, bytes.TrimRight(data[:at], "\x00"), nil
	case atEOF && len(data) > 0:
		return len(data), bytes.TrimRight(data, "\x00"), nil
	}
	return 0, nil, nil
}

// repeater copies units of one stream.
type repeater struct {
	out      io.Writer
	stream   parameters
	pictures int
	inserted uint // frames since the last IDR picture that the encoder does not know
	buffer   []byte
}

// unit copies a NAL unit, and repeats it if it is a picture.
func (r *repeater) unit(unit []byte, times func(picture int) int) error {
	payload := unescape(unit)
	var err error
	switch kind := payload[0] & 31; kind {
	case kindSPS:
		err = r.stream.readSPS(payload)
	case kindPPS:
		err = r.stream.readPPS(payload)
	case kindSlice, kindIDR:
		return r.picture(payload, kind == kindIDR, times(r.pictures))
	}
	if err != nil {
		return err
	}
	return r.write(unit)
}

// picture copies a picture, with its number among those that are shown, and repeats it.
func (r *repeater) picture(payload []byte, isIDR bool, times int) error {
	if isIDR {
		r.inserted = 0
	}
	number, err := r.stream.renumber(payload, r.inserted)
	if err != nil {
		return fmt.Errorf("picture %d: %w", r.pictures, err)
	}
	r.pictures++
	if err := r.write(escape(nil, payload)); err != nil {
		return err
	}
	for range times - 1 {
		number++
		r.inserted++
		if err := r.write(escape(nil, r.stream.skipped(number))); err != nil {
			return err
		}
	}
	return nil
}

// write writes a unit with its start code.
func (r *repeater) write(unit []byte) error {
	r.buffer = append(append(r.buffer[:0], 0, 0, 0, 1), unit...)
	_, err := r.out.Write(r.buffer)
	return err
}

// unescape returns a copy of a unit without the bytes that keep start codes out of it (7.4.1).
func unescape(unit []byte) []byte {
	payload := make([]byte, 0, len(unit))
	zeros := 0
	for _, b := range unit {
		if zeros >= 2 && b == 3 {
			zeros = 0
			continue
		}
		if zeros++; b != 0 {
			zeros = 0
		}
		payload = append(payload, b)
	}
	return payload
}

// escape appends a unit with the bytes that keep start codes out of it.
func escape(out, payload []byte) []byte {
	zeros := 0
	for _, b := range payload {
		if zeros >= 2 && b <= 3 {
			out, zeros = append(out, 3), 0
		}
		if zeros++; b != 0 {
			zeros = 0
		}
		out = append(out, b)
	}
	return out
}

var errNoParameters = errors.New("a picture comes before its parameter sets")
