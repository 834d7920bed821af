package scene

import (
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// playing is when a recording of a video plays, from when its message is there.
type playing struct{ after, length time.Duration }

// plays returns when a message plays, and whether it does.
func (b *builder) plays(p *schema.ChatProps, m timedMessage) (playing, bool) {
	if m.view.Voice == nil || b.payload.RenderKind != schema.Video {
		return playing{}, false
	}
	recording := p.Messages[m.index].Voice
	if recording.PlayAfter == nil && m.narration == "" {
		return playing{}, false
	}
	play := playing{length: b.voice(m.narration)}
	if play.length == 0 {
		play.length = inSeconds(recording.DurationSeconds)
	}
	if recording.PlayAfter != nil {
		play.after = inSeconds(*recording.PlayAfter)
	}
	return play, true
}

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// heardFor is how long something is heard once a message is there, beginning with the wait for a recording that plays later, and whether
// it is a recording that plays.
func (b *builder) heardFor(p *schema.ChatProps, m timedMessage) (length time.Duration, plays bool) {
	if play, does := b.plays(p, m); does {
		return play.after + play.length, true
	}
	return b.voice(m.narration), false
}

// findPlays notes when the recordings play.
func (v *chatVideo) findPlays() {
	v.playing, v.board.Plays = map[int]storyboard.Fill{}, map[string]storyboard.Fill{}
	for _, heard := range v.plan.Voices(v.plan.beats) {
		message := v.plan.first + heard.Beat
		if play, does := v.plays(v.props, v.messages[message]); does {
			v.playing[message] = storyboard.Fill{From: heard.From + play.after, To: heard.To}
			v.board.Plays[messageKey(message)] = v.playing[message]
		}
	}
}

// playEvents lists what is seen of a recording that plays, the latest first: the seconds that were heard, and that it is over.
func (v *chatVideo) playEvents(message int) (events []chatEvent) {
	fill, does := v.playing[message]
	if !does {
		return nil
	}
	for at := fill.From; at < fill.To; at += time.Second {
		events = append([]chatEvent{{at: at, message: message, becomes: "plays"}}, events...)
	}
	return append([]chatEvent{{at: fill.To, message: message, becomes: "played"}}, events...)
}

// playTo shows how much of a recording was heard at a time, and that it was listened to once it is over.
func (v *chatVideo) playTo(message int, at time.Duration) {
	recording, fill := *v.messages[message].view.Voice, v.playing[message]
	recording.Playing = at < fill.To
	heard := int((at - fill.From) / time.Second)
	if !recording.Playing {
		recording.Played, heard = true, recording.Seconds
	}
	recording.Duration = clockLength(float64(heard))
	v.messages[message].view.Voice = &recording
}
