// Package processtest helps tests to wait for processes and to count what is left of them.
package processtest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// limit is how long a condition may take to come true: far longer than on a machine that has much else to do.
const limit = 10 * time.Minute

// Until waits until a condition holds, and fails the test if that takes two minutes.
func Until(t testing.TB, condition string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after %v it still does not hold: %s", limit, condition)
		}
	}
}

// UntilEnded waits until a process has ended.
func UntilEnded(t testing.TB, pid int) {
	t.Helper()
	Until(t, fmt.Sprintf("process %d has ended", pid), func() bool { return !Running(pid) })
}

// Running reports whether a process has not ended yet. A zombie has ended: only nobody has asked yet how.
func Running(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		process, err := os.FindProcess(pid)
		return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
	}
	// "pid (name) state": a name may hold spaces and parentheses.
	state := string(stat[strings.LastIndexByte(string(stat), ')')+1:])
	return !strings.HasPrefix(state, " Z")
}

// ReadPid waits until a program has written a process number to a file, and returns that.
func ReadPid(t testing.TB, path string) (pid int) {
	t.Helper()
	Until(t, path+" holds a process number", func() bool {
		text, _ := os.ReadFile(path)
		whole, ok := strings.CutSuffix(string(text), "\n")
		var err error
		pid, err = strconv.Atoi(whole)
		return ok && err == nil
	})
	return pid
}

// Resources are what this process holds.
type Resources struct{ Goroutines, Files int }

// Held counts what this process holds. It skips the test where open files cannot be counted.
func Held(t testing.TB) Resources {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return Resources{runtime.NumGoroutine(), len(entries)}
}

// UntilReleased waits until this process holds no more than before. What is counted first has to hold what the runtime
// opens once and keeps: count after the work has been done once.
func UntilReleased(t testing.TB, before Resources) {
	t.Helper()
	var now Resources
	for deadline := time.Now().Add(limit); ; time.Sleep(5 * time.Millisecond) {
		if now = Held(t); now.Goroutines <= before.Goroutines && now.Files <= before.Files {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the process holds %+v, and held %+v before", now, before)
		}
	}
}
