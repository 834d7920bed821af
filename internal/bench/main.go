//go:build bench

// Command bench measures how near the engine comes to the limits of the programs that it uses, and prints ratios. The two
// sides of a ratio are measured in turns during one run, because machines are shared and noisy. Run it as scripts/bench.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // from then on a second signal ends the program at once
	benches := map[string]func(context.Context) error{"3d": space, "batch": batches, "serve": serve, "stills": stills, "studio": studioPages, "video": video}
	if len(os.Args) != 2 || benches[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: scripts/bench 3d|batch|serve|stills|studio|video")
		os.Exit(2)
	}
	err := benches[os.Args[1]](ctx)
	switch {
	case ctx.Err() != nil: // any other error follows from the signal
		fmt.Fprintln(os.Stderr, "bench: interrupted")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// series holds the times of several runs of the same work.
type series []time.Duration

// measure adds one run of work.
func (s *series) measure(work func() error) error {
	began := time.Now()
	err := work()
	*s = append(*s, time.Since(began))
	return err
}

// at returns a quantile from 0 to 1.
func (s series) at(quantile float64) time.Duration {
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)-1, int(quantile*float64(len(sorted))))]
}

func (s series) median() time.Duration { return s.at(0.5) }

func (s series) String() string {
	return fmt.Sprintf("%7.1f ms (min %.1f, p90 %.1f, n %d)", ms(s.median()), ms(s.at(0)), ms(s.at(0.9)), len(s))
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// ratio prints the ratio of two medians and its goal.
func ratio(name string, a, b time.Duration, goal string) {
	fmt.Printf("  %-52s %6.2f   goal %s\n", name, float64(a)/float64(b), goal)
}
