package schema

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // zones must not depend on what the host has installed
)

// The string types below carry a meaning that the schema names as a format and the decoder checks.
type (
	// ImageRef is an https URL, a base64 data URL, or (from the command line) a path relative to the payload file.
	ImageRef string
	// Wallpaper is an ImageRef or a hex colour.
	Wallpaper string
	// Color is a CSS colour: hex, rgb(), rgba(), hsl(), hsla() or a named colour.
	Color string
	// CanvasBackground is a canvas preset or a hex colour.
	CanvasBackground string
	// PopupBackground is a canvas preset, a hex colour or transparent.
	PopupBackground string
	// Instant is an ISO 8601 instant in UTC.
	Instant string
	// Date is a calendar date, YYYY-MM-DD.
	Date string
	// Month is a calendar month, YYYY-MM.
	Month string
	// Zone is an IANA time zone name.
	Zone string
	// Currency is an ISO 4217 code, three capital letters.
	Currency string
)

const exampleInstant = "2026-03-01T09:41:00Z"

// ParseInstant reads an ISO 8601 instant: a date and a time with the zone Z or an offset. Seconds may be left out.
// The result is in UTC.
func ParseInstant(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	if _, err := time.Parse("2006-01-02T15:04:05", s); err == nil {
		return time.Time{}, fmt.Errorf("%s has no time zone; write %sZ", quote(s), s)
	}
	return time.Time{}, fmt.Errorf("%s is not an ISO 8601 instant; write it like %s", quote(s), exampleInstant)
}

// Time returns the instant in UTC; the zero time if it is empty or malformed.
func (i Instant) Time() time.Time {
	t, err := ParseInstant(string(i))
	if err != nil {
		return time.Time{}
	}
	return t
}

// Time returns midnight UTC of the date; the zero time if it is malformed.
func (d Date) Time() time.Time {
	t, _ := time.Parse(time.DateOnly, string(d)) // the zero time on error is what we want
	return t
}

// Time returns midnight UTC of the month's first day; the zero time if it is empty or malformed.
func (m Month) Time() time.Time {
	t, _ := time.Parse("2006-01", string(m)) // the zero time on error is what we want
	return t
}

// Location returns the zone; UTC if it is empty or unknown.
func (z Zone) Location() *time.Location {
	if checkZone(string(z)) != nil {
		return time.UTC
	}
	loc, err := time.LoadLocation(string(z))
	if err != nil {
		return time.UTC
	}
	return loc
}

func checkInstant(s string) error {
	_, err := ParseInstant(s)
	return err
}

func checkDate(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return fmt.Errorf("%s is not a date; write it like 2026-02-01", quote(s))
	}
	return nil
}

func checkMonth(s string) error {
	if _, err := time.Parse("2006-01", s); err != nil {
		return fmt.Errorf("%s is not a month; write it like 2026-02", quote(s))
	}
	return nil
}

// checkZone refuses "" and "Local", which Go would take, since they mean another zone on every machine.
func checkZone(s string) error {
	if s != "" && s != "Local" {
		if _, err := time.LoadLocation(s); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s is not an IANA time zone; write it like Europe/Berlin or UTC", quote(s))
}

func checkCurrency(s string) error {
	if len(s) == 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return nil
	}
	return fmt.Errorf("%s is not a currency code; write three capital letters, like USD", quote(s))
}
