//go:build !linux

package browser

// SmallSharedMemory is about Linux alone.
func SmallSharedMemory() bool { return false }
