// Package pgtest starts a real PostgreSQL for tests: a cluster in a temporary folder that accepts connections only
// through a Unix socket in that folder.
package pgtest

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"mockup/internal/api/testproc"
)

// RequireEnv names the environment variable that makes tests fail, instead of being skipped, where PostgreSQL is not
// installed.
const RequireEnv = "MOCKUP_REQUIRE_POSTGRES"

// cluster.sh creates the cluster, runs it and removes it; see package testproc.
//
//go:embed cluster.sh
var script string

// Cluster is a PostgreSQL that starts when the first database is asked for. The zero value is ready for use. TestMain
// calls Stop, which ends it and removes its files.
type Cluster struct {
	testproc.Lazy
}

// Database creates an empty database and returns its address. Without PostgreSQL on the machine the test is skipped, or
// fails where RequireEnv is set.
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	server, name := c.Need(t, RequireEnv, start)
	socket := server.FirstLine
	if err := create(t.Context(), socket, name); err != nil {
		t.Fatalf("create database %s: %v", name, err)
	}
	return address(socket, name)
}

func address(socket, database string) string {
	return fmt.Sprintf("postgres:///%s?host=%s&user=mockup&sslmode=disable", database, socket)
}

func create(ctx context.Context, socket, database string) error {
	conn, err := pgx.Connect(ctx, address(socket, "postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+database)
	return errors.Join(err, conn.Close(ctx))
}

// start runs the cluster. The first line of its script is the folder of the socket.
func start() (*testproc.Process, error) {
	bin, err := programs()
	if err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	argv := []string{"sh", "-c", script, "sh", bin}
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		argv = append([]string{"runuser", "-u", unprivileged(), "--"}, argv...)
	}
	command := exec.Command(argv[0], argv[1:]...)
	command.Dir = "/" // the other user may have no access to the package's folder
	server, err := testproc.Start(command)
	if err != nil {
		return nil, fmt.Errorf("start PostgreSQL: run initdb and postgres of %s: %w", bin, err)
	}
	return server, nil
}

// programs finds the folder of initdb and postgres. Debian keeps one folder per version, and none of them on the PATH.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path)
		return filepath.Dir(path), err
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("find initdb on the PATH or in /usr/lib/postgresql: %w; run: sudo apt-get install postgresql", exec.ErrNotFound)
	}
	return filepath.Dir(slices.Max(found)), nil
}

func unprivileged() string {
	if _, err := user.Lookup("postgres"); err == nil {
		return "postgres"
	}
	return "nobody"
}
