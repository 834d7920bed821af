package schema

import (
	"regexp"
	"testing"
	"unicode/utf8"
)

// FuzzPatterns holds that no pattern refuses what the decoder accepts.
func FuzzPatterns(f *testing.F) {
	for _, s := range []string{
		"", "a", "/", "/a", "//a", "a/b.png", "../a.png", "C:\\a.png", "é:b", "a b:c", ":a", "/:", "/#a", "#a", "a#b", "a:b", "ab:c", " https://x", "https://x.example/a b",
		"HTTPS://[::1]/a", "https://u@x/", "data:image/png;base64,AAAA", "DATA:image/svg+xml;charset=utf-8;base64,AA==", "data:image/png;base64,AA\r\n==\n", "  :x", "a\x00b",
		"#fff", "#FFFF", "#12345678", " Teal ", "RGB(1,2,3)", "oklch(0.7 0.1 120 / 50%)", "color(display-p3 1 0 0)", "transparent", "rebeccapurple", "blac\u212a", "\u00a0red",
		"white", "brand", "2026-03-01T09:41:00Z", "2026-03-01T09:41Z", "2026-03-01T9:41:00.123,4+01:00", "2026-03-01T09:41:00,5-00:30", "2026-02-30", "2026-02-28", "0000-01-01",
		"2026-02", "Europe/Berlin", "UTC", "Etc/GMT+5", "EST5EDT", "America/Argentina/Buenos_Aires", "Local", "USD", "mockup-a1-b2-v1", "mockup-v1", "mockup--v1", "http://a", "HTTPS://u:p@a.example/b c?d#e", "https://é", "https:///", "http://?",
	} {
		f.Add(s)
	}
	type rule struct {
		check   func(string) error
		pattern *regexp.Regexp
	}
	rules := map[string]rule{}
	for name, check := range formats(true) {
		rules[name] = rule{check, regexp.MustCompile(publicFormats()[name].pattern)}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		for name, r := range rules {
			if r.check(s) == nil && !r.pattern.MatchString(s) {
				t.Errorf("%q is accepted as %s, and its pattern refuses it", s, name)
			}
		}
	})
}
