package main

import (
	"time"

	"github.com/spf13/cobra"

	"mockup/internal/api/node"
	"mockup/internal/render"
)

// drainTime is how long serve and worker may take, after a signal to stop, to finish what they have begun.
const drainTime = 30 * time.Second

// addDatabaseFlags adds the flags of commands that read a deployment's records.
func addDatabaseFlags(cmd *cobra.Command, d *node.Deployment) {
	flags := cmd.Flags()
	flags.StringVar(&d.Data, "data", "mockup-data", "folder of the service's records and outputs")
	flags.StringVar(&d.Database, "database", "", "where the records are: postgres://USER@HOST/NAME or sqlite://FILE (default: a SQLite file in --data)")
}

// addDeploymentFlags adds the flags of commands that also render for a deployment.
func addDeploymentFlags(cmd *cobra.Command, d *node.Deployment) {
	addDatabaseFlags(cmd, d)
	cmd.Flags().StringVar(&d.Storage, "storage", "", "where the outputs are: a folder or s3://BUCKET?… (default: a folder in --data)")
}

// openNode opens the node of a command. It logs to the standard error.
func openNode(cmd *cobra.Command, d node.Deployment, engine render.Options) (*node.Node, error) {
	return node.Open(cmd.Context(), node.Options{
		Deployment: d, Engine: engine, Log: cmd.ErrOrStderr(), DrainTime: drainTime, Signals: stopSignals(),
	})
}
