package video

import (
	"fmt"
	"os"
)

// maxInMemory is how many bytes of PNGs are kept in memory. A tile of a conversation takes some 100 KB, one with a photo
// at 4x ten megabytes.
const maxInMemory = 48 << 20

// pngSpool keeps the screenshots of a video until they are needed: the first in memory, what is more in a temporary file.
type pngSpool struct {
	inMemory int
	file     *os.File // nil: nothing is in it yet
	end      int64
}

// spooledPNG is a PNG in a spool.
type spooledPNG struct {
	data []byte // nil: it is in the file
	file *os.File
	at   int64
	size int64
}

func (s *pngSpool) put(data []byte) (spooledPNG, error) {
	if s.inMemory+len(data) <= maxInMemory {
		s.inMemory += len(data)
		return spooledPNG{data: data}, nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "mockup-pictures-*")
		if err != nil {
			return spooledPNG{}, fmt.Errorf("keep the video's pictures: %w", err)
		}
		s.file = file
		_ = os.Remove(file.Name()) // so that no end of the process leaves it behind; Windows waits for close
	}
	at := s.end
	n, err := s.file.WriteAt(data, at)
	s.end += int64(n)
	if err != nil {
		return spooledPNG{}, fmt.Errorf("keep the video's pictures in %s: %w", os.TempDir(), err)
	}
	return spooledPNG{file: s.file, at: at, size: int64(len(data))}, nil
}

// bytes returns the PNG.
func (s spooledPNG) bytes() ([]byte, error) {
	if s.data != nil {
		return s.data, nil
	}
	data := make([]byte, s.size)
	_, err := s.file.ReadAt(data, s.at)
	return data, err
}

func (s *pngSpool) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
