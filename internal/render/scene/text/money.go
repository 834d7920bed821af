package text

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Money writes amounts of one currency as American English does: "$1,204.50", "-$3.00", "¥1,205", "CHF 12.00".
type Money struct {
	symbol   string
	decimals int
}

// NewMoney returns the format of an ISO 4217 code. An unknown code stands before the amount itself, with two
// decimals; ok says whether it is known.
func NewMoney(code string) (m Money, ok bool) {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return Money{symbol: code + "\u00a0", decimals: 2}, false
	}
	symbol := message.NewPrinter(language.AmericanEnglish).Sprint(currency.Symbol(unit))
	decimals, _ := currency.Standard.Rounding(unit)
	switch unit.String() { // CLDR 42 and newer, as browsers have it; the library has CLDR 32
	case "PHP":
		symbol = "₱"
	case "XOF":
		symbol = "F\u202fCFA"
	case "AMD", "GYD", "MNT", "MUR", "RSD", "TZS", "UZS":
		decimals = 2
	}
	if last, _ := utf8.DecodeLastRuneInString(symbol); unicode.IsLetter(last) {
		symbol += "\u00a0"
	}
	return Money{symbol, decimals}, true
}

func (m Money) Format(amount float64) string { return Signed(amount, m.symbol, m.decimals) }

// Signed writes a number with commas and a fixed number of decimals, rounded half away from zero. The sign stands
// before the prefix; what rounds to zero has none.
func Signed(n float64, prefix string, decimals int) string {
	digits := strconv.FormatFloat(RoundTo(math.Abs(n), decimals), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(digits, ".")
	var out strings.Builder
	if n < 0 && strings.Trim(digits, "0.") != "" {
		out.WriteByte('-')
	}
	out.WriteString(prefix)
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(d)
	}
	if fraction != "" {
		out.WriteString("." + fraction)
	}
	return out.String()
}

// RoundTo rounds half away from zero. The decimal point is moved in the number's shortest notation, so that 1.005 is
// rounded as it is written and not as it is stored.
func RoundTo(n float64, decimals int) float64 {
	shift := func(x float64, by int) float64 {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		e, err := strconv.Atoi(exponent)
		if err != nil {
			return x
		}
		shifted, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(e+by), 64)
		if err != nil {
			return x
		}
		return shifted
	}
	return shift(math.Round(shift(n, decimals)), -decimals)
}
