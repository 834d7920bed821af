//go:build linux && campaign

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mockup/internal/api/wire"
)

// The campaign kills, starves and misleads the program as users built it, and counts what comes of it. It takes long;
// scripts/campaign runs it. The tests of a campaign run one after the other.

const (
	killedRenders  = 50
	killedBatches  = 20
	killedServices = 30
	queuedVideos   = 50
	hostileBodies  = 2000
	flatRequests   = 2000
)

// tally counts outcomes and prints them when a test of the campaign ends.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func newTally(t *testing.T) *tally {
	c := &tally{counts: map[string]int{}}
	t.Cleanup(func() {
		for _, what := range slices.Sorted(maps.Keys(c.counts)) {
			t.Logf("%6d %s", c.counts[what], what)
		}
	})
	return c
}

func (c *tally) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[what]++
}

// newCampaign is a site that works in a copy of the examples, and their paths.
func newCampaign(t *testing.T) (f *fleet, examples []string) {
	t.Helper()
	f = newSite(t)
	if err := os.CopyFS(f.folder, os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	for _, extension := range []string{"yaml", "json"} {
		paths, err := filepath.Glob(f.folder + "/*/*." + extension)
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, paths...)
	}
	if len(examples) < 50 {
		t.Fatalf("there are %d examples", len(examples))
	}
	return f, examples
}

// killAfter runs a command and ends it with a signal after a time, unless it has ended by then.
func killAfter(t *testing.T, command *exec.Cmd, after time.Duration, signal syscall.Signal) (stderr string, killed bool) {
	t.Helper()
	var out bytes.Buffer
	command.Stdout, command.Stderr = io.Discard, &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return out.String(), false
	case <-time.After(after):
	}
	if err := command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
	<-ended
	return out.String(), true
}

// checkWhole finds no file in a folder that is only a part of a picture or video.
func checkWhole(t *testing.T, folder string, counts *tally) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch filepath.Ext(path) {
		case ".png":
			err = decodePNG(path)
		case ".mp4", ".webm":
			var out []byte
			if out, err = exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "null", "-").CombinedOutput(); err == nil && len(out) > 0 {
				err = errors.New(string(out))
			}
		default:
			return nil
		}
		if counts.add("files were left, all whole"); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func decodePNG(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = png.Decode(file)
	return err
}

// checkTidied expects that nothing runs on, and that the next run of the program has removed what killed ones left.
func (f *fleet) checkTidied(t *testing.T, folder string) {
	t.Helper()
	eventually(t, "no process is left", func() bool { return len(f.leftRunning()) == 0 })
	if err := os.WriteFile(filepath.Join(folder, "last.json"), []byte(smallPicture), 0o600); err != nil {
		t.Fatal(err)
	}
	f.run(t, "render", filepath.Join(folder, "last.json"), "-o", filepath.Join(folder, "last.png"))
	left, err := filepath.Glob(folder + "/.mockup-*.tmp")
	if err != nil || len(left) > 0 {
		t.Errorf("left in the folder of outputs: %v (%v)", left, err)
	}
	f.checkNothingLeft(t)
}

// signals are the ways in which programs end early. The last one leaves them no moment to tidy.
var signals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL, syscall.SIGKILL}

// checkOutput finds no panic in what a run printed.
func checkOutput(t *testing.T, what, stderr string) {
	t.Helper()
	if strings.Contains(stderr, "panic") || strings.Contains(stderr, "goroutine ") {
		t.Errorf("%s: %s", what, stderr)
	}
}

// A render that is ended at any moment leaves a whole file or none, and no process.
func TestCampaignRender(t *testing.T) {
	f, examples := newCampaign(t)
	counts, out := newTally(t), t.TempDir()
	for n := range killedRenders {
		payload, signal := examples[rand.IntN(len(examples))], signals[n%len(signals)]
		command := f.command("render", payload)
		command.Dir = out
		stderr, killed := killAfter(t, command, time.Duration(rand.IntN(3000))*time.Millisecond, signal)
		checkOutput(t, payload, stderr)
		if killed {
			counts.add("renders were ended by " + signal.String())
		} else {
			counts.add("renders had ended before the signal")
		}
	}
	checkWhole(t, out, counts)
	f.checkTidied(t, out)
}

// A batch that is ended at any moment goes on where it was; in the end all is drawn.
func TestCampaignBatch(t *testing.T) {
	f, _ := newCampaign(t)
	counts, out := newTally(t), t.TempDir()
	args := []string{"batch", "posts", "-o", out, "--quality", "draft"}
	for n := range killedBatches {
		signal := signals[n%len(signals)]
		stderr, killed := killAfter(t, f.command(args...), time.Duration(rand.IntN(4000))*time.Millisecond, signal)
		checkOutput(t, "batch", stderr)
		if killed {
			counts.add("batches were ended by " + signal.String())
		} else {
			counts.add("batches had ended before the signal")
		}
		checkWhole(t, out, &tally{counts: map[string]int{}})
	}
	f.run(t, args...)
	checkWhole(t, out, counts)
	f.checkTidied(t, out)
}

// A service that is killed at any moment loses no video that it has accepted, and renders none twice.
func TestCampaignService(t *testing.T) {
	f, counts := newSite(t), newTally(t)
	f.keys = []string{f.newKey(t)}
	f.serve(t)
	var ids []string
	for n := range queuedVideos {
		payload := strings.Replace(shortVideo, "Is it?", fmt.Sprintf("Is it %d?", n), 1)
		ids = append(ids, f.post(t, payload).ID)
	}
	for n := range killedServices {
		if n%2 == 1 { // a video that a third service is killed with has failed
			f.completed(t, ids[n])
			f.completed(t, ids[n+1])
		}
		time.Sleep(time.Duration(rand.IntN(4000)) * time.Millisecond) // the moment is what is tried
		if err := f.serves[0].command.Process.Kill(); err != nil {
			t.Error(err)
		}
		<-f.serves[0].ended
		checkOutput(t, "serve", f.serves[0].log.String())
		counts.add("services were killed")
		f.serve(t)
	}
	for _, id := range ids {
		time.Sleep(time.Second) // the limit is two requests a second
		job := f.completed(t, id)
		status, body := f.do(t, f.request(t, 0, http.MethodGet, wire.DownloadPath+id+"/download", f.keys[0], ""))
		if status != http.StatusOK || int64(len(body)) != job.SizeBytes {
			t.Errorf("status %d, %d bytes of %+v", status, len(body), job)
		}
		counts.add("accepted videos were finished")
	}
	usage := f.run(t, append([]string{"usage"}, f.address...)...)
	if !strings.Contains(usage, fmt.Sprintf(" %d\n", queuedVideos)) {
		t.Errorf("usage:\n%s", usage)
	}
	f.serves[0].stop(t)
	eventually(t, "no process is left", func() bool { return len(f.leftRunning()) == 0 })
	f.checkNothingLeft(t)
}
