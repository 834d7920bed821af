package text

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"mockup/internal/pattern"
	"mockup/templates"
)

// Bounds of typesetting. On two quiet cores KaTeX takes some 2 ms for a formula as people write it, and 0.5 s for 4 KiB
// that are built to be slow, which become 1 MB of markup. A formula beyond them is left as it is written; that the clock
// runs out is an error, since a clock must not decide about pixels.
const (
	longestFormula = 4 << 10         // bytes
	deepestFormula = 50              // levels of braces; the time of nested indices grows with the square of their depth
	mostCells      = 400             // of matrices in a formula, and lines; 4,000 empty columns take 60 s
	mostFormulas   = 16 << 10        // of a conversation, bytes
	mostTypeset    = 4 << 20         // markup of a conversation's formulas, bytes, also of those that are there again
	slowestMaths   = 2 * time.Minute // the bounds above end sooner, also on a busy machine
	deepestCalls   = 10_000          // of functions
)

// tooLarge finds lengths of 100 em and more in the styles of a typeset formula: those are no formulas to be read, but
// sums of spaces, and would make a picture of any height.
var tooLarge = pattern.Lazy(`[:-]\d{3,}(?:\.\d+)?em`)

// chemistry finds formulas that mhchem reads, which takes as long as eight times as much of others.
var chemistry = pattern.Lazy(`\\(?:ce|pu)\b`)

// katexProgram is KaTeX, compiled once, in some 0.2 s.
var katexProgram = sync.OnceValues(func() (*goja.Program, error) {
	script, err := templates.KaTeX()
	if err != nil {
		return nil, err
	}
	return goja.Compile("katex.js", script+katexGlue, true)
})

// katexGlue defines the function typeset. KaTeX writes a tree of markup by joining strings, each longer than the one
// before; it is written piece by piece here, which takes a time that grows with its length and not with the square of it.
// What could reach out of a formula is refused: addresses, files, classes and styles (trust), and definitions of macros,
// with which a few letters can ask for any amount of work.
const katexGlue = `
const refuse = (what) => { throw new Error(what + " is not supported"); };
const definitions = ["\\def", "\\gdef", "\\edef", "\\xdef", "\\let", "\\futurelet", "\\global", "\\long", "\\newcommand", "\\renewcommand", "\\providecommand"];
function typeset(source, displayMode) {
  const macros = Object.fromEntries(definitions.map((name) => [name, () => refuse(name)]));
  const options = { displayMode, macros, output: "html", strict: "ignore", maxSize: 20, maxExpand: 1000, trust: ({ command }) => refuse(command) };
  const out = [];
  const write = (node) => {
    if (!node.children) return out.push(node.toMarkup());
    const tags = Object.create(node, { children: { value: [] } }).toMarkup();
    const end = tags.lastIndexOf("</");
    if (end > 0) out.push(tags.slice(0, end));
    node.children.forEach(write);
    if (end > 0) out.push(tags.slice(end));
  };
  write(katex.__renderToHTMLTree(source, options));
  return out.join("");
}
`

// FormulaError says why a formula is left as it is written.
type FormulaError struct{ Reason string }

func (e *FormulaError) Error() string { return e.Reason }

// Typesetter typesets the formulas of one conversation. The zero value is ready; it is not safe for concurrent use.
type Typesetter struct {
	Context context.Context // of the build; nil: never done

	engine *goja.Runtime
	katex  goja.Callable // the function typeset of katexGlue
	done   map[formula]typeset
	source int           // bytes that were tried
	markup int           // bytes that were written
	spent  time.Duration // of slowestMaths
}

// formula is a formula's TeX, and whether it stands by itself.
type formula struct {
	tex     string
	display bool
}

// typeset is what became of a formula.
type typeset struct {
	markup template.HTML
	err    *FormulaError
}

