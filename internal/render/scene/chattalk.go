package scene

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/bidi"

	"mockup/internal/render/scene/text"
	"mockup/internal/schema"
)

// What people do in a conversation beside texts and pictures: reactions, recordings, calls, deleted messages, and what the app says in a
// line of its own. Answers are in chatreplies.go.
//
// Fields of the manifest, by their names in the payload: reactions, replyTo, voice, call, event, edited, forwarded and deleted.

// ReactionMark is an emoji on a message, with all who chose it.
type ReactionMark struct {
	Emoji  string // empty: the number of those that are not shown
	Count  int
	Own    bool     // the sender is among them
	People []Person // in order, at most a few
}

// Call is a call within a conversation.
type Call struct {
	Video   bool
	Missed  bool   // it came to nothing, and the sender did not make it
	Joined  bool   // the sender took part in it
	Title   string // in the app's words
	Outcome string // what the app says below the title; may be empty
}

// word returns what the app says, with names and numbers put in.
func (b *builder) word(name string, values ...string) string {
	says := b.manifest.Options.Chat.Words[name]
	for i := 1; i < len(values); i += 2 {
		if says != values[i-1] {
			values[i] = isolated(values[i])
		}
	}
	return strings.NewReplacer(values...).Replace(says)
}

// isolated keeps a text with letters that run from right to left from turning the line around it, as the apps do.
func isolated(s string) string {
	if !strings.ContainsFunc(s, fromRight) {
		return s
	}
	return "\u2068" + s + "\u2069" // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE
}

// fromLeft has a list that may begin with an isolated name run from left to right, also where the page takes the direction of a line from
// its first letter: browsers count the letters of isolated texts, too.
func fromLeft(list string) string {
	if !strings.HasPrefix(list, "\u2068") {
		return list
	}
	return "\u200e" + list // LEFT-TO-RIGHT MARK
}

// fromRight reports whether a letter belongs to a script that runs from right to left.
func fromRight(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.R || properties.Class() == bidi.AL
}

// hasDirection reports whether a letter belongs to a script that runs from one side to the other.
func hasDirection(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.L || fromRight(r)
}

// wordBy is the same about what somebody did: words for the sender's own deeds have "You" behind their name.
func (b *builder) wordBy(name string, own bool, values ...string) string {
	if _, there := b.manifest.Options.Chat.Words[name+"You"]; own && there {
		name += "You"
	}
	return b.word(name, values...)
}

// talk adds to a message what people did with it, and what it holds beside text and pictures. Earlier are the messages before
// it by their ids.
func (b *builder) talk(p *schema.ChatProps, m schema.ChatMessage, message *timedMessage, earlier map[string]*schema.ChatMessage) {
	view := &message.view
	if m.Forwarded && b.shows("forwarded") {
		view.Forwarded = b.wordBy("forwarded", view.Out, "{who}", view.Person.Called)
	}
	if before := earlier[m.ReplyTo]; before != nil && b.shows("replyTo") {
		view.Quote = b.quote(p, m, *before)
	}
	b.mark(p, m, view)
	b.unsent(p, m, message)
	switch {
	case m.Type == "voice" && m.Voice != nil:
		view.Voice = &Voice{
			Duration: clockLength(m.Voice.DurationSeconds), Seconds: int(math.Round(m.Voice.DurationSeconds)), Bars: waveform(m.ID, b.manifest.Options.Chat.VoiceBars),
			Played: m.Voice.Played, Transcript: m.Voice.Transcript,
		}
	case m.Type == "call" && m.Call != nil:
		view.Call = b.call(*m.Call, view.Person.Name, view.Out, view.Time)
		if b.manifest.Options.Chat.Calls == "line" {
			view.line("call", view.Call.Title, template.HTML(b.call(*m.Call, b.bold(view.Person.Name), view.Out, view.Time).Title))
		}
	case m.Type == "event" && m.Event != nil:
		view.line(m.Event.Kind, b.event(p, m, unchanged, unchanged), template.HTML(b.event(p, m, b.bold, b.escaped)))
	}
	if b.shows("reactions") {
		message.reactions = m.Reactions
	}
	message.votes, message.voters = b.votesFor(m)
	message.changes = b.becomes(m)
	if b.payload.RenderKind != schema.Video { // there they come one after the other
		view.react(b.reactions(p, message.reactions), b.manifest.Options.Chat.ReactionKinds)
	}
	if !message.changes {
		b.change(m, view)
	}
}

// knows reports whether the app has such messages. It leaves out those that it does not have.
func (b *builder) knows(m schema.ChatMessage) bool {
	switch m.Type {
	case "text", "image", "mixed":
		return true
	case "event":
		if m.Event != nil && m.Event.Kind == "screenshot" {
			return b.shows("screenshot")
		}
	case "typing":
		return b.payload.RenderKind == schema.Video
	}
	return b.shows(m.Type)
}

