package browser

import (
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
	"time"

	"golang.org/x/sys/unix"

	"mockup/internal/scratch"
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

// waitGone fails unless a group's processes end within ten seconds. Zombies count as gone.
func waitGone(t *testing.T, group int) {
	t.Helper()
	began := time.Now()
	for {
		alive := slices.DeleteFunc(members(t, group), isZombie)
		if len(alive) == 0 {
			return
		}
		if time.Since(began) > 10*time.Second {
			t.Fatalf("still running after 10 s: %v", alive)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	b := start(t, Options{})
	group := b.proc.cmd.Process.Pid
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	waitGone(t, group)
	// The number is free now: killing once more may not reach whoever gets it.
	if !b.proc.over {
		t.Error("the process counts as running after its end")
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// Chromium listens on no port: whoever could connect would own the page.
func TestNoPort(t *testing.T) {
	b := start(t, Options{})
	sockets := map[string]bool{}
	for _, m := range members(t, b.proc.cmd.Process.Pid) {
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
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", b.proc.cmd.Process.Pid))
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

// A start that fails leaves no open file and no folder.
func TestFailedStartLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	bin := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(bin, []byte("neither a script nor a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	attempt := func() {
		if _, err := Start(t.Context(), Options{Bin: bin, Files: files}); err == nil {
			t.Fatal("text was started")
		}
	}
	attempt() // the first one opens what the runtime keeps
	before := openFiles(t)
	attempt()
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	attempt()
	if after := openFiles(t); after != before {
		t.Errorf("%d open files, had %d", after, before)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v (%v)", left, err)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(entries)
}

// Where shared memory is small, as Docker's 64 MB, Chromium is told to keep out of it.
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
	const flag = "--disable-dev-shm-usage"
	if !slices.Contains(flags(Options{}, true), flag) || slices.Contains(flags(Options{}, false), flag) {
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
	case "deaf":
		proc, err := startProcess(os.Getenv("MOCKUP_TEST_CHROMIUM"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("group", proc.cmd.Process.Pid)
	case "first": // like the first process of a container, we inherit orphans
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			t.Fatal(err)
		}
		b := start(t, Options{})
		group := b.proc.cmd.Process.Pid
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		fmt.Println("group", group)
	default:
		b := start(t, Options{Bin: os.Getenv("MOCKUP_TEST_CHROMIUM")})
		if how == "stopped" {
			_ = syscall.Kill(-b.proc.cmd.Process.Pid, syscall.SIGSTOP)
		}
		fmt.Println("group", b.proc.cmd.Process.Pid)
	}
	select {}
}

// helper runs TestHelperProcess and returns it with the group of its Chromium.
func helper(t *testing.T, how, chromium, temp string) (*exec.Cmd, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperProcess$")
	cmd.Env = append(os.Environ(), "MOCKUP_TEST_HELPER="+how, "MOCKUP_TEST_CHROMIUM="+chromium, "TMPDIR="+temp, "HOME="+temp)
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
	deaf := program(t, t.TempDir(), "chromium-headless-shell", "exec sleep 60")
	for how, bin := range map[string]string{"idle": bin, "stopped": bin, "deaf": deaf} {
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
		found, _ := filepath.Glob(filepath.Join(temp, scratch.Prefix+"*"))
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
	if _, err := os.Stat(b.proc.profile); !errors.Is(err, fs.ErrNotExist) {
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
