package schema

import "time"

func (c *checker) comments(p *node) {
	platform, _ := p.get("platform").str()
	known := c.ids(p.get("users").items(), "users", nil)
	for _, name := range []string{"postAuthor", "currentUser"} { // these two may be listed among users as well
		if id, ok := p.get(name).get("id").str(); ok {
			known[id] = true
		}
	}
	c.thread(p.get("comments").items(), platform, known, map[string]bool{})
	for _, name := range []string{"videoImage", "showHeader"} {
		c.unshown(p.get(name), Comments, platform, name)
	}
}

func (c *checker) thread(list []*node, platform string, users, seen map[string]bool) {
	c.ids(list, "the comments of a thread, replies included", seen)
	for _, n := range list {
		c.resolves(n.get("userId"), users, "user, postAuthor or currentUser")
		c.attachment(n.get("attachment"))
		c.unshown(n.get("attachment"), Comments, platform, "attachment")
		c.thread(n.get("replies").items(), platform, users, seen)
	}
}

func (c *checker) attachment(a *node) {
	kind, _ := a.get("type").str()
	excluded := map[string][]string{"voice": {"options", "status", "endsIn"}, "poll": {"durationSeconds"}}[kind]
	for _, name := range excluded {
		if field := a.get(name); field != nil {
			c.atKey(field, CodeConflict, "a %s attachment has no %s; remove the field", kind, name)
		}
	}
	switch kind {
	case "voice":
		c.requires(a, "durationSeconds", "for a voice attachment")
	case "poll":
		c.requires(a, "options", "for a poll")
		c.ids(a.get("options").items(), "the options of a poll", nil)
		if endsIn := a.get("endsIn"); endsIn != nil && a.get("status").is("closed") {
			c.atKey(endsIn, CodeConflict, "a closed poll has ended; remove the field or set status to open")
		}
	}
}

func (c *checker) popup(p *node) {
	c.ignored(c.root.get("canvas"), "has no effect on comment-popup; props.aspectRatio and props.background are the frame")
	c.ids(p.get("comments").items(), "comments", nil)
	for _, n := range p.get("comments").items() {
		x, y := n.get("x"), n.get("y")
		switch {
		case x != nil && y == nil:
			c.requires(n, "y", "beside x; give both or neither")
		case x == nil && y != nil:
			c.requires(n, "x", "beside y; give both or neither")
		}
	}
}

func (c *checker) emails(p *node) {
	thread := p.get("conversation")
	known := c.ids(thread.get("participants").items(), "participants", nil)
	c.ids(thread.get("emails").items(), "emails", nil)
	for _, m := range thread.get("emails").items() {
		c.resolves(m.get("senderId"), known, "participant")
	}
}

func (c *checker) dashboard(p *node) {
	start, okStart := c.date(p, "startDate")
	end, okEnd := c.date(p, "endDate")
	if okStart && okEnd && end.Before(start) {
		n := p.get("endDate")
		if n == nil {
			n = p.get("startDate")
		}
		c.at(n, CodeMismatch, "endDate %s is before startDate %s", end.Format(time.DateOnly), start.Format(time.DateOnly))
	}
	if metric, _ := p.get("metric").str(); metric == "New customers" || metric == "Successful payments" {
		c.ignored(p.get("currencyCode"), "has no effect on %s, which is a count", metric)
	}
}

// date returns the date of a field, or its default if it was not written.
func (c *checker) date(p *node, name string) (time.Time, bool) {
	text, ok := p.get(name).str()
	if p.get(name) == nil {
		if s := schemaAt(c.schema, []string{"props", name}); s != nil && s.Default != nil {
			text, ok = (*s.Default).(string)
		}
	}
	t, err := time.Parse(time.DateOnly, text)
	return t, ok && err == nil
}
