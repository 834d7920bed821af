package schema

import (
	"strings"

	"mockup/templates"
)

// What an app shows is said in its folder among the templates, and nowhere else: the fields of its platform.yaml.

// shows reports whether a platform has a place for one of the fields that only some apps show. Of a platform without a
// folder nothing is known, so it is taken to show all.
func shows(t Type, platform, field string) bool {
	if !templates.Has(string(t), platform) {
		return true
	}
	m, err := templates.ReadManifest(string(t), platform)
	return err != nil || m.Fields[field]
}

// unshown warns about a value that the platform has no place for. The field is named as in the manifests.
func (c *checker) unshown(n *node, t Type, platform, field string) {
	if n == nil || shows(t, platform, field) {
		return
	}
	const few = 3
	var others []string
	for _, name := range Platforms(t) {
		if templates.Has(string(t), name) && shows(t, name, field) {
			others = append(others, name)
		}
	}
	switch len(others) {
	case 1:
		c.ignored(n, "has no effect on %s; only %s has it", platform, others[0])
	case 2, few:
		last := len(others) - 1
		c.ignored(n, "has no effect on %s; only %s and %s have it", platform, strings.Join(others[:last], ", "), others[last])
	default:
		c.ignored(n, "has no effect on %s", platform)
	}
}

// isWindow reports whether a platform is a window of a desktop, which no phone is around.
func isWindow(t Type, platform string) bool {
	if !templates.Has(string(t), platform) {
		return false
	}
	m, err := templates.ReadManifest(string(t), platform)
	return err == nil && m.Window()
}
