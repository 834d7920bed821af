// Package s3test gives tests a real S3-compatible service: versitygw on a temporary folder, at an address that only this
// machine reaches. The module in folder server says which version; scripts/setup builds it as bin/versitygw.
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

	"mockup/internal/api/tether"
)

// RequireEnv names the environment variable that turns the skipping of tests for want of the server into a failure.
const RequireEnv = "MOCKUP_REQUIRE_S3"

// accessKey and secretKey are the only account.
const (
	accessKey = "mockup"
	secretKey = "mockup-secret"
)

// server.sh runs the server, and removes all; see package tether.
//
//go:embed server.sh
var script string

// Server is a service that starts with the first bucket asked of it. Its zero value is ready. TestMain calls Stop.
type Server struct {
	mu       sync.Mutex
	tried    bool
	failure  error
	script   *tether.Script // says the folder
	endpoint string
	buckets  int
}

// Bucket makes an empty bucket and returns its address. The environment holds the credentials until the end of the test.
// Without the server's program the test is skipped, or fails where RequireEnv is set.
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
	if err := os.Mkdir(filepath.Join(s.script.Says, "buckets", name), 0o755); err != nil { // its form of a bucket
		t.Fatal(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", accessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", secretKey)
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true") // or a test without credentials would ask the network for some
	return fmt.Sprintf("s3://%s?region=us-east-1&endpoint=%s", name, s.endpoint)
}

// Objects lists what a bucket holds.
func (s *Server) Objects(t testing.TB, address string) (keys []string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(s.script.Says, "buckets", u.Host))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") { // of the server's own
			keys = append(keys, entry.Name())
		}
	}
	return keys
}

// Stop ends the server and removes what it wrote.
func (s *Server) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Stop()
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
	command := exec.Command("sh", "-c", script, "sh", program, port)
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	if s.script, err = tether.Start(command); err != nil {
		return fmt.Errorf("run %s: %w", program, err)
	}
	s.endpoint = "http://127.0.0.1:" + port
	return awaitHealth(s.endpoint + "/health")
}

func awaitHealth(url string) error {
	var failure error
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
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

// find finds the program on the PATH, or where scripts/setup puts it.
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

// freePort finds a port that is free now. Nothing else on the machine takes it in the moment until it is used, as a rule.
func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}
