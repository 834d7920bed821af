package text

import (
	"fmt"
	"html/template"
	"strings"
	"testing"
)

// messenger is what most messengers make of text.
var messenger = []Style{{"*", "b"}, {"_", "i"}, {"~", "s"}, {"`", "code"}}

// Delimiters of several characters come before those that they begin with, and say what they do.
func TestStyles(t *testing.T) {
	doubled := Markup{Styles: []Style{{"**", "b"}, {"*", "i"}, {"__", "u"}, {"_", "i"}, {"~~", "s"}, {"||", "spoiler"}, {"`", "code"}}}
	within := doubled
	within.Within = true
	check := func(m Markup, tests map[string]template.HTML) {
		t.Helper()
		for text, want := range tests {
			if got := Rich(text, m); got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		}
	}
	check(doubled, map[string]template.HTML{
		"**b** *i* __u__ _i_ ~~s~~": "<b>b</b> <i>i</i> <u>u</u> <i>i</i> <s>s</s>",
		"||who||, `**`":             `<span class="spoiler">who</span>, <code>**</code>`,
		"**open *i*":                "**open <i>i</i>",
		"**a *b* c**":               "<b>a <i>b</i> c</b>",
		"***a*** __*u*__":           "<b><i>a</i></b> <u><i>u</i></u>",
		"*a **b** c* **a *b***":     "<i>a <b>b</b> c</i> <b>a <i>b</i></b>",
		"**a\nb**":                  "**a\nb**",
		"~no~ **":                   "~no~ **",
	})
	check(within, map[string]template.HTML{
		"***both*** ***a** b*":     "<b><i>both</i></b> <b>*a</b> b*",
		"*a **b** c* **a *b***":    "<i>a <b>b</b> c</i> <b>a <i>b</i></b>",
		"**太字**と*斜体*です":            "<b>太字</b>と<i>斜体</i>です",
		"un**believ**able 2 * 3*4": "un<b>believ</b>able 2 * 3*4",
		"snake_case_name a_b_ c":   "snake_case_name a_b_ c",
		"x`y`z":                    "x<code>y</code>z",
	})
	within.Lines = true
	if got, want := Rich("**a\nb** ||c\nd||", within), template.HTML("<b>a\nb</b> <span class=\"spoiler\">c\nd</span>"); got != want {
		t.Errorf("over several lines: %s, want %s", got, want)
	}
	if got, want := Rich("``a`b`` `c`", Markup{Styles: []Style{{"``", "code"}, {"`", "code"}}}), template.HTML("<code>a`b</code> <code>c</code>"); got != want {
		t.Errorf("a sign of code in code: %s, want %s", got, want)
	}
	if got := Rich("*a* ```b```", Markup{}); got != "*a* ```b```" {
		t.Errorf("without styles: %s", got)
	}
}

