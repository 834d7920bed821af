package parse

import (
	"archive/zip"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what the fixtures give")

// wantFile is the file of a fixture that holds what reading it gives.
const wantFile = "want"

// fixture is an export that was written to the description of its format, in testdata.
type fixture struct {
	name    string // such as "telegram-group"
	path    string
	archive *txtar.Archive
}

func (f fixture) format() string {
	name, _, _ := strings.Cut(f.name, "-")
	return name
}

func fixtures(t testing.TB) []fixture {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no fixtures", err)
	}
	var found []fixture
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, fixture{strings.TrimSuffix(filepath.Base(path), ".txtar"), path, archive})
	}
	return found
}

// content returns a file of the fixture as it lies on the disk.
func (f fixture) content(file txtar.File) []byte {
	if !strings.HasSuffix(f.name, "-utf16") {
		return file.Data
	}
	data := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(string(file.Data))) {
		data = append(data, byte(unit), byte(unit>>8))
	}
	return data
}

// write writes the files of the fixture into a folder.
func (f fixture) write(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, file := range f.archive.Files {
		if file.Name == wantFile {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.content(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// zip writes the files of the fixture into an archive.
func (f fixture) zip(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	for _, file := range f.archive.Files {
		if file.Name == wantFile {
			continue
		}
		entry, err := w.Create(file.Name)
		if err == nil {
			_, err = entry.Write(f.content(file))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// dump reads an export and writes down what it holds.
func dump(ctx context.Context, name string, opts Options) (string, error) {
	export, err := Open(ctx, name, opts)
	if err != nil {
		return "", err
	}
	defer export.Close()
	chats, err := export.Chats(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "format %s\n", export.Format)
	for _, chat := range chats {
		fmt.Fprintf(&b, "chat %q %d\n", chat.Title, chat.Messages)
	}
	c, err := export.Read(ctx, chats[0], func(m Message) error {
		dumpMessage(&b, m)
		return nil
	})
	if err != nil {
		return "", err
	}
	for _, p := range c.People {
		fmt.Fprintf(&b, "person %s %q %s\n", p.Key, p.Name, p.Handle)
	}
	fmt.Fprintf(&b, "title %q, platform %s, group %v, me %q, model %q, 12 hours %v, %q\n", c.Title, c.Platform, c.Group, c.Me, c.Model, c.TwelveHour, c.Notes)
	return b.String(), nil
}

func dumpMessage(b *strings.Builder, m Message) {
	fmt.Fprintf(b, "%s %s[%s] %q", m.Time.Format("2006-01-02 15:04:05Z07:00"), m.Kind, m.From, m.Text)
	for _, a := range m.Attached {
		fmt.Fprintf(b, " {%s %q %s%s %gs}", a.Kind, a.Name, a.Path, a.Link, a.Seconds)
		if a.Poster != "" || a.Phone != "" {
			fmt.Fprintf(b, " with %s", a.Poster+a.Phone)
		}
		if a.Words != "" {
			fmt.Fprintf(b, " says %q", a.Words)
		}
	}
	for _, r := range m.Reactions {
		fmt.Fprintf(b, " (%s %d %v)", r.Emoji, r.Count, r.By)
	}
	for _, flag := range []struct {
		name string
		is   bool
	}{{"edited", m.Edited}, {"deleted", m.Deleted}, {"forwarded", m.Forwarded}, {"pinned", m.Pinned}, {"formatted", m.Formatted}, {"failed", m.Failed},
		{"video", m.Video}, {"missed", m.Missed}, {"declined", m.Declined}} {
		if flag.is {
			b.WriteString(" " + flag.name)
		}
	}
	if m.ReplyTo != "" {
		b.WriteString(" answers " + m.ReplyTo)
	}
	if m.Status != "" {
		b.WriteString(" " + m.Status)
	}
	if m.Seconds != 0 {
		fmt.Fprintf(b, " %gs", m.Seconds)
	}
	if c := m.Change; c.Kind != "" {
		fmt.Fprintf(b, " = %s %q %q", c.Kind, c.Whom, c.Name)
	}
	b.WriteByte('\n')
}

// Each fixture is recognised, and gives what it says. Archives of several files give the same as folders.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			got, err := dump(t.Context(), f.write(t), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(got, "\n"); first != "format "+f.format() {
				t.Errorf("recognised as %s", first)
			}
			if *update {
				f.update(t, got)
				return
			}
			if want := f.want(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			zipped, err := dump(t.Context(), f.zip(t), Options{Format: f.format()})
			if err != nil || zipped != got {
				t.Errorf("in an archive: %v\n%s", err, zipped)
			}
		})
	}
}

func (f fixture) want() string {
	for _, file := range f.archive.Files {
		if file.Name == wantFile {
			return string(file.Data)
		}
	}
	return ""
}

func (f fixture) update(t *testing.T, got string) {
	var kept []txtar.File
	for _, file := range f.archive.Files {
		if file.Name != wantFile {
			kept = append(kept, file)
		}
	}
	f.archive.Files = append(kept, txtar.File{Name: wantFile, Data: []byte(got)})
	if err := os.WriteFile(f.path, txtar.Format(f.archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
