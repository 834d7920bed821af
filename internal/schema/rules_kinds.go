package schema

// kinds applies the rules about messages of the kinds in kinds.go, beyond those that all kinds have.
func (c *checker) kinds(m *node, platform string, people map[string]bool) {
	c.link(m, platform)
	c.blank(m.get("file").get("name"))
	c.blank(m.get("contact").get("name"))
	if sticker := m.get("sticker"); sticker != nil && sticker.kind == kindObject {
		if sticker.get("emoji") == nil {
			c.requires(sticker, "image", "for a sticker without an emoji")
		} else if sticker.get("image") != nil {
			c.ignored(sticker.get("emoji"), "has no effect beside image")
		} else {
			c.emoji(sticker.get("emoji"))
		}
	}
	c.poll(m.get("poll"), people)
}

// mostFilms bounds the video files that play in one video: each of them is loaded and decoded by itself.
const mostFilms = 20

// films applies the bound on the video files that play in messages. A file that plays in several counts once.
func (c *checker) films(messages []*node) {
	if !c.root.get("renderKind").is(string(Video)) {
		return
	}
	known := map[string]bool{}
	for _, m := range messages {
		for _, kind := range []string{"gif", "video"} {
			file := m.get(kind).get("file")
			if name, ok := file.str(); ok {
				known[name] = true
			}
			if len(known) > mostFilms {
				c.at(file, CodeLength, "this is video file %d of the messages; at most %d play in one video; leave this one out, so that its picture is shown", len(known), mostFilms)
				return
			}
		}
	}
}

// link applies the rules about the preview of a page, which only texts have.
func (c *checker) link(m *node, platform string) {
	link := m.get("link")
	if link == nil {
		return
	}
	switch kind, _ := m.get("type").str(); {
	case kind != "text":
		c.ignored(link, "has no effect on a message of the type %s; only texts have one", kind)
	case m.get("deleted").isTrue() && !c.changes(m):
		c.ignored(link, "has no effect on a message that was deleted")
	default:
		c.notShown(link, Chats, platform, "link")
	}
	c.blank(link.get("title"))
}

// poll applies the rules about who chose which answer.
func (c *checker) poll(poll *node, people map[string]bool) {
	c.blank(poll.get("question"))
	chosen := map[string]bool{}
	for _, option := range poll.get("options").items() {
		c.blank(option.get("text"))
		here := map[string]bool{}
		for _, by := range option.get("by").items() {
			c.resolves(by, people, "user of this conversation")
			id, ok := by.str()
			switch {
			case !ok:
			case here[id]:
				c.warn(by, CodeContradict, "%s is named twice for this answer, and counted once", by.describe())
			case chosen[id] && !poll.get("multiple").isTrue():
				c.warn(by, CodeContradict, "%s chose another answer, too; write multiple: true for a poll in which people may", by.describe())
			}
			here[id], chosen[id] = true, true
		}
		if votes := option.get("votes"); votes != nil && votes.kind == kindNumber && votes.number < float64(len(here)) {
			c.warn(votes, CodeContradict, "less than the %d in by, who are counted", len(here))
		}
	}
}
