package scene

// In a video whose clock follows the messages, the days follow, too: "Today" becomes "Yesterday" with the first message of the
// next day.

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
	for i := range v.count {
		changed = append(changed, i)
	}
	return changed
}
