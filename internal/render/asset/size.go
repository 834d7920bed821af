package asset

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"mockup/internal/render/isobmff"
)

// avifSize returns the largest of the sizes that the file gives: a file holds one for the image and may hold
// others for its transparency, its thumbnail and the tiles it is made of.
func avifSize(data []byte) (width, height uint32, err error) {
	for rest := data; len(rest) > 0; {
		var ok bool
		if _, _, rest, ok = isobmff.Next(rest); !ok {
			return 0, 0, errTruncated
		}
	}
	meta, ok := isobmff.Find(data, "meta")
	if !ok || len(meta) < 4 {
		return 0, 0, errDamaged
	}
	meta = meta[4:] // behind version and flags
	_, pixels := isobmff.Find(data, "mdat")
	if _, inside := isobmff.Find(meta, "idat"); !pixels && !inside {
		return 0, 0, errTruncated
	}
	sizes, _ := isobmff.Find(meta, "iprp", "ipco")
	for len(sizes) > 0 {
		kind, body, rest, ok := isobmff.Next(sizes)
		if !ok {
			return 0, 0, errDamaged
		}
		if kind == "ispe" && len(body) >= 12 {
			w, h := binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:])
			if uint64(w)*uint64(h) > uint64(width)*uint64(height) {
				width, height = w, h
			}
		}
		sizes = rest
	}
	return width, height, nil
}

// pngSize walks the chunks: the size comes first, and a whole file has pixels and an end. The chunks that decoders need,
// named with a capital, have a checksum; comparing it takes 0.2 ms for 3 MB.
func pngSize(data []byte) (width, height uint32, err error) {
	if !has(data, 8, "\x00\x00\x00\x0dIHDR") {
		return 0, 0, errDamaged
	}
	pixels := false
	for rest := data[8:]; len(rest) >= 12; {
		length := uint64(binary.BigEndian.Uint32(rest))
		if length+12 > uint64(len(rest)) {
			break
		}
		sum := binary.BigEndian.Uint32(rest[8+length:])
		if needed := rest[4]&0x20 == 0; needed && crc32.ChecksumIEEE(rest[4:8+length]) != sum {
			return 0, 0, errCorrupt
		}
		switch string(rest[4:8]) {
		case "IDAT":
			pixels = true
		case "IEND":
			if !pixels {
				return 0, 0, errTruncated
			}
			return binary.BigEndian.Uint32(data[16:]), binary.BigEndian.Uint32(data[20:]), nil
		}
		rest = rest[length+12:]
	}
	return 0, 0, errTruncated
}

// jpegSize walks the segments and scans up to the end mark, which a whole file has. Decoding would find out more, but
// takes 57 ms for a photo of 2 megapixels, and this 0.1 ms.
func jpegSize(data []byte) (width, height uint32, err error) {
	rest := data[2:]
	for {
		// Decoders skip what lies between segments, and marks may be padded with 0xff.
		mark := bytes.IndexByte(rest, 0xff)
		if mark < 0 || len(rest) < mark+4 {
			return 0, 0, errTruncated
		}
		marker := rest[mark+1]
		rest = rest[mark+1:]
		if marker == 0xff || standalone(marker) {
			continue
		}
		length := int(binary.BigEndian.Uint16(rest[1:]))
		if length < 2 {
			return 0, 0, errDamaged
		}
		if length >= len(rest) {
			return 0, 0, errTruncated
		}
		segment := rest[3 : 1+length]
		rest = rest[1+length:]
		switch {
		case startOfFrame(marker) && len(segment) >= 5:
			height, width = uint32(binary.BigEndian.Uint16(segment[1:])), uint32(binary.BigEndian.Uint16(segment[3:]))
		case marker == 0xda: // start of scan
			var end bool
			if rest, end, err = skipScan(rest); end || err != nil {
				return width, height, err
			}
		}
	}
}

