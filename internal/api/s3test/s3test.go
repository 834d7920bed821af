// Package s3test starts a real S3-compatible service for tests: versitygw over a temporary folder, at an address that
// only this machine reaches. The module in the folder server pins its version; scripts/setup builds it as bin/versitygw.
package s3test

import (
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/api/testproc"
)

// RequireEnv names the environment variable that makes tests fail, instead of being skipped, where the server's program
// is not installed.
const RequireEnv = "MOCKUP_REQUIRE_S3"

// The credentials of the server's only account.
const (
	accessKey = "mockup"
	secretKey = "mockup-secret"
)

// server.sh runs the server and removes its files; see package testproc.
//
//go:embed server.sh
var script string

// Server is a service that starts when the first bucket is asked for. The zero value is ready for use. TestMain calls
// Stop, which ends it and removes its files.
type Server struct {
	testproc.Lazy
	endpoint string
}

// Bucket creates an empty bucket and returns its address. From then on the environment holds the credentials. Without
// the server's program the test is skipped, or fails where RequireEnv is set.
func (s *Server) Bucket(t testing.TB) string {
	t.Helper()
	server, name := s.Need(t, RequireEnv, s.start)
	if err := os.Mkdir(filepath.Join(server.FirstLine, "buckets", name), 0o755); err != nil { // versitygw takes every folder for a bucket
		t.Fatal(err)
	}
	return fmt.Sprintf("s3://%s?region=us-east-1&endpoint=%s", name, s.endpoint)
}

// Objects lists the keys of a bucket's objects.
func (s *Server) Objects(t testing.TB, address string) (keys []string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server, _ := s.Need(t, RequireEnv, s.start)
	entries, err := os.ReadDir(filepath.Join(server.FirstLine, "buckets", u.Host))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") { // the server's own files
			keys = append(keys, entry.Name())
		}
	}
	return keys
}

// start runs the server. The first line of its script is its folder.
func (s *Server) start() (*testproc.Process, error) {
	server, err := s.run()
	if err == nil {
		err = awaitHealth(s.endpoint + "/health")
	}
	if err != nil {
		return nil, fmt.Errorf("start the S3 server: %w", errors.Join(err, server.Stop()))
	}
	return server, nil
}

func (s *Server) run() (*testproc.Process, error) {
	program, err := find()
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	if err := setCredentials(); err != nil {
		return nil, err
	}
	s.endpoint = "http://127.0.0.1:" + port
	command := exec.Command("sh", "-c", script, "sh", program, port)
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	return testproc.Start(command)
}

// setCredentials puts the credentials into the environment of the whole process: tests that run in parallel cannot have
// an environment each.
func setCredentials() error {
	return errors.Join(os.Setenv("AWS_ACCESS_KEY_ID", accessKey), os.Setenv("AWS_SECRET_ACCESS_KEY", secretKey),
		os.Setenv("AWS_EC2_METADATA_DISABLED", "true")) // a test without credentials would look for some in the network
}

func awaitHealth(url string) error {
	var failure error
	for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(url)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(answer.Status)
		}
		failure = err
	}
	return failure
}

// find finds the program on the PATH, or in the folder where scripts/setup builds it.
func find() (string, error) {
	if path, err := exec.LookPath("versitygw"); err == nil {
		return path, nil
	}
	folder, err := os.Getwd()
	for err == nil && folder != filepath.Dir(folder) {
		path := filepath.Join(folder, "bin", "versitygw")
		if _, missing := os.Stat(path); missing == nil {
			return path, nil
		}
		folder = filepath.Dir(folder)
	}
	return "", errors.Join(err, fmt.Errorf("find versitygw on the PATH or in bin: %w; run: %s=1 scripts/setup", exec.ErrNotFound, RequireEnv))
}

// freePort returns a port that is free now. Another program could take it before the server does, which is rare.
func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}
