//go:build bench

package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"mockup/internal/api/store"
)

// service is a running mockup serve with a folder of its own.
type service struct {
	command *exec.Cmd
	folder  string
	url     string
	web     *http.Client

	mu   sync.Mutex
	keys []string
	sent int
}

const (
	serviceKeys = 80 // each is limited to 60 requests a minute
	keyRequests = 55
)

// startService starts the built binary on a free port.
func startService(ctx context.Context, flags ...string) (*service, error) {
	folder, err := os.MkdirTemp("", "mockup-bench-*")
	if err != nil {
		return nil, err
	}
	s := &service{folder: folder, web: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
	if err := s.start(ctx, flags); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *service) start(ctx context.Context, flags []string) error {
	if err := s.makeKeys(ctx); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.folder, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.command = exec.Command(binary, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", s.folder}, flags...)...)
	s.command.Stderr = log
	out, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.command.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("start %s: %w: %s", s.command, err, text)
	}
	_, s.url, _ = strings.Cut(strings.TrimSpace(line), "listening on ")
	return nil
}

// makeKeys creates keys in the records of the service.
func (s *service) makeKeys(ctx context.Context) error {
	records, err := store.Open(ctx, filepath.Join(s.folder, "mockup.db"))
	if err != nil {
		return err
	}
	defer records.Close()
	for n := range serviceKeys {
		_, key, err := records.CreateKey(ctx, "bench "+strconv.Itoa(n), time.Now())
		if err != nil {
			return err
		}
		s.keys = append(s.keys, key)
	}
	return nil
}

// key returns a key whose limit is not reached.
func (s *service) key() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	return s.keys[s.sent/keyRequests%len(s.keys)]
}

// stop ends the service and removes its folder.
func (s *service) stop() {
	if s.command != nil && s.command.Process != nil {
		_ = s.command.Process.Signal(syscall.SIGTERM)
		_ = s.command.Wait()
	}
	_ = os.RemoveAll(s.folder)
}
