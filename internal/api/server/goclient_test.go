package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// requireGoClient names the environment variable that makes TestGoClient fail, instead of being skipped, where its modules
// are not in the module cache.
const requireGoClient = "MOCKUP_REQUIRE_GO_CLIENT"

// The client that oapi-codegen generates from the document compiles and uses a service, as testdata/goclient/main.go says.
func TestGoClient(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	check(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "goclient"))))
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("list", "-deps", "tool", "github.com/oapi-codegen/runtime"); err != nil {
		const message = "the modules of testdata/goclient are not here; run: " + requireGoClient + "=1 scripts/setup"
		if os.Getenv(requireGoClient) != "" {
			t.Fatalf("%s\n%s", message, out)
		}
		t.Skip(message)
	}
	data, err := document("")
	check(t, err)
	check(t, os.WriteFile(filepath.Join(folder, "openapi.json"), data, 0o600))
	if out, err := run("tool", "oapi-codegen", "-package", "main", "-generate", "types,client", "-o", "api.go", "openapi.json"); err != nil {
		t.Fatalf("oapi-codegen: %v\n%s", err, out)
	}
	s := serve(t, nil)
	got, err := run("run", ".", s.url, s.key)
	if want := "valid true 0\ndrawn png true\njob true\nfile true\nlist true true true\ndeleted 204 not_found\nevent true\n"; err != nil || got != want {
		t.Errorf("the client did:\n%s(%v), want:\n%s", got, err, want)
	}
}
