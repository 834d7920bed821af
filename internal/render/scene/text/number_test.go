package text

import (
	"math"
	"testing"
)

func TestCount(t *testing.T) {
	for _, test := range []struct {
		n     float64
		style string
		want  string
	}{
		{0, "short", "0"}, {-5, "comma", "0"}, {999.9, "short", "999"},
		{1000, "comma", "1,000"}, {1234567, "comma", "1,234,567"},
		{1000, "short", "1K"}, {1999, "short", "1.9K"}, {12345, "short", "12K"}, {999999, "short", "999K"}, {1234567, "short", "1.2M"},
		{1234, "short-10k", "1.2K"}, {9999, "short-10k", "9.9K"}, {12345, "short-10k", "12K"}, {1999999, "short-10k", "1M"},
		{12345, "short1", "12.3K"}, {999949, "short1", "999.9K"}, {1e9, "short1", "1B"},
		{9999, "short1-10k", "9,999"}, {10000, "short1-10k", "10K"}, {10500, "short1-10k", "10.5K"},
		{1234, "short1-lower", "1.2k"}, {1.1e6, "short1-lower", "1.1m"}, {12, "short1-lower", "12"},
		{1e300, "short", "9007199B"}, {math.Inf(1), "short1", "9007199.2B"},
	} {
		if got := Count(test.n, test.style); got != test.want {
			t.Errorf("Count(%v, %q) = %q, want %q", test.n, test.style, got, test.want)
		}
	}
}
