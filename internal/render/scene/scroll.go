package scene

import "cmp"

// scrollEnd is the end of a conversation that a picture shows, as the field scrollTo says: start or end.
func scrollEnd(to string) string {
	if to == "start" {
		return to
	}
	return "end"
}

// isTarget reports whether a conversation is scrolled to a message. The two ends have their names for themselves.
func isTarget(to, message string) bool {
	return cmp.Or(to, "end") != "end" && to != "start" && to == message
}
