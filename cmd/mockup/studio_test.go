package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The studio prints its address, serves its page there, and ends with the signal to stop. Nothing is left behind.
func TestStudioServesAndEnds(t *testing.T) {
	folder, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	file := filepath.Join(folder, "chat.yaml")
	if err := os.WriteFile(file, []byte("mockupType: chats\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	printed, out := io.Pipe()
	ended := make(chan int, 1)
	var errOut bytes.Buffer
	go func() {
		ended <- run(ctx, []string{"studio", file, "--no-open", "--addr", "127.0.0.1:0"}, nil, out, &errOut)
		out.Close()
	}()
	address, err := bufio.NewReader(printed).ReadString('\n')
	if err != nil {
		t.Fatalf("%v; exit code %d: %s", err, <-ended, &errOut)
	}
	address = strings.TrimSpace(address)
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/[a-z0-9]{26}/$`).MatchString(address) {
		t.Errorf("the address is %q", address)
	}
	for path, want := range map[string]string{"": "<title>mockup studio</title>", "studio.js": "Start from", "api/start": `"file":"chat.yaml"`} {
		answer, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(data), want) {
			t.Errorf("/%s: status %d, %v: %.200s", path, answer.StatusCode, err, data)
		}
	}
	stop()
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, &errOut)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
