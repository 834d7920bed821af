package schema

import (
	"slices"

	"mockup/internal/wording"
)

// timed is something of a video that has times: a message, a slide, a notification or a card.
type timed struct {
	*node
	timing        *node
	before, after float64 // from the one before it, and to the next one, as far as the payload gives it
}

// video applies the rules about the times of a video. The list has all that comes in the video, in order of time.
func (c *checker) video(t Type, props *node) {
	list := timedOf(t, props)
	settings := c.root.get("video")
	if !c.root.get("renderKind").is(string(Video)) {
		if c.root.get("renderKind").is(string(Image)) {
			c.pictureIgnored(t, props, settings, list)
		}
		return
	}
	if c.still(t, props, settings, list) {
		return
	}
	c.keyboard(t, props, settings)
	c.videoIgnored(t, props, settings)
	c.videoChanges(t, props, settings)
	list = c.startAt(t, settings, list)
	for _, item := range list {
		c.timingIgnored(t, props, item)
		if at, delay := item.timing.get("at"), item.timing.get("delay"); at != nil && delay != nil {
			c.at(delay, CodeConflict, "at says already when it comes; keep one of them")
		}
	}
	c.times(settings, list)
}

// moves reports whether the payload gives a video that does not stand still.
func (c *checker) moves() bool {
	return c.root.get("renderKind").is(string(Video)) && !c.root.get("video").get("still").isTrue()
}

// moving lists the fields of props that only a video that moves has a use for. The list has all that comes in it.
func moving(props *node, list []timed) []*node {
	var fields []*node
	for _, item := range list {
		fields = append(fields, item.timing, item.get("narration"), item.get("retype"), item.get("voice").get("playAfter"),
			item.get("gif").get("file"), item.get("video").get("file"), item.get("poll").get("votesAfter"))
		for _, reaction := range item.get("reactions").items() {
			fields = append(fields, reaction.get("after"))
		}
	}
	for _, slide := range props.get("slides").items() {
		fields = append(fields, slide.get("tap"))
		for _, sticker := range slide.get("stickers").items() {
			if sticker.get("kind").is("poll") && sticker.get("voted") != nil {
				fields = append(fields, sticker.get("votedAfter"))
			}
		}
	}
	for _, name := range []string{"wake", "unlock"} {
		if field := props.get(name); field.isTrue() {
			fields = append(fields, field)
		}
	}
	return fields
}

// timedOf lists what has times, in the order in which it comes.
func timedOf(t Type, props *node) []timed {
	var nodes []*node
	switch t {
	case Chats, AI:
		nodes = props.get("messages").items()
	case Stories:
		nodes = props.get("slides").items()
		nodes = nodes[passedSlides(props):]
	case Notifications:
		nodes = slices.Clone(props.get("notifications").items())
		slices.Reverse(nodes)
	case CommentPopup:
		nodes = props.get("comments").items()
	}
	list := make([]timed, len(nodes))
	for i, n := range nodes {
		timing := n.get("timing")
		delay, typing, hold := timing.get("delay").orZero(), timing.get("typing").orZero(), timing.get("hold").orZero()
		list[i] = timed{n, timing, delay, hold}
		switch {
		case t == Stories:
			list[i].before = 0
			full := SlideTime
			if timing.get("hold") != nil {
				full = hold
			}
			if tap, ok := n.get("tap").num(); ok && i < len(nodes)-1 && tap < full {
				list[i].after = tap
			}
		case t == AI && n.get("role").is("assistant"):
			list[i].after += typing // it is there when its first words are
		case t == Chats || t == AI:
			list[i].before += typing
		}
	}
	return list
}

// passedSlides is how many slides of a story are not shown.
func passedSlides(props *node) int {
	current, _ := props.get("currentSlide").num()
	return int(max(0, min(current, float64(len(props.get("slides").items())))))
}

