package scene

import (
	"reflect"
	"strings"
	"time"

	"mockup/internal/schema"
)

// instant reads an instant in the picture's zone; an empty one is the zero time.
func (b *builder) instant(i schema.Instant) time.Time { return i.Time().In(b.zone) }

// setZone takes the payload's zone; the default is UTC, never the host's.
func (b *builder) setZone(zone schema.Zone) {
	b.zone = zone.Location()
	b.now = b.now.In(b.zone)
}

// viewLag is how long after its newest instant a payload is looked at, unless told otherwise. A chat or mailbox is
// open when its last message comes in; a post with likes has been up for a while.
func viewLag(t schema.Type) time.Duration {
	switch t {
	case schema.Posts, schema.Comments:
		return 2 * time.Hour
	}
	return 0
}

// newest returns the latest instant that the payload names: the moment that its picture was taken.
func newest(p *schema.Payload) time.Time {
	var latest time.Time
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				visit(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				visit(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.String:
			if v.Type() != reflect.TypeFor[schema.Instant]() {
				return
			}
			if t := schema.Instant(v.String()).Time(); t.After(latest) {
				latest = t
			}
		}
	}
	visit(reflect.ValueOf(p.Props))
	return latest
}

// clock writes a time of day: "21:07" or "9:07 PM".
func clock(t time.Time, notation string) string {
	if notation == "12h" {
		return t.Format("3:04 PM")
	}
	return t.Format("15:04")
}

// sameDay reports whether two moments share a calendar day in their zone.
func sameDay(a, b time.Time) bool {
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return ay == by && am == bm && ad == bd
}

// daysBetween counts the calendar days from a to b, in their zone.
func daysBetween(a, b time.Time) int {
	midnight := func(t time.Time) time.Time {
		y, m, d := t.Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(midnight(b).Sub(midnight(a)).Hours() / 24)
}

// moment writes a moment in the words that an option has for it, seen from now: up to five forms, parted by "|", for
// today, yesterday, the days of the last week, this year and other years. Where one is missing, the one before it
// stands. A form is a layout of Go's in which {time} is the time of day in the payload's notation.
func (b *builder) moment(option string, t time.Time, notation string) string {
	forms := strings.Split(b.option(option), "|")
	form := 4
	switch days := daysBetween(t, b.now); {
	case days == 0:
		form = 0
	case days == 1:
		form = 1
	case days > 1 && days < 7:
		form = 2
	case t.Year() == b.now.Year():
		form = 3
	}
	layout := strings.TrimSpace(forms[min(form, len(forms)-1)])
	return strings.ReplaceAll(t.Format(layout), "{time}", clock(t, notation))
}
