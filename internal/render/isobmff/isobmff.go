// Package isobmff reads the boxes of ISO base media files (ISO/IEC 14496-12), such as MP4 and AVIF.
package isobmff

import "encoding/binary"

// Header reads the header of a box from the first bytes of what is left of a file: 16 of them, or all there are. Size is
// that of the box, its header included. It is not ok if the box is not whole.
func Header(data []byte, left uint64) (kind string, header, size uint64, ok bool) {
	if len(data) < 8 {
		return "", 0, 0, false
	}
	size, header = uint64(binary.BigEndian.Uint32(data)), 8
	switch size {
	case 0: // the box reaches to the end
		size = left
	case 1: // a 64-bit size follows
		if len(data) < 16 {
			return "", 0, 0, false
		}
		size, header = binary.BigEndian.Uint64(data[8:]), 16
	}
	if size < header || size > left {
		return "", 0, 0, false
	}
	return string(data[4:8]), header, size, true
}

// Next splits the first box off. It is not ok if the box is not whole.
func Next(data []byte) (kind string, body, rest []byte, ok bool) {
	kind, header, size, ok := Header(data, uint64(len(data)))
	if !ok {
		return "", nil, nil, false
	}
	return kind, data[header:size], data[size:], true
}

// Find returns the body of the first box of a kind, and with more kinds of the first box of the next kind inside it.
func Find(data []byte, kinds ...string) ([]byte, bool) {
	for len(kinds) > 0 {
		kind, body, rest, ok := Next(data)
		switch {
		case !ok:
			return nil, false
		case kind == kinds[0]:
			data, kinds = body, kinds[1:]
		default:
			data = rest
		}
	}
	return data, true
}
