package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// How a conversation goes beside what package pace knows of texts.
const (
	leadLeast    = 320 * time.Millisecond  // from one message to the sign of the next
	tapLeast     = 1180 * time.Millisecond // the same to letters for which the keyboard has to come, riseTime behind the tap: nobody taps before reading
	answerLeast  = 1150 * time.Millisecond // from a sent message, which has to arrive and be read, to the sign of an answer
	recordVoice  = 1600 * time.Millisecond // to speak a recording, and to send it
	lookAtCall   = 1800 * time.Millisecond // that a call which came to nothing stays
	pickPicture  = 900 * time.Millisecond  // to find a picture, and to send it
	lookAtPicked = 800 * time.Millisecond  // that it stands in the field, in an app that shows it there
	pictureAfter = 400 * time.Millisecond  // from a picture to the next one of the same message
	chatOutro    = 1 * time.Second         // from when the last message has been read
	beforeMost   = 3 * time.Second         // to read what stands above the newest message of the first frame
	onlyMessage  = 250 * time.Millisecond  // when the one message of a conversation comes
)

// chatPlan is when the messages of a conversation come.
type chatPlan struct {
	pace.Plan
	pacer   *chatPacer
	beats   []pace.Beat
	first   int           // the message of the first beat
	onStage int           // messages that are on the screen in the first frame
	intro   time.Duration // that the first frame holds
}

// moment is when a message comes that is not on the screen in the first frame.
func (p *chatPlan) moment(message int) pace.Moment { return p.Moments[message-p.first] }

// paceChat times the messages of a conversation: each comes once the one before has been read, and has been typed
// before it is there. Long pauses between timestamps are felt as short ones.
func (b *builder) paceChat(p *schema.ChatProps, messages []timedMessage) (*chatPlan, error) {
	plan := &chatPlan{onStage: b.chatOnStage(messages)}
	plan.first = max(0, plan.onStage-1)
	pacer := b.newChatPacer(p, messages)
	plan.pacer, pacer.onStage = pacer, plan.onStage
	unseen := time.Duration(0) // of pictures that others of the same message follow at once
	for i := plan.first; i < len(messages); i++ {
		beat := pacer.beat(i)
		if beat.Opens = i < plan.onStage; beat.Opens {
			beat.Unseen()
			beat.Hold.Length += pacer.readBefore(i)
		}
		if beat.Hold.Length += unseen; i+1 < len(messages) && messages[i+1].more {
			unseen, beat.Hold = beat.Hold.Length, pace.Span{}
		} else {
			unseen = 0
		}
		beat.Give(messages[i].timing)
		if beat.Signs() && !beat.Typing.Fixed && pacer.taps(i) {
			beat.Typing.Length += riseTime
		}
		beat.Voice, beat.Played = b.heardFor(p, messages[i])
		plan.beats = append(plan.beats, beat)
	}
	opts := pace.OptionsOf(b.payload.Video, pace.MessageRate, chatOutro)
	place := func(i int) string { return fmt.Sprintf("messages.%d", messages[plan.first+i].index) }
	if err := checkVoices(plan.beats, opts, place); err != nil {
		return nil, err
	}
	plan.intro = opts.Intro
	b.timeChat(p, plan, messages, opts)
	b.warnOfPace(plan.Plan, plan.beats, place, moreTime)
	if opts.Length > 0 {
		own := *plan
		own.beats, opts.Length = slices.Clone(plan.beats), 0
		b.timeChat(p, &own, messages, opts)
		b.warnOfLength(plan.Plan, own.Plan, plan.beats)
	}
	return plan, nil
}

// timeChat gives the beats of a plan their moments. Where no length is given, the last message stays until all has changed.
func (b *builder) timeChat(p *schema.ChatProps, plan *chatPlan, messages []timedMessage, opts pace.Options) {
	plan.Plan = pace.New(plan.beats, opts)
	if last := len(plan.beats) - 1; last >= 0 && opts.Length == 0 {
		if stays := b.lastChange(p, plan, messages) - plan.Moments[last].Whole; stays > plan.beats[last].Hold.Length {
			plan.beats[last].Hold = pace.Span{Length: stays, Fixed: true}
			plan.Plan = pace.New(plan.beats, opts)
		}
	}
}

