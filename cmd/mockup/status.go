package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/api/wire"
)

func newStatusCmd() *cobra.Command {
	var remote remoteFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status ID",
		Short: "Ask a render service how far a job is",
		Long: `status prints the state of a job that was submitted: rendering, completed or failed. The exit code is 4 if it
failed or the service refuses to tell.`,
		Example: `  mockup status job_123
  mockup status job_123 --json | jq -r .downloadUrl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := jobID(cmd, args)
			if err != nil {
				return err
			}
			c, err := remote.client(cmd, func(text string) { warn(cmd, "%s", text) })
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
		_, err = fmt.Fprintln(out, printable(fmt.Sprintf("%s: %s", job.Status, job.Error)))
	default:
		_, err = fmt.Fprintln(out, printable(string(job.Status)))
	}
	if err == nil && job.Status == wire.Failed {
		return &exitError{code: exitRemote}
	}
	return err
}
