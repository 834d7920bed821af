package parse

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// What a script says of a message beside its words: notes in brackets, reactions, what a message answers, and lines of the app.

// scriptNote matches what a message holds besides its text: [picture: lake.jpg], [voice 0:12], [deleted].
func scriptNote() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\[(picture|image|photo|gif|sticker|video|voice|audio|file|location|contact|poll|(?:missed |declined )?(?:voice |video )?call|deleted|edited|failed|forwarded)` +
		`(?:\s+(?:(\d{1,3}):)?(\d{1,4}):(\d{2}))?(?::\s*([^\]\n]*))?\][ \t]*`)
}

// BeginsWithNote reports whether a text would be taken for a note at the beginning of a message.
func BeginsWithNote(text string) bool { return scriptNote().MatchString(text) }

// VoiceNote returns the note of a recording.
func VoiceNote(seconds float64) string { return "[voice " + noteLength(seconds) + "]" }

// CallNote returns the note of a call. Its outcome is one of the schema: ended, missed or declined.
func CallNote(video bool, outcome string, seconds float64) string {
	name := "call"
	if video {
		name = "video call"
	}
	switch {
	case outcome != "ended":
		return "[" + outcome + " " + name + "]"
	case seconds > 0:
		return "[" + name + " " + noteLength(seconds) + "]"
	}
	return "[" + name + "]"
}

// Notes that stand for what has no text.
const (
	PictureNote = "[picture]"
	DeletedNote = "[deleted]"
)

// noteLength returns a length in minutes and seconds: 0:42.
func noteLength(seconds float64) string {
	s := int(math.Round(seconds))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// flush passes the message on.
func (r *scriptReader) flush(emit emit) error {
	if err := r.unquote(); err != nil || r.current == nil {
		return err
	}
	m := r.finished()
	r.current = nil
	r.quotes.Add(m.ID, m.From, m.shown())
	return emit(m)
}

// finished returns the message with what its lines say so far.
func (r *scriptReader) finished() Message {
	m := *r.current
	m.Text = strings.TrimRight(r.text.String(), " \t\n")
	if m.Kind == Event {
		m.From, m.Change = scriptChange(m.Text)
		return m
	}
	for found := r.note.FindStringSubmatch(m.Text); found != nil; found = r.note.FindStringSubmatch(m.Text) {
		m.Text = m.Text[len(found[0]):]
		r.add(&m, found)
	}
	m.Text = strings.TrimLeft(m.Text, "\n")
	for i := range m.Attached {
		if m.Attached[i].Kind == Voice && m.Text != "" { // is what is said
			m.Attached[i].Words, m.Text = m.Text, ""
		}
	}
	return m
}

// add adds what is in brackets.
func (r *scriptReader) add(m *Message, found []string) {
	hours, _ := strconv.Atoi(found[2]) // none is 0
	minutes, _ := strconv.Atoi(found[3])
	seconds, _ := strconv.Atoi(found[4])
	length, name := float64(hours*3600+minutes*60+seconds), strings.TrimSpace(found[5])
	a := Attachment{Name: name, Seconds: length}
	switch note := strings.ToLower(found[1]); note {
	case "deleted":
		m.Deleted = true
		return
	case "edited":
		m.Edited = true
		return
	case "failed":
		m.Failed = true
		return
	case "forwarded":
		m.Forwarded = true
		return
	case "picture", "image", "photo":
		a.Kind = Picture
	case "gif":
		a.Kind = GIF
	case "sticker":
		a.Kind = Sticker
	case "video":
		a.Kind = Video
	case "voice", "audio":
		a.Kind = Voice
	case "location":
		a.Kind = Location
	case "contact":
		a.Kind = Contact
	case "poll":
		a.Kind = Poll
	case "file":
		a.Kind = File
	default:
		m.Kind, m.Seconds, m.Video = Call, length, strings.Contains(note, "video")
		m.Missed, m.Declined = strings.HasPrefix(note, "missed"), strings.HasPrefix(note, "declined")
		return
	}
	if a.Kind == Contact {
		card, phone, _ := strings.Cut(name, "|")
		a.Name, a.Phone = strings.TrimSpace(card), strings.TrimSpace(phone)
	}
	if a.Kind == Poll {
		a.Name, a.Options = scriptPoll(name)
	}
	if candidate := path.Join(r.folder, name); name != "" && !path.IsAbs(name) && r.in.has(candidate) {
		a.Path = candidate
	}
	if (a.Kind == Video || a.Kind == GIF) && kindOfFile(name) != Video {
		a.Poster = a.Path
	}
	m.Attached = append(m.Attached, a)
}

// shown returns what a quote shows of a message.
func (m *Message) shown() string {
	switch {
	case m.Kind == Call:
		outcome := "ended"
		if m.Missed {
			outcome = "missed"
		} else if m.Declined {
			outcome = "declined"
		}
		return CallNote(m.Video, outcome, m.Seconds)
	case m.Deleted && m.Text == "" && len(m.Attached) == 0:
		return DeletedNote
	case m.Text != "" || len(m.Attached) == 0:
		return m.Text
	case m.Attached[0].Kind == Voice:
		return VoiceNote(m.Attached[0].Seconds)
	}
	if note := m.Attached[0].Note(); note != "" {
		return note
	}
	return PictureNote
}

// Note returns the note of a file, sticker, animation, video, place, contact or poll; empty for other attachments.
func (a Attachment) Note() string {
	name := strings.Join(strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(a.Name)), " ")
	switch a.Kind {
	case Contact:
		name = strings.ReplaceAll(name, "|", " ")
		if phone := strings.Join(strings.Fields(a.Phone), " "); phone != "" {
			name += " | " + phone
		}
		return "[contact: " + name + "]"
	case File, Sticker:
		return "[" + string(a.Kind) + ": " + name + "]"
	case GIF:
		return "[gif: " + name + "]"
	case Video:
		return "[video " + noteLength(a.Seconds) + ": " + name + "]"
	case Location:
		if name == "" {
			return "[location]"
		}
		return "[location: " + name + "]"
	case Poll:
		note := "[poll: " + name
		for _, o := range a.Options {
			note += " | " + strings.Join(strings.Fields(strings.NewReplacer("[", " ", "]", " ", "|", " ").Replace(o.Text)), " ")
			if o.Votes > 0 {
				note += fmt.Sprintf(" (%d)", o.Votes)
			}
		}
		return note + "]"
	}
	return ""
}

// scriptPoll reads "Which lake? | The large one (2) | The small one".
func scriptPoll(text string) (question string, options []PollOption) {
	question, rest, ok := strings.Cut(text, "|")
	for part := range strings.SplitSeq(rest, "|") {
		if !ok {
			break
		}
		option := PollOption{Text: strings.TrimSpace(part)}
		if before, votes, found := strings.Cut(strings.TrimSuffix(option.Text, ")"), " ("); found && strings.HasSuffix(option.Text, ")") {
			if n, err := strconv.Atoi(votes); err == nil && n >= 0 {
				option = PollOption{before, n}
			}
		}
		options = append(options, option)
	}
	return strings.TrimSpace(question), options
}

// react reads the names behind an emoji: "👍 Mia, Noah". It reports false for other text.
func (r *scriptReader) react(text string) bool {
	sign, names, _ := strings.Cut(strings.TrimSpace(text), " ")
	emoji, ok := OneEmoji(sign)
	if !ok || r.current == nil || r.unquote() != nil {
		return false
	}
	found := Reaction{Emoji: emoji}
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name != "" {
			found.By = append(found.By, r.people.add(Person{Name: name}))
		}
	}
	found.Count = max(1, len(found.By))
	r.current.Reactions = append(r.current.Reactions, found)
	return true
}

// scriptChange reads what somebody did: "Leo left", "Leo added Nora". The kind is empty for other words. Whether these are
// names is known in the end.
func scriptChange(text string) (who string, c Change) {
	for _, kind := range []ChangeKind{Joined, Left, Added, Removed, Renamed, NewPicture, Screenshot} {
		verb := " " + changeVerb(kind)
		before, after, ok := strings.Cut(text, verb)
		takes := kind == Added || kind == Removed || kind == Renamed
		if !ok || before == "" || takes != strings.HasPrefix(after, " ") || !takes && after != "" {
			continue
		}
		c.Kind = kind
		if after = strings.TrimSpace(after); kind == Renamed {
			c.Name = after
		} else {
			c.Whom = after
		}
		return before, c
	}
	return "", Change{}
}

// changeVerb returns what stands behind the name of who did it.
func changeVerb(kind ChangeKind) string {
	switch kind {
	case Renamed:
		return "renamed the group to"
	case NewPicture:
		return "changed the group photo"
	case Screenshot:
		return "took a screenshot"
	}
	return string(kind)
}

// ChangeWords returns the words of a script for what somebody did. Object is whom somebody added or removed, or the new name
// of the group.
func ChangeWords(kind ChangeKind, who, object string) string {
	return strings.TrimSpace(who + " " + changeVerb(kind) + " " + object)
}
