package text

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// Formulas of the greatest length that are built to nest, to grow or to expand without end cost a bounded time and size.
func TestTypesetHostile(t *testing.T) {
	repeat := func(s, end string) string {
		n := (longestFormula - 40) / len(s+end)
		if strings.HasSuffix(s, "{") {
			n = deepestFormula
		}
		return strings.Repeat(s, n) + strings.Repeat(end, n)
	}
	deep := repeat("x^{", "}")
	for name, tex := range map[string]string{
		"braces": repeat("{", "}"), "fractions": repeat(`\frac{1}{`, "}"), "roots": repeat(`\sqrt{`, "}"), "delimiters": repeat(`\left(`, `\right)`), "powers": repeat("x^{", "}"),
		"columns": `\begin{matrix}` + strings.Repeat("&", mostCells) + `\end{matrix}`, "rows": `\begin{matrix}` + strings.Repeat(`\\`, mostCells) + `\end{matrix}`,
		"towers": strings.Repeat(deep, longestFormula/len(deep)), "too deep": strings.Repeat("{", 2000) + strings.Repeat("}", 2000), "too wide": strings.Repeat("&", 4000), "long": repeat("x+", "") + "x",
		"macro": `\def\x{\x\x}\x`, "expansions": repeat(`\neq`, ""), "spaces": repeat(`\hspace{99em}`, ""), "raised": repeat(`\raisebox{99em}{`, "}"), "accents": repeat(`\overbrace{`, "}"),
		"chemistry": `\ce{` + strings.Repeat("H2O + ", longestFormula/8/7) + "}", "unclosed": repeat(`\frac{`, ""), "verbatim": repeat(`\verb|`, ""), "choice": repeat(`\mathchoice{x}{x}{x}{`, "}"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var maths Typesetter
			markup, err := maths.Typeset(tex, true)
			var wrong *FormulaError
			if err != nil && !errors.As(err, &wrong) || len(markup) > mostTypeset {
				t.Errorf("%d bytes of markup, %v", len(markup), err)
			}
		})
	}
}

// What is too long, or too much together, is not tried.
func TestTypesetBounds(t *testing.T) {
	var maths Typesetter
	var wrong *FormulaError
	if _, err := maths.Typeset(strings.Repeat("x", longestFormula+1), false); !errors.As(err, &wrong) || maths.engine != nil {
		t.Errorf("a formula that is too long: %v", err)
	}
	maths = Typesetter{source: mostFormulas - 3}
	if _, err := maths.Typeset("abc", false); err != nil {
		t.Errorf("the last formula: %v", err)
	}
	if _, err := maths.Typeset("abc", false); err != nil {
		t.Errorf("the same formula again: %v", err)
	}
	if _, err := maths.Typeset("a", false); !errors.As(err, &wrong) {
		t.Errorf("a formula too much: %v", err)
	}
	maths = Typesetter{}
	markup, err := maths.Typeset("a", false)
	if err != nil {
		t.Fatal(err)
	}
	maths.markup = mostTypeset - len(markup)
	if _, err := maths.Typeset("a", false); err != nil {
		t.Errorf("the last markup: %v", err)
	}
	if _, err := maths.Typeset("a", false); !errors.As(err, &wrong) {
		t.Errorf("the same formula again, with too much markup: %v", err)
	}
}

// A formula that KaTeX does not know is tried once, however often an answer has it.
func TestTypesetFailsOnce(t *testing.T) {
	var maths Typesetter
	var first, second *FormulaError
	if _, err := maths.Typeset(`\nothing`, false); !errors.As(err, &first) {
		t.Fatalf("the first time: %v", err)
	}
	tried := maths.source
	if _, err := maths.Typeset(`\nothing`, false); !errors.As(err, &second) || *second != *first || maths.source != tried {
		t.Errorf("the second time: %v, with %d bytes tried after %d", err, maths.source, tried)
	}
}

// Typesetting ends with the build that it belongs to, and when its time is over.
func TestTypesetStops(t *testing.T) {
	long := strings.Repeat("{x}+", 900)
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	maths := Typesetter{Context: ctx}
	if _, err := maths.Typeset("x", false); err != nil {
		t.Error(err)
	}
	go cancel(stop)
	if _, err := maths.Typeset(long, false); !errors.Is(err, stop) {
		t.Errorf("the build ends: %v", err)
	}
	if _, err := maths.Typeset("y", false); !errors.Is(err, stop) {
		t.Errorf("the build is over: %v", err)
	}
	maths = Typesetter{spent: slowestMaths}
	var heavy *HeavyError
	if _, err := maths.Typeset(long, false); !errors.As(err, &heavy) {
		t.Errorf("the time is over: %v", err)
	}
}

// The markup of a formula is the same in every conversation, whatever was typeset before.
func TestTypesetRepeats(t *testing.T) {
	var one, two Typesetter
	const tex = `\int_0^\infty \frac{\sin x}{x}\,dx = \frac{\pi}{2}`
	if _, err := one.Typeset(`\gdef\x{y} \global\let\int\sum`, true); err == nil {
		t.Error("definitions are read")
	}
	a, err1 := one.Typeset(tex, true)
	b, err2 := two.Typeset(tex, true)
	if a != b || err1 != nil || err2 != nil {
		t.Errorf("%s, %v\nand\n%s, %v", a, err1, b, err2)
	}
}

func BenchmarkTypeset(b *testing.B) {
	for b.Loop() {
		var maths Typesetter
		for _, tex := range []string{`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`, `a^2 + b^2 = c^2`, `\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`} {
			if _, err := maths.Typeset(tex, true); err != nil {
				b.Fatal(err)
			}
		}
	}
}
