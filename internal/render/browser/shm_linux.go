package browser

import "golang.org/x/sys/unix"

// SmallSharedMemory reports whether /dev/shm is missing, cannot be written or is too small for Chromium's bitmaps, as in
// most containers (64 MB). The flag that avoids it moves the files to /tmp, so it is only set when needed.
func SmallSharedMemory() bool { return isSmall("/dev/shm") }

// isSmall reports whether a folder is missing or cannot be written, or its file system has less than 256 MB left.
func isSmall(folder string) bool {
	var fs unix.Statfs_t
	if err := unix.Statfs(folder, &fs); err != nil {
		return true
	}
	if unix.Access(folder, unix.W_OK|unix.X_OK) != nil {
		return true
	}
	return fs.Bavail*uint64(fs.Bsize) < 256<<20
}
