package schema

import (
	"testing"
	"time"
)

func TestParseInstant(t *testing.T) {
	want := time.Date(2026, 3, 1, 9, 41, 0, 0, time.UTC)
	for _, in := range []string{"2026-03-01T09:41:00Z", "2026-03-01T09:41Z", "2026-03-01T09:41:00.000Z", "2026-03-01T11:41:00+02:00"} {
		got, err := ParseInstant(in)
		if err != nil || !got.Equal(want) || got.Location() != time.UTC || !Instant(in).Time().Equal(want) {
			t.Errorf("%s: got %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "2026-03-01", "2026-03-01T09:41:00", "2026-03-01 09:41:00Z", "2026-02-30T09:41:00Z", "2026-03-01T25:41:00Z", "1772358060", "now"} {
		if got, err := ParseInstant(in); err == nil || !Instant(in).Time().IsZero() {
			t.Errorf("%s: got %v, want an error", in, got)
		}
	}
}

func TestScalars(t *testing.T) {
	if got := Date("2026-03-01").Time().Format(time.RFC3339); got != "2026-03-01T00:00:00Z" {
		t.Errorf("date: got %s", got)
	}
	if got := Month("2026-03").Time().Format(time.RFC3339); got != "2026-03-01T00:00:00Z" {
		t.Errorf("month: got %s", got)
	}
	if got := Zone("Asia/Kathmandu").Location().String(); got != "Asia/Kathmandu" {
		t.Errorf("zone: got %s", got)
	}
	for _, z := range []Zone{"", "Local", "Nowhere/Here"} {
		if z.Location() != time.UTC {
			t.Errorf("zone %q is not UTC", z)
		}
	}
	for s, want := range map[Scale]float64{"1x": 1, "2x": 2, "4x": 4} {
		if s.Factor() != want {
			t.Errorf("%s: got %v", s, s.Factor())
		}
	}
}

// The zones are built in: they must be there on a host that has none.
func TestZonesWithoutHost(t *testing.T) {
	t.Setenv("ZONEINFO", t.TempDir())
	if err := CheckZone("America/Argentina/Buenos_Aires"); err != nil {
		t.Error(err)
	}
}
