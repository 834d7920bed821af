package jobs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/store"
)

// workerEnv makes the test binary a worker on a database; takesEnv says how long its videos take.
const (
	workerEnv = "MOCKUP_TEST_WORKER"
	takesEnv  = "MOCKUP_TEST_TAKES"
)

// workerProcess writes down each video that it begins, with a +, and that it has rendered, with a -.
func workerProcess(address string) int {
	ctx := context.Background()
	takes, err := time.ParseDuration(os.Getenv(takesEnv))
	if err == nil {
		err = workAt(ctx, address, takes)
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func workAt(ctx context.Context, address string, takes time.Duration) error {
	s, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	options := Options{Lease: testLease, Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	q, err := Open(ctx, s, options)
	if err != nil {
		return err
	}
	return q.Work(ctx, 2, func(ctx context.Context, id string) error {
		fmt.Println("+" + id)
		time.Sleep(takes)
		fmt.Println("-" + id)
		return nil
	})
}

// startWorker starts a worker process and returns what it writes down.
func startWorker(t *testing.T, address string, takes time.Duration) (*exec.Cmd, <-chan string) {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	command := exec.Command(self)
	command.Env = append(os.Environ(), workerEnv+"="+address, takesEnv+"="+takes.String())
	var complaints strings.Builder
	command.Stderr = &complaints
	out, err := command.StdoutPipe()
	check(t, err)
	check(t, command.Start())
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
		complain(t, complaints.String())
	})
	lines := make(chan string, 10_000)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return command, lines
}

// killAtWork starts a worker process and kills it once it has begun a video.
func killAtWork(t *testing.T, address string) (line string) {
	t.Helper()
	command, lines := startWorker(t, address, time.Hour)
	line = receive(t, "the worker process", lines)
	check(t, command.Process.Kill()) // SIGKILL
	return line
}

// Three processes work, and one of them is killed midway: every video is rendered, and twice only what it had begun.
func TestKilledAmongMany(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		const videos = 60
		web := join(t, address, Options{})
		var outputs []<-chan string
		for range 3 {
			_, lines := startWorker(t, address, 50*time.Millisecond)
			outputs = append(outputs, lines)
		}
		victim, victimLines := startWorker(t, address, time.Hour)
		for n := range videos {
			web.insert(t, fmt.Sprint(n))
		}
		lost := []string{receive(t, "the victim", victimLines), receive(t, "the victim", victimLines)}
		check(t, victim.Process.Kill())

		rendered := map[string]int{}
		for begin := time.Now(); len(rendered) < videos; time.Sleep(time.Millisecond) {
			if time.Since(begin) > patience {
				t.Fatalf("%d of %d videos are rendered, and no more come", len(rendered), videos)
			}
			for _, lines := range outputs {
				select {
				case line := <-lines:
					if id, ended := strings.CutPrefix(line, "-"); ended {
						rendered[id]++
					}
				default:
				}
			}
		}
		for id, n := range rendered {
			if n > 1 {
				t.Errorf("%s was rendered %d times; the victim had %v", id, n, lost)
			}
		}
	})
}

func TestKilledWorker(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a")
		if line := killAtWork(t, address); line != "+a" {
			t.Fatalf("the worker process wrote %q", line)
		}
		ran := make(chan string, 10)
		begin := time.Now()
		stop := p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		receive(t, "the job", ran)
		t.Logf("begun again after %v, with a lease of %v", time.Since(begin).Round(time.Millisecond), testLease)
		stop()
		p.idle(t)
		if len(ran) != 0 {
			t.Error("rendered twice")
		}
	})
}

func TestVideoThatKillsIsGivenUp(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		gaveUp := make(chan error, 10)
		p := join(t, address, Options{GiveUp: func(_ context.Context, _ string, err error) { gaveUp <- err }})
		p.insert(t, "a")
		for range maxAttempts {
			killAtWork(t, address)
		}
		p.work(t, 1, func(context.Context, string) error { t.Error("tried once more"); return nil })
		if err := receive(t, "the end", gaveUp); !errors.Is(err, ErrCrashed) {
			t.Error(err)
		}
		p.idle(t)
	})
}

// What River brings back after its own time, the dead worker's job, finds another in its place.
func TestReplacedJobEnds(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a", "b")
		_, err := p.store.DB().ExecContext(t.Context(), "UPDATE video_jobs SET job_id = 1000 WHERE render_id = 'a'")
		check(t, err)
		ran := make(chan string, 10)
		stop := p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		if id := receive(t, "the job", ran); id != "b" {
			t.Errorf("ran %s", id)
		}
		stop()
	})
}
