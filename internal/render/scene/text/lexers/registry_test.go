package lexers

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/alecthomas/chroma/v2"
	original "github.com/alecthomas/chroma/v2/lexers"
)

// Every language that chroma has is found by the same names.
func TestGet(t *testing.T) {
	names := append(original.Names(true), "go", "py", "tsx", "yml", "Makefile", "CMakeLists.txt", "php5", "no such language")
	if len(names) < 500 {
		t.Fatalf("chroma has %d names, want more than 500", len(names))
	}
	for _, name := range names {
		if got, want := nameOf(Get(name)), nameOf(original.Get(name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func nameOf(lexer chroma.Lexer) string {
	if lexer == nil {
		return ""
	}
	return lexer.Config().Name
}

// The lexers that are written in Go, and some of the others, find the same tokens as chroma's.
func TestTokens(t *testing.T) {
	const code = "package main // a\n<p class=\"a\">{{.B}}</p> <?php echo 'x'; ?>\nfunc f() int { return 12 + len(`a`) }\n# Title\n```go\nx := 1\n```\n" +
		"POST /a HTTP/1.1\nContent-Type: application/json\n\n{\"a\": [1, true]}\n(defun f (x) (car x))\n"
	names := []string{"Bash", "C++", "CSS", "JSON", "Java", "JavaScript", "Python", "Rust", "SQL", "TypeScript", "YAML"}
	for _, lexer := range coded {
		names = append(names, lexer.Config().Name)
	}
	if len(names) < 30 {
		t.Fatalf("%d lexers are written in Go, want 19 or more", len(names)-11)
	}
	for _, name := range names {
		if got, want := tokens(t, Get(name), code), tokens(t, original.Get(name), code); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", name, got, want)
		}
	}
}

func tokens(t *testing.T, lexer chroma.Lexer, code string) []chroma.Token {
	t.Helper()
	next, err := lexer.Tokenise(nil, code)
	if err != nil {
		t.Fatal(err)
	}
	return next.Tokens()
}

// A program that colours nothing does not read the lexers.
func TestReadWhenWanted(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	found := regexp.MustCompile(`init mockup/internal/render/scene/text/lexers @.*, (\d+) bytes`).FindSubmatch(output)
	if found == nil {
		t.Fatalf("the start of the package is not in: %s", output)
	}
	if size, _ := strconv.Atoi(string(found[1])); size > 1<<20 {
		t.Errorf("the package takes %d bytes at its start, want less than 1 MB", size)
	}
}
