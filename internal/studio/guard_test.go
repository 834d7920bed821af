package studio_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mockup/internal/render"
	"mockup/internal/render/browser"
	"mockup/internal/studio"
)

// ask sends a request to a studio on a folder, without a browser.
func ask(t *testing.T, s *studio.Studio, method, path, body string, header map[string]string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "127.0.0.1:7314"
	for name, value := range header {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	data, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(data)
}

// quiet returns a studio without a browser and its address on a folder.
func quiet(t *testing.T, folder string) (s *studio.Studio, base string) {
	t.Helper()
	r, err := render.New(render.Options{NoSandbox: browser.NeedsNoSandbox(), Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	if s, err = studio.New(studio.Options{Folder: folder, Renderer: r}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	address := s.Address(fixedAddr("127.0.0.1:7314"))
	return s, strings.TrimPrefix(address, "http://127.0.0.1:7314")
}

type fixedAddr string

func (fixedAddr) Network() string  { return "tcp" }
func (a fixedAddr) String() string { return string(a) }

// Nobody gets an answer but the studio's own page.
func TestGuard(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.yaml"), []byte(chat), 0o644); err != nil {
		t.Fatal(err)
	}
	s, base := quiet(t, folder)
	for _, test := range []struct {
		name, path string
		header     map[string]string
		want       int
	}{
		{"own page", base, nil, http.StatusOK},
		{"own request", base + "api/file?name=a.yaml", map[string]string{"Origin": "http://127.0.0.1:7314", "Sec-Fetch-Site": "same-origin"}, http.StatusOK},
		{"through ssh", base, map[string]string{"Host": "localhost:9000", "Origin": "http://localhost:9000"}, http.StatusOK},
		{"no token", "/", nil, http.StatusNotFound},
		{"wrong token", "/" + strings.Repeat("a", 26) + "/", nil, http.StatusNotFound},
		{"no token, known path", "/api/file?name=a.yaml", nil, http.StatusNotFound},
		{"foreign origin", base + "api/file?name=a.yaml", map[string]string{"Origin": "https://example.com"}, http.StatusForbidden},
		{"other port", base + "api/file?name=a.yaml", map[string]string{"Origin": "http://127.0.0.1:7315"}, http.StatusForbidden},
		{"opaque origin", base + "api/file?name=a.yaml", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"image on another page", base + "api/file?name=a.yaml", map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		{"rebound name", base, map[string]string{"Host": "evil.example:7314"}, http.StatusForbidden},
	} {
		if got, answer := ask(t, s, "GET", test.path, "", test.header); got != test.want {
			t.Errorf("%s: status %d, want %d: %.200s", test.name, got, test.want, answer)
		}
	}
}

// Files are those of the folder: no name and no link leads out of it.
func TestConfined(t *testing.T) {
	t.Parallel()
	outside, folder := t.TempDir(), t.TempDir()
	for _, name := range []string{"secret.yaml", "secret.png"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte("secret"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "secret.yaml"), filepath.Join(folder, "link.yaml")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "linked")); err != nil {
		t.Fatal(err)
	}
	s, base := quiet(t, folder)
	for _, name := range []string{"../" + filepath.Base(outside) + "/secret.yaml", outside + "/secret.yaml", "link.yaml", "linked/secret.yaml", "linked/../../secret.yaml"} {
		for _, path := range []string{"api/file?name=" + name, "api/image?name=a.yaml&path=" + strings.Replace(name, ".yaml", ".png", 1)} {
			if got, answer := ask(t, s, "GET", base+path, "", nil); got == http.StatusOK || strings.Contains(answer, `"secret"`) {
				t.Errorf("%s: status %d: %s", path, got, answer)
			}
		}
		if got, _ := ask(t, s, "PUT", base+"api/file?name="+name, "changed", nil); got == http.StatusOK {
			t.Errorf("%s was written", name)
		}
	}
	payload := strings.Replace(chat, "name: Noah }", "name: Noah, image: linked/secret.png }", 1)
	_, answer := ask(t, s, "POST", base+"api/preview?name=a.yaml", payload, nil)
	if !strings.Contains(answer, "missing_file") || strings.Contains(answer, "PNG") {
		t.Errorf("the preview of an image outside answers %.500s", answer)
	}
	if data, err := os.ReadFile(filepath.Join(outside, "secret.yaml")); err != nil || string(data) != "secret" {
		t.Errorf("outside there is %q, %v", data, err)
	}
}

// A file that another program has changed is not overwritten.
func TestPutConflict(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, base := quiet(t, folder)
	file := filepath.Join(folder, "a.yaml")
	put := func(revision, text string) (int, string) {
		return ask(t, s, "PUT", base+"api/file?name=a.yaml&revision="+revision, text, nil)
	}
	status, answer := put("", "first")
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, answer)
	}
	revision := strings.Split(strings.SplitAfter(answer, `"revision":"`)[1], `"`)[0]
	if status, answer = put("", "second"); status != http.StatusConflict || !strings.Contains(answer, `"text":"first"`) {
		t.Errorf("new over old: status %d: %s", status, answer)
	}
	if err := os.WriteFile(file, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, answer = put(revision, "mine"); status != http.StatusConflict || !strings.Contains(answer, `"text":"theirs"`) {
		t.Errorf("over theirs: status %d: %s", status, answer)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "theirs" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}
