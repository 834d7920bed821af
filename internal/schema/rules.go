package schema

import (
	"maps"
	"math"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// checker holds the rules that span several fields. They work on the tree and not on the typed payload: they must find
// what they can beside fields of the wrong type, know what was written and what is a default, and say where.
type checker struct {
	*report
	root   *node
	schema *jsonschema.Schema
	opts   Options

	reasons map[[3]string]string // see noEffect
}

// run applies the rules of the type. Values that the schema check refuses are passed over here.
func (c *checker) run(t Type) {
	c.rendererVersion()
	c.camera(t)
	props := c.root.get("props")
	if HasPlatform(t) {
		c.samePlatform(t, props)
	}
	switch t {
	case Chats:
		c.chats(props)
	case AI:
		c.ai(props)
	case Stories:
		c.stories(props)
	case Notifications:
		c.notifications(props)
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
		c.at(n, CodeMismatch, "%s is not the renderer version of this installation, %s", quote(v), quote(want))
	}
}

func (c *checker) camera(t Type) {
	render3D, camera := c.root.get("render3D"), c.root.get("cameraPosition")
	switch {
	case t == "": // unknown, and reported
	case !onPhone(t):
		c.ignored(render3D, "has no effect on %s; only chats, stories and notifications are drawn on a phone", t)
		c.ignored(camera, "has no effect on %s; only chats, stories and notifications are drawn on a phone", t)
	case !render3D.isTrue():
		c.ignored(camera, "has no effect without render3D: true")
	}
	var position [3]float64
	for i, v := range camera.items() {
		if i == len(position) || v.kind != kindNumber || math.IsNaN(v.number) || math.IsInf(v.number, 0) {
			return // reported
		}
		position[i] = v.number
	}
	if fault := cameraFault(position); len(camera.items()) == len(position) && fault != "" {
		c.at(camera, CodeRange, "%s; allowed: at least %d phone height from the middle of the screen, and at most %d° to the side of straight ahead, as [-1.5, 0.5, 3]", fault, minCamera, maxCameraAngle)
	}
}

func (c *checker) samePlatform(t Type, props *node) {
	outer, inner := c.root.get("platform"), props.get("platform")
	a, okA := outer.str()
	b, okB := inner.str()
	known := Platforms(t)
	if okA && okB && a != b && slices.Contains(known, a) && slices.Contains(known, b) {
		c.at(inner, CodeMismatch, "%s differs from the top-level platform %s", quote(b), quote(a))
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
				c.at(id, CodeUnique, "the id %s is used twice; ids must be unique among %s", quote(v), what)
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
	if len(known) < 200 && !c.full() { // more is no help, and hostile input could make it slow
		names = slices.Sorted(maps.Keys(known))
	}
	c.at(n, CodeReference, "%s is the id of no %s%s%s", quote(id), what, some(names), DidYouMean(id, names))
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
		quoted = append(quoted, quote(w))
	}
	if len(words) > most {
		quoted = append(quoted, "…")
	}
	if len(quoted) == 0 {
		return ""
	}
	return "; known ids: " + list(quoted)
}
