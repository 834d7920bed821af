package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mockup/internal/api/store"
	"mockup/internal/files"
)

// Deployment says where a render service keeps its records and outputs. All nodes of a service have the same.
type Deployment struct {
	Data     string // folder of records and outputs, where the other two are empty
	Database string // postgres://USER@HOST/NAME or sqlite://FILE; empty: a SQLite file in Data
	Storage  string // a folder or s3://BUCKET?…; empty: a folder in Data
}

// CreateStore opens the records, and makes them where there are none yet.
func (d Deployment) CreateStore(ctx context.Context) (*store.Store, error) {
	if d.Database != "" {
		return store.Open(ctx, d.Database)
	}
	if d.Data == "" {
		return nil, errors.New("the setting data is empty; name a folder for records and outputs")
	}
	if err := os.MkdirAll(d.Data, 0o700); err != nil {
		return nil, fmt.Errorf("create folder %s: %w; name another with --data", d.Data, files.Reason(err))
	}
	return store.Open(ctx, d.file())
}

// OpenStore opens records that exist.
func (d Deployment) OpenStore(ctx context.Context) (*store.Store, error) {
	if err := d.CheckExists(); err != nil {
		return nil, err
	}
	return d.CreateStore(ctx)
}

// CheckExists refuses a folder in which no service keeps records.
func (d Deployment) CheckExists() error {
	if _, err := os.Stat(d.file()); d.Database == "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there are no records of a service in %s; name its folder with --data, or begin with: mockup keys create --name NAME", d.Data)
	}
	return nil
}

func (d Deployment) file() string { return filepath.Join(d.Data, "mockup.db") }

// outputs is the address of the storage.
func (d Deployment) outputs() string {
	if d.Storage != "" {
		return d.Storage
	}
	return filepath.Join(d.Data, "outputs")
}

// warning says what a deployment of several machines lacks; it is empty if nothing is missing.
func (d Deployment) warning() string {
	if scheme, _, _ := strings.Cut(d.Database, "://"); d.Storage != "" || scheme != "postgres" && scheme != "postgresql" {
		return ""
	}
	return "the records are in PostgreSQL, but the outputs are in a folder of this machine; if the service has more machines, name a storage with --storage that all of them reach"
}
