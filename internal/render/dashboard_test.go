package render

import (
	"slices"
	"testing"

	"mockup/internal/schema"
)

// cardBoxes returns how far the lines of a metric card are from the amounts beside and above them, and whether an amount
// is cut.
const cardBoxes = `() => {
	const box = (name) => document.querySelector(name).getBoundingClientRect();
	const line = box(".line"), compare = box(".compare");
	return {
		beside: Math.min(line.left, compare.left) - box(".lowest").right,
		above: Math.min(line.top, compare.top) - box(".highest").bottom,
		cut: [...document.querySelectorAll(".value, .previous, .lowest, .highest")].some((amount) => amount.scrollWidth > amount.clientWidth + 1),
	};
}`

// No line crosses the amounts of the axis, however long these are, and no amount of billions is cut.
func TestDashboardAmounts(t *testing.T) {
	r := Shared
	for name, points := range map[string][]float64{
		"short": {5, 0, 8}, "billions": {9_912_345_678.5, -1_912_345_678.5, 5}, "falling": {9_912_345_678.5, 0, 0}, "below zero": {-123_456.5, 1, -200_000},
	} {
		p := samplePayload(t, schema.DashboardChart, "")
		props := p.Props.(*schema.DashboardProps)
		props.Metric, props.CurrencyCode, props.Points, props.ComparePoints = "Net volume", "HKD", points, points
		var found struct {
			Beside, Above float64
			Cut           bool
		}
		layOutPage(t, r, p, cardBoxes, nil, &found)
		// Letters end three pixels above the lower edge of their line, and commas one.
		if found.Beside < 2 || found.Above < -2 || found.Cut {
			t.Errorf("%s: the lines are %.1f beside and %.1f below the amounts, an amount is cut: %v", name, found.Beside, found.Above, found.Cut)
		}
	}
}

// The highest amount stands higher where a line runs along its lower edge, which would touch its commas.
func TestDashboardLineBelowAmount(t *testing.T) {
	for name, test := range map[string]struct {
		points, compare []float64
		raised          bool
	}{
		"flat": {[]float64{1_200_000, 1_200_000.5, 1}, nil, true}, "falling": {[]float64{229_306, 0, 0}, nil, true}, "the comparison": {[]float64{5, 6, 9}, []float64{229_306, 2, 3}, true},
		"rising": {[]float64{1, 2, 229_306}, nil, false}, "lower at first": {[]float64{220_000, 225_000, 229_306}, nil, false}, "beyond the amount": {[]float64{0, 0, 1e6, 0}, nil, false},
	} {
		p := samplePayload(t, schema.DashboardChart, "")
		props := p.Props.(*schema.DashboardProps)
		props.Metric, props.CurrencyCode, props.Points, props.ComparePoints = "MRR", "HKD", test.points, test.compare
		var gap float64
		layOutPage(t, Shared, p, `() => document.querySelector(".plot svg").getBoundingClientRect().top - document.querySelector(".highest").getBoundingClientRect().bottom`, nil, &gap)
		if raised := gap > .5; raised != test.raised {
			t.Errorf("%s: the line is %.1f below the amount", name, gap)
		}
	}
}

// The plot begins 40 pixels in, as in Stripe's dashboard, also beside a long amount that no line crosses.
func TestDashboardPlotBegins(t *testing.T) {
	for name, test := range map[string]struct {
		points, compare []float64
		moved           bool
	}{
		"on the axis": {[]float64{0, 0, 0, 0, 9}, nil, false}, "above the amount": {[]float64{5, 6, 9}, []float64{3, 4, 4}, false},
		"across it": {[]float64{0, 9, 9}, nil, true}, "the comparison across it": {[]float64{5, 6, 9}, []float64{0, 1, 9}, true}, "nothing": {[]float64{0, 0}, nil, false},
	} {
		p := samplePayload(t, schema.DashboardChart, "")
		props := p.Props.(*schema.DashboardProps)
		props.Metric, props.CurrencyCode, props.Points, props.ComparePoints = "MRR", "HKD", test.points, test.compare
		var begins float64
		layOutPage(t, Shared, p, `() => document.querySelector(".tick").getBoundingClientRect().left - document.querySelector(".axis").getBoundingClientRect().left`, nil, &begins)
		if moved := begins > 40.5; moved != test.moved || begins < 39 {
			t.Errorf("%s: the plot begins at %.1f", name, begins)
		}
	}
}

// A line at the lowest amount lies over the axis, as in Stripe's dashboard.
func TestDashboardLineOverAxis(t *testing.T) {
	p := samplePayload(t, schema.DashboardChart, "")
	p.Props.(*schema.DashboardProps).Points = []float64{0, 0, 0, 0}
	var over []string
	layOutPage(t, Shared, p, `() => {
		const { left, right, top, height } = document.querySelector(".axis").getBoundingClientRect();
		return document.elementsFromPoint((left + right) / 2, top + height / 2).map((e) => e.getAttribute("class")).filter((name) => /^(line|axis)$/.test(name));
	}`, nil, &over)
	if !slices.Equal(over, []string{"line", "axis"}) {
		t.Errorf("from above there are %q", over)
	}
}
