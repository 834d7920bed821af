//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock of a file, unless somebody else has it. File systems without locks go without.
func tryLock(file *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOLCK):
			return true, nil
		}
		return err == nil, err
	}
}
