package jobs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"mockup/internal/api/store"
)

// workerEnv makes the test binary a worker on a database.
const workerEnv = "MOCKUP_TEST_WORKER"

// workerProcess says which video it has begun, and begins no other.
func workerProcess(address string) int {
	ctx := context.Background()
	s, err := store.Open(ctx, address)
	if err == nil {
		var q Queue
		q, err = Open(ctx, s, Options{Lease: time.Second})
		if err == nil {
			err = q.Work(ctx, 1, func(ctx context.Context, id string) error {
				fmt.Println(id)
				<-ctx.Done()
				return ctx.Err()
			})
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// killAtWork starts a worker process and kills it once it has begun a video.
func killAtWork(t *testing.T, address string) (renderID string) {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	command := exec.CommandContext(t.Context(), self)
	command.Env = append(os.Environ(), workerEnv+"="+address)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	check(t, err)
	check(t, command.Start())
	begun := make(chan string, 1)
	go func() {
		scanner := bufio.NewScanner(out)
		scanner.Scan()
		begun <- scanner.Text()
	}()
	renderID = receive(t, "the worker process", begun)
	check(t, command.Process.Kill()) // SIGKILL
	command.Wait()
	return renderID
}

func TestKilledWorker(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a")
		if id := killAtWork(t, address); id != "a" {
			t.Fatalf("the worker process began %q", id)
		}
		ran := make(chan string, 10)
		begin := time.Now()
		stop := p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		receive(t, "the job", ran)
		t.Logf("begun again after %v, with a lease of 1s", time.Since(begin).Round(time.Millisecond))
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
		if err := receive(t, "the end", gaveUp); !errors.Is(err, errCrashed) {
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
