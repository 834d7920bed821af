package encode_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/sound"
)

// script writes a shell script that stands in for ffmpeg and returns its path. It also writes its process id beside
// itself.
func script(t *testing.T, body string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ffmpeg")
	text := fmt.Sprintf("#!/bin/sh\necho $$ >%s.pid\n%s\n", path, body)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// pid reads a process id that a running script writes.
func pid(t *testing.T, path string) int {
	t.Helper()
	for range 100 {
		text, _ := os.ReadFile(path)
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return n
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the script did not start")
	return 0
}

// real is a script that becomes the real ffmpeg, with a known process id.
func real(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	return script(t, "exec "+path+` "$@"`)
}

// gone reports whether a process has ended, even if nobody has asked yet how.
func gone(t *testing.T, pid int) bool {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(state, "Z")
}

// ends waits up to a second for a process to have ended.
func ends(t *testing.T, pid int) bool {
	t.Helper()
	for range 50 {
		if gone(t, pid) {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// noise is a frame that does not compress. Each number gives another one.
func noise(v encode.Video, number byte) []byte {
	frame := make([]byte, v.FrameSize())
	random := rand.NewChaCha8([32]byte{number})
	_, _ = random.Read(frame)
	return frame
}

// encodeAll writes all frames and closes, up to the first error.
func encodeAll(ctx context.Context, bin string, v encode.Video, path string) error {
	e, err := encode.Start(ctx, encode.Options{FFmpeg: bin}, v, path)
	if err != nil {
		return err
	}
	defer e.Abort()
	for i := range v.Frames {
		if err := e.Write(noise(v, byte(i))); err != nil {
			return err
		}
	}
	_, err = e.Close()
	return err
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("the error is %q, want %q in it", fmt.Sprint(err), part)
		}
	}
}

func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	for _, test := range []struct {
		change func(*encode.Video)
		want   string
	}{
		{func(v *encode.Video) { v.Width = 161 }, "161x120 pixels cannot be encoded: width and height must be even"},
		{func(v *encode.Video) { v.Height = 0 }, "160x0 pixels"},
		{func(v *encode.Video) { v.FPS = 29 }, "29 frames per second cannot be encoded: take one of [24 25 30 50 60]"},
		{func(v *encode.Video) { v.Frames = 0 }, "0 frames"},
		{func(v *encode.Video) { v.Quality = "best" }, `no quality "best": take draft, standard or high`},
	} {
		v := small()
		test.change(&v)
		_, err := encode.Start(t.Context(), encode.Options{}, v, path)
		wantError(t, err, test.want)
	}
	if exists(path) {
		t.Error("a refused video left a file")
	}
}

func TestWrongFrames(t *testing.T) {
	v := small()
	v.Frames = 3
	frame := noise(v, 1)
	for _, test := range []struct {
		name   string
		frames [][]byte
		want   string
	}{
		{"short frame", [][]byte{frame[1:]}, "a frame has 28799 bytes, want 28800"},
		{"too many", [][]byte{frame, frame, frame, frame}, "more than the announced 3 frames"},
		{"too few", [][]byte{frame}, "1 of 3 frames were written"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			e, err := encode.Start(t.Context(), encode.Options{}, v, path)
			if err != nil {
				t.Fatal(err)
			}
			for _, frame := range test.frames {
				err = e.Write(frame)
			}
			_, closed := e.Close()
			wantError(t, closed, path, test.want)
			if err != nil && !errors.Is(closed, err) {
				t.Errorf("Close says %v, Write said %v", closed, err)
			}
			if exists(path) {
				t.Error("the file is left")
			}
		})
	}
}

func TestNotFound(t *testing.T) {
	_, err := encode.Start(t.Context(), encode.Options{FFmpeg: "/nowhere/ffmpeg"}, small(), filepath.Join(t.TempDir(), "out"))
	wantError(t, err, "find ffmpeg", "/nowhere/ffmpeg")
	t.Setenv("PATH", t.TempDir())
	_, err = encode.Start(t.Context(), encode.Options{}, small(), filepath.Join(t.TempDir(), "out"))
	wantError(t, err, "find ffmpeg: it is not on PATH", encode.InstallHint())
}

func TestUnwritable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "out.mp4")
	_, err := encode.Start(t.Context(), encode.Options{}, small(), path)
	wantError(t, err, path, "no such file or directory")
}

