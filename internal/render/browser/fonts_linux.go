package browser

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// hideHostFonts returns a fontconfig configuration that knows no folder, as an open file without a name: the
// child finds it under /proc/self/fd, and nothing is left on disk however we end.
func hideHostFonts() (*os.File, error) {
	fd, err := unix.MemfdCreate("mockup-fonts.conf", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("hide the host's fonts: %w", err)
	}
	file := os.NewFile(uintptr(fd), "mockup-fonts.conf")
	if _, err := file.WriteString(`<?xml version="1.0"?><fontconfig></fontconfig>`); err != nil {
		file.Close()
		return nil, fmt.Errorf("hide the host's fonts: %w", err)
	}
	return file, nil
}
