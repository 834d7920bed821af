package text

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestMarkdown(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", " \n\n ", ""},
		{"paragraphs", "one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>\n"},
		{"styles", "**bold** *italic* ~~gone~~ `code`", "<p><strong>bold</strong> <em>italic</em> <del>gone</del> <code>code</code></p>\n"},
		{"heading", "### Three", "<h3>Three</h3>\n"},
		{"emoji in headings", "# 🎯 Plan *⚠️b* `🎯`\n🎯", "<h1><span class=\"emoji\">🎯</span> Plan <em><span class=\"emoji\">⚠️</span>b</em> <code>🎯</code></h1>\n<p>🎯</p>\n"},
		{"signs in headings", "## 1 ✓ ☎︎ ©\nten", "<h2>1 ✓ ☎︎ ©</h2>\n<p>ten</p>\n"},
		{"nested lists", "1. a\n   - b\n2. c", "<ol dir=\"auto\">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>\n"},
		{"text of an item below its quote", "- a\n  > b\n- c\n  ---\n  d", "<ul dir=\"auto\">\n<li>a\n<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n<li>\n<h2>c</h2>\n<p>d</p>\n</li>\n</ul>\n"},
		{"quotes and lists inside others", "> a\n>> b\n>\n> 2. c", "<blockquote dir=\"auto\">\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<ol start=\"2\">\n<li>c</li>\n</ol>\n</blockquote>\n"},
		{"list that starts late", "4. d", "<ol dir=\"auto\" start=\"4\">\n<li>d</li>\n</ol>\n"},
		{"quote and rule", "> said\n\n---", "<blockquote dir=\"auto\">\n<p>said</p>\n</blockquote>\n<hr>\n"},
		{"tasks", "- [x] done\n- [ ] open", "<ul dir=\"auto\">\n<li><span class=\"task done\"></span>done</li>\n<li><span class=\"task\"></span>open</li>\n</ul>\n"},
		{"link", "[the docs](https://example.org/a?b=c)", "<p><a class=\"link\">the docs</a></p>\n"},
		{"bare link", "see https://example.org.", "<p>see <a class=\"link\">https://example.org</a>.</p>\n"},
		{"address in brackets", "<https://example.org>", "<p><a class=\"link\">https://example.org</a></p>\n"},
		{"picture", "a ![red *kite*](https://example.org/k.png) b", "<p>a red <em>kite</em> b</p>\n"},
		{"list with long numbers", "9. i\n10. j", "<ol dir=\"auto\" start=\"9\" style=\"--digits:2\">\n<li>i</li>\n<li>j</li>\n</ol>\n"},
		{"break", "one<br>two<BR />three <b>", "<p>one<br>\ntwo<br>\nthree &lt;b&gt;</p>\n"},
		{"break in a cell", "|a|\n|-|\n|1<br>2|", "<div class=\"table\"><table><thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1<br>\n2</td>\n</tr>\n</tbody>\n</table></div>\n"},
		{"footnotes", "b[^2] a[^1] c[^3]\n\n[^1]: one\n[^2]: *two*", "<p>b<sup class=\"note-mark\">1</sup> a<sup class=\"note-mark\">2</sup> c[^3]</p>\n" +
			"<ol class=\"notes\" dir=\"auto\">\n<li>\n<p><em>two</em></p>\n</li>\n<li>\n<p>one</p>\n</li>\n</ol>\n"},
		{"number that cites nothing", "a [1]", "<p>a [1]</p>\n"},
		{"line break between wide characters", "日本\n語、\n**かな**\nだ", "<p>日本語、<strong>かな</strong>だ</p>\n"},
		{"line break in Korean", "하루\n동안", "<p>하루\n동안</p>\n"},
		{"line break before a style", "a: 1\n**b:** 2\n`c`", "<p>a: 1\n<strong>b:</strong> 2\n<code>c</code></p>\n"},
		{"right to left", "שלום **עולם**", "<p>שלום <strong>עולם</strong></p>\n"},
		{"table", "|a|b|\n|-|-:|\n|1|2|", "<div class=\"table\"><table><thead>\n<tr>\n<th>a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table></div>\n"},
		{"table without rows", "|a|\n|-|", "<div class=\"table\"><table><thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table></div>\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := Markdown(test.text, MarkdownOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("Markdown(%q) =\n%s\nwant\n%s", test.text, got, test.want)
			}
		})
	}
}

