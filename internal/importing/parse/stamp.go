package parse

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// stamp is the date and time at the beginning of a message in WhatsApp's text, whose notation depends on the phone and its
// language:
//
//	[20/06/2021, 14:30:00] Name: text
//	6/20/21, 2:30 PM - Name: text
//	13.6.2018 klo 21.25.15 - Name: text
//	2021. 6. 20. 오후 2:30, Name: text
//	14:30, 20/06/2021 - Name: text (Vietnamese, and with brackets what is copied from WhatsApp Web)
type stamp struct {
	date                 [3]int // in the order in which they are written
	yearFirst            bool   // by its digits
	hour, minute, second int
	half                 int   // 1 for the morning, 2 for the afternoon, 0 for none
	shape                shape // which all stamps of a file share
}

// shape is what tells the stamps of a file from dates that people write.
type shape struct {
	brackets bool
	end      byte // what is behind the time: ']', '-', ':', ',' or ' '
	seconds  bool
	clock    bool // the time stands before the date
	point    rune // between day and month
}

// maxWord bounds what stands beside a time, such as "in the afternoon" in Tamil, in bytes.
const maxWord = 40

// scanner goes through the beginning of a line.
type scanner struct{ rest string }

// peek returns the next character; 0 at the end.
func (s *scanner) peek() rune {
	r, _ := utf8.DecodeRuneInString(s.rest)
	if s.rest == "" {
		return 0
	}
	return r
}

func (s *scanner) next() rune {
	r, size := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[size:]
	return r
}

// blanks passes over blanks of all widths, and marks of direction.
func (s *scanner) blanks() (found bool) {
	for s.rest != "" && (unicode.IsSpace(s.peek()) || isMark(s.peek())) {
		s.next()
		found = true
	}
	return found
}

// number reads a number of one to most digits.
func (s *scanner) number(most int) (value, digits int) {
	for digits < most && s.rest != "" {
		d, ok := digitOf(s.peek())
		if !ok {
			break
		}
		value, digits = value*10+d, digits+1
		s.next()
	}
	if _, more := digitOf(s.peek()); more && s.rest != "" {
		return 0, 0
	}
	return value, digits
}

// one passes over one of some characters.
func (s *scanner) one(of string) rune {
	if r := s.peek(); r != 0 && strings.ContainsRune(of, r) {
		return s.next()
	}
	return 0
}

// parseStamp reads the stamp of a line and returns what follows it. ok is false for lines that begin otherwise.
func parseStamp(line string) (st stamp, rest string, ok bool) {
	s := &scanner{line}
	s.blanksOf(isMark)
	if first := s.peek(); first != '[' {
		if _, digit := digitOf(first); !digit {
			return st, "", false
		}
	}
	st.shape.brackets = s.one("[") != 0
	s.blanksOf(isMark)
	start := s.rest
	if s.date(&st) && s.time(&st) && s.end(&st) {
		return st, s.rest, true
	}
	st, s.rest = stamp{shape: shape{brackets: st.shape.brackets, clock: true}}, start
	if s.clock(&st) && s.date(&st) && s.end(&st) {
		return st, s.rest, true
	}
	return st, "", false
}

// clock reads a time that stands before the date, with the half of the day and a comma behind it.
func (s *scanner) clock(st *stamp) bool {
	if !s.timeOfDay(st) {
		return false
	}
	word, _, found := strings.Cut(s.rest, ",")
	if !found || len(word) > maxWord {
		return false
	}
	st.setHalf(word)
	s.rest = s.rest[len(word)+len(","):]
	return s.blanks()
}

func (s *scanner) blanksOf(is func(rune) bool) {
	for s.rest != "" && is(s.peek()) {
		s.next()
	}
}

// date reads three numbers with points, lines or dashes between them.
func (s *scanner) date(st *stamp) bool {
	for i := range st.date {
		if i > 0 {
			s.blanksOf(isMark)
			point := s.one("-/.")
			if point == 0 {
				return false
			}
			st.shape.point = point
			s.blanks()
		}
		value, digits := s.number(4)
		if digits == 0 {
			return false
		}
		st.date[i] = value
		if i == 0 && digits == 4 {
			st.yearFirst = true
		}
	}
	return true
}