// How event writes what users wrote: bold names and other texts as markup, or all of it as plain text.

func (b *builder) bold(name string) string { return "<b>" + b.isolated(name) + "</b>" }

// isolated keeps a name from deciding the direction of the line that it is in.
func (b *builder) isolated(name string) string { return "<bdi>" + b.escaped(name) + "</bdi>" }

func (b *builder) escaped(s string) string {
	return string(b.rich(s, text.Markup{Emoticons: b.emoticons}))
}

func unchanged(s string) string { return s }

// line makes a message a line of the app about something of that kind.
func (m *Message) line(kind, plain string, markup template.HTML) {
	m.Event, m.EventKind, m.Out, m.Said, m.Status = true, kind, false, true, ""
	m.Plain, m.Text = plain, markup
}

// becomes reports whether a message is there before it is edited, deleted or failed.
func (b *builder) becomes(m schema.ChatMessage) bool {
	return b.payload.RenderKind == schema.Video && m.Timing != nil && m.Timing.Change != nil
}

// change makes a message one that was edited or deleted, if it was.
func (b *builder) change(m schema.ChatMessage, view *Message) {
	view.Edited = m.Edited && b.shows("edited")
	b.fail(m, view)
	if m.Deleted && m.Type != "typing" && b.shows("deleted") {
		b.delete(view)
	}
}

// delete makes a message a deleted one. The app's words stay above its thread, if it has one. Of a line of the app nothing is left.
func (b *builder) delete(m *Message) {
	left := b.manifest.Options.Chat.Deleted
	switch {
	case m.Event:
		left = "nothing"
	case b.threads[m.ID]:
		left = "line"
	}
	*m = Message{
		ID: m.ID, Out: m.Out, Person: m.Person, NameColor: m.NameColor, Time: m.Time, Stamp: m.Stamp, Seen: m.Seen, Status: m.Status, Replies: m.Replies,
		Said: true, Deleted: left, Deletes: m.Deletes, Plain: b.wordBy("deleted", m.Out, "{who}", m.Person.Called),
	}
	m.Text = template.HTML(b.wordBy("deleted", m.Out, "{who}", b.isolated(m.Person.Called)))
	m.Event, m.EventKind = m.Deleted == "line", "deleted"
}

// react puts reactions on a message, at most that many, the most frequent ones; 0 is all.
func (m *Message) react(marks []ReactionMark, most int) {
	m.Reactions, m.Reacted = marks, 0
	for _, mark := range marks {
		m.Reacted += mark.Count
	}
	if m.Reacted == 1 {
		m.Reacted = 0
	}
	if most > 0 && len(marks) > most {
		byCount := slices.SortedStableFunc(slices.Values(marks), func(a, b ReactionMark) int { return b.Count - a.Count })
		m.Reactions = byCount[:most]
	}
}

// reactions groups reactions by their emoji, in the order in which the emoji came.
func (b *builder) reactions(p *schema.ChatProps, given []schema.Reaction) []ReactionMark {
	const mostFaces = 3
	if !b.shows("reactions") {
		return nil
	}
	var marks []ReactionMark
	for _, r := range given {
		i := slices.IndexFunc(marks, func(m ReactionMark) bool { return m.Emoji == r.Emoji })
		if i < 0 {
			i, marks = len(marks), append(marks, ReactionMark{Emoji: r.Emoji})
		}
		mark := &marks[i]
		for _, id := range r.By {
			mark.Count++
			mark.Own = mark.Own || id == p.Sender.ID
			if len(mark.People) < mostFaces {
				mark.People = append(mark.People, b.person(b.user(p, id)))
			}
		}
	}
	if most := b.manifest.Options.Chat.ReactionsMost; most > 0 && len(marks) > most {
		return withRest(marks, most)
	}
	return marks
}

// withRest returns the first of some marks, and as the last one how many reactions the others are.
func withRest(marks []ReactionMark, most int) []ReactionMark {
	var rest ReactionMark
	for _, mark := range marks[most-1:] {
		rest.Count += mark.Count
		rest.Own = rest.Own || mark.Own
	}
	return append(slices.Clone(marks[:most-1]), rest)
}

// emojiOf lists the emoji of reactions and how often each was chosen, for comparisons.
func emojiOf(marks []ReactionMark) string {
	var list strings.Builder
	for _, mark := range marks {
		list.WriteString(mark.Emoji + strconv.Itoa(mark.Count))
	}
	return list.String()
}

// user returns the person with an id, which is known to be there.
func (b *builder) user(p *schema.ChatProps, id string) schema.ChatUser {
	if i, ok := b.members[id]; ok && id != p.Sender.ID {
		return p.Receivers[i]
	}
	return p.Sender
}

// subject is the name of somebody who does something. Some apps have no word for the sender and write the name.
func (b *builder) subject(p *schema.ChatProps, id string) string {
	if you := b.word("you"); you != "" && id == p.Sender.ID {
		return you
	}
	return b.called(b.user(p, id).Name)
}