// chatOnStage is how many of the messages are on the screen in the first frame. Parts of one message come together.
func (b *builder) chatOnStage(messages []timedMessage) int {
	var ids []string // of the messages in the payload that are shown
	var timings []*schema.Timing
	var first []int // of the parts of each
	for i, m := range messages {
		if i == 0 || m.index != messages[i-1].index {
			ids, timings, first = append(ids, m.view.ID), append(timings, m.timing), append(first, i)
		}
	}
	if n := b.onStage(ids, timings); n < len(first) {
		return first[n]
	}
	return len(messages)
}

// chatPacer makes the beats of messages.
type chatPacer struct {
	messages []timedMessage
	footer   bool // own messages are seen being typed
	picks    bool // own pictures are seen in the field
	pace     schema.Pace
	typer    typer
	onStage  int // messages that are on the screen in the first frame
}

func (b *builder) newChatPacer(p *schema.ChatProps, messages []timedMessage) *chatPacer {
	c := &chatPacer{messages: messages, footer: p.ShowFooter, picks: p.ShowFooter && b.manifest.Options.Chat.PicturesInField}
	c.typer = b.typerOf(c.typedTexts())
	if v := b.payload.Video; v != nil {
		c.pace = v.Pace
	}
	return c
}

// beat is how a message comes.
func (c *chatPacer) beat(i int) pace.Beat {
	beat := c.ownBeat(c.messages[i])
	beat.Hold = pace.Flexible(max(beat.Hold.Length, c.messages[i].talkHold(i == len(c.messages)-1)))
	switch {
	case i > 0:
		before, m := c.messages[i-1], c.messages[i]
		if before.view.Out && !m.view.Out {
			beat.Lead = pace.Flexible(max(beat.Lead.Length, answerLeast))
		}
		if c.taps(i) {
			beat.Lead = pace.Flexible(max(beat.Lead.Length, tapLeast))
		}
		beat.Acts = before.actsOf(m.user, i <= c.onStage)
		beat.Pause = pace.Flexible(pause(m.at.Sub(before.at)))
	case len(c.messages) == 1:
		beat.Lead, beat.Typing = pace.Flexible(onlyMessage), pace.Span{}
		beat.Unseen()
	}
	return beat
}

// readBefore is how long it takes to read the messages before one, as running text.
func (c *chatPacer) readBefore(message int) time.Duration {
	letters := 0
	for _, m := range c.messages[:message] {
		letters += m.view.shownLetters()
	}
	return min(time.Duration(float64(letters)/pace.AnswerRate*float64(time.Second)), beforeMost)
}

// taps reports whether the field is tapped for a message, so that the keyboard has to come, unless it is still there.
func (c *chatPacer) taps(i int) bool {
	return c.typer.keyboard && c.types(c.messages[i]) && (i == 0 || !c.types(c.messages[i-1]))
}

// typedTexts are those that the sender is seen typing, sent or not.
func (c *chatPacer) typedTexts() (texts []string) {
	for _, m := range c.messages {
		if c.types(m) {
			texts = append(texts, m.retype, m.view.Plain)
		}
	}
	return texts
}

// types reports whether a message is seen being typed by the sender.
func (c *chatPacer) types(m timedMessage) bool {
	return c.footer && m.view.Out && strings.TrimSpace(m.view.Plain) != ""
}

// stands reports whether pictures of a message are seen in the field before they are sent.
func (c *chatPacer) stands(m timedMessage) bool {
	return c.picks && m.view.Out && len(m.view.Pictures) > 0
}

// ownBeat is how a message comes, whatever was before it.
func (c *chatPacer) ownBeat(message timedMessage) pace.Beat {
	m := message.view
	letters := m.shownLetters()
	reading := pace.ReadingMessage(letters+m.heldLetters(), len(m.Pictures), c.pace)
	beat := pace.Beat{Lead: pace.Flexible(leadLeast), Letters: letters, Hold: pace.Flexible(reading)}
	looking := time.Duration(0)
	if c.stands(message) {
		looking = lookAtPicked
	}
	switch {
	case message.more:
		beat.Lead = pace.Flexible(pictureAfter)
	case m.Unsent:
		return c.unsentBeat(m)
	case m.Event:
	case m.Call != nil:
		beat.Hold = pace.Flexible(lookAtCall)
	case m.Voice != nil:
		beat.Lead, beat.Hold = pace.Flexible(recordVoice), pace.Flexible(pace.Reading(max(letters, pace.Letters(m.Voice.Transcript)), 1, pace.MessageRate))
	case letters == 0:
		beat.Lead, beat.Typing = pace.Flexible(pickPicture), pace.Flexible(looking)
	case !m.Out:
		beat.Typing = pace.Flexible(pace.Dots(letters))
	case c.footer:
		keys, pasted := storyboard.Keys(m.Plain)
		erasing := c.erasing(message.retype)
		draft := storyboard.Draft{Text: m.Plain, Typos: message.typos}
		typing := c.typer.typing(draft, keys+storyboard.TypoKeys*len(message.typos))
		end := storyboard.SendPause
		if pasted {
			end = storyboard.PasteTime
		}
		// It is read along while it is typed.
		beat.Shown, beat.Read, beat.Typing = true, reading, pace.Flexible(looking+erasing+typing+end)
		beat.Hold = pace.Flexible(max(reading-typing, pace.Reading(1, len(m.Pictures), pace.MessageRate)))
	}
	return beat
}

