package main

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func licences(t *testing.T) []licence {
	t.Helper()
	list, err := os.ReadFile("../../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	return readLicences(string(list))
}

// Every npm package that THIRD_PARTY.md lists is in a lock file, with a version and a checksum. Those that are not
// contained are left out.
func TestNPMPackages(t *testing.T) {
	t.Parallel()
	all := licences(t)
	packages, err := npmPackages("../..", all)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range packages {
		if c.Version == "" || c.Hashes == nil || len((*c.Hashes)[0].Value) != 128 {
			t.Errorf("%s has version %q and checksum %v", c.Name, c.Version, c.Hashes)
		}
		if c.Name == "subset-font" {
			t.Error("subset-font only works at build, and is listed")
		}
	}
	for _, l := range all {
		if strings.Contains(strings.TrimPrefix(l.name, "@"), ".") {
			continue // a Go module
		}
		if !slices.ContainsFunc(packages, func(c cdx.Component) bool { ok, _ := path.Match(l.name, c.Name); return ok }) {
			t.Errorf("no package is %s", l.name)
		}
	}
}

// The modules are those that the binary names. One without a known licence is an error.
func TestGoModules(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := goModules(self, nil); !errors.Is(err, errNoLicence) || !strings.Contains(err.Error(), "github.com/CycloneDX/cyclonedx-go") {
		t.Errorf("a module without a licence: %v", err)
	}
	modules, err := goModules(self, []licence{{"github.com/CycloneDX/*", "Apache-2.0"}, {"*/*/*", "MIT"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 2 || !strings.HasPrefix(modules[0].PackageURL, "pkg:golang/std@1.") || !strings.HasPrefix(modules[1].PackageURL, "pkg:golang/github.com/CycloneDX/cyclonedx-go@v0.") ||
		(*modules[1].Licenses)[0].License.ID != "Apache-2.0" {
		t.Errorf("modules: %+v", modules)
	}
	if _, err := goModules(filepath.Join("..", "..", "go.mod"), nil); err == nil {
		t.Error("go.mod was read as a program")
	}
}

// A module is named by what takes its place, and left out if that is a folder of this repository.
func TestReplacedModules(t *testing.T) {
	t.Parallel()
	var names []string
	for _, m := range foreign([]*debug.Module{
		{Path: "example.com/plain", Version: "v1.0.0"},
		{Path: "example.com/folder", Version: "v1.0.0", Replace: &debug.Module{Path: "./internal/folder", Version: "(devel)"}},
		{Path: "example.com/other", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v1.1.0"}},
	}) {
		names = append(names, m.Path+"@"+m.Version)
	}
	if got, want := strings.Join(names, " "), "example.com/plain@v1.0.0 example.com/fork@v1.1.0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	for epoch, want := range map[string]string{"": "", "1767225600": "2026-01-01T00:00:00Z"} {
		if got, err := timestamp(epoch); got != want || err != nil {
			t.Errorf("%q: got %q, %v", epoch, got, err)
		}
	}
	if _, err := timestamp("today"); err == nil || err.Error() != `SOURCE_DATE_EPOCH: found "today"; write Unix seconds` {
		t.Errorf("today: %v", err)
	}
}
