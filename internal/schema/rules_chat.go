package schema

import (
	"slices"
	"time"

	"mockup/internal/wording"
)

func (c *checker) chats(p *node) {
	platform, _ := p.get("platform").str()
	users := append([]*node{p.get("sender")}, p.get("receivers").items()...)
	known := c.ids(users, "the users of a conversation", nil)
	c.scrollTo(p, c.ids(p.get("messages").items(), "messages", nil))
	sender, _ := p.get("sender").get("id").str()
	earlier := map[string]bool{}
	for _, m := range p.get("messages").items() {
		c.resolves(m.get("userId"), known, "user of this conversation")
		c.chatMessage(p, m, platform)
		c.messageStatus(m, platform, sender)
		c.talk(m, platform, earlier, known)
		c.retype(p, m)
		if id, ok := m.get("id").str(); ok {
			earlier[id] = true
		}
	}
	c.deletedMessages(p.get("messages").items(), platform)
	c.messageOrder(p.get("messages").items())
	c.films(p.get("messages").items())
	c.chatGroup(p)
	if platform == "custom" {
		c.requires(p, "customTheme", "for the platform custom")
	}
	if slices.Contains(Platforms(Chats), platform) {
		c.chatIgnored(p, platform)
		c.chatReceivers(p, platform)
		for i, u := range users {
			c.userIgnored(u, platform, i == 1)
			c.presence(p, u, platform, i == 0, i == 1)
		}
	}
}

func (c *checker) chatMessage(p, m *node, platform string) {
	switch kind, _ := m.get("type").str(); kind {
	case "text":
		if !m.get("deleted").isTrue() || m.get("timing") != nil { // else the text is never shown
			c.blank(m.get("text"))
		}
		c.requires(m, "text", "for a message of the type text")
		c.ignored(m.get("images"), "has no effect on a message of the type text; use mixed")
	case "image":
		c.requiresImages(m, "image")
		c.ignored(m.get("text"), "has no effect on a message of the type image; use mixed")
	case "mixed":
		c.blank(m.get("text"))
		c.requires(m, "text", "for a message of the type mixed")
		c.requiresImages(m, "mixed")
	case "typing":
		c.typing(p, m, platform)
	case "file", "gif", "video":
		c.blank(m.get("text"))
		c.ignored(m.get("images"), "has no effect on a message of the type %s", kind)
	case "event":
		c.ignored(m.get("images"), "has no effect on a message of the type %s", kind)
	case "voice", "call", "sticker", "location", "contact", "poll":
		c.ignored(m.get("text"), "has no effect on a message of the type %s", kind)
		c.ignored(m.get("images"), "has no effect on a message of the type %s", kind)
	}
	images := m.get("images").items()
	c.ids(images, "the images of a message", nil)
	for _, i := range images {
		c.notShown(i.get("caption"), Chats, platform, "caption")
		c.thumbnail(i)
	}
}

// messageStatus warns about a delivery state that is not drawn.
func (c *checker) messageStatus(m *node, platform, sender string) {
	status := m.get("status")
	c.notShown(status, Chats, platform, "status")
	if user, ok := m.get("userId").str(); ok && sender != "" && user != sender && c.noEffect(Chats, platform, "status") == "" {
		c.ignored(status, "has no effect on a received message; only those of the sender have a delivery state")
	}
}

