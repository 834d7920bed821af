package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A script is a conversation as people write it by hand:
//
//	# me: Mia
//	# platform: whatsapp
//	--- Tuesday
//	[10:42] Noah: are you up?
//	Mia: yes
//	  and this belongs to the same message
//	Noah: [picture: lake.jpg] look
//	+ 👍 Mia, Zoe
//	> are you up?
//	Zoe: [edited] I am
//	* Zoe left
//
// docs/import.md describes it. Function Script of package importing writes it.

func missingScript(in *input) string {
	if len(in.scriptFiles()) == 0 {
		return "no text file has lines such as \"Mia: hi\""
	}
	return ""
}

func (in *input) scriptFiles() []string {
	var found []string
	clock := scriptTime()
	for _, name := range in.textFiles() {
		said := 0
		for _, line := range in.headLines(name) {
			if _, _, ok := scriptLine(line, clock); ok {
				said++
			}
		}
		if said > 0 {
			found = append(found, name)
		}
	}
	return found
}

func scriptChats(_ context.Context, in *input) ([]Chat, error) {
	var chats []Chat
	for _, name := range in.scriptFiles() {
		base := path.Base(name)
		chats = append(chats, Chat{ID: name, Title: strings.TrimSuffix(base, path.Ext(base))})
	}
	return chats, nil
}

// scriptLine divides "[10:42] Name: text".
func scriptLine(line string, clock *regexp.Regexp) (name, text string, ok bool) {
	if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
		return "", "", false
	}
	line = strings.TrimSpace(line[len(clock.FindString(line)):])
	name, text, ok = strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	first, _ := utf8.DecodeRuneInString(name)
	const longest = 40
	switch {
	case !ok, name == "", utf8.RuneCountInString(name) > longest, !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '+' && first < 0x2000:
		return "", "", false
	case text != "" && !strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "\t"): // an address or a time
		return "", "", false
	}
	return name, strings.TrimSpace(text), true
}

// scriptTime matches the time at the beginning of a line.
func scriptTime() *regexp.Regexp {
	return regexp.MustCompile(`^\s*[\[(](\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([AaPp]\.?[Mm]\.?)?[\])]\s*`)
}

func readScript(ctx context.Context, in *input, chat Chat, opts Options, emit emit) (*Conversation, error) {
	l, err := in.openLines(ctx, chat.ID)
	if err != nil {
		return nil, in.inFile(chat.ID, err)
	}
	defer l.close()
	r := &scriptReader{
		in: in, folder: path.Dir(chat.ID), order: opts.DateOrder, time: scriptTime(), note: scriptNote(),
		// A Monday. The days of a script without dates follow it.
		day: time.Date(2026, time.January, 5, 0, 0, 0, 0, time.UTC), clock: 9 * time.Hour,
		conversation: &Conversation{},
	}
	for err == nil {
		var line []byte
		if line, err = l.next(); err == nil {
			err = r.line(string(line), l.number, emit)
		}
	}
	if errors.Is(err, io.EOF) {
		err = r.flush(emit)
	}
	r.end(chat)
	return r.conversation, in.inFile(chat.ID, err)
}

type scriptReader struct {
	in           *input
	folder       string
	order        DateOrder
	time, note   *regexp.Regexp
	conversation *Conversation
	people       people

	day     time.Time
	dated   bool          // the script has a date, or a day of the week
	clock   time.Duration // since midnight
	timed   bool          // the script has times
	begun   bool          // the headers are over
	said    bool          // there has been a message on this day
	current *Message
	text    strings.Builder
	quotes  Quotes
	answer  pendingAnswer
	with    []string // people whom the header names
	count   int      // messages so far
	blanks  int      // empty lines that may belong to the text
	waits   bool     // a line with a time alone has set the clock for the next message
}

// line reads a line of the script.
func (r *scriptReader) line(line string, number int, emit emit) error {
	if r.header(line) {
		return nil
	}
	trimmed := strings.TrimSpace(line)
	indented := trimmed != line && strings.TrimLeft(line, " \t") != line
	switch name, text, ok := scriptLine(line, r.time); {
	case indented:
		return r.more(strings.TrimPrefix(strings.TrimPrefix(line, " "), " "), number)
	case trimmed == "":
		r.blanks++
		return nil
	case strings.HasPrefix(line, "---"):
		return r.divider(strings.Trim(line, "- \t"), number, emit)
	case ok:
		if err := r.begin(line, emit); err != nil {
			return err
		}
		r.current.From = r.people.add(Person{Name: name})
		r.text.WriteString(text)
	case strings.HasPrefix(r.time.ReplaceAllString(line, ""), "* "):
		if err := r.begin(line, emit); err != nil {
			return err
		}
		r.current.Kind = Event
		r.text.WriteString(strings.TrimSpace(r.time.ReplaceAllString(line, "")[2:]))
	case strings.HasPrefix(line, ">") && r.quote(line, number):
	case strings.HasPrefix(line, "+ ") && r.react(line[2:]):
	case r.time.FindString(line) == line: // a time alone is that of the next message
		if err := r.flush(emit); err != nil {
			return err
		}
		r.waits = r.setTime(line)
	default:
		return r.more(line, number)
	}
	return nil
}

