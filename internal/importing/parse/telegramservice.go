package parse

import "strings"

// service returns a line of the app, or a call. The export has codes for what happened, and no words.
func (r *telegramReader) service(m *telegramMessage, message Message) Message {
	if strings.HasPrefix(string(m.ActorID), "user") { // else it is the group itself
		message.From = r.person(m.ActorID, m.Actor)
	}
	if m.Action == "phone_call" {
		message.Kind, message.Seconds = Call, float64(m.Seconds)
		message.Missed, message.Declined = m.Discarded == "missed", m.Discarded == "busy"
		return message
	}
	message.Kind, message.Change, message.Text = Event, m.change(), m.sentence()
	return message
}

// change returns what somebody did to the chat.
func (m *telegramMessage) change() Change {
	whom, self := "", false
	if len(m.Members) == 1 {
		whom, self = string(m.Members[0]), m.Members[0] == m.Actor
	}
	switch {
	case m.Action == "join_group_by_link", m.Action == "join_group_by_request", m.Action == "invite_members" && self:
		return Change{Kind: Joined}
	case m.Action == "remove_members" && self:
		return Change{Kind: Left}
	case m.Action == "invite_members" && whom != "":
		return Change{Kind: Added, Whom: whom}
	case m.Action == "remove_members" && whom != "":
		return Change{Kind: Removed, Whom: whom}
	case m.Action == "edit_group_title" && m.Title != "":
		return Change{Kind: Renamed, Name: string(m.Title)}
	case m.Action == "edit_group_photo":
		return Change{Kind: NewPicture}
	case m.Action == "take_screenshot":
		return Change{Kind: Screenshot}
	}
	return Change{}
}

// sentence returns the words of the line; none for an action that is not known.
func (m *telegramMessage) sentence() string {
	var members []string
	for _, member := range m.Members {
		members = append(members, orElse(string(member), "Deleted Account"))
	}
	who, whom, title := orElse(string(m.Actor), "Deleted Account"), listed(members), "“"+string(m.Title)+"”"
	switch m.Action {
	case "create_group":
		return who + " created the group " + title
	case "create_channel":
		return "Channel " + title + " created"
	case "migrate_to_supergroup", "migrate_from_group":
		return "The group was upgraded to a supergroup"
	case "edit_group_title":
		return who + " changed the group name to " + title
	case "edit_group_photo":
		return who + " changed the group photo"
	case "delete_group_photo":
		return who + " removed the group photo"
	case "invite_members":
		return who + " added " + whom
	case "remove_members":
		return who + " removed " + whom
	case "join_group_by_link", "join_group_by_request":
		return who + " joined the group"
	case "pin_message":
		return who + " pinned a message"
	case "clear_history":
		return "History was cleared"
	case "take_screenshot":
		return who + " took a screenshot"
	case "joined_telegram":
		return who + " joined Telegram"
	case "group_call":
		return who + " started a video chat"
	case "invite_to_group_call":
		return who + " invited " + whom + " to the video chat"
	}
	return ""
}

// listed joins names as a sentence has them: "Mia, Noah and Zoe".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
