package scene

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// Size of the plot, CSS pixels: from the first point to the last, and from the axis to the highest point. The drawing
// in main.html has the same size.
const (
	plotWidth  = 334
	plotHeight = 152
)

// Dashboard is the view of a metric card.
type Dashboard struct {
	Title    string
	Value    string // the headline
	Previous string // of the period before; empty without a comparison
	Change   string // "+12.3%"; empty without a comparison, and after a period of nothing
	Trend    string // "up", "down" or "flat"
	Highest  string // at the top of the plot; empty when the plot has no height
	Along    bool   // a line runs along the lower edge of that amount
	Lowest   string // on the axis
	Clear    bool   // no line crosses that amount, although it may reach over the beginning of the plot
	Line     string // points of the main line in the plot, as SVG writes them
	Compare  string // points of the comparison, or empty
	From, To string // dates below the axis
	Updated  string // "Updated 4 seconds ago"
}

// dashboard builds the view of a metric card. MRR reads as its last value, every other metric as the sum.
func (b *builder) dashboard(p *schema.DashboardProps) {
	b.page(p.Theme == "dark")
	format := b.amounts(p)
	low, high := plotRange(p.Points, p.ComparePoints)
	value := headline(p.Metric, p.Points)
	card := &Dashboard{
		Title: p.Metric, Value: format(value), Lowest: format(low), Updated: updated(p.UpdatedSeconds),
		Line:  plotPoints(p.Points, low, high),
		Clear: low == 0 && clearsAmount(p.Points, high) && clearsAmount(p.ComparePoints, high),
		From:  p.StartDate.Time().Format("Jan 2, 2006"), To: endLabel(p.StartDate.Time(), p.EndDate.Time()),
	}
	if high > low {
		card.Highest = format(high)
		card.Along = runsAlong(card.Highest, p.Points, high-low, high) || runsAlong(card.Highest, p.ComparePoints, high-low, high)
	}
	if len(p.ComparePoints) > 0 {
		before := headline(p.Metric, p.ComparePoints)
		card.Previous = format(before)
		card.Compare = plotPoints(p.ComparePoints, low, high)
		card.Change, card.Trend = change(value, before)
	}
	b.scene.View.Body = card
}

// amounts returns how the metric writes its numbers: as money, or as a count.
func (b *builder) amounts(p *schema.DashboardProps) func(float64) string {
	if p.Metric == "New customers" || p.Metric == "Successful payments" {
		return func(n float64) string { return text.Signed(n, "", 0) }
	}
	format, known := text.NewMoney(string(p.CurrencyCode))
	if !known {
		b.warn("unknown_currency", "props.currencyCode: %q is no currency of ISO 4217; the code itself stands before the amounts, with two decimals", p.CurrencyCode)
	}
	return format.Format
}

func headline(metric string, points []float64) float64 {
	if metric == "MRR" {
		return points[len(points)-1]
	}
	var sum float64
	for _, n := range points {
		sum += n
	}
	return sum
}

// plotRange spans zero and all points.
func plotRange(series ...[]float64) (low, high float64) {
	for _, points := range series {
		for _, n := range points {
			low, high = min(low, n), max(high, n)
		}
	}
	return low, high
}

// How far an amount of nothing may reach over the plot, and how high it is, CSS pixels: 64 are more than any currency needs
// ("KWD 0.000"), and the plot begins at 40.
const (
	amountReach  = 24
	amountHeight = 16
)

// clearsAmount reports whether a line from zero to high leaves the amount on the axis free: it begins on the axis, or above
// the amount.
func clearsAmount(points []float64, high float64) bool {
	below, above := true, true
	for i, n := range points {
		below, above = below && n == 0, above && n/high*plotHeight > amountHeight
		if plotWidth*float64(i) >= amountReach*float64(len(points)-1) {
			break
		}
	}
	return below || above
}

// runsAlong reports whether one of the points below the highest amount is within two pixels of the top of the plot, where the line
// would touch the amount's commas. A letter is about seven pixels wide, and the plot begins at 40.
func runsAlong(amount string, points []float64, span, high float64) bool {
	reach := float64(7*utf8.RuneCountInString(amount) - 40)
	for i, n := range points {
		if plotWidth*float64(i) > reach*float64(len(points)-1) {
			return false
		}
		if (high/span-n/span)*plotHeight < 2 { // divided first, as in plotPoints
			return true
		}
	}
	return false
}

// plotPoints spreads the points over the plot's width, as "0,152 334,0".
func plotPoints(points []float64, low, high float64) string {
	list := make([]string, len(points))
	for i, n := range points {
		share := 0.0
		if high > low {
			share = n/(high-low) - low/(high-low) // divided first: the difference of two huge numbers overflows
		}
		x := plotWidth * float64(i) / float64(len(points)-1)
		list[i] = fmt.Sprintf("%.2f,%.2f", x, plotHeight*(1-share))
	}
	return strings.Join(list, " ")
}

// change writes the change against the period before, in percent with one decimal. Against nothing there is none.
func change(now, before float64) (written, trend string) {
	if before == 0 && now != 0 {
		return "", ""
	}
	percent := 0.0
	if before != 0 {
		percent = (now - before) / math.Abs(before) * 100
	}
	written = text.Signed(percent, "", 1) + "%"
	switch {
	case written == "0.0%":
		return written, "flat"
	case percent < 0:
		return written, "down"
	}
	return "+" + written, "up"
}

// endLabel writes the last date; the year is left out when the first date's label has named it.
func endLabel(from, to time.Time) string {
	if from.Year() == to.Year() {
		return to.Format("Jan 2")
	}
	return to.Format("Jan 2, 2006")
}

// updated writes the footer.
func updated(seconds float64) string {
	a := ageOf(time.Unix(0, 0), time.Unix(int64(min(seconds, 1e10)), 0), false)
	switch {
	case a.n == 0:
		return "Updated just now"
	case a.n == 1 && a.unit == "day":
		return "Updated yesterday"
	}
	return "Updated " + a.long()
}