// skipScan skips the coded pixels of a JPEG, in which 0xff is followed by 0 or is a restart mark, and reports whether the
// image ends behind them.
func skipScan(data []byte) (rest []byte, end bool, err error) {
	for {
		mark := bytes.IndexByte(data, 0xff)
		if mark < 0 || len(data) < mark+2 {
			return nil, false, errTruncated
		}
		switch marker := data[mark+1]; {
		case marker == 0xff:
			data = data[mark+1:]
		case marker == 0 || marker >= 0xd0 && marker <= 0xd7:
			data = data[mark+2:]
		case marker == 0xd9:
			return nil, true, nil
		case marker < 0xc0 || marker == 0xd8:
			return nil, false, errCorrupt
		default:
			return data[mark:], false, nil
		}
	}
}

// standalone reports whether a JPEG marker has no segment: stuffing, TEM, restarts, start and end of image.
func standalone(marker byte) bool {
	return marker <= 0x01 || marker >= 0xd0 && marker <= 0xd9
}

// startOfFrame reports whether a JPEG segment holds the size: C4, C8 and CC among its like are tables.
func startOfFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// gifSize walks to the first frame, which must be whole. A frame may reach beyond the screen; browsers enlarge
// the screen then.
func gifSize(data []byte) (width, height uint32, err error) {
	if len(data) < 13 {
		return 0, 0, errTruncated
	}
	width, height = uint32(binary.LittleEndian.Uint16(data[6:])), uint32(binary.LittleEndian.Uint16(data[8:]))
	rest, ok := skip(data[13:], colorTable(data[10]))
	for ok && len(rest) > 0 {
		switch rest[0] {
		case 0x21: // extension: a label, then blocks
			if rest, ok = skip(rest, 2); ok {
				rest, ok = skipBlocks(rest)
			}
		case 0x2c: // frame: place, size, flags, colours, code size, then blocks
			if len(rest) < 10 {
				return 0, 0, errTruncated
			}
			width = max(width, uint32(binary.LittleEndian.Uint16(rest[1:]))+uint32(binary.LittleEndian.Uint16(rest[5:])))
			height = max(height, uint32(binary.LittleEndian.Uint16(rest[3:]))+uint32(binary.LittleEndian.Uint16(rest[7:])))
			if rest, ok = skip(rest, 10+colorTable(rest[9])+1); ok {
				_, ok = skipBlocks(rest)
			}
			if !ok {
				return 0, 0, errTruncated
			}
			return width, height, nil
		default:
			return 0, 0, errDamaged
		}
	}
	return 0, 0, errTruncated
}

// colorTable returns the length of the colour table that GIF flags announce.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks skips GIF data: blocks led by their length, up to an empty one.
func skipBlocks(data []byte) (rest []byte, ok bool) {
	for len(data) > 0 {
		length := int(data[0])
		if data, ok = skip(data, 1+length); !ok || length == 0 {
			return data, ok
		}
	}
	return nil, false
}

// skip drops the first n bytes, if there are as many.
func skip(data []byte, n int) (rest []byte, ok bool) {
	if len(data) < n {
		return nil, false
	}
	return data[n:], true
}

// webpSize reads the first chunk, which gives the size in one of three ways.
func webpSize(data []byte) (width, height uint32, err error) {
	if len(data) < 25 || uint64(len(data)) < uint64(binary.LittleEndian.Uint32(data[4:]))+8 {
		return 0, 0, errTruncated
	}
	switch body, kind := data[20:], string(data[12:16]); {
	case kind == "VP8L" && body[0] == 0x2f: // lossless: a signature, then 14 bits each, less one
		bits := binary.LittleEndian.Uint32(body[1:])
		return bits&0x3fff + 1, bits>>14&0x3fff + 1, nil
	case len(body) < 10:
		return 0, 0, errTruncated
	case kind == "VP8 " && has(body, 3, "\x9d\x01\x2a"): // lossy: a key frame's start code, then 14 bits each
		return uint32(binary.LittleEndian.Uint16(body[6:])) & 0x3fff, uint32(binary.LittleEndian.Uint16(body[8:])) & 0x3fff, nil
	case kind == "VP8X": // extended: flags, then 24 bits each, less one
		return binary.LittleEndian.Uint32(body[4:])&0xffffff + 1, binary.LittleEndian.Uint32(body[6:])>>8 + 1, nil
	}
	return 0, 0, errDamaged
}
