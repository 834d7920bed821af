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

// workerEnv makes the test binary a worker on the database that it names; takesEnv says how long its videos take.
const (
	workerEnv = "MOCKUP_TEST_WORKER"
	takesEnv  = "MOCKUP_TEST_TAKES"
)

// workerProcess prints the id of each video that it begins, with a +, and that it has rendered, with a -.
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

// startWorker starts a worker process and returns the lines that it prints.
func startWorker(t *testing.T, address string, takes time.Duration) (*exec.Cmd, <-chan string) {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	command := exec.Command(self)
	command.Env = append(os.Environ(), workerEnv+"="+address, takesEnv+"="+takes.String(), "PGAPPNAME="+workerEnv)
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

// killAtWork starts a worker process, kills it once it has begun some videos, and makes them look abandoned.
func (p process) killAtWork(t *testing.T, address string, videos int) (line string) {
	t.Helper()
	command, lines := startWorker(t, address, time.Hour)
	for range videos {
		line = receive(t, "the worker process", lines)
	}
	check(t, command.Process.Kill()) // SIGKILL
	_ = command.Wait()               // says that it was killed
	p.awaitDisconnected(t)
	p.expireLeases(t)
	return line
}

// awaitDisconnected waits until the database has noticed the end of killed workers. PostgreSQL still executes what a client has
// sent before its end: a heartbeat would make the worker look alive.
func (p process) awaitDisconnected(t *testing.T) {
	t.Helper()
	if p.store.Pool() == nil {
		return
	}
	await(t, "no connection of a killed worker is left", func() bool {
		var n int
		check(t, p.store.DB().QueryRowContext(t.Context(),
			"SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '"+workerEnv+"'").Scan(&n))
		return n == 0
	})
}

// Four processes render, and one of them is killed midway: every video is rendered, and none of them twice.
func TestKilledAmongMany(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		const videos = 40
		web := join(t, address, Options{})
		for n := range videos {
			web.insert(t, fmt.Sprint(n))
		}
		victim, victimLines := startWorker(t, address, time.Hour) // before the others, which would leave it none
		lost := []string{receive(t, "the victim", victimLines), receive(t, "the victim", victimLines)}
		var outputs []<-chan string
		for range 3 {
			_, lines := startWorker(t, address, 50*time.Millisecond)
			outputs = append(outputs, lines)
		}
		check(t, victim.Process.Kill())
		for _, line := range lost {
			id := strings.TrimPrefix(line, "+")
			web.exec(t, "UPDATE video_jobs SET heartbeat = heartbeat - $1 WHERE render_id = $2", (2 * testLease).Microseconds(), id)
		}

		rendered := map[string]int{}
		for begin := time.Now(); len(rendered) < videos; time.Sleep(time.Millisecond) {
			if time.Since(begin) > waitLimit {
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
				t.Errorf("%s was rendered %d times; the killed worker was rendering %v", id, n, lost)
			}
		}
	})
}

func TestKilledWorker(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a")
		if line := p.killAtWork(t, address, 1); line != "+a" {
			t.Fatalf("the worker process printed %q", line)
		}
		ran := make(chan string, 10)
		stop := p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		receive(t, "the job", ran)
		stop()
		p.idle(t)
		if len(ran) != 0 {
			t.Error("rendered twice")
		}
	})
}

// Workers that are killed more often than a video is tried do not cost a video, as long as there are several.
func TestKilledAgainAndAgain(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{GiveUp: func(_ context.Context, id string, err error) { t.Errorf("%s is given up: %v", id, err) }})
		videos := []string{"a", "b", "c", "d"}
		for _, id := range videos {
			p.insert(t, id)
		}
		for range maxAttempts + 1 { // each worker renders two videos at once
			p.killAtWork(t, address, 2)
		}
		ran := make(chan string, 10)
		p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		for range videos {
			receive(t, "a job", ran)
		}
	})
}

func TestVideoThatKillsIsGivenUp(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		gaveUp := make(chan error, 10)
		p := join(t, address, Options{GiveUp: func(_ context.Context, _ string, err error) { gaveUp <- err }})
		p.insert(t, "a")
		for range maxAttempts {
			p.killAtWork(t, address, 1)
		}
		p.work(t, 1, func(context.Context, string) error { t.Error("tried once more"); return nil })
		if err := receive(t, "the end", gaveUp); !errors.Is(err, ErrCrashed) {
			t.Error(err)
		}
		p.idle(t)
	})
}

// A worker that is stopped while it starts has not failed.
func TestStoppedWhileItStarts(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		check(t, join(t, address, Options{}).Work(ctx, 1, func(context.Context, string) error { return nil }))
	})
}

// A job that River runs again after its worker has died, and that finds no video, ends.
func TestSurplusJobEnds(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a", "b")
		check(t, p.Cancel(t.Context(), "a"))
		ran := make(chan string, 10)
		stop := p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		if id := receive(t, "the job", ran); id != "b" {
			t.Errorf("ran %s", id)
		}
		await(t, "the surplus job has ended", func() bool { return p.jobs(t, "available")+p.jobs(t, "running") == 0 })
		stop()
		if len(ran) != 0 {
			t.Errorf("ran %s, too", <-ran)
		}
	})
}

// jobs counts River's jobs in a state.
func (p process) jobs(t *testing.T, state string) (n int) {
	t.Helper()
	check(t, p.store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM river_job WHERE state = '"+state+"'").Scan(&n))
	return n
}

// A video whose job is lost, because its worker died before it claimed the video, gets another job.
func TestMissingJobIsInserted(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a", "b")
		p.exec(t, "DELETE FROM river_job")
		ran := make(chan string, 10)
		p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		if first, second := receive(t, "the first job", ran), receive(t, "the second job", ran); first != "a" || second != "b" {
			t.Errorf("ran %s and %s", first, second)
		}
	})
}

// When the clock is set back, heartbeats and jobs lie in the future. Videos are still rendered.
func TestClockSetBack(t *testing.T) {
	conforms(t, func(t *testing.T, address string) {
		p := join(t, address, Options{})
		p.insert(t, "a")
		if line := p.killAtWork(t, address, 1); line != "+a" {
			t.Fatalf("the worker process printed %q", line)
		}
		p.exec(t, "UPDATE video_jobs SET heartbeat = heartbeat + $1", time.Hour.Microseconds())
		if waiting, running, err := p.Depth(t.Context()); err != nil || waiting != 1 || running != 0 {
			t.Errorf("%d wait and %d run: %v", waiting, running, err)
		}
		p.insert(t, "b")
		later := time.Now().Add(time.Hour)
		if p.store.Pool() == nil {
			p.exec(t, "UPDATE river_job SET scheduled_at = $1 WHERE state = 'available'", later.UTC().Format("2006-01-02 15:04:05.000"))
		} else {
			p.exec(t, "UPDATE river_job SET scheduled_at = $1 WHERE state = 'available'", later)
		}
		ran := make(chan string, 10)
		p.work(t, 1, func(_ context.Context, id string) error { ran <- id; return nil })
		if first, second := receive(t, "the first job", ran), receive(t, "the second job", ran); first+second != "ab" {
			t.Errorf("ran %s and %s", first, second)
		}
	})
}
