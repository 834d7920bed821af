package render

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
)

// maxHeld is how many bytes of PNGs are held in memory. A strip of a conversation takes some 100 KB, one with a photo
// at 4x ten megabytes.
const maxHeld = 48 << 20

// shelf keeps the pictures of a video until they are needed: the first in memory, what is more in a temporary file.
type shelf struct {
	held int
	file *os.File // nil: nothing is in it yet
	end  int64
}

// shot is a PNG on a shelf.
type shot struct {
	data []byte // nil: it is in the file
	file *os.File
	at   int64
	size int64
}

func (s *shelf) put(data []byte) (shot, error) {
	if s.held+len(data) <= maxHeld {
		s.held += len(data)
		return shot{data: data}, nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "mockup-pictures-*")
		if err != nil {
			return shot{}, fmt.Errorf("keep the video's pictures: %w", err)
		}
		s.file = file
		_ = os.Remove(file.Name()) // so that no end of the process leaves it behind; Windows waits for close
	}
	at := s.end
	n, err := s.file.WriteAt(data, at)
	s.end += int64(n)
	if err != nil {
		return shot{}, fmt.Errorf("keep the video's pictures in %s: %w", os.TempDir(), err)
	}
	return shot{file: s.file, at: at, size: int64(len(data))}, nil
}

// decode returns the picture.
func (s shot) decode() (image.Image, error) {
	if s.data != nil {
		return png.Decode(bytes.NewReader(s.data))
	}
	return png.Decode(bufio.NewReader(io.NewSectionReader(s.file, s.at, s.size)))
}

func (s *shelf) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
