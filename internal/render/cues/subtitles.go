package cues

import (
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
)

// How subtitles are cut (Netflix, timed text style guide: 42 letters a line, two lines). Ideographs take the room of two letters.
const (
	lineRoom     = 42
	captionLines = 2
	captionLeast = time.Second // that a subtitle is shown, if there is so much time

	// What weighs beside letters where a text is spread over time: words and the ends of lines, as where an answer is written
	// (package motion).
	wordWeight = 2
	lineWeight = 16
)

// caption is a subtitle: what can be read at once of a text.
type caption struct {
	at, end time.Duration
	sender  string
	text    string // one line or two
}

// captions returns the subtitles of the cues that can be read, each for as long as it is what is read. A text that has several is
// spread over the time in which it is written or read out, or else over all of its time.
func (l List) captions() (captions []caption) {
	assistants := map[string]bool{} // names of those who write answers
	for _, c := range l.Cues {
		if c.Kind == storyboard.CueWrite {
			assistants[c.Sender] = true
		}
	}
	for _, c := range l.Cues {
		if !c.Kind.HasText() || c.End <= c.At {
			continue
		}
		written := strings.Split(c.Text, "\n")
		if assistants[c.Sender] {
			written = text.Lines(c.Text)
		}
		if parts := cut(written); len(parts) > 0 {
			captions = append(captions, l.spread(c, parts)...)
		}
	}
	return captions
}

// part is what one subtitle shows of a text.
type part struct {
	lines  []string
	weight int // the share of time that it takes, in letters
}

// cut cuts a text into subtitles. Short lines share one, a line that needs several subtitles begins a new one.
func cut(written []string) (parts []part) {
	for _, line := range written {
		rows := wrap(readable(line))
		for i, row := range rows {
			last := len(parts) - 1
			if full := last < 0 || len(parts[last].lines) == captionLines; full || i == 0 && len(rows) > 1 {
				parts = append(parts, part{})
				last++
			}
			p := &parts[last]
			p.lines = append(p.lines, row)
			p.weight += uniseg.StringWidth(row) + wordWeight*len(strings.Fields(row))
			if i == len(rows)-1 {
				p.weight += lineWeight
			}
		}
	}
	return parts
}

// readable takes out of a line what nobody sees.
func readable(line string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, line))
}

// wrap breaks a line into rows that have room in a subtitle; none of an empty line.
func wrap(line string) (rows []string) {
	row := ""
	add := func(piece string) {
		if row != "" && uniseg.StringWidth(row+strings.TrimRight(piece, " \t")) > lineRoom {
			rows, row = append(rows, strings.TrimSpace(row)), ""
		}
		row += piece
	}
	for rest, state := line, -1; rest != ""; {
		var word string
		word, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		if uniseg.StringWidth(word) <= lineRoom {
			add(word)
			continue
		}
		for letters := uniseg.NewGraphemes(word); letters.Next(); { // an address, for example
			add(letters.Str())
		}
	}
	if row = strings.TrimSpace(row); row != "" {
		rows = append(rows, row)
	}
	return rows
}

// spread gives each part of a cue's text its time. The last one stays until the cue ends.
func (l List) spread(c storyboard.Cue, parts []part) []caption {
	from, to := l.told(c)
	total, before := 0, 0
	for _, p := range parts {
		total += p.weight
	}
	least := min(captionLeast, (c.End-c.At)/time.Duration(len(parts)))
	captions := make([]caption, len(parts))
	for i, p := range parts {
		at := c.At
		if i > 0 {
			at = max(from+(to-from)*time.Duration(before)/time.Duration(total), captions[i-1].at+least)
			at = min(at, c.End-least*time.Duration(len(parts)-i))
			captions[i-1].end = at
		}
		captions[i] = caption{at: at, end: c.End, sender: c.Sender, text: strings.Join(p.lines, "\n")}
		before += p.weight
	}
	return captions
}

// told returns from when to when a text is read out or written; all of its time if it is neither.
func (l List) told(c storyboard.Cue) (from, to time.Duration) {
	from, to = c.At, c.End
	for _, other := range l.Cues {
		if other.ID != c.ID || c.ID == "" || other.At < c.At || other.At >= c.End {
			continue
		}
		switch other.Kind {
		case storyboard.CueVoice:
			return other.At, min(other.End, c.End)
		case storyboard.CueWrite:
			from, to = other.At, min(other.End, c.End)
		}
	}
	return from, to
}
