package schema

import (
	"strings"
	"testing"
)

func TestRulesAI(t *testing.T) {
	image := "{ id: p, filename: f, data: 'https://x.example/', mimeType: m, size: 1 }"
	expectRules(t, payload(AI, "claude", "video", "model: m", "messages:",
		"  - { id: a, role: user, content: c, images: ["+image+", "+image+"] }",
		"  - { id: a, role: system, content: c }"), Options{},
		`10: props.messages.0.images.1.id: the id "p" is used twice; ids must be unique among the images of a message (unique)`,
		`11: props.messages.1.id: the id "a" is used twice; ids must be unique among messages (unique)`,
		`11: props.messages.1.role: "system" is not allowed; allowed: user, assistant (enum)`)
}

func TestRulesScrollTo(t *testing.T) {
	chat := func(kind string, lines ...string) string {
		return payload(Chats, "whatsapp", kind, append([]string{"sender: { id: me, name: N }", "receivers: [{ id: a, name: A }]",
			"messages: [{ id: m1, userId: a, type: text, text: hi, timestamp: 2026-03-01T09:41:00Z }]"}, lines...)...)
	}
	ai := func(kind string, lines ...string) string {
		return payload(AI, "claude", kind, append([]string{"model: M", "messages: [{ id: m1, role: user, content: hi }]"}, lines...)...)
	}
	for _, to := range []string{"start", "end", "m1"} {
		expectRules(t, chat("image", "scrollTo: "+to), Options{})
		expectRules(t, ai("image", "scrollTo: "+to), Options{})
	}
	const wrong = `props.scrollTo: "m2" is the id of no message, and neither start nor end; known ids: "end", "m1", "start" (reference)`
	expectRules(t, chat("image", "scrollTo: m2"), Options{}, "11: "+wrong)
	expectRules(t, ai("image", "scrollTo: m2"), Options{}, "10: "+wrong)
	expectRules(t, ai("image", "scrollTo: ''"), Options{}, `10: props.scrollTo: "" is the id of no message, and neither start nor end; known ids: "end", "m1", "start" (reference)`)
	expectRules(t, chat("image", "mobileView: false", "scrollTo: start"), Options{},
		`12: warning: props.scrollTo: has no effect with mobileView: false, which shows the whole conversation (ignored)`)
	expectRules(t, ai("video", "scrollTo: start"), Options{},
		`10: warning: props.scrollTo: has no effect on a video, which follows the conversation (ignored)`)
	expectRules(t, ai("image", "scrollTo: m1"), Options{V1: true},
		`10: props.scrollTo: the interface v1 does not have this field; remove it for services that have v1 alone (interface)`)
}

func TestRulesSources(t *testing.T) {
	answer := func(platform, role, fields string) string {
		return payload(AI, platform, "image", "model: M", "messages: [{ id: m1, role: "+role+", content: hi, "+fields+" }]")
	}
	const good = "sources: [{ title: A, url: 'https://example.org/a?b' }, { title: B, url: 'HTTP://example.org', icon: 'https://example.org/b.png' }], related: [And why]"
	expectRules(t, answer("perplexity", "assistant", good), Options{})
	expectRules(t, answer("claude", "assistant", good), Options{},
		`9: warning: props.messages.0.sources: has no effect on claude; only perplexity has it (ignored)`,
		`9: warning: props.messages.0.related: has no effect on claude; only perplexity has it (ignored)`)
	expectRules(t, answer("perplexity", "user", good), Options{},
		`9: warning: props.messages.0.sources: has no effect on a message of the user; only answers have it (ignored)`,
		`9: warning: props.messages.0.related: has no effect on a message of the user; only answers have it (ignored)`)
	for _, url := range []string{"example.org", "ftp://example.org", "javascript:alert(1)", "https://", "//example.org", "https:///a"} {
		expectRules(t, answer("perplexity", "assistant", "sources: [{ title: A, url: '"+url+"' }]"), Options{},
			`9: props.messages.0.sources.0.url: "`+url+`" is not a web address; write it like https://example.org/page (format)`)
	}
	expectRules(t, answer("perplexity", "assistant", "sources: [{ title: ' ', url: 'https://example.org' }], related: [\"\\n\"]"), Options{},
		`9: warning: props.messages.0.sources.0.title: this text is empty or blank (empty)`,
		`9: warning: props.messages.0.related.0: this text is empty or blank (empty)`)
	_, found := Decode([]byte(answer("perplexity", "assistant", "sources: [{ title: '', url: 'https://example.org' }], related: ['']")), Options{})
	if text := found.Error(); !found.HasErrors() || strings.Count(text, "the number of characters is 0; allowed: 1 or more (length)") != 2 {
		t.Errorf("an empty title and an empty question: %s", text)
	}
	two := []string{"model: M", "messages: [{ id: m1, role: assistant, content: hi, related: [Why] }, { id: m2, role: assistant, content: ho, related: [How] }]"}
	expectRules(t, payload(AI, "perplexity", "video", two...), Options{})
	expectRules(t, payload(AI, "perplexity", "image", two...), Options{},
		`9: warning: props.messages.0.related: has no effect here; the app suggests questions below the last message only (ignored)`)
	many := "sources: [" + strings.Repeat("{ title: A, url: 'https://example.org' }, ", 51) + "], related: [" + strings.Repeat("a, ", 11) + "]"
	expectRules(t, answer("perplexity", "assistant", many), Options{},
		`9: props.messages.0.sources: the number of items is 51; allowed: 50 or less (length)`,
		`9: props.messages.0.related: the number of items is 11; allowed: 10 or less (length)`)
}

func TestWebAddressHost(t *testing.T) {
	for address, want := range map[WebAddress]string{
		"https://www.Example.org/a": "example.org", "http://en.example.org:8080": "en.example.org", "https://user@example.org": "example.org",
		"https://[::1]/": "::1", "no address": "", "": "",
	} {
		if got := address.Host(); got != want {
			t.Errorf("the host of %q is %q, want %q", address, got, want)
		}
	}
}
