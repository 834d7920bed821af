package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// Code 2 says that a command line is wrong. Go would end with it where memory runs out.
func TestOutOfMemory(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Args = []string{"mockup", "validate", "-"}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	// What fills the pipe has been read, at least in part: the program has started.
	if _, err := io.WriteString(in, strings.Repeat(" ", 256<<10)+`{"mockupType": "chats", "props": {"messages": [`); err != nil {
		t.Fatal(err)
	}
	used := addressSpace(t, cmd.Process.Pid)
	if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: used, Max: used}, nil); err != nil {
		t.Skip(err)
	}
	// This takes some 200 MB: the payload is valid JSON, and each message breaks several rules.
	message := `{"id": "m", "type": "text", "text": "` + strings.Repeat("x", 150) + `"}`
	_, _ = io.WriteString(in, message+strings.Repeat(","+message, 44_000)+"]}}") // it may end before it has read all
	in.Close()
	_ = cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGABRT {
		t.Errorf("%v, want an end by SIGABRT; stderr begins with %.300s", cmd.ProcessState, &stderr)
	}
}

// addressSpace returns how many bytes of addresses a process uses.
func addressSpace(t *testing.T, pid int) uint64 {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Skip(err)
	}
	var pages uint64
	if _, err := fmt.Sscan(string(stat), &pages); err != nil {
		t.Fatal(err)
	}
	return pages * uint64(os.Getpagesize())
}