// Some apps keep the single line breaks of paragraphs, as in a poem.
func TestMarkdownLineBreaks(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo\n\nthree":   "<p>one<br>\ntwo</p>\n<p>three</p>\n",
		"**one**\ntwo  \nsix": "<p><strong>one</strong><br>\ntwo<br>\nsix</p>\n",
		"*one\ntwo*":          "<p><em>one<br>\ntwo</em></p>\n",
		"> 古池や\n> 水の音":        "<blockquote dir=\"auto\">\n<p>古池や<br>\n水の音</p>\n</blockquote>\n",
		"- one\n  two\n- six": "<ul dir=\"auto\">\n<li>one\ntwo</li>\n<li>six</li>\n</ul>\n",
	} {
		got, _, err := Markdown(text, MarkdownOptions{LineBreaks: true})
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("Markdown(%q) =\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestMarkdownCode(t *testing.T) {
	for _, test := range []struct {
		name, text string
		labels     MarkdownOptions
		want       []string
	}{
		{"name", "```py\nx = 1\n```", MarkdownOptions{}, []string{`<span class="code-lang">Python</span>`, `x = <span class="number">1</span></pre>`}},
		{"tag", "```py\nx = 1\n```", MarkdownOptions{CodeTag: true}, []string{`<span class="code-lang">py</span>`}},
		{"unknown language", "```brainstorm\na<b\n```", MarkdownOptions{}, []string{`<span class="code-lang">brainstorm</span>`, `<pre>a&lt;b</pre>`}},
		{"no language", "```\na<b\n```", MarkdownOptions{CodeUntitled: "Code"}, []string{`<span class="code-lang">Code</span>`, `<pre>a&lt;b</pre>`}},
		{"indented", "    a\n    b\n", MarkdownOptions{CodeUntitled: "Code"}, []string{"<pre>a\nb</pre>"}},
		{"never closed", "```go\nfunc f() {}", MarkdownOptions{}, []string{`<span class="keyword">func</span> <span class="name">f</span>`}},
		{"empty", "```go\n```", MarkdownOptions{}, []string{"<pre></pre>"}},
		{"nothing over it", "```\na\n```", MarkdownOptions{}, []string{`<div class="code untitled" dir="ltr">`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := Markdown(test.text, test.labels)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(string(got), want) {
					t.Errorf("Markdown(%.60q) =\n%.400s\nwithout %s", test.text, got, want)
				}
			}
		})
	}
}

