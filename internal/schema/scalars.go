package schema

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	_ "time/tzdata" // zones must not depend on what the host has installed

	"mockup/internal/wording"
)

// The string types below carry a meaning that the schema names as a format and the decoder checks.
type (
	// ImageRef is an https URL, a base64 data URL, or (from the command line) a path relative to the payload file.
	ImageRef string
	// AudioRef is the same for an audio file.
	AudioRef string
	// VideoRef is the same for a video file.
	VideoRef string
	// Wallpaper is an ImageRef or a hex colour.
	Wallpaper string
	// Color is a CSS colour, see ParseColor.
	Color string
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
	// WebAddress is an http or https URL that is shown, and never loaded.
	WebAddress string
)

// Level is how dark a day of a contribution chart is, from 0 to 4. Payloads may give fractions, which are rounded.
type Level int

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
		return time.Time{}, fmt.Errorf("%s has no time zone; write %sZ", wording.Quote(s), s)
	}
	return time.Time{}, fmt.Errorf("%s is not an ISO 8601 instant; write it like %s", wording.Quote(s), exampleInstant)
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
	if CheckZone(string(z)) != nil {
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
		return fmt.Errorf("%s is not a date; write it like 2026-02-01", wording.Quote(s))
	}
	return nil
}

func checkMonth(s string) error {
	if _, err := time.Parse("2006-01", s); err != nil {
		return fmt.Errorf("%s is not a month; write it like 2026-02", wording.Quote(s))
	}
	return nil
}

// CheckZone checks the name of a zone. It refuses "" and "Local", which Go would take, since they mean another zone on every machine.
func CheckZone(s string) error {
	if s != "" && s != "Local" {
		if _, err := time.LoadLocation(s); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s is not an IANA time zone; write it like Europe/Berlin or UTC", wording.Quote(s))
}

func checkCurrency(s string) error {
	if len(s) == 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return nil
	}
	return fmt.Errorf("%s is not a currency code; write three capital letters, like USD", wording.Quote(s))
}

func checkWebAddress(s string) error {
	u, err := url.Parse(s)
	if err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" {
		return nil
	}
	return fmt.Errorf("%s is not a web address; write it like https://example.org/page", wording.Quote(s))
}

// Host returns the host of the address in lower case, without "www."; empty if it is malformed.
func (a WebAddress) Host() string {
	if checkWebAddress(string(a)) != nil {
		return ""
	}
	u, _ := url.Parse(string(a)) // it has just been parsed
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
