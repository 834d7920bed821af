package encode

import (
	"encoding/binary"
	"io"
	"time"

	"mockup/internal/render/isobmff"
)

// readMP4 reads what an MP4 file holds (ISO/IEC 14496-12). Its boxes have to fill the file.
func readMP4(file io.ReaderAt, size int64) (content, error) {
	var index []byte
	pixels := false
	for at := int64(0); at < size; {
		head, err := readAt(file, at, 16)
		if err != nil {
			return content{}, err
		}
		kind, header, length, ok := isobmff.Header(head, uint64(size-at))
		if !ok {
			return content{}, errDamaged
		}
		switch kind {
		case "mdat":
			pixels = true
		case "moov":
			if index, err = readAt(file, at+int64(header), int(length-header)); err != nil {
				return content{}, err
			}
		}
		at += int64(length)
	}
	if !pixels || index == nil {
		return content{}, errDamaged
	}
	return readIndex(index)
}

// readIndex reads an MP4 file's index, the body of its box moov.
func readIndex(index []byte) (c content, err error) {
	header, ok := isobmff.Find(index, "mvhd")
	if c.duration, ok = mp4Duration(header); !ok {
		return content{}, errDamaged
	}
	for len(index) > 0 {
		kind, body, rest, ok := isobmff.Next(index)
		if !ok {
			return content{}, errDamaged
		}
		if kind == "trak" && !c.addTrack(body) {
			return content{}, errDamaged
		}
		index = rest
	}
	return c, nil
}

// addTrack adds an MP4 track, and reports whether its boxes are whole.
func (c *content) addTrack(track []byte) bool {
	handler, _ := isobmff.Find(track, "mdia", "hdlr")
	table, _ := isobmff.Find(track, "mdia", "minf", "stbl")
	formats, _ := isobmff.Find(table, "stsd")
	if len(handler) < 12 || len(formats) < 8 {
		return false
	}
	codec, entry, _, ok := isobmff.Next(formats[8:]) // behind version, flags and the number of entries
	if string(handler[8:12]) != "vide" {
		c.sound = codec
		return ok
	}
	samples, _ := isobmff.Find(table, "stsz")
	if !ok || len(entry) < 28 || len(samples) < 12 {
		return false
	}
	c.video = codec
	c.width, c.height = int(binary.BigEndian.Uint16(entry[24:])), int(binary.BigEndian.Uint16(entry[26:]))
	c.frames = int(binary.BigEndian.Uint32(samples[8:]))
	return true
}

// mp4Duration reads the duration from the box mvhd, of which there are two versions.
func mp4Duration(header []byte) (duration time.Duration, ok bool) {
	var rate, length uint64 // units per second, units
	switch {
	case len(header) >= 20 && header[0] == 0:
		rate, length = uint64(binary.BigEndian.Uint32(header[12:])), uint64(binary.BigEndian.Uint32(header[16:]))
	case len(header) >= 32 && header[0] == 1:
		rate, length = uint64(binary.BigEndian.Uint32(header[20:])), binary.BigEndian.Uint64(header[24:])
	}
	if rate == 0 {
		return 0, false
	}
	return seconds(float64(length) / float64(rate)), true
}

// seconds is a number of seconds as a duration.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