// shownLetters is how many letters of a message's text are shown: a long address may be cut, and marks of a style are not there.
func (m *Message) shownLetters() int {
	if m.Plain == "" || m.Text == "" {
		return pace.Letters(m.Plain)
	}
	return max(1, pace.Letters(text.Shown(m.Text)))
}

// onStage is how many messages are on the screen in the first frame, of which ids and timings are given: up to the one
// that the payload names, or the first one, unless it is the only one or its timing says when it comes.
func (b *builder) onStage(ids []string, timings []*schema.Timing) int {
	if v := b.payload.Video; v != nil && v.StartAt != "" {
		return slices.Index(ids, v.StartAt) + 1
	}
	if len(ids) < 2 || timings[0].Comes() {
		return 0
	}
	return 1
}

// pause is what is felt of the time between two messages: nothing up to two minutes, half a second for an hour,
// no more than 0.9 s for weeks.
func pause(gap time.Duration) time.Duration {
	if gap <= 2*time.Minute {
		return 0
	}
	seconds := 0.15 * math.Log(gap.Minutes()/2)
	return min(time.Duration(seconds*float64(time.Second)), 900*time.Millisecond)
}

// seconds writes a time with at most one digit behind the point, cut off.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(math.Floor(d.Seconds()*10)/10, 'f', -1, 64)
}

// moreTime is what gives texts more time where a pace can be chosen.
const moreTime = "video.pace, video.length or timing.hold"

// warnOfPace warns of texts that are shown for less time than it takes to read them, and of a video that is hurried to be
// no longer than videos may be. Place says where in the props the text of a beat is, and more what gives it more time.
func (b *builder) warnOfPace(plan pace.Plan, beats []pace.Beat, place func(beat int) string, more string) {
	if plan.Hurried > 0 {
		b.warn("too_long", "video: at its pace it would take %.0f minutes; at most %.0f are made, so it is faster", plan.Hurried.Minutes(), schema.MostLength/60)
	}
	fast, rates := plan.TooFast(beats)
	if len(fast) == 0 {
		return
	}
	what, whom := "it is shown", "it"
	if len(fast) > 1 {
		what, whom = fmt.Sprintf("it and %d more of %d texts are shown", len(fast)-1, len(beats)), "them"
	}
	for _, h := range plan.Hurries {
		if h.From <= fast[0] && fast[0] < h.For {
			more = fmt.Sprintf("a later props.%s.timing.at: %s seconds are too early, %s would do", place(h.For), seconds(beats[h.For].At), seconds(h.Wants+50*time.Millisecond))
		}
	}
	if next := fast[0] + 1; next < len(beats) && beats[next].Lead.Fixed && !beats[fast[0]].Hold.Fixed {
		more = fmt.Sprintf("a longer props.%s.timing.delay, or timing.hold", place(next))
	}
	b.warn("too_fast", "props.%s: %s for too short a time to be read, with %.0f letters a second where people read %.0f; give %s more time with %s",
		place(fast[0]), what, rates[0], pace.FastRate, whom, more)
}

// warnOfLength warns of a length that is given and much longer than a video takes by itself, as its own plan says, so that texts stay after they
// have been read. While voices are not known, neither is how long that is.
func (b *builder) warnOfLength(plan, own pace.Plan, beats []pace.Beat) {
	times := plan.Slowed(own, beats)
	if times <= pace.MostSlowed || b.scene.NeedsVoices {
		return
	}
	took := max(1, math.Round(own.Length.Seconds()*10)/10)
	b.warn("too_slow", "video.length: with %g s, texts stay %.1f times as long as it takes to read them; by itself the video is %g s long, so leave video.length out, or give about %.0f",
		plan.Length.Seconds(), times, took, math.Ceil(took))
}
