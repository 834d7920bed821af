package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/api/wire"
	"mockup/internal/console"
)

func newStatusCmd() *cobra.Command {
	var remote remoteFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status ID",
		Short: "Print the state of a job of a render service",
		Long: `status prints the state of a job that was submitted: rendering, completed or failed. The exit code is 4 if the job
failed or the service refuses the request.`,
		Example: `  mockup status job_123
  mockup status job_123 --json | jq -r .downloadUrl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := jobID(cmd, args)
			if err != nil {
				return err
			}
			c, err := remote.client(cmd, func(text string) { consoleOf(cmd).Warn("%s", text) })
			if err != nil {
				return err
			}
			defer c.Close()
			job, err := c.Status(cmd.Context(), id)
			if err != nil {
				return err
			}
			return printStatus(cmd, job, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the job as JSON")
	addRemoteFlags(cmd, &remote)
	return cmd
}

func printStatus(cmd *cobra.Command, job wire.Job, asJSON bool) error {
	out := cmd.OutOrStdout()
	var err error
	switch {
	case asJSON:
		err = writeJSON(out, "status", job)
	case job.Status == wire.Rendering && job.Progress != nil:
		_, err = fmt.Fprintf(out, "%s %.0f%%\n", job.Status, *job.Progress*100)
	case job.Status == wire.Failed:
		_, err = fmt.Fprintln(out, console.Printable(fmt.Sprintf("%s: %s", job.Status, job.Error)))
	default:
		_, err = fmt.Fprintln(out, console.Printable(string(job.Status)))
	}
	if err == nil && job.Status == wire.Failed {
		return &exitError{code: exitRemote}
	}
	return err
}
