package scene

import (
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Contributions is the view of a year of contribution squares: one column per week that begins on a Sunday, the
// days running down the columns.
type Contributions struct {
	Count   string // of contributions, with commas
	Single  bool   // the count is 1
	Year    int
	First   int             // row of January 1st, 1 (Sunday) to 7 (Saturday); the days before it are left out
	Days    []schema.Level  // level of each day of the year, and of the days behind it that have one
	Columns int             // 53, or 54 in a leap year that begins on a Saturday; more with days behind the year
	Months  []MonthOnColumn // labels above the columns
}

// MonthOnColumn is a month's label.
type MonthOnColumn struct {
	Name   string // "Jan"
	Column int    // from 1: the first column that begins in the month
}

// The page is made for the columns of a year. With days behind the year each further column makes it wider by a cell and
// a gap of contribution-chart.css.
const (
	yearColumns = 53
	columnPitch = 13 // CSS pixels
)

// contributions builds the view of a year. Levels count from January 1st, one a day; days of the year without one are
// empty, as the days to come are on the site, and the grid goes on behind the year where there are more.
//
// The count is the number of filled squares, as the interface says: one contribution each.
func (b *builder) contributions(p *schema.ContributionProps) {
	b.page(p.Theme == "dark")
	first := time.Date(p.Year, time.January, 1, 0, 0, 0, 0, time.UTC)
	year := first.AddDate(1, 0, -1).YearDay()
	days := make([]schema.Level, max(year, len(p.Levels)))
	total := 0
	for i := range copy(days, p.Levels) {
		if days[i] > 0 {
			total++
		}
	}
	before := int(first.Weekday())
	columns := (before + len(days) + 6) / 7
	if len(days) > year {
		b.warn("contradiction", "props.levels: %d has %d days, and %d levels are given; the grid goes on into the next year, and all are counted for %d", p.Year, year, len(p.Levels), p.Year)
		b.scene.Width += (columns - yearColumns) * columnPitch
		b.scene.View.Width = b.scene.Width
	}
	b.scene.View.Body = &Contributions{
		Count: text.Commas(int64(total)), Single: total == 1, Year: p.Year,
		First: before + 1, Days: days, Columns: columns, Months: monthColumns(first, before, len(days)),
	}
}

// monthColumns places the labels: a month's label stands over the first column whose first day is in that month. A month
// that has the last column alone has none, as there is no room for it. before is how many days of the first week are left out.
func monthColumns(first time.Time, before, days int) []MonthOnColumn {
	months := []MonthOnColumn{{Name: "Jan", Column: 1}}
	for n := 1; ; n++ {
		month := first.AddDate(0, n, 0)
		passed := int(month.Sub(first).Hours() / 24)
		sunday := passed + (7-int(month.Weekday()))%7
		if sunday+7 >= days {
			return months
		}
		months = append(months, MonthOnColumn{Name: month.Format("Jan"), Column: (before+sunday)/7 + 1})
	}
}
