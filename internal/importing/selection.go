package importing

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mockup/internal/importing/parse"
	"mockup/internal/schema"
)

// selection takes the messages of a conversation as they are read, and keeps those that are wanted.
type selection struct {
	opts      Options
	zone      *time.Location // nil: the clock of the export
	wallClock bool           // the times are those of a clock, see parse.Export
	unordered bool

	kept   []parse.Message
	bytes  int // of the texts that are kept
	number int // of the last message
	last   time.Time
	hidden map[parse.MessageKind]int // what the app does not show, by its kind
}

// add takes the next message. It returns parse.ErrEnough when no later one is wanted.
func (s *selection) add(m parse.Message) error {
	if m.Time.IsZero() { // which is rare: drafts, damaged files
		m.Time = s.last
	}
	s.last = m.Time
	if !s.isWanted(m.Time) {
		return nil
	}
	if m.Kind == parse.ToolStep || m.Kind == parse.Draft || m.Kind == parse.Notice {
		if s.hidden == nil {
			s.hidden = map[parse.MessageKind]int{}
		}
		s.hidden[m.Kind]++
		return nil
	}
	s.number++
	if !s.unordered {
		switch {
		case s.opts.Final > 0 && s.number > s.opts.Final:
			return parse.ErrEnough
		case s.number < s.opts.First:
			return nil
		}
	}
	s.kept = append(s.kept, m)
	s.bytes += size(m)
	if s.opts.Last > 0 && len(s.kept) >= 2*s.opts.Last+64 {
		s.trim()
	}
	if s.bytes > schema.DefaultMaxBytes && s.opts.Last == 0 && !(s.unordered && s.opts.Final > 0) {
		return s.tooLarge()
	}
	return nil
}

// size estimates how many bytes a message takes in a payload.
func size(m parse.Message) int {
	bytes := len(m.Text) + 100 + 150*len(m.Attached)
	for _, r := range m.Reactions {
		bytes += 40 + 10*len(r.By)
	}
	return bytes
}

func (s *selection) tooLarge() error {
	return fmt.Errorf("the messages take more than %d bytes, the most that a payload may have; take a part of the conversation with --last 30, --since or --messages", schema.DefaultMaxBytes)
}

// trim keeps only the newest messages.
func (s *selection) trim() {
	if s.unordered {
		sortByTime(s.kept)
	}
	if over := len(s.kept) - s.opts.Last; over > 0 {
		kept := slices.Clone(s.kept[over:]) // so that the others can be freed
		s.kept = kept
	}
	s.bytes = 0
	for _, m := range s.kept {
		s.bytes += size(m)
	}
}

// sortByTime keeps the order of messages of the same time.
func sortByTime(messages []parse.Message) {
	slices.SortStableFunc(messages, func(a, b parse.Message) int { return a.Time.Compare(b.Time) })
}

// finish returns the messages that are wanted, the oldest first.
func (s *selection) finish() ([]parse.Message, error) {
	if s.unordered {
		sortByTime(s.kept)
		if s.opts.First > 0 || s.opts.Final > 0 {
			from := min(max(0, s.opts.First-1), len(s.kept))
			to := min(cmp.Or(s.opts.Final, len(s.kept)), len(s.kept))
			s.kept = s.kept[from:max(from, to)]
		}
	}
	if s.opts.Last > 0 {
		s.trim()
	}
	switch {
	case s.bytes > schema.DefaultMaxBytes:
		return nil, s.tooLarge()
	case len(s.kept) == 0 && s.number == 0 && s.opts.Since.IsZero() && s.opts.Until.IsZero():
		return nil, fmt.Errorf("the conversation has no messages")
	case len(s.kept) == 0 && s.number > 0:
		return nil, fmt.Errorf("--messages chooses none: the conversation has %d", s.number)
	case len(s.kept) == 0:
		return nil, fmt.Errorf("--since and --until choose none of the messages")
	}
	return s.kept, nil
}

// isWanted reports whether a time is within those that are imported, by the clock that the payload shows.
func (s *selection) isWanted(t time.Time) bool {
	if s.opts.Since.IsZero() && s.opts.Until.IsZero() {
		return true
	}
	shown := wall(t, s.zone, s.wallClock)
	return !shown.Before(s.opts.Since) && (s.opts.Until.IsZero() || shown.Before(s.opts.Until))
}

// wall returns what a clock shows at a time, as a time in UTC: the clock of a zone, or else that of the export.
func wall(t time.Time, zone *time.Location, wallClock bool) time.Time {
	if zone != nil && !wallClock {
		t = t.In(zone)
	}
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// instant returns the time for the payload, in whole seconds. Without a zone, the payload's times are those of the clock of the export.
func instant(t time.Time, zone *time.Location, wallClock bool) time.Time {
	t = t.Truncate(time.Second)
	shown := wall(t, zone, wallClock)
	switch {
	case zone == nil:
		return shown
	case wallClock:
		return time.Date(shown.Year(), shown.Month(), shown.Day(), shown.Hour(), shown.Minute(), shown.Second(), 0, zone).UTC()
	}
	return t.UTC()
}
