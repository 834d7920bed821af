//go:build unix

package browser

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"mockup/internal/render/process/processtest"
)

// shell and script are the least that has the functions Go calls.
const shell = `<div id="root"></div>`

const script = `globalThis.mockup = { expect() {}, expectFrame() { this.expectedFrame = new Promise(requestAnimationFrame); },
async show({html}) { const s = document.getElementById("root"); s.innerHTML = html;
await Promise.allSettled([...s.querySelectorAll("img")].map(i => i.decode())); return {width: 10, height: 10, broken: []}; } };`

func noFiles(string) (File, bool) { return File{}, false }

// start starts a browser. Chromium itself crashes at one of some thousand starts, which is why a renderer tries again.
func start(t *testing.T, opts Options) *Browser {
	t.Helper()
	opts.Files, opts.Shell, opts.Script, opts.NoSandbox = noFiles, shell, script, NeedsNoSandbox()
	b, err := Start(t.Context(), opts)
	if errors.Is(err, ErrCrashed) {
		b, err = Start(t.Context(), opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestShow(t *testing.T) {
	b := start(t, Options{})
	if _, err := b.Show(t.Context(), Document{HTML: `<p>hello`, Width: 30, Height: 20, Scale: 2}); err != nil {
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
	datagrams, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer datagrams.Close()
	go func() {
		for {
			if _, _, err := datagrams.ReadFrom(make([]byte, 1)); err != nil {
				return
			}
			hits.Add(1)
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
	if _, err := b.Show(t.Context(), Document{HTML: html, Width: 30, Height: 20, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	var blocked bool
	reach := `async ([tcp, udp, secret]) => {
		const tries = [() => fetch("http://" + tcp + "/f"), () => fetch("file://" + secret),
			() => new Promise((ok, no) => { const s = new WebSocket("ws://" + tcp + "/ws"); s.onopen = ok; s.onerror = no; }),
			() => new Promise((ok, no) => { const e = new EventSource("http://" + tcp + "/es"); e.onopen = ok; e.onerror = no; })];
		navigator.sendBeacon("http://" + tcp + "/beacon");
		const peer = new RTCPeerConnection({iceServers: [{urls: "stun:" + udp}]});
		peer.createDataChannel("x");
		await peer.setLocalDescription(await peer.createOffer());
		const gathered = new Promise(ok => peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && ok());
		const results = await Promise.allSettled(tries.map(t => t()));
		await Promise.race([gathered, new Promise(ok => setTimeout(ok, 1000))]);
		return results.every(r => r.status === "rejected");
	}`
	if err := b.Call(t.Context(), reach, []string{address, datagrams.LocalAddr().String(), secret}, &blocked); err != nil {
		t.Fatal(err)
	}
	if !blocked {
		t.Error("a request of the page succeeded")
	}
	if n := hits.Load(); n > 0 {
		t.Errorf("the page connected %d times or wrote to a listener on loopback", n)
	}
}

// Markup that carries scripts does not run them: the page's policy allows none.
func TestNoScripts(t *testing.T) {
	b := start(t, Options{})
	html := `<img src="x" onerror="window.ran = 1"><script>window.ran = 1</script><svg onload="window.ran = 1"></svg><a href="javascript:window.ran=1" id="a">a</a>`
	if _, err := b.Show(t.Context(), Document{HTML: html, Width: 30, Height: 20, Scale: 1}); err != nil {
		t.Fatal(err)
	}
	var ran bool
	if err := b.Call(t.Context(), `() => (document.getElementById("a").click(), new Promise(ok => setTimeout(() => ok(!!window.ran), 50)))`, nil, &ran); err != nil {
		t.Fatal(err)
	}
	if ran {
		t.Error("a script in the markup ran")
	}
}

// Without any Chromium, the error says what was looked for and how to install one.
func TestNotFound(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if path, err := Find(""); err == nil {
		t.Skipf("%s is found past PATH", path)
	} else if !strings.Contains(err.Error(), "chromium-headless-shell") || !strings.Contains(err.Error(), "install") {
		t.Errorf("error %q does not say how to install Chromium", err)
	}
	if err := (&ErrNotFound{}).Error(); !strings.Contains(err, "install") {
		t.Errorf("error %q does not say how to install Chromium", err)
	}
}

// The user's PATH wins, and what Debian's script runs is found in it.
func TestFindInPath(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	own := program(t, dir, "chromium-headless-shell", "exec true")
	if path, err := Find(""); path != own {
		t.Errorf("found %s (%v), want %s", path, err, own)
	}
	if _, err := os.Stat(debianShell); err != nil {
		t.Skip(err)
	}
	program(t, dir, "chromium-headless-shell", "\n"+debianShell+` "$@"`)
	for _, bin := range []string{"", own} {
		if path, err := Find(bin); path != debianShell {
			t.Errorf("Find(%q) is %s (%v), want %s", bin, path, err, debianShell)
		}
	}
}

// program writes a shell script and returns its path.
func program(t *testing.T, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNamedBinaryMissing(t *testing.T) {
	if _, err := Start(t.Context(), Options{Bin: "/none/chromium", Files: noFiles}); err == nil || !strings.Contains(err.Error(), "/none/chromium") {
		t.Errorf("error is %v, want one that names the binary", err)
	}
}

// A Chromium that ends at once says why.
func TestStartFails(t *testing.T) {
	bin := program(t, t.TempDir(), "chromium-headless-shell", "echo no display found >&2; exit 3")
	_, err := Start(t.Context(), Options{Bin: bin, Files: noFiles})
	if !errors.Is(err, ErrCrashed) || err.Error() != "start Chromium "+bin+": Chromium crashed (exit status 3)\nChromium said: no display found" {
		t.Errorf("error is %v, want ErrCrashed with what Chromium said", err)
	}
}

// A Chromium that never answers is given up.
func TestStartHangs(t *testing.T) {
	bin := program(t, t.TempDir(), "chromium-headless-shell", "exec sleep 1000")
	ctx, cancel := WithLimit(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, Options{Bin: bin, Files: noFiles})
	if !errors.Is(err, ErrHung) {
		t.Errorf("error is %v, want ErrHung", err)
	}
	if want := "start Chromium " + bin + ": Chromium did not answer in time: not within 200ms; --timeout allows more"; err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}

func TestCrash(t *testing.T) {
	b := start(t, Options{})
	if err := syscall.Kill(-b.proc.Pid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_, err := b.Show(t.Context(), Document{HTML: "x", Width: 30, Height: 20, Scale: 1})
	if !errors.Is(err, ErrCrashed) || err.Error() != "lay out page: Chromium crashed (signal: killed)" {
		t.Errorf("error is %v, want ErrCrashed", err)
	}
}

// The page's own process can crash while the browser lives on.
func TestPageCrash(t *testing.T) {
	b := start(t, Options{})
	go func() { _ = b.page.Navigate("chrome://crash") }()
	processtest.Until(t, "a screenshot fails with ErrCrashed", func() bool {
		_, err := b.Screenshot(t.Context())
		return errors.Is(err, ErrCrashed)
	})
}

func TestHang(t *testing.T) {
	b := start(t, Options{})
	ctx, cancel := WithLimit(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := b.Call(ctx, `() => new Promise(() => {})`, nil, nil); !errors.Is(err, ErrHung) {
		t.Errorf("error is %v, want ErrHung", err)
	}
	if _, err := b.Screenshot(t.Context()); !errors.Is(err, ErrHung) || !errors.Is(b.Err(), ErrHung) {
		t.Errorf("after a hang the error is %v, want the same ErrHung", err)
	}
}

// A Chromium that does not even read is given up: its pipe is full.
func TestHangWriting(t *testing.T) {
	b := start(t, Options{})
	if err := syscall.Kill(b.proc.Pid(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := WithLimit(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := b.Call(ctx, `() => 1`, strings.Repeat("x", 1<<20), nil); !errors.Is(err, ErrHung) {
		t.Errorf("error is %v, want ErrHung", err)
	}
}

func TestCancel(t *testing.T) {
	b := start(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Call(ctx, `() => new Promise(() => {})`, nil, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want the context's", err)
	}
	if b.Err() == nil {
		t.Error("a browser whose exchange was cancelled is not given up")
	}
}

// A call under a context that is over already does no harm.
func TestCancelledBefore(t *testing.T) {
	b := start(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Call(ctx, `() => 1`, nil, nil); !errors.Is(err, context.Canceled) || b.Err() != nil {
		t.Errorf("error is %v, the browser's %v; want the context's and none", err, b.Err())
	}
}

// Showing a page, its files and fonts included, may be cancelled at any moment.
func TestCancelAnywhere(t *testing.T) {
	page := Document{HTML: `<img src="/image/1">`, Width: 30, Height: 20, Scale: 1, Fonts: []Font{{ID: "a", CSS: func() string { return "@font-face{}" }}}}
	for wait := range 6 {
		page.Files = map[string]File{"/image/1": {Data: []byte("x"), Type: "image/png"}}
		b := start(t, Options{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(wait)*time.Millisecond)
		_, err := b.Show(ctx, page)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && b.Shown() > 0 == (b.Err() == nil) {
			t.Errorf("shown %d, error %v, the browser's is %v", b.Shown(), err, b.Err())
		}
	}
}

// An exception leaves a browser that can be used, and fonts that came with it are sent again.
func TestException(t *testing.T) {
	b := start(t, Options{})
	page := Document{HTML: `<p>a`, Width: 30, Height: 20, Scale: 1, Fonts: []Font{{ID: "a", CSS: func() string { return "@font-face{}" }}}}
	if err := b.Call(t.Context(), `() => { mockup.working = mockup.expect; mockup.expect = () => { throw new Error("no") } }`, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Show(t.Context(), page); err == nil || !strings.Contains(err.Error(), "page script: Error: no") || b.Err() != nil {
		t.Errorf("error is %v, the browser's %v; want the exception and none", err, b.Err())
	}
	if err := b.Call(t.Context(), `() => { mockup.expect = mockup.working }`, nil, nil); err != nil {
		t.Fatal(err)
	}
	if len(b.newFonts(page.Fonts)) != 1 {
		t.Error("a font counts as sent though the call failed")
	}
	if _, err := b.Show(t.Context(), page); err != nil || len(b.newFonts(page.Fonts)) != 0 {
		t.Errorf("error is %v, want none and the font sent", err)
	}
}

// A page that has left its document is of no use.
func TestDocumentGone(t *testing.T) {
	b := start(t, Options{})
	if err := b.Call(t.Context(), `() => { delete globalThis.mockup }`, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Show(t.Context(), Document{HTML: `<p>a`, Width: 30, Height: 20, Scale: 1}); err == nil || b.Err() == nil {
		t.Errorf("error is %v, the browser's %v; want both", err, b.Err())
	}
}

// A Chromium that ends before it has opened a page has crashed, also where its process is not known to have ended.
func TestEndsWithoutPage(t *testing.T) {
	theirs, ours := connection(t)
	chromium := newPipe(theirs, theirs)
	go func() {
		defer chromium.Close()
		for range 2 { // to be told of targets, and to be attached to them
			message, err := chromium.Read()
			var request struct{ ID int }
			if err != nil || json.Unmarshal(message, &request) != nil || chromium.Send(fmt.Appendf(nil, `{"id":%d,"result":{}}`, request.ID)) != nil {
				return
			}
		}
	}()
	b := newBrowser(Options{}, newPipe(ours, ours))
	defer b.cancel(errClosed)
	if err := b.connect(); !errors.Is(err, ErrCrashed) || !strings.Contains(err.Error(), "no page") {
		t.Errorf("error is %v, want ErrCrashed as it opened no page", err)
	}
}

// Screenshots may be under way at the same time; each gets its own data.
func TestPipeKeepsScreenshotsApart(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := newPipe(r, w)
	defer p.Close()
	var numbers [][]byte
	wrap := func(inner string) string {
		return envelope + string(binary.BigEndian.AppendUint32(nil, uint32(len(inner)))) + inner
	}
	for _, data := range []string{"zero", "one"} {
		result := wrap("\xbf\x64data\xd6" + string(appendHead(nil, majorBytes, uint32(len(data)))) + data + "\xff")
		if _, err := w.WriteString(wrap("\xbf\x66result" + result + "\xff")); err != nil {
			t.Fatal(err)
		}
		read, err := p.Read()
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Result struct{ Data []byte } }
		if err := json.Unmarshal(read, &answer); err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, answer.Result.Data)
	}
	for id, want := range []string{"zero", "one"} {
		if got, err := p.take(numbers[id]); string(got) != want {
			t.Errorf("message %d gives %q (%v), want %q", id, got, err, want)
		}
	}
	if data, err := p.take(numbers[0]); err == nil {
		t.Errorf("a message gave %q twice", data)
	}
}

// Values of all kinds come to the page and back as they are, texts in any script.
func TestCallCarriesValues(t *testing.T) {
	b := start(t, Options{})
	for _, text := range messages {
		var got any
		want := decode(t, []byte(text))
		if err := b.Call(t.Context(), "(x) => x", want, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%.50s came back as %.200v (%v)", text, got, err)
		}
	}
}
