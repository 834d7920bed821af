package encode

import (
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// enlarge makes a pipe as large as an ordinary user may have it, so that fewer switches between the processes are
// needed per frame.
func enlarge(pipe io.Writer) {
	file, ok := pipe.(syscall.Conn)
	if !ok {
		return
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20)
	})
}
