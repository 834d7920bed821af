// Command bundle makes the studio's page of the sources in a folder: bundle SOURCES TARGET. The target gets index.html, the
// script, the style sheet and the icon. scripts/setup runs it.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: bundle SOURCES TARGET")
		os.Exit(2)
	}
	if err := bundle(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func bundle(sources, target string) error {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{filepath.Join(sources, "src/studio.ts"), filepath.Join(sources, "src/studio.css")},
		Outdir:            target,
		Bundle:            true,
		Splitting:         true, // what is imported later becomes a file of its own
		ChunkNames:        "[name]-[hash]",
		Write:             true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsEndOfFile,
		Loader:            map[string]api.Loader{".svg": api.LoaderText},
		External:          []string{"fonts/*"}, // which the studio serves
		LogLevel:          api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return errors.New("the sources have errors, see above")
	}
	for _, name := range []string{"index.html", "icon.svg"} {
		data, err := os.ReadFile(filepath.Join(sources, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(target, name), data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
