// Package lexers has the lexers of chroma and reads them when the first one is wanted. Chroma's own package reads all 279 of them when a
// program starts, which was a third of the time to the first line of main.
//
// All other files here are chroma's: scripts/setup copies them from its module.
package lexers

import (
	"embed"
	"io/fs"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

//go:embed embedded/*.xml
var embedded embed.FS

// coded are the lexers that are written in Go.
var coded []chroma.Lexer

// Register adds a lexer that is written in Go.
func Register(lexer chroma.Lexer) chroma.Lexer {
	coded = append(coded, lexer)
	return lexer
}

// registry reads the lexers. Those that are written in Go take the place of others with the same name.
var registry = sync.OnceValue(func() *chroma.LexerRegistry {
	all := chroma.NewLexerRegistry()
	paths, err := fs.Glob(embedded, "embedded/*.xml")
	if err != nil {
		panic(err)
	}
	for _, path := range paths {
		all.Register(chroma.MustNewXMLLexer(embedded, path))
	}
	for _, lexer := range coded {
		all.Register(lexer)
	}
	return all
})

// Get returns the lexer of a language by its name, an alias or a file extension. It returns nil if there is none.
func Get(name string) chroma.Lexer { return registry().Get(name) }

// MatchMimeType returns the lexer of a MIME type. It returns nil if there is none.
func MatchMimeType(mime string) chroma.Lexer { return registry().MatchMimeType(mime) }
