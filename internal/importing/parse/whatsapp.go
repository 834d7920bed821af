package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The text that WhatsApp exports: _chat.txt of iPhones, "WhatsApp Chat with Mia.txt" of Android, alone or in a zip with its
// files. It has no receipts, answers or reactions, and does not say who exported it.

func missingWhatsApp(in *input) string {
	if len(in.whatsAppFiles()) == 0 {
		return "no .txt file has lines that begin with a date and a time, such as [20/06/2021, 14:30:00] or 20/06/2021, 14:30 -"
	}
	return ""
}

func (in *input) whatsAppFiles() []string {
	var found []string
	for _, name := range in.textFiles() {
		if _, ok := in.whatsAppShape(name); ok {
			found = append(found, name)
		}
	}
	return found
}

// whatsAppShape returns the shape of a file's stamps. The first lines of a file must have one.
func (in *input) whatsAppShape(name string) (shape, bool) {
	looked := 0
	for _, line := range in.headLines(name) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if st, _, ok := parseStamp(line); ok {
			return st.shape, true
		}
		if looked++; looked == 3 {
			break
		}
	}
	return shape{}, false
}

func whatsAppChats(_ context.Context, in *input) ([]Chat, error) {
	found := in.whatsAppFiles()
	var chats []Chat
	for _, name := range found {
		title := whatsAppTitle(strings.TrimSuffix(path.Base(name), path.Ext(name)))
		if title == "" && len(found) == 1 {
			title = whatsAppTitle(in.title)
		}
		if folder := path.Base(path.Dir(name)); title == "" && folder != "." {
			title = orElse(whatsAppTitle(folder), folder)
		}
		chats = append(chats, Chat{ID: name, Title: title})
	}
	return chats, nil
}

// whatsAppTitle returns the name of the chat in a file name such as "WhatsApp Chat with Mia", in any language.
func whatsAppTitle(name string) string {
	if !strings.Contains(strings.ToLower(name), "whatsapp") {
		return ""
	}
	for _, with := range []string{" with ", " mit ", " con ", " avec ", " com ", " met ", " med ", " z ", " s ", " с ", " - "} {
		if _, title, ok := strings.Cut(name, with); ok {
			return title
		}
	}
	return ""
}

func readWhatsApp(ctx context.Context, in *input, chat Chat, opts Options, emit emit) (*Conversation, error) {
	r := &whatsAppReader{in: in, folder: path.Dir(chat.ID), words: newWhatsAppWords(), conversation: &Conversation{Title: chat.Title, Platform: "whatsapp"}}
	r.shape, _ = in.whatsAppShape(chat.ID)
	var err error
	if r.order, err = in.dateOrder(ctx, chat.ID, r.shape, opts.DateOrder); err == nil {
		err = r.file(ctx, chat.ID, emit)
	}
	r.end()
	return r.conversation, in.inFile(chat.ID, err)
}

// AmbiguousDates is the error of a file whose dates can be read in two ways.
type AmbiguousDates struct{ First, Last string }

// Error gives an example.
func (e *AmbiguousDates) Error() string {
	return fmt.Sprintf("dates such as %s and %s may begin with the day or with the month; say which with --date-order dmy or --date-order mdy", e.First, e.Last)
}

// dateOrder finds out in which order a file writes its dates: any number over 12 decides; then that time does not run
// backwards; then that the day changes more often than the month.
func (in *input) dateOrder(ctx context.Context, name string, s shape, given DateOrder) (DateOrder, error) {
	if given != "" {
		return given, nil
	}
	l, err := in.openLines(ctx, name)
	if err != nil {
		return "", err
	}
	defer l.close()
	var g orderGuess
	var start []byte // of the last line: most lines are of the day before them
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return g.result()
		}
		if err != nil {
			return "", err
		}
		const date = 11 // bytes, as in [20/06/2021
		if len(line) < date || bytes.Equal(line[:date], start) {
			continue
		}
		start = append(start[:0], line[:date]...)
		if st, _, ok := parseStamp(string(line)); ok && st.shape == s {
			if order := g.add(st); order != "" {
				return order, nil
			}
		}
	}
}

// orderGuess collects what the dates of a file say of their order.
type orderGuess struct {
	first, last  stamp
	count        int
	years        int       // dates that begin with the year
	days, months time.Time // the last time, if days or months come first
	daysBackward bool
	monthsBack   bool
	changes      [2]int
}

