package batch

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// memoryPerBrowser is what a browser and the pictures on their way take at 4x, with some to spare.
const memoryPerBrowser = 700 << 20

// DefaultJobs is how many browsers draw at once on this machine: three for every four processors, as far as the memory goes.
// A browser and what is read and written beside it take 1.35 processors: on two of them, a second browser adds an eighth.
func DefaultJobs() int {
	jobs := runtime.GOMAXPROCS(0) * 3 / 4 // minds the limit of a container
	if free := freeMemory(); free > 0 {
		jobs = min(jobs, int(free/memoryPerBrowser))
	}
	return max(jobs, 1)
}

// freeMemory is what may still be used, in bytes; 0 if nobody tells. Linux tells, and a container's limit counts.
func freeMemory() int64 {
	free := int64(0)
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if kilobytes, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
				n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(kilobytes), " kB"), 10, 64)
				free = n << 10
			}
		}
	}
	limit, ok1 := readNumber("/sys/fs/cgroup/memory.max") // "max" where there is none
	used, ok2 := readNumber("/sys/fs/cgroup/memory.current")
	if ok1 && ok2 && (free == 0 || limit-used < free) {
		free = max(limit-used, 1)
	}
	return free
}

func readNumber(file string) (int64, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(data)), 10, 64)
	return n, err == nil
}
