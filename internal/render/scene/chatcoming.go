package scene

import (
	"cmp"
	"slices"
	"time"

	"mockup/internal/schema"
)

// Reactions that come in a video without a time of their own.
const (
	reactAfter = 1200 * time.Millisecond // from the message to the first
	reactLeast = 700 * time.Millisecond  // the same at least, also if the payload says less: the message comes to rest before the list makes room
	reactGap   = 450 * time.Millisecond  // from one to the next
	reactSeen  = 900 * time.Millisecond  // from the last one to the next message
	roomFor    = 175 * time.Millisecond  // for so long the list makes room before one is seen
	roomInside = 100 * time.Millisecond  // and a bubble that has them within: they come while it grows
)

// roomFor is for how long room is made before a reaction to a message is seen.
func (b *builder) roomFor(m Message) time.Duration {
	card := m.Voice != nil || m.Call != nil || m.File != nil || m.Card != nil || m.Poll != nil
	if words := m.Plain != "" && m.Emoji == 0 && len(m.Pictures) == 0; b.manifest.Options.Chat.ReactionsWithin && (words || card) {
		return roomInside
	}
	return roomFor
}

// comingReaction is a reaction of a video.
type comingReaction struct {
	schema.Reaction
	after time.Duration // from when its message is there
}

// coming lists the reactions to a message of a video in order of time. Without a time of their own they come shortly after
// one another, or are there from the beginning if the message is. None comes while the message still does.
func (m timedMessage) coming(opens bool) []comingReaction {
	list := make([]comingReaction, len(m.reactions))
	next := reactAfter
	for i, r := range m.reactions {
		list[i] = comingReaction{r, next}
		switch {
		case r.After != nil:
			list[i].after = time.Duration(*r.After * float64(time.Second))
		case opens:
			list[i].after = 0
		}
		if !opens {
			list[i].after = max(list[i].after, reactLeast)
		}
		next = list[i].after + reactGap
	}
	slices.SortStableFunc(list, func(a, b comingReaction) int { return cmp.Compare(a.after, b.after) })
	return list
}

// othersReact is when somebody else first reacts to a message that comes, from when it is there.
func (m timedMessage) othersReact(sender string) (after time.Duration, reacts bool) {
	for _, r := range m.coming(false) {
		if slices.ContainsFunc(r.By, func(id string) bool { return id != sender }) {
			return r.after, true
		}
	}
	return 0, false
}

// actsOf lists when somebody reacts to a message or votes in its poll, in order of time, from when it is there.
func (m timedMessage) actsOf(person string, opens bool) (acts []time.Duration) {
	for _, r := range m.coming(opens) {
		if r.after > 0 && slices.Contains(r.By, person) {
			acts = append(acts, r.after)
		}
	}
	for _, v := range m.voters {
		if v.id == person {
			acts = append(acts, v.after)
		}
	}
	slices.Sort(acts)
	return acts
}

// talkHold is how long a message of a video stays at least, for what people do with it to be seen: what has a time of its own
// only counts for the last message.
func (m timedMessage) talkHold(last bool) time.Duration {
	least := time.Duration(0)
	for _, r := range m.coming(false) {
		if r.After == nil || last {
			least = max(least, r.after+reactSeen)
		}
	}
	if m.changes && last {
		least = max(least, m.changesAfter()+reactSeen)
	}
	if m.votes > 0 && last {
		least = max(least, m.votes+reactSeen)
	}
	if read, given := m.readAfter(); given && last {
		least = max(least, read+reactSeen)
	}
	return least
}

// changesAfter is when a message is edited or deleted, from when it is there.
func (m timedMessage) changesAfter() time.Duration {
	return time.Duration(*m.timing.Change * float64(time.Second))
}

// deletesIn is how long before a message is deleted its words move by themselves. A message that has just come is deleted as a whole.
const (
	deletesIn   = 50 * time.Millisecond
	deletesLate = time.Second
)

