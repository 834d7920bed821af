// Command mockup draws pictures and videos of app screens from a description in JSON or YAML.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"mockup/internal/orphans"
)

func main() {
	collector = collectFirstAt(pictureHeap, pictureGrowth)
	debug.SetTraceback("crash") // Go ends with code 2 where memory runs out, which would mean a wrong command line
	if os.Getpid() == 1 {
		go orphans.Reap(context.Background())
	}
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	context.AfterFunc(ctx, stop) // from then on a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stopSignals end the program in good order. Under nohup the hang-up stays ignored.
func stopSignals() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