// messageOrder warns about messages that are older than one before them.
func (c *checker) messageOrder(messages []*node) {
	var newest time.Time
	for _, m := range messages {
		text, _ := m.get("timestamp").str()
		at, err := ParseInstant(text)
		switch {
		case err != nil: // reported
		case at.Before(newest):
			c.warn(m.get("timestamp"), CodeContradict, "earlier than the message before it; messages are drawn in the order of the payload, and dates do not go back")
		default:
			newest = at
		}
	}
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

// chatReceivers warns about receivers for whom the conversation has no place.
func (c *checker) chatReceivers(p *node, platform string) {
	receivers, kind := p.get("receivers"), p.get("conversationType")
	group, several := kind.is("group-chat"), len(receivers.items()) > 1
	const unseen = "%s has no groups: the chat with the first receiver is drawn, and the other receivers and their messages are not shown"
	switch {
	case Shows(Chats, platform, "groups"):
		if several && !group {
			c.warn(receivers, CodeContradict, "a direct-message has one receiver, and %d are given; write conversationType: group-chat for a group", len(receivers.items()))
		}
	case group:
		c.ignored(kind, unseen, platform)
	case several:
		c.ignored(receivers, unseen, platform)
	}
}

func (c *checker) chatIgnored(p *node, platform string) {
	c.notShown(p.get("bubbleColor"), Chats, platform, "bubbleColor")
	c.notShown(p.get("customTheme"), Chats, platform, "customTheme")
	if p.get("darkMode").isTrue() {
		c.notShown(p.get("darkMode"), Chats, platform, "darkMode")
	}
	if p.get("floatingMessages").isTrue() {
		c.notShown(p.get("floatingMessages"), Chats, platform, "bubbles")
	}
	window := isWindow(Chats, platform)
	if mobile := p.get("mobileView"); mobile != nil && mobile.kind == kindBool && !mobile.isTrue() {
		switch {
		case c.root.get("renderKind").is(string(Video)):
			c.ignored(mobile, "has no effect on a video, which always has the size of the screen")
		case !window && (c.root.get("render3D").isTrue() || p.get("showDeviceFrame").isTrue()):
			c.ignored(mobile, "has no effect with a phone around the screen, which has one size")
		}
	}
	if window {
		c.windowIgnored(p, platform)
	}
}

// windowIgnored warns about what a window of a desktop has no use for.
func (c *checker) windowIgnored(p *node, platform string) {
	const reason = "has no effect on %s, which is a window and no phone"
	if frame := p.get("showDeviceFrame"); frame.isTrue() {
		c.ignored(frame, reason, platform)
	}
	if render3D := c.root.get("render3D"); render3D.isTrue() {
		c.ignored(render3D, reason, platform)
		for _, field := range c.spaceFields() {
			c.ignored(field, reason, platform)
		}
	}
}

// userIgnored warns about the fields of the profile, which belong to the first receiver.
func (c *checker) userIgnored(u *node, platform string, firstReceiver bool) {
	for _, name := range []string{"username", "verified", "joinedDate", "handle", "joined", "seal", "headline"} {
		n, instead := u.get(name), map[string]string{"username": "handle", "joinedDate": "joined", "verified": "seal"}[name]
		has := instead != "" && c.noEffect(Chats, platform, instead) == ""
		switch reason := c.noEffect(Chats, platform, name); {
		case n == nil:
		case reason != "" && has && u.get(instead) == nil:
			c.ignored(n, "%s; use %s", reason, instead)
		case reason != "":
			c.ignored(n, "%s", reason)
		case has && u.get(instead) != nil:
			c.ignored(n, "has no effect beside %s", instead)
		case !firstReceiver:
			c.ignored(n, "has no effect here; only the first receiver's is shown")
		}
	}
}

// thumbnail warns about the preview of an image in a message: every place that shows the image draws the image itself.
func (c *checker) thumbnail(image *node) {
	c.ignored(image.get("thumbnail"), "has no effect; the image is drawn from data")
}

func (c *checker) stories(p *node) {
	slides := p.get("slides").items()
	c.ids(slides, "slides", nil)
	c.stickers(slides)
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
	if wake := p.get("wake"); wake.isTrue() && c.moves() && c.root.get("video").get("startAt") != nil {
		c.ignored(wake, "has no effect with video.startAt; a notification is on the screen from the beginning")
	}
	for _, n := range p.get("notifications").items() {
		c.notification(n)
	}
}

// notification warns about icons of a notification that are not drawn, and about what it lacks.
func (c *checker) notification(notification *node) {
	preset := notification.get("iconPreset")
	if name, ok := preset.str(); !ok || !slices.Contains(IconPresets(), name) { // otherwise the name of the app stands there
		c.blank(notification.get("title"))
	}
	if face := notification.get("face"); face != nil && preset == nil && notification.get("icon") == nil {
		c.warn(face, CodeIncomplete, "the badge on a face is the icon of the app, and there is none, so a monogram is drawn; add iconPreset or icon")
	}
	if name, ok := preset.str(); ok && !slices.Contains(IconPresets(), name) {
		c.ignored(preset, `%s is not a known icon, so a monogram is drawn; "mockup schema notifications" lists all icons%s`, wording.Quote(name), wording.DidYouMean(name, IconPresets()))
	}
	if preset != nil {
		c.ignored(notification.get("icon"), "has no effect beside iconPreset")
	}
}
