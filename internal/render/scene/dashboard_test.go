package scene

import (
	"slices"
	"strings"
	"testing"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

func TestDashboard(t *testing.T) {
	sixty := slices.Repeat([]float64{5}, 60)
	tests := []struct {
		name  string
		props schema.DashboardProps
		want  Dashboard
	}{
		{
			"MRR is the last value", schema.DashboardProps{Points: []float64{0, 50, 100}},
			Dashboard{Value: "$100.00", Highest: "$100.00", Lowest: "$0.00", Line: "0.00,152.00 167.00,76.00 334.00,0.00"},
		},
		{
			"volumes add up", schema.DashboardProps{Metric: "Net volume", Points: []float64{0.1, 0.2}},
			Dashboard{Value: "$0.30", Highest: "$0.20", Lowest: "$0.00", Line: "0.00,76.00 334.00,0.00"},
		},
		{
			"counts have no currency", schema.DashboardProps{Metric: "New customers", CurrencyCode: "JPY", Points: []float64{1200, 34.4}},
			Dashboard{Value: "1,234", Highest: "1,200", Lowest: "0", Line: "0.00,0.00 334.00,147.64"},
		},
		{
			"all zero", schema.DashboardProps{Points: []float64{0, 0}},
			Dashboard{Value: "$0.00", Lowest: "$0.00", Line: "0.00,152.00 334.00,152.00"},
		},
		{
			"all equal", schema.DashboardProps{Points: []float64{7, 7}},
			Dashboard{Value: "$7.00", Highest: "$7.00", Lowest: "$0.00", Line: "0.00,0.00 334.00,0.00"},
		},
		{
			"below zero", schema.DashboardProps{Points: []float64{-30, 10}},
			Dashboard{Value: "$10.00", Highest: "$10.00", Lowest: "-$30.00", Line: "0.00,152.00 334.00,0.00"},
		},
		{
			"all below zero", schema.DashboardProps{Points: []float64{-20, -40}},
			Dashboard{Value: "-$40.00", Highest: "$0.00", Lowest: "-$40.00", Line: "0.00,76.00 334.00,152.00"},
		},
		{
			"comparison of another length", schema.DashboardProps{Points: []float64{10, 20}, ComparePoints: []float64{0, 40, 16}},
			Dashboard{
				Value: "$20.00", Highest: "$40.00", Lowest: "$0.00", Line: "0.00,114.00 334.00,76.00",
				Previous: "$16.00", Change: "+25.0%", Trend: "up", Compare: "0.00,152.00 167.00,0.00 334.00,91.20",
			},
		},
		{
			"nothing before", schema.DashboardProps{Points: []float64{0, 5}, ComparePoints: []float64{0, 0}},
			Dashboard{
				Value: "$5.00", Highest: "$5.00", Lowest: "$0.00", Line: "0.00,152.00 334.00,0.00",
				Previous: "$0.00", Compare: "0.00,152.00 334.00,152.00",
			},
		},
		{
			"sixty points", schema.DashboardProps{Metric: "Successful payments", Points: sixty},
			Dashboard{Value: "300", Highest: "5", Lowest: "0"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := test.props
			if p.Metric == "" {
				p.Metric = "MRR"
			}
			if p.CurrencyCode == "" {
				p.CurrencyCode = "USD"
			}
			p.StartDate, p.EndDate = "2026-02-01", "2026-06-28"
			got := *build(t, schema.DashboardChart, "", &p).View.Body.(*Dashboard)
			want := test.want
			want.Title, want.From, want.To, want.Updated = p.Metric, "Feb 1, 2026", "Jun 28", "Updated just now"
			want.Clear = got.Clear // the page shows whether it is right: TestDashboardPlotBegins
			if want.Line == "" {
				if n := len(strings.Fields(got.Line)); n != len(p.Points) {
					t.Errorf("%d points on the line, want %d", n, len(p.Points))
				}
				want.Line = got.Line
			}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestChange(t *testing.T) {
	for _, test := range []struct {
		now, before float64
		text, trend string
	}{
		{112.34, 100, "+12.3%", "up"},
		{95.9, 100, "-4.1%", "down"},
		{100, 100, "0.0%", "flat"},
		{100.04, 100, "0.0%", "flat"},
		{99.96, 100, "0.0%", "flat"},
		{0, 100, "-100.0%", "down"},
		{0, 0, "0.0%", "flat"},
		{5, 0, "", ""},
		{-5, 0, "", ""},
		{-50, -100, "+50.0%", "up"},
		{50, -100, "+150.0%", "up"},
		{1_234_500, 100, "+1,234,400.0%", "up"},
	} {
		if text, trend := change(test.now, test.before); text != test.text || trend != test.trend {
			t.Errorf("from %g to %g: %q %q, want %q %q", test.before, test.now, text, trend, test.text, test.trend)
		}
	}
}

func TestMoney(t *testing.T) {
	for _, test := range []struct {
		code   string
		amount float64
		want   string
	}{
		{"USD", 229306.84, "$229,306.84"},
		{"USD", 0, "$0.00"},
		{"USD", -0.001, "$0.00"},
		{"USD", -1234.5, "-$1,234.50"},
		{"USD", 1.005, "$1.01"},
		{"USD", 1e15, "$1,000,000,000,000,000.00"},
		{"HKD", 404, "HK$404.00"},
		{"EUR", 999.999, "€1,000.00"},
		{"GBP", 1204, "£1,204.00"},
		{"JPY", 1204.5, "¥1,205"},
		{"KRW", 12_000_000, "₩12,000,000"},
		{"KWD", 12.3456, "KWD\u00a012.346"},
		{"CHF", -12, "-CHF\u00a012.00"},
		{"PHP", 1250, "₱1,250.00"},
		{"XOF", 1250, "F\u202fCFA\u00a01,250"},
		{"RSD", 12, "RSD\u00a012.00"},
		{"INR", 100000, "₹100,000.00"},
		{"QQQ", 3, "QQQ\u00a03.00"},
	} {
		format, known := text.NewMoney(test.code)
		if got := format.Format(test.amount); got != test.want {
			t.Errorf("%g %s: %q, want %q", test.amount, test.code, got, test.want)
		}
		if known != (test.code != "QQQ") {
			t.Errorf("%s known: %v", test.code, known)
		}
	}
}

func TestEndLabel(t *testing.T) {
	for _, test := range [][3]schema.Date{
		{"2026-02-01", "2026-06-28", "Jun 28"},
		{"2025-12-01", "2026-01-05", "Jan 5, 2026"},
		{"2026-02-01", "2026-02-01", "Feb 1"},
	} {
		if got := endLabel(test[0].Time(), test[1].Time()); got != string(test[2]) {
			t.Errorf("%s to %s: %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

func TestUpdated(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "Updated just now", 0.9: "Updated just now", 1: "Updated 1 second ago", 4: "Updated 4 seconds ago",
		60: "Updated 1 minute ago", 3599: "Updated 59 minutes ago", 7200: "Updated 2 hours ago",
		86400: "Updated yesterday", 3 * 86400: "Updated 3 days ago", 1e18: "Updated 292 years ago",
	} {
		if got := updated(seconds); got != want {
			t.Errorf("%g seconds: %q, want %q", seconds, got, want)
		}
	}
}
