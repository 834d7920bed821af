package browser

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"mockup/internal/render/process/processtest"
)

// member is a process of a group.
type member struct {
	pid   int
	state string // a letter of proc(5): Z for a zombie
}

// members lists the processes of a group, zombies included.
func members(t *testing.T, group int) []member {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		t.Skip("no /proc here")
	}
	var found []member
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // ended meanwhile
		}
		// "pid (name) state parent group": a name may hold spaces.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if fields[2] == strconv.Itoa(group) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			found = append(found, member{pid, fields[0]})
		}
	}
	return found
}

func isZombie(m member) bool { return m.state == "Z" }

// waitGone waits until a group's processes have ended. Zombies have ended.
func waitGone(t *testing.T, group int) {
	t.Helper()
	processtest.Until(t, fmt.Sprintf("group %d has ended", group), func() bool {
		return len(slices.DeleteFunc(members(t, group), isZombie)) == 0
	})
}

func TestCloseLeavesNothing(t *testing.T) {
	b := start(t, Options{})
	group := b.proc.Pid()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	waitGone(t, group)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// Chromium listens on no port: whoever could connect would own the page.
func TestNoPort(t *testing.T) {
	b := start(t, Options{})
	sockets := map[string]bool{}
	for _, m := range members(t, b.proc.Pid()) {
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", m.pid))
		for _, file := range files {
			if target, _ := os.Readlink(file); strings.HasPrefix(target, "socket:[") {
				sockets[strings.Trim(target, "socket:[]")] = true
			}
		}
	}
	if len(sockets) == 0 {
		t.Fatal("Chromium has no sockets at all; is this test looking at it?")
	}
	const listening = "0A"
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); fields[3] == listening && sockets[fields[9]] {
				t.Errorf("Chromium listens: %s", line)
			}
		}
	}
}

// Chromium learns no secrets from our environment.
func TestEnvironment(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	t.Setenv("DISPLAY", ":0")
	t.Setenv("LC_TIME", "C")
	t.Setenv("FONTCONFIG_PATH", "/fonts")
	b := start(t, Options{})
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", b.proc.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	env := strings.Split(string(text), "\x00")
	for name, want := range map[string]bool{
		"AWS_SECRET_ACCESS_KEY=x": false, "DISPLAY=:0": false, "LC_TIME=C": true, "FONTCONFIG_PATH=/fonts": false,
		"PATH=" + os.Getenv("PATH"): true,
	} {
		if slices.Contains(env, name) != want {
			t.Errorf("%s is in the environment: %v, want %v", name, !want, want)
		}
	}
	if !slices.Contains(environment(true), "FONTCONFIG_PATH=/fonts") {
		t.Error("the configuration of the host's fonts is missing where they are used")
	}
}

// What no font of the page has is drawn as boxes, whatever fonts the host has, and whether the fonts are kept in the
// user's cache or, where that cannot be written, among the temporary files.
func TestNoHostFonts(t *testing.T) {
	cache, temp := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("TMPDIR", temp)
	for _, kept := range []bool{true, true, false} {
		if !kept {
			file := filepath.Join(temp, "file")
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("XDG_CACHE_HOME", file)
		}
		b := start(t, Options{})
		draw := func(text string) []byte {
			t.Helper()
			if _, err := b.Show(t.Context(), Document{HTML: `<p style="font: 40px sans-serif">` + text, Width: 200, Height: 60, Scale: 1}); err != nil {
				t.Fatal(err)
			}
			picture, err := b.Screenshot(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return picture
		}
		if one := draw("One"); !bytes.Equal(one, draw("Two")) || bytes.Equal(one, draw("")) {
			t.Errorf("kept %v: letters are not drawn as boxes", kept)
		}
		if folders, _ := filepath.Glob(filepath.Join(cache, "mockup", "*")); len(folders) != 1 {
			t.Errorf("kept in the cache: %v", folders)
		}
		if err := b.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temp, ".mockup*")); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

// A start that fails leaves no open file and no folder.
func TestFailedStartLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	bin := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(bin, []byte("neither a script nor a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	attempt := func() {
		if _, err := Start(t.Context(), Options{Bin: bin, Files: noFiles}); err == nil {
			t.Fatal("text was started")
		}
	}
	attempt() // the first one opens what the runtime keeps
	before := processtest.Held(t)
	attempt()
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	attempt()
	processtest.UntilReleased(t, before)
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v (%v)", left, err)
	}
}

// Where shared memory is small, as Docker's 64 MB, Chromium is kept out of it.
func TestSmallSharedMemory(t *testing.T) {
	if !isSmall("/none") {
		t.Error("a missing folder counts as large")
	}
	temp := t.TempDir()
	if err := unix.Mount("tmpfs", temp, "tmpfs", 0, "size=64m"); err == nil {
		defer func() { _ = unix.Unmount(temp, 0) }()
		if !isSmall(temp) {
			t.Error("64 MB count as large")
		}
	}
	locked := t.TempDir()
	if err := unix.Mount("tmpfs", locked, "tmpfs", unix.MS_RDONLY, "size=512m"); err == nil {
		defer func() { _ = unix.Unmount(locked, 0) }()
		if !isSmall(locked) {
			t.Error("a folder that cannot be written counts as large")
		}
	}
	const flag = "--disable-dev-shm-usage"
	if !slices.Contains(flags(Options{}, true, true), flag) || slices.Contains(flags(Options{}, true, false), flag) {
		t.Errorf("%s does not follow the size", flag)
	}
}