// add returns the order as soon as a date decides on it.
func (g *orderGuess) add(st stamp) DateOrder {
	switch {
	case st.yearFirst && st.date[1] > 12:
		return YearDayMonth
	case st.yearFirst && st.date[2] > 12:
		return YearMonthDay
	case st.yearFirst:
		g.years++
		return ""
	case st.date[0] > 31:
		return YearMonthDay
	case st.date[0] > 12:
		return DayMonthYear
	case st.date[1] > 12:
		return MonthDayYear
	}
	if g.count > 0 {
		for i := range g.changes {
			if st.date[i] != g.last.date[i] {
				g.changes[i]++
			}
		}
	} else {
		g.first = st
	}
	g.count++
	g.last = st
	days, _ := st.time(DayMonthYear)
	months, _ := st.time(MonthDayYear)
	const summerTime = 2 * time.Hour // clocks go back
	g.daysBackward = g.daysBackward || days.Before(g.days.Add(-summerTime))
	g.monthsBack = g.monthsBack || months.Before(g.months.Add(-summerTime))
	g.days, g.months = days, months
	return ""
}

func (g *orderGuess) result() (DateOrder, error) {
	switch {
	case g.years > 0:
		return YearMonthDay, nil
	case g.count == 0:
		return DayMonthYear, nil
	case g.daysBackward != g.monthsBack && g.monthsBack:
		return DayMonthYear, nil
	case g.daysBackward != g.monthsBack:
		return MonthDayYear, nil
	case g.changes[0] > g.changes[1]:
		return DayMonthYear, nil
	case g.changes[1] > g.changes[0]:
		return MonthDayYear, nil
	}
	text := func(st stamp) string {
		point := string(st.shape.point)
		return fmt.Sprint(st.date[0], point, st.date[1], point, st.date[2])
	}
	if g.first.date[0] == g.first.date[1] && g.last.date == g.first.date {
		return DayMonthYear, nil // both mean the same
	}
	return "", &AmbiguousDates{text(g.first), text(g.last)}
}

// whatsAppReader turns the lines of a file into messages.
type whatsAppReader struct {
	in            *input
	folder        string
	shape         shape
	order         DateOrder
	conversation  *Conversation
	people        people
	words         *whatsAppWords
	count         int    // messages so far
	noticeBy      string // the name before the notice of encryption: of a group, or of the other person
	noticeByWrote bool   // that name has written something

	current *Message // whose lines are being read
	text    strings.Builder
}

func (r *whatsAppReader) file(ctx context.Context, name string, emit emit) error {
	l, err := r.in.openLines(ctx, name)
	if err != nil {
		return err
	}
	defer l.close()
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return r.flush(emit)
		}
		if err != nil {
			return err
		}
		st, rest, ok := parseStamp(string(line))
		if !ok || st.shape != r.shape {
			if err := r.more(line, l.number); err != nil {
				return err
			}
			continue
		}
		if err := r.flush(emit); err != nil {
			return err
		}
		at, valid := st.time(r.order)
		if !valid {
			return fmt.Errorf("line %d has no possible date and time in the order %s: %q; give the order with --date-order, or export with the Gregorian calendar", l.number, r.order, string(line[:min(len(line), 40)]))
		}
		r.conversation.TwelveHour = r.conversation.TwelveHour || st.half != 0
		r.begin(at, rest)
	}
}

// more adds a line to the message.
func (r *whatsAppReader) more(line []byte, number int) error {
	if r.current == nil {
		return nil // an empty line, or a title that somebody has written above
	}
	if r.text.Len()+len(line) > maxLine {
		return fmt.Errorf("line %d: a message is longer than %d bytes, as in no export", number, maxLine)
	}
	r.text.WriteByte('\n')
	r.text.Write(line)
	return nil
}

// begin begins a message: "Name: text", or a line of the app.
func (r *whatsAppReader) begin(at time.Time, rest string) {
	r.current = &Message{Time: at}
	r.text.Reset()
	name, text, ok := cutName(rest)
	if !ok {
		r.current.Kind = Event
		r.text.WriteString(rest)
		return
	}
	r.current.From = name
	r.text.WriteString(text)
}

// cutName divides "Name: text". ok is false for a line of the app, which has no name.
func cutName(s string) (name, text string, ok bool) {
	name, text, ok = strings.Cut(s, ": ")
	if !ok {
		name, ok = strings.CutSuffix(s, ":")
	}
	name = strings.TrimSpace(withoutMarks(name))
	name = strings.TrimSpace(strings.TrimPrefix(name, "~")) // whoever is not in the contacts
	const longest = 80
	if !ok || name == "" || utf8.RuneCountInString(name) > longest || strings.ContainsAny(name, "\"“”„«»") {
		return "", "", false
	}
	return name, text, true
}

