package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sendSignal is "signal SIGNAL WHEN CODE command…": the command gets the signal after a time, or once a file exists, and
// has to end with the code within two seconds; -1 stands for a death by the signal.
func sendSignal(ts *testscript.TestScript, _ bool, args []string) {
	number := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "KILL": syscall.SIGKILL}[args[0]]
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	path := ts.Getenv("PATH")
	program := ""
	for _, folder := range strings.Split(path, string(os.PathListSeparator)) {
		if _, err := os.Stat(folder + "/" + args[3]); err == nil && program == "" {
			program = folder + "/" + args[3]
		}
	}
	var stderr strings.Builder
	cmd := exec.Command(program, args[4:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = ts.Getenv("WORK"), []string{
		"PATH=" + path, "HOME=/no-home", "MOCKUP_SERVER=" + ts.Getenv("MOCKUP_SERVER"), "MOCKUP_API_KEY=" + ts.Getenv("MOCKUP_API_KEY"),
	}, &stderr
	ts.Check(cmd.Start())
	defer cmd.Process.Kill()
	if delay, err := time.ParseDuration(args[1]); err == nil {
		time.Sleep(delay)
	} else {
		within(ts, 10*time.Second, args[1]+" is not there", func() bool {
			_, err := os.Stat(ts.MkAbs(args[1]))
			return err == nil
		})
	}
	began := time.Now()
	ts.Check(cmd.Process.Signal(number))
	_ = cmd.Wait()
	if took, got := time.Since(began), cmd.ProcessState.ExitCode(); got != want || took > 10*time.Second {
		ts.Fatalf("exit code %d after %s, want %d within 10s; stderr: %s", got, took, want, &stderr)
	}
	if want == exitInterrupted && stderr.String() != "mockup: interrupted\n" {
		ts.Fatalf("stderr: %s", &stderr)
	}
}

// gone is "gone FILE": the process whose number is in FILE ends within two seconds.
func gone(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	within(ts, 2*time.Second, "the process still runs", func() bool {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return errors.Is(err, fs.ErrNotExist) || strings.Contains(string(state), ") Z ")
	})
}

// within waits until a condition holds.
func within(ts *testscript.TestScript, limit time.Duration, failure string, holds func() bool) {
	for end := time.Now().Add(limit); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("%s after %s", failure, limit)
		}
	}
}
