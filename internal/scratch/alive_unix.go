//go:build unix

package scratch

import (
	"errors"
	"syscall"
)

// isAlive reports whether a process exists, whoever's it is.
func isAlive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