// A number in brackets cites a source that the answer has.
func TestCitations(t *testing.T) {
	o := MarkdownOptions{Sources: []string{"a<b", "two"}}
	for text, want := range map[string]string{
		"x [1].":       `x  <span class="cite">a&lt;b</span>.`,
		"x[2][1]":      `x <span class="cite">two<span>+1</span></span>`,
		"x[1, 2]":      `x <span class="cite">a&lt;b<span>+1</span></span>`,
		"x[3] [0]":     "x[3] [0]",
		"x[1][3]":      "x[1][3]",
		"[1](http://)": `<a class="link">1</a>`,
		"`[1]`":        "<code>[1]</code>",
		"[one]":        "[one]",
	} {
		if got, _, err := Markdown(text, o); err != nil || string(got) != "<p>"+want+"</p>\n" {
			t.Errorf("Markdown(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
}

// tags are all that Markdown may ever write, katexTags those of formulas.
var (
	tags      = regexp.MustCompile(`<[^>]*>`)
	allowed   = regexp.MustCompile(`^</?(?:p|h[1-6]|ul(?: dir="auto")?|ol class="notes" dir="auto"|ol(?: dir="auto")?(?: start="\d+")?(?: style="--digits:\d+")?|sup|sup class="note-mark"|bdi|bdi class="maths" dir="ltr"|li|blockquote(?: dir="auto")?|strong|em|del|code|pre|br|hr|table|thead|tbody|tr|t[hd]|t[hd] align="(?:left|right|center)"|a|a class="link"|div|div class="(?:table|plain|code-head)"|div class="code(?: untitled)?" dir="ltr"|span|span class="[a-z -]+"|svg|svg class="code-copy"|use href="#code-copy"/)>$`)
	katexTags = regexp.MustCompile(`^</?(?:span(?: class="[\w -]+")?(?: style="(?:[a-z-]+:-?[\w#. %-]+;)+")?(?: aria-hidden="true")?|` +
		`svg|svg xmlns="http://www\.w3\.org/2000/svg" width="[\d.]+(?:em|%)" height="[\d.]+(?:em|%)"(?: viewBox="[\d. ]+")?(?: preserveAspectRatio="[\w ]+")?(?: style="[\w:.;-]+")?|` +
		`path d="[A-Za-z\d\s.,-]*"/|line(?: (?:x1|y1|x2|y2|stroke-width)="[\d.]+(?:em|%)?")+/)>$`)
)

// checkSafe fails on any tag or attribute that is not of the known ones: those load nothing and run nothing.
func checkSafe(t *testing.T, text, markup string) {
	t.Helper()
	inMaths := false
	for _, tag := range tags.FindAllString(markup, -1) {
		known := allowed
		if inMaths = inMaths && tag != "</bdi>"; inMaths {
			known = katexTags
		}
		if !known.MatchString(tag) {
			t.Errorf("Markdown(%.200q) writes %s", text, tag)
		}
		inMaths = inMaths || strings.HasPrefix(tag, "<bdi")
	}
}

var hostile = []string{
	`<script>alert(1)</script>`,
	"text <script>alert(1)</script> text",
	"<script>\nalert(1)\n\n</script>",
	`<img src=x onerror=alert(1)>`,
	`<IMG SRC="javascript:alert('x')">`,
	`<svg/onload=alert(1)>`,
	`<iframe src="https://example.org"></iframe>`,
	`<style>*{background:url(https://example.org)}</style>`,
	`</div></div></pre><script>alert(1)</script>`,
	`<!-- --><script>alert(1)</script>`,
	`<![CDATA[<script>alert(1)</script>]]>`,
	`<?php echo 1 ?>`,
	`[x](javascript:alert(1))`,
	`[x](JaVaScRiPt:alert(1))`,
	`[x](data:text/html;base64,PHNjcmlwdD4=)`,
	`[x](vbscript:x "onmouseover=alert(1)")`,
	"[x][1]\n\n[1]: javascript:alert(1) \"t\"",
	`<javascript:alert(1)>`,
	`![x](javascript:alert(1))`,
	`![x" onerror="alert(1)](https://example.org/x.png)`,
	`![<script>alert(1)</script>](data:image/svg+xml,<svg/onload=alert(1)>)`,
	"```\"><script>alert(1)</script>\nx\n```",
	"```html\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```",
	"`<script>alert(1)</script>`",
	"|<script>|\n|-|\n|<img src=x onerror=alert(1)>|",
	"# <script>alert(1)</script> {onclick=alert(1)}",
	"https://example.org/\"onmouseover=alert(1)",
	"&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
	`\<script>alert(1)</script>`,
	"\xb0\xb0\n\xb0\xb0\n語",
	`\(\href{javascript:alert(1)}{x}\) \(\url{javascript:alert(1)}\) \(\includegraphics{https://example.org/x.png}\)`,
	`\(\htmlStyle{background:url(https://example.org)}{x}\) \(\htmlClass{"><script>}{x}\) \(\htmlId{a}{x}\) \(\htmlData{a=b}{x}\)`,
	`\(\text{<script>alert(1)</script></bdi>}\) \(\textcolor{red;background:url(x)}{x}\) \(\color{"onload=alert(1)}x\) \(<script>\)`,
	`\(\def\x{\x\x}\x\) \(\verb|<script>|\) \(\unicode{x3c}\char60 script\char62\) \(\fcolorbox{red}{blue}{<b>}\)`,
	`\[\cancel{x}\xrightarrow[a]{b}\overbrace{x}^y\sqrt[3]{x}\boxed{x}\tag{<b>}\begin{CD}A @>a>> B\end{CD}\begin{array}{c|c:c}a&b\\ \hline c&d\end{array}\]`,
	`\(\colorbox{#ff0}{x}\textcolor{red}{y}\underline{z}\widehat{abc}\overrightarrow{AB}\phase{x}\angl n\rule{1em}{2em}\kern3em\Huge x\) \(日é😀\)`,
	"$$$ x $$$ $ $$\n\\[\n\\]\n\\(",
	"0) a\n1) $\\frac{dist{a}nce}{time$ $area = \\pi r^2$ $\\a_{b^{\\}$\n\n- [ ] x[^1]\n\n[^1]: y",
	strings.Repeat("<script>", LongestMarkdown/8+1),
}

func TestMarkdownIsSafe(t *testing.T) {
	for _, text := range hostile {
		got, _, err := Markdown(text, MarkdownOptions{CodeTag: true})
		if err != nil {
			t.Fatal(err)
		}
		checkSafe(t, text, string(got))
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, _, err := Markdown(text, MarkdownOptions{CodeTag: true})
		if err != nil {
			t.Fatal(err)
		}
		checkSafe(t, text, string(got))
	})
}

// Input of the greatest length that is built to nest or to backtrack neither fails nor exhausts the stack.
func TestMarkdownOfHostileLength(t *testing.T) {
	for _, piece := range []string{"# " + strings.Repeat("🎯", LongestMarkdown/4-1), ">", "- ", "1. ", "[", "![", "*a ", "_*", "`", "``` ", "<", "|a", "\n|", "[a](", "a**b", "~~a", "&", "https://", "- [ ] ", "    x\n", "\\", "$", "$$", "\\(", "\\[", "\\[\n", "$x$", "$x", "[^a]", "[^a]: x\n", "<br>", "[1]"} {
		text := strings.Repeat(piece, LongestMarkdown/len(piece))
		if _, _, err := Markdown(text, MarkdownOptions{Sources: []string{"a"}}); err != nil {
			t.Errorf("Markdown(%q …): %v", piece, err)
		}
	}
}

// A block that is long stays plain. A shorter one that takes a lexer too long is an error.
func TestHighlightOfHostileCode(t *testing.T) {
	code := strings.Repeat("[[", longestCode/2+1)
	name, got, err := highlight(code, "lua", slowestCode)
	if name != "Lua" || string(got) != code || err != nil {
		t.Errorf("highlight = %q, %.40q …, want plain Lua", name, got)
	}
	_, _, err = highlight(code[:longestCode], "lua", time.Millisecond)
	if heavy := (*HeavyError)(nil); !errors.As(err, &heavy) || !strings.Contains(heavy.Message, "a block of code in Lua takes longer than 1ms") {
		t.Errorf("highlight of slow code: %v", err)
	}
}

func BenchmarkMarkdown(b *testing.B) {
	text := "## Head\n\nSome **bold** text.\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n"
	code := "```python\nimport re\n\ndef words(path):\n    with open(path) as f:\n        return re.findall(r'x', f.read())\n```\n"
	for name, text := range map[string]string{"prose": text, "code": text + code} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Markdown(text, MarkdownOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestMarkdownNotes(t *testing.T) {
	_, notes, _ := Markdown("![a](b) ![c](d)", MarkdownOptions{})
	if notes.Pictures != 2 || notes.Plain {
		t.Errorf("notes = %+v, want two pictures", notes)
	}
	for _, text := range []string{strings.Repeat("x", LongestMarkdown+1), strings.Repeat("> ", 40), "a\n" + strings.Repeat("- ", 41) + "b"} {
		if _, notes, _ = Markdown(text, MarkdownOptions{}); !notes.Plain {
			t.Errorf("Markdown(%.20q …): notes = %+v, want plain", text, notes)
		}
	}
	for _, text := range []string{strings.Repeat("-", 80), strings.Repeat("> ", 12) + "a", "1. 2. 3. four"} {
		if _, notes, _ = Markdown(text, MarkdownOptions{}); notes.Plain {
			t.Errorf("Markdown(%q): plain", text)
		}
	}
}
