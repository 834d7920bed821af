package encode

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"os"

	"mockup/internal/render/fastpng"
)

// apng writes an animated PNG (PNG, Third Edition): the first frame whole, and of each other one the rectangle that has
// changed. A frame that equals the one before is no frame of the file; the one before is shown longer.
type apng struct {
	counter
	file     *os.File
	out      *bufio.Writer
	before   []byte          // the frame before
	pending  []byte          // of the frame that is shown: its pixels, compressed
	area     image.Rectangle // that they cover
	shown    int             // frames that it is shown for
	frames   uint32          // of the file
	sequence uint32          // number of the next chunk of an animation
	size     int64           // bytes so far
	most     int64           // that the file may have; 0: no limit
	failure  error
}

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	mostShown    = 1<<16 - 1 // a frame's delay is a fraction of 16-bit numbers
	compression  = 6         // of the pixels; from 1, fast, to 9
)

func newAPNG(opts Options, v Video, path string) (*apng, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, fmt.Errorf("make video file: %w", err)
	}
	a := &apng{counter: counter{video: v}, file: file, out: bufio.NewWriterSize(file, 1<<18), most: opts.MaxBytes}
	a.bytes([]byte(pngSignature))
	kind := byte(2) // RGB
	if v.Alpha {
		kind = 6
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(v.Width))
	header = binary.BigEndian.AppendUint32(header, uint32(v.Height))
	a.chunk("IHDR", append(header, 8, kind, 0, 0, 0))
	a.chunk("acTL", make([]byte, 8)) // the number of frames is written at the end; 0 times means for ever
	a.bytes(v.Metadata.Chunks())
	return a, nil
}

// bytes writes bytes. The first error stays.
func (a *apng) bytes(data []byte) {
	if a.failure == nil {
		_, a.failure = a.out.Write(data)
	}
	if a.size += int64(len(data)); a.failure == nil {
		a.failure = checkSize(a.size, a.most)
	}
}

func (a *apng) chunk(name string, data []byte) { a.bytes(pngChunk(name, data)) }

func pngChunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(make([]byte, 0, len(data)+12), uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// Write writes a frame as many times as it is shown.
func (a *apng) Write(frame []byte, times int) error {
	if err := a.next(frame, times); err != nil {
		return err
	}
	for range times {
		if err := a.show(frame); err != nil {
			return err
		}
	}
	return nil
}

// show shows a frame once.
func (a *apng) show(frame []byte) error {
	area := image.Rect(0, 0, a.video.Width, a.video.Height)
	if a.shown > 0 {
		area = a.video.changed(a.before, frame)
	}
	if area.Empty() && a.shown < mostShown {
		a.shown++
		return nil
	}
	if area.Empty() {
		area = image.Rect(0, 0, 1, 1)
	}
	a.flush()
	if a.failure == nil {
		a.pending, a.failure = fastpng.Pixels(a.video.picture(frame, area), a.video.Alpha, compression)
	}
	a.area, a.shown = area, 1
	a.before = append(a.before[:0], frame...)
	return a.failure
}

// flush writes the pending frame.
func (a *apng) flush() {
	if a.shown == 0 {
		return
	}
	control := binary.BigEndian.AppendUint32(nil, a.number())
	for _, n := range []int{a.area.Dx(), a.area.Dy(), a.area.Min.X, a.area.Min.Y} {
		control = binary.BigEndian.AppendUint32(control, uint32(n))
	}
	control = binary.BigEndian.AppendUint16(control, uint16(a.shown))
	control = binary.BigEndian.AppendUint16(control, uint16(a.video.FPS))
	a.chunk("fcTL", append(control, 0, 0)) // the area stays, and replaces what was there
	if a.frames == 0 {
		a.chunk("IDAT", a.pending)
	} else {
		a.chunk("fdAT", append(binary.BigEndian.AppendUint32(nil, a.number()), a.pending...))
	}
	a.frames++
}

func (a *apng) number() uint32 {
	a.sequence++
	return a.sequence - 1
}

// Close writes the last frame and the number of frames, and checks the file.
func (a *apng) Close() (Info, error) {
	info, err := a.end()
	if err != nil {
		return Info{}, err
	}
	a.flush()
	a.chunk("IEND", nil)
	if a.failure == nil {
		a.failure = a.out.Flush()
	}
	if a.failure == nil {
		control := binary.BigEndian.AppendUint32(nil, a.frames)
		const place = int64(len(pngSignature) + 12 + 13)
		_, a.failure = a.file.WriteAt(pngChunk("acTL", append(control, 0, 0, 0, 0)), place)
	}
	if closed := a.file.Close(); a.failure == nil {
		a.failure = closed
	}
	if a.failure != nil {
		return Info{}, fmt.Errorf("write %s: %w", a.file.Name(), a.failure)
	}
	info.Size, err = a.video.verify(a.file.Name())
	return info, err
}

// Abort closes the file, which is the caller's to remove.
func (a *apng) Abort() { _ = a.file.Close() }
