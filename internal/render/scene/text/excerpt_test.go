package text

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	for _, test := range []struct {
		text        string
		most, lines int
		want        string
		cut         bool
	}{
		{"", 10, 2, "", false},
		{"as long as it likes", 0, 0, "as long as it likes", false},
		{"one two three", 10, 0, "one two", true},
		{"twelve chars", 10, 0, "twelve chars", false}, // a fifth longer only
		{"unbreakablewordthatgoeson", 10, 0, "unbreakabl", true},
		{"a\nb\nc\nd", 0, 2, "a\nb", true},
		{" \n\n a\n", 0, 1, "a", false},
		{"a\nb\n\n\n", 0, 2, "a\nb", false},
		{strings.Repeat("👩‍👩‍👧‍👦", 20), 10, 0, strings.Repeat("👩‍👩‍👧‍👦", 10), true},
		{"日本語のとても長い文章を書いてみます", 5, 0, "日本語のと", true},
	} {
		got, cut := Excerpt(test.text, test.most, test.lines)
		if got != test.want || cut != test.cut {
			t.Errorf("Excerpt(%q, %d, %d) = %q, %v, want %q, %v", test.text, test.most, test.lines, got, cut, test.want, test.cut)
		}
	}
}

func TestRichTokens(t *testing.T) {
	network := Markup{Links: true, Mentions: true, Hashtags: true, LinkPath: 15}
	whole := Markup{Links: true, LinkPath: 13, LinkWhole: 15, LinkWWW: true}
	for _, test := range []struct {
		text   string
		markup Markup
		want   string
	}{
		{"https://www.example.com/", network, `<a class="link">example.com</a>`},
		{"see example.org/short now", network, `see <a class="link">example.org/short</a> now`},
		{"example.org/12345678901234", network, `<a class="link">example.org/12345678901234</a>`},
		{"example.org/123456789012345", network, `<a class="link">example.org/12345678901234…</a>`},
		{"https://www.example.org/12345678901234", whole, `<a class="link">www.example.org/12345678901234</a>`},
		{"https://www.example.org/123456789012345", whole, `<a class="link">www.example.org/123456789012…</a>`},
		{"https://example.org/a", Markup{Links: true}, `<a class="link">https://example.org/a</a>`},
		{"終わり。#日本語 です", network, `終わり。<a class="hashtag">#日本語</a> です`},
		{"mail@host and C#m", network, `mail@host and C#m`},
		{"at 4:32 and 1:02:03", Markup{Times: true}, `at <a class="time">4:32</a> and <a class="time">1:02:03</a>`},
		{"4:75 or 123:45", Markup{Times: true}, `4:75 or 123:45`},
		{"4:32", Markup{}, `4:32`},
		{"<b>", network, `&lt;b&gt;`},
	} {
		if got := string(Rich(test.text, test.markup)); got != test.want {
			t.Errorf("Rich(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
