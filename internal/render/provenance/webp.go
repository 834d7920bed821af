package provenance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A WebP file is a RIFF file: chunks with a name, a size and an even number of bytes. Metadata is in the chunk "XMP ", which
// the header of an extended file, "VP8X", has to announce (RFC 9649).

const (
	riffHead = 12 // RIFF, size, WEBP
	vp8xSize = 10
	hasXMP   = 1 << 2 // in the first byte of VP8X
	hasAlpha = 1 << 4
)

// chunk returns a RIFF chunk.
func chunk(name string, body []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
	out = append(out, body...)
	if len(body)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

var errWebP = errors.New("add metadata: the WebP file is damaged")

// WebP returns a WebP picture with the record.
func (r Record) WebP(webp []byte) ([]byte, error) {
	if len(webp) < riffHead+8 || !bytes.HasPrefix(webp, []byte("RIFF")) || string(webp[8:12]) != "WEBP" {
		return nil, errWebP
	}
	body := webp[riffHead:]
	if !bytes.HasPrefix(body, []byte("VP8X")) {
		header, err := extendedHeader(body)
		if err != nil {
			return nil, err
		}
		body = append(header, body...)
	} else if body = bytes.Clone(body); len(body) < 8+vp8xSize {
		return nil, errWebP
	}
	body[8] |= hasXMP
	body = append(body, chunk("XMP ", r.xmp())...)
	out := append([]byte{}, webp[:riffHead]...)
	binary.LittleEndian.PutUint32(out[4:], uint32(4+len(body)))
	return append(out, body...), nil
}

// extendedHeader returns the header that a simple WebP file, with one chunk of pixels, lacks.
func extendedHeader(body []byte) ([]byte, error) {
	var width, height uint32
	flags := byte(0)
	switch pixels := body[8:]; {
	case string(body[:4]) == "VP8 " && len(pixels) >= 10: // RFC 6386, section 9.1
		width, height = uint32(binary.LittleEndian.Uint16(pixels[6:])&0x3fff), uint32(binary.LittleEndian.Uint16(pixels[8:])&0x3fff)
	case string(body[:4]) == "VP8L" && len(pixels) >= 5:
		bits := binary.LittleEndian.Uint32(pixels[1:])
		width, height = bits&0x3fff+1, bits>>14&0x3fff+1
		if bits>>28&1 == 1 {
			flags = hasAlpha
		}
	default:
		return nil, errWebP
	}
	header := make([]byte, vp8xSize)
	header[0] = flags
	put24(header[4:], width-1)
	put24(header[7:], height-1)
	return chunk("VP8X", header), nil
}

func put24(to []byte, n uint32) { to[0], to[1], to[2] = byte(n), byte(n>>8), byte(n>>16) }

// file is a file that is read and written in place.
type file interface {
	io.ReaderAt
	io.WriterAt
}

// AnimatedWebP adds the record to the end of an animated WebP file of a size, and returns its new size.
func (r Record) AnimatedWebP(f file, size int64) (int64, error) {
	head := make([]byte, riffHead+8+1)
	if _, err := f.ReadAt(head, 0); err != nil || string(head[riffHead:riffHead+4]) != "VP8X" {
		return 0, errWebP
	}
	last := chunk("XMP ", r.xmp())
	head[riffHead+8] |= hasXMP
	binary.LittleEndian.PutUint32(head[4:], uint32(size-8)+uint32(len(last)))
	if _, err := f.WriteAt(last, size); err != nil {
		return 0, fmt.Errorf("add metadata: %w", err)
	}
	if _, err := f.WriteAt(head, 0); err != nil {
		return 0, fmt.Errorf("add metadata: %w", err)
	}
	return size + int64(len(last)), nil
}

// GIF adds the record to the end of a GIF file of a size, as a comment, and returns its new size.
func (r Record) GIF(f file, size int64) (int64, error) {
	const trailer = 0x3b
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err != nil || last[0] != trailer {
		return 0, errors.New("add metadata: the GIF file is damaged")
	}
	comment := r.Comment()
	block := []byte{0x21, 0xfe, byte(len(comment))} // below 255: a version, a hash and some words
	block = append(append(block, comment...), 0, trailer)
	if _, err := f.WriteAt(block, size-1); err != nil {
		return 0, fmt.Errorf("add metadata: %w", err)
	}
	return size - 1 + int64(len(block)), nil
}
