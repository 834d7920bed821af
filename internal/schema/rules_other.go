package schema

import (
	"slices"
	"time"

	"mockup/internal/wording"
)

func (c *checker) posts(p *node) {
	platform, _ := p.get("platform").str()
	post := p.get("post")
	for name, n := range map[string]*node{"expanded": p.get("expanded"), "degree": post.get("author").get("degree")} {
		c.notShown(n, Posts, platform, name)
	}
	if post.get("quote") == nil || !Shows(Posts, platform, "quote") { // a quoted post has an age
		c.notShown(p.get("viewedAt"), Posts, platform, "viewedAt")
	}
	c.viewedAt(p.get("viewedAt"), post.get("timestamp"))
	c.postParts(post, platform)
}

// viewedAt reports a moment of looking that lies before something that is seen then.
func (c *checker) viewedAt(n, timestamp *node) {
	viewed, ok := n.str()
	posted, okPosted := timestamp.str()
	a, err1 := ParseInstant(viewed)
	b, err2 := ParseInstant(posted)
	if ok && okPosted && err1 == nil && err2 == nil && a.Before(b) {
		c.at(n, CodeMismatch, "%s is before the timestamp %s of what is looked at", wording.Quote(viewed), posted)
	}
}

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
		c.notShown(p.get(name), Comments, platform, name)
	}
	for _, user := range slices.Concat(p.get("users").items(), []*node{p.get("postAuthor"), p.get("currentUser")}) {
		c.notShown(user.get("headline"), Comments, platform, "headline")
		c.notShown(user.get("degree"), Comments, platform, "degree")
	}
	list, newest := commentsOf(p.get("comments"), nil)
	c.viewedAt(p.get("viewedAt"), newest)
	if count := p.get("commentCount"); count != nil && count.kind == kindNumber && count.number < float64(list) {
		c.warn(count, CodeFormat, "%s is less than the %d comments of the list, replies included; it is drawn as it is", count.text, list)
	}
}

// commentsOf counts comments and their replies, and returns the timestamp of the newest; nil if there is none.
func commentsOf(list, newest *node) (int, *node) {
	count := 0
	for _, n := range list.items() {
		at, _ := n.get("timestamp").str()
		latest, _ := newest.str()
		if Instant(at).Time().After(Instant(latest).Time()) {
			newest = n.get("timestamp")
		}
		replies, newer := commentsOf(n.get("replies"), newest)
		count, newest = count+1+replies, newer
	}
	return count, newest
}

func (c *checker) thread(list []*node, platform string, users, seen map[string]bool) {
	c.ids(list, "the comments of a thread, replies included", seen)
	for _, n := range list {
		c.resolves(n.get("userId"), users, "user, postAuthor or currentUser")
		if n.get("image") == nil {
			c.blank(n.get("text"))
		}
		c.attachment(n.get("attachment"))
		for _, answer := range n.get("replies").items() {
			c.ignored(answer.get("pinned"), "has no effect on an answer; only comments are pinned")
		}
		for _, name := range []string{"attachment", "reposts", "views", "image", "pinned", "likedByAuthor"} {
			c.notShown(n.get(name), Comments, platform, name)
		}
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
		if a.get("status").is("closed") {
			c.ignored(a.get("endsIn"), "has no effect on a closed poll")
		}
	}
}

func (c *checker) popup(p *node) {
	c.ignored(c.root.get("canvas"), "has no effect on comment-popup; props.aspectRatio and props.background are the frame")
	c.ids(p.get("comments").items(), "comments", nil)
	for _, n := range p.get("comments").items() {
		c.blank(n.get("text"))
		platform, _ := n.get("platform").str()
		c.notShown(n.get("likes"), CommentPopup, platform, "likes")
		c.notShown(n.get("verified"), CommentPopup, platform, "verified")
	}
}

func (c *checker) emails(p *node) {
	platform, _ := p.get("platform").str()
	thread := p.get("conversation")
	known := c.ids(thread.get("participants").items(), "participants", nil)
	c.ids(thread.get("emails").items(), "emails", nil)
	for _, m := range thread.get("emails").items() {
		c.resolves(m.get("senderId"), known, "participant")
		c.blank(m.get("body"))
		c.notShown(m.get("expanded"), Emails, platform, "expanded")
		c.notShown(m.get("showDetails"), Emails, platform, "showDetails")
	}
	c.resolves(thread.get("me"), known, "participant")
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
	points, compare := len(p.get("points").items()), len(p.get("comparePoints").items())
	if compare > 0 && (2*compare < points || 2*points < compare) {
		c.warn(p.get("comparePoints"), CodeContradict, "the previous period has %d points, and points has %d; both lines are as wide as the chart, so give as many for both", compare, points)
	}
	if metric, _ := p.get("metric").str(); metric == "New customers" || metric == "Successful payments" {
		c.ignored(p.get("currencyCode"), "has no effect on %s, which is a count", metric)
	}
}

// date returns the date of a field, or its default if it was not written.
func (c *checker) date(p *node, name string) (time.Time, bool) {
	text, ok := p.get(name).str()
	if p.get(name) == nil {
		text, ok = c.spec.field("props").field(name).preset.(string)
	}
	t, err := time.Parse(time.DateOnly, text)
	return t, ok && err == nil
}
