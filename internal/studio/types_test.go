package studio_test

import (
	"os"
	"os/exec"
	"testing"
)

// The sources of the page have no type errors. The compiler is that of the tests of the service.
func TestTypes(t *testing.T) {
	t.Parallel()
	const compiler = "../api/server/testdata/typescript/node_modules/typescript/bin/tsc"
	if _, err := os.Stat(compiler); err != nil {
		if os.Getenv("MOCKUP_REQUIRE_TYPESCRIPT") != "" {
			t.Fatal(err)
		}
		t.Skip("TypeScript is not installed; scripts/test installs it")
	}
	if out, err := exec.CommandContext(t.Context(), "node", compiler, "-p", "../../studio").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
