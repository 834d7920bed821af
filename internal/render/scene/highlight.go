package scene

import (
	"html/template"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// slowestCode is how long the colouring of one block may take. Lexers take about 2 µs a byte, but some take
// seconds over text that is built to make them backtrack; such a block stays plain.
const slowestCode = 300 * time.Millisecond

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
// is a name, an alias or a file extension; the name of an unknown one is the tag itself.
func highlight(code, tag string) (name string, markup template.HTML) {
	code = strings.TrimRight(strings.ReplaceAll(code, "\t", "    "), "\n")
	plain := template.HTML(template.HTMLEscapeString(code))
	if tag == "" {
		return "", plain
	}
	lexer := lexers.Get(tag)
	if lexer == nil {
		return tag, plain
	}
	name = lexer.Config().Name
	if colored, ok := colorCode(lexer, code); ok {
		return name, colored
	}
	return name, plain
}

// colorCode writes code with a span around each run of tokens of a class. It reports false when the lexer fails,
// which chroma also tells by panics, or takes too long.
func colorCode(lexer chroma.Lexer, code string) (markup template.HTML, ok bool) {
	defer func() {
		if recover() != nil {
			markup, ok = "", false
		}
	}()
	next, err := lexer.Tokenise(nil, code)
	if err != nil {
		return "", false
	}
	var out strings.Builder
	class, deadline := "", time.Now().Add(slowestCode)
	for token := next(); token != chroma.EOF; token = next() {
		if time.Now().After(deadline) {
			return "", false
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
