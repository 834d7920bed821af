package testproc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
)

// Lazy is a server that starts when the first test needs it. The zero value is ready for use. TestMain calls Stop.
type Lazy struct {
	mu      sync.Mutex
	tried   bool
	failure error
	process *Process
	names   int
}

// Need starts the server unless it runs, and returns it, with a name that no other test has got. Where its program is not installed
// (exec.ErrNotFound), the test is skipped, or fails if the environment variable that required names is set.
func (l *Lazy) Need(t testing.TB, required string, start func() (*Process, error)) (p *Process, name string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.tried {
		l.tried = true
		l.process, l.failure = start()
	}
	if errors.Is(l.failure, exec.ErrNotFound) && os.Getenv(required) == "" {
		t.Skip(l.failure)
	}
	if l.failure != nil {
		t.Fatal(l.failure)
	}
	l.names++
	return l.process, fmt.Sprintf("test%d", l.names)
}

// Stop ends the server if it was started, and removes its files.
func (l *Lazy) Stop() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.process.Stop()
}
