// Command typecheck checks that the checkout also compiles for other systems. scripts/test runs it in the root folder:
//
//	typecheck SYSTEM/ARCHITECTURE ...
//
// It checks the types of all packages and their tests, without cgo. Of the packages that they import, it reads the declarations
// alone and compiles nothing, so it takes a fifth of the time of go vet.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: typecheck SYSTEM/ARCHITECTURE ...")
		os.Exit(2)
	}
	failed := false
	for _, target := range os.Args[1:] {
		if err := check(".", target); err != nil {
			fmt.Fprintf(os.Stderr, "typecheck: %s: %v\n", target, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check returns what keeps the packages of a folder from compiling for a target, such as "darwin/arm64". The folder is the root
// of a module.
func check(root, target string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	system, architecture, ok := strings.Cut(target, "/")
	if !ok {
		return errors.New("name a system and an architecture, as darwin/arm64")
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedModule | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Dir:   root,
		Env:   append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture),
		Tests: true,
		ParseFile: func(files *token.FileSet, name string, source []byte) (*ast.File, error) {
			file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, root+string(filepath.Separator)) {
				declarationsOnly(file)
			}
			return file, err
		},
	}, "./...")
	if err != nil {
		return err
	}
	var found []error
	packages.Visit(loaded, nil, func(p *packages.Package) {
		// A package without a module is of the standard library, or the main program that go test generates.
		if p.Module == nil || !p.Module.Main || strings.HasSuffix(p.ID, ".test") {
			return
		}
		for _, e := range p.Errors {
			found = append(found, e)
		}
	})
	return errors.Join(found...)
}

// declarationsOnly takes away what the functions of a file do. What they alone import is unused then, which is an error of that
// package that check leaves out.
func declarationsOnly(file *ast.File) {
	for _, declaration := range file.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok {
			function.Body = nil
		}
	}
}