// videoIgnored warns about settings that a type of video has no use for.
func (c *checker) videoIgnored(t Type, props, settings *node) {
	if t == Stories || t == CommentPopup {
		instead := map[Type]string{Stories: "hold in the timing of a slide is its length", CommentPopup: "props.speed is how fast the cards follow each other"}[t]
		c.ignored(settings.get("pace"), "has no effect on %s; %s", t, instead)
		c.ignored(settings.get("startAt"), "has no effect on %s; only chats, ai and notifications have it", t)
	}
	if t == CommentPopup {
		c.ignored(settings.get("sounds"), "has no effect on %s; props.sound says whether its cards are heard", t)
	}
	for _, slide := range props.get("slides").items()[:passedSlides(props)] {
		c.ignored(slide.get("timing"), "has no effect; the video begins with the slide that currentSlide names")
		c.ignored(slide.get("narration"), "has no effect; the video begins with the slide that currentSlide names")
	}
	if t == Stories && settings.get("loop").isTrue() {
		c.ignored(settings.get("loop"), "has no effect on stories, whose last slide leads into the first as every slide into the next")
	}
	if clock := settings.get("clock"); clock.is("follow") {
		platform, _ := props.get("platform").str()
		status := props.get("showDeviceStatus")
		switch {
		case t != Chats:
			c.ignored(clock, "has no effect on %s; only the messages of chats have timestamps", t)
		case status != nil && !status.isTrue() || isWindow(Chats, platform):
			c.ignored(clock, "has no effect without a status bar")
		}
	}
}

// pictureIgnored warns about what only a video shows: all settings but the keyboard, and the times and sounds of what comes.
func (c *checker) pictureIgnored(t Type, props, settings *node, list []timed) {
	if !slices.Contains(Kinds(t), Video) {
		c.ignored(settings, "has no effect on %s, of which there are no videos; leave it out", t)
		return
	}
	for _, field := range moving(props, list) {
		c.onPicture(field)
	}
	if !settings.get("keyboard").isTrue() {
		c.onPicture(settings)
		return
	}
	for _, field := range settings.fields() {
		if field.key != "keyboard" {
			c.onPicture(field)
		}
	}
	c.keyboard(t, props, settings)
}

// onPicture warns about a field of a picture that only a video shows.
func (c *checker) onPicture(field *node) {
	c.ignored(field, "has no effect on a picture; set renderKind: video, or leave it out")
}

// keyboard warns about a keyboard, and about typos, where nothing is typed or no phone is seen.
func (c *checker) keyboard(t Type, props, settings *node) {
	platform, _ := props.get("platform").str()
	footer := props.get("showFooter")
	typos := settings.get("typos")
	for _, field := range []*node{settings.get("keyboard"), typos} {
		switch n, _ := typos.num(); {
		case field == nil || field != typos && !field.isTrue() || field == typos && n == 0:
		case t != Chats && t != AI:
			c.ignored(field, "has no effect on %s; only chats and ai have it", t)
		case t != Chats && field == typos:
			c.ignored(field, "has no effect on %s; only chats have it", t)
		case footer != nil && !footer.isTrue():
			c.ignored(field, "has no effect without the bar that one types in; leave showFooter out")
		case field == typos:
		case isWindow(t, platform):
			c.ignored(field, "has no effect on %s, which is a window of a desktop", platform)
		case props.get("floatingMessages").isTrue() && Shows(t, platform, "bubbles") && !c.root.get("render3D").isTrue():
			c.ignored(field, "has no effect with floatingMessages; set render3D or leave them out")
		}
	}
}

