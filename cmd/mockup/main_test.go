package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mockup/internal/longtest"
	"mockup/internal/schema"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"mockup": main})
}

// TestScripts runs every script of testdata/script, one for each behaviour. "exits N command…" runs a command that must
// end with that code; see sendSignal, gone and startService for the others.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(env *testscript.Env) error {
			env.Setenv(patient())
			return nil
		},
		Condition: func(condition string) (bool, error) {
			if condition != "root" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return os.Geteuid() == 0, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"signal":  sendSignal,
			"gone":    gone,
			"service": startService,
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				got := 0
				var failed *exec.ExitError
				if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
					got = failed.ExitCode()
				} else {
					ts.Check(err)
				}
				if got != want {
					ts.Fatalf("exit code %d, want %d", got, want)
				}
			},
		},
	})
}

// scripts lists the scripts. Those that take much time take turns.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	long := []string{"batch_stems", "behind", "faults", "formats", "verify"}
	some := longtest.Sample(t, 3, long, longtest.Alike)
	return slices.DeleteFunc(files, func(file string) bool {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		return slices.Contains(long, name) && !slices.Contains(some, name)
	})
}

// patient returns the name and the value of a variable of the environment that gives Chromium time on a busy machine.
func patient() (name, value string) { return "MOCKUP_TIMEOUT", "5m" }

// Every valid line of init goes through validate unchanged.
func TestInitValidates(t *testing.T) {
	t.Parallel()
	for _, mt := range schema.Types() {
		platforms := append([]string{""}, schema.Platforms(mt)...)
		for _, platform := range platforms {
			args := []string{"init", string(mt)}
			if platform != "" {
				args = append(args, "--platform", platform)
			}
			var payload, out, errOut bytes.Buffer
			if code := run(t.Context(), args, nil, &payload, &errOut); code != 0 {
				t.Fatalf("%v: exit code %d: %s", args, code, &errOut)
			}
			if code := run(t.Context(), []string{"validate", "-"}, &payload, &out, &errOut); code != 0 || out.Len() > 0 {
				t.Errorf("%v: exit code %d: %s", args, code, &out)
			}
		}
	}
}

// A signal ends a command that waits for input.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	waiting, w := io.Pipe()
	defer w.Close()
	go func() {
		w.Write([]byte("a")) // the command is reading now
		cancel()
	}()
	var out, errOut bytes.Buffer
	if code := run(ctx, []string{"validate", "-"}, waiting, &out, &errOut); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if got := errOut.String(); got != "mockup: interrupted\n" {
		t.Errorf("stderr: %q", got)
	}
}

func TestExitCode(t *testing.T) {
	ctx := t.Context()
	for want, err := range map[int]error{
		exitDone:    nil,
		exitFailed:  errors.New("x"),
		exitUsage:   usageError(newRootCmd(), "x"),
		exitInvalid: schema.Diagnostics{{Message: "x", Severity: schema.SeverityError}}.Err(),
		exitRemote:  &exitError{code: exitRemote, err: errors.New("x")},
	} {
		if got := exitCode(ctx, err); got != want {
			t.Errorf("%v: got %d, want %d", err, got, want)
		}
	}
}
