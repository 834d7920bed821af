package asset

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// svg is an SVG image with attributes of its root.
func svg(attributes, content string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" %s>%s</svg>`, attributes, content)
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The size is that of the root, or its shape, and is written in pixels.
func TestSVGSize(t *testing.T) {
	for attributes, want := range map[string][2]int{
		`width="80" height="40"`:                         {80, 40},
		`width="80px" height="40.4px"`:                   {80, 40},
		`width="1in" height="36pt"`:                      {96, 48},
		`width="1e2" height="2em"`:                       {100, 32},
		`width="100%" height="100%" viewBox="0 0 24 24"`: {512, 512},
		`viewBox="0,0,30,60"`:                            {256, 512},
		`viewBox="-5 -5 60 30"`:                          {512, 256},
		`width="90" viewBox="0 0 30 60"`:                 {90, 180},
		`height="90" width="auto" viewBox="0 0 30 60"`:   {45, 90},
		``:           {300, 150},
		`width="50"`: {50, 150},
		`width="0" height="-4" viewBox="0 0 0 9"`:              {300, 150},
		`width="20000" height="10000"`:                         {2048, 1024},
		`width="1e308" height="nan" viewBox="0 0 1e300 2"`:     {300, 150},
		`viewBox="0 0 100000 1"`:                               {512, 1},
		`width="80" height="40" viewBox="0 0 1 1" style="x:1"`: {80, 40},
	} {
		got, err := inspect(svg(attributes, ""), 1e6)
		if err != nil || got.Type != SVG || [2]int{got.Width, got.Height} != want {
			t.Errorf("%s: %s of %d x %d, %v; want %v", attributes, got.Type, got.Width, got.Height, err, want)
		}
		if size := fmt.Sprintf(` width="%d" height="%d" viewBox="`, got.Width, got.Height); !strings.Contains(string(got.Data), size) {
			t.Errorf("%s: %s", attributes, got.Data)
		}
	}
}

// What is no still picture of the file's own is left out; the rest stays as it is.
func TestSVGIsStill(t *testing.T) {
	picture, photo := dataURL("image/png", pngFile(t, 3, 2)), dataURL("", jpegFile(t, 3, 2))
	moving := dataURL("image/png", bytes.Replace(pngFile(t, 3, 2), []byte("IDAT"), []byte("acTL"), 1))
	for content, want := range map[string]string{
		`<rect fill="#f00" onclick="alert(1)" ONLOAD="a"/>`:                                    `<rect fill="#f00"></rect>`,
		`<script>alert(1)</script><g><script href="a.js"/></g>`:                                `<g></g>`,
		`<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">a</div></foreignObject>`:     ``,
		`<b xmlns="http://www.w3.org/1999/xhtml">a</b>`:                                        ``,
		`<circle r="3"><animate attributeName="r" to="9"/><set attributeName="x"/></circle>`:   `<circle r="3"></circle>`,
		`<image href="https://example.com/a.png"/><image xlink:href="a.png"/>`:                 `<image></image><image></image>`,
		`<image href="` + picture + `"/>`:                                                      `<image href="` + picture + `"></image>`,
		`<image xlink:href=" ` + photo + ` "/>`:                                                `<image href="` + strings.Replace(photo, "data:", "data:image/jpeg", 1) + `"></image>`,
		`<image href="` + dataURL("image/gif", gifFile(t, 2, 2, 2)) + `"/>`:                    `<image></image>`,
		`<image href="` + moving + `"/>`:                                                       `<image></image>`,
		`<image href="` + dataURL("image/svg+xml", svg("", "<g/>")) + `"/>`:                    `<image></image>`,
		`<use xlink:href="#a"/><use href="b.svg#a"/>`:                                          `<use href="#a"></use><use></use>`,
		`<g fill="url(#a)" mask="url('#b')"/>`:                                                 `<g fill="url(#a)" mask="url(&#39;#b&#39;)"></g>`,
		`<g fill="url(http://a/#b)" style="fill: URL( 'b.svg#c')"/>`:                           `<g fill="none(ttp://a/#b)" style="fill: none(&#39;.svg#c&#39;)"></g>`,
		`<style>@import url(a.css); a{fill:url(#b)} @font-face{src:url(data:a)}</style>`:       `<style>@none none(.css); a{fill:url(#b)} @none{src:none(ata:a)}</style>`,
		`<style>@imp<!-- a -->ort "a"; a{fill:u<g/>rl(<![CDATA[b.svg]]>)}</style>`:             `<style>@none &#34;a&#34;; a{fill:none(.svg)}</style>`,
		`<style>@\\69mport "a"; a\:b{fill:u\52 l(b) u\\72l(b)}</style>`:                        `<style>@69mport &#34;a&#34;; a\:b{fill:u52 l(b) u72l(b)}</style>`,
		`<g mask="image-set('data:a')" style="mask:-webkit-Image-Set(&quot;b&quot;)"/>`:        `<g mask="none(&#39;data:a&#39;)" style="mask:-webkit-none(&#34;b&#34;)"></g>`,
		`<style>@keyframes a{} @-webkit-Keyframes b{} @starting-style{}</style>`:               `<style>@none a{} @none b{} @none{}</style>`,
		`<use xlink:href="#a" href="#b"/><use href="#b" xlink:href="#a"/>`:                     `<use href="#b"></use><use href="#b"></use>`,
		`<g id="a" x:id="b" xmlns:x="y" id="c"/>`:                                              `<g id="a"></g>`,
		`<style><![CDATA[a > b{fill:red}]]></style>`:                                           `<style>a &gt; b{fill:red}</style>`,
		`<!-- a --><?b c?><text xml:space="preserve" x="1">A &amp; B</text>`:                   `<text x="1" xml:space="preserve">A &amp; B</text>`,
		`<s:g xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0"/></s:g>`:                   `<g><path d="M0 0"></path></g>`,
		`<i:pgf xmlns:i="x"/><g i:a="b" xmlns:i="x" systemLanguage="de" xml:base="http://a"/>`: `<g></g>`,
	} {
		got, err := inspect(svg(`width="9" height="9"`, content), 1e6)
		start, end := `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9">`, "</svg>"
		if err != nil || string(got.Data) != start+want+end {
			t.Errorf("%s became\n%s, want\n%s (%v)", content, got.Data, want, err)
		}
	}
}

// Files as drawing programs write them, packed or not.
func TestSVGFiles(t *testing.T) {
	plain := svg(`viewBox="0 0 9 9"`, `<text>Zoë</text>`)
	for name, data := range map[string][]byte{
		"plain":        plain,
		"packed":       gzipped(t, plain),
		"with a mark":  append([]byte("\ufeff"), plain...),
		"long comment": append([]byte("<?xml version='1.0'?><!-- "+strings.Repeat("a", 9000)+"-->"), plain...),
		"no namespace": []byte(`<svg viewBox="0 0 9 9"><text>Zoë</text></svg>`),
		"entities":     []byte(`<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY ns "http://www.w3.org/2000/svg"> <!ENTITY who "Zoë"> ]><svg xmlns="&ns;" viewBox="0 0 9 9"><text>&who;</text></svg>`),
		"latin":        []byte("<?xml version='1.0' encoding='ISO-8859-1'?><svg viewBox='0 0 9 9'><text>Zo\xeb</text></svg>"),
	} {
		got, err := inspect(data, 1e6)
		if err != nil || got.Text != "Zoë" || !strings.Contains(string(got.Data), "<text>Zoë</text>") || got.Width != 512 {
			t.Errorf("%s: %q of %d pixels, %v: %s", name, got.Text, got.Width, err, got.Data)
		}
	}
}

// What would take too much memory or time is refused, and so is what is no SVG image.
func TestSVGRefused(t *testing.T) {
	laughs := `<g id="a0"><rect/></g>`
	for i := range 20 {
		laughs += fmt.Sprintf(`<g id="a%d"><use href="#a%d"/><use href="#a%[2]d"/></g>`, i+1, i)
	}
	patterns := ""
	for i := range 12 {
		patterns += fmt.Sprintf(`<pattern id="p%d">%s</pattern>`, i+1, strings.Repeat(fmt.Sprintf(`<rect fill="url(#p%d)"/>`, i), 4))
	}
	chain := ""
	for i := range 500 {
		chain += fmt.Sprintf(`<g id="a%d"><use href="#a%d"/></g>`, i, i+1)
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"use":               {svg("", laughs), "more than 20000 elements"},
		"patterns":          {svg("", patterns+`<rect fill="url(#p12)"/>`), "more than 20000 elements"},
		"chain of uses":     {svg("", chain), "more than 20000 elements"},
		"elements":          {svg("", strings.Repeat("<g/>", 20_001)), "more than 20000 elements"},
		"depth":             {svg("", strings.Repeat("<g>", 101)+strings.Repeat("</g>", 101)), "more than 100 elements"},
		"text":              {svg("", "<text>"+strings.Repeat("ab ", 1000)+"</text>"), "2000 characters"},
		"10 MB":             {svg("", strings.Repeat(" ", 10<<20)), "larger than the 4 MiB"},
		"10 MB, packed":     {gzipped(t, svg("", strings.Repeat(" ", 10<<20))), "larger than the 4 MiB"},
		"packed, cut off":   {gzipped(t, svg("", strings.Repeat("<g/>", 9000)))[:100], "unpack the SVG image"},
		"laughing entities": {[]byte(`<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>`), "damaged"},
		"long entity":       {[]byte(`<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 81) + `">]><svg><text>&a;</text></svg>`), "damaged"},
		"many entities":     {[]byte(`<!DOCTYPE svg [<!ENTITY a "a">]><svg><text>` + strings.Repeat("&a;", 4097) + `</text></svg>`), "damaged"},
		"entity of a file":  {[]byte(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><text>&a;</text></svg>`), "damaged"},
		"late entities":     {[]byte(`<svg><!DOCTYPE svg [<!ENTITY a "a">]><text>&a;</text></svg>`), "damaged"},
		"more entities":     {[]byte(`<!DOCTYPE svg><!DOCTYPE svg [<!ENTITY a "a">]><svg><text>&a;</text></svg>`), "damaged"},
		"late encoding":     {[]byte(`<svg><?xml version='1.0' encoding='latin1'?></svg>`), "an encoding in its middle"},
		"not closed":        {[]byte(`<svg><g></svg>`), "damaged"},
		"cut off":           {svg("", "<g/>")[:90], "damaged"},
		"two roots":         {[]byte(`<svg/><svg/>`), "second root"},
		"other root":        {[]byte(`<a><svg/></a>`), "its first element is a"},
		"upper case":        {[]byte("<SVG/>"), "its first element is SVG"},
		"encoding":          {[]byte("<?xml version='1.0' encoding='EBCDIC'?><svg/>"), "save it as UTF-8"},
		"pixels in it":      {svg("", strings.Repeat(`<image href="`+dataURL("", pngClaiming(t, 900, 900))+`"/>`, 2)), "too many pixels"},
		"damaged PNG in it": {svg("", `<image href="`+dataURL("", pngFile(t, 9, 9)[:40])+`"/>`), "the PNG image in the SVG image ends too early"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inspect(test.data, 1e6)
			wantError(t, err, test.want)
		})
	}
	cycle := svg("", `<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#b"/></g>`)
	if _, err := inspect(cycle, 1e6); err != nil {
		t.Errorf("what repeats itself is not drawn, and no error: %v", err)
	}
}

// SVG images come as files, from hosts and as data URLs.
func TestLoadSVG(t *testing.T) {
	drawing := svg(`width="40" height="30"`, `<rect width="40" height="30"/>`)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.svg"), drawing, 0o644); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", SVG)
		w.Write(drawing)
	})
	public := s.public()
	for value, opts := range map[string]Options{"a.svg": {Dir: dir}, s.URL + "/a": public, dataURL(SVG, drawing): {}, dataURL(SVG, gzipped(t, drawing)): {}} {
		got, err := loadOne(t, opts, value)
		if err != nil || got.Type != SVG || got.Width != 40 || got.Height != 30 {
			t.Errorf("%.40s: %s of %d x %d, %v", value, got.Type, got.Width, got.Height, err)
		}
	}
}
