package text

import (
	"math"
	"strconv"
	"strings"
)

// maxCount is the largest counter that is written in full; a payload's numbers are exact up to it.
const maxCount = 1<<53 - 1

// Count writes a counter as an app does: style is "comma" (1,234,567), "short" (999, 1.2K, 12K, 1.2M: one decimal
// below ten of a unit), "short-10k" (999, 1.2K, 12K, 1M: no decimals from ten thousand on), "short1" (999, 1.2K, 12.3K,
// 1.2M: one decimal everywhere) or "short1-10k" (commas up to 9,999, then as short1). With "-lower" behind it the unit is a small letter. Short forms cut off, they never round
// up: 1,999 is 1.9K and 999,949 is 999.9K.
func Count(n float64, style string) string {
	if style, ok := strings.CutSuffix(style, "-lower"); ok {
		return strings.ToLower(Count(n, style))
	}
	whole := int64(min(max(0, math.Floor(n)), maxCount))
	switch {
	case style == "comma", style == "short1-10k" && whole < 10_000:
		return Commas(whole)
	case whole < 1000:
		return strconv.FormatInt(whole, 10)
	}
	for _, unit := range []struct {
		size   int64
		letter string
	}{{1_000_000_000, "B"}, {1_000_000, "M"}, {1000, "K"}} {
		if whole < unit.size {
			continue
		}
		tenths := whole / (unit.size / 10)
		if tenths%10 == 0 || style == "short" && tenths >= 100 || style == "short-10k" && whole >= 10_000 {
			return strconv.FormatInt(tenths/10, 10) + unit.letter
		}
		return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10) + unit.letter
	}
	return ""
}

// Commas writes a whole number with a comma at every third digit.
func Commas(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var out strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			out.WriteByte(',')
		}
		out.WriteRune(d)
	}
	return out.String()
}
