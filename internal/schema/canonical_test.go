package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// canonicalOf returns the canonical form of a payload whose images stand for themselves.
func canonicalOf(t *testing.T, text string) string {
	t.Helper()
	p, found := Decode([]byte(text), Options{AllowPaths: true, MaxBytes: 1 << 30})
	if p == nil {
		t.Fatalf("%v in %s", found, text)
	}
	out, err := p.Canonical(func(ref string) string { return ref })
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A payload in another notation, with its fields in another order and all defaults stated, has the same canonical form.
func TestCanonicalOfSamples(t *testing.T) {
	eachSample(t, func(t *testing.T, _ Type, _ string, _ bool, data []byte) {
		want := canonicalOf(t, string(data))
		if got := canonicalOf(t, string(toJSON(t, data))); got != want {
			t.Errorf("as JSON:\n%s\nwant:\n%s", got, want)
		}
		if got := canonicalOf(t, want); got != want {
			t.Errorf("with the defaults:\n%s\nwant:\n%s", got, want)
		}
	})
}

func TestCanonical(t *testing.T) {
	text := payload(Posts, "x", "image", "post:", "  id: p", "  timestamp: 2026-03-01T10:41+01:00", "  content: <b> & \"ü\" 🛶",
		"  author: { name: Ann, verified: false, image: a.png, subtitle: '' }", "  metrics: { likes: 0, views: 1.50e3 }", "  image: none.png")
	p, found := Decode([]byte("canvas: { background: white }\n"+text), Options{AllowPaths: true})
	if p == nil {
		t.Fatal(found)
	}
	got, err := p.Canonical(func(ref string) string { return strings.TrimPrefix(ref, "none.png") })
	want := `{"canvas":{"aspectRatio":"1:1","background":"#ffffff","padding":0},"mockupType":"posts","platform":"x","props":{"darkMode":false,"platform":"x",` +
		`"post":{"author":{"image":"a.png","name":"Ann"},"content":"<b> & \"ü\" 🛶","id":"p","metrics":{"likes":0,"views":1500},` +
		`"timestamp":"2026-03-01T09:41:00Z"},"transparentBackground":false},"renderKind":"image","rendererVersion":"mockup-chromium-v1","resolutionScale":"2x"}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// Pairs of payloads with the same canonical form, and with different ones.
func TestCanonicalPairs(t *testing.T) {
	popup := func(comment string) string {
		return payload(CommentPopup, "", "video", "comments: [{ id: a, platform: x, username: u, text: t"+comment+" }]")
	}
	message := func(messages string) string {
		return payload(Chats, "slack", "image", "sender: { id: me, name: A }", "messages: "+messages, "receivers: [{ id: b, name: B }]")
	}
	seal := func(platform, verified string) string {
		return payload(Chats, platform, "image", "sender: { id: a, name: A }", "messages: []", "receivers: [{ id: b, name: B"+verified+" }]")
	}
	for name, test := range map[string]struct {
		a, b string
		same bool
	}{
		"a stated default":       {chat("slack"), chat("slack", "batteryLevel: 100", "showDates: true", "statusBarTime: '9:41'", "timeNotation: 24h"), true},
		"the default zone":       {chat("slack"), chat("slack", "timezone: UTC"), true},
		"another zone":           {chat("slack"), chat("slack", "timezone: Europe/Berlin"), false},
		"not the default":        {chat("slack"), chat("slack", "batteryLevel: 99.5"), false},
		"a number":               {chat("slack", "batteryLevel: 50"), chat("slack", "batteryLevel: 5.0e1"), true},
		"an instant":             {message("[{ id: m, userId: me, type: text, text: t, timestamp: 2026-03-01T10:41+01:00 }]"), message("[{ timestamp: 2026-03-01T09:41:00Z, id: m, userId: me, type: text, text: t }]"), true},
		"a part of a second":     {message("[{ id: m, userId: me, type: text, text: t, timestamp: 2026-03-01T09:41:00.5Z }]"), message("[{ id: m, userId: me, type: text, text: t, timestamp: 2026-03-01T09:41:00Z }]"), false},
		"a colour":               {chat("slack", "secondaryTextColor: red"), chat("slack", "secondaryTextColor: 'rgb(255 0 0)'"), true},
		"another colour":         {chat("slack", "secondaryTextColor: red"), chat("slack", "secondaryTextColor: '#ff000080'"), false},
		"a wallpaper's colour":   {chat("slack", "chatWallpaper: '#ABC'"), chat("slack", "chatWallpaper: '#aabbccff'"), true},
		"no wallpaper":           {chat("slack", "chatWallpaper: ''"), chat("slack"), false},
		"a background":           {"canvas: { background: black }\n" + chat("slack"), "canvas: { background: '#000' }\n" + chat("slack"), true},
		"a canvas":               {"canvas: {}\n" + chat("slack"), chat("slack"), false},
		"the canvas of a pop-up": {"canvas: { padding: 9 }\n" + popup(""), popup(""), true},
		"an offset":              {popup(", x: 9"), popup(", x: 9, y: 0"), true},
		"no offset":              {popup(""), popup(", x: 0, y: 0"), false},
		"levels":                 {payload(ContributionChart, "", "image", "levels: [1.5]"), payload(ContributionChart, "", "image", "levels: [2]"), true},
		"not in space":           {"render3D: false\n" + chat("slack"), chat("slack"), true},
		"the seal of x":          {seal("x", ", verified: true"), seal("x", ""), true},
		"no seal of x":           {seal("x", ", verified: false"), seal("x", ""), false},
		"no seal of whatsapp":    {seal("whatsapp", ", verified: false"), seal("whatsapp", ""), true},
		"the seal of whatsapp":   {seal("whatsapp", ", verified: true"), seal("whatsapp", ""), false},
	} {
		a, b := canonicalOf(t, test.a), canonicalOf(t, test.b)
		if (a == b) != test.same {
			t.Errorf("%s: %s\n%s", name, a, b)
		}
	}
}

// A field beyond the v1 interface is left out where it has its default, so that the form of a v1 payload stays what it was
// before the field existed.
func TestCanonicalBeyond(t *testing.T) {
	type object struct {
		Old int    `json:"old"`
		New int    `json:"new"`
		On  *bool  `json:"on,omitempty"`
		Of  string `json:"of"`
	}
	s := &spec{fields: map[string]*spec{
		"old": {preset: json.Number("3")}, "new": {preset: json.Number("3"), beyond: true}, "on": {beyond: true}, "of": {preset: "", beyond: true},
	}}
	no := false
	for _, test := range []struct {
		in   object
		want string
	}{
		{object{Old: 3, New: 3}, "map[old:3]"},
		{object{Old: 4, New: 0, On: &no, Of: "x"}, "map[new:0 of:x old:4 on:false]"},
	} {
		value, ok := canonicalWriter(nil).value(reflect.ValueOf(test.in), s)
		if got := fmt.Sprint(value); !ok || got != test.want {
			t.Errorf("%+v: got %s, want %s", test.in, got, test.want)
		}
	}
}
