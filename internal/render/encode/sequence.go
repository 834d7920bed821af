package encode

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"

	"mockup/internal/render/fastpng"
)

// sequence writes a video as a folder of pictures, one for each frame. Equal frames are compressed once.
type sequence struct {
	counter
	folder string
	size   int64 // of all files
	most   int64 // that size may be; 0: no limit
	digits int   // of a file's number
}

// newSequence begins a sequence in a folder, which is there.
func newSequence(opts Options, v Video, folder string) *sequence {
	return &sequence{counter: counter{video: v}, folder: folder, most: opts.MaxBytes, digits: max(4, len(strconv.Itoa(v.Frames)))}
}

// name is the path of a picture, numbered from 1.
func (s *sequence) name(number int) string {
	return filepath.Join(s.folder, fmt.Sprintf("%0*d.png", s.digits, number))
}

// Write writes a frame as many times as it is shown.
func (s *sequence) Write(frame []byte, times int) error {
	if err := s.next(frame, times); err != nil {
		return err
	}
	png, err := fastpng.Encode(s.video.picture(frame, image.Rect(0, 0, s.video.Width, s.video.Height)))
	if err == nil {
		png, err = s.video.Metadata.PNG(png)
	}
	if err != nil {
		return fmt.Errorf("encode frame %d: %w", s.written, err)
	}
	for i := range times {
		if err := os.WriteFile(s.name(s.written-times+1+i), png, 0o666); err != nil {
			return err
		}
		s.size += int64(len(png))
		if err := checkSize(s.size, s.most); err != nil {
			return err
		}
	}
	return nil
}

// Close checks that all pictures are there.
func (s *sequence) Close() (Info, error) {
	info, err := s.end()
	if err != nil {
		return Info{}, err
	}
	for _, number := range []int{1, s.written} {
		if err := s.check(s.name(number)); err != nil {
			return Info{}, err
		}
	}
	info.Size = s.size
	return info, nil
}

// check reads a picture's size from its header.
func (s *sequence) check(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	c, err := readPNGHeader(file)
	if err != nil || c.width != s.video.Width || c.height != s.video.Height {
		return fmt.Errorf("check %s: %dx%d pixels, want %dx%d: %w", name, c.width, c.height, s.video.Width, s.video.Height, errDamaged)
	}
	return nil
}

// Abort does nothing: the folder is the caller's.
func (s *sequence) Abort() {}

// counter counts the frames that are written.
type counter struct {
	video   Video
	written int
}

// next counts a frame that is shown a number of times, or refuses it.
func (c *counter) next(frame []byte, times int) error {
	switch {
	case len(frame) != c.video.FrameSize():
		return fmt.Errorf("a frame has %d bytes, want %d", len(frame), c.video.FrameSize())
	case times < 1 || c.written+times > c.video.Frames:
		return fmt.Errorf("more than the announced %d frames were written", c.video.Frames)
	}
	c.written += times
	return nil
}

// end reports frames that are missing, and what was written.
func (c *counter) end() (Info, error) {
	if c.written != c.video.Frames {
		return Info{}, fmt.Errorf("%d of %d frames were written", c.written, c.video.Frames)
	}
	return Info{Frames: c.written, Duration: c.video.Duration()}, nil
}
