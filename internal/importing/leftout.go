package importing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mockup/internal/importing/parse"
)

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
		switch kind {
		case parse.ToolStep:
			name = "step of the assistant that its app does not show"
		case parse.Notice:
			name = "notice of a reaction"
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
	end := len(name)
	for _, after := range []string{" of ", " to ", " that ", " beside ", " without ", ", "} {
		if i := strings.Index(name, after); i >= 0 {
			end = min(end, i)
		}
	}
	rest := name[end:]
	if is, ok := strings.CutPrefix(rest, " that is "); ok {
		rest = " that are " + is
	}
	return name[:end] + "s" + rest
}

// err lists what was left out as an error; nil if there is nothing.
func (l *leftOut) err() error {
	if list := l.list(); len(list) > 0 {
		return errors.New("left out: " + strings.Join(list, ", "))
	}
	return nil
}
