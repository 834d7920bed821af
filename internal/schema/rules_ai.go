package schema

import "maps"

func (c *checker) ai(p *node) {
	c.scrollTo(p, c.ids(p.get("messages").items(), "messages", nil))
	platform, _ := p.get("platform").str()
	messages := p.get("messages").items()
	for i, m := range messages {
		if len(m.get("images").items()) == 0 {
			c.blank(m.get("content"))
		}
		c.ids(m.get("images").items(), "the images of a message", nil)
		for _, image := range m.get("images").items() {
			c.thumbnail(image)
		}
		for _, s := range m.get("sources").items() {
			c.blank(s.get("title"))
		}
		for _, question := range m.get("related").items() {
			c.blank(question)
		}
		for _, name := range []string{"sources", "related"} {
			if m.get("role").is("user") {
				c.ignored(m.get(name), "has no effect on a message of the user; only answers have it")
				continue
			}
			c.notShown(m.get(name), AI, platform, name)
		}
		if m.get("role").is("assistant") && i < len(messages)-1 && c.noEffect(AI, platform, "related") == "" && c.root.get("renderKind").is(string(Image)) {
			c.ignored(m.get("related"), "has no effect here; the app suggests questions below the last message only")
		}
	}
}

// scrollTo checks where a conversation is scrolled to: an end of it, or one of its messages.
func (c *checker) scrollTo(p *node, messages map[string]bool) {
	n := p.get("scrollTo")
	if n == nil {
		return
	}
	known := maps.Clone(messages)
	known["start"], known["end"] = true, true
	c.resolves(n, known, "message, and neither start nor end")
	mobile := p.get("mobileView")
	switch {
	case c.root.get("renderKind").is(string(Video)):
		c.ignored(n, "has no effect on a video, which follows the conversation")
	case mobile != nil && mobile.kind == kindBool && !mobile.isTrue():
		c.ignored(n, "has no effect with mobileView: false, which shows the whole conversation")
	}
}
