package server

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// requireTypeScript names the environment variable that makes TestTypeScript fail, instead of being skipped, where its
// tools are not installed.
const requireTypeScript = "MOCKUP_REQUIRE_TYPESCRIPT"

// The types that openapi-typescript generates from the document accept the payloads of right.ts and refuse those of
// wrong.ts, in which each payload is marked as an error and the mark itself is one if the payload compiles. The client that
// openapi-fetch makes of them uses a service, as client.ts says.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	tools, err := filepath.Abs("testdata/typescript")
	check(t, err)
	_, missing := os.Stat(filepath.Join(tools, "node_modules"))
	if _, err := exec.LookPath("node"); errors.Is(missing, fs.ErrNotExist) || err != nil {
		const message = "the TypeScript tools are not installed; run: " + requireTypeScript + "=1 scripts/setup"
		if os.Getenv(requireTypeScript) != "" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	folder := t.TempDir()
	for name, marks := range map[string]string{"right.ts": "export const p", "wrong.ts": "// @ts-expect-error: ", "client.ts": "", "tsconfig.json": ""} {
		data, err := os.ReadFile(filepath.Join(tools, name))
		check(t, err)
		if marks != "" && strings.Count(string(data), marks) != 20 {
			t.Errorf("%s has %d payloads, want 20", name, strings.Count(string(data), marks))
		}
		check(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	data, err := document("")
	check(t, err)
	check(t, os.WriteFile(filepath.Join(folder, "openapi.json"), data, 0o600))
	check(t, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`), 0o600))
	check(t, os.Symlink(filepath.Join(tools, "node_modules"), filepath.Join(folder, "node_modules")))
	node := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("node %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	tool := func(name string) string { return filepath.Join(tools, "node_modules", filepath.FromSlash(name)) }
	node(tool("openapi-typescript/bin/cli.js"), filepath.Join(folder, "openapi.json"), "-o", filepath.Join(folder, "api.d.ts"))
	node(tool("typescript/bin/tsc"), "-p", folder)
	s := serve(t, nil)
	got := node(filepath.Join(folder, "client.js"), s.url, s.key)
	if want := "valid true 0\ndrawn png true\njob true\nfile true\nlist true undefined\ndeleted 204 not_found\n"; got != want {
		t.Errorf("the client did:\n%s, want:\n%s", got, want)
	}
}
