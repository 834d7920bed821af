package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// stage is the smallest document that has the functions Go calls.
const stage = `<!doctype html><div id="stage"></div>`

const script = `globalThis.mockup = { async show({html}) { const s = document.getElementById("stage"); s.innerHTML = html;
await Promise.allSettled([...s.querySelectorAll("img")].map(i => i.decode())); return {width: 10, height: 10, broken: []}; } };`

func files(path string) (File, bool) {
	return File{[]byte(stage), "text/html"}, path == "/"
}

func start(t *testing.T, opts Options) *Browser {
	t.Helper()
	opts.Files, opts.Script, opts.NoSandbox = files, script, os.Geteuid() == 0
	b, err := Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestShow(t *testing.T) {
	b := start(t, Options{})
	if _, err := b.Show(t.Context(), Page{HTML: `<p>hello`, Width: 30, Height: 20, Scale: 2}); err != nil {
		t.Fatal(err)
	}
	data, err := b.Screenshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil || picture.Bounds().Dx() != 60 || picture.Bounds().Dy() != 40 {
		t.Errorf("screenshot is %v (%v), want 60x40", picture.Bounds(), err)
	}
	if !strings.Contains(b.Version(), "Chrome") {
		t.Errorf("version is %q", b.Version())
	}
}

// A page that tries every way out reaches nobody.
func TestNoNetwork(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var hits atomic.Int32
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			conn.Close()
		}
	}()
	secret := filepath.Join(t.TempDir(), "secret.png")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	b := start(t, Options{})
	html := fmt.Sprintf(`<img src="http://%[1]s/a.png"><img src="https://example.com/a.png"><img src="file://%[2]s">
		<link rel="stylesheet" href="http://%[1]s/a.css"><link rel="prefetch" href="http://%[1]s/p"><link rel="dns-prefetch" href="//example.com">
		<style>@import url(http://%[1]s/b.css); @font-face{font-family:x;src:url(http://%[1]s/x.woff)} body{font-family:x;background:url(http://%[1]s/bg.png)}</style>
		<iframe src="http://%[1]s/frame"></iframe><object data="http://%[1]s/o"></object><svg><image href="http://%[1]s/s.png"/></svg><video src="http://%[1]s/v.mp4"></video>`, address, secret)
	if _, err := b.Show(t.Context(), Page{HTML: html, Width: 30, Height: 20, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	var blocked bool
	reach := fmt.Sprintf(`(async () => {
		const tries = [() => fetch("http://%[1]s/f"), () => fetch("file://%[2]s"),
			() => new Promise((ok, no) => { const s = new WebSocket("ws://%[1]s/ws"); s.onopen = ok; s.onerror = no; }),
			() => new Promise((ok, no) => { const e = new EventSource("http://%[1]s/es"); e.onopen = ok; e.onerror = no; })];
		navigator.sendBeacon("http://%[1]s/beacon");
		new RTCPeerConnection({iceServers: [{urls: "stun:%[1]s"}]}).createDataChannel("x");
		const results = await Promise.allSettled(tries.map(t => t()));
		return results.every(r => r.status === "rejected");
	})()`, address, secret)
	if err := b.Eval(t.Context(), reach, &blocked); err != nil {
		t.Fatal(err)
	}
	if !blocked {
		t.Error("a request of the page succeeded")
	}
	if n := hits.Load(); n > 0 {
		t.Errorf("the page connected %d times to a listener on loopback", n)
	}
}

// Markup that carries scripts does not run them: the stage's policy allows none.
func TestNoScripts(t *testing.T) {
	b := start(t, Options{})
	html := `<img src="x" onerror="window.ran = 1"><script>window.ran = 1</script><svg onload="window.ran = 1"></svg><a href="javascript:window.ran=1" id="a">a</a>`
	if _, err := b.Show(t.Context(), Page{HTML: html, Width: 30, Height: 20, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	var ran bool
	if err := b.Eval(t.Context(), `(document.getElementById("a").click(), new Promise(ok => setTimeout(() => ok(!!window.ran), 50)))`, &ran); err != nil {
		t.Fatal(err)
	}
	if ran {
		t.Error("a script in the markup ran")
	}
}

func TestNotFound(t *testing.T) {
	err := error(&ErrNotFound{Tried: []string{debianShell, "chromium"}})
	if !strings.Contains(err.Error(), "install") {
		t.Errorf("error %q does not say how to install Chromium", err)
	}
}

func TestNamedBinaryMissing(t *testing.T) {
	if _, err := Start(t.Context(), Options{Bin: "/none/chromium", Files: files}); err == nil || !strings.Contains(err.Error(), "/none/chromium") {
		t.Errorf("error is %v, want one that names the binary", err)
	}
}

// A Chromium that ends at once says why.
func TestStartFails(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "chromium-headless-shell")
	if err := os.WriteFile(bin, []byte("#!/bin/sh\necho no display found >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Options{Bin: bin, Files: files})
	if !errors.Is(err, ErrCrashed) || !strings.Contains(err.Error(), "no display found") {
		t.Errorf("error is %v, want ErrCrashed with what Chromium said", err)
	}
}

// A Chromium that never answers is given up.
func TestStartHangs(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "chromium-headless-shell")
	if err := os.WriteFile(bin, []byte("#!/bin/sh\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err := Start(t.Context(), Options{Bin: bin, Files: files, Timeout: 200 * time.Millisecond})
	if !errors.Is(err, ErrHung) || time.Since(began) > 10*time.Second {
		t.Errorf("error is %v after %v, want ErrHung", err, time.Since(began))
	}
}

func TestCrash(t *testing.T) {
	b := start(t, Options{})
	if err := syscall.Kill(-b.proc.cmd.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Show(t.Context(), Page{HTML: "x", Width: 30, Height: 20, Scale: 1}); !errors.Is(err, ErrCrashed) {
		t.Errorf("error is %v, want ErrCrashed", err)
	}
}

// The page's own process can crash while the browser lives on.
func TestPageCrash(t *testing.T) {
	b := start(t, Options{})
	go func() { _ = b.page.Navigate("chrome://crash") }()
	began := time.Now()
	for {
		_, err := b.Screenshot(t.Context())
		if errors.Is(err, ErrCrashed) {
			return
		}
		if time.Since(began) > 5*time.Second {
			t.Fatalf("error is %v after %v, want ErrCrashed", err, time.Since(began))
		}
	}
}

func TestHang(t *testing.T) {
	b := start(t, Options{})
	b.opts.Timeout = 200 * time.Millisecond
	if err := b.Eval(t.Context(), `new Promise(() => {})`, nil); !errors.Is(err, ErrHung) {
		t.Errorf("error is %v, want ErrHung", err)
	}
}

func TestCancel(t *testing.T) {
	b := start(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Eval(ctx, `new Promise(() => {})`, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want the context's", err)
	}
}

// children lists the processes of a group.
func children(t *testing.T, group int) []string {
	t.Helper()
	out, _ := exec.Command("ps", "-o", "pid=,stat=,args=", "-g", fmt.Sprint(group)).Output()
	var alive []string
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); len(fields) > 1 && !strings.HasPrefix(fields[1], "Z") {
			alive = append(alive, strings.TrimSpace(line))
		}
	}
	return alive
}

func TestCloseLeavesNothing(t *testing.T) {
	b := start(t, Options{})
	group := b.proc.cmd.Process.Pid
	if len(children(t, group)) == 0 {
		t.Skip("no ps here")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	waitGone(t, group)
}

func waitGone(t *testing.T, group int) {
	t.Helper()
	var alive []string
	for range 60 {
		if alive = children(t, group); len(alive) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("still running: %v", alive)
}

// TestHelperProcess is not a test: it is the parent that TestKilledParent kills.
func TestHelperProcess(t *testing.T) {
	if os.Getenv("MOCKUP_TEST_PARENT") == "" {
		t.Skip("only runs as a child")
	}
	b := start(t, Options{})
	fmt.Println("group", b.proc.cmd.Process.Pid)
	select {}
}

// Chromium ends by itself when its parent is killed, and leaves no file behind.
func TestKilledParent(t *testing.T) {
	temp := t.TempDir()
	parent := exec.Command(os.Args[0], "-test.run=^TestHelperProcess$")
	parent.Env = append(os.Environ(), "MOCKUP_TEST_PARENT=1", "TMPDIR="+temp, "HOME="+temp)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var group int
	if _, err := fmt.Fscanf(out, "group %d\n", &group); err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	waitGone(t, group)
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v (%v)", left, err)
	}
}
