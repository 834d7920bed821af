package text

import (
	"strings"
	"testing"
)

func TestBlocks(t *testing.T) {
	m := Markup{Quotes: true, Lists: true, Headings: true, Titles: true, Styles: []Style{{"**", "b"}, {"*", "i"}}}
	for _, test := range []struct{ name, text, want string }{
		{"a quote", "so\n> one **two**\n> three\nand", `so` + "\n" + `<blockquote dir="auto">one <b>two</b>` + "\n" + `three</blockquote>and`},
		{"an empty line in a quote", "> a\n>\n> b", "<blockquote class=\"end\" dir=\"auto\">a\n\nb</blockquote>"},
		{"the whole rest", ">>> a\nb", "<blockquote class=\"end\" dir=\"auto\">a\nb</blockquote>"},
		{"no quote within a line", "a > b", "a &gt; b"},
		{"no quote without a space", ">_< no", "&gt;_&lt; no"},
		{"nothing is quoted", "> \n", "&gt; \n"},
		{"items", "- a\n* b\n  - c\n2. d", `<div class="item" dir="auto"><span>•</span><div>a</div></div>` +
			`<div class="item" dir="auto"><span>•</span><div>b</div></div>` +
			`<div class="item deep" dir="auto"><span>•</span><div>c</div></div><div class="item end" dir="auto"><span>2.</span><div>d</div></div>`},
		{"a list between lines", "a\n- b\n10. c\nd", "a\n" + `<div class="item first" dir="auto"><span>•</span><div>b</div></div>` +
			`<div class="item last" dir="auto"><span>10.</span><div>c</div></div>d`},
		{"no line begins in a style", "**- bold**", "<b>- bold</b>"},
		{"a list in a quote", "> - a", `<blockquote class="end" dir="auto"><div class="item end" dir="auto"><span>•</span><div>a</div></div></blockquote>`},
		{"signs without words", "- \n*\n-5 degrees", "- \n*\n-5 degrees"},
		{"headings", "# a\n### *b*\n-# c\n#d", `<h1 dir="auto">a</h1><h3 dir="auto"><i>b</i></h3><small dir="auto">c</small>#d`},
		{"a title in place of an address", "see [the plan](https://example.org/a?b=1).", `see <a class="link">the plan</a>.`},
		{"angle brackets", "<https://example.org/a_*b*> [*c*](<https://example.org>) <b>",
			`<a class="link">https://example.org/a_*b*</a> <a class="link"><i>c</i></a> &lt;b&gt;`},
		{"no title", "[a] (https://example.org) [b](c)", "[a] (https://example.org) [b](c)"},
		{"behind a block of code", "```x```\n*a*\n> b", `<pre>x</pre><i>a</i>` + "\n" + `<blockquote class="end" dir="auto">b</blockquote>`},
		{"escaped", "- <b>", `<div class="item end" dir="auto"><span>•</span><div>&lt;b&gt;</div></div>`},
	} {
		if got := string(Rich(test.text, m)); got != test.want {
			t.Errorf("%s: %q\ngot  %s\nwant %s", test.name, test.text, got, test.want)
		}
	}
	const plain = "> a\n- b\n# c"
	if got := string(Rich(plain, Markup{})); got != strings.ReplaceAll(plain, ">", "&gt;") {
		t.Errorf("without blocks: %s", got)
	}
}

// Markdown, as Reddit has it, has more blocks; ">!" begins a spoiler.
func TestMarkdownBlocks(t *testing.T) {
	m := Markup{Quotes: true, Lists: true, Headings: true, Markdown: true, Raised: true, Within: true, Styles: []Style{{"**", "b"}, {"*", "i"}, {">!", "spoiler"}}}
	for text, want := range map[string]string{
		">a\n> b\nc":                     `<blockquote dir="auto">a` + "\n" + `b</blockquote>c`,
		">a\n>> b":                       `<blockquote class="end" dir="auto">a` + "\n" + `<blockquote class="end" dir="auto">b</blockquote></blockquote>`,
		"a > b\n>":                       "a &gt; b\n&gt;",
		">!a!< x>!*b*!<y":                `<span class="spoiler">a</span> x<span class="spoiler"><i>b</i></span>y`,
		"> >!a!<":                        `<blockquote class="end" dir="auto"><span class="spoiler">a</span></blockquote>`,
		"a\n\n\n\nb":                     "a\n\nb",
		"a\n\n---\n\nb":                  "a\n\n<hr>\nb",
		"a\n---":                         "a\n---",
		"- - -":                          "<hr>",
		"###### a\n-# b":                 `<h6 dir="auto">a</h6>-# b`,
		"+ a\n2) b":                      `<div class="item" dir="auto"><span>•</span><div>a</div></div><div class="item end" dir="auto"><span>2.</span><div>b</div></div>`,
		"a\n\n    *b*\n\n      <c>\n\nd": "a\n\n<pre>*b*\n\n  &lt;c&gt;</pre>\nd",
		"- a\n\n    b":                   `<div class="item last" dir="auto"><span>•</span><div>a</div></div>` + "\n    b",
		"|a|b|\n|:-:|--:|\n|*c*|d|\ne":   `<div class="table" dir="auto"><table><tr><th style="text-align: center">a</th><th style="text-align: end">b</th></tr><tr><td style="text-align: center"><i>c</i></td><td style="text-align: end">d</td></tr></table></div>e`,
		"a | b\n-|-":                     `<div class="table" dir="auto"><table><tr><th>a</th><th>b</th></tr></table></div>`,
		"a | b\nc | d":                   "a | b\nc | d",
		"mc^2 ^(so (*very*) small)! ^^a, ^^(b c)": "mc<sup>2</sup> <sup>so (<i>very</i>) small</sup>! <sup><sup>a</sup></sup>, <sup><sup>b c</sup></sup>",
		"^_^ (^o^) ^ ^^ ^(a":                      "^_^ (^o^) ^ ^^ ^(a",
	} {
		if got := string(Rich(text, m)); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// An answer has the message before within few lines: with its styles, and without signs of blocks of code.
func TestFlat(t *testing.T) {
	m := Markup{Links: true, Styles: []Style{{"*", "b"}}}.Flat()
	if got, want := string(Rich("*now*: ```make all``` example.org", m)), "<b>now</b>: <code>make all</code>  example.org"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	m = Markup{Styles: []Style{{"**", "b"}}, Within: true, Escapes: true}.Flat()
	if got, want := string(Rich(`太**字**と \*a`, m)), "太<b>字</b>と *a"; got != want {
		t.Errorf("within words: got %s, want %s", got, want)
	}
}
