package schema

import "slices"

// stickers applies the rules about what stands on the slides of a story, and about taps that end them.
func (c *checker) stickers(slides []*node) {
	for i, slide := range slides {
		for _, s := range slide.get("stickers").items() {
			c.sticker(s)
		}
		c.tap(slide, i == len(slides)-1)
	}
}

func (c *checker) sticker(s *node) {
	kind := "text"
	if given, ok := s.get("kind").str(); ok {
		kind = given
	}
	needs := map[string][]string{"text": {"text"}, "link": {"url"}, "poll": {"text", "options"}}[kind]
	for _, name := range needs {
		c.requires(s, name, "for a "+kind+" sticker")
	}
	c.blank(s.get("text"))
	for _, field := range s.fields() {
		if of := stickerFields[field.key]; of != nil && needs != nil && !slices.Contains(of, kind) {
			c.ignored(field, "has no effect on a %s sticker", kind)
		}
	}
	if ground, _ := s.get("ground").str(); ground == "strip" && kind == "text" {
		for _, name := range []string{"x", "tilt"} {
			c.ignored(s.get(name), "has no effect on a strip, which goes straight from edge to edge")
		}
	}
	options := c.ids(s.get("options").items(), "the options of a poll", nil)
	if kind == "poll" {
		c.resolves(s.get("voted"), options, "option of this poll")
		if s.get("votedAfter") != nil {
			c.requires(s, "voted", "for votedAfter")
		}
	}
}

// stickerFields are the kinds of stickers that a field has an effect on; fields that are not named have one on all.
var stickerFields = map[string][]string{
	"font": {"text"}, "size": {"text"}, "ground": {"text"}, "color": {"text"}, "align": {"text"},
	"url": {"link"}, "options": {"poll"}, "voted": {"poll"}, "votedAfter": {"poll"},
}

// tap warns about a tap that changes nothing.
func (c *checker) tap(slide *node, last bool) {
	tap := slide.get("tap")
	given, _ := tap.num()
	hold, ok := slide.get("timing").get("hold").num()
	switch {
	case tap == nil || !c.moves():
	case last:
		c.ignored(tap, "has no effect on the last slide, behind which the story ends")
	case ok && hold <= given:
		c.ignored(tap, "has no effect; by timing.hold, the slide is over by then")
	case !ok && SlideTime <= given:
		c.ignored(tap, "has no effect; the bar of a slide without timing.hold is full after %s; give a smaller tap, or a timing.hold above %s", seconds(SlideTime), seconds(given))
	}
}
