package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The program contains no module whose licence is not listed.
func TestThirdParty(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	modules, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range strings.Fields(string(modules)) {
		if module != "mockup" && !strings.Contains(string(list), "\n| `"+module+"` | ") {
			t.Errorf("THIRD_PARTY.md does not list %s", module)
		}
	}
}
