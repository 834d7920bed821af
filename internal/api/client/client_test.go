package client_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mockup/internal/api/client"
	"mockup/internal/api/wire"
	"mockup/internal/schema"
)

func TestServer(t *testing.T) {
	t.Parallel()
	for _, server := range []string{"", "service.example", "ftp://service.example", "https://", "https://a:b@service.example", "https://service.example?a", "http://[::1"} {
		_, err := client.New(client.Options{Server: server, Key: key})
		if err == nil || !strings.Contains(err.Error(), "https://") || strings.Contains(err.Error(), "a:b") {
			t.Errorf("%s: %v", server, err)
		}
	}
	for server, clear := range map[string]bool{
		"https://service.example/prefix/": false, "http://localhost:8080": false, "http://127.0.0.1": false, "http://[::1]:80": false,
		"http://service.example": true, "http://127.0.0.1.example": true, "http://10.0.0.1": true,
	} {
		if got := newClient(t, client.Options{Server: server}).InTheClear(); got != clear {
			t.Errorf("%s in the clear: %v", server, got)
		}
	}
	_, err := client.New(client.Options{Server: "https://service.example", Key: "a\nb"})
	if err == nil || strings.Contains(err.Error(), "b;") || !strings.Contains(err.Error(), "API key") {
		t.Errorf("got %v", err)
	}
}

// chat returns a payload with the given images.
func chat(t *testing.T, images ...string) *schema.Document {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"mockupType":"chats","platform":"whatsapp","renderKind":"image","resolutionScale":"1x","rendererVersion":"mockup-chromium-v1",
		"props":{"platform":"whatsapp","sender":{"id":"a","name":"Ann"},"receivers":[`)
	for i, image := range images {
		fmt.Fprintf(&b, `{"id":"b%d","name":"Bo","image":%q},`, i, image)
	}
	b.WriteString(`{"id":"c","name":"Cy"}],"messages":[]}}`)
	doc, found := schema.Read([]byte(b.String()), schema.Options{AllowPaths: true})
	if doc == nil {
		t.Fatal(found)
	}
	return doc
}

// noise writes a PNG of about 4 bytes per pixel.
func noise(t *testing.T, name string, pixels int) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 1000, (pixels+999)/1000))
	source := rand.NewChaCha8([32]byte{})
	source.Read(picture.Pix)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Image files become data URLs with the type of their content, byte for byte, so that the service finds the same hash; https URLs stay as they are.
func TestBody(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := noise(t, filepath.Join(dir, "me.jpg"), 1000)
	vectors := []byte(`<svg width="9" height="9"><title>Bo</title></svg>`)
	if err := os.WriteFile(filepath.Join(dir, "face.svg"), vectors, 0o644); err != nil {
		t.Fatal(err)
	}
	body, err := client.Body(t.Context(), chat(t, "me.jpg", "https://example.com/b.png", "me.jpg", "face.svg"), dir)
	if err != nil {
		t.Fatal(err)
	}
	sent, found := schema.Decode(body, schema.Options{Format: schema.FormatJSON})
	if sent == nil {
		t.Fatal(found)
	}
	var images []string
	for _, ref := range sent.Images() {
		images = append(images, string(*ref))
	}
	inline := "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)
	want := []string{inline, "https://example.com/b.png", inline, "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(vectors)}
	if !slices.Equal(images, want) {
		t.Errorf("%d images", len(images))
	}

	if err := os.WriteFile(filepath.Join(dir, "text.png"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = client.Body(t.Context(), chat(t, "text.png"), dir)
	if err == nil || !strings.Contains(err.Error(), "props.receivers.0.image (text.png): it is of type text/plain; allowed are PNG") {
		t.Errorf("got %v", err)
	}
}

// A payload that is too large for a request is an error that names the largest files.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	noise(t, filepath.Join(dir, "large.png"), 1_500_000)
	noise(t, filepath.Join(dir, "small.png"), 1000)
	written := "data:image/png;base64," + strings.Repeat("A", 4<<20)
	for name, test := range map[string]struct {
		images []string
		want   string
	}{
		"files":    {[]string{"small.png", "large.png", "large.png"}, "accepts at most 10.0 MB; its largest files are props.receivers.1.image (7.7 MB), props.receivers.2.image (7.7 MB), props.receivers.0.image (0.1 MB); make them smaller, or host them"},
		"data URL": {[]string{written, "large.png"}, "props.receivers.1.image (7.7 MB), props.receivers.0.image (4.1 MB)"},
	} {
		_, err := client.Body(t.Context(), chat(t, test.images...), dir)
		var large *client.TooLarge
		if !errors.As(err, &large) || large.Size <= wire.MaxBody || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if body, err := client.Body(t.Context(), chat(t, "large.png", "small.png"), dir); err != nil || len(body) > wire.MaxBody {
		t.Errorf("%d bytes: %v", len(body), err)
	}
}
