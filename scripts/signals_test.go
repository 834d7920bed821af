//go:build linux

package scripts_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal ends gallery and bench, which listen to signals in one way; they say so and leave no Chromium.
func TestSignals(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	if out, err := exec.Command("go", "build", "-tags", "bench", "-ldflags", "-s -w", "-o", bin, "../internal/gallery", "../internal/bench").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sig     syscall.Signal
		command []string
	}{{syscall.SIGINT, []string{"gallery"}}, {syscall.SIGTERM, []string{"bench", "stills"}}, {syscall.SIGHUP, []string{"gallery"}}} {
		t.Run(test.command[0]+" "+test.sig.String(), func(t *testing.T) {
			cmd := exec.Command(filepath.Join(bin, test.command[0]), test.command[1:]...)
			cmd.Dir = dir
			interrupt(t, cmd, test.sig)
		})
	}
}

// interrupt starts a command, signals it once it draws, and checks how it ends.
func interrupt(t *testing.T, cmd *exec.Cmd, sig syscall.Signal) {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	browsers := awaitBrowsers(t, cmd.Process.Pid)
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() })
	defer hung.Stop()
	var failed *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &failed) || failed.ExitCode() != 130 {
		t.Errorf("ended with %v, want exit status 130", err)
	}
	if got, want := stderr.String(), filepath.Base(cmd.Path)+": interrupted\n"; got != want {
		t.Errorf("stderr: %q, want %q", got, want)
	}
	for _, pid := range browsers {
		if _, err := os.Stat("/proc/" + pid); err == nil {
			t.Errorf("Chromium %s is left", pid)
		}
	}
}

// awaitBrowsers returns the processes that a process has started, once one of them is a Chromium with a page.
func awaitBrowsers(t *testing.T, pid int) (found []string) {
	t.Helper()
	eventually(t, "no Chromium has a page", func() bool {
		found = nil
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, thread := range threads {
			list, _ := os.ReadFile(thread)
			found = append(found, strings.Fields(string(list))...)
		}
		return slices.ContainsFunc(found, hasPage)
	})
	return found
}

// hasPage reports whether a process leads a group with a process that draws a page.
func hasPage(chromium string) bool {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	return slices.ContainsFunc(processes, func(process string) bool {
		command, _ := os.ReadFile(process + "/cmdline")
		stat, _ := os.ReadFile(process + "/stat")
		_, fields, _ := strings.Cut(string(stat), ") ") // "pid (name) state parent group …"
		group := strings.Fields(fields)
		return len(group) > 2 && group[2] == chromium && strings.Contains(string(command), "--type=renderer")
	})
}

// eventually waits until a condition holds.
func eventually(t *testing.T, failure string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s within 10 minutes", failure)
		}
	}
}
