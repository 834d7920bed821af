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
	"sync"
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
// Stop.
type Server struct {
	mu       sync.Mutex
	tried    bool
	failure  error
	process  *testproc.Process // its first line is the folder
	endpoint string
	buckets  int
}

// Bucket creates an empty bucket and returns its address. From then on the environment holds the credentials. Without
// the server's program the test is skipped, or fails where RequireEnv is set.
func (s *Server) Bucket(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.tried {
		s.tried, s.failure = true, s.start()
	}
	if errors.Is(s.failure, exec.ErrNotFound) && os.Getenv(RequireEnv) == "" {
		t.Skip(s.failure)
	}
	if s.failure != nil {
		t.Fatalf("start the S3 server: %v", s.failure)
	}
	s.buckets++
	name := fmt.Sprintf("test%d", s.buckets)
	if err := os.Mkdir(filepath.Join(s.process.FirstLine, "buckets", name), 0o755); err != nil { // versitygw takes every folder for a bucket
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
	entries, err := os.ReadDir(filepath.Join(s.process.FirstLine, "buckets", u.Host))
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

// Stop ends the server and removes its files.
func (s *Server) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process.Stop()
}

func (s *Server) start() error {
	program, err := find()
	if err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	if err := setCredentials(); err != nil {
		return err
	}
	command := exec.Command("sh", "-c", script, "sh", program, port)
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	if s.process, err = testproc.Start(command); err != nil {
		return fmt.Errorf("run %s: %w", program, err)
	}
	s.endpoint = "http://127.0.0.1:" + port
	return awaitHealth(s.endpoint + "/health")
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
