package parse

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zipOf writes an archive with entries as they are given.
func zipOf(t *testing.T, add func(w *zip.Writer)) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	add(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "WhatsApp Chat - Noah.zip")
	if err := os.WriteFile(path, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func entry(t *testing.T, w *zip.Writer, header *zip.FileHeader, content string) {
	t.Helper()
	out, err := w.CreateHeader(header)
	if err == nil {
		_, err = out.Write([]byte(content))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Archives that are made to do harm are refused.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	const chat = "[20/06/2021, 14:30:00] Mia: hi\n"
	read := func(path string) error {
		_, err := dump(t.Context(), path, Options{})
		return err
	}
	refused := func(name, path, want string) {
		t.Helper()
		if err := read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"../../x.txt", "/etc/x.txt", `..\x.txt`, "a/../../x.txt"} {
		refused(name, zipOf(t, func(w *zip.Writer) {
			entry(t, w, &zip.FileHeader{Name: "_chat.txt"}, chat)
			entry(t, w, &zip.FileHeader{Name: name}, "x")
		}), "leads out of it")
	}
	refused("the same file twice", zipOf(t, func(w *zip.Writer) {
		entry(t, w, &zip.FileHeader{Name: "_chat.txt"}, chat)
		entry(t, w, &zip.FileHeader{Name: "_chat.txt"}, chat)
	}), "twice")
	link := &zip.FileHeader{Name: "_chat.txt"}
	link.SetMode(fs.ModeSymlink | 0o777)
	refused("a link", zipOf(t, func(w *zip.Writer) { entry(t, w, link, "/etc/passwd") }), "holds no files")

	bomb := zipOf(t, func(w *zip.Writer) {
		w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestCompression) })
		out, err := w.CreateHeader(&zip.FileHeader{Name: "result.json", Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		blanks := bytes.Repeat([]byte(" "), 1<<20)
		for range smallEnough/len(blanks) + 1 {
			if _, err := out.Write(blanks); err != nil {
				t.Fatal(err)
			}
		}
	})
	refused("a bomb", bomb, "times as many")
	refused("an encrypted archive", zipOf(t, func(w *zip.Writer) {
		entry(t, w, &zip.FileHeader{Name: "_chat.txt", Flags: 1}, chat)
	}), "it is encrypted; unpack the archive with its password")

	whole, err := os.ReadFile(zipOf(t, func(w *zip.Writer) { entry(t, w, &zip.FileHeader{Name: "_chat.txt"}, chat) }))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.zip")
	if err := os.WriteFile(cut, whole[:len(whole)-30], 0o644); err != nil {
		t.Fatal(err)
	}
	refused("an archive that is cut", cut, "no whole zip archive")
}

// A folder cannot lead out of itself, and what is no file in it is not opened.
func TestFolderLinks(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "_chat.txt"), []byte("[20/06/2021, 14:30:00] Mia: <attached: a.jpg>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "a.jpg")); err != nil {
		t.Skip(err)
	}
	got, err := dump(t.Context(), folder, Options{})
	if err != nil || !strings.Contains(got, `{picture "a.jpg"  0s}`) {
		t.Errorf("%v\n%s", err, got)
	}
}

// What comes from the standard input is kept for as long as it is read.
func TestStream(t *testing.T) {
	t.Parallel()
	got, err := dump(t.Context(), "-", Options{In: strings.NewReader("Mia: hi\nNoah: ho\n")})
	if err != nil || !strings.HasPrefix(got, "format script\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// The order of day and month is found out, or asked for.
func TestDateOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1/2/21, 10:00 - A: x\n13/2/21, 10:00 - A: y\n":                           "2021-02-01",
		"1/2/21, 10:00 - A: x\n1/13/21, 10:00 - A: y\n":                           "2021-01-02",
		"3/4/21, 10:00 - A: x\n1/5/21, 10:00 - A: y\n":                            "2021-04-03", // the fourth of March would be after the fifth of January
		"1/2/21, 10:00 - A: x\n1/3/21, 10:00 - A: y\n1/4/21, 10:00 - A: z\n":      "2021-01-02", // a day is likelier to change than a month
		"5/5/21, 10:00 - A: x\n5/5/21, 10:01 - A: y\n":                            "2021-05-05",
		"2021-02-01, 10:00 - A: x\n":                                              "2021-02-01",
		"2021.01.02., 10:00 - A: x\n2021.13.02., 10:00 - A: y\n":                  "2021-02-01",
		"2021.01.02., 10:00 - A: x\n2021.01.13., 10:00 - A: y\n":                  "2021-01-02",
		"1/2/21, 10:00 - A: x\n":                                                  "such as 1/2/21",
		"1/2/21, 10:00 - A: x\n2/3/21, 10:00 - A: y\n3/4/21, 10:00 - A: z\n":      "may begin with the day or with the month",
		"[1/2/21, 10:00:00] A: x\n1/13/21, 10:00 - no date of the app\n":          "such as 1/2/21",
		"1/2/21, 10:00 - A: x\n\u200e13/2/21, 10:00 - A: y\n14/2/21, 1:00 - A: z": "2021-02-01",
	} {
		got, err := dump(t.Context(), "-", Options{Format: "whatsapp", In: strings.NewReader(text)})
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	got, err := dump(t.Context(), "-", Options{DateOrder: MonthDayYear, In: strings.NewReader("1/2/21, 10:00 - A: x\n")})
	if err != nil || !strings.Contains(got, "2021-01-02") {
		t.Errorf("with an order: %v %s", err, got)
	}
}
