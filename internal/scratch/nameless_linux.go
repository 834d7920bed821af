package scratch

import (
	"os"

	"golang.org/x/sys/unix"
)

// CanMake reports whether a file can be made in a folder. It makes one without a name, of which nothing is left even if the
// program is killed meanwhile. False may also mean that the file system has no such files.
func CanMake(folder string) bool {
	file, err := os.OpenFile(folder, os.O_WRONLY|unix.O_TMPFILE, 0o600)
	return err == nil && file.Close() == nil
}
