package scene

import (
	"fmt"

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
