package encode

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzContent reads damaged files: nothing may panic, whatever they hold.
func FuzzContent(f *testing.F) {
	for _, alpha := range []bool{false, true} {
		v := Video{Width: 16, Height: 16, FPS: 30, Frames: 2, Alpha: alpha, Quality: Draft}
		path := filepath.Join(f.TempDir(), "video")
		e, err := Start(f.Context(), Options{}, v, path)
		if err != nil {
			f.Fatal(err)
		}
		for range v.Frames {
			if err := e.Write(make([]byte, v.FrameSize()), 1); err != nil {
				f.Fatal(err)
			}
		}
		if _, err := e.Close(); err != nil {
			f.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = readMP4(bytes.NewReader(data), int64(len(data)))
		_, _ = readWebM(bytes.NewReader(data), int64(len(data)))
	})
}
