//go:build linux && campaign

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/wire"
)

// On a full disk each command fails with a message, and leaves nothing. The service answers, and works again once there
// is room.
func TestCampaignFullDisk(t *testing.T) {
	f, examples := newCampaign(t)
	counts, disk := newTally(t), t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip("only root can mount a small disk:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	fill, empty := filepath.Join(disk, "fill"), func() { _ = os.Remove(filepath.Join(disk, "fill")) }
	full := func() {
		file, err := os.Create(fill)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.Copy(file, zeros{})
		if file.Close(); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	full()
	for _, payload := range examples[:20] {
		command := f.command("render", payload)
		command.Dir = disk
		stderr, _ := killAfter(t, command, 5*time.Minute, syscall.SIGKILL)
		if checkOutput(t, payload, stderr); command.ProcessState.ExitCode() != 1 || !strings.Contains(strings.ToLower(stderr), "no space left") {
			t.Errorf("%s: exit code %d: %s", payload, command.ProcessState.ExitCode(), stderr)
		}
		counts.add("renders failed on a full disk")
	}
	if left, _ := filepath.Glob(disk + "/*"); len(left) != 1 {
		t.Errorf("left on the full disk: %v", left)
	}
	empty()

	f.address = []string{"--data", filepath.Join(disk, "data")}
	f.keys = []string{f.newKey(t)}
	p := f.serve(t)
	first := f.post(t, smallPicture)
	full()
	for n := range 10 {
		payload := strings.Replace(smallPicture, "[0", fmt.Sprintf("[0,%d", n%5), 1)
		status, body := f.do(t, f.request(t, 0, http.MethodPost, wire.RenderPath, f.keys[0], payload))
		if counts.add(fmt.Sprint("requests on a full disk were answered by ", status)); status != http.StatusServiceUnavailable && status != http.StatusInternalServerError {
			t.Errorf("on a full disk: status %d, %s", status, body)
		}
	}
	if got := f.completed(t, first.ID); got.SizeBytes != first.SizeBytes {
		t.Errorf("%+v", got)
	}
	empty()
	f.post(t, strings.Replace(smallPicture, "[0", "[4,4,4", 1))
	checkOutput(t, "serve", p.log.String())
	p.stop(t)
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Without Chromium or ffmpeg, or with something else in their place, each command says which one it needs.
func TestCampaignMissingTools(t *testing.T) {
	f, _ := newCampaign(t)
	counts := newTally(t)
	fake := filepath.Join(t.TempDir(), "fake")
	if err := os.WriteFile(fake, []byte("#!/bin/sh\necho nonsense\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.folder, "video.json"), []byte(shortVideo), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"chromium", "ffmpeg"} {
		for _, path := range []string{"/missing", "/dev/null", f.folder, fake, "/bin/true"} {
			command := f.command("render", "video.json", "--"+tool, path)
			stderr, killed := killAfter(t, command, 2*time.Minute, syscall.SIGKILL)
			if checkOutput(t, tool, stderr); killed || command.ProcessState.ExitCode() <= 0 || !strings.Contains(strings.ToLower(stderr), tool) {
				t.Errorf("--%s %s: exit code %d: %s", tool, path, command.ProcessState.ExitCode(), stderr)
			}
			counts.add("runs without " + tool + " said so")
		}
	}
	if left, _ := filepath.Glob(f.folder + "/video.mp4"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	f.checkNothingLeft(t)
}

// The memory of a service does not grow with the number of pictures that it has drawn.
func TestCampaignMemory(t *testing.T) {
	f, counts := newSite(t), newTally(t)
	for range flatRequests/50 + 1 {
		f.keys = append(f.keys, f.newKey(t))
	}
	p := f.serve(t)
	var resident []int // MiB, after each tenth of the requests
	for n := range flatRequests {
		payload := fmt.Sprintf(`{"mockupType":"contribution-chart","renderKind":"image","resolutionScale":"1x",
			"rendererVersion":"mockup-chromium-v1","props":{"levels":[%d,%d,%d,%d,%d,1]}}`, n%5, n/5%5, n/25%5, n/125%5, n/625%5)
		status, body := f.do(t, f.request(t, 0, http.MethodPost, wire.RenderPath, f.keys[n%len(f.keys)], payload))
		if counts.add(fmt.Sprint("requests were answered by ", status)); status != http.StatusOK {
			t.Errorf("status %d: %s", status, body)
		}
		if n%(flatRequests/10) == flatRequests/10-1 {
			resident = append(resident, residentMiB(t, p.command.Process.Pid))
		}
	}
	t.Logf("resident MiB of the service itself: %v", resident)
	if early, late := slices.Max(resident[:5]), slices.Max(resident[5:]); late > early*5/4 {
		t.Errorf("%d MiB after the first half of the requests, %d MiB after the second", early, late)
	}
	p.stop(t)
	f.checkNothingLeft(t)
}

func residentMiB(t *testing.T, pid int) int {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(stat), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20
}
