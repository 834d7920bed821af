package storyboard

import (
	"cmp"
	"slices"
	"time"
)

// Cue is something that a viewer sees or hears at a moment of a video. Subtitles, sounds and edits start from cues.
type Cue struct {
	At, End time.Duration // from when to when it is seen; equal for what has no length
	Kind    CueKind
	ID      string // of the message, slide, notification or card in the payload; empty: of none
	Sender  string // the name of who wrote it; empty: nobody did
	Text    string // what can be read, plain; empty: nothing, or it is another cue's
}

// CueKind says what happens at a cue.
type CueKind string

// The kinds of cues. A text that stays ends with what comes next, although it may be on the screen for longer.
const (
	CueOpen   CueKind = "open"   // a text is on the screen in the first frame
	CueTyping CueKind = "typing" // somebody else is typing, or an assistant thinks
	CueDraft  CueKind = "draft"  // the sender types in the composer; ends when the message is sent
	CueSend   CueKind = "send"   // the sender's message goes off
	CueArrive CueKind = "arrive" // somebody else's message, a notification or the beginning of an answer comes
	CueWrite  CueKind = "write"  // an assistant's answer is written
	CueRead   CueKind = "read"   // a message is marked as read
	CueFail   CueKind = "fail"   // a message turns out not to be sent
	CueBanner CueKind = "banner" // a notification slides in from the top of a chat
	CueReact  CueKind = "react"  // somebody reacts to a message
	CuePlay   CueKind = "play"   // a recording is seen to play
	CueChange CueKind = "change" // a message is edited or deleted
	CueCall   CueKind = "call"   // a call comes into the list
	CueEvent  CueKind = "event"  // a line of the app comes into the list: somebody joins or leaves
	CuePop    CueKind = "pop"    // a card pops up
	CueSlide  CueKind = "slide"  // a slide of a story is shown
	CueVoice  CueKind = "voice"  // a voice is heard
	CueScroll CueKind = "scroll" // the list moves up
	CueHold   CueKind = "hold"   // nothing moves: the intro, or the end
	CueVote   CueKind = "vote"   // votes for a poll come in
	CueUnlock CueKind = "unlock" // the phone is unlocked

	CuePresence CueKind = "presence" // the app says something else of the other person: online, offline or none
)

// HasText reports whether a cue of this kind has what can be read, as subtitles want it.
func (k CueKind) HasText() bool {
	switch k {
	case CueOpen, CueSend, CueArrive, CuePop, CueCall, CueEvent:
		return true
	}
	return false
}

// SortCues brings cues into order of time. Those of one moment keep their order.
func SortCues(cues []Cue) {
	slices.SortStableFunc(cues, func(a, b Cue) int { return cmp.Compare(a.At, b.At) })
}