// object is the name of somebody to whom another person does something.
func (b *builder) object(p *schema.ChatProps, id, by string) string {
	word := ""
	switch {
	case id == p.Sender.ID && id == by:
		word = b.word("yourself")
	case id == p.Sender.ID:
		word = b.word("youToo")
	case id == by:
		word = b.word("themself")
	}
	return cmp.Or(word, b.called(b.user(p, id).Name))
}

// event is the line of what somebody did. Name writes the names in it, and rest all else that users wrote.
func (b *builder) event(p *schema.ChatProps, m schema.ChatMessage, name, rest func(string) string) string {
	e := m.Event
	if e.Kind == "text" {
		return rest(m.Text)
	}
	who, whom := b.subject(p, m.UserID), b.object(p, e.Who, m.UserID)
	own, toOwn := m.UserID == p.Sender.ID, e.Who == p.Sender.ID
	values := []string{"{who}", b.named(name(who), own), "{whom}", b.named(name(whom), toOwn), "{name}", name(e.Name), "{group}", rest(b.groupName(p))}
	kind := e.Kind
	if _, there := b.manifest.Options.Chat.Words[kind+"Me"]; there && toOwn && !own {
		kind += "Me"
	}
	if _, there := b.manifest.Options.Chat.Words[kind+"Channel"]; there && b.isChannel(p) { // what is said of channels alone
		kind += "Channel"
	}
	return b.wordBy(kind, own, values...)
}

// named is how an event writes a person, such as in quotation marks; the sender stands there as is.
func (b *builder) named(name string, own bool) string {
	if own {
		return name
	}
	return b.word("person", "{name}", name)
}

// groupName is the name of the group as the app writes it in a sentence, or that of the other person where there is none.
func (b *builder) groupName(p *schema.ChatProps) string {
	switch {
	case b.isChannel(p):
		return "#" + strings.TrimPrefix(p.GroupChatSettings.Name, "#")
	case p.GroupChatSettings != nil:
		return p.GroupChatSettings.Name
	}
	return p.Receivers[0].Name
}

// call returns a call in the app's words. What it says first depends on how the call ended and on who called, and so does
// what it says below that.
func (b *builder) call(c schema.Call, caller string, out bool, at string) *Call {
	call := &Call{Video: c.Kind == "video", Missed: c.Outcome == "missed" && !out, Joined: c.Outcome == "ended" || out}
	kind := map[bool]string{false: "VoiceCall", true: "VideoCall"}[call.Video]
	known, lasting := c.DurationSeconds > 0, ""
	values := append(lengthWords(c.DurationSeconds), "{who}", caller, "{time}", at)
	if known {
		lasting = b.word("lasting", values...)
	}
	values = append(values, "{lasting}", lasting)
	call.Title = b.wordBy(c.Outcome+kind, out, values...)
	if known || c.Outcome != "ended" { // otherwise it would say how long people talked
		call.Outcome = b.wordBy(c.Outcome+"Call", out, values...)
	}
	return call
}

// lengthWords are the ways in which apps write a length of time, by their names in the words of a platform.
func lengthWords(seconds float64) []string {
	s := int(math.Round(seconds))
	count, unit, letters := s, "second", fmt.Sprintf("%ds", s)
	switch {
	case s >= 3600:
		count, unit, letters = s/3600, "hour", fmt.Sprintf("%dh %dm", s/3600, s/60%60)
	case s >= 60:
		count, unit, letters = s/60, "minute", fmt.Sprintf("%dm %ds", s/60, s%60)
	}
	short := map[string]string{"second": "sec", "minute": "min", "hour": "hr"}[unit]
	counted := fmt.Sprintf("%d %s", count, short)
	if count != 1 {
		unit, counted = unit+"s", counted+"s"
	}
	padded := clockLength(seconds)
	if s < 600 {
		padded = "0" + padded
	}
	return []string{
		"{length}", clockLength(seconds), "{padded}", padded, "{letters}", letters, "{short}", fmt.Sprintf("%d %s", count, short), "{counted}", counted, "{long}", fmt.Sprintf("%d %s", count, unit),
		"{about}", aboutAs(s),
	}
}

// aboutAs is a length of time in seconds as people say it: "a few seconds", "a minute", "5 minutes", "an hour", "a day". Its limits
// are those of the library moment.
func aboutAs(seconds int) string {
	minutes, hours, days := (seconds+30)/60, (seconds+1800)/3600, (seconds+43200)/86400
	switch {
	case seconds < 45:
		return "a few seconds"
	case minutes <= 1:
		return "a minute"
	case minutes < 45:
		return fmt.Sprintf("%d minutes", minutes)
	case hours <= 1:
		return "an hour"
	case hours < 22:
		return fmt.Sprintf("%d hours", hours)
	case days <= 1:
		return "a day"
	}
	return fmt.Sprintf("%d days", days)
}
