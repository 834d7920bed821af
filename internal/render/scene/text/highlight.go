package text

import (
	"fmt"
	"html/template"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/dlclark/regexp2/v2"
	"mockup/internal/render/scene/text/lexers"
)

// Bounds of colouring. Lexers take about 2 µs a byte, but some take a time that grows with the square of a block's length
// over text that is built to make them backtrack, and patterns can backtrack for ever. A block beyond longestCode stays
// plain; one that takes as long as slowestCode is an error, since a clock must not decide about pixels.
const (
	longestCode = 16 << 10 // bytes
	slowestCode = 5 * time.Second
)

// coarsenClock makes the patterns of lexers give up after slowestCode, and no sooner: left alone they report no match
// after a quarter of a second, which a busy machine may need for anything.
var coarsenClock = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(slowestCode) })

// codeClasses are the classes of coloured code. A token has the class of the first entry that its kind is in; all
// others are plain.
var codeClasses = []struct {
	kind  chroma.TokenType
	class string
}{
	{chroma.KeywordType, "type"},
	{chroma.Keyword, "keyword"},
	{chroma.NameBuiltin, "builtin"}, {chroma.NameBuiltinPseudo, "builtin"},
	{chroma.NameFunction, "name"}, {chroma.NameFunctionMagic, "name"}, {chroma.NameClass, "name"},
	{chroma.NameTag, "tag"},
	{chroma.NameAttribute, "attribute"}, {chroma.NameProperty, "attribute"},
	{chroma.NameVariable, "variable"}, {chroma.NameVariableClass, "variable"}, {chroma.NameVariableGlobal, "variable"}, {chroma.NameVariableInstance, "variable"},
	{chroma.NameDecorator, "meta"}, {chroma.CommentPreproc, "meta"},
	{chroma.Comment, "comment"},
	{chroma.LiteralString, "string"},
	{chroma.LiteralNumber, "number"},
	{chroma.OperatorWord, "keyword"},
	{chroma.GenericInserted, "added"}, {chroma.GenericDeleted, "deleted"},
}

// highlight writes code as markup, coloured where the language is known, and returns the language's name. The tag
// is a name, an alias or a file extension; the name of an unknown one is the tag itself. Code that takes longer than the
// limit is a HeavyError.
func highlight(code, tag string, limit time.Duration) (name string, markup template.HTML, err error) {
	code = strings.TrimRight(strings.ReplaceAll(code, "\t", "    "), "\n")
	plain := template.HTML(template.HTMLEscapeString(code))
	if tag == "" {
		return "", plain, nil
	}
	lexer := lexers.Get(tag)
	if lexer == nil {
		return tag, plain, nil
	}
	name = lexer.Config().Name
	if len(code) > longestCode {
		return name, plain, nil
	}
	began := time.Now()
	colored, ok := colorCode(lexer, code, began.Add(limit))
	switch {
	case time.Since(began) >= limit:
		return "", "", &HeavyError{fmt.Sprintf(
			"a block of code in %s takes longer than %s to colour: shorten it, or leave its language out", name, limit)}
	case !ok:
		return name, plain, nil
	}
	return name, colored, nil
}

// colorCode writes code with a span around each run of tokens of a class. It reports false when the lexer fails,
// which chroma also reports by panics.
func colorCode(lexer chroma.Lexer, code string, deadline time.Time) (markup template.HTML, ok bool) {
	defer func() {
		if recover() != nil {
			markup, ok = "", false
		}
	}()
	coarsenClock()
	next, err := lexer.Tokenise(nil, code)
	if err != nil {
		return "", false
	}
	var out strings.Builder
	class := ""
	for token := next(); token != chroma.EOF; token = next() {
		if time.Now().After(deadline) {
			return "", false // the caller sees that, too
		}
		if c := codeClass(token.Type); c != class {
			closeSpan(&out, class)
			if class = c; class != "" {
				out.WriteString(`<span class="` + class + `">`)
			}
		}
		template.HTMLEscape(&out, []byte(token.Value))
	}
	closeSpan(&out, class)
	return template.HTML(out.String()), true
}

func closeSpan(out *strings.Builder, class string) {
	if class != "" {
		out.WriteString("</span>")
	}
}

// codeClass returns the class of a token, empty for plain text.
func codeClass(t chroma.TokenType) string {
	for _, entry := range codeClasses {
		if t == entry.kind || t.SubCategory() == entry.kind || t.Category() == entry.kind {
			return entry.class
		}
	}
	return ""
}
