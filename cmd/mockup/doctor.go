package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mockup/internal/doctor"
	"mockup/internal/render"
)

func newDoctorCmd() *cobra.Command {
	var asJSON bool
	var opts render.Options
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what drawing needs on this machine",
		Long: `doctor checks Chromium and its sandbox, ffmpeg with its formats and audio files, the 3D phone, fonts, shared memory and folders,
and lists the helpers of mockup warm. For each problem it prints one line that says how to solve it. It also removes temporary
files of runs that were killed. The exit code is 1 if drawing cannot work.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printFindings(cmd, doctor.Examine(cmd.Context(), opts), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as a JSON array")
	addEngineFlags(cmd, &opts)
	return cmd
}

func printFindings(cmd *cobra.Command, findings []doctor.Finding, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		if err := writeJSON(out, "findings", findings); err != nil {
			return err
		}
	}
	failed := false
	for _, f := range findings {
		failed = failed || f.State == doctor.Failed
		if asJSON {
			continue
		}
		fmt.Fprintf(out, "%-8s %-18s %s\n", f.State, f.Check, f.Found)
		if f.Fix != "" {
			fmt.Fprintf(out, "%-8s %-18s   → %s\n", "", "", f.Fix)
		}
	}
	if failed {
		return &exitError{code: exitFailed}
	}
	return nil
}
