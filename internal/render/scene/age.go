package scene

import (
	"fmt"
	"time"
)

// age is how long ago something was, in the largest whole unit.
type age struct {
	n    int
	unit string // "second", "minute", "hour", "day", "week", "month", "year"
}

// ageOf measures from a moment to now. Moments of the future are zero seconds ago. Weeks are only used when asked
// for; months are of 30 days and years of 365, as the apps count.
func ageOf(t, now time.Time, weeks bool) age {
	d := max(0, now.Sub(t))
	days := int(d.Hours() / 24)
	switch {
	case d < time.Minute:
		return age{int(d.Seconds()), "second"}
	case d < time.Hour:
		return age{int(d.Minutes()), "minute"}
	case days < 1:
		return age{int(d.Hours()), "hour"}
	case days < 7 || !weeks && days < 30:
		return age{days, "day"}
	case days < 30:
		return age{days / 7, "week"}
	case days < 365:
		return age{days / 30, "month"}
	}
	return age{days / 365, "year"}
}

// long writes "3 days ago", "1 hour ago".
func (a age) long() string {
	if a.n == 1 {
		return fmt.Sprintf("1 %s ago", a.unit)
	}
	return fmt.Sprintf("%d %ss ago", a.n, a.unit)
}

// short writes "3d", "1h", "2w", "5mo", "1y".
func (a age) short() string {
	letter := a.unit[:1]
	if a.unit == "month" {
		letter = "mo"
	}
	return fmt.Sprintf("%d%s", a.n, letter)
}
