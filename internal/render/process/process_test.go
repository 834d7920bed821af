//go:build unix

package process

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"mockup/internal/render/process/processtest"
)

// start starts a shell script, and returns with it what the script writes to file descriptor 3, line by line.
func start(t *testing.T, script string) (*Process, *bufio.Reader) {
	t.Helper()
	lines, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lines.Close() })
	cmd := exec.Command("sh", "-c", script)
	cmd.ExtraFiles = []*os.File{theirs}
	p, err := Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p, bufio.NewReader(lines)
}

// readPid reads the process number that a script writes.
func readPid(t *testing.T, lines *bufio.Reader) (pid int) {
	t.Helper()
	if _, err := fmt.Fscanf(lines, "%d\n", &pid); err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestEnd(t *testing.T) {
	p, lines := start(t, "echo one >&3; echo ' two' >&2; exit 3")
	if line, err := lines.ReadString('\n'); line != "one\n" || err != nil {
		t.Errorf("read %q, %v", line, err)
	}
	var exit *exec.ExitError
	if err := p.Err(); !errors.As(err, &exit) || p.State().ExitCode() != 3 || p.Stderr() != "two" {
		t.Errorf("it ended with %v, %v and said %q", err, p.State(), p.Stderr())
	}
	// The number is free now: killing once more may not reach whoever gets it.
	if p.Kill(); !p.ended {
		t.Error("the program counts as running after its end")
	}
}

// Kill reaches what the program has started.
func TestKill(t *testing.T) {
	p, lines := start(t, "sleep 1000 & echo $! >&3; wait")
	child := readPid(t, lines)
	p.Kill()
	p.Kill()
	if err := p.Err(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("it ended with %v", err)
	}
	processtest.UntilEnded(t, child)
}

// What a program leaves behind is killed, and does not keep us waiting though it holds the standard error.
func TestOrphans(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux kills what is left")
	}
	p, lines := start(t, "sleep 1000 & echo $! >&3")
	child := readPid(t, lines)
	if err := p.Err(); err != nil {
		t.Error(err)
	}
	processtest.UntilEnded(t, child)
}

// A program ends when we are killed, even if it reads nothing of ours. The test runs itself as the one that is killed.
func TestParentKilled(t *testing.T) {
	const variable = "MOCKUP_TEST_PARENT"
	if os.Getenv(variable) != "" {
		p, err := Start(exec.Command("sleep", "1000"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("child", p.Pid())
		select {}
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux kills what is left")
	}
	parent := exec.Command(os.Args[0], "-test.run=^TestParentKilled$")
	parent.Env = append(os.Environ(), variable+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var child int
	if _, err := fmt.Fscanf(out, "child %d\n", &child); err != nil {
		t.Fatal(err)
	}
	if !processtest.Running(child) {
		t.Error("the program ended by itself")
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	processtest.UntilEnded(t, child)
}

// A program gets the environment of Environment unless it has one of its own.
func TestStartEnvironment(t *testing.T) {
	t.Setenv("SECRET", "x")
	p, lines := start(t, `echo "<$SECRET>" >&3`)
	if line, _ := lines.ReadString('\n'); line != "<>\n" || p.Err() != nil {
		t.Errorf("the program knows the secret %q (%v)", line, p.Err())
	}
}

// A program that cannot be started leaves no open file and no goroutine.
func TestNotStarted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("neither a script nor a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	attempt := func() {
		ours, theirs, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer ours.Close()
		cmd := exec.Command(path)
		cmd.ExtraFiles = []*os.File{theirs}
		if _, err := Start(cmd); !errors.Is(err, syscall.ENOEXEC) || !strings.Contains(err.Error(), path) {
			t.Errorf("error is %v, want one that names the program", err)
		}
		if err := theirs.Close(); !errors.Is(err, os.ErrClosed) {
			t.Error("the program's file is left open")
		}
	}
	attempt()
	before := processtest.Held(t)
	attempt()
	processtest.UntilReleased(t, before)
}

func TestOutput(t *testing.T) {
	t.Setenv("SECRET", "x")
	out, err := Output(t.Context(), "sh", "-c", `echo "<$SECRET>"`)
	if string(out) != "<>\n" || err != nil {
		t.Errorf("got %q, %v", out, err)
	}
	if _, err := Output(t.Context(), "sh", "-c", "exit 3"); err == nil || !strings.HasSuffix(err.Error(), "sh -c exit 3: exit status 3") {
		t.Errorf("error is %v", err)
	}
}

// A helper that outlives the program, as Chromium's may on a busy machine, does not take its answer away.
func TestOutputOfHelper(t *testing.T) {
	out, err := Output(t.Context(), "sh", "-c", "sleep 3 & echo answer")
	if err != nil || string(out) != "answer\n" {
		t.Errorf("got %q, %v", out, err)
	}
}
