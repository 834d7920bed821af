//go:build unix

package warm

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Supported says that helpers can be used on this system.
const Supported = true

// isMine reports whether a file belongs to the user who runs this program.
func isMine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// owner names the user whom a file belongs to.
func owner(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("the user %d", stat.Uid)
	}
	return "an unknown user"
}
