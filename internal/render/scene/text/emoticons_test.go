package text_test

import (
	"regexp"
	"testing"

	"mockup/internal/render/scene/text"
)

func TestEmoticons(t *testing.T) {
	m := text.Markup{Links: true, Emoticons: text.NewEmoticons([]string{":) :-)", ":D", "(L)", "8-|", ":'("})}
	drawing := regexp.MustCompile(`<i class="emoticon" style="--drawing: (\d)"></i>`)
	for typed, want := range map[string]string{
		"hi :) there":              "hi [0] there",
		"hi:)":                     "hi[0]",
		":-):):d":                  "[0][0][1]",
		"(l)(L)(":                  "[2][2](",
		":Doctor":                  ":Doctor",
		"18-| 8-|":                 "18-| [3]",
		":'(":                      "[4]",
		":":                        ":",
		"<b>:)":                    "&lt;b&gt;[0]",
		"see http://a.com/:) ok":   `see <a class="link">http://a.com/</a>[0] ok`,
		"see http://a.com/x:Dy ok": `see <a class="link">http://a.com/x:Dy</a> ok`,
	} {
		if got := drawing.ReplaceAllString(string(text.Rich(typed, m)), "[$1]"); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
