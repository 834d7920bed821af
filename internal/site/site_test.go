package main

import (
	"encoding/json"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
)

// newMedia makes a folder with something drawn from each example: one video, and small pictures.
func newMedia(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	files, err := filepath.Glob("../../examples/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	for _, file := range files {
		mt := filepath.Base(filepath.Dir(file))
		place := filepath.Join(folder, "media", mt, strings.TrimSuffix(filepath.Base(file), ".yaml"))
		if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
			t.Fatal(err)
		}
		if mt == "chats" && filepath.Base(place) == "whatsapp-video" {
			out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x128:duration=2:rate=5", place+".mp4").CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			continue
		}
		f, err := os.Create(place + ".png")
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, image.NewGray(image.Rect(0, 0, 3, 6))); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return folder
}

// The site has a page for each guide, example and type. No link of it is dead.
func TestSite(t *testing.T) {
	t.Parallel()
	folder := newMedia(t)
	if err := build("../..", folder, false); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for name, parts := range map[string][]string{
		"index.html":                         {`<a href="docs/video.html">docs/video.md</a>`, `poster="posters/chats/whatsapp-video.jpg"`, `class="nt">mockupType`},
		"docs/video.html":                    {`<a href="../docs/video.html" aria-current="page">Videos</a>`, `<a href="#sound">Sound</a>`},
		"docs/batch.html":                    {`href="../files/examples/ci/github/workflows/mockups.yml.txt"`},
		"examples/chats/whatsapp-video.html": {`<video muted loop playsinline preload="none" width="64" height="128"`, ` controls></video>`},
		"gallery.html":                       {`data-words="chats bluesky-dark picture dark"`, `data-words="chats whatsapp-video video light"`},
		"schema/chats.html":                  {`<a href="#ChatMessage">ChatMessage</a>`, `<h2 id="ChatMessage">`, `<code>reactions</code> <span class="badge">beyond v1</span>`},
	} {
		content := read(name)
		for _, part := range parts {
			if !strings.Contains(content, part) {
				t.Errorf("%s lacks %s", name, part)
			}
		}
	}
	for _, mt := range schema.Types() {
		if !strings.Contains(read("schema/"+string(mt)+".html"), `<code>mockupType</code>`) {
			t.Errorf("the page of %s has no fields", mt)
		}
	}
	var index []entry
	if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(read("search.js"), "window.searchIndex="), ";\n")), &index); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(index, func(e entry) bool {
		return e.Path == "docs/service.html#webhooks" && strings.Contains(e.Text, "Standard Webhooks")
	}) {
		t.Error("the search does not know the section on webhooks")
	}
}

// Links to a page, a heading or a file that is missing are found. Those to other sites are left alone.
func TestDeadLinks(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"a.html":   `<h1 id="top">A</h1><a href="#top">1</a><a href="b/c.html#here">2</a><a href="https://example.com/x">3</a><img src="missing.png"><a href="b/c.html#gone">4</a>`,
		"b/c.html": `<h2 id="here">C</h2><a href="../a.html">5</a><a href="a.html">6</a>`,
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dead, err := deadLinks(folder)
	slices.Sort(dead)
	if want := []string{"a.html: b/c.html#gone", "a.html: missing.png", "b/c.html: a.html"}; err != nil || !slices.Equal(dead, want) {
		t.Errorf("dead are %q, want %q; %v", dead, want, err)
	}
}

// An example that is not drawn is named, with what to do.
func TestSiteNeedsMedia(t *testing.T) {
	t.Parallel()
	err := build("../..", t.TempDir(), false)
	if err == nil || !strings.Contains(err.Error(), "is not drawn; run scripts/site, which draws it") {
		t.Errorf("without media: %v", err)
	}
}

// Without videos, those that are drawn are shown, and the others are left out. A picture that is not drawn is still missed.
func TestSiteWithoutVideos(t *testing.T) {
	t.Parallel()
	folder := newMedia(t)
	buildWithout := func(example string) error {
		t.Helper()
		if err := os.Remove(filepath.Join(folder, "media", example+".png")); err != nil {
			t.Fatal(err)
		}
		return build("../..", folder, true)
	}
	if err := buildWithout("chats/imessage-video"); err != nil {
		t.Fatal(err)
	}
	gallery, err := os.ReadFile(filepath.Join(folder, "gallery.html"))
	if err != nil {
		t.Fatal(err)
	}
	for example, shown := range map[string]bool{"whatsapp-video": true, "imessage-video": false} {
		if strings.Contains(string(gallery), "examples/chats/"+example+".html") != shown {
			t.Errorf("%s: shown is not %t", example, shown)
		}
	}
	if err := buildWithout("chats/imessage"); err == nil || !strings.Contains(err.Error(), "imessage.yaml is not drawn") {
		t.Errorf("without a picture: %v", err)
	}
}
