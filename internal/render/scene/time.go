package scene

import (
	"reflect"
	"strings"
	"time"

	"mockup/internal/schema"
	"mockup/templates"
)

// instant reads an instant in the picture's zone; an empty one is the zero time.
func (b *builder) instant(i schema.Instant) time.Time { return i.Time().In(b.zone) }

// setZone takes the payload's zone; the default is UTC, never the host's.
func (b *builder) setZone(zone schema.Zone) {
	b.zone = zone.Location()
	b.now = b.now.In(b.zone)
}

// viewLag is how long after its newest instant a payload is looked at, unless it or the options say otherwise. A chat or
// mailbox is open when its last message comes in; a post with likes has been up for a while.
func viewLag(t schema.Type) time.Duration {
	switch t {
	case schema.Posts, schema.Comments:
		return 2 * time.Hour
	}
	return 0
}

// viewed takes the moment at which the payload says that it is looked at, if it does. That of the options goes before.
func (b *builder) viewed(at schema.Instant) {
	if at != "" && b.opts.Now.IsZero() {
		b.now = b.instant(at)
	}
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

// latest returns the one of some dated things that is newest; the result is false where there is none.
func latest[T any](list []T, at func(T) schema.Instant) (newest T, ok bool) {
	for _, item := range list {
		if !ok || at(item).Time().After(at(newest).Time()) {
			newest, ok = item, true
		}
	}
	return newest, ok
}

// warnOfClock warns of a clock in the status bar that is earlier than what stands below it, on the day that the picture is
// seen. Without AM or PM, the clock of a 12-hour notation may be either. In a video it could follow the messages.
func (b *builder) warnOfClock(d schema.Device, at schema.Instant, what string) {
	newest := b.instant(at)
	shown, ok := readClock(d.StatusBarTime)
	if !ok || !b.scene.View.Device.Status || !sameDay(newest, b.now) {
		return
	}
	sent := time.Duration(newest.Hour())*time.Hour + time.Duration(newest.Minute())*time.Minute
	if half := 12 * time.Hour; d.TimeNotation == "12h" && shown < half && !strings.ContainsAny(d.StatusBarTime, "AaPp") {
		shown += half
	}
	if shown < sent {
		follow := ""
		if b.payload.RenderKind == schema.Video {
			follow = ", or video.clock: follow"
		}
		b.warn("contradiction", "props.statusBarTime: the clock shows %s, but %s below it was sent at %s; write that time or a later one%s",
			d.StatusBarTime, what, clock(newest, d.TimeNotation), follow)
	}
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

// moment writes a moment in the form that the app has for it, seen from now.
func (b *builder) moment(forms templates.Moments, t time.Time, notation string) string {
	layout := forms[4]
	switch days := daysBetween(t, b.now); {
	case days == 0:
		layout = forms[0]
	case days == 1:
		layout = forms[1]
	case days > 1 && days < 7:
		layout = forms[2]
	case t.Year() == b.now.Year():
		layout = forms[3]
	}
	if notation == "12h" {
		layout = monthFirst.Replace(layout)
	}
	return strings.ReplaceAll(t.Format(layout), "{time}", clock(t, notation))
}

// monthFirst turns dates around for the 12-hour notation: where it is used, in the United States, the month comes before the day.
var monthFirst = strings.NewReplacer("2 January 2006", "January 2, 2006", "2 January", "January 2", "2 Jan 2006", "Jan 2, 2006", "2 Jan", "Jan 2",
	"02.01.06", "1/02/06")
