package encode

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
)

// The elements of a WebM file that say what it holds (RFC 9559), by their IDs.
const (
	idEBML           = 0x1a45dfa3
	idDocType        = 0x4282
	idSegment        = 0x18538067
	idInfo           = 0x1549a966
	idTimestampScale = 0x2ad7b1
	idDuration       = 0x4489
	idTracks         = 0x1654ae6b
	idTrackEntry     = 0xae
	idTrackNumber    = 0xd7
	idTrackType      = 0x83
	idCodec          = 0x86
	idVideo          = 0xe0
	idPixelWidth     = 0xb0
	idPixelHeight    = 0xba
	idCluster        = 0x1f43b675
	idSimpleBlock    = 0xa3
	idBlockGroup     = 0xa0
	idBlock          = 0xa1
)

// Kinds of tracks.
const (
	videoTrack = 1
	audioTrack = 2
)

// webm is a WebM file that is read (RFC 8794, RFC 9559).
type webm struct {
	file    io.ReaderAt
	content content
	docType string
	unit    uint64  // nanoseconds of a timestamp's unit
	length  float64 // of the video, in units
	track   track   // the one that is read
	picture uint64  // the number of the track with the pictures
}

// track is an entry of a WebM file's list of tracks.
type track struct {
	number, kind uint64
	codec        string
}

// readWebM reads what a WebM file holds. Its elements have to fill the file.
func readWebM(file io.ReaderAt, size int64) (content, error) {
	w := &webm{file: file, unit: 1e6}
	if err := w.walk(0, size); err != nil {
		return content{}, err
	}
	if w.docType != "webm" || !(w.length > 0) {
		return content{}, errDamaged
	}
	w.content.duration = seconds(w.length * float64(w.unit) / 1e9)
	return w.content, nil
}

// walk reads the elements from a place to another.
func (w *webm) walk(from, to int64) error {
	for from < to {
		head, err := readAt(w.file, from, 12)
		if err != nil {
			return err
		}
		id, n := vint(head, true)
		size, m := vint(head[n:], false)
		body := from + int64(n+m)
		if n == 0 || m == 0 || body > to || size > uint64(to-body) { // an element that is being written has the largest size
			return errDamaged
		}
		from = body + int64(size)
		if err := w.element(id, body, from); err != nil {
			return err
		}
	}
	return nil
}

// element reads one element, whose body lies between two places.
func (w *webm) element(id uint64, from, to int64) error {
	switch id {
	case idEBML, idSegment, idInfo, idTracks, idVideo, idCluster, idBlockGroup:
		return w.walk(from, to)
	case idTrackEntry:
		w.track = track{}
		if err := w.walk(from, to); err != nil {
			return err
		}
		w.endTrack()
		return nil
	case idSimpleBlock, idBlock:
		return w.countBlock(from, to)
	case idDocType, idTimestampScale, idDuration, idTrackNumber, idTrackType, idCodec, idPixelWidth, idPixelHeight:
		return w.value(id, from, to)
	}
	return nil
}

// endTrack adds the track that was read.
func (w *webm) endTrack() {
	switch w.track.kind {
	case videoTrack:
		w.content.video, w.picture = w.track.codec, w.track.number
	case audioTrack:
		w.content.sound = w.track.codec
	}
}

// countBlock counts a block that holds a frame. A block begins with its track's number.
func (w *webm) countBlock(from, to int64) error {
	head, err := readAt(w.file, from, int(min(8, to-from)))
	if err != nil {
		return err
	}
	if number, n := vint(head, false); n > 0 && number == w.picture {
		w.content.frames++
	}
	return nil
}

// value reads an element that is a number or a text.
func (w *webm) value(id uint64, from, to int64) error {
	const longest = 64
	if to-from > longest {
		return fmt.Errorf("%w: a value of %d bytes", errDamaged, to-from)
	}
	data, err := readAt(w.file, from, int(to-from))
	if err != nil {
		return err
	}
	number := uint64(0)
	for _, b := range data {
		number = number<<8 | uint64(b)
	}
	switch id {
	case idDocType:
		w.docType = string(data)
	case idTimestampScale:
		w.unit = number
	case idDuration:
		w.length = float(data)
	case idTrackNumber:
		w.track.number = number
	case idTrackType:
		w.track.kind = number
	case idCodec:
		w.track.codec = string(data)
	case idPixelWidth:
		w.content.width = int(number)
	case idPixelHeight:
		w.content.height = int(number)
	}
	return nil
}

// float reads a number with a fraction, of 4 or 8 bytes.
func float(data []byte) float64 {
	switch len(data) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(data)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(data))
	}
	return 0
}

// vint reads a number of variable length, and returns how many bytes it has, 0 if it is not whole. Zeros before its first
// bit that is set count the bytes after the first one; that bit is part of an ID and of nothing else.
func vint(data []byte, isID bool) (value uint64, length int) {
	if len(data) == 0 || data[0] == 0 {
		return 0, 0
	}
	length = bits.LeadingZeros8(data[0]) + 1
	if len(data) < length {
		return 0, 0
	}
	for _, b := range data[:length] {
		value = value<<8 | uint64(b)
	}
	if !isID {
		value &^= 1 << (7 * length)
	}
	return value, length
}
