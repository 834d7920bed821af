package inputs

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mockup/internal/files"
	"mockup/internal/schema"
	"mockup/internal/usage"
)

func TestReadPayload(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, content := range map[string]string{"chat.yaml": "a: b", "large.yaml": strings.Repeat("x", schema.DefaultMaxBytes+10), ConfigFile: ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) (string, error) {
		data, err := ReadPayload(t.Context(), filepath.Join(folder, name))
		return string(data), err
	}
	if got, err := read("chat.yaml"); got != "a: b" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := read("large.yaml"); len(got) != schema.DefaultMaxBytes+1 || err != nil {
		t.Errorf("of a large payload %d bytes were read, %v", len(got), err)
	}
	if _, err := read("chat.yml"); err == nil || !strings.HasSuffix(err.Error(), `did you mean "chat.yaml"?`) {
		t.Errorf("a missing payload: %v", err)
	}
	if _, err := read("."); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	var misuse *usage.Error
	if _, err := read(ConfigFile); !errors.As(err, &misuse) {
		t.Errorf("the configuration: %v", err)
	}
}

func TestStreams(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"/dev/stdin": true, "/dev/fd/63": true, "/proc/self/fd/0": true,
		"/dev/fd/": false, "/dev/fd/a": false, "/dev/zero": false, "fd/1": false, "-": false, "chat.yaml": false,
	} {
		if IsStream(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
	for name, want := range map[string]string{"/dev/stdin": ".", "-": ".", "chat.yaml": ".", "a/chat.yaml": "a"} {
		if got := Folder(name); got != want {
			t.Errorf("the folder of %s is %s, want %s", name, got, want)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	never, w := io.Pipe()
	defer w.Close()
	stop := errors.New("stop")
	cancel(stop)
	if _, err := ReadStream(ctx, never); !errors.Is(err, stop) {
		t.Errorf("a stream that never ends: %v", err)
	}
}

func TestOverwrites(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"chat.yaml", "face.png"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	payload := &schema.Payload{Props: &schema.ChatProps{Sender: schema.ChatUser{Image: "face.png"}}}
	file := filepath.Join(folder, "chat.yaml")
	for output, want := range map[string]string{
		"chat.yaml": "the payload", "face.png": "the image of props.sender.image", "new.png": "",
	} {
		if got := Overwrites(filepath.Join(folder, output), file, nil, payload); got != want {
			t.Errorf("%s: got %q, want %q", output, got, want)
		}
	}
}
