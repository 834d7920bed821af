package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sendSignal is "signal SIGNAL FILE CODE command…": the command, whose standard input never ends, gets the signal once a
// file of that name, or pattern, exists, and has to end with the code; -1 stands for a death by the signal. A command that
// was killed before the file was there to stay, for instance while it tried whether the folder can be written, starts again.
func sendSignal(ts *testscript.TestScript, _ bool, args []string) {
	signals := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "KILL": syscall.SIGKILL}
	code, err := strconv.Atoi(args[2])
	ts.Check(err)
	signalOnce(ts, signals[args[0]], args[1], code, args[3:])
	within(ts, "the killed command leaves no "+args[1], func() bool {
		if args[0] != "KILL" || present(ts, args[1]) {
			return true
		}
		signalOnce(ts, syscall.SIGKILL, args[1], code, args[3:])
		return false
	})
}

// present reports whether there is a file of that name or pattern.
func present(ts *testscript.TestScript, pattern string) bool {
	found, err := filepath.Glob(ts.MkAbs(pattern))
	return err == nil && len(found) > 0
}

// signalOnce starts the command, sends the signal once the file exists, and compares the exit code.
func signalOnce(ts *testscript.TestScript, number syscall.Signal, file string, want int, command []string) {
	path := ts.Getenv("PATH")
	program := ""
	for _, folder := range strings.Split(path, string(os.PathListSeparator)) {
		if _, err := os.Stat(folder + "/" + command[0]); err == nil && program == "" {
			program = folder + "/" + command[0]
		}
	}
	var stderr strings.Builder
	cmd := exec.Command(program, command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = ts.MkAbs("."), []string{
		"PATH=" + path, "HOME=/no-home", "TMPDIR=" + ts.Getenv("TMPDIR"), "XDG_RUNTIME_DIR=" + ts.Getenv("XDG_RUNTIME_DIR"),
		"MOCKUP_SERVER=" + ts.Getenv("MOCKUP_SERVER"), "MOCKUP_API_KEY=" + ts.Getenv("MOCKUP_API_KEY"),
	}, &stderr
	in, err := cmd.StdinPipe()
	ts.Check(err)
	defer in.Close()
	ts.Check(cmd.Start())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	defer cmd.Process.Kill()
	within(ts, file+" is not there", func() bool {
		select {
		case <-ended:
			ts.Fatalf("exit code %d before the signal; stderr: %s", cmd.ProcessState.ExitCode(), &stderr)
		default:
		}
		return present(ts, file)
	})
	ts.Check(cmd.Process.Signal(number))
	hung := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer hung.Stop()
	<-ended
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d, want %d; stderr: %s", got, want, &stderr)
	}
	message := "mockup: interrupted\n"
	if command[1] == "warm" {
		message = "" // signals are the usual end of a helper
	}
	if want == exitInterrupted && stderr.String() != message {
		ts.Fatalf("stderr: %s", &stderr)
	}
}

// gone is "gone FILE": the process whose number is in FILE ends.
func gone(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	within(ts, "the process still runs", func() bool {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return errors.Is(err, fs.ErrNotExist) || strings.Contains(string(state), ") Z ")
	})
}

// patience is how long tests wait for what takes a moment on a machine that has nothing else to do.
const patience = 10 * time.Minute

// within waits until a condition holds.
func within(ts *testscript.TestScript, failure string, holds func() bool) {
	for end := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("%s after %s", failure, patience)
		}
	}
}
