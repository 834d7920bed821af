package scene

import (
	"regexp"
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", " \n\n ", ""},
		{"paragraphs", "one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>\n"},
		{"styles", "**bold** *italic* ~~gone~~ `code`", "<p><strong>bold</strong> <em>italic</em> <del>gone</del> <code>code</code></p>\n"},
		{"heading", "### Three", "<h3>Three</h3>\n"},
		{"nested lists", "1. a\n   - b\n2. c", "<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>\n"},
		{"list that starts late", "4. d", "<ol start=\"4\">\n<li>d</li>\n</ol>\n"},
		{"quote and rule", "> said\n\n---", "<blockquote>\n<p>said</p>\n</blockquote>\n<hr>\n"},
		{"tasks", "- [x] done\n- [ ] open", "<ul>\n<li><span class=\"task done\"></span>done</li>\n<li><span class=\"task\"></span>open</li>\n</ul>\n"},
		{"link", "[the docs](https://example.org/a?b=c)", "<p><a class=\"link\">the docs</a></p>\n"},
		{"bare link", "see https://example.org.", "<p>see <a class=\"link\">https://example.org</a>.</p>\n"},
		{"address in brackets", "<https://example.org>", "<p><a class=\"link\">https://example.org</a></p>\n"},
		{"picture", "a ![red *kite*](https://example.org/k.png) b", "<p>a red <em>kite</em> b</p>\n"},
		{"formula", "$$x_1 + x_2$$ and $a < b$", "<p>$$x_1 + x_2$$ and $a &lt; b$</p>\n"},
		{"line break between wide characters", "日本\n語", "<p>日本語</p>\n"},
		{"right to left", "שלום **עולם**", "<p>שלום <strong>עולם</strong></p>\n"},
		{"table", "|a|b|\n|-|-:|\n|1|2|", "<div class=\"table\"><table><thead>\n<tr>\n<th>a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table></div>\n"},
		{"table without rows", "|a|\n|-|", "<div class=\"table\"><table><thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table></div>\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := Markdown(test.text, CodeLabels{})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("Markdown(%q) =\n%s\nwant\n%s", test.text, got, test.want)
			}
		})
	}
}

func TestMarkdownCode(t *testing.T) {
	for _, test := range []struct {
		name, text string
		labels     CodeLabels
		want       []string
	}{
		{"name", "```py\nx = 1\n```", CodeLabels{}, []string{`<span class="code-lang">Python</span>`, `x = <span class="number">1</span></pre>`}},
		{"tag", "```py\nx = 1\n```", CodeLabels{Tag: true}, []string{`<span class="code-lang">py</span>`}},
		{"unknown language", "```brainstorm\na<b\n```", CodeLabels{}, []string{`<span class="code-lang">brainstorm</span>`, `<pre>a&lt;b</pre>`}},
		{"no language", "```\na<b\n```", CodeLabels{Untitled: "Code"}, []string{`<span class="code-lang">Code</span>`, `<pre>a&lt;b</pre>`}},
		{"indented", "    a\n    b\n", CodeLabels{Untitled: "Code"}, []string{"<pre>a\nb</pre>"}},
		{"never closed", "```go\nfunc f() {}", CodeLabels{}, []string{`<span class="keyword">func</span> <span class="name">f</span>`}},
		{"empty", "```go\n```", CodeLabels{}, []string{"<pre></pre>"}},
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

// tags are all that Markdown may ever write.
var (
	tags    = regexp.MustCompile(`<[^>]*>`)
	allowed = regexp.MustCompile(`^</?(?:p|h[1-6]|ul|ol|ol start="\d+"|li|blockquote|strong|em|del|code|pre|br|hr|table|thead|tbody|tr|t[hd]|t[hd] align="(?:left|right|center)"|a|a class="link"|div|div class="(?:table|plain|code-head)"|div class="code" dir="ltr"|span|span class="[a-z -]+"|svg|svg class="code-copy"|use href="#code-copy"/)>$`)
)

// checkSafe fails on any tag or attribute that is not of the known ones: those load nothing and run nothing.
func checkSafe(t *testing.T, text, markup string) {
	t.Helper()
	for _, tag := range tags.FindAllString(markup, -1) {
		if !allowed.MatchString(tag) {
			t.Errorf("Markdown(%.200q) writes %s", text, tag)
		}
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
	strings.Repeat("<script>", longestMarkdown/8+1),
}

func TestMarkdownIsSafe(t *testing.T) {
	for _, text := range hostile {
		got, _, err := Markdown(text, CodeLabels{Tag: true})
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
		got, _, err := Markdown(text, CodeLabels{Tag: true})
		if err != nil {
			t.Fatal(err)
		}
		checkSafe(t, text, string(got))
	})
}

// Input of the greatest length that is built to nest or to backtrack neither fails nor exhausts the stack.
func TestMarkdownOfHostileLength(t *testing.T) {
	for _, piece := range []string{">", "- ", "1. ", "[", "![", "*a ", "_*", "`", "``` ", "<", "|a", "\n|", "[a](", "a**b", "~~a", "&", "https://", "- [ ] ", "    x\n", "\\"} {
		text := strings.Repeat(piece, longestMarkdown/len(piece))
		if _, _, err := Markdown(text, CodeLabels{}); err != nil {
			t.Errorf("Markdown(%q …): %v", piece, err)
		}
	}
}

// A lexer that backtracks for seconds is stopped, and the block stays plain.
func TestHighlightOfHostileCode(t *testing.T) {
	code := strings.Repeat("[[", longestMarkdown/2)
	name, got := highlight(code, "lua")
	if name != "Lua" || string(got) != code {
		t.Errorf("highlight = %q, %.40q …, want plain Lua", name, got)
	}
}

func BenchmarkMarkdown(b *testing.B) {
	text := "## Head\n\nSome **bold** text.\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n"
	code := "```python\nimport re\n\ndef words(path):\n    with open(path) as f:\n        return re.findall(r'x', f.read())\n```\n"
	for name, text := range map[string]string{"prose": text, "code": text + code} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Markdown(text, CodeLabels{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestMarkdownNotes(t *testing.T) {
	_, notes, _ := Markdown("![a](b) ![c](d)", CodeLabels{})
	if notes.Pictures != 2 || notes.Plain {
		t.Errorf("notes = %+v, want two pictures", notes)
	}
	for _, text := range []string{strings.Repeat("x", longestMarkdown+1), strings.Repeat("> ", 40), "a\n" + strings.Repeat("- ", 41) + "b"} {
		if _, notes, _ = Markdown(text, CodeLabels{}); !notes.Plain {
			t.Errorf("Markdown(%.20q …): notes = %+v, want plain", text, notes)
		}
	}
	for _, text := range []string{strings.Repeat("-", 80), strings.Repeat("> ", 12) + "a", "1. 2. 3. four"} {
		if _, notes, _ = Markdown(text, CodeLabels{}); notes.Plain {
			t.Errorf("Markdown(%q): plain", text)
		}
	}
}
