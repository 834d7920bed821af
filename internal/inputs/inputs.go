// Package inputs finds and reads the files that are payloads, and finds the files that they name.
package inputs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mockup/internal/files"
)

// Files with these names stand among payloads, and are not payloads.
const (
	ConfigFile = "mockup.yaml" // the configuration of a project
	BatchFile  = "batch.yaml"  // what a batch makes of the payloads of a folder
)

// otherFiles are names that other tools give their files, also of folders with payloads.
var otherFiles = []string{
	"package.json", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "tsconfig.json", "composer.json", "deno.json", "compose.yaml", "compose.yml",
	"docker-compose.yaml", "docker-compose.yml",
}

// IsPayload reports whether a file may be a payload by its name: .json, .yaml or .yml, not hidden, no configuration of mockup or
// of another tool.
func IsPayload(name string) bool {
	base := filepath.Base(name)
	if strings.HasPrefix(base, ".") || base == ConfigFile || base == BatchFile || slices.Contains(otherFiles, base) {
		return false
	}
	switch strings.ToLower(filepath.Ext(base)) {
	case ".json", ".yaml", ".yml":
		return true
	}
	return false
}

// Files returns the files in a folder, and in the folders below it, that may be payloads, sorted. It leaves out hidden
// folders, and the paths for which skip returns true; skip may be nil.
func Files(folder string, skip func(path string) bool) ([]string, error) {
	var found []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		full := filepath.Join(folder, filepath.FromSlash(path))
		switch skipped := path != "." && skip != nil && skip(full); {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (skipped || strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case !entry.IsDir() && !skipped && IsPayload(path):
			found = append(found, full)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read folder: %w", err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s holds no .json, .yaml or .yml file", folder)
	}
	return found, nil
}

// CheckFile returns a check that a path in a payload, relative to the folder of its payload, is a regular file.
func CheckFile(folder string) func(string) error {
	return func(path string) error {
		path = FilePath(folder, path)
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path, files.Reason(err))
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a regular file", path)
		}
		return nil
	}
}

// FilePath returns where a path in a payload leads, from whose folder relative ones start.
func FilePath(folder, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
