// Package scripts_test checks the scripts of this folder: what they build, and how they end on a signal.
package scripts_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The tests run the real scripts in a small checkout. Stand-ins for npm, Node and Go note what they are asked for, so
// that a test takes milliseconds and can take a tool away.
var standIns = map[string]string{
	"npm": `[ "$1" = --version ] && { echo 9.2.0; exit; }
cat >/dev/null # as a tool that reads what was meant for mockup
echo ci >>"$LOG"; sleep 0.1; mkdir -p node_modules`,
	"node": `[ "$1" = -p ] && { echo 18.20.4; exit; }
echo assets >>"$LOG"; sleep 0.1; mkdir "$2" && echo font >"$2/font"`,
	"go": `[ "$1 $2" = "env GOVERSION" ] && { echo go1.26.0; exit; }
[ "$1" = env ] && { echo auto; exit; }
[ "$1 $2" = "mod download" ] && exit
[ "$1" = list ] && { echo "$HOME/../chroma"; exit; }
[ "$1 $2" = "vet -fix" ] && { case $GOFLAGS in *-trimpath*) exit 1 ;; esac; echo lexers >>"$LOG"; exit; }
[ "$1" = vet ] && exit
[ "$1" = generate ] && { echo apps >>"$LOG"; exit; }
[ "$1 $2" = "run ./internal/studio/bundle" ] && { echo page >>"$LOG"; cat studio/src/studio.ts studio/package-lock.json >"$4/index.html"; exit; }
[ "$1 $2" = "run ./internal/render/scene/reading/generate" ] && { echo reading >>"$LOG"; echo words >"$3/japanese.gz"; exit; }
[ "$1" = run ] && { echo phone >>"$LOG"; exit; }
echo build >>"$LOG"; sleep 0.1; printf '#!/bin/sh\necho "drawn $(cat)"\n' >bin/.mockup.new; chmod +x bin/.mockup.new`,
	"ffmpeg":                  "",
	"chromium-headless-shell": "",
}

// plain are the ordinary commands that the scripts use.
var plain = strings.Fields("awk bash cat chmod cksum cmp cp dirname env find flock grep id mkdir mv readlink rm sleep sort xargs")

type checkout struct{ root, bin, log string }

