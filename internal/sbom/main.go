// Command sbom prints which third-party parts a built mockup contains (a software bill of materials), as CycloneDX JSON.
// scripts/release runs it in the root folder of the checkout:
//
//	sbom VERSION BINARY
//
// The Go modules are those that the binary itself names. The npm packages are those that THIRD_PARTY.md lists as contained;
// their versions and checksums come from the lock files.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION BINARY")
		os.Exit(2)
	}
	if err := write(os.Stdout, ".", os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// write lists the parts of a binary that was built from the checkout in root, as a version of mockup.
func write(out io.Writer, root, version, binary string) error {
	list, err := os.ReadFile(filepath.Join(root, "THIRD_PARTY.md"))
	if err != nil {
		return fmt.Errorf("read the licences: %w", err)
	}
	licences := readLicences(string(list))
	modules, err := goModules(binary, licences)
	if err != nil {
		return err
	}
	packages, err := npmPackages(root, licences)
	if err != nil {
		return err
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{Type: cdx.ComponentTypeApplication, Name: "mockup", Version: version}}
	if bom.Metadata.Timestamp, err = timestamp(os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		return err
	}
	all := append(modules, packages...)
	bom.Components = &all
	return cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

// timestamp turns SOURCE_DATE_EPOCH, which reproducible builds set, into a time. Without it there is none.
func timestamp(epoch string) (string, error) {
	if epoch == "" {
		return "", nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return "", fmt.Errorf("SOURCE_DATE_EPOCH: found %q; write Unix seconds", epoch)
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339), nil
}

var errNoLicence = errors.New("THIRD_PARTY.md has no line for it; add one with its licence")
