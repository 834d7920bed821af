package scene

import (
	"time"

	"mockup/internal/schema"
)

// Contributions is the view of a year of contribution squares: one column per week that begins on a Sunday, the
// days running down the columns.
type Contributions struct {
	Count   string // of contributions, with commas
	Single  bool   // the count is 1
	Year    int
	First   int             // row of January 1st, 1 (Sunday) to 7 (Saturday); the days before it are left out
	Days    []int           // level of each day of the year, 0 to 4
	Columns int             // 53, or 54 in a leap year that begins on a Saturday
	Months  []MonthOnColumn // labels above the columns
}

// MonthOnColumn is a month's label.
type MonthOnColumn struct {
	Name   string // "Jan"
	Column int    // from 1: the first column that begins in the month
}

// contributions builds the view of a year. Levels count from January 1st, one a day; the days that are left over are
// empty, as the days to come are on the site.
//
// A square stands for as many contributions as its level says, so the count is the sum of the levels. That is what the
// site itself would write above these squares for somebody whose busiest day had four contributions: it shades a
// day by the quarter of the busiest day's number that it reaches.
func (b *builder) contributions(p *schema.ContributionProps) {
	b.page(p.Theme == "dark")
	first := time.Date(p.Year, time.January, 1, 0, 0, 0, 0, time.UTC)
	days := make([]int, first.AddDate(1, 0, -1).YearDay())
	if extra := len(p.Levels) - len(days); extra > 0 {
		b.warn("levels_left_out", "%d has %d days; the last %d of the %d levels are left out", p.Year, len(days), extra, len(p.Levels))
	}
	total := 0
	for i := range copy(days, p.Levels) {
		total += days[i]
	}
	before := int(first.Weekday())
	b.scene.View.Body = &Contributions{
		Count: commas(int64(total)), Single: total == 1, Year: p.Year,
		First: before + 1, Days: days, Columns: (before + len(days) + 6) / 7, Months: monthColumns(first, before),
	}
}

// monthColumns places the labels: a month's label stands over the first column whose first day is in that month.
func monthColumns(first time.Time, before int) []MonthOnColumn {
	months := []MonthOnColumn{{Name: "Jan", Column: 1}}
	for month := time.February; month <= time.December; month++ {
		day := time.Date(first.Year(), month, 1, 0, 0, 0, 0, time.UTC)
		sunday := day.AddDate(0, 0, (7-int(day.Weekday()))%7)
		months = append(months, MonthOnColumn{Name: day.Format("Jan"), Column: (before+sunday.YearDay()-1)/7 + 1})
	}
	return months
}
