package orphans

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// isGone reports whether a process has ended and somebody has waited for it.
func isGone(pid int) bool {
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not after 2 minutes", what)
		}
	}
}

// Orphans are reaped, wherever they went, and no child loses its exit status to that.
func TestReap(t *testing.T) {
	// Like the first process of a container, this one inherits orphans.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Skip(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	ctx, cancel := context.WithCancel(t.Context())
	reaping := make(chan struct{})
	go func() {
		Reap(ctx)
		close(reaping)
	}()
	defer func() {
		cancel()
		<-reaping
	}()
	var runs sync.WaitGroup
	for code := range 40 {
		runs.Go(func() {
			// A parent that ends before its children: one in its group, and one in a session of its own.
			parent := exec.Command("sh", "-c", "sleep 0.05 & echo $!; setsid sh -c 'echo $$; exec sleep 0.05' & exec 1>&-; exit "+strconv.Itoa(code))
			parent.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			out, err := parent.StdoutPipe()
			if err != nil {
				t.Error(err)
				return
			}
			if err := parent.Start(); err != nil {
				t.Error(err)
				return
			}
			var pids []int
			for lines := bufio.NewScanner(out); len(pids) < 2 && lines.Scan(); {
				pid, _ := strconv.Atoi(lines.Text())
				pids = append(pids, pid)
			}
			if len(pids) < 2 {
				t.Errorf("the orphans are %v", pids)
			}
			_ = parent.Wait()
			if got := parent.ProcessState.ExitCode(); got != code {
				t.Errorf("exit code %d, want %d", got, code)
			}
			for _, pid := range pids {
				eventually(t, "an orphan is reaped", func() bool { return isGone(pid) })
			}
			plain := exec.Command("sh", "-c", "exit "+strconv.Itoa(code)) // in our own group
			_ = plain.Run()
			if got := plain.ProcessState.ExitCode(); got != code {
				t.Errorf("exit code %d, want %d", got, code)
			}
		})
	}
	runs.Wait()
}

// A child that has ended and that nobody has waited for yet is left to its parent.
func TestReapLeavesChildren(t *testing.T) {
	child := exec.Command("true")
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the child has ended", func() bool {
		data, _ := os.ReadFile("/proc/" + strconv.Itoa(child.Process.Pid) + "/stat")
		return strings.Contains(string(data), ") Z ")
	})
	reapEnded()
	if err := child.Wait(); err != nil {
		t.Errorf("the child's status is lost: %v", err)
	}
}
