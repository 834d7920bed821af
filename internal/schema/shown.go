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
	if n == nil {
		return
	}
	if reason := c.noEffect(t, platform, field); reason != "" {
		c.ignored(n, "%s", reason)
	}
}

// noEffect says that a field has no effect on a platform, and on which it has; it is empty where the field has one. What
// it found is kept: a payload may have thousands of users and messages.
func (c *checker) noEffect(t Type, platform, field string) string {
	key := [3]string{string(t), platform, field}
	reason, known := c.reasons[key]
	if known {
		return reason
	}
	if !shows(t, platform, field) {
		reason = "has no effect on " + platform + onlyOn(t, field)
	}
	if c.reasons == nil {
		c.reasons = map[[3]string]string{}
	}
	c.reasons[key] = reason
	return reason
}

// onlyOn lists the platforms that show a field, if they are few.
func onlyOn(t Type, field string) string {
	const few = 3
	var names []string
	for _, name := range Platforms(t) {
		if templates.Has(string(t), name) && shows(t, name, field) {
			names = append(names, name)
		}
	}
	switch last := len(names) - 1; {
	case last == 0:
		return "; only " + names[0] + " has it"
	case last > 0 && last < few:
		return "; only " + strings.Join(names[:last], ", ") + " and " + names[last] + " have it"
	}
	return ""
}

// isWindow reports whether a platform is a window of a desktop, which no phone is around.
func isWindow(t Type, platform string) bool {
	if !templates.Has(string(t), platform) {
		return false
	}
	m, err := templates.ReadManifest(string(t), platform)
	return err == nil && m.Window()
}
