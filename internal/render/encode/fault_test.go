//go:build linux

package encode_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/render/encode"
	"mockup/internal/render/format"
	"mockup/internal/render/process/processtest"
)

// script writes a shell script that takes ffmpeg's place and returns its path. It also writes its process number beside
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

// real is a script that becomes the real ffmpeg, with a known process number.
func real(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	return script(t, "exec "+path+` "$@"`)
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
	return encodeWith(ctx, encode.Options{FFmpeg: bin}, v, path)
}

func encodeWith(ctx context.Context, opts encode.Options, v encode.Video, path string) error {
	e, err := encode.Start(ctx, opts, v, path)
	if err != nil {
		return err
	}
	defer e.Abort()
	for i := range v.Frames {
		if err := e.Write(noise(v, byte(i)), 1); err != nil {
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
		{func(v *encode.Video) { v.Format, v.FPS, v.Sound = lookup(t, format.GIF, true), 25, pops(*v, 0) }, "gif has no sound"},
		{func(v *encode.Video) { v.Format, v.Alpha = lookup(t, format.ProRes, true), true }, "prores has no transparency"},
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
				err = e.Write(frame, 1)
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
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }) // also while a process that starts has a file of it
	for _, alpha := range []bool{false, true} {
		v.Alpha = alpha
		path := filepath.Join(dir, "out")
		wantError(t, encodeAll(t.Context(), "", v, path), path, "No space left on device", "free some space")
		if exists(path) {
			t.Error("the file is left")
		}
	}
}

