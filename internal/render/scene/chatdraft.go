package scene

import (
	"slices"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/storyboard"
)

// The keyboard stays while the sender is about to type again, and goes when the chat rests for longer.
const (
	riseTime    = 280 * time.Millisecond  // from the tap on the field until letters are typed, beside what a tap takes
	keyboardFor = 5 * time.Second         // that the keyboard stays without being used, if it is used again
	restsAfter  = 700 * time.Millisecond  // from the last message until it goes: before the sign of an answer comes (answerLeast)
	restsFor    = 1500 * time.Millisecond // that it has gone before it comes again or the video ends, or it stays
	leavesFor   = 450 * time.Millisecond  // until the list has gone down with it
	turnsAfter  = 1 * time.Second         // from when the list begins to move up until it goes
)

// drafts lists the messages that are typed, and the pictures without a text that stand in the field.
func (v *chatVideo) drafts() error {
	up, pacer, seen := false, v.plan.pacer, wordsBefore(v.messages)
	for i := v.plan.onStage; i < len(v.messages); i++ {
		m, moment := v.messages[i], v.plan.moment(i)
		types, stands := pacer.types(m), pacer.stands(m) && moment.At-moment.Sign >= leastStands
		if !types && !stands || moment.At <= moment.Sign {
			continue
		}
		free := moment.Sign - v.plan.intro
		if n := len(v.board.Drafts); up && moment.Sign-v.board.Drafts[n-1].To <= keyboardFor {
			free = 0
		} else if up = types; i > v.plan.first {
			free = moment.Sign - max(v.plan.moment(i-1).At, v.playing[i-1].To) // nobody taps the field while a recording plays
		}
		if v.plan.beats[i-v.plan.first].Signs() {
			free = 0
		}
		draft := storyboard.Draft{Path: messagePath(m.index), From: moment.Sign, To: moment.At}
		if types {
			draft = v.draft(m.view.Plain, draft.Path, moment, free)
		}
		draft.Typos, draft.Seen = m.typos, seen[i]
		draft.Erased = m.view.Unsent
		if stands {
			draft.Wait += min(lookAtPicked, (draft.To-draft.From)/2)
		}
		if err := v.addStrip(&draft, m, stands); err != nil {
			return err
		}
		for _, part := range pacer.parted(draft, m.retype) {
			v.board.Drafts, v.drafted = append(v.board.Drafts, part), append(v.drafted, i)
		}
	}
	return v.answeringField()
}

// mostSeen is how many words of a conversation a keyboard knows: the newest ones.
const mostSeen = 300

// wordsBefore returns for each message the words that are seen in the conversation before it, the newest last.
func wordsBefore(messages []timedMessage) [][]string {
	before, seen := make([][]string, len(messages)), []string(nil)
	for i, m := range messages {
		before[i] = slices.Clip(seen[max(0, len(seen)-mostSeen):])
		seen = append(seen, storyboard.WordsWithin(m.view.Plain)...)
	}
	return before
}

// draft returns the draft of a text that is typed before some moment. The field is tapped earlier where the keyboard has to
// come first, as far as there is time that is free: none if the payload says when the first sign of it is seen.
func (b *builder) draft(text, path string, moment pace.Moment, free time.Duration) storyboard.Draft {
	draft := storyboard.Draft{Text: text, Path: path, From: moment.Sign, To: moment.At}
	if b.hasKeyboard() {
		draft.Wait = max(0, min(riseTime, free*2/3))
		draft.From -= draft.Wait
	}
	return draft
}

// raiseKeyboard adds the steps at which the keyboard comes and goes, given what happens.
func (v *chatVideo) raiseKeyboard(events []chatEvent) {
	if v.board.Keyboard == nil {
		return
	}
	up := false
	for i, draft := range v.board.Drafts {
		if !up && draft.Text == "" { // pictures are picked without it
			continue
		}
		if !up {
			v.board.RaiseKeyboard(draft.From, true)
		}
		until, stays := v.plan.Back, restsAfter+restsFor
		if i+1 < len(v.board.Drafts) {
			until, stays = v.board.Drafts[i+1].From, keyboardFor
		}
		if up = until-draft.To <= stays; !up {
			goes := keyboardGoes(draft.To, events)
			if up = until-goes < restsFor; !up {
				v.board.RaiseKeyboard(goes, false)
			}
		}
	}
	if up && v.plan.Back < v.plan.Length {
		v.board.RaiseKeyboard(v.plan.Back, false)
	}
	v.board.FindTurns()
}

// keyboardGoes returns when the keyboard goes behind a message: not while the list moves up for something else, or is about to.
func keyboardGoes(sent time.Duration, events []chatEvent) time.Duration {
	goes := sent + restsAfter
	for _, e := range events {
		moves := e.becomes == "reacted" || e.becomes == "changed" || e.becomes == "typing" || e.becomes == "there"
		if moves && e.at > sent && e.at < goes+leavesFor {
			goes = max(goes, e.at+turnsAfter)
		}
	}
	return goes
}
