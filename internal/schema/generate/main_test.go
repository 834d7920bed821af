package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestAppsAreCurrent(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", output))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("internal/schema/%s is not what the platform.yaml files say; run scripts/setup", output)
	}
}
