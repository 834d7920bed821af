// Package orphans waits for processes that this one has inherited.
//
// Linux gives a process whose parent has ended to the first process of the container, and keeps it as a zombie until that
// waits for it. Chromium's helpers, and the children of a script that stands in for a program, become such orphans.
package orphans

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Reap waits, until ctx ends, for orphans that have ended. The processes that this one has started itself are left to
// those who wait for their results: they are in this process's session, and lead their group or are in this process's group.
// An orphan of which the same is true stays a zombie.
func Reap(ctx context.Context) {
	children := make(chan os.Signal, 1) // one that waits stands for all that follow
	signal.Notify(children, syscall.SIGCHLD)
	defer signal.Stop(children)
	for {
		reapEnded()
		select {
		case <-children:
		case <-ctx.Done():
			return
		}
	}
}

func reapEnded() {
	self, err := readProcess("self")
	if err != nil || self.pid != os.Getpid() {
		return // /proc is missing, or another namespace's
	}
	paths, _ := filepath.Glob("/proc/[0-9]*") // the pattern is valid
	for _, path := range paths {
		p, err := readProcess(filepath.Base(path))
		if err != nil || p.parent != self.pid || p.state != "Z" {
			continue
		}
		if p.session != self.session || p.group != p.pid && p.group != self.group {
			for errors.Is(wait(p.pid), syscall.EINTR) {
			}
		}
	}
}

func wait(pid int) error {
	_, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	return err
}

// process is what proc_pid_stat(5) says about a process.
type process struct {
	pid, parent, group, session int
	state                       string // Z for a zombie
}

func readProcess(name string) (process, error) {
	data, err := os.ReadFile("/proc/" + name + "/stat")
	if err != nil {
		return process{}, err
	}
	// "pid (name) state parent group session …": the name may hold spaces and parentheses.
	text := string(data)
	pid, _, _ := strings.Cut(text, " ")
	var p process
	if p.pid, err = strconv.Atoi(pid); err != nil {
		return process{}, err
	}
	_, err = fmt.Sscan(text[strings.LastIndexByte(text, ')')+1:], &p.state, &p.parent, &p.group, &p.session)
	return p, err
}
