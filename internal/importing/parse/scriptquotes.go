package parse

import (
	"slices"
	"strings"
)

// pendingAnswer is a quote whose answer has to be in the next line. If it is not, the quote is text of the message before.
type pendingAnswer struct {
	id     string // of the message that is quoted; empty: there is no quote
	number int    // of its first line
	lines  []string
}

// quote reads "> Mia: are you up?". It reports false if no earlier message begins so.
func (r *scriptReader) quote(line string, number int) bool {
	if r.answer.id == "" {
		earlier := r.quotes
		if r.current != nil {
			m := r.finished()
			earlier = earlier.with(m.ID, m.From, m.shown())
		}
		r.answer = pendingAnswer{id: earlier.Find(strings.TrimSpace(strings.TrimLeft(line, ">"))), number: number}
	}
	if r.answer.id != "" {
		r.answer.lines = append(r.answer.lines, line)
	}
	return r.answer.id != ""
}

// unquote makes a quote that has no answer a part of the text.
func (r *scriptReader) unquote() error {
	answer := r.answer
	r.answer = pendingAnswer{}
	for i, line := range answer.lines {
		if err := r.more(line, answer.number+i); err != nil {
			return err
		}
	}
	return nil
}

// Quotes finds messages by their first lines. The zero value is empty.
type Quotes struct{ said []quotable }

// quotable is a message that can be quoted. Its text is made comparable when the first quote asks for it, which most scripts
// have none of.
type quotable struct {
	id, from, text string
	comparable     bool
}

// Limits of quotes.
const (
	longestQuote = 200    // letters of a message that are compared
	mostQuotable = 10_000 // messages, the newest
)

// quotedLine returns what is compared of a text: its first line, in lower case.
func quotedLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	letters := []rune(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	return string(letters[:min(len(letters), longestQuote)])
}

// Add adds a message.
func (q *Quotes) Add(id, from, text string) {
	*q = q.with(id, from, text)
	if len(q.said) > 2*mostQuotable {
		q.said = slices.Clone(q.said[len(q.said)-mostQuotable:])
	}
}

func (q *Quotes) with(id, from, text string) Quotes {
	const longest = 5 * longestQuote // bytes, also where letters take four
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return Quotes{append(q.said, quotable{id: id, from: from, text: strings.Clone(text[:min(len(text), longest)])})}
}

// Find returns the id of the newest message that a quote means, such as "Mia: are you up?" or "are you…"; empty if there is
// none. A whole line counts more than the beginning of one.
func (q *Quotes) Find(quote string) string {
	if name, words, ok := scriptLine(quote, scriptTime()); ok {
		if id := q.find(name, quotedLine(words)); id != "" {
			return id
		}
	}
	return q.find("", quotedLine(quote))
}

func (q *Quotes) find(from, line string) (id string) {
	begin := strings.TrimRight(line, "….")
	for i := len(q.said) - 1; i >= 0; i-- {
		m := &q.said[i]
		if !m.comparable {
			m.text, m.comparable = quotedLine(m.text), true
		}
		switch {
		case from != "" && !strings.EqualFold(m.from, from):
		case m.text == line && line != "":
			return m.id
		case id == "" && begin != "" && strings.HasPrefix(m.text, begin):
			id = m.id
		}
	}
	return id
}
