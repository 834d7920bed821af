package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mockup/internal/wording"
)

// checker holds the rules that span several fields. They work on the tree and not on the typed payload: they must find
// what they can beside fields of the wrong type, know what was written and what is a default, and say where.
type checker struct {
	*report
	root *node
	spec *spec
	opts Options

	reasons map[[3]string]string // see noEffect
}

// run applies the rules of the type. Values that the schema check refuses are passed over here.
func (c *checker) run(t Type) {
	c.rendererVersion()
	c.camera(t)
	c.canvas(t)
	props := c.root.get("props")
	c.statusBarTime(t, props.get("statusBarTime"))
	if HasPlatform(t) {
		c.samePlatform(t, props)
	}
	c.video(t, props)
	switch t {
	case Chats:
		c.chats(props)
	case AI:
		c.ai(props)
	case Stories:
		c.stories(props)
	case Notifications:
		c.notifications(props)
	case Posts:
		c.posts(props)
	case Comments:
		c.comments(props)
	case CommentPopup:
		c.popup(props)
	case Emails:
		c.emails(props)
	case DashboardChart:
		c.dashboard(props)
	}
}

func (c *checker) rendererVersion() {
	n := c.root.get("rendererVersion")
	v, ok := n.str()
	if want := c.opts.RendererVersion; want != "" && ok && v != want && checkRendererVersion(v) == nil {
		c.at(n, CodeMismatch, "%s is not the renderer version of this installation, %s", wording.Quote(v), wording.Quote(want))
	}
}

// statusBarTime warns about a time of day that no clock shows, or that no phone shows so. Other texts are drawn as they are,
// without a word: a clock may be written in many ways.
func (c *checker) statusBarTime(t Type, n *node) {
	most := 10 // characters that fit beside the island; on a lock screen the clock becomes smaller
	if t == Notifications {
		most = 8
	}
	text, _ := n.str()
	hour, rest, ok := strings.Cut(text, ":")
	clock := ok && len(hour) <= 2 && len(rest) >= 2
	half := ""
	if clock {
		half = strings.ToLower(strings.TrimSpace(rest[2:]))
	}
	switch {
	case clock && !isTime(hour, rest[:2], half):
		c.warn(n, CodeFormat, "%s is not a time of day, and drawn as it is; write it like 9:41", wording.Quote(text))
	case clock && isHalf(half):
		c.warn(n, CodeFormat, "a phone's clock shows no AM or PM, and %s is drawn as it is; write it like 9:41", wording.Quote(text))
	case utf8.RuneCountInString(text) > most:
		c.warn(n, CodeFormat, "%s does not fit, and is drawn as it is; write it like 9:41", wording.Quote(text))
	}
}

// isHalf reports whether a text in small letters names a half of the day.
func isHalf(text string) bool {
	return slices.Contains([]string{"am", "pm", "a.m.", "p.m."}, text)
}

// isTime reports whether hour and minute are a time of day, if they are numbers at all.
func isTime(hour, minute, half string) bool {
	h, err1 := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	hours := 23
	if isHalf(half) {
		hours = 12
	}
	return err1 != nil || err2 != nil || h >= 0 && h <= hours && m >= 0 && m <= 59
}

// blank warns about a text that shows nothing.
func (c *checker) blank(n *node) {
	text, ok := n.str()
	if ok && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) {
		c.warn(n, CodeEmpty, "this text is empty or blank")
	}
}

func (c *checker) samePlatform(t Type, props *node) {
	outer, inner := c.root.get("platform"), props.get("platform")
	a, okA := outer.str()
	b, okB := inner.str()
	known := Platforms(t)
	if okA && okB && a != b && slices.Contains(known, a) && slices.Contains(known, b) {
		c.at(inner, CodeMismatch, "%s differs from the top-level platform %s", wording.Quote(b), wording.Quote(a))
	}
}

// ids collects the ids of list and reports those used twice. Ids in known count as used already.
func (c *checker) ids(list []*node, what string, known map[string]bool) map[string]bool {
	if known == nil {
		known = map[string]bool{}
	}
	for _, n := range list {
		id := n.get("id")
		if v, ok := id.str(); ok {
			if known[v] {
				c.at(id, CodeUnique, "the id %s is used twice; ids must be unique among %s", wording.Quote(v), what)
			}
			known[v] = true
		}
	}
	return known
}

// resolves reports an id that is not among the known ones.
func (c *checker) resolves(n *node, known map[string]bool, what string) {
	id, ok := n.str()
	if !ok || known[id] {
		return
	}
	var names []string
	if len(known) < 200 && !c.over(n.pos) { // more is no help, and hostile input could make it slow
		names = slices.Sorted(maps.Keys(known))
	}
	c.at(n, CodeReference, "%s is the id of no %s%s%s", wording.Quote(id), what, some(names), wording.DidYouMean(id, names))
}

// requires reports a field that another field's value makes necessary.
func (c *checker) requires(n *node, name, reason string) {
	if n != nil && n.kind == kindObject && n.get(name) == nil {
		c.missing(n, name, "required %s", reason)
	}
}

// some returns the end of a message that lists the known ids, cut after the first few.
func some(words []string) string {
	const most = 8
	var quoted []string
	for _, w := range words[:min(len(words), most)] {
		quoted = append(quoted, wording.Quote(w))
	}
	if len(words) > most {
		quoted = append(quoted, "…")
	}
	if len(quoted) == 0 {
		return ""
	}
	return "; known ids: " + wording.List(quoted)
}