// leavesWords reports whether the app's words take the place of those of a message as it is deleted in a video. A message with more than
// words is deleted as a whole, too: a quote or a recording would stay behind.
func (v *chatVideo) leavesWords(m timedMessage) bool {
	w := m.view
	more := w.Quote != nil || w.Voice != nil || w.Call != nil || w.Kind != "" || w.Preview != nil || len(w.Pictures) > 0 || w.Forwarded != "" || w.Emoji > 0
	deleted := !more && v.props.Messages[m.index].Deleted && v.shows("deleted") && !m.view.Event && v.manifest.Options.Chat.Deleted == "bubble"
	return deleted && m.changesAfter() > deletesLate
}

// readAfter is when the payload says that a sent message is read, from when it is there.
func (m timedMessage) readAfter() (after time.Duration, given bool) {
	if m.view.Status != "read" || m.timing == nil || m.timing.Read == nil {
		return 0, false
	}
	return time.Duration(*m.timing.Read * float64(time.Second)), true
}

// readWith returns when a message is read that would be at one time, for the reaction for which the list makes room at another one: not
// later, and not so shortly before that the list would go one way and right after that the other.
func readWith(read, room, answer time.Duration) time.Duration {
	if room-read < readClear && (answer == 0 || room < answer) {
		return room
	}
	return min(read, room)
}

// marks groups the first of the reactions to a message.
func (v *chatVideo) marks(coming []comingReaction) []ReactionMark {
	there := make([]schema.Reaction, len(coming))
	for i, r := range coming {
		there[i] = r.Reaction
	}
	return v.reactions(v.props, there)
}

// talkEvents lists what people do with a message once it is there, the latest first.
func (v *chatVideo) talkEvents(message int, there time.Duration) (events []chatEvent) {
	m := v.messages[message]
	events = v.voteEvents(message, there)
	slices.Reverse(events)
	if m.changes {
		events = append(events, chatEvent{at: there + m.changesAfter(), message: message, becomes: "changed"})
		if v.leavesWords(m) {
			events = append(events, chatEvent{at: there + m.changesAfter() - deletesIn, message: message, becomes: "deletes"})
		}
	}
	opens := message < v.plan.onStage
	coming := m.coming(opens)
	for i := len(coming) - 1; i >= 0; i-- {
		if !opens || coming[i].after > 0 {
			seen := there + max(coming[i].after, roomFor)
			events = append(events, chatEvent{at: seen - v.roomFor(m.view), seen: seen, message: message, becomes: "reacted", coming: coming[:i+1]})
		}
	}
	return events
}

// delayRooms has the list make room for a reaction only after all else that happens to its message before the reaction is seen. Until then the
// message keeps the look that it has when the list begins, so that what happens meanwhile would be seen late.
func delayRooms(events []chatEvent) {
	for i := len(events) - 1; i >= 0; i-- {
		reaction := events[i]
		if reaction.becomes != "reacted" {
			continue
		}
		for j := len(events) - 1; j > i; j-- {
			if e := events[j]; e.message == reaction.message && e.change == nil && e.becomes != "reacted" && e.at < reaction.seen {
				copy(events[i:], events[i+1:j+1])
				reaction.at = e.at
				events[j] = reaction
				break
			}
		}
	}
}

// expectReactions marks the messages to which reactions come, and those for whose polls people vote.
func (v *chatVideo) expectReactions() {
	for i := range v.messages {
		opens := i < v.plan.onStage
		v.messages[i].view.Reacts = v.messages[i].votes > 0 || slices.ContainsFunc(v.messages[i].coming(opens), func(r comingReaction) bool { return !opens || r.after > 0 })
	}
}

// openReactions sets the reactions that a message has in the first frame.
func (v *chatVideo) openReactions(message int) {
	coming := v.messages[message].coming(true)
	later := slices.IndexFunc(coming, func(r comingReaction) bool { return r.after > 0 })
	if later < 0 {
		later = len(coming)
	}
	v.messages[message].view.react(v.marks(coming[:later]), v.manifest.Options.Chat.ReactionKinds)
}
