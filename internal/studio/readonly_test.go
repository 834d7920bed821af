package studio_test

import (
	"os"
	"path/filepath"
	"testing"
)

// A file that is read-only is not replaced, and is saved once it may be.
func TestReadOnlyFile(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, chat)
	path := filepath.Join(w.folder, "chat.yaml")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	p := w.open()
	p.typeInto("Text of message 1", "Sunday?")
	p.press("Save (Ctrl S)")
	p.await(`() => document.querySelector(".note.error")?.textContent.includes("chat.yaml is read-only; save it under another name")`)
	if w.read("chat.yaml") != chat {
		t.Error("the file has changed")
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	p.press("Save (Ctrl S)")
	p.await(`() => !studio.session.dirty && document.querySelector(".note.error") === null`)
	if w.read("chat.yaml") != p.code() {
		t.Error("the file is not what the page has")
	}
}
