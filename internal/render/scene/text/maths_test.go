package text

import (
	"regexp"
	"strings"
	"testing"
)

var (
	displayed = regexp.MustCompile(`(?s)<bdi class="maths" dir="ltr"><span class="katex-display">.*?</bdi>`)
	inLine    = regexp.MustCompile(`(?s)<bdi class="maths" dir="ltr"><span class="katex">.*?</bdi>`)
)

// drawn writes an answer with ∎ in the place of a formula by itself, and ∘ in that of one in a line.
func drawn(t *testing.T, text string) (string, MarkdownNotes) {
	t.Helper()
	markup, notes, err := Markdown(text, MarkdownOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(inLine.ReplaceAllString(displayed.ReplaceAllString(string(markup), "∎"), "∘")), notes
}

func TestMaths(t *testing.T) {
	for text, want := range map[string]string{
		`so \(a^2\) is`:                        "<p>so ∘ is</p>",
		`\( a_1 * b_1 * c \)`:                  "<p>∘</p>",
		`\(a \\) b\)`:                          "<p>∘</p>",
		`\[x = 1\]`:                            "∎",
		"in it \\[x = 1\\] and on":             "<p>in it ∎ and on</p>",
		"$$x$$":                                "∎",
		"so $$x^2$$.":                          "<p>so ∎.</p>",
		"one\n\\[\na\n- b\n+ c\n= d\n\\]\ntwo": "<p>one</p>\n∎<p>two</p>",
		"$$\na\n\n= b\n$$":                     "∎",
		"> $$\n> x\n> $$\n> y":                 "<blockquote dir=\"auto\">\n∎<p>y</p>\n</blockquote>",
		"1. a\n   \\[\n   x\n   - y\n   \\]\n2. b": "<ol dir=\"auto\">\n<li>a\n∎</li>\n<li>b</li>\n</ol>",
		"# Of $x$":                  "<h1>Of ∘</h1>",
		"**$x$** and *\\(y\\)*":     "<p><strong>∘</strong> and <em>∘</em></p>",
		"שלום $x$":                  "<p>שלום ∘</p>",
		"`$x$` \\$x\\$ \\\\(x\\\\)": `<p><code>$x$</code> $x$ \(x\)</p>`,
		"```\n$$x$$\n```":           `<div class="code untitled" dir="ltr"><div class="code-head"><span class="code-lang"></span><svg class="code-copy"><use href="#code-copy"/></svg></div><pre>$$x$$</pre></div>`,
		`\[optional\] and \[1\]`:    "<p>[optional] and [1]</p>",
		"\\( \\) $$ $$ \\[ \\]":     "<p>( ) $$ $$ [ ]</p>",
		"\\[ and then\n\nnothing":   "<p>[ and then</p>\n<p>nothing</p>",
		"> \\[\n> x\n\ny\n\\]":      "<blockquote dir=\"auto\">\n<div class=\"plain\">\\[\nx\n</div>\n</blockquote>\n<p>y\n]</p>",
	} {
		if got, _ := drawn(t, text); got != want {
			t.Errorf("Markdown(%q) =\n%s\nwant\n%s", text, got, want)
		}
	}
}

// A dollar begins a formula where it is beyond doubt that it does.
func TestDollars(t *testing.T) {
	for _, text := range []string{"$x$", "$2n+1$", "$f(x)$", "$a, b$", "$12$", "$0 < x < 1$", `$\alpha$`, "$x_{max}$", "$ABC$", "$sin(x)$", `$\text{a word}$`,
		"$\\{1, 2\\}$", "$n$", "$|x|$", "$ax+b$", "$e^{i\\pi}$", "$\\int x dx dy$", "$x'$", "$10,000$", `$\$5$`, "$\\frac{1}{2}$", `$\color{red}{x}$`, `$\ce{2 H2 + O2 -> 2 H2O}$`,
		"$PV = nRT$", "$E_p = mgh$", "$xy = 1$", "$V = lwh$", `$A \xrightarrow{heat} B$`, `$\frac{distance}{time}$`, `$\frac{\text{the way}}{time}$`, `$\widehat{abc}$`, `$area = \pi r^2$`, `$rate \times time$`, `$\sqrt[3]{abc}$`} {
		if got, _ := drawn(t, "so "+text+"-th and "+text+"."); got != "<p>so ∘-th and ∘.</p>" {
			t.Errorf("%s is no formula: %s", text, got)
		}
	}
	for text, want := range map[string]string{"the $n$th, two $\\alpha$s": "<p>the ∘th, two ∘s</p>", "函数$f(x)$的": "<p>函数∘的</p>", "costs $5, get $x^2$ back": "<p>costs $5, get ∘ back</p>"} {
		if got, _ := drawn(t, text); got != want {
			t.Errorf("Markdown(%q) = %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"$5 and $6", "$5", "from $5 to $6.", "$5/$6", "$5-$10", "$5–$10", "$5–10$", "$3M and $5M", "US$5 or US$6$", "R$5 e R$6", "$1, $2, $3", "5$ and 6$",
		"$HOME/bin:$PATH", "$AAPL and $TSLA", "$20 (or 18 €)$", "$20 (or 30)", "$5 + tip = 6$", "$speed$", "$2 to 3$", "$2 or x$", "$$$", "$$ for cheap, $$$ for dear", "earn $$ and spend $$", "$x $ y$", "a$b$c", "$",
		"$ x$", "$user_name and $id", "$5 plus 10% is $5.50", "$цена$", "(5$)", "$100k+ and $2m+",
		"${HOME}/bin:${PATH}", "${first}${last}", "$5/hrs or $6/hrs", `$HOME\bin and more$`, "$abc$", "$user_name$", "5 $each$"} {
		if got, _ := drawn(t, text); got != "<p>"+text+"</p>" {
			t.Errorf("Markdown(%q) = %s, want it as it is", text, got)
		}
	}
}

// A formula that cannot be typeset stands as it is written, and the notes say why.
func TestMathsAsWritten(t *testing.T) {
	for text, want := range map[string][2]string{
		`so \(\frac{a\) <b>`:       {`<p>so \(\frac{a\) &lt;b&gt;</p>`, "Unexpected end of input in a macro argument, expected '}'"},
		"\\[\n\\nothing\n< 1\\]":   {"<div class=\"plain\">\\[\n\\nothing\n&lt; 1\\]</div>", `Undefined control sequence: \nothing`},
		`\(\href{a}{b}\)`:          {`<p>\(\href{a}{b}\)</p>`, `\href is not supported`},
		`$\def\a{b}\a$`:            {`<p>$\def\a{b}\a$</p>`, `\def is not supported`},
		`$\newcommand\a{b}\a$`:     {`<p>$\newcommand\a{b}\a$</p>`, `\newcommand is not supported`},
		`\(\raisebox{-999em}{x}\)`: {`<p>\(\raisebox{-999em}{x}\)</p>`, "the formula is too large"},
	} {
		got, notes := drawn(t, text)
		if got != want[0] || notes.Formulas != 1 || notes.Reason != want[1] || !strings.Contains(text, notes.Formula) {
			t.Errorf("Markdown(%q) =\n%s, %+v; want\n%s, %s", text, got, notes, want[0], want[1])
		}
	}
}
