package scene

import (
	"fmt"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
)

// Some apps leave nothing of a deleted message (option deleted: nothing). In a video its row goes, and the others close up.
// So does the sign that somebody types who sends nothing.

// gone reports whether there is nothing of a message, since the app leaves nothing of it, or it is not sent.
func (m *Message) gone() bool { return m.Deleted == "nothing" || m.Unsent }

// gone reports whether there is nothing of a message, not even the sign that it is typed.
func (v *chatVideo) gone(message int) bool {
	return v.messages[message].view.gone() && message != v.typing
}

// above is the nearest message above one that is still there; -1: none is.
func (v *chatVideo) above(message int) int {
	for message--; message >= 0 && v.gone(message); message-- {
	}
	return message
}

// below is the nearest message below one that is still there, of the first count messages; count: none is.
func (v *chatVideo) below(count, message int) int {
	for message++; message < count && v.gone(message); message++ {
	}
	return message
}

// beside lists a message of those that are there with its neighbours that are not gone, and says where it stands in the list.
func (v *chatVideo) beside(count, message int) (list []timedMessage, place int) {
	if above := v.above(message); above >= 0 {
		list, place = append(list, v.messages[above]), 1
	}
	list = append(list, v.messages[message])
	if below := v.below(count, message); below < count {
		list = append(list, v.messages[below])
	}
	return list, place
}

// dateKey is the key of the divider before a message. That of a message that is gone stays for the next one.
func (v *chatVideo) dateKey(message int) string {
	key := fmt.Sprintf("date %d", message)
	if v.isShown(key) {
		return key
	}
	for i := message - 1; i >= 0 && v.gone(i); i-- {
		if before := fmt.Sprintf("date %d", i); v.isShown(before) {
			key = before
		}
	}
	return key
}

func (v *chatVideo) isShown(key string) bool {
	_, shown := v.shown[key]
	return shown
}

// leave takes the row of a message away that is gone, and the divider before it unless the next message needs it.
func (v *chatVideo) leave(step *storyboard.Step, message int) {
	keys := []string{fmt.Sprintf("message %d", message)}
	next := v.below(v.count, message)
	if next >= v.count && v.typing < 0 || v.isShown(fmt.Sprintf("date %d", next)) {
		keys = append(keys, v.dateKey(message))
	}
	for _, key := range keys {
		if v.isShown(key) {
			step.Drop = append(step.Drop, key)
			delete(v.shown, key)
		}
	}
}

// recount gives the receipts anew to the messages that are still there, and returns them.
func (v *chatVideo) recount() (changed []int) {
	v.receipts = v.newReceipts(v.props)
	v.receipts.markAll(v.messages[:v.count])
	for i := range v.count {
		if !v.gone(i) {
			changed = append(changed, i)
		}
	}
	return changed
}

// warnOfLateDeletion warns of messages that are deleted only once the next one has come, which often speaks of the deletion. Where the
// payload says when the next one comes, that is meant so.
func (v *chatVideo) warnOfLateDeletion() {
	var late []int
	for i := range v.messages {
		if v.deletedLate(i) {
			late = append(late, i)
		}
	}
	if len(late) == 0 {
		return
	}
	first, more := late[0], ""
	if len(late) > 1 {
		more = fmt.Sprintf("; it is the same with %d more", len(late)-1)
	}
	next := v.nextSent(first)
	change := fourDigits(v.messages[first].changesAfter())
	v.warn("too_late", "props.messages.%d.timing.change: the message is deleted %s after it is there, but props.messages.%d comes before that, after %s s; "+
		"if that one speaks of the deletion, give it a timing.delay of more than %s, or give this one a smaller timing.change%s",
		v.messages[first].index, change, v.messages[next].index, seconds(v.plan.moment(next).At-v.there(first)), change, more)
}

// deletedLate reports whether a message is deleted once the next one has come, which has no time of its own. What comes behind a voice is
// known once the voice is loaded.
func (v *chatVideo) deletedLate(message int) bool {
	m, next := v.messages[message], v.nextSent(message)
	given := v.props.Messages[m.index]
	if !m.changes || !given.Deleted || m.view.Unsent || !v.shows("deleted") || next < 0 || v.messages[next].index == m.index {
		return false
	}
	if t := v.messages[next].timing; m.timing.Hold != nil || t != nil && (t.At != nil || t.Delay != nil) || v.unheard(m.narration) {
		return false
	}
	return v.plan.moment(next).At < v.there(message)+m.changesAfter()
}

// there is when a message is there; those of the first frame are from the end of the intro on, from which their times count.
func (v *chatVideo) there(message int) time.Duration {
	if message < v.plan.onStage {
		return v.plan.intro
	}
	return v.plan.moment(message).At
}

// nextSent is the next message behind one that comes in the video and is sent; -1: there is none.
func (v *chatVideo) nextSent(message int) int {
	from := max(message+1, v.plan.onStage)
	next := slices.IndexFunc(v.messages[from:], func(m timedMessage) bool { return !m.view.Unsent })
	if next < 0 {
		return -1
	}
	return from + next
}