// An address begins and ends where its own letters do, in texts that put no space around it, too.
func TestLinksWithoutSpaces(t *testing.T) {
	link := func(address string) string { return `<a class="link">` + address + `</a>` }
	a := "https://a.example/x"
	for text, want := range map[string]string{
		"链接：" + a + "，请看。（见" + a + "）还有" + a + "吧！":     "链接：" + link(a) + "，请看。（见" + link(a) + "）还有" + link(a) + "吧！",
		"「" + a + "」と『" + a + "』、" + a + "です":           "「" + link(a) + "」と『" + link(a) + "』、" + link(a) + "です",
		a + "를 " + a + "ー " + a + "　" + a + "；" + a:     link(a) + "를 " + link(a) + "ー " + link(a) + "　" + link(a) + "；" + link(a),
		"“" + a + "” «" + a + "»—" + a + "，“":           "“" + link(a) + "” «" + link(a) + "»—" + link(a) + "，“",
		"انظر " + a + "، ثم " + a + "؟":                 "انظر " + link(a) + "، ثم " + link(a) + "؟",
		a + "/%E8%8C%B6?q=é&п#я。":                       link(a+"/%E8%8C%B6?q=é&amp;п#я") + "。",
		"看这里" + a + "和http://b.example还有www.c.example好": "看这里" + link(a) + "和" + link("http://b.example") + "还有" + link("www.c.example") + "好",
		"看a.com/b很好，a.com。":                             "看a.com/b很好，" + link("a.com") + "。",
		"是https://吗 看http www吧 wwww.a 酷xhttps://a.b":    "是https://吗 看http www吧 wwww.a 酷xhttps://a.b",
		"смотри" + a + " x" + a:                         "смотри" + a + " x" + a,
	} {
		if got := string(Rich(text, Markup{Links: true})); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got, want := Rich("看"+a, Markup{}), template.HTML("看"+a); got != want {
		t.Errorf("without links: %s, want %s", got, want)
	}
}

// A backslash takes the meaning of the sign behind it, where the app knows that; Discord does not show it, but in a shrug.
func TestBackslashes(t *testing.T) {
	for text, want := range map[string][2]template.HTML{ // with literal, with escapes
		`\*a* *b*`:      {`\*a* <b>b</b>`, `*a* <b>b</b>`},
		`¯\_(ツ)_/¯ _b_`: {`¯\_(ツ)_/¯ <i>b</i>`, `¯\_(ツ)_/¯ <i>b</i>`},
		`\o/ \<b>`:      {`\o/ \&lt;b&gt;`, `\o/ &lt;b&gt;`},
		"\\- a\n- b":    {"\\- a\n- b", `- a` + "\n" + `<div class="item first end" dir="auto"><span>•</span><div>b</div></div>`},
		`a\`:            {`a\`, `a\`},
	} {
		for i, m := range []Markup{{Styles: messenger, Literal: true}, {Styles: messenger, Escapes: true, Lists: true}} {
			if got := Rich(text, m); got != want[i] {
				t.Errorf("%s: %s, want %s", text, got, want[i])
			}
		}
	}
}

func TestRich(t *testing.T) {
	all := Markup{Links: true, Mentions: true, Hashtags: true, Commands: true, Styles: messenger}
	for text, want := range map[string]template.HTML{
		"plain":                        "plain",
		"a < b & c":                    "a &lt; b &amp; c",
		"<script>alert(1)</script>":    "&lt;script&gt;alert(1)&lt;/script&gt;",
		"see https://a.example/x?y=1.": `see <a class="link">https://a.example/x?y=1</a>.`,
		"www.a.example, ok":            `<a class="link">www.a.example</a>, ok`,
		"notes.md and e.g. this":       "notes.md and e.g. this",
		"a.com/b":                      `<a class="link">a.com/b</a>`,
		"(see a.com/b_(c).)":           `(see <a class="link">a.com/b_(c)</a>.)`,
		"(www.a.com/b)":                `(<a class="link">www.a.com/b</a>)`,
		"javascript:alert(1)":          "javascript:alert(1)",
		"hi @ana_b!":                   `hi <a class="mention">@ana_b</a>!`,
		"mail ana@b.com":               "mail ana@b.com",
		"วันนี้ #ร้านน้ำปั่น ครับ":           `วันนี้ <a class="hashtag">#ร้านน้ำปั่น</a> ครับ`,
		"#नयीशुरुआत #می\u200cخواهم #བོད་ཡིག": `<a class="hashtag">#नयीशुरुआत</a> <a class="hashtag">#می‌خواهم</a> <a class="hashtag">#བོད་ཡིག</a>`,
		"/start now, /help@my_bot!":  `<a class="command">/start</a> now, <a class="command">/help@my_bot</a>!`,
		"and/or 1/2 /home/mia / //a": "and/or 1/2 /home/mia / //a",
		"#go and #1":                 `<a class="hashtag">#go</a> and #1`,
		"*bold* and _it_ ~no~ `x<y`": "<b>bold</b> and <i>it</i> <s>no</s> <code>x&lt;y</code>",
		"2 * 3 * 4":                  "2 * 3 * 4",
		"snake_case_name":            "snake_case_name",
		"*open":                      "*open",
		"***":                        "***",
		"```\nfor <x>\n```":          "<pre>for &lt;x&gt;</pre>",
		"a\n```\nb\n```\nc":          "a\n<pre>b</pre>c",
		"```go\nx\n```\n\ny":         "<pre>go\nx</pre>\ny",
		"*a _b_ c*":                  "<b>a <i>b</i> c</b>",
		"\xff\xfe":                   "\ufffd\ufffd",
		"مرحبا *أهلا*":               "مرحبا <b>أهلا</b>",
	} {
		if got := Rich(text, all); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Where an app takes the first line of a block of code for the name of its language, that is not shown.
func TestRichLanguages(t *testing.T) {
	for text, want := range map[string]template.HTML{
		"```c++\nint x;\n```": "<pre>int x;</pre>", "```\nint x;\n```": "<pre>int x;</pre>", "```int x;\ny```": "<pre>int x;\ny</pre>", "```go\n```": "<pre>go</pre>",
	} {
		if got := Rich(text, Markup{Styles: []Style{{"`", "code"}}, Language: true}); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestRichPlaces(t *testing.T) {
	for text, want := range map[string]template.HTML{
		"see r/baking, u/ana_b-2": `see <a class="place">r/baking</a>, <a class="place">u/ana_b-2</a>`,
		"/r/baking":               `<a class="place">/r/baking</a>`,
		"and/r/baking":            "and/r/baking",
		"her/him or//r/go":        "her/him or//r/go",
		"r/ a":                    "r/ a",
	} {
		if got := Rich(text, Markup{Places: true}); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := Rich("r/baking", Markup{Links: true}); got != "r/baking" {
		t.Errorf("without places: %s", got)
	}
}

// A megabyte of anything takes no longer per character than a line of it; if it did, this would not end.
func TestRichLong(t *testing.T) {
	all := Markup{Links: true, Emails: true, Phones: true, Mentions: true, Hashtags: true, Places: true, Times: true, Styles: messenger}
	markdown := Markup{Quotes: true, Lists: true, Headings: true, Markdown: true, Raised: true, Within: true, Styles: []Style{{"**", "b"}, {"*", "i"}, {">!", "spoiler"}}}
	for _, unit := range []string{"**a *", "a^", ">", ">\n", "|", "|a\n-|-\n", "    \n", "\n", ">!a", "^(", "1 ", "+1-", "(", "a@", "a@b.", "lorem ", "😀\u200d", "@a ", "#a ", "*a ", "_", "a.", "1:", "r/a ", "https://a.b ", "```", "`a` ", "\u0301"} {
		Rich(strings.Repeat(unit, 1<<18/len(unit)), all)
		Rich(strings.Repeat(unit, 1<<18/len(unit)), markdown)
		EmojiCount(strings.Repeat(unit, 1<<18/len(unit)))
	}
}

func TestEmojiCount(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "😀": 1, "😀 😀": 2, "👩‍👩‍👧": 1, "🇸🇪🇯🇵": 2, "1️⃣": 1, "❤️": 1, "❤": 0, "👍🏽!": 0, "12": 0, "☎": 0, "🏴󠁧󠁢󠁥󠁮󠁧󠁿": 1,
	} {
		if got := EmojiCount(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{
		"Mia": "M", "Noah Lindqvist": "NL", "Ana Maria de Souza": "AS", "": "", "🧗 Climbers": "C", "田中 美咲": "田", "김 민준": "김", "アヤ Sato": "ア", "Aya 佐藤": "A佐", "élan vital": "ÉV", "!!": "", "4 Paws": "4P", "+44 7700 900142": "",
		"ကျော်စွာ": "က", "হাসান রহিম": "হর", "กิ่งแก้ว": "กิ่", "བསྟན": "བ", "काव्या": "क", "अनुष्का श्रीवास्तव": "अश", "প্রিয়া": "প",
	} {
		if got := Initials(name, 2); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestFluentInitials(t *testing.T) {
	for _, c := range [][3]string{
		{"Mia Berg", "x@example.com", "MB"}, {"Ana Maria de Souza", "", "AM"}, {"🧗 Climbers", "", "C"}, {"élan vital", "", "ÉV"}, {"E\u0301lan", "", "É"},
		{"杨振宁", "zhenning@example.com", "Z"}, {"سارة الخطيب", "", ""}, {"ปิ่น", "12@example.com", ""}, {"Aya 佐藤", "", "A"}, {"", "mia@example.com", "M"},
	} {
		if got := FluentInitials(c[0], c[1]); got != c[2] {
			t.Errorf("%q, %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestAppleInitials(t *testing.T) {
	for name, want := range map[string]string{
		"Mia Berg": "MB", "杨振宁": "杨", "김 민준": "김", "Мария": "М", "דנה כהן": "דכ", "": "", "12": "1", "Dr. Ada King": "AK", "Prof. Dr. Ada King": "AK", "Dr. King": "K",
		"A. King": "AK", "+44 7700 900142": "", "أحمد المصري": "", "🦊 سارة": "", "रिया साहिल": "", "தமிழ் செல்வி": "",
	} {
		if got := AppleInitials(name, 2); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// If names begin with each other, the longest one that the text contains is mentioned, also among very many.
func TestNames(t *testing.T) {
	names := []string{"", "Ana", "Ana Belén", "Ana Bel", "Zoë", "@", "李小龙", "金 美咲", "金", "민수", strings.Repeat("x", 300)}
	for i := range 20_000 {
		names = append(names, fmt.Sprintf("An%d", i), strings.Repeat("A", i%190)+"b")
	}
	index := NewNames(names)
	for text, want := range map[string]string{
		"Ana Belén!": "Ana Belén", "Ana Belinda": "Ana", "Anabel": "", "Ana Bel": "Ana Bel", "Zoë": "Zoë", "Zo": "", "": "",
		"Zoëと行く": "Zoë", "李小龙你好": "李小龙", "민수야": "민수", "Anaค่ะ": "Ana", "金曜": "", "金、": "金", "金 美咲さん": "金 美咲", "Anaи": "",
		"An77 x": "An77", "An777777": "", "@": "@", strings.Repeat("A", 150) + "b,": strings.Repeat("A", 150) + "b",
	} {
		if got := index.find(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := (Names{}).find("Ana"); got != "" {
		t.Errorf("without names: %q", got)
	}
}

// Names, tags and symbols end where each app ends them.
func TestMarkupOfNetworks(t *testing.T) {
	for _, test := range []struct {
		markup     Markup
		text, want string
	}{
		{Markup{Mentions: true}, "@miaさん", `<a class="mention">@miaさん</a>`},
		{Markup{Mentions: true, ASCII: true}, "@mia.bさん @Миша x@y", `<a class="mention">@mia.b</a>さん @Миша x@y`},
		{Markup{Mentions: true, Bare: true, Handles: map[string]string{"mia": "Mia Berg"}}, "@miaさん @bo_さん", `<a class="mention">Mia Berg</a>さん <a class="mention">bo_さん</a>`},
		{Markup{Mentions: true, Handles: map[string]string{"mia": "Mia Berg"}}, "@miaさん @mia2", `<a class="mention">@mia</a>さん <a class="mention">@mia2</a>`},
		{Markup{Mentions: true, ASCII: true}, "ありがとう@mia", "ありがとう@mia"},
		{Markup{Mentions: true, ASCII: true, Names: NewNames([]string{"Zoë"})}, "@Zoëと", `<a class="mention">@Zoë</a>と`},
		{Markup{Mentions: true, Names: NewNames([]string{"Mia"})}, "@Miaさん @Mias", `<a class="mention">@Mia</a>さん <a class="mention">@Mias</a>`},
		{Markup{People: true, Names: NewNames([]string{"Mia"})}, "ありがとう@Miaさん a@Mia @Mias", `ありがとう<a class="mention">@Mia</a>さん a@Mia @Mias`},
		{Markup{Mentions: true, ASCII: true, Plain: true}, "ありがとう@mia、a@mia", `ありがとう<a class="mention">@mia</a>、a@mia`},
		{Markup{Hashtags: true}, "#夜景 ＃夜景", `<a class="hashtag">#夜景</a> ＃夜景`},
		{Markup{Hashtags: true, WideTags: true}, "＃夜景、次 a＃b ＃1 ＃", `<a class="hashtag">＃夜景</a>、次 a＃b ＃1 ＃`},
		{Markup{Hashtags: true, WideTags: true, Mentions: true, Plain: true}, "東京#夜景", "東京#夜景"},
		{Markup{Hashtags: true, LongTags: true, WideTags: true}, "#rock'n'roll! #🎉 #c++ ＃夜景、次", `<a class="hashtag">#rock&#39;n&#39;roll</a>! <a class="hashtag">#🎉</a> <a class="hashtag">#c++</a> <a class="hashtag">＃夜景、次</a>`},
		{Markup{Hashtags: true, LongTags: true}, "#1 #1a (#no) #️⃣ #_ # #a\u200bb", `#1 <a class="hashtag">#1a</a> (#no) #️⃣ #_ # <a class="hashtag">#a</a>` + "\u200bb"},
		{Markup{Mentions: true}, "hi @mia.berg.", `hi <a class="mention">@mia.berg</a>.`},
		{Markup{Mentions: true, Plain: true}, "hi @mia.berg.", `hi <a class="mention">@mia</a>.berg.`},
		{Markup{Mentions: true, Plain: true}, "@-", "@-"},
		{Markup{Mentions: true, Bare: true}, "hi @mia!", `hi <a class="mention">mia</a>!`},
		{Markup{Mentions: true, Bare: true, Handles: map[string]string{"mia.b": "Mia <3"}}, "@mia.b, @mia", `<a class="mention">Mia &lt;3</a>, <a class="mention">mia</a>`},
		{Markup{Cashtags: true}, "$TSLA, $BRK.B $5 A$AP $TOOLONGNAME $", `<a class="cashtag">$TSLA</a>, <a class="cashtag">$BRK.B</a> $5 A$AP $TOOLONGNAME $`},
		{Markup{}, "$TSLA", "$TSLA"},
	} {
		if got := string(Rich(test.text, test.markup)); got != test.want {
			t.Errorf("%q with %+v: %s, want %s", test.text, test.markup, got, test.want)
		}
	}
}
