package scene

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// age is how long ago something was, in the largest whole unit.
type age struct {
	n    int
	unit string // "second", "minute", "hour", "day", "week", "month", "year"
}

// weeks is the range of days, the second one left out, in which an app counts weeks. The zero value is never.
type weeks struct{ from, below int }

// ageOf measures from a moment to now, in weeks between seven days and a month if asked for.
func ageOf(t, now time.Time, inWeeks bool) age {
	if inWeeks {
		return ageIn(t, now, weeks{7, 30})
	}
	return ageIn(t, now, weeks{})
}

// ageIn measures from a moment to now. Moments of the future are zero seconds ago. Months are of 30 days and years
// of 365, as the apps count.
func ageIn(t, now time.Time, in weeks) age {
	d := max(0, now.Sub(t))
	days := int(d.Hours() / 24)
	switch {
	case d < time.Minute:
		return age{int(d.Seconds()), "second"}
	case d < time.Hour:
		return age{int(d.Minutes()), "minute"}
	case days < 1:
		return age{int(d.Hours()), "hour"}
	case in.from <= days && days < in.below:
		return age{days / 7, "week"}
	case days < 30:
		return age{days, "day"}
	case days < 365:
		return age{min(days/30, 11), "month"}
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
	if a.unit == "month" {
		return strconv.Itoa(a.n) + "mo"
	}
	return strconv.Itoa(a.n) + a.unit[:1]
}

// date writes the day of something, as the app does in a year.
func (b *builder) date(t time.Time, year int) string {
	o := b.manifest.Options.Age
	if t.Year() != year {
		return t.Format(cmp.Or(o.DateYearLayout, o.DateLayout))
	}
	return t.Format(o.DateLayout)
}

// stamp writes when something was posted, as the app does.
func (b *builder) stamp(t time.Time) string {
	o := b.manifest.Options.Age
	if until := time.Duration(o.TimeUntil) * 24 * time.Hour; o.Time == "date" || until > 0 && b.now.Sub(t) >= until {
		return b.date(t, b.now.Year())
	}
	a := ageIn(t, b.now, weeks{o.TimeWeeks.From, o.TimeWeeks.Below})
	if o.TimeNow != "" && a.unit == "second" {
		return o.TimeNow
	}
	if o.Time == "long" {
		return a.long()
	}
	short := a.short()
	if a.unit == "year" {
		short = strconv.Itoa(a.n) + o.TimeYear
	}
	if o.Time == "ago" {
		return short + " ago"
	}
	return short
}
