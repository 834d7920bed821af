package scene

import (
	"strings"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// What is typed in a video and not sent: dots that come and go again, and texts that the sender deletes.

// How long somebody is seen typing who sends nothing, and nothing happens then.
const (
	unsentFor  = 2500 * time.Millisecond
	unsentRest = 700 * time.Millisecond
)

// unsent adds to a message what is typed and not sent.
func (b *builder) unsent(p *schema.ChatProps, m schema.ChatMessage, message *timedMessage) {
	view := &message.view
	switch {
	case m.Type == "typing":
		view.Unsent, view.Status, view.Reached = true, "", ""
		if view.Out {
			view.Plain = m.Text
		}
	case b.payload.RenderKind == schema.Video && view.Out && p.ShowFooter && view.Plain != "":
		message.retype = strings.TrimSpace(m.Retype)
	}
}

// unsentBeat is how somebody types who sends nothing: the dots go, or the sender's text is deleted.
func (c *chatPacer) unsentBeat(m Message) pace.Beat {
	beat := pace.Beat{Lead: pace.Flexible(leadLeast), Hold: pace.Flexible(unsentRest)}
	switch {
	case !m.Out:
		beat.Typing = pace.Flexible(unsentFor)
	case c.footer:
		beat.Typing = pace.Flexible(c.erasing(m.Plain))
	}
	return beat
}

// erasing is how long it takes to type a text and to delete it.
func (c *chatPacer) erasing(text string) time.Duration {
	letters := pace.Letters(text)
	if letters == 0 {
		return 0
	}
	return c.typer.typing(storyboard.Draft{Text: text, Erased: true}, letters) + storyboard.EraseTime(letters)
}

// parted parts the draft of a message that is typed anew: what is deleted, and what is sent. The time is parted as each of
// them needs it.
func (c *chatPacer) parted(draft storyboard.Draft, retype string) []storyboard.Draft {
	if retype == "" {
		return []storyboard.Draft{draft}
	}
	first, second := c.erasing(retype), c.typer.typing(draft, pace.Letters(draft.Text))+storyboard.SendPause
	at := draft.From + draft.Wait + time.Duration(float64(draft.To-draft.From-draft.Wait)*first.Seconds()/(first+second).Seconds())
	erased := draft
	erased.Text, erased.Typos, erased.To, erased.Erased = retype, nil, at, true
	draft.From, draft.Wait = at, 0
	return []storyboard.Draft{erased, draft}
}

// leastRest is for how long at least nobody is seen typing between two signs.
const leastRest = 300 * time.Millisecond

// announced reports whether a message is seen being typed by somebody else before it comes.
func (v *chatVideo) announced(i int) bool {
	m, moment := v.messages[i], v.plan.moment(i)
	return !m.view.Out && !m.view.Event && !m.more && moment.At-moment.Sign >= leastDots
}

// turnsIntoNext reports whether the sign that somebody types goes without a message so shortly before the next one comes that it would be cut
// off while it fades out, and the list would go down and up again. It becomes the next one then.
func (v *chatVideo) turnsIntoNext(i int) bool {
	next := i + 1
	return v.messages[i].view.Unsent && v.announced(i) && next < len(v.messages) && v.announced(next) &&
		v.plan.moment(next).Sign-v.plan.moment(i).At < leastRest
}