// flush passes the message on.
func (r *whatsAppReader) flush(emit emit) error {
	if r.current == nil {
		return nil
	}
	m := *r.current
	r.current = nil
	if notice := r.sort(&m, r.text.String()); notice {
		return nil // every drawn chat begins with it
	}
	return emit(m)
}

// sort finds out what a message is by its text. It reports whether it is the notice of encryption.
func (r *whatsAppReader) sort(m *Message, text string) (notice bool) {
	text, m.Edited = cutEdited(text)
	first, _ := utf8.DecodeRuneInString(text)
	byApp := first == '\u200e' // which is how iPhones begin what the app and not the person says
	plain := strings.TrimSpace(withoutMarks(text))
	note := noteOf(plain)
	m.Text = strings.TrimRightFunc(strings.TrimLeftFunc(text, isMark), unicode.IsSpace)
	const atTop = 3 // messages, among which the notice of encryption is
	r.count++
	if (byApp || r.count <= atTop) && r.words.isNotice(plain) {
		r.noticeBy = orElse(r.noticeBy, m.From)
		return true
	}
	if m.Kind == Event {
		m.Text = plain
		r.call(m, note, true)
		return false
	}
	if byApp && r.isTitle(m.From) {
		m.Kind, m.From, m.Text = Event, "", plain
		return false
	}
	r.read(m, plain, note, byApp)
	switch {
	case m.From != r.noticeBy:
	case m.Kind == Event && !r.noticeByWrote: // newer versions write lines of the app under the name of the group
		m.From = ""
		return false
	default:
		r.noticeByWrote = true
	}
	m.From = r.people.add(Person{Name: m.From})
	return false
}

// read finds out what a message of a person is.
func (r *whatsAppReader) read(m *Message, plain, note string, byApp bool) {
	switch {
	case r.words.isDeleted(note):
		m.Deleted, m.Text = true, ""
	case r.attached(m, plain, byApp):
	case r.call(m, note, byApp):
	case r.words.isPoll(plain, byApp):
		m.Attached, m.Text = []Attachment{r.words.pollOf(plain)}, ""
	case r.words.isLocation(plain):
		m.Attached, m.Text = []Attachment{{Kind: Location, Name: plain}}, ""
	case note == "live location shared":
		m.Attached, m.Text = []Attachment{{Kind: Location}}, ""
	case byApp:
		m.Kind, m.Text = Event, plain
	}
}

// isTitle reports whether a name is that of the group, under which newer versions write the lines of the app.
func (r *whatsAppReader) isTitle(name string) bool {
	return name == r.conversation.Title && name != "" && len(r.people.list) > 1
}

func (r *whatsAppReader) call(m *Message, note string, byApp bool) bool {
	found, missed, seconds := r.words.callOf(note, byApp)
	if found {
		m.Kind, m.Missed, m.Video, m.Seconds, m.Text = Call, missed, isVideoCall(note), seconds, ""
	}
	return found
}

// attached recognises files, and the words in their place.
func (r *whatsAppReader) attached(m *Message, plain string, byApp bool) bool {
	first, caption, _ := strings.Cut(plain, "\n")
	name := r.words.attachedName(first)
	if name == "" {
		omitted := r.words.omitted(first, byApp)
		if plain == "null" && !r.shape.brackets { // Android writes this for what may be seen once
			omitted.Kind = Media
		}
		if omitted.Kind == "" {
			return false
		}
		m.Attached, m.Text = []Attachment{omitted}, strings.TrimSpace(caption)
		return true
	}
	a := Attachment{Kind: whatsAppKind(name), Name: name}
	if candidate := path.Join(r.folder, name); r.in.has(candidate) {
		a.Path = candidate
	}
	m.Attached, m.Text = []Attachment{a}, strings.TrimSpace(caption)
	return true
}

// end finds out what the names say of the conversation.
func (r *whatsAppReader) end() {
	c := r.conversation
	c.People = r.people.list
	if !r.noticeByWrote {
		c.Title = orElse(r.noticeBy, c.Title) // files get other names
	}
	named := false
	for _, p := range c.People {
		named = named || p.Name == c.Title
	}
	c.Group = len(c.People) > 2 || len(c.People) == 2 && c.Title != "" && !named
}
