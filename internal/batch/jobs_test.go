package batch

import (
	"runtime"
	"testing"
)

func TestDefaultJobs(t *testing.T) {
	t.Parallel()
	if n := DefaultJobs(); n < 1 || n > runtime.GOMAXPROCS(0) {
		t.Errorf("%d jobs", n)
	}
	if free := freeMemory(); runtime.GOOS == "linux" && free < 1<<20 {
		t.Errorf("%d bytes are free", free)
	}
}
