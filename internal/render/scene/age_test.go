package scene

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"mockup/internal/schema"
	"mockup/templates"
)

// manifestOf is the manifest of a type's platform that has these options and fields, written as in a platform.yaml.
func manifestOf(kind schema.Type, options map[string]string) templates.Manifest {
	m, err := templates.ReadManifest(string(kind), "")
	if err != nil {
		panic(err)
	}
	m.Name = "App"
	for name, value := range options {
		if _, ok := m.Fields[name]; ok {
			m.Fields[name] = value == "true"
			continue
		}
		decoder := yaml.NewDecoder(strings.NewReader(name + ": " + value))
		decoder.KnownFields(true)
		if err := decoder.Decode(&m.Options); err != nil {
			panic(err)
		}
	}
	return m
}

// manifestBuilder is a builder for a type's platform with these options, at noon of 15 June 2026.
func manifestBuilder(kind schema.Type, options map[string]string) *builder {
	return &builder{ctx: context.Background(),
		payload: &schema.Payload{MockupType: kind}, manifest: manifestOf(kind, options), zone: time.UTC,
		now: time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), scene: &Scene{},
	}
}

const day = 24 * time.Hour

func TestAge(t *testing.T) {
	for _, test := range []struct {
		ago         time.Duration
		in          weeks
		short, long string
	}{
		{-time.Hour, weeks{}, "0s", "0 seconds ago"},
		{0, weeks{}, "0s", "0 seconds ago"},
		{time.Second, weeks{}, "1s", "1 second ago"},
		{59 * time.Second, weeks{}, "59s", "59 seconds ago"},
		{time.Minute, weeks{}, "1m", "1 minute ago"},
		{59*time.Minute + 59*time.Second, weeks{}, "59m", "59 minutes ago"},
		{time.Hour, weeks{}, "1h", "1 hour ago"},
		{day - 1, weeks{}, "23h", "23 hours ago"},
		{day, weeks{}, "1d", "1 day ago"},
		{7 * day, weeks{}, "7d", "7 days ago"},
		{7 * day, weeks{7, 30}, "1w", "1 week ago"},
		{13 * day, weeks{14, 30}, "13d", "13 days ago"},
		{14 * day, weeks{14, 30}, "2w", "2 weeks ago"},
		{29 * day, weeks{}, "29d", "29 days ago"},
		{29 * day, weeks{7, 30}, "4w", "4 weeks ago"},
		{30 * day, weeks{}, "1mo", "1 month ago"},
		{30 * day, weeks{7, 365}, "4w", "4 weeks ago"},
		{364 * day, weeks{}, "11mo", "11 months ago"},
		{364 * day, weeks{7, 365}, "52w", "52 weeks ago"},
		{365 * day, weeks{}, "1y", "1 year ago"},
		{800 * day, weeks{7, 36500}, "114w", "114 weeks ago"},
	} {
		now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
		a := ageIn(now.Add(-test.ago), now, test.in)
		if a.short() != test.short || a.long() != test.long {
			t.Errorf("%v ago, weeks in %v: %q and %q, want %q and %q", test.ago, test.in, a.short(), a.long(), test.short, test.long)
		}
	}
}

func TestAgeInWeeks(t *testing.T) {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	if with, without := ageOf(now.Add(-8*day), now, true).short(), ageOf(now.Add(-8*day), now, false).short(); with != "1w" || without != "8d" {
		t.Errorf("eight days are %q in weeks and %q otherwise", with, without)
	}
}

func TestStamp(t *testing.T) {
	instagram := map[string]string{"time": "long", "timeUntil": "7", "dateLayout": "January 2", "dateYearLayout": "January 2, 2006"}
	linkedin := map[string]string{"timeNow": "now", "timeWeeks": "[7, 30]", "timeYear": "yr"}
	for _, test := range []struct {
		options map[string]string
		ago     time.Duration
		want    string
	}{
		{nil, 3 * day, "3d"},
		{map[string]string{"time": "ago"}, 65 * day, "2mo ago"},
		{map[string]string{"time": "date", "dateLayout": "3:04 PM · Jan 2, 2006"}, 75 * time.Minute, "10:45 AM · Jun 15, 2026"},
		{map[string]string{"time": "date"}, 400 * day, "May 11, 2025"},
		{instagram, 4 * time.Hour, "4 hours ago"},
		{instagram, 7*day - 1, "6 days ago"},
		{instagram, 7 * day, "June 8"},
		{instagram, 400 * day, "May 11, 2025"},
		{linkedin, 0, "now"},
		{linkedin, time.Minute, "1m"},
		{linkedin, 15 * day, "2w"},
		{linkedin, 100 * day, "3mo"},
		{linkedin, 400 * day, "1yr"},
	} {
		b := manifestBuilder(schema.Comments, test.options)
		if got := b.stamp(b.now.Add(-test.ago)); got != test.want {
			t.Errorf("%v ago with %v: %q, want %q", test.ago, test.options, got, test.want)
		}
	}
}
