package schema

import (
	"strings"
	"testing"
)

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
