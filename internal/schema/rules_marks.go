package schema

// marks applies the rules about the marks of a message, and about what is not sent.
func (c *checker) marks(m *node, platform string) {
	kind, _ := m.get("type").str()
	for _, name := range []string{"starred", "failed", "unread", "replyToStory"} {
		switch field := m.get(name); {
		case field == nil || field.kind == kindBool && !field.isTrue():
		case kind == "event" || kind == "typing" || kind == "call" && name != "unread":
			c.ignored(field, "has no effect on a message of the type %s", kind)
		case m.get("deleted").isTrue() && name != "unread" && !c.changes(m):
			c.ignored(field, "has no effect on a message that was deleted")
		default:
			c.notShown(field, Chats, platform, name)
		}
	}
	if m.get("replyTo") != nil {
		c.ignored(m.get("replyToStory"), "has no effect beside replyTo; a message answers one thing")
	}
	if failed := m.get("failed"); failed.isTrue() {
		if !c.isSender(m) {
			c.ignored(failed, "has no effect on a received message; only those of the sender can fail")
			return
		}
		c.ignored(m.get("status"), "has no effect beside failed")
	}
}

// isSender reports whether a message is one of the sender.
func (c *checker) isSender(m *node) bool {
	sender, ok := c.root.get("props").get("sender").get("id").str()
	return ok && m.get("userId").is(sender)
}

// typing applies the rules about a message of the type typing, of which nothing is sent.
func (c *checker) typing(p, m *node, platform string) {
	switch {
	case !c.moves():
		c.ignored(m.get("type"), "has no effect on a picture, which shows who types by presence: typing of a receiver")
	case c.isSender(m):
		c.requires(m, "text", "for what the sender types and does not send")
		c.blank(m.get("text"))
		c.needsComposer(p, m.get("type"))
	default:
		c.notShown(m.get("type"), Chats, platform, "typing")
		c.ignored(m.get("text"), "has no effect on a message of the type typing of a receiver, which is not read")
	}
	c.ignored(m.get("images"), "has no effect on a message of the type typing")
	c.ignored(m.get("narration"), "has no effect on a message of the type typing")
}

// retype applies the rules about what the sender types first and deletes.
func (c *checker) retype(p, m *node) {
	field := m.get("retype")
	if field == nil || !c.moves() {
		return
	}
	kind, _ := m.get("type").str()
	switch {
	case !c.isSender(m):
		c.ignored(field, "has no effect on a received message; only the sender is seen typing letters")
	case kind != "text" && kind != "mixed":
		c.ignored(field, "has no effect on a message of the type %s", kind)
	default:
		c.blank(field)
		c.needsComposer(p, field)
	}
}

// needsComposer warns about what is typed where there is nothing to type in.
func (c *checker) needsComposer(p, field *node) {
	if footer := p.get("showFooter"); footer != nil && !footer.isTrue() {
		c.ignored(field, "has no effect without the bar that one types in; leave showFooter out")
	}
}

// presence applies the rules about what the app says of a person.
func (c *checker) presence(p, u *node, platform string, sender, first bool) {
	state, last := u.get("presence"), u.get("lastSeen")
	kind, _ := state.str()
	group := p.get("conversationType").is("group-chat")
	video := c.root.get("renderKind").is(string(Video))
	switch {
	case sender:
		c.ignored(state, "has no effect on the sender; only of receivers the app says it")
	case kind == "typing" && video:
		c.ignored(state, "has no effect on a video, which shows it by a message of the type typing")
	case kind == "typing":
		c.notShown(state, Chats, platform, "typing")
	case group:
		c.ignored(state, "has no effect in a group, of whose members the app does not say it")
	case state != nil && !first && c.noEffect(Chats, platform, "presence") == "":
		c.ignored(state, "has no effect here; only the first receiver's is shown")
	case state != nil:
		c.notShown(state, Chats, platform, "presence")
	}
	if last != nil && kind != "offline" {
		c.ignored(last, "has no effect without presence: offline")
	} else if kind == "offline" {
		c.notShown(last, Chats, platform, "lastSeen")
	}
}
