package parse

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file of more messages than are held at a time, the newest first, gives all of them, the oldest first. It may begin with a
// byte order mark, and lie in an archive.
func TestBlocks(t *testing.T) {
	t.Parallel()
	const count = 2*metaBlock + 7
	var b strings.Builder
	b.WriteString("\ufeff{\"participants\":[{\"name\":\"Noah\"},{\"name\":\"Mia\"}],\n \"messages\":[ ")
	for i := count; i > 0; i-- {
		if i < count {
			b.WriteString(" ,\n")
		}
		fmt.Fprintf(&b, `{"sender_name":"Noah","timestamp_ms":%d,"content":"message %d"}`, 1_600_000_000_000+i*1000, i)
	}
	b.WriteString("\n],\"title\":\"Noah\"}")
	folder := t.TempDir()
	plain, packed := filepath.Join(folder, "message_1.json"), filepath.Join(folder, "export.zip")
	if err := os.WriteFile(plain, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	entry, err := w.Create("inbox/noah/message_1.json")
	if err == nil {
		_, err = entry.Write([]byte(b.String()))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for _, name := range []string{plain, packed} {
		next := 1
		readMessages(t, name, func(m Message) {
			if want := fmt.Sprintf("message %d", next); m.Text != want {
				t.Fatalf("%s: found %q in place of %q", name, m.Text, want)
			}
			next++
		})
		if next != count+1 {
			t.Errorf("%s: %d messages, not %d", name, next-1, count)
		}
	}
}

// readMessages reads the only conversation of an export of Messenger.
func readMessages(t *testing.T, name string, do func(Message)) {
	t.Helper()
	export, err := Open(t.Context(), name, Options{Format: "messenger"})
	if err != nil {
		t.Fatal(err)
	}
	defer export.Close()
	chats, err := export.Chats(t.Context())
	if err != nil || len(chats) != 1 {
		t.Fatal(chats, err)
	}
	_, err = export.Read(t.Context(), chats[0], func(m Message) error {
		do(m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
