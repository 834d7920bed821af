package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mockup/internal/pattern"
)

// Bounds of what is looked at, in bytes.
const (
	longestLocal = 64 // of an address in front of its "@" (RFC 5321)
	longestEmail = 254
	longestPhone = 32
)

var emailPattern = pattern.Lazy(`^[a-zA-Z0-9][a-zA-Z0-9._%+-]*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z]{2,24}\b`)

// findEmail returns the email address that a text begins with.
func findEmail(text string) string {
	start := text[:min(len(text), longestLocal+1)]
	at := strings.IndexFunc(start, func(r rune) bool { return !isHost(r) && !strings.ContainsRune("_%+", r) })
	if at < 1 || start[at] != '@' {
		return ""
	}
	found := emailPattern().FindString(window(text, longestEmail))
	if strings.HasPrefix(text[len(found):], "@") {
		return ""
	}
	return found
}

// phonePattern has the ways in which telephone numbers are written that nothing else is. Groups of digits without a country's
// code need separators that are all the same, so that dates, amounts and numbers of orders do not match.
var phonePattern = pattern.Lazy(`^(?:` + strings.Join([]string{
	// A country's code: +1 and +7 have ten digits behind them, Italy alone a zero.
	`\+[17][ .-]?\(?[2-9]\d\d\)?[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}`,
	`\+(?:39|[2-689]\d\d?)[ .-]?(?:\(0\)[ .-]?)?\(?[1-9]\d{0,4}\)?(?:[ .-]?\d{1,11}){1,5}`,
	`\+39[ .-]?0\d{1,3}(?:[ .-]?\d{2,8}){1,3}`,
	// North America.
	`(?:1[ .-])?\([2-9]\d\d\) ?\d{3}[ .-]\d{4}`,
	`(?:1-)?[2-9]\d\d-\d{3}-\d{4}`,
	`(?:1\.)?[2-9]\d\d\.\d{3}\.\d{4}`,
	`(?:\+1[ -]555[ -]|555-)\d{4}`, // the exchange of numbers in fiction
	// A zero that stands for the country: France; Britain, Germany, Australia, Japan, Israel and others.
	`0[1-9](?:(?: \d\d){4}|(?:\.\d\d){4}|(?:-\d\d){4})`,
	`\(?0[1-9]\d{1,3}\)?(?: \d{6,8}|-\d{6,8}| \d{3,4} \d{3,4}|-\d{3,4}-\d{3,4})`,
	`\(?0[1-9]\d{3}\)? (?:\d{6}|\d{3} \d{3})`,
	`0[1-9](?: \d{4} \d{4}|-\d{4}-\d{4}|-\d{3}-\d{4}|-\d{7})`,
	// Brazil and China.
	`\([1-9]\d\) 9?\d{4}-\d{4}`,
	`1[3-9]\d(?: \d{4} \d{4}|-\d{4}-\d{4})`,
}, "|") + `)$`)

// notPhone is what is written before numbers of other things.
var notPhone = pattern.Lazy(`(?i)(?:^|[^\pL])(?:order|invoice|ticket|ref|reference|tracking|parcel|case|booking|flight|serial|account|iban|card|code|pin|id|isbn)(?: (?:number|no|nr|id|is))?[\s:.#]*$`)

// findPhone returns the telephone number that a text begins with. All digits that stand together have to be the number:
// a part of a longer one is none. The text before it also decides.
func findPhone(before, text string) string {
	if !beginsPhone(before) {
		return ""
	}
	run := numberRun(text)
	digits := len(strings.Map(onlyDigits, run))
	if digits < 7 || digits > 15 || run[0] == '+' && digits < 8 || strings.HasSuffix(run, " 000") || !endsPhone(text[len(run):]) {
		return ""
	}
	if !phonePattern().MatchString(run) || notPhone().MatchString(before[max(0, len(before)-longestPhone):]) {
		return ""
	}
	return run
}

// numberRun returns the digits and separators that a text begins with, without those that end a sentence or a bracket
// opened before.
func numberRun(text string) string {
	run := text[:min(len(text), longestPhone+1)]
	if end := strings.IndexFunc(run[1:], func(r rune) bool { return onlyDigits(r) < 0 && !strings.ContainsRune(" .-()", r) }); end >= 0 {
		run = run[:end+1]
	}
	for _, pause := range []string{". ", "  ", " - "} {
		run, _, _ = strings.Cut(run, pause)
	}
	run = strings.TrimRight(run, " .-(")
	if strings.HasSuffix(run, ")") {
		run = strings.TrimRight(run, ").")
	}
	return run
}

// onlyDigits maps all other characters to none.
func onlyDigits(r rune) rune {
	if r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// beginsPhone reports whether a telephone number may begin behind a text: not behind an amount's sign or a longer number.
func beginsPhone(before string) bool {
	last, n := utf8.DecodeLastRuneInString(before)
	if strings.ContainsRune("#№:/.,-+@=*%&~", last) || unicode.Is(unicode.Sc, last) {
		return false
	}
	if last != ' ' && last != '(' {
		return true
	}
	earlier, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(before[:len(before)-n], " "))
	return !unicode.IsDigit(earlier) && !unicode.Is(unicode.Sc, earlier) && earlier != '#'
}

// endsPhone reports whether a telephone number may end before a text: not before a unit, a time or an amount's sign.
func endsPhone(after string) bool {
	next, n := utf8.DecodeRuneInString(after)
	if n == 0 {
		return true
	}
	if isWord(next) || strings.ContainsRune("/:@%°=-", next) {
		return false
	}
	later, _ := utf8.DecodeRuneInString(after[n:])
	return !(next == '.' || next == ',' || next == ' ') || !unicode.IsDigit(later) && !unicode.Is(unicode.Sc, later)
}
