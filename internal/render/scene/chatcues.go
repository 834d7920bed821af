package scene

import "mockup/internal/render/storyboard"

// cues lists what is seen when, given what happens.
func (v *chatVideo) cues(events []chatEvent) {
	cues := frameCues(v.plan.intro, v.plan.Plan)
	for i, moment := range v.plan.Moments {
		message := v.plan.first + i
		m := v.messages[message].view
		if m.Unsent {
			continue
		}
		cue := storyboard.Cue{At: moment.At, End: moment.Next, Kind: storyboard.CueArrive, ID: m.ID, Sender: m.Person.Name, Text: m.Plain}
		if m.Call != nil {
			cue.Text = m.Call.Title
		}
		switch {
		case message < v.plan.onStage:
			cue.Kind = storyboard.CueOpen
		case v.props.Messages[v.messages[message].index].Type == "call": // in some apps it is a line of the app
			cue.Kind = storyboard.CueCall
		case m.Event:
			cue.Kind, cue.Sender = storyboard.CueEvent, ""
		case m.Out:
			cue.Kind = storyboard.CueSend
		}
		cues = append(cues, cue)
	}
	shows := v.typingShows("bubble") || v.typingShows("header") && v.props.ShowHeader || v.typingShows("footer") && v.props.ShowFooter
	cues = append(cues, v.changeCues(events)...)
	for _, event := range events {
		if event.change != nil {
			continue
		}
		m := v.messages[event.message].view
		cue := storyboard.Cue{At: event.at, End: event.at, Kind: storyboard.CueRead, ID: m.ID, Sender: m.Person.Name}
		switch {
		case event.becomes == "typing" && shows:
			cue.Kind, cue.End = storyboard.CueTyping, v.plan.moment(event.message).At
		case event.becomes == "changed" && v.props.Messages[v.messages[event.message].index].Failed && m.Out && v.shows("failed"):
			cue.Kind = storyboard.CueFail
		case event.becomes == "plays" && event.at == v.playing[event.message].From:
			cue.Kind, cue.End = storyboard.CuePlay, v.playing[event.message].To
		case event.becomes == "changed":
			cue.Kind = storyboard.CueChange
		case event.votes:
			cue.Kind, cue.Sender = storyboard.CueVote, ""
		case event.becomes == "reacted":
			cue.At, cue.End = event.seen, event.seen
			cue.Kind, cue.Sender = storyboard.CueReact, v.reactor(event)
		case event.becomes != "read":
			continue
		}
		cues = append(cues, cue)
	}
	for i, message := range v.drafted {
		m, draft := v.messages[message].view, v.board.Drafts[i]
		if draft.Text == "" {
			continue
		}
		cues = append(cues, storyboard.Cue{At: draft.From, End: draft.To, Kind: storyboard.CueDraft, ID: m.ID, Sender: m.Person.Name})
	}
	storyboard.SortCues(cues)
	v.board.Cues = cues
}

// reactor is the name of who reacts; where several do so at once, of the first.
func (v *chatVideo) reactor(event chatEvent) string {
	newest := event.coming[len(event.coming)-1]
	if len(newest.By) == 0 {
		return ""
	}
	return v.user(v.props, newest.By[0]).Name
}