// newCheckout makes a checkout whose path has spaces.
func newCheckout(t *testing.T) checkout {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a place")
	c := checkout{root: filepath.Join(dir, "the checkout"), bin: filepath.Join(dir, "bin"), log: filepath.Join(dir, "log")}
	for _, name := range []string{"setup", "mockup", "assets.mjs"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.write(t, "scripts/"+name, string(data))
	}
	c.write(t, "go.mod", "module mockup\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/alecthomas/chroma/v2 v2.27.0\n)\n")
	c.write(t, "internal/render/scene/text/lexers/registry.go", "first")
	c.write(t, "internal/render/scene/reading/generate/main.go", "first")
	c.write(t, "internal/render/scene/reading/prepared/.keep", "")
	for _, name := range []string{"lexers.go", "html.go", "html_test.go", "embedded/css.xml"} {
		c.write(t, "../chroma/lexers/"+name, "first")
	}
	c.write(t, "../chroma/lexers/dns.go", "package lexers\n\nfunc init() { // teaches\n")
	for _, name := range []string{"go.sum", "docs/payload.md", "docs/pictures/a.jpg", "examples/chats/a.yaml", "cmd/mockup/main.go", "internal/a.go", "internal/a_test.go", "internal/testdata/a", "internal/render/phone/a.js",
		"internal/schema/apps.go", "internal/schema/generate/main.go", "internal/studio/bundle/main.go", "internal/studio/page/.keep",
		"studio/package-lock.json", "studio/src/studio.ts",
		"templates/package-lock.json", "templates/fonts.json", "templates/chats/a/header.html", "templates/chats/b/theme.css"} {
		c.write(t, name, "first")
	}
	c.write(t, "../log", "")
	for name, body := range standIns {
		c.write(t, "../bin/"+name, "#!/bin/sh\n"+body+"\n")
	}
	for _, name := range plain {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(c.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// write writes a file that is as old as after a checkout of an old commit.
func (c checkout) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(c.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

// command prepares a script with nothing but the checkout's tools in PATH.
func (c checkout) command(script string, args ...string) *exec.Cmd {
	cmd := exec.Command(script, args...)
	cmd.Dir = os.TempDir()
	cmd.Env = []string{"PATH=" + c.bin, "LOG=" + c.log, "CDPATH=.:/", "HOME=" + c.root}
	return cmd
}

// setup runs scripts/setup and returns which tools it ran and what it printed.
func (c checkout) setup(t *testing.T, args ...string) (done, said string, err error) {
	t.Helper()
	c.write(t, "../log", "")
	out, err := c.command(filepath.Join(c.root, "scripts/setup"), args...).CombinedOutput()
	log, _ := os.ReadFile(c.log)
	return strings.Join(strings.Fields(string(log)), " "), string(out), err
}

// What is built follows the sources' content, whatever their times are.
func TestSetupSeesChanges(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	remove := func(t *testing.T, name string) {
		if err := os.RemoveAll(filepath.Join(c.root, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name   string
		change func(t *testing.T)
		want   string
	}{
		{"first run", func(t *testing.T) {}, "ci assets apps lexers reading phone ci page build"},
		{"nothing", func(t *testing.T) {}, ""},
		{"Go file", func(t *testing.T) { c.write(t, "internal/a.go", "other") }, "build"},
		{"page of the studio", func(t *testing.T) { c.write(t, "studio/src/studio.ts", "other") }, "page build"},
		{"page of the studio removed", func(t *testing.T) { remove(t, "internal/studio/page/index.html") }, "page"},
		{"npm's lock of the studio", func(t *testing.T) { c.write(t, "studio/package-lock.json", "other") }, "ci page build"},
		{"Go test", func(t *testing.T) { c.write(t, "internal/a_test.go", "other") }, ""},
		{"documentation", func(t *testing.T) { c.write(t, "docs/payload.md", "other") }, "build"},
		{"example", func(t *testing.T) { c.write(t, "examples/chats/a.yaml", "other") }, "build"},
		{"picture of the documentation", func(t *testing.T) { c.write(t, "docs/pictures/a.jpg", "other") }, ""},
		{"test's data", func(t *testing.T) { c.write(t, "internal/testdata/a", "other") }, ""},
		{"go.sum", func(t *testing.T) { c.write(t, "go.sum", "other") }, "build"},
		{"style sheet", func(t *testing.T) { c.write(t, "templates/chats/b/theme.css", "other") }, "build"},
		{"markup", func(t *testing.T) { c.write(t, "templates/chats/a/header.html", "other") }, "assets build"},
		{"platform's manifest", func(t *testing.T) { c.write(t, "templates/chats/b/platform.yaml", "other") }, "assets apps build"},
		{"what was written from it", func(t *testing.T) { c.write(t, "internal/schema/apps.go", "other") }, "apps build"},
		{"npm's lock", func(t *testing.T) { c.write(t, "templates/package-lock.json", "other") }, "ci assets phone build"},
		{"chroma", func(t *testing.T) {
			c.write(t, "go.mod", "module mockup\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/alecthomas/chroma/v2 v2.28.0\n)\n")
		}, "lexers page build"},
		{"lexers removed", func(t *testing.T) { remove(t, "internal/render/scene/text/lexers/embedded") }, "lexers"},
		{"dictionary", func(t *testing.T) {
			c.write(t, "go.mod", "module mockup\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/alecthomas/chroma/v2 v2.28.0\n\tgithub.com/mozillazg/go-pinyin v0.21.0\n)\n")
		}, "reading page build"},
		{"dictionary of words", func(t *testing.T) {
			c.write(t, "go.mod", "module mockup\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/alecthomas/chroma/v2 v2.28.0\n\tgithub.com/go-ego/gse v0.80.3\n)\n")
		}, "reading page build"},
		{"writer of the dictionaries", func(t *testing.T) { c.write(t, "internal/render/scene/reading/generate/words.go", "other") }, "reading build"},
		{"dictionaries removed", func(t *testing.T) { remove(t, "internal/render/scene/reading/prepared/japanese.gz") }, "reading"},
		{"3D model", func(t *testing.T) { c.write(t, "internal/render/phone/a.js", "other") }, "phone build"},
		{"3D phone drawn", func(t *testing.T) { c.write(t, "internal/render/phone/prepared/a", "other") }, "build"},
		{"collector", func(t *testing.T) { c.write(t, "scripts/assets.mjs", "other") }, "assets build"},
		{"folder renamed", func(t *testing.T) {
			if err := os.Rename(filepath.Join(c.root, "templates/chats/a"), filepath.Join(c.root, "templates/chats/c")); err != nil {
				t.Fatal(err)
			}
		}, "assets build"},
		{"folder removed", func(t *testing.T) { remove(t, "templates/chats/b") }, "assets apps build"},
		{"assets removed", func(t *testing.T) { remove(t, "templates/assets") }, "assets"},
		{"binary removed", func(t *testing.T) { remove(t, "bin/mockup") }, "build"},
		{"npm packages removed", func(t *testing.T) { remove(t, "templates/node_modules") }, ""},
	} {
		t.Run(step.name, func(t *testing.T) {
			step.change(t)
			done, said, err := c.setup(t, "--quick")
			if err != nil || done != step.want {
				t.Errorf("did %q, want %q; %v: %s", done, step.want, err, said)
			}
		})
	}
}

// Of chroma's lexers, all are copied but those files that are chroma's own registry, tests, or only recognize languages.
func TestSetupCopiesLexers(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	const folder = "internal/render/scene/text/lexers/"
	c.write(t, folder+"old.go", "of an older chroma")
	if _, said, err := c.setup(t); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var found []string
	for _, pattern := range []string{"*.go", "embedded/*"} {
		names, err := fs.Glob(os.DirFS(filepath.Join(c.root, folder)), pattern)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, names...)
	}
	if want := "html.go registry.go embedded/css.xml"; strings.Join(found, " ") != want {
		t.Errorf("the folder has %q, want %q", found, want)
	}
}

// Where the 3D phone cannot be drawn now, it is drawn when it is needed.
func TestSetupWithoutPhone(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	c.write(t, "../bin/go", "#!/bin/sh\n"+`[ "$1 $2" = "run ./internal/render/phone/prepare" ] && exit 1`+"\n"+standIns["go"]+"\n")
	done, said, err := c.setup(t)
	if err != nil || done != "ci assets apps lexers reading ci page build" || !strings.Contains(said, "drawing the 3D phone failed") {
		t.Errorf("did %q; %v: %s", done, err, said)
	}
}

// Two first runs at once do everything once, and both work.
func TestSetupTwice(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	results := make(chan error)
	for range 2 {
		go func() {
			cmd := c.command(filepath.Join(c.root, "scripts/mockup"))
			cmd.Stdin = strings.NewReader("the payload")
			var out bytes.Buffer
			cmd.Stdout = &out
			err := cmd.Run()
			if err == nil && out.String() != "drawn the payload\n" {
				t.Errorf("printed %q", &out)
			}
			results <- err
		}()
	}
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	log, err := os.ReadFile(c.log)
	if got := strings.Fields(string(log)); err != nil || strings.Join(got, " ") != "ci assets apps lexers reading phone ci page build" {
		t.Errorf("did %q; %v", got, err)
	}
}

// A link to a script finds the checkout.
func TestSetupThroughLink(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	link := filepath.Join(t.TempDir(), "m")
	if err := os.Symlink(filepath.Join(c.root, "scripts/mockup"), link); err != nil {
		t.Fatal(err)
	}
	out, err := c.command(link).Output()
	if err != nil || string(out) != "drawn \n" {
		t.Errorf("printed %q; %v", out, err)
	}
}

// What is missing or too old is named in one line, with the version that is needed.
func TestSetupNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tool, standIn string // none: the tool is missing
		want          string
		fails         bool
	}{
		{"node", "", "setup: Node is missing; install Node 18.0.0 or newer, with npm: sudo apt-get install nodejs npm\n", true},
		{"node", "echo 12.22.9", "setup: Node 12.22.9 is too old; install Node 18.0.0 or newer: https://nodejs.org\n", true},
		{"npm", "", "setup: npm is missing; install npm 9.0.0 or newer: sudo apt-get install npm\n", true},
		{"npm", "echo 6.14.4", "setup: npm 6.14.4 is too old; install npm 9.0.0 or newer: npm install -g npm\n", true},
		{"go", "", "setup: Go is missing; install Go 1.26.0 or newer: https://go.dev/dl\n", true},
		{"go", "echo go1.19.8", "setup: Go 1.19.8 is too old; install Go 1.26.0 or newer: https://go.dev/dl\n", true},
		{"go", `[ $2 = GOVERSION ] && echo go1.24.4 || echo local`, "setup: Go 1.24.4 is too old; install Go 1.26.0 or newer: https://go.dev/dl\n", true},
		{"go", standInGo124, "", false}, // fetches the newer one by itself
		{"ffmpeg", "", "setup: ffmpeg is missing, and videos cannot be rendered without it; install ffmpeg with your system's packages\n", false},
		{"chromium-headless-shell", "", "setup: Chromium is missing, and nothing can be drawn without it; install chromium-headless-shell with your system's packages\n", false},
	} {
		t.Run(test.tool, func(t *testing.T) {
			c := newCheckout(t)
			if test.standIn != "" {
				c.write(t, "../bin/"+test.tool, "#!/bin/sh\n"+test.standIn+"\n")
			} else if err := os.Remove(filepath.Join(c.bin, test.tool)); err != nil {
				t.Fatal(err)
			}
			_, said, err := c.setup(t)
			if !strings.HasSuffix(said, test.want) || (err != nil) != test.fails {
				t.Errorf("said %q, want %q; %v", said, test.want, err)
			}
		})
	}
}

// PostgreSQL is only needed by the tests, which ask for it. Nobody else sees a message about it.
func TestSetupNamesPostgreSQL(t *testing.T) {
	t.Parallel()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		t.Fatal(err)
	}
	const missing = "setup: PostgreSQL is missing, and its tests fail without it; install postgresql with your system's packages\n"
	for _, required := range []string{"", "1"} {
		c := newCheckout(t)
		cmd := c.command(filepath.Join(c.root, "scripts/setup"))
		cmd.Env = append(cmd.Env, "MOCKUP_REQUIRE_POSTGRES="+required)
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(string(said), missing) != (required != "" && len(found) == 0) {
			t.Errorf("required %q: said %q", required, said)
		}
	}
}

var standInGo124 = strings.Replace(standIns["go"], "1.26.0", "1.24.4", 1)
