package console

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"mockup/internal/schema"
)

func TestNoColorInFiles(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if HasColor(f) || HasColor(&bytes.Buffer{}) {
		t.Error("colour outside of a terminal")
	}
	d := schema.Diagnostic{File: "a.yaml", Line: 1, Col: 2, Path: "props", Message: "x", Code: schema.CodeEnum}
	if got := DiagnosticLine(d, true); !strings.Contains(got, "\x1b[31ma.yaml:1:2:\x1b[0m props: x (enum)") {
		t.Errorf("in colour: %q", got)
	}
}
