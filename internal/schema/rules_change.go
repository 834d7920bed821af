package schema

// videoChanges applies the rules about what changes in a chat beside its messages.
func (c *checker) videoChanges(t Type, props, settings *node) {
	list := settings.get("changes")
	if t != Chats {
		c.ignored(list, "has no effect on %s; only chats have it", t)
		return
	}
	platform, _ := props.get("platform").str()
	messages := map[string]bool{}
	for _, m := range props.get("messages").items() {
		if id, ok := m.get("id").str(); ok {
			messages[id] = true
		}
	}
	for _, change := range list.items() {
		c.changeTime(change, messages)
		c.changePresence(props, change, platform)
		c.changeDevice(props, change, platform)
	}
}

// changeTime applies the rules about when something changes.
func (c *checker) changeTime(change *node, messages map[string]bool) {
	at, after, delay := change.get("at"), change.get("after"), change.get("delay")
	switch {
	case at != nil && after != nil:
		c.at(after, CodeConflict, "at says already when it changes; keep one of them")
	case at == nil:
		c.requires(change, "after", "without at; it is the id of the message after which it changes")
	}
	c.resolves(after, messages, "message")
	if after == nil {
		c.ignored(delay, "has no effect without after")
	}
}

func (c *checker) changePresence(props, change *node, platform string) {
	presence, last := change.get("presence"), change.get("lastSeen")
	switch header := props.get("showHeader"); {
	case presence == nil:
	case props.get("conversationType").is("group-chat"):
		c.ignored(presence, "has no effect in a group, of whose members the app does not say it")
	case header != nil && !header.isTrue():
		c.ignored(presence, "has no effect without the header; leave showHeader out")
	default:
		c.notShown(presence, Chats, platform, "presence")
	}
	if !presence.is("offline") {
		c.ignored(last, "has no effect without presence: offline")
	} else {
		c.notShown(last, Chats, platform, "lastSeen")
	}
}

// changeDevice applies the rules about the phone: its status bar, and the notification that slides in.
func (c *checker) changeDevice(props, change *node, platform string) {
	notification := change.get("notification")
	fields := []*node{notification, change.get("statusBarTime"), change.get("batteryLevel")}
	status := props.get("showDeviceStatus")
	for i, field := range fields {
		switch {
		case isWindow(Chats, platform):
			c.ignored(field, "has no effect on %s, which is a window and no phone", platform)
		case i > 0 && status != nil && !status.isTrue():
			c.ignored(field, "has no effect without a status bar")
		}
	}
	c.notification(notification)
	if change.get("presence") == nil && notification == nil && fields[1] == nil && fields[2] == nil {
		c.warn(change, CodeIgnored, "has no effect; give presence, notification, statusBarTime or batteryLevel")
	}
}
