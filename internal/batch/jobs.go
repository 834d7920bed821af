package batch

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// memoryPerBrowser is what a browser and its pictures take at 4x, in bytes, with a reserve.
const memoryPerBrowser = 700 << 20

// DefaultJobs returns how many browsers draw at once on this machine: one more than there are processors, or fewer if memory is
// short. The steps of a picture follow each other, so that a browser and the reading and writing for it use less than a processor:
// on two processors, a third browser draws a sixth more rows of one payload, and a twentieth more mixed pictures (medians in
// turns). Videos take as long with it as without.
func DefaultJobs() int {
	jobs := runtime.GOMAXPROCS(0) + 1 // which respects the limit of a container
	if free := freeMemory(); free > 0 {
		jobs = min(jobs, int(free/memoryPerBrowser))
	}
	return max(jobs, 1)
}

// freeMemory returns how much memory is free, in bytes, within the limit of a container. It returns 0 if that is unknown,
// as it is anywhere but on Linux.
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
