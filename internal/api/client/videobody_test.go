package client_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/api/client"
	"mockup/internal/schema"
)

// A video behind the content becomes a data URL of its type.
func TestBodyWithVideo(t *testing.T) {
	dir := t.TempDir()
	file := "\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x08moov"
	if err := os.WriteFile(filepath.Join(dir, "clip.mp4"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	payload := `{mockupType: dashboard-chart, renderKind: image, resolutionScale: 1x, rendererVersion: mockup-chromium-v1,
		canvas: {size: square, background: {video: clip.mp4}}, props: {points: [1, 2, 3]}}`
	doc, found := schema.Read([]byte(payload), schema.Options{Filename: "a.yaml", AllowPaths: true})
	if doc == nil {
		t.Fatal(found)
	}
	body, err := client.Body(t.Context(), doc, dir)
	if want := "data:video/mp4;base64," + base64.StdEncoding.EncodeToString([]byte(file)); err != nil || !strings.Contains(string(body), want) {
		t.Errorf("%s lacks %s: %v", body, want, err)
	}
}
