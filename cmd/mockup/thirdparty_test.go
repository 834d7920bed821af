package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The program contains no module whose licence is not listed, whatever it is built for. What go.mod replaces is in this repository.
func TestThirdParty(t *testing.T) {
	t.Parallel()
	licences, err := os.ReadFile("../../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux/amd64", "darwin/arm64", "windows/amd64"} {
		goos, arch, _ := strings.Cut(system, "/")
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Replace}}{{.Path}}{{end}}{{end}}", ".")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch)
		modules, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, module := range strings.Fields(string(modules)) {
			if module != "mockup" && !strings.Contains(string(licences), "\n| `"+module+"` | ") {
				t.Errorf("THIRD_PARTY.md does not list %s, which is contained on %s", module, system)
			}
		}
	}
}
