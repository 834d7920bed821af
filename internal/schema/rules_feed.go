package schema

import (
	"slices"

	"mockup/internal/wording"
)

// postParts applies the rules about what a post holds beside its text.
func (c *checker) postParts(post *node, platform string) {
	for _, name := range []string{"images", "quote", "poll", "link", "reactionKinds"} {
		c.notShown(post.get(name), Posts, platform, name)
	}
	images, poll, link := post.get("images"), post.get("poll"), post.get("link")
	pictures := images != nil || post.get("image") != nil
	if images != nil {
		c.ignored(post.get("image"), "has no effect with images, which take its place")
	}
	switch {
	case pictures:
		c.ignored(poll, "has no effect on a post with pictures, which has no poll")
		c.ignored(link, "has no effect on a post with pictures, which has no card of a link")
	case poll != nil:
		c.ignored(link, "has no effect on a post with a poll, which has no card of a link")
	}
	quote := post.get("quote")
	if quote.get("image") == nil {
		c.blank(quote.get("content"))
	}
	c.postPoll(poll, platform)
	c.blank(link.get("title"))
	c.notShown(link.get("description"), Posts, platform, "linkDescription")
	c.reactionKinds(post.get("reactionKinds"), platform)
}

func (c *checker) postPoll(poll *node, platform string) {
	if poll == nil {
		return
	}
	options := c.ids(poll.get("options").items(), "the options of a poll", nil)
	c.resolves(poll.get("voted"), options, "option of this poll")
	c.notShown(poll.get("question"), Posts, platform, "question")
	if poll.get("closed").isTrue() {
		c.ignored(poll.get("endsIn"), "has no effect on a poll that is closed")
	}
}

// reactionKinds reports kinds of reactions that the app does not have.
func (c *checker) reactionKinds(list *node, platform string) {
	known := ReactionKinds(platform)
	if known == nil {
		return
	}
	all := slices.Concat(ReactionKinds("facebook"), ReactionKinds("linkedin"))
	seen := map[string]bool{}
	for _, n := range list.items() {
		kind, ok := n.str()
		switch {
		case !ok || !slices.Contains(all, kind): // refused already
		case !slices.Contains(known, kind):
			c.ignored(n, "has no effect on %s, whose reactions are %s", platform, wording.List(known))
		case seen[kind]:
			c.at(n, CodeUnique, "%s is named twice; name each kind once", wording.Quote(kind))
		}
		seen[kind] = true
	}
}

// ReactionKinds lists the kinds of reactions that a post of a platform can have; nil: it has none that differ.
func ReactionKinds(platform string) []string {
	switch platform {
	case "facebook":
		return []string{"like", "love", "care", "haha", "wow", "sad", "angry"}
	case "linkedin":
		return []string{"like", "celebrate", "support", "love", "insightful", "funny"}
	}
	return nil
}
