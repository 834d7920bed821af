package scene

import (
	"time"

	"mockup/internal/schema"
)

// chatRows returns the rows of the i-th of some messages, which are all that are there: a divider, if one stands before
// it, and the message. A run is what one person sends without another's message, a divider or a long pause in between.
func (b *builder) chatRows(p *schema.ChatProps, messages []timedMessage, i int) []ChatRow {
	var rows []ChatRow
	if p.ShowDates && b.divided(messages, i) && !(i == 0 && b.manifest.Options.Chat.Opening) {
		rows = append(rows, ChatRow{Date: b.divider(p, messages[i].at)})
	}
	if unread := b.unreadRow(p, messages, i); unread != nil {
		rows = append(rows, ChatRow{Unread: unread})
	}
	m := messages[i].view
	next := i + 1
	m.First = b.beginsRun(p, messages, i)
	m.Last = next == len(messages) || b.beginsRun(p, messages, next)
	m.Under = !m.First && messages[i-1].view.Emoji > 0
	m.Over = !m.Last && messages[next].view.Emoji > 0
	m.TimeAt = m.Last || b.manifest.Options.Chat.Times == "changes" && !sameFooter(m, messages[next].view)
	m.ShowName = m.First && !m.Out && (b.isGroup(p) || p.ShowReceiver)
	return append(rows, ChatRow{Message: &m})
}

// divider is the date divider above a message of that time.
func (b *builder) divider(p *schema.ChatProps, at time.Time) *DateRow {
	return &DateRow{Day: b.moment(b.manifest.Options.Chat.Divider, at, p.TimeNotation), Dated: isDated(at, b.now), Time: clock(at, p.TimeNotation)}
}

// opening is the first divider, where it stands in the beginning of the conversation; else nil.
func (b *builder) opening(p *schema.ChatProps, messages []timedMessage) *DateRow {
	if !b.manifest.Options.Chat.Opening || !p.ShowDates || len(messages) == 0 {
		return nil
	}
	return b.divider(p, messages[0].at)
}

// sameFooter reports whether two messages have the same shown time and state.
func sameFooter(a, b Message) bool { return a.Time == b.Time && a.Status == b.Status }

// beginsRun reports whether a message is the first of a run.
func (b *builder) beginsRun(p *schema.ChatProps, messages []timedMessage, i int) bool {
	if i == 0 || p.ShowDates && b.divided(messages, i) {
		return true
	}
	last, m := messages[i-1], messages[i]
	if b.unreadRow(p, messages, i) != nil || last.view.Event || m.view.Event || b.manifest.Options.Chat.ReplyBegins && m.view.Quote != nil {
		return true
	}
	return last.user != m.user || m.at.Sub(last.at) > b.manifest.Options.Chat.Run
}

// divided reports whether a date divider stands before a message.
func (b *builder) divided(messages []timedMessage, i int) bool {
	if i == 0 {
		return true
	}
	pause := time.Duration(b.manifest.Options.Chat.Dates)
	last, at := messages[i-1].at, messages[i].at
	return !sameDay(last, at) || pause > 0 && at.Sub(last) >= pause
}

// isDated reports whether a divider names a day by its date: it is neither today nor one of the six days before.
func isDated(at, now time.Time) bool {
	days := daysBetween(at, now)
	return days < 0 || days >= 7
}

// heard returns the newest message of somebody else; nil if there is none.
func heard(messages []timedMessage) *Message {
	for i := len(messages) - 1; i >= 0; i-- {
		if !messages[i].view.Out && !messages[i].view.Event {
			return &messages[i].view
		}
	}
	return nil
}

// onDay moves a moment to the day of another one, and keeps its time of day.
func onDay(t, day time.Time) time.Time {
	return t.AddDate(0, 0, daysBetween(t, day))
}
