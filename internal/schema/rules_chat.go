package schema

import "slices"

func (c *checker) chats(p *node) {
	platform, _ := p.get("platform").str()
	users := append([]*node{p.get("sender")}, p.get("receivers").items()...)
	known := c.ids(users, "the users of a conversation", nil)
	c.ids(p.get("messages").items(), "messages", nil)
	for _, m := range p.get("messages").items() {
		c.resolves(m.get("userId"), known, "user of this conversation")
		c.chatMessage(m, platform)
	}
	c.chatGroup(p)
	if platform == "custom" {
		c.requires(p, "customTheme", "for the platform custom")
	}
	if slices.Contains(Platforms(Chats), platform) {
		c.chatIgnored(p, platform)
		for i, u := range users {
			c.userIgnored(u, platform, i == 1)
		}
	}
}

func (c *checker) chatMessage(m *node, platform string) {
	switch kind, _ := m.get("type").str(); kind {
	case "text":
		c.requires(m, "text", "for a message of the type text")
		c.ignored(m.get("images"), "has no effect on a message of the type text; use mixed")
	case "image":
		c.requiresImages(m, "image")
		c.ignored(m.get("text"), "has no effect on a message of the type image; use mixed")
	case "mixed":
		c.requires(m, "text", "for a message of the type mixed")
		c.requiresImages(m, "mixed")
	}
	images := m.get("images").items()
	c.ids(images, "the images of a message", nil)
	for _, i := range images {
		c.unshown(i.get("caption"), Chats, platform, "caption")
	}
	c.unshown(m.get("status"), Chats, platform, "status")
}

func (c *checker) requiresImages(m *node, kind string) {
	c.requires(m, "images", "for a message of the type "+kind)
	if n := m.get("images"); n != nil && n.kind == kindArray && len(n.children) == 0 {
		c.at(n, CodeLength, "a message of the type %s needs an image", kind)
	}
}

func (c *checker) chatGroup(p *node) {
	if p.get("conversationType").is("group-chat") {
		c.requires(p, "groupChatSettings", "for a group-chat")
		return
	}
	c.ignored(p.get("groupChatSettings"), "has no effect without conversationType: group-chat")
}

func (c *checker) chatIgnored(p *node, platform string) {
	c.unshown(p.get("bubbleColor"), Chats, platform, "bubbleColor")
	c.unshown(p.get("customTheme"), Chats, platform, "customTheme")
	if p.get("darkMode").isTrue() {
		c.unshown(p.get("darkMode"), Chats, platform, "darkMode")
	}
	if p.get("floatingMessages").isTrue() {
		c.unshown(p.get("floatingMessages"), Chats, platform, "bubbles")
	}
	if p.get("conversationType").is("group-chat") {
		c.unshown(p.get("conversationType"), Chats, platform, "groups")
	}
	if isWindow(Chats, platform) {
		for _, n := range []*node{p.get("showDeviceFrame"), c.root.get("render3D")} {
			if n.isTrue() {
				c.ignored(n, "has no effect on %s, which is a window and no phone", platform)
			}
		}
	}
}

// userIgnored warns about the fields of the profile, which belong to the first receiver.
func (c *checker) userIgnored(u *node, platform string, firstReceiver bool) {
	for _, name := range []string{"username", "verified", "joinedDate"} {
		if u.get(name) != nil && !firstReceiver && c.noEffect(Chats, platform, name) == "" {
			c.ignored(u.get(name), "has no effect here; only the first receiver's is shown")
		}
		c.unshown(u.get(name), Chats, platform, name)
	}
}

func (c *checker) ai(p *node) {
	c.ids(p.get("messages").items(), "messages", nil)
	for _, m := range p.get("messages").items() {
		c.ids(m.get("images").items(), "the images of a message", nil)
	}
}

func (c *checker) stories(p *node) {
	slides := p.get("slides").items()
	c.ids(slides, "slides", nil)
	current := p.get("currentSlide")
	if current == nil || current.kind != kindNumber || len(slides) == 0 {
		return
	}
	if current.number >= float64(len(slides)) {
		c.at(current, CodeRange, "there is no slide %s; allowed: 0 to %d, counted from 0", current.text, len(slides)-1)
	}
}

func (c *checker) notifications(p *node) {
	c.ids(p.get("notifications").items(), "notifications", nil)
	for _, n := range p.get("notifications").items() {
		preset := n.get("iconPreset")
		if name, ok := preset.str(); ok && !slices.Contains(IconPresets(), name) {
			c.ignored(preset, "%s is not a known icon, so a monogram is drawn%s", quote(name), DidYouMean(name, IconPresets()))
		}
		if preset != nil {
			c.ignored(n.get("icon"), "has no effect beside iconPreset")
		}
	}
}
