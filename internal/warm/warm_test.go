//go:build unix

package warm

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/lockfile"
	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/render/process/processtest"
)

// runtimeFolder gives the helpers of a test a folder of their own, whose path is short enough for sockets.
func runtimeFolder(t *testing.T) string {
	t.Helper()
	path, err := os.MkdirTemp("", "warm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(path) })
	t.Setenv("XDG_RUNTIME_DIR", path)
	return path
}

func newRenderer(t *testing.T) *render.Renderer {
	t.Helper()
	r, err := render.New(render.Options{Workers: 1, NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute, Dial: Dial})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// serve starts a helper in this process and waits until it is ready. ended gets why it ended.
func serve(t *testing.T, ctx context.Context, idle time.Duration) (socket string, ended chan error) {
	t.Helper()
	ready := make(chan string)
	ended = make(chan error, 1)
	go func() { ended <- Serve(ctx, newRenderer(t), idle, func(socket string) { ready <- socket }) }()
	select {
	case socket = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	return socket, ended
}

// left lists the files of a folder.
func left(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// A helper is found by renderers of its identity alone, says how it is, allows no second one, and leaves nothing.
func TestServe(t *testing.T) {
	folder := runtimeFolder(t)
	socket, ended := serve(t, t.Context(), time.Hour)
	r := newRenderer(t)
	identity, err := r.Identity()
	if err != nil {
		t.Fatal(err)
	}
	if Dial("0123456789abcdef") != nil {
		t.Error("a renderer of another identity finds the helper")
	}
	conn := Dial(identity)
	if conn == nil {
		t.Fatalf("nobody answers at %s", socket)
	}
	b, err := browser.Borrow(t.Context(), conn, browser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	running, err := Running()
	if err != nil || len(running) != 1 || !running[0].InUse || running[0].PID != os.Getpid() || !strings.HasSuffix(running[0].String(), "is in use") {
		t.Errorf("running are %v (%v)", running, err)
	}
	b.Close()
	processtest.Until(t, "the helper is not in use", func() bool {
		running, err := Running()
		return err == nil && len(running) == 1 && !running[0].InUse && running[0].Left > 0
	})
	if _, err := r.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := Serve(t.Context(), newRenderer(t), time.Hour, func(string) {}); err == nil || !strings.Contains(err.Error(), "runs already") {
		t.Errorf("a second helper: %v", err)
	}
	if n, err := Stop(); n != 1 || err != nil {
		t.Errorf("stopped %d (%v), want 1", n, err)
	}
	if err := <-ended; !errors.Is(err, ErrStopped) {
		t.Errorf("it ended with %v", err)
	}
	if names := left(t, folder); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
	if n, err := Stop(); n != 0 || err != nil {
		t.Errorf("stopped %d (%v), want none", n, err)
	}
}

// A helper ends by itself once nobody has used it for a time, and when its context ends, also while its browser is lent.
func TestServeEnds(t *testing.T) {
	folder := runtimeFolder(t)
	_, ended := serve(t, t.Context(), time.Millisecond)
	if err := <-ended; !errors.Is(err, ErrIdle) {
		t.Errorf("it ended with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, ended = serve(t, ctx, time.Hour)
	identity, err := newRenderer(t).Identity()
	if err != nil {
		t.Fatal(err)
	}
	b, err := browser.Borrow(t.Context(), Dial(identity), browser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	processtest.Until(t, "the borrower knows", func() bool { return errors.Is(b.Err(), browser.ErrCrashed) })
	if names := left(t, folder); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

// Helpers, one after the other, leave no goroutine and no open file.
func TestServeLeavesNothing(t *testing.T) {
	runtimeFolder(t)
	round := func() {
		_, ended := serve(t, t.Context(), time.Hour)
		r := newRenderer(t)
		if _, err := r.Check(t.Context()); err != nil {
			t.Error(err)
		}
		r.Close()
		if _, err := Stop(); err != nil {
			t.Error(err)
		}
		<-ended
	}
	round()
	before := processtest.Held(t)
	for range 2 {
		round()
	}
	processtest.UntilReleased(t, before)
}

// What a killed helper has left is no obstacle, and is removed by the next one, whatever its identity.
func TestKilled(t *testing.T) {
	folder := runtimeFolder(t)
	killed := filepath.Join(folder, socketName("0123456789abcdef"))
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: killed})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	listener.Close()
	lock, err := lockfile.Try(lockName(killed))
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Keep(); err != nil { // as the kernel does when a process is killed
		t.Fatal(err)
	}
	if Dial("0123456789abcdef") != nil {
		t.Error("there is a connection to a helper that was killed")
	}
	if running, err := Running(); len(running) > 0 || err != nil {
		t.Errorf("running are %v (%v)", running, err)
	}
	_, ended := serve(t, t.Context(), time.Hour)
	if names := left(t, folder); len(names) != 2 {
		t.Errorf("the folder has %q, want the socket and the lock of the new helper", names)
	}
	if _, err := Stop(); err != nil {
		t.Error(err)
	}
	<-ended
}

// A folder that others can enter, or that belongs to another, is not trusted, and neither is a socket of another.
func TestTrust(t *testing.T) {
	folder := runtimeFolder(t)
	socket := filepath.Join(folder, socketName("0123456789abcdef"))
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	trusted := func() bool {
		conn := Dial("0123456789abcdef")
		if conn == nil {
			return false
		}
		defer conn.Close()
		accepted, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer accepted.Close()
		if line, err := bufio.NewReader(accepted).ReadString('\n'); line != "borrow\n" {
			t.Errorf("the request is %q (%v)", line, err)
		}
		return true
	}
	if !trusted() {
		t.Fatal("the user's own socket is not trusted")
	}
	for _, mode := range []os.FileMode{0o755, 0o770, 0o701} {
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
		if trusted() {
			t.Errorf("a folder with the mode %v is trusted", mode)
		}
		if err := Serve(t.Context(), newRenderer(t), time.Hour, func(string) {}); err == nil || !strings.Contains(err.Error(), "must be a folder of yours with the mode 0700") {
			t.Errorf("a helper in a folder with the mode %v: %v", mode, err)
		}
	}
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // only root can give files away
		for _, path := range []string{folder, socket} {
			if err := os.Lchown(path, 1, 1); err != nil {
				t.Fatal(err)
			}
			if trusted() {
				t.Errorf("%s of another user is trusted", path)
			}
			if err := os.Lchown(path, 0, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	link := folder + "-link"
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(link)
	t.Setenv("XDG_RUNTIME_DIR", link)
	if trusted() {
		t.Error("a link to a folder is trusted")
	}
	t.Setenv("XDG_RUNTIME_DIR", folder)
	other := filepath.Join(folder, socketName("fedcba9876543210"))
	if err := os.Symlink(socket, other); err != nil {
		t.Fatal(err)
	}
	if Dial("fedcba9876543210") != nil {
		t.Error("a link to a socket is trusted")
	}
	if !trusted() {
		t.Error("the user's own socket is not trusted any more")
	}
}

// Without XDG_RUNTIME_DIR the folder is one of the user's cache, which is made for the helper and for nobody else.
func TestCacheFolder(t *testing.T) {
	cache := runtimeFolder(t)
	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache) // of which macOS makes its cache
	if Dial("0123456789abcdef") != nil || len(left(t, cache)) > 0 {
		t.Errorf("to look for a helper made %q", left(t, cache))
	}
	path, err := folder(true)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 || !strings.HasPrefix(path, cache) {
		t.Errorf("the folder is %s with %v (%v)", path, info.Mode(), err)
	}
}

// A path that is too long for a socket is refused by name.
func TestLongPath(t *testing.T) {
	long := filepath.Join(runtimeFolder(t), strings.Repeat("x", 90))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_RUNTIME_DIR", long)
	if err := Serve(t.Context(), newRenderer(t), time.Hour, func(string) {}); err == nil || !strings.Contains(err.Error(), "shorter path") {
		t.Errorf("error is %v", err)
	}
	if names := left(t, long); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

// A connection that asks for something else, or for nothing, is closed, and does no harm.
func TestOddRequests(t *testing.T) {
	runtimeFolder(t)
	socket, ended := serve(t, t.Context(), time.Hour)
	for _, text := range []string{"hello\n", "borrow", ""} {
		conn, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(conn); len(answer) > 0 {
			t.Errorf("%q is answered %q (%v)", text, answer, err)
		}
		conn.Close()
	}
	if _, err := Stop(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, ErrStopped) {
		t.Errorf("it ended with %v", err)
	}
}
