package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mockup/internal/api/store"
)

// deployment says where a render service keeps what it has to remember.
type deployment struct{ data, database, storage string }

// addDatabaseFlags adds the flags of commands that look at a deployment's records.
func addDatabaseFlags(cmd *cobra.Command, d *deployment) {
	flags := cmd.Flags()
	flags.StringVar(&d.data, "data", "mockup-data", "folder of the service's records and outputs")
	flags.StringVar(&d.database, "database", "", "where the records are: postgres://USER@HOST/NAME or sqlite://FILE (default: a SQLite file in --data)")
}

// addDeploymentFlags adds the flags of commands that render for a deployment, too.
func addDeploymentFlags(cmd *cobra.Command, d *deployment) {
	addDatabaseFlags(cmd, d)
	cmd.Flags().StringVar(&d.storage, "storage", "", "where the outputs are: a folder or s3://BUCKET?… (default: a folder in --data)")
}

// createStore opens the records, and makes them where there are none yet.
func (d deployment) createStore(ctx context.Context) (*store.Store, error) {
	if d.database != "" {
		return store.Open(ctx, d.database)
	}
	if err := os.MkdirAll(d.data, 0o700); err != nil {
		return nil, fmt.Errorf("create folder %s: %w; name another with --data", d.data, withoutPath(err))
	}
	return store.Open(ctx, d.file())
}

// openStore opens records that are there.
func (d deployment) openStore(ctx context.Context) (*store.Store, error) {
	if err := d.checkThere(); err != nil {
		return nil, err
	}
	return d.createStore(ctx)
}

// checkThere refuses a folder in which no service keeps records.
func (d deployment) checkThere() error {
	if _, err := os.Stat(d.file()); d.database == "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there are no records of a service in %s; name its folder with --data, or begin with: mockup keys create --name NAME", d.data)
	}
	return nil
}

func (d deployment) file() string { return filepath.Join(d.data, "mockup.db") }

// outputs is the address of the storage.
func (d deployment) outputs() string {
	if d.storage != "" {
		return d.storage
	}
	return filepath.Join(d.data, "outputs")
}

// warning says what a deployment of several machines lacks, or nothing.
func (d deployment) warning() string {
	if scheme, _, _ := strings.Cut(d.database, "://"); d.storage != "" || scheme != "postgres" && scheme != "postgresql" {
		return ""
	}
	return "the records are in PostgreSQL, but the outputs in a folder of this machine; with more machines, name a place with --storage that all of them reach"
}
