package batch

import (
	"runtime"
	"testing"
)

func TestDefaultJobs(t *testing.T) {
	t.Parallel()
	processors := runtime.GOMAXPROCS(0)
	if n := DefaultJobs(); n < 1 || n > processors+1 || n <= processors && freeMemory() > int64(4*(processors+1))*memoryPerBrowser {
		t.Errorf("%d jobs for %d processors", n, processors)
	}
	if free := freeMemory(); runtime.GOOS == "linux" && free < 1<<20 {
		t.Errorf("%d bytes are free", free)
	}
}