// TestHelperProcess is not a test: it is the program that other tests run and kill. It prints the number of its
// Chromium's group.
func TestHelperProcess(t *testing.T) {
	how := os.Getenv("MOCKUP_TEST_HELPER")
	switch how {
	case "":
		t.Skip("only runs as a child")
	case "not reading":
		proc, err := startChromium(os.Getenv("MOCKUP_TEST_CHROMIUM"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("group", proc.Pid())
	case "first": // like the first process of a container, we inherit orphans
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			t.Fatal(err)
		}
		b := start(t, Options{})
		group := b.proc.Pid()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		fmt.Println("group", group)
	default:
		b := start(t, Options{Bin: os.Getenv("MOCKUP_TEST_CHROMIUM")})
		if how == "stopped" {
			stop(t, b.proc.Pid())
		}
		fmt.Println("group", b.proc.Pid())
	}
	select {}
}

// stop stops a group's processes and waits until they have stopped. Linux has those go on whose parent ends, but not one that
// has been told to stop and has not stopped yet.
func stop(t *testing.T, group int) {
	t.Helper()
	if err := syscall.Kill(-group, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	processtest.Until(t, fmt.Sprintf("group %d has stopped", group), func() bool {
		return !slices.ContainsFunc(members(t, group), func(m member) bool { return m.state != "T" && !isZombie(m) })
	})
}

// helper runs TestHelperProcess and returns it with the group of its Chromium.
func helper(t *testing.T, how, chromium, temp string) (*exec.Cmd, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperProcess$")
	cmd.Env = append(os.Environ(), "MOCKUP_TEST_HELPER="+how, "MOCKUP_TEST_CHROMIUM="+chromium, "TMPDIR="+temp, "HOME="+temp, "XDG_CACHE_HOME="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var group int
	if _, err := fmt.Fscanf(out, "group %d\n", &group); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-group, syscall.SIGKILL) })
	return cmd, group
}

func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
}

// Chromium ends when its parent is killed, whatever it is doing, and leaves no file behind.
func TestKilledParent(t *testing.T) {
	bin, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	// One that never reads its pipe would not see it close.
	notReading := program(t, t.TempDir(), "chromium-headless-shell", "exec sleep 1000")
	for how, bin := range map[string]string{"idle": bin, "stopped": bin, "not reading": notReading} {
		t.Run(how, func(t *testing.T) {
			temp := t.TempDir()
			parent, group := helper(t, how, bin, temp)
			kill(t, parent)
			waitGone(t, group)
			left, err := os.ReadDir(temp)
			if err != nil || len(left) > 0 {
				t.Errorf("left in the temporary folder: %v (%v)", left, err)
			}
		})
	}
}

// The profile folder of a program that was killed is removed at the next start, that of a running one is not.
func TestSweepProfiles(t *testing.T) {
	shell, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	full := program(t, t.TempDir(), "chromium", `exec `+shell+` "$@"`) // full by its name
	temp := t.TempDir()
	profiles := func() []string {
		found, _ := filepath.Glob(filepath.Join(temp, ".mockup-chromium-*.tmp"))
		return found
	}
	killed, group := helper(t, "idle", full, temp)
	kill(t, killed)
	waitGone(t, group)
	old := profiles()
	helper(t, "idle", full, temp)
	if len(old) != 1 || len(profiles()) != 1 || profiles()[0] == old[0] {
		t.Errorf("profiles are %v, after %v of the killed program", profiles(), old)
	}
	t.Setenv("TMPDIR", temp)
	b := start(t, Options{Bin: full})
	if len(profiles()) != 2 {
		t.Errorf("profiles are %v, want those of two programs that run", profiles())
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(b.proc.profile.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the profile is left after Close (%v)", err)
	}
}

// As the first process of a container we get Chromium's orphans, and leave no zombie.
func TestNoZombies(t *testing.T) {
	_, group := helper(t, "first", "", t.TempDir())
	if left := members(t, group); len(left) > 0 {
		t.Errorf("left of the group: %v", left)
	}
}

// Without a sandbox, Chromium runs as two processes: its own and that of the page.
func TestNoZygotes(t *testing.T) {
	if !NeedsNoSandbox() {
		t.Skip("Chromium has its sandbox")
	}
	b := start(t, Options{})
	group := b.proc.Pid()
	for _, m := range members(t, group) {
		command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", m.pid))
		if err != nil {
			t.Fatal(err)
		}
		if m.pid != group && !strings.Contains(string(command), "--type=renderer") {
			t.Errorf("there is a process %q", strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
}

// Only a Chromium without its sandbox starts without zygotes: it needs them for the sandbox.
func TestSandboxKeepsZygotes(t *testing.T) {
	for _, noSandbox := range []bool{false, true} {
		for _, flag := range []string{"--no-sandbox", "--no-zygote"} {
			if got := slices.Contains(flags(Options{NoSandbox: noSandbox}, true, false), flag); got != noSandbox {
				t.Errorf("NoSandbox is %t, %s is %t", noSandbox, flag, got)
			}
		}
	}
}
