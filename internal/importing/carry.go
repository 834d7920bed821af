package importing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"mockup/internal/importing/parse"
)

// said is a message as a payload carries it.
type said struct {
	from     string // key of a person
	time     time.Time
	text     string
	pictures []*picture
	status   string
}

// picture is an image of a message or a face.
type picture struct {
	source parse.Attachment
	face   []byte // an invented face, in place of the source
	path   string // in the payload, relative to its file
	mime   string
	bytes  int64
}

// carry returns what a payload can carry of a message, and counts the rest, which is the only place that does. ok is false if
// nothing is left.
func carry(m parse.Message, left *leftOut) (s said, ok bool) {
	switch {
	case m.Kind == parse.Event:
		left.add("line of the app", 1)
		return s, false
	case m.Kind == parse.Call:
		left.add("call", 1)
		return s, false
	case m.Deleted:
		left.add("deleted message", 1)
		return s, false
	}
	s = said{from: m.From, time: m.Time, text: cleanText(m.Text), status: m.Status}
	for _, a := range m.Attached {
		switch {
		case a.Kind != parse.Picture && a.Kind != parse.GIF:
			left.add(string(a.Kind), 1)
		case a.Path == "" && a.Link != "":
			left.add("picture that the export only links to", 1)
		case a.Path == "":
			left.add(string(a.Kind)+" that the export does not hold", 1)
		default:
			s.pictures = append(s.pictures, &picture{source: a})
		}
	}
	for name, present := range map[string]bool{
		"mark of an answer to another message": m.ReplyTo != "", "mark of an edit": m.Edited, "mark of forwarding": m.Forwarded,
		"pin": m.Pinned, "mark of failure": m.Failed, "text without its bold, italic and the like": m.Formatted,
	} {
		if present {
			left.add(name, 1)
		}
	}
	for _, r := range m.Reactions {
		left.add("reaction", max(1, r.Count))
	}
	return s, s.text != "" || len(s.pictures) > 0
}

// cleanText drops control characters, which no app shows.
func cleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

// leftOut counts what was not carried over.
type leftOut struct{ counts map[string]int }

func (l *leftOut) add(name string, n int) {
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	l.counts[name] += n
}

// hidden counts what the app does not show either.
func (l *leftOut) hidden(counts map[parse.MessageKind]int) {
	for kind, n := range counts {
		name := "draft that was never sent"
		if kind == parse.ToolStep {
			name = "step of the assistant that its app does not show"
		}
		l.add(name, n)
	}
}

// list returns what was left out, such as "12 polls", sorted.
func (l *leftOut) list() []string {
	var list []string
	for name, n := range l.counts {
		list = append(list, fmt.Sprintf("%d %s", n, plural(name, n)))
	}
	slices.SortFunc(list, func(a, b string) int {
		_, a, _ = strings.Cut(a, " ")
		_, b, _ = strings.Cut(b, " ")
		return strings.Compare(a, b)
	})
	return list
}

// plural returns the plural of a name, whose first noun is the one that counts: "marks of an edit".
func plural(name string, n int) string {
	if n == 1 {
		return name
	}
	for _, after := range []string{" of ", " that ", " without "} {
		if noun, rest, ok := strings.Cut(name, after); ok {
			return noun + "s" + after + rest
		}
	}
	return name + "s"
}

// err lists what was left out as an error; nil if there is nothing.
func (l *leftOut) err() error {
	if list := l.list(); len(list) > 0 {
		return errors.New("left out: " + strings.Join(list, ", "))
	}
	return nil
}
