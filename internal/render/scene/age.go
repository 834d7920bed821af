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

// stamp writes when something was posted, as the app does. Options of the manifest:
//
//	time            "date" (the date always), "short" (3d), "ago" (3d ago), "long" (3 days ago)
//	timeNow         written in the first minute instead of the seconds, as "Just now"
//	timeWeeks       days from which on and below which weeks are counted, as "7 30"; "" is never
//	timeYear        letters of a year in short ages
//	timeUntil       days from which on the date is written; 0: the age is written for ever
//	dateLayout      of the date, in Go's notation
//	dateYearLayout  of a date in another year than now; "" is dateLayout
func (b *builder) stamp(t time.Time) string {
	style := b.option("time")
	if until := b.number("timeUntil"); style == "date" || until > 0 && b.now.Sub(t) >= time.Duration(until)*24*time.Hour {
		layout := b.option("dateLayout")
		if t.Year() != b.now.Year() {
			layout = cmp.Or(b.option("dateYearLayout"), layout)
		}
		return t.Format(layout)
	}
	var in weeks
	fmt.Sscan(b.option("timeWeeks"), &in.from, &in.below)
	a := ageIn(t, b.now, in)
	if word := b.option("timeNow"); word != "" && a.unit == "second" {
		return word
	}
	if style == "long" {
		return a.long()
	}
	short := a.short()
	if a.unit == "year" {
		short = strconv.Itoa(a.n) + b.option("timeYear")
	}
	if style == "ago" {
		return short + " ago"
	}
	return short
}

// number reads a whole number among the manifest's options; 0 is none.
func (b *builder) number(name string) int {
	n, _ := strconv.Atoi(b.option(name))
	return n
}