// Typeset writes a formula as markup of KaTeX. The error is a *FormulaError where the formula is not TeX that KaTeX knows,
// or too much of it, and a *HeavyError where it takes too long.
func (t *Typesetter) Typeset(tex string, display bool) (template.HTML, error) {
	f := formula{strings.TrimSpace(tex), display}
	result, known := t.done[f]
	if !known {
		var err error
		if result.markup, err = t.attempt(f); err != nil && !errors.As(err, &result.err) {
			return "", err
		}
		if t.done == nil {
			t.done = map[formula]typeset{}
		}
		t.done[f] = result
	}
	if result.err != nil {
		return "", result.err
	}
	if t.markup += len(result.markup); t.markup > mostTypeset {
		return "", &FormulaError{"there is too much TeX"}
	}
	return result.markup, nil
}

// attempt typesets a formula that is within the bounds.
func (t *Typesetter) attempt(f formula) (template.HTML, error) {
	length := len(f.tex)
	if chemistry().MatchString(f.tex) {
		length *= 8
	}
	if t.source += length; length > longestFormula || t.source > mostFormulas {
		return "", &FormulaError{"there is too much TeX"}
	}
	if strings.Count(f.tex, "&")+strings.Count(f.tex, `\\`) > mostCells || depth(f.tex) > deepestFormula {
		return "", &FormulaError{"the formula is too large"}
	}
	markup, err := t.run(f)
	if err != nil {
		return "", err
	}
	if tooLarge().MatchString(markup) {
		return "", &FormulaError{"the formula is too large"}
	}
	return template.HTML(templates.MathsOpen + markup + templates.MathsClose), nil
}

// depth returns how many levels of braces there are in a formula.
func depth(tex string) int {
	level, deepest := 0, 0
	for i := 0; i < len(tex); i++ {
		switch tex[i] {
		case '\\':
			i++
		case '{':
			level++
			deepest = max(deepest, level)
		case '}':
			level--
		}
	}
	return deepest
}

// run has KaTeX typeset a formula within the time that is left.
func (t *Typesetter) run(f formula) (string, error) {
	if err := t.start(); err != nil {
		return "", err
	}
	engine := t.engine
	if ctx := t.Context; ctx != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		defer context.AfterFunc(ctx, func() { engine.Interrupt(context.Cause(ctx)) })()
	}
	timer := time.AfterFunc(slowestMaths-t.spent, func() {
		engine.Interrupt(&HeavyError{fmt.Sprintf("the formulas take longer than %s to typeset: shorten them", slowestMaths)})
	})
	defer timer.Stop()
	began := time.Now()
	value, err := t.katex(goja.Undefined(), engine.ToValue(f.tex), engine.ToValue(f.display))
	t.spent += time.Since(began)
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		if cause, ok := interrupted.Value().(error); ok {
			return "", cause
		}
	}
	if err != nil {
		return "", &FormulaError{reason(err)}
	}
	return value.String(), nil
}

// start makes an engine with KaTeX in it, which takes some 5 ms.
func (t *Typesetter) start() error {
	if t.engine != nil {
		return nil
	}
	program, err := katexProgram()
	if err != nil {
		return fmt.Errorf("compile KaTeX: %w", err)
	}
	engine := goja.New()
	engine.SetMaxCallStackSize(deepestCalls)
	if _, err := engine.RunProgram(program); err != nil {
		return fmt.Errorf("start KaTeX: %w", err)
	}
	call, ok := goja.AssertFunction(engine.Get("typeset"))
	if !ok {
		return errors.New("start KaTeX: it has no function typeset")
	}
	t.engine, t.katex = engine, call
	return nil
}

// reason says in KaTeX's words what is wrong with a formula.
func reason(err error) string {
	var thrown *goja.Exception
	if !errors.As(err, &thrown) {
		return "it nests too deep"
	}
	message := thrown.Value().String()
	if object, ok := thrown.Value().(*goja.Object); ok {
		message = object.Get("message").String()
	}
	message = strings.TrimPrefix(message, "KaTeX parse error: ")
	before, _, _ := strings.Cut(message, " at position ")
	before, _, _ = strings.Cut(before, " at end of input:")
	return before
}
