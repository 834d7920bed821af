package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// process is one running Chromium and the pipe to it.
type process struct {
	cmd     *exec.Cmd
	pipe    *pipe
	stderr  *tail
	profile string // profile folder to remove, empty for the headless shell, which keeps none
	exited  chan struct{}
	once    sync.Once
}

// flags of every start.
func flags(opts Options) []string {
	args := []string{
		"--remote-debugging-pipe",
		"--headless",
		"--disable-gpu",
		// A screenshot waits for the next frame; without these two a capture waits for a 60 Hz tick as well.
		"--disable-frame-rate-limit", "--disable-gpu-vsync",
		// The compositor in the browser process saves one hand-over of the pixels.
		"--in-process-gpu",
		// The same pixels everywhere: no hinting of the host, no colour profile of the host, grey antialiasing.
		"--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb",
		"--hide-scrollbars", "--mute-audio",
		// No network, in depth: no name resolves, and a dead proxy takes even loopback.
		"--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		"--disable-domain-reliability", "--disable-client-side-phishing-detection", "--no-pings",
		"--no-first-run", "--no-default-browser-check", "--disable-default-apps", "--disable-extensions",
		"--disable-breakpad", "--disable-crash-reporter", "--disable-logging",
		"--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,PaintHolding",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
		"--use-mock-keychain", "--password-store=basic",
	}
	if opts.NoSandbox {
		args = append(args, "--no-sandbox")
	}
	if SmallSharedMemory() {
		args = append(args, "--disable-dev-shm-usage")
	}
	return args
}

// startProcess runs Chromium with a pipe on its file descriptors 3 and 4. It returns once the process is
// started, not once it answers. Chromium ends by itself when the pipe closes, so it cannot outlive us.
func startProcess(bin string, opts Options) (*process, error) {
	childRead, parentWrite, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open pipe to Chromium: %w", err)
	}
	parentRead, childWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open pipe from Chromium: %w", err), childRead.Close(), parentWrite.Close())
	}
	p := &process{
		cmd:    exec.Command(bin, flags(opts)...),
		pipe:   newPipe(parentRead, parentWrite),
		stderr: &tail{max: 4 << 10},
		exited: make(chan struct{}),
	}
	if !IsHeadlessShell(bin) {
		if p.profile, err = os.MkdirTemp("", profilePrefix); err != nil {
			return nil, fmt.Errorf("make Chromium's profile folder: %w", err)
		}
		p.cmd.Args = append(p.cmd.Args, "--user-data-dir="+p.profile)
	}
	p.cmd.Args = append(p.cmd.Args, "about:blank")
	p.cmd.ExtraFiles = []*os.File{childRead, childWrite}
	p.cmd.Stderr = p.stderr
	p.cmd.WaitDelay = 2 * time.Second
	p.cmd.Env = os.Environ()
	if !opts.HostFonts {
		if err = p.hideHostFonts(); err != nil {
			return nil, err
		}
	}
	ownGroup(p.cmd)
	err = p.cmd.Start()
	for _, file := range p.cmd.ExtraFiles {
		file.Close()
	}
	if err != nil {
		p.pipe.Close()
		p.removeProfile()
		return nil, fmt.Errorf("start Chromium %s: %w", bin, err)
	}
	go func() {
		_ = p.cmd.Wait()
		p.removeProfile()
		close(p.exited)
	}()
	return p, nil
}

// hideHostFonts gives the process a font configuration that knows no fonts, as one more file descriptor.
func (p *process) hideHostFonts() error {
	conf, err := hideHostFonts()
	if conf == nil {
		return err
	}
	fd := 3 + len(p.cmd.ExtraFiles)
	p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, conf)
	p.cmd.Env = append(p.cmd.Env, fmt.Sprintf("FONTCONFIG_FILE=/proc/self/fd/%d", fd))
	return nil
}

// kill ends the process and everything it started.
func (p *process) kill() {
	p.once.Do(func() {
		p.pipe.Close()
		killGroup(p.cmd)
	})
}

// stop ends the process and waits until it is gone or ctx is done.
func (p *process) stop(ctx context.Context) error {
	p.kill()
	select {
	case <-p.exited:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop Chromium: %w", ctx.Err())
	}
}

func (p *process) removeProfile() {
	if p.profile != "" {
		_ = os.RemoveAll(p.profile)
	}
}

// IsHeadlessShell tells the headless shell from full Chromium by its name.
func IsHeadlessShell(bin string) bool {
	if real, err := filepath.EvalSymlinks(bin); err == nil && strings.Contains(filepath.Base(real), "headless") {
		return true
	}
	return strings.Contains(filepath.Base(bin), "headless")
}

const profilePrefix = "mockup-chromium-"

// tail keeps the last max bytes written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
	max int
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.max; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.buf))
}
