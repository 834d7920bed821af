package encode

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"time"
)

// readPNGHeader reads the size of a PNG.
func readPNGHeader(file io.ReaderAt) (content, error) {
	head, err := readAt(file, 0, 24)
	if err != nil {
		return content{}, err
	}
	if len(head) < 24 || string(head[:8]) != pngSignature || string(head[12:16]) != "IHDR" {
		return content{}, errDamaged
	}
	return content{video: "png", width: int(binary.BigEndian.Uint32(head[16:])), height: int(binary.BigEndian.Uint32(head[20:]))}, nil
}

// readAPNG reads what an animated PNG holds. Its chunks have to fill the file.
func readAPNG(file io.ReaderAt, size int64) (content, error) {
	c, err := readPNGHeader(file)
	if err != nil {
		return content{}, err
	}
	announced, frames, last, length := uint32(0), uint32(0), "", 0.
	for at := int64(8); at < size; {
		head, err := readAt(file, at, 8+26)
		if err != nil {
			return content{}, err
		}
		if len(head) < 8 || int64(binary.BigEndian.Uint32(head)) > size-at-12 {
			return content{}, errDamaged
		}
		body := head[8:]
		switch last = string(head[4:8]); {
		case last == "acTL" && len(body) >= 8:
			announced = binary.BigEndian.Uint32(body)
		case last == "fcTL" && len(body) >= 24 && binary.BigEndian.Uint16(body[22:]) > 0:
			length += float64(binary.BigEndian.Uint16(body[20:])) / float64(binary.BigEndian.Uint16(body[22:]))
			frames++
		}
		at += 12 + int64(binary.BigEndian.Uint32(head))
	}
	if last != "IEND" || frames == 0 || announced != frames {
		return content{}, errDamaged
	}
	c.video, c.duration = "apng", seconds(length)
	return c, nil
}

// readAnimatedWebP reads what an animated WebP file holds (RFC 9649). Its chunks have to fill the file.
func readAnimatedWebP(file io.ReaderAt, size int64) (content, error) {
	c := content{video: "webp"}
	head, err := readAt(file, 0, 12)
	if err != nil {
		return content{}, err
	}
	if len(head) < 12 || string(head[:4]) != "RIFF" || string(head[8:]) != "WEBP" || int64(binary.LittleEndian.Uint32(head[4:]))+8 != size {
		return content{}, errDamaged
	}
	frames := 0
	for at := int64(12); at < size; {
		chunk, err := readAt(file, at, 8+16)
		if err != nil {
			return content{}, err
		}
		if len(chunk) < 8 || int64(binary.LittleEndian.Uint32(chunk[4:])) > size-at-8 {
			return content{}, errDamaged
		}
		body := chunk[8:]
		switch name := string(chunk[:4]); {
		case name == "VP8X" && len(body) >= 10:
			c.width, c.height = get24(body[4:])+1, get24(body[7:])+1
		case name == "ANMF" && len(body) >= 16:
			c.duration += time.Duration(get24(body[12:])) * time.Millisecond
			frames++
		}
		length := int64(binary.LittleEndian.Uint32(chunk[4:]))
		at += 8 + length + length%2
	}
	if frames == 0 {
		return content{}, errors.New("nothing changes in this video, and a WebP file of one picture has no length; choose another format")
	}
	return c, nil
}

func get24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// readGIF reads what a GIF file holds (GIF89a). Its blocks have to fill the file.
func readGIF(file io.ReaderAt, size int64) (content, error) {
	r := &gifReader{in: bufio.NewReader(io.NewSectionReader(file, 0, size))}
	head := r.take(13)
	if r.err != nil || string(head[:6]) != "GIF89a" {
		return content{}, errDamaged
	}
	c := content{video: "gif", width: int(binary.LittleEndian.Uint16(head[6:])), height: int(binary.LittleEndian.Uint16(head[8:]))}
	r.skipColours(head[10])
	for {
		switch kind := r.take(1)[0]; {
		case r.err != nil:
			return content{}, errDamaged
		case kind == ';':
			if _, err := r.in.ReadByte(); err != io.EOF {
				return content{}, errDamaged
			}
			return c, nil
		case kind == '!' && r.take(1)[0] == 0xf9: // how the next picture is shown
			control := r.take(5)
			c.duration += time.Duration(binary.LittleEndian.Uint16(control[2:])) * 10 * time.Millisecond
			r.skipBlocks()
		case kind == '!':
			r.skipBlocks()
		case kind == ',':
			c.frames++
			r.skipColours(r.take(9)[8])
			r.take(1)
			r.skipBlocks()
		default:
			return content{}, errDamaged
		}
	}
}

// gifReader reads a GIF file. After an error it reads zeros.
type gifReader struct {
	in  *bufio.Reader
	err error
}

func (r *gifReader) take(n int) []byte {
	data := make([]byte, n)
	if r.err == nil {
		_, r.err = io.ReadFull(r.in, data)
	}
	return data
}

// skipColours passes over the table of colours that some flags announce.
func (r *gifReader) skipColours(flags byte) {
	if flags&0x80 != 0 {
		r.take(3 << (flags&7 + 1))
	}
}

// skipBlocks passes over blocks of data up to the empty one.
func (r *gifReader) skipBlocks() {
	for r.err == nil {
		n := r.take(1)[0]
		if n == 0 {
			return
		}
		r.take(int(n))
	}
}
