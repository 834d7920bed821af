package scripts_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// releaseGo stands in for Go: what it builds says for what system, and writes manual pages and completions.
const releaseGo = `#!/bin/sh
case "$1 $2" in
"env GOHOSTOS") echo linux ;;
"env GOHOSTARCH") echo amd64 ;;
"build "*)
  [ "$GOOS" != "$BROKEN" ] || exit 1
  for file; do [ "$last" = -o ] && break; last=$file; done
  printf '#!/bin/sh\n# %s %s %s\ncase $1 in man) mkdir -p "$2"; date -u -d @$SOURCE_DATE_EPOCH >"$2/mockup.1" ;; *) echo "complete $2" ;; esac\n' $GOOS $GOARCH "$*" | sed "s|$file|FILE|" >"$file"
  chmod +x "$file" ;;
"run ./internal/sbom") echo "parts of $3" ;;
"run github.com/goreleaser/"*) for out; do :; done; (cd "$FOLDER" && ls -l --time-style=+ . docs man) | cat - "$FOLDER/man/mockup.1.gz" >"$out" ;;
*) echo "go $*: not expected" >&2; exit 1 ;;
esac
`

// newRelease makes a checkout with a commit, and a folder of its own for Go's stand-in.
func newRelease(t *testing.T, name string) (root string, run func(env []string, command ...string) (string, error)) {
	t.Helper()
	root = filepath.Join(t.TempDir(), name)
	script, err := os.ReadFile("release")
	if err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{
		"scripts/release": string(script), "scripts/setup": "#!/bin/sh\n", "scripts/nfpm.yaml": "", ".gitignore": "/dist/\n/.bin/\n*.phone\n", ".bin/go": releaseGo,
		"internal/render/phone/prepared/a.phone": "a", "README.md": "read me", "THIRD_PARTY.md": "parts",
		"CHANGELOG.md": "# Changelog\n\n## 1.2.3\n\n- New.\n\n### Service\n- Also new.\n\n## 1.2.2\n\n- Old.\n",
		"docs/a.md":    "a", "docs/docs.go": "package docs", "examples/examples.go": "package examples", "examples/chats/a.yaml": "a: 1",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	run = func(env []string, command ...string) (string, error) {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = root
		cmd.Env = append(append(os.Environ(), "PATH="+filepath.Join(root, ".bin")+":"+os.Getenv("PATH"), "SOURCE_DATE_EPOCH=",
			"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z"), env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, args := range []string{"init -q", "add .", "-c user.name=Mia -c user.email=mia@example.com commit -qm Begin"} {
		if out, err := run(nil, append([]string{"git"}, strings.Fields(args)...)...); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
	return root, run
}

// A release has an archive for each system, packages, checksums that are right and the notes of the newest version. The
// same commit gives the same bytes in another folder, time zone, and with other rights for new files.
func TestRelease(t *testing.T) {
	t.Parallel()
	root, run := newRelease(t, "one")
	if out, err := run(nil, "scripts/release"); err == nil || !strings.Contains(out, "this commit has no tag such as v1.2.3") {
		t.Errorf("without a tag: %v: %s", err, out)
	}
	if out, err := run(nil, "git", "tag", "v1.2.3"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := run(nil, "scripts/release"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	first := readFolder(t, filepath.Join(root, "dist"))
	want := []string{"SHA256SUMS", "mockup-1.2.3-darwin-arm64.cdx.json", "mockup-1.2.3-darwin-arm64.tar.gz", "mockup-1.2.3-linux-amd64.cdx.json", "mockup-1.2.3-linux-amd64.deb", "mockup-1.2.3-linux-amd64.tar.gz",
		"mockup-1.2.3-linux-arm64.cdx.json", "mockup-1.2.3-linux-arm64.deb", "mockup-1.2.3-linux-arm64.tar.gz", "notes.md"}
	if got := sortedNames(first); !slices.Equal(got, want) {
		t.Errorf("files: %q", got)
	}
	if got, want := first["notes.md"], "# mockup 1.2.3\n\n- New.\n\n### Service\n- Also new.\n\n"; got != want {
		t.Errorf("notes: %q, want %q", got, want)
	}
	checkArchive(t, first["mockup-1.2.3-darwin-arm64.tar.gz"])
	if out, err := run(nil, "sh", "-c", "cd dist && sha256sum --check --quiet SHA256SUMS"); err != nil {
		t.Errorf("checksums: %v: %s", err, out)
	}

	again, runAgain := newRelease(t, "another place")
	if out, err := runAgain([]string{"TZ=Asia/Tokyo"}, "sh", "-c", "umask 077; scripts/release 1.2.3"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	second := readFolder(t, filepath.Join(again, "dist"))
	for name, content := range first {
		if second[name] != content {
			t.Errorf("%s differs in another folder", name)
		}
	}
}

// Nobody could make such a release again.
func TestReleaseRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, change, version, want string
	}{
		{"changes", "echo x >>README.md", "1.2.3", "the checkout has changes that are not committed"},
		{"version", "true", "1.2", `version: found "1.2"; write it like 1.2.3 or 1.2.3-rc.1`},
		{"phone", "rm internal/render/phone/prepared/a.phone", "1.2.3", "the 3D phone was not drawn"},
		{"old files", "mkdir dist; echo x >dist/old", "1.2.3", "is not empty; remove its files"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, run := newRelease(t, "checkout")
			out, err := run(nil, "sh", "-c", test.change+" && scripts/release "+test.version)
			var failed *exec.ExitError
			if !errors.As(err, &failed) || !strings.Contains(out, "release: ") || !strings.Contains(out, test.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// A release that fails midway leaves no part of itself.
func TestReleaseFails(t *testing.T) {
	t.Parallel()
	root, run := newRelease(t, "checkout")
	if out, err := run([]string{"BROKEN=darwin"}, "scripts/release", "1.2.3"); err == nil || !strings.Contains(out, "release: building for darwin") {
		t.Errorf("%v: %s", err, out)
	}
	if left := readFolder(t, filepath.Join(root, "dist")); len(left) > 0 {
		t.Errorf("left: %q", sortedNames(left))
	}
}

// checkArchive checks what an archive has, and that nothing in it says who packed it.
func checkArchive(t *testing.T, archive string) {
	t.Helper()
	unzipped, err := gzip.NewReader(strings.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Uname != "" || h.ModTime.Unix() != 1767323045 || h.Mode&0o022 != 0 {
			t.Errorf("%s: %+v", h.Name, h)
		}
		var content bytes.Buffer
		if _, err := io.Copy(&content, r); err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(h.Name, "mockup-1.2.3-darwin-arm64/")] = content.String()
	}
	for _, name := range []string{"mockup", "README.md", "CHANGELOG.md", "THIRD_PARTY.md", "docs/a.md", "examples/chats/a.yaml", "man/mockup.1", "completions/mockup.bash", "completions/mockup.zsh", "completions/mockup.fish"} {
		if files[name] == "" {
			t.Errorf("the archive has no %s", name)
		}
	}
	if _, has := files["docs/docs.go"]; has {
		t.Error("the archive has sources")
	}
	for _, part := range []string{"# darwin arm64", "-trimpath", "-buildid=", "version.number=1.2.3"} {
		if !strings.Contains(files["mockup"], part) {
			t.Errorf("the program was built without %s: %s", part, files["mockup"])
		}
	}
}

func readFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func sortedNames(files map[string]string) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
