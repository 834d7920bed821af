package schema

import (
	"os/exec"
	"strings"
	"testing"
)

// A program that only checks payloads, or talks to a service, does not carry the templates and their 32 MB of fonts.
func TestClientsCarryNoTemplates(t *testing.T) {
	for _, path := range []string{"mockup/internal/schema", "mockup/internal/api/client"} {
		out, err := exec.Command("go", "list", "-deps", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(out), "mockup/internal/schema\n") {
			t.Fatalf("no list of packages:\n%s", out)
		}
		if strings.Contains(string(out), "templates") {
			t.Errorf("%s depends on the templates", path)
		}
	}
}