// header reads lines such as "# me: Mia" above the first message.
func (r *scriptReader) header(line string) bool {
	if r.begun || !strings.HasPrefix(line, "#") {
		return false
	}
	name, value, _ := strings.Cut(strings.TrimLeft(line, "# \t"), ":")
	value = strings.TrimSpace(value)
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "me":
		r.conversation.Me = value
	case "platform":
		r.conversation.Platform = value
	case "group":
		r.conversation.Title, r.conversation.Group = value, true
	case "model":
		r.conversation.Model = value
	case "with":
		r.with = strings.Split(value, ",")
	case "provenance":
		r.conversation.Imported = value == "imported"
	}
	return true // others are comments
}

// begin begins a message. Without a time it is a minute later than the one before.
func (r *scriptReader) begin(line string, emit emit) error {
	answers := r.answer.id
	r.answer = pendingAnswer{}
	if err := r.flush(emit); err != nil {
		return err
	}
	if !r.setTime(line) && r.said && !r.waits {
		r.clock += time.Minute
	}
	r.begun, r.said, r.waits, r.blanks = true, true, false, 0
	r.count++
	r.current = &Message{ID: strconv.Itoa(r.count), Time: r.day.Add(r.clock), ReplyTo: answers}
	r.text.Reset()
	return nil
}

// setTime sets the clock to the time at the beginning of a line.
func (r *scriptReader) setTime(line string) bool {
	found := r.time.FindStringSubmatch(line)
	if found == nil {
		return false
	}
	numbers := [3]int{}
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(found[i+1])
	}
	half := halfOfDay(found[4])
	at, valid := clock(2026, 1, 5, numbers[0], numbers[1], numbers[2], half)
	if !valid {
		return false
	}
	since := at.Sub(at.Truncate(24 * time.Hour))
	if r.timed && since < r.clock { // past midnight
		r.day = r.day.AddDate(0, 0, 1)
	}
	r.clock, r.timed = since, true
	r.conversation.TwelveHour = r.conversation.TwelveHour || half != 0
	return true
}

// more adds a line to the text.
func (r *scriptReader) more(line string, number int) error {
	if err := r.unquote(); err != nil {
		return err
	}
	if r.current == nil {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		return fmt.Errorf("line %d: %q comes before the first message; a message begins with a name, as in \"Mia: hi\"", number, line[:min(len(line), 40)])
	}
	if r.text.Len()+len(line)+r.blanks > maxLine {
		return fmt.Errorf("line %d: a message is longer than %d bytes", number, maxLine)
	}
	r.text.WriteString(strings.Repeat("\n", r.blanks+1))
	r.text.WriteString(line)
	r.blanks = 0
	return nil
}

// divider begins another day: "--- Tuesday", "--- 2026-03-06", or "---" for the next.
func (r *scriptReader) divider(text string, number int, emit emit) error {
	if err := r.flush(emit); err != nil {
		return err
	}
	r.begun = true
	previous := r.day
	switch weekday, known := weekdayOf(text); {
	case text == "" || strings.EqualFold(text, "today"):
		if r.dated {
			r.day = r.day.AddDate(0, 0, 1)
		}
	case strings.EqualFold(text, "yesterday"):
		if r.dated {
			r.day = r.day.AddDate(0, 0, 1)
		}
	case known:
		if r.dated {
			r.day = r.day.AddDate(0, 0, 1)
		}
		for r.day.Weekday() != weekday {
			r.day = r.day.AddDate(0, 0, 1)
		}
	default:
		day, err := scriptDate(text, r.order)
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		r.day = day
	}
	if r.dated || !r.day.Equal(previous) {
		r.clock, r.timed, r.said = 9*time.Hour, false, false
	}
	r.dated = true
	return nil
}

// weekdayOf returns the day of the week that a text begins with; a date may follow.
func weekdayOf(text string) (time.Weekday, bool) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(text, day.String()) || strings.EqualFold(text, day.String()[:3]) {
			return day, true
		}
	}
	return 0, false
}

// scriptDate reads a date as people write it.
func scriptDate(text string, order DateOrder) (time.Time, error) {
	if first, rest, ok := strings.Cut(text, ","); ok {
		if _, known := weekdayOf(strings.TrimSpace(first)); known {
			text = strings.TrimSpace(rest)
		}
	}
	layouts := []string{"2006-01-02", "2 January 2006", "2. January 2006", "January 2, 2006", "2 Jan 2006", "Jan 2, 2006", "2.1.2006"}
	switch order {
	case MonthDayYear:
		layouts = append(layouts, "1/2/2006")
	case DayMonthYear:
		layouts = append(layouts, "2/1/2006")
	}
	for _, layout := range layouts {
		if day, err := time.Parse(layout, text); err == nil && day.Year() > 0 && day.Year() < 9999 {
			return day, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no day; write --- Tuesday, --- 2026-03-06 or --- 6 March 2026", text)
}

// end finds out who speaks of himself or herself.
func (r *scriptReader) end(chat Chat) {
	c := r.conversation
	if c.Me != "" {
		r.people.add(Person{Name: c.Me})
	}
	for _, name := range r.with {
		if name = strings.TrimSpace(name); name != "" {
			r.people.add(Person{Name: name})
		}
	}
	c.People = r.people.list
	for _, p := range c.People {
		if c.Me == "" && (strings.EqualFold(p.Name, "me") || strings.EqualFold(p.Name, "you")) {
			c.Me = p.Key
		}
	}
	c.Group = c.Group || len(c.People) > 2
	if c.Group {
		c.Title = orElse(c.Title, chat.Title)
	}
	if !r.dated || !r.timed {
		c.Notes = append(c.Notes, "Dates and times that the script does not give are invented.")
	}
}