func TestEncoderMissing(t *testing.T) {
	for alpha, name := range map[bool]string{false: "libx264", true: "libvpx-vp9"} {
		v := small()
		v.Alpha = alpha
		path := filepath.Join(t.TempDir(), "out")
		bin := script(t, fmt.Sprintf(`echo "Unknown encoder '%s'" >&2; exit 1`, name))
		err := encodeAll(t.Context(), bin, v, path)
		wantError(t, err, path, bin+" has no encoder "+name, encode.InstallHint())
		if exists(path) {
			t.Error("the file is left")
		}
		tool, err := encode.Inspect(t.Context(), encode.Options{FFmpeg: script(t, "echo nothing")})
		if err != nil || !strings.Contains(strings.Join(tool.Missing, " "), name) {
			t.Errorf("an ffmpeg without encoders is %+v, %v", tool, err)
		}
	}
}

// ffmpeg itself often ends well when it has encoded less than it was given.
func TestFramesMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	err := encodeAll(t.Context(), script(t, "echo frame=29 >&3; cat >/dev/null"), small(), path)
	wantError(t, err, path, "ffmpeg encoded 29 of 30 frames")
	if exists(path) {
		t.Error("the file is left")
	}
}

func TestDiskFull(t *testing.T) {
	v := small()
	v.Frames, v.Quality = 300, encode.Draft
	wantError(t, encodeAll(t.Context(), "", v, "/dev/full"), "/dev/full", "No space left on device", "free some space")
	if !exists("/dev/full") {
		t.Error("the device was removed")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("mounting a small file system:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	for _, alpha := range []bool{false, true} {
		v.Alpha = alpha
		path := filepath.Join(dir, "out")
		wantError(t, encodeAll(t.Context(), "", v, path), path, "No space left on device", "free some space")
		if exists(path) {
			t.Error("the file is left")
		}
	}
}

func TestCancel(t *testing.T) {
	for _, withSound := range []bool{false, true} {
		v := small()
		v.Frames = 100
		if withSound {
			v.Sound = sound.Pops(nil, time.Second)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		path, bin := filepath.Join(t.TempDir(), "out"), real(t)
		e, err := encode.Start(ctx, encode.Options{FFmpeg: bin}, v, path)
		if err != nil {
			t.Fatal(err)
		}
		for range v.Frames / 2 {
			if err := e.Write(noise(v, 1)); err != nil {
				t.Fatal(err)
			}
		}
		reason := errors.New("the user went away")
		began := time.Now()
		cancel(reason)
		for err == nil && time.Since(began) < 5*time.Second {
			err = e.Write(noise(v, 1))
			if err == nil {
				_, err = e.Close()
			}
		}
		if !errors.Is(err, reason) && !strings.Contains(fmt.Sprint(err), "frames were written") {
			t.Errorf("the error is %v", err)
		}
		if took := time.Since(began); took > 2*time.Second || !gone(t, pid(t, bin+".pid")) || exists(path) {
			t.Errorf("after %v: ffmpeg gone %v, file left %v", took, gone(t, pid(t, bin+".pid")), exists(path))
		}
	}
}

// An ffmpeg that neither reads nor ends holds up Write, until somebody gives up.
func TestStuck(t *testing.T) {
	for name, give := range map[string]func(*encode.Encoder, context.CancelFunc){
		"cancel": func(_ *encode.Encoder, cancel context.CancelFunc) { cancel() },
		"abort":  func(e *encode.Encoder, _ context.CancelFunc) { e.Abort() },
	} {
		t.Run(name, func(t *testing.T) {
			v := small()
			v.Frames = 1000
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			path, bin := filepath.Join(t.TempDir(), "out"), script(t, "sleep 1000 & echo $! >$0.child; wait")
			e, err := encode.Start(ctx, encode.Options{FFmpeg: bin}, v, path)
			if err != nil {
				t.Fatal(err)
			}
			leader, child := pid(t, bin+".pid"), pid(t, bin+".child")
			time.AfterFunc(200*time.Millisecond, func() { give(e, cancel) })
			began := time.Now()
			for err == nil {
				err = e.Write(noise(v, 1))
			}
			if took := time.Since(began); took > 2*time.Second || !gone(t, leader) || !ends(t, child) || exists(path) {
				t.Errorf("after %v: ffmpeg gone %v, its child gone %v, file left %v", took, gone(t, leader), gone(t, child), exists(path))
			}
			if name == "cancel" && !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestKilled(t *testing.T) {
	v := small()
	v.Frames = 100000
	path, bin := filepath.Join(t.TempDir(), "out"), real(t)
	e, err := encode.Start(t.Context(), encode.Options{FFmpeg: bin}, v, path)
	if err != nil {
		t.Fatal(err)
	}
	frame := noise(v, 1)
	for range 20 {
		if err := e.Write(frame); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Kill(pid(t, bin+".pid"), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for err == nil {
		err = e.Write(frame)
	}
	wantError(t, err, path, "ffmpeg ended after", "of 100000 frames", "signal: killed", "too much memory")
	if took := time.Since(began); took > 2*time.Second || exists(path) {
		t.Errorf("after %v the file is left: %v", took, exists(path))
	}
}

// ffmpeg does not outlive us, even if we are killed and it waits for nothing of ours. The test runs itself as the one
// that is killed.
func TestParentKilled(t *testing.T) {
	const variable = "MOCKUP_TEST_FFMPEG"
	if bin := os.Getenv(variable); bin != "" {
		_, err := encode.Start(t.Context(), encode.Options{FFmpeg: bin}, small(), filepath.Join(filepath.Dir(bin), "out"))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
	}
	bin := script(t, "exec sleep 1000")
	parent := exec.Command(os.Args[0], "-test.run=^TestParentKilled$")
	parent.Env = append(os.Environ(), variable+"="+bin)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	child := pid(t, bin+".pid")
	if gone(t, child) {
		t.Fatal("the child ended by itself")
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	if !ends(t, child) {
		_ = syscall.Kill(child, syscall.SIGKILL)
		t.Error("ffmpeg outlived its parent by a second")
	}
}

// A child that keeps ffmpeg's files open does not keep us waiting.
func TestChildStays(t *testing.T) {
	began := time.Now()
	err := encodeAll(t.Context(), script(t, "sleep 5 & echo oh no >&2; exit 1"), small(), filepath.Join(t.TempDir(), "out"))
	wantError(t, err, "oh no", "exit status 1")
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A deferred Abort leaves a finished file alone, and removes an unfinished one.
func TestAbort(t *testing.T) {
	v := small()
	path := makeVideo(t, v, all(flat(v, 1, 2, 3))) // aborts after Close
	if !exists(path) {
		t.Error("Abort after Close removed the file")
	}
	e, err := encode.Start(t.Context(), encode.Options{}, v, path)
	if err != nil {
		t.Fatal(err)
	}
	e.Abort()
	e.Abort()
	if err := e.Write(flat(v, 1, 2, 3)); err == nil {
		t.Error("Write after Abort succeeded")
	}
	if exists(path) {
		t.Error("Abort left the file")
	}
}

// Neither success nor failure leaves a goroutine, a file or a process behind.
func TestNothingLeft(t *testing.T) {
	v := small()
	v.Sound = sound.Pops(nil, time.Second)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	files := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	work := func() {
		path := filepath.Join(t.TempDir(), "out")
		if err := encodeAll(t.Context(), "", v, path); err != nil {
			t.Fatal(err)
		}
		wantError(t, encodeAll(t.Context(), script(t, "exit 3"), v, path), "exit status 3")
		wantError(t, encodeAll(ended, "", v, path), "context canceled")
		wantError(t, encodeAll(t.Context(), t.TempDir(), v, path), "find ffmpeg")
	}
	work()
	routines, opened := runtime.NumGoroutine(), files()
	for range 3 {
		work()
	}
	for range 40 {
		if runtime.NumGoroutine() <= routines && files() <= opened {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("%d goroutines, had %d; %d open files, had %d", runtime.NumGoroutine(), routines, files(), opened)
}