// time reads the time, and what is between date and time: a comma, a word such as "klo" or "um", the half of the day.
func (s *scanner) time(st *stamp) bool {
	word := s.rest
	for s.rest != "" {
		if _, digit := digitOf(s.peek()); digit {
			break
		}
		if len(word)-len(s.rest) > maxWord {
			return false
		}
		s.next()
	}
	between := word[:len(word)-len(s.rest)]
	if between == "" {
		return false
	}
	st.half = halfOfDay(between)
	return s.timeOfDay(st)
}

// timeOfDay reads hours, minutes and perhaps seconds.
func (s *scanner) timeOfDay(st *stamp) bool {
	var digits int
	if st.hour, digits = s.number(2); digits == 0 {
		return false
	}
	if !s.colon() {
		return false
	}
	if st.minute, digits = s.number(2); digits != 2 {
		return false
	}
	before := s.rest
	if s.colon() {
		if st.second, digits = s.number(2); digits != 2 {
			s.rest, st.second = before, 0
		} else {
			st.shape.seconds = true
		}
	}
	return true
}

// colon passes over what is between hours and minutes: ":", "." or "h".
func (s *scanner) colon() bool {
	if s.one(":.") != 0 {
		return true
	}
	before := s.rest
	s.blanks()
	if s.one("h") != 0 {
		s.blanks()
		return true
	}
	s.rest = before
	return false
}

// end reads what is behind the time: the half of the day, a word such as "Uhr", and then a bracket, a dash or a colon.
func (s *scanner) end(st *stamp) bool {
	word := s.rest
	for s.rest != "" && len(word)-len(s.rest) <= maxWord {
		between := word[:len(word)-len(s.rest)]
		switch r := s.peek(); {
		case st.shape.brackets && r == ']',
			!st.shape.brackets && (r == '-' || r == '–') && endsInBlank(between),
			!st.shape.brackets && (r == ':' || r == ',') && !strings.Contains(between, " "):
			s.next()
			if !s.blanks() && s.rest != "" && r != ']' {
				return false
			}
			st.setHalf(between)
			st.shape.end = byte(min(r, '~'))
			return true
		case r == '[', r == '\n':
			return false
		}
		s.next()
	}
	s.rest = word
	if st.shape.brackets || !st.shape.seconds || !s.blanks() { // "13. 6. 2018. 21:25:15 Name: text"
		return false
	}
	st.shape.end = ' '
	return true
}

func endsInBlank(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsSpace(r)
}

func (st *stamp) setHalf(word string) {
	if half := halfOfDay(word); half != 0 {
		st.half = half
	}
}

// halfOfDay returns 1 for a word that means the morning, 2 for the afternoon, and 0 for others. The words are those of
// Unicode's CLDR for the languages of WhatsApp, and those of Taiwan's phones.
func halfOfDay(word string) int {
	if strings.Trim(word, ", ") == "" {
		return 0
	}
	letters := strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, word))
	switch letters {
	case "am", "a", "上午", "凌晨", "早上", "清晨", "오전", "午前", "ص", "πμ", "öö", "sa", "pg", "قظ", "de", "पूर्वाह्न", "ก่อนเที่ยง", "fm", "pd", "मपू", "முற்பகல்", "ಪೂರ್ವಾಹ್ನ", "ਪੂਦੁ", "ጥዋት":
		return 1
	case "pm", "p", "下午", "中午", "晚上", "오후", "午後", "م", "μμ", "ös", "ch", "ptg", "بظ", "du", "अपराह्न", "หลังเที่ยง", "em", "md", "मउ", "பிற்பகல்", "ಅಪರಾಹ್ನ", "ਬਾਦੁ", "ከሰዓት":
		return 2
	}
	return 0
}

// time returns the time of a stamp whose date is written in an order.
func (st *stamp) time(order DateOrder) (time.Time, bool) {
	a, b, c := st.date[0], st.date[1], st.date[2]
	switch {
	case order == YearDayMonth:
		return clock(a, c, b, st.hour, st.minute, st.second, st.half)
	case order == YearMonthDay || st.yearFirst:
		return clock(a, b, c, st.hour, st.minute, st.second, st.half)
	case order == MonthDayYear:
		return clock(c, a, b, st.hour, st.minute, st.second, st.half)
	}
	return clock(c, b, a, st.hour, st.minute, st.second, st.half)
}
