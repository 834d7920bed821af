package scene

// In a video whose clock follows the messages, the days follow, too: "Today" becomes "Yesterday" with the first message of the
// next day, also where the app says when the receiver was last there.

// seeFrom goes on to the day of a message. It returns the messages that are there, whose rows may say their days otherwise then.
func (v *chatVideo) seeFrom(message int) (changed []int) {
	if !v.scene.View.Device.Follow || message >= len(v.messages) || sameDay(v.messages[message].at, v.now) {
		return nil
	}
	v.now = v.messages[message].at
	for i := range v.messages {
		m := &v.messages[i]
		v.tellDay(&m.view, m.stamped, v.props.TimeNotation)
	}
	chat := v.scene.View.Body.(*Chat)
	chat.Opening = v.opening(v.props, v.messages)
	v.tellState(chat)
	for i := range v.count {
		changed = append(changed, i)
	}
	return changed
}

// tellState has the app say of the receiver what it says on this day. On a day before the one when the receiver was last there, that
// is the day.
func (v *chatVideo) tellState(chat *Chat) {
	if chat.Group {
		return
	}
	last := v.lastThere
	if last.After(v.now) && !sameDay(last, v.now) {
		last = v.now
	}
	chat.Presence = v.presenceOf(v.state, last, v.props.TimeNotation)
}
