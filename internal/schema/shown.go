package schema

import (
	"slices"
	"strings"
)

//go:generate go run ./generate

// app is what validation has to know about the app of a platform. It comes from the platform.yaml of the platform's
// template: see appOf.
type app struct {
	window        bool     // the app is a window of a desktop, which no phone is around
	leavesNothing bool     // of a deleted message
	threads       bool     // the app has threads, above which a deleted message leaves a line
	fields        []string // those of the payload's fields that only some apps show, and this app does
}

// Shows reports whether a platform shows one of the fields that only some apps show. Nothing is known about a platform
// without a template, so it is taken to show all.
func Shows(t Type, platform, field string) bool {
	a, known := appOf(t, platform)
	return !known || slices.Contains(a.fields, field)
}

// LeavesNothing reports whether a chat app leaves nothing of a deleted message, so that it is not drawn. Answers may still name it.
func LeavesNothing(platform string) bool {
	a, _ := appOf(Chats, platform)
	return a.leavesNothing
}

// isWindow reports whether a platform is a window of a desktop, which no phone is around.
func isWindow(t Type, platform string) bool {
	a, _ := appOf(t, platform)
	return a.window
}

// notShown warns about a value that the platform does not show. The field has the name that it has in platform.yaml.
func (c *checker) notShown(n *node, t Type, platform, field string) {
	if n == nil {
		return
	}
	if reason := c.noEffect(t, platform, field); reason != "" {
		c.ignored(n, "%s", reason)
	}
}

// noEffect says that a field has no effect on a platform, and on which platforms it has one; "" if it has one here. The
// answers are kept, since a payload may have thousands of users and messages.
func (c *checker) noEffect(t Type, platform, field string) string {
	key := [3]string{string(t), platform, field}
	reason, known := c.reasons[key]
	if known {
		return reason
	}
	if !Shows(t, platform, field) {
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
		if _, known := appOf(t, name); known && Shows(t, name, field) {
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
