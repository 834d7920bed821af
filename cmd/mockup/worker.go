package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/render"
)

func newWorkerCmd() *cobra.Command {
	f := workerFlags{workers: 1}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Render the videos of a service on one more machine",
		Long: `worker takes videos from the queue of a render service, renders them and stores them for the service. Any number of
workers may run, on all machines that reach the same --database and --storage.

It logs to the standard error as JSON. On a signal to stop it takes no more videos, finishes what has begun within 30
seconds, and puts the rest back into the queue. A second signal stops it at once. If a worker is killed, others continue
its videos after 15 seconds.`,
		Example: `  mockup worker --database postgres://mockup@db/mockup --storage 's3://mockups?region=eu-north-1'
  mockup worker --data /srv/mockup-data --workers 2`,
		Annotations: map[string]string{drains: "yes"},
		Args:        noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	addDeploymentFlags(cmd, &f.Deployment)
	flags.Var(intFlag{&f.workers, 1, maxParallel}, "workers", "how many videos are rendered at once")
	flags.StringVar(&f.metrics, "metrics-addr", "", "address to serve /metrics and /healthz at, as HOST:PORT (default: none)")
	addEngineFlags(cmd, &f.engine)
	return cmd
}

// workerFlags are the flags of the command.
type workerFlags struct {
	node.Deployment
	metrics string
	workers int
	engine  render.Options
}

func (f *workerFlags) run(cmd *cobra.Command) error {
	if err := f.CheckExists(); err != nil {
		return err
	}
	f.engine.Workers = f.workers
	n, err := openNode(cmd, f.Deployment, f.engine)
	if err != nil {
		return err
	}
	parts := []func(context.Context) error{
		func(ctx context.Context) error { return n.Queue.Work(ctx, f.workers, n.Worker.Run) },
	}
	if f.metrics != "" {
		parts = append(parts, func(ctx context.Context) error {
			return n.ServeMetrics(ctx, f.metrics, settingName(cmd, "metrics-addr"))
		})
	}
	n.Warm(f.workers)
	fmt.Fprintf(cmd.OutOrStdout(), "mockup worker: rendering %d at a time\n", f.workers)
	return n.Run(cmd.Context(), parts...)
}