// An ffmpeg that ends well on a full disk has written half a file, and has not said why.
func TestDiskFullUnsaid(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8k"); err != nil {
		t.Skip("mounting a small file system:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }) // also while a process that starts has a file of it
	v, path := small(), filepath.Join(dir, "out")
	whole := makeVideo(t, v, all(noise(v, 1)))
	for name, frames := range map[string]int{"all frames": 30, "frames missing": 29} {
		t.Run(name, func(t *testing.T) {
			bin := script(t, fmt.Sprintf("for out; do case $out in file:*) break;; esac; done\n"+
				"cat >/dev/null; case $out in file:*);; *) exit;; esac\n"+ // what encodes the pictures
				"cat %q >\"${out#file:}\" 2>/dev/null; echo frame=%d >&3", whole, frames))
			wantError(t, encodeAll(t.Context(), bin, v, path), path, "No space left on device", "free some space")
			if exists(path) {
				t.Error("the file is left")
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for _, withSound := range []bool{false, true} {
		v := small()
		v.Frames = 100
		if withSound {
			v.Sound = pops(v, 0)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		path, bin := filepath.Join(t.TempDir(), "out"), real(t)
		e, err := encode.Start(ctx, encode.Options{FFmpeg: bin}, v, path)
		if err != nil {
			t.Fatal(err)
		}
		for range v.Frames / 2 {
			if err := e.Write(noise(v, 1), 1); err != nil {
				t.Fatal(err)
			}
		}
		reason := errors.New("the user went away")
		cancel(reason)
		for range v.Frames / 2 { // some may fit into the pipe
			if err = e.Write(noise(v, 1), 1); err != nil {
				break
			}
		}
		if err == nil {
			_, err = e.Close()
		}
		if !errors.Is(err, reason) || exists(path) {
			t.Errorf("the error is %v; the file is left: %v", err, exists(path))
		}
		processtest.UntilEnded(t, processtest.ReadPid(t, bin+".pid"))
	}
}

// An ffmpeg that neither reads nor ends holds up Write, until somebody gives up.
func TestWriteBlocked(t *testing.T) {
	for name, end := range map[string]func(*encode.Encoder, context.CancelFunc){
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
			leader, child := processtest.ReadPid(t, bin+".pid"), processtest.ReadPid(t, bin+".child")
			for n := 0; err == nil; n++ {
				if n == 30 { // the pipe holds 36
					go end(e, cancel)
				}
				err = e.Write(noise(v, 1), 1)
			}
			if exists(path) {
				t.Error("the file is left")
			}
			if name == "cancel" && !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
			processtest.UntilEnded(t, leader)
			processtest.UntilEnded(t, child)
		})
	}
}

// An ffmpeg that makes no progress is ended with its last words, whether it takes no frames or does not end.
func TestStuck(t *testing.T) {
	v := small()
	v.Frames = 100 // more than the pipe holds
	for name, body := range map[string]string{
		"takes nothing": "echo waiting for the moon >&2; exec sleep 1000",
		"does not end":  "echo waiting for the moon >&2; cat >/dev/null; sleep 1000",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, bin := filepath.Join(t.TempDir(), "out"), script(t, body)
			err := encodeWith(t.Context(), encode.Options{FFmpeg: bin}.WithStallLimit(2*time.Second), v, path)
			wantError(t, err, path, "ffmpeg was ended after", "of 100 frames", "waiting for the moon", "no progress for 2s", "--ffmpeg")
			if exists(path) {
				t.Error("the file is left")
			}
			processtest.UntilEnded(t, processtest.ReadPid(t, bin+".pid"))
		})
	}
}

// An ffmpeg that ends well and has reported all frames may have written something else.
func TestFileChecked(t *testing.T) {
	for _, alpha := range []bool{false, true} {
		v := small()
		v.Alpha, v.Quality, v.Sound = alpha, encode.Draft, pops(v, 0)
		other := v
		other.Alpha = !alpha
		whole, otherKind := makeVideo(t, v, all(noise(v, 1))), makeVideo(t, other, all(noise(other, 1)))
		changed := func(change func(*encode.Video)) string {
			v := v
			change(&v)
			return makeVideo(t, v, all(noise(v, 1)))
		}
		for name, test := range map[string]struct {
			file  string
			bytes string // what is taken of the file, for head -c
			want  string
		}{
			"empty":           {whole, "0", "the file that ffmpeg wrote is empty"},
			"half":            {whole, "9000", "damaged or not complete"},
			"without its end": {whole, "-1", "damaged or not complete"},
			"other kind":      {otherKind, "-0", "damaged or not complete"},
			"frame missing":   {changed(func(v *encode.Video) { v.Frames--; v.Sound = pops(*v, 0) }), "-0", "ffmpeg wrote 29 frames"},
			"other rate":      {changed(func(v *encode.Video) { v.FPS = 60; v.Sound = pops(*v, 0) }), "-0", "long, want 30 frames"},
			"other size":      {changed(func(v *encode.Video) { v.Width += 16 }), "-0", "176x120 pixels"},
			"no sound":        {changed(func(v *encode.Video) { v.Sound = nil }), "-0", "and no sound"},
		} {
			t.Run(fmt.Sprintf("%s, alpha %v", name, alpha), func(t *testing.T) {
				body := fmt.Sprintf("for out; do case $out in file:*) break;; esac; done\n"+
					"cat >/dev/null; case $out in file:*);; *) exit;; esac\n"+ // what encodes the pictures
					"cat <&4 >/dev/null; head -c %s %q >\"${out#file:}\"; echo frame=30 >&3", test.bytes, test.file)
				path := filepath.Join(t.TempDir(), "out")
				wantError(t, encodeAll(t.Context(), script(t, body), v, path), path, test.want)
				if exists(path) {
					t.Error("the file is left")
				}
			})
		}
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
		if err := e.Write(frame, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Kill(processtest.ReadPid(t, bin+".pid"), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		err = e.Write(frame, 1)
	}
	wantError(t, err, path, "ffmpeg ended after", "of 100000 frames", "signal: killed", "too much memory")
	if exists(path) {
		t.Error("the file is left")
	}
}

// ffmpeg learns no secrets from our environment.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{"AWS_SECRET_ACCESS_KEY", "MOCKUP_API_KEY", "MOCKUP_DATABASE"} {
		t.Setenv(name, "hunter2")
	}
	bin := script(t, "env >>$0.env; exit 1")
	wantError(t, encodeAll(t.Context(), bin, small(), filepath.Join(t.TempDir(), "out")), "exit status 1")
	_, err := encode.Inspect(t.Context(), encode.Options{FFmpeg: bin})
	wantError(t, err, "exit status 1")
	environment, err := os.ReadFile(bin + ".env")
	if err != nil || strings.Contains(string(environment), "hunter2") || strings.Count(string(environment), "PATH="+os.Getenv("PATH")) < 2 {
		t.Errorf("ffmpeg's environments are, %v:\n%s", err, environment)
	}
}

// What ffmpeg started and left behind does not keep us waiting, though it holds ffmpeg's files open.
func TestChildStays(t *testing.T) {
	err := encodeAll(t.Context(), script(t, "sleep 1000 & echo oh no >&2; exit 1"), small(), filepath.Join(t.TempDir(), "out"))
	wantError(t, err, "oh no", "exit status 1")
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
	if err := e.Write(flat(v, 1, 2, 3), 1); err == nil {
		t.Error("Write after Abort succeeded")
	}
	if exists(path) {
		t.Error("Abort left the file")
	}
}

// Neither success nor failure leaves a goroutine, a file or a process behind.
func TestNothingLeft(t *testing.T) {
	v := small()
	v.Sound = pops(v, 0)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	work := func() {
		path := filepath.Join(t.TempDir(), "out")
		if err := encodeAll(t.Context(), "", v, path); err != nil {
			t.Fatal(err)
		}
		wantError(t, encodeAll(t.Context(), script(t, "exit 3"), v, path), "exit status 3", "it gave no reason", "--ffmpeg")
		wantError(t, encodeAll(ended, "", v, path), "context canceled")
		wantError(t, encodeAll(t.Context(), t.TempDir(), v, path), "find ffmpeg")
	}
	work()
	before := processtest.Held(t)
	for range 3 {
		work()
	}
	processtest.UntilReleased(t, before)
}

// A file that becomes too large ends the encoding, however much of the video is still to come, and leaves nothing.
func TestTooLarge(t *testing.T) {
	const most = 1 << 20
	for _, name := range []string{"mp4", "webm", "mov", "apng"} { // a GIF and a WebP are written at the end
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := small()
			v.Format, v.Frames, v.FPS = lookup(t, name, true), 1<<30, 25
			path := filepath.Join(t.TempDir(), "out")
			e, err := encode.Open(t.Context(), encode.Options{MaxBytes: most}.WithStallLimit(10*time.Second), v, path)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Abort()
			for i := 0; err == nil; i++ {
				err = e.Write(noise(v, byte(i)), 1)
			}
			wantError(t, err, "more than 1048576 bytes")
			if large := new(encode.TooLargeError); !errors.As(err, &large) || large.Most != most {
				t.Errorf("the error is %T: %v", err, err)
			}
			if name != "apng" && exists(path) { // the file of an APNG is the caller's
				t.Error("the file is left")
			}
		})
	}
}

// A file that is complete before it is seen to be too large is refused.
func TestTooLargeAtTheEnd(t *testing.T) {
	t.Parallel()
	v := small()
	path := filepath.Join(t.TempDir(), "out")
	err := encodeWith(t.Context(), encode.Options{MaxBytes: 1000}, v, path)
	wantError(t, err, path, "more than 1000 bytes")
	if exists(path) {
		t.Error("the file is left")
	}
	if err := encodeWith(t.Context(), encode.Options{MaxBytes: 1 << 30}, v, path); err != nil {
		t.Error(err)
	}
}
