package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is the program as users have it, built once: the one that tests run in may be slowed down by the race detector.
var program struct {
	once   sync.Once
	folder string
	err    error
}

const testVersion = "9.8.7-test"

func buildProgram(t *testing.T) string {
	t.Helper()
	program.once.Do(func() {
		if program.folder, program.err = os.MkdirTemp("", "mockup-test-*"); program.err != nil {
			return
		}
		build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -X mockup/internal/version.number="+testVersion, "-o", program.folder, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as scripts/setup does, so that no package is compiled twice
		if out, err := build.CombinedOutput(); err != nil {
			program.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if program.err != nil {
		t.Fatalf("build the program: %v", program.err)
	}
	return filepath.Join(program.folder, "mockup")
}

// tests are all tests of the package; they leave no program behind.
type tests struct{ *testing.M }

func (m tests) Run() int {
	if signal.Ignored(syscall.SIGHUP) { // under nohup; commands that are started do not ignore what is handled here
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	code := m.M.Run()
	_ = os.RemoveAll(program.folder)
	return code
}

// command prepares a run of the program.
func (f *fleet) command(args ...string) *exec.Cmd {
	command := exec.Command(f.program, args...)
	name, value := patient()
	command.Dir, command.Env = f.folder, append(os.Environ(), append(f.env, "TMPDIR="+f.temp, name+"="+value)...)
	return command
}

// run runs the program to its end and returns what it prints.
func (f *fleet) run(t *testing.T, args ...string) string {
	t.Helper()
	command := f.command(args...)
	command.Stderr = t.Output()
	out, err := command.Output()
	if err != nil {
		t.Fatalf("mockup %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// process is a running serve or worker of a fleet.
type process struct {
	command *exec.Cmd
	log     *transcript   // what it has printed
	url     string        // of a serve
	ended   chan struct{} // closed once it has
}

// transcript is what a process has printed so far.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *transcript) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *transcript) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

var greeting = regexp.MustCompile(`mockup (?:serve: listening on (\S+)|worker: rendering)`)

// start starts a command of the program that serves, and waits until it is ready.
func (f *fleet) start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{command: f.command(append(args, f.address...)...), log: &transcript{}, ended: make(chan struct{})}
	p.command.Stdout, p.command.Stderr = p.log, p.log
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.command.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.command.Process.Kill()
		<-p.ended
		for line := range strings.Lines(p.log.String()) {
			if t.Failed() && !strings.Contains(line, `"level":"INFO"`) {
				t.Logf("%s: %s", args[0], line)
			}
		}
	})
	eventually(t, args[0]+" is ready", func() bool {
		match := greeting.FindStringSubmatch(p.log.String())
		if match != nil {
			p.url = match[1]
		}
		return match != nil || p.isOver()
	})
	if p.isOver() {
		t.Fatalf("%s ended", strings.Join(args, " "))
	}
	return p
}

func (p *process) isOver() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// stop sends a process the signal to stop, and expects a clean end.
func (p *process) stop(t *testing.T) {
	t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	<-p.ended
	if code := p.command.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, p.log)
	}
}

// eventually waits until a condition holds. How long that takes says nothing: the machine may be busy.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	every(t, 10*time.Millisecond, what, holds)
}

// every is eventually with another interval between two looks.
func every(t *testing.T, interval time.Duration, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(interval) {
		if time.Since(began) > 10*time.Minute {
			t.Fatalf("%s: not after 10 minutes", what)
		}
	}
}

// checkNothingLeft finds no temporary file of the processes that have ended, and no process that they have started:
// those have the folder of temporary files in their environment.
func (f *fleet) checkNothingLeft(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(f.temp)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		t.Errorf("left among the temporary files: %s", entry.Name())
	}
	for _, command := range f.leftRunning() {
		t.Errorf("left running: %s", command)
	}
}

// leftRunning lists the processes of the test that run, and those that they have started.
func (f *fleet) leftRunning() []string {
	var commands []string
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || !bytes.Contains(data, []byte("TMPDIR="+f.temp)) {
			continue
		}
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		commands = append(commands, string(bytes.ReplaceAll(command, []byte{0}, []byte(" "))))
	}
	return commands
}
