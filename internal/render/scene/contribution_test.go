package scene

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/schema"
	"mockup/templates"
)

func TestContributions(t *testing.T) {
	tests := []struct {
		name    string
		levels  []schema.Level
		year    int
		count   string
		first   int
		days    int
		columns int
		wider   int
	}{
		{name: "one square", levels: []schema.Level{1}, year: 2026, count: "1", first: 5, days: 365, columns: 53},
		{name: "filled squares count", levels: []schema.Level{0, 1, 2, 3, 4}, year: 2026, count: "4", first: 5, days: 365, columns: 53},
		{name: "all empty", levels: []schema.Level{0}, year: 2026, count: "0", first: 5, days: 365, columns: 53},
		{name: "whole year", levels: slices.Repeat([]schema.Level{4}, 365), year: 2026, count: "365", first: 5, days: 365, columns: 53},
		{name: "longer than the year", levels: slices.Repeat([]schema.Level{1}, 400), year: 2026, count: "400", first: 5, days: 400, columns: 58, wider: 65},
		{name: "a day longer", levels: slices.Repeat([]schema.Level{1}, 366), year: 2026, count: "366", first: 5, days: 366, columns: 53},
		{name: "leap year", levels: slices.Repeat([]schema.Level{1}, 366), year: 2024, count: "366", first: 2, days: 366, columns: 53},
		{name: "leap year from a Saturday", levels: []schema.Level{2}, year: 2028, count: "1", first: 7, days: 366, columns: 54},
		{name: "year from a Sunday", levels: []schema.Level{2}, year: 2023, count: "1", first: 1, days: 365, columns: 53},
		{name: "first year", levels: []schema.Level{2}, year: 1, count: "1", first: 2, days: 365, columns: 53},
		{name: "last year", levels: []schema.Level{2}, year: 9999, count: "1", first: 6, days: 365, columns: 53},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := build(t, schema.ContributionChart, "", &schema.ContributionProps{Levels: test.levels, Year: test.year, Theme: "dark"})
			got := s.View.Body.(*Contributions)
			if got.Count != test.count || got.Single != (test.count == "1") {
				t.Errorf("count %q, single %v; want %q", got.Count, got.Single, test.count)
			}
			if got.First != test.first || len(got.Days) != test.days || got.Columns != test.columns {
				t.Errorf("first row %d, %d days, %d columns; want %d, %d, %d", got.First, len(got.Days), got.Columns, test.first, test.days, test.columns)
			}
			if wider := s.Width - s.Template.Manifest.Width; wider != test.wider || s.View.Width != s.Width {
				t.Errorf("%d wider than the manifest says, want %d; the view is %d", wider, test.wider, s.View.Width)
			}
			if !s.View.Dark || s.Height != 0 {
				t.Errorf("dark %v, height %d; want a dark page that grows", s.View.Dark, s.Height)
			}
		})
	}
}

func TestMonthColumns(t *testing.T) {
	// 2026 begins on a Thursday, 2023 on a Sunday, 2028 on a Saturday.
	for year, want := range map[int][]int{
		2026: {1, 6, 10, 15, 19, 24, 28, 32, 37, 41, 45, 50},
		2023: {1, 6, 10, 14, 19, 23, 27, 32, 36, 40, 45, 49},
		2028: {1, 7, 11, 15, 20, 24, 28, 33, 37, 41, 46, 50},
	} {
		s := build(t, schema.ContributionChart, "", &schema.ContributionProps{Levels: []schema.Level{1}, Year: year, Theme: "light"})
		var names []string
		var columns []int
		for _, month := range s.View.Body.(*Contributions).Months {
			names = append(names, month.Name)
			columns = append(columns, month.Column)
		}
		if !slices.Equal(columns, want) {
			t.Errorf("%d: columns %v, want %v", year, columns, want)
		}
		if got := strings.Join(names, " "); got != "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec" {
			t.Errorf("%d: labels %s", year, got)
		}
	}
}

// Behind the year the months go on.
func TestMonthsBehindTheYear(t *testing.T) {
	s := build(t, schema.ContributionChart, "", &schema.ContributionProps{Levels: slices.Repeat([]schema.Level{1}, 400), Year: 2026, Theme: "light"})
	months := s.View.Body.(*Contributions).Months
	if len(months) != 13 || months[12] != (MonthOnColumn{"Jan", 54}) {
		t.Errorf("months %v", months)
	}
	want := "props.levels: 2026 has 365 days, and 400 levels are given; the grid goes on into the next year, and all are counted for 2026"
	if got := warnings(s, "contradiction"); !slices.Equal(got, []string{want}) {
		t.Errorf("warnings %q", got)
	}
}

// The last column alone has no label.
func TestNoMonthOnLastColumn(t *testing.T) {
	for days, want := range map[int]int{370: 12, 376: 12, 377: 13} { // the first Sunday of 2031 is the 370th day
		s := build(t, schema.ContributionChart, "", &schema.ContributionProps{Levels: slices.Repeat([]schema.Level{1}, days), Year: 2030, Theme: "light"})
		if months := s.View.Body.(*Contributions).Months; len(months) != want {
			t.Errorf("%d days: months %v, want %d", days, months, want)
		}
	}
}

// build prepares props as a whole payload.
func build(t *testing.T, kind schema.Type, platform string, props schema.Props) *Scene {
	t.Helper()
	s, err := Build(t.Context(), &schema.Payload{MockupType: kind, Platform: platform, Props: props}, &templates.Set{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
