package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/api/wire"
	"mockup/internal/output"
	"mockup/internal/submit"
)

func newDownloadCmd() *cobra.Command {
	var remote remoteFlags
	var target string
	cmd := &cobra.Command{
		Use:   "download ID",
		Short: "Download the file of a job from a render service",
		Long: `download downloads the file of a completed job and prints its path. The file is named after the job's id and is written
to the working directory unless -o names another place. While a job is rendering it has no file, and the exit code is 4.`,
		Example: `  mockup download job_123 -o chat.mp4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := jobID(cmd, args)
			if err != nil {
				return err
			}
			if err := checkStdout(cmd, target); err != nil {
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
			if job.Status != wire.Completed {
				return &exitError{exitRemote, fmt.Errorf("job %s has no file: %s", id, stateOf(job))}
			}
			for _, w := range job.Warnings {
				consoleOf(cmd).Warn("%s (%s)", w.Message, w.Code)
			}
			target = submit.Target(target, id, job)
			output.Sweep(target)
			file, err := submit.Fetch(cmd.Context(), c, job, target)
			if err != nil {
				return err
			}
			return printFile(cmd, file.Path, file.Data)
		},
	}
	cmd.Flags().StringVarP(&target, "output", "o", "", "file to write, folder to write into, or - for the standard output")
	addRemoteFlags(cmd, &remote)
	return cmd
}

// stateOf says why a job has no file.
func stateOf(job wire.Job) string {
	if job.Status == wire.Failed {
		return "it failed: " + job.Error
	}
	return "it is " + string(job.Status) + "; try again later"
}
