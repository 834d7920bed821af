package importing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// messages replaces what says who people are in all texts. Lines of the app that may name somebody who is not known are left
// out: they name people who never wrote anything.
func (a *anonymizer) messages(d *draft) {
	a.quoted = regexp.MustCompile(`[“”„«»"][^“”„«»"]+[“”„«»"]`)
	d.messages = slices.DeleteFunc(d.messages, func(m said) bool {
		unsafe := m.event != nil && !a.isSafe(m.text)
		if unsafe {
			d.left.add("line of the app that may name somebody", 1)
		}
		return unsafe
	})
	for i := range d.messages {
		m := &d.messages[i]
		if m.voice != nil {
			m.voice.Words = a.text(m.voice.Words)
		}
		if m.thing != nil {
			a.thing(m.thing)
		}
		if m.event == nil {
			m.text = a.text(m.text)
			continue
		}
		m.text = a.line(m.text)
		if m.event.Name != "" {
			m.event.Name = a.group(m.event.Name)
		}
	}
}

// line replaces the same in a line of the app, and what it quotes, which are names of groups.
func (a *anonymizer) line(text string) string {
	var b strings.Builder
	for {
		place := a.quoted.FindStringIndex(text)
		if place == nil {
			b.WriteString(a.text(text))
			return b.String()
		}
		_, first := utf8.DecodeRuneInString(text[place[0]:])
		_, last := utf8.DecodeLastRuneInString(text[:place[1]])
		from, to := place[0]+first, place[1]-last
		b.WriteString(a.text(text[:place[0]]) + text[place[0]:from] + a.group(text[from:to]) + text[to:place[1]])
		text = text[place[1]:]
	}
}

// group returns the invented name of a group: always the same for the same.
func (a *anonymizer) group(name string) string {
	if a.groups[name] == "" {
		a.groups[name] = fmt.Sprintf("Group %d", len(a.groups))
	}
	return a.groups[name]
}

// isSafe reports whether a line of the app names nobody but people who are known: all its capital words are theirs, or such
// that the apps begin lines with. Of scripts without capitals it is not known.
func (a *anonymizer) isSafe(text string) bool {
	for _, word := range wordsOf(a.quoted.ReplaceAllString(text, "")) {
		first, size := utf8.DecodeRuneInString(word)
		switch {
		case unicode.IsLower(first), unicode.IsDigit(first), size == len(word) && unicode.IsUpper(first):
		case a.words[strings.ToLower(word)] != "":
		case slices.Contains([]string{"You", "Your", "Messages", "Only", "No", "Tap", "This", "The", "History", "Channel", "WhatsApp", "Telegram"}, word):
		default:
			return false
		}
	}
	return true
}