// timingIgnored warns about times that something has no use for.
func (c *checker) timingIgnored(t Type, props *node, item timed) {
	typing := item.timing.get("typing")
	switch change := item.timing.get("change"); {
	case t != Chats:
		c.ignored(change, "has no effect here; only messages of chats are edited or deleted")
	case !item.get("edited").isTrue() && !item.get("deleted").isTrue() && !item.get("failed").isTrue():
		c.ignored(change, "has no effect on a message that is neither edited, deleted nor failed")
	}
	switch read := item.timing.get("read"); {
	case t != Chats:
		c.ignored(read, "has no effect here; only messages of chats are read")
	case !item.get("status").is("read"):
		c.ignored(read, "has no effect on a message without the status read")
	}
	switch {
	case t == Stories:
		c.ignored(item.timing.get("delay"), "has no effect on a slide; hold is how long it is shown")
		c.ignored(typing, "has no effect on a slide; only messages are typed")
	case t == Notifications || t == CommentPopup:
		c.ignored(typing, "has no effect here; only messages are typed")
	case t == Chats && item.get("type").is("image"):
		sender, _ := props.get("sender").get("id").str()
		if item.get("userId").is(sender) {
			c.ignored(typing, "has no effect on a picture that the sender sends; nothing is typed")
		}
	}
}

// startAt checks which message is on the screen first, and returns what comes behind it.
func (c *checker) startAt(t Type, settings *node, list []timed) []timed {
	start := settings.get("startAt")
	id, ok := start.str()
	if !ok || t == Stories || t == CommentPopup {
		return list
	}
	known := map[string]bool{}
	at := -1
	for i, item := range list {
		if v, ok := item.get("id").str(); ok {
			known[v] = true
			if v == id {
				at = i
			}
		}
	}
	switch {
	case at < 0 && t == Notifications:
		c.resolves(start, known, "notification")
		return list
	case at < 0:
		c.resolves(start, known, "message")
		return list
	case at == len(list)-1:
		c.at(start, CodeConflict, "%s is the last one, so that nothing would happen; name an earlier one", wording.Quote(id))
	}
	for i := range at + 1 {
		if t == Notifications {
			i = at - i // as they are written
		}
		item := list[i]
		if i < at {
			c.ignored(item.get("narration"), "has no effect; the video starts with this on the screen, by startAt")
		}
		for _, field := range item.timing.fields() {
			if i < at || field.key != "hold" {
				c.ignored(field, "has no effect; the video starts with this on the screen, by startAt")
			}
		}
	}
	list[at].after = list[at].timing.get("hold").orZero()
	return list[at:]
}

// times compares the times that the payload gives with each other. What it leaves open takes next to no time here, so that
// nothing is refused that can be kept.
func (c *checker) times(settings *node, list []timed) {
	end := settings.get("intro").orZero()
	fixed := end           // the same without the least gaps, of which a long conversation has many
	var latest, over *node // the timings of the last item that has some, and those that are too much
	for i, item := range list {
		if item.timing != nil {
			latest = item.timing
		}
		gap := item.before
		if i > 0 {
			gap = max(gap, list[i-1].after)
			end += max(0, LeastGap-gap)
		}
		end, fixed = end+gap, fixed+gap
		at := item.timing.get("at")
		if given, ok := at.num(); ok {
			if given < end-1e-9 {
				c.at(at, CodeMismatch, "%s is too early; by its own times and those before it, this comes after %s at the earliest", seconds(given), seconds(end))
			}
			end, fixed = max(given, end), max(given, fixed)
		}
		if fixed > MostLength && over == nil {
			over = latest
		}
	}
	rest := settings.get("outro").orZero()
	if len(list) > 0 {
		rest += list[len(list)-1].after
	}
	if settings.get("loop").isTrue() {
		rest += LoopTime
	}
	if fixed+rest > MostLength && over == nil {
		over = settings
	}
	length := settings.get("length")
	switch given, ok := length.num(); {
	case over != nil:
		c.at(over, CodeRange, "with these times the video is longer than %s, the most that a video may have", seconds(MostLength))
	case ok && given < end+rest-1e-9:
		c.at(length, CodeMismatch, "%s is too short; the times in this payload take %s at least", seconds(given), seconds(end+rest))
	}
}
