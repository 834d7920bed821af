//go:build linux

package scripts_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal ends gallery and bench within seconds; they say so and leave no Chromium.
func TestSignals(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../internal/gallery", "../internal/bench").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"gallery"}, {"bench", "stills"}} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(command[0]+" "+sig.String(), func(t *testing.T) {
				cmd := exec.Command(filepath.Join(bin, command[0]), command[1:]...)
				cmd.Dir = dir
				interrupt(t, cmd, sig)
			})
		}
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
	browsers := awaitChildren(t, cmd.Process.Pid)
	time.Sleep(400 * time.Millisecond) // until Chromium is up and drawing
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
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

// awaitChildren returns the processes that a process has started, once there are any.
func awaitChildren(t *testing.T, pid int) []string {
	t.Helper()
	for range 600 {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, thread := range threads {
			list, _ := os.ReadFile(thread)
			if found := strings.Fields(string(list)); len(found) > 0 {
				return found
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no Chromium was started")
	return nil
}
