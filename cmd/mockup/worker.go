package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/render"
)

func newWorkerCmd() *cobra.Command {
	f := workerFlags{workers: 1}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Render the videos of a service on one more machine",
		Long: `worker takes videos from the queue of a render service, and stores what it renders where the service looks for it. Any
number of workers may run, on any machine that reaches the same --database and the same --storage.

It logs to the standard error as JSON. Told to stop, it takes no more, finishes what is under way within 30 seconds,
and puts the rest back into the queue; told again, it stops at once. What a worker leaves that is killed, the others
take up after 15 seconds.`,
		Example: `  mockup worker --database postgres://mockup@db/mockup --storage 's3://mockups?region=eu-north-1'
  mockup worker --data /srv/mockup-data --workers 2`,
		Annotations: map[string]string{drains: "yes"},
		Args:        noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	addDeploymentFlags(cmd, &f.deployment)
	flags.Var(amount{&f.workers, 1, 64}, "workers", "how many videos are rendered at once")
	flags.StringVar(&f.metrics, "metrics-addr", "", "address to serve /metrics and /healthz at, as HOST:PORT (default: none)")
	addEngineFlags(cmd, &f.engine)
	return cmd
}

// workerFlags are the flags of the command.
type workerFlags struct {
	deployment
	metrics string
	workers int
	engine  render.Options
}

func (f *workerFlags) run(cmd *cobra.Command) error {
	if err := f.checkThere(); err != nil {
		return err
	}
	f.engine.Workers = f.workers
	st, err := openStation(cmd, f.deployment, f.engine)
	if err != nil {
		return err
	}
	parts := []func(context.Context) error{
		func(ctx context.Context) error { return st.queue.Work(ctx, f.workers, st.worker.Run) },
	}
	if f.metrics != "" {
		parts = append(parts, func(ctx context.Context) error { return st.serveMetrics(ctx, f.metrics) })
	}
	st.warm(f.workers)
	fmt.Fprintf(cmd.OutOrStdout(), "mockup worker: rendering %d at a time\n", f.workers)
	return st.run(cmd.Context(), parts...)
}
