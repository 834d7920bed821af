package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"mockup/internal/api/wire"
)

func newDownloadCmd() *cobra.Command {
	var remote remoteFlags
	var target string
	cmd := &cobra.Command{
		Use:   "download ID",
		Short: "Get the file of a job from a render service",
		Long: `download gets what a job has become and prints the path. The file gets the job's id as its name and lands in
the working directory unless -o says otherwise. A job that is still rendering has no file yet: the exit code is 4.`,
		Example: `  mockup download job_123 -o chat.mp4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := jobID(cmd, args)
			if err != nil {
				return err
			}
			if target == "-" && isTerminal(cmd.OutOrStdout()) {
				return usageError(cmd, "the standard output is a terminal; send the file to a file or a pipe")
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
			if job.Status != wire.Completed {
				return &exitError{exitRemote, fmt.Errorf("job %s has no file: %s", id, stateOf(job))}
			}
			if target == "" || isFolder(target) {
				target = filepath.Join(target, fileName(id)+"."+jobFormat(job))
			}
			path, err := fetch(cmd, c, job, target)
			if err == nil && path != "" {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			}
			return err
		},
	}
	cmd.Flags().StringVarP(&target, "output", "o", "", "file to write, folder to write into, or - for the standard output")
	addRemoteFlags(cmd, &remote)
	return cmd
}

// stateOf tells why a job has no file.
func stateOf(job wire.Job) string {
	if job.Status == wire.Failed {
		return "it failed: " + job.Error
	}
	return "it is " + string(job.Status) + "; try again later"
}
