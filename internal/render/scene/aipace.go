package scene

import (
	"fmt"
	"time"
	"unicode"

	"github.com/rivo/uniseg"

	"mockup/internal/render/scene/pace"
	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// Pace of a conversation with an assistant. An answer is written about as fast as it is read, the longer it is the faster,
// and stays until it has been read. The prompt that a video begins with is read as fast as answers are: nobody has to find
// it first. So is one that is pasted. What takes longer than promptMost is read on while the answer is written below it.
const (
	markAfter   = 550 * time.Millisecond // from a prompt, which is on its way up until then, to the thinking mark
	thinkLeast  = 900 * time.Millisecond
	thinkMore   = 700 * time.Millisecond // for an answer of thinkWords or more
	thinkWords  = 250
	streamLeast = 400 * time.Millisecond
	answerHold  = 3 * time.Second         // that a whole answer stays at least
	nextPrompt  = 1500 * time.Millisecond // from an answer to the first letter of the next prompt
	thinkingEnd = 2600 * time.Millisecond // how long an assistant is watched that says nothing
	promptMost  = 6 * time.Second         // that an answer waits for a prompt to be read
	aiOutro     = 1 * time.Second         // from when all has been read
)

// An answer is written with so many letters a second: a short one, and one of longAnswer letters or more.
const (
	streamSlow, streamFast = 20.0, 26.0
	longAnswer             = 1000
)

// aiPlan is when the turns of a conversation with an assistant come.
type aiPlan struct {
	pace.Plan
	beats   []pace.Beat
	turns   []int         // of the beats
	first   int           // the turn of the first beat, among those that show something
	onStage int           // turns that are there in the first frame
	shown   []int         // turns that show something
	intro   time.Duration // that the first frame holds
}

// paceAI times the turns of a conversation.
func (b *builder) paceAI(messages []schema.AIMessage, turns []Turn, footer bool) (*aiPlan, error) {
	plan, types := &aiPlan{}, b.typerOf(prompts(turns))
	var ids []string
	var timings []*schema.Timing
	for i, turn := range turns {
		if turn.silent() {
			continue
		}
		plan.shown = append(plan.shown, i)
		ids, timings = append(ids, messages[i].ID), append(timings, messages[i].Timing)
	}
	plan.onStage = b.onStage(ids, timings)
	plan.first = max(0, plan.onStage-1)
	unread := 0 // letters of a prompt that are read with its answer
	for k := plan.first; k < len(plan.shown); k++ {
		i := plan.shown[k]
		beat := turnBeat(turns[i], types, footer, unread)
		if beat.Opens = k < plan.onStage; beat.Opens && !turns[i].User {
			beat.Hold = pace.Flexible(beat.Hold.Length + beat.Writing.Length) // nobody has read along
		}
		if len(plan.shown) == 1 {
			beat.Lead, beat.Typing = pace.Flexible(onlyMessage), pace.Span{}
		}
		switch {
		case beat.Opens && turns[i].User:
			beat.Shown, beat.Hold = false, pace.Flexible(pace.Reading(beat.Letters, len(turns[i].Pictures), pace.AnswerRate))
		case len(plan.shown) == 1:
			beat.Unseen()
		}
		unread = 0
		if turns[i].User && (timings[k] == nil || timings[k].Hold == nil) && k+1 < len(plan.shown) && turns[plan.shown[k+1]].answers() {
			unread = leaveUnread(&beat)
		}
		if turns[i].User {
			beat.Give(timings[k])
		} else {
			beat.GiveAnswer(timings[k])
		}
		beat.Voice = b.voice(messages[i].Narration)
		plan.beats, plan.turns = append(plan.beats, beat), append(plan.turns, i)
	}
	opts := pace.OptionsOf(b.payload.Video, pace.AnswerRate, aiOutro)
	place := func(i int) string { return fmt.Sprintf("messages.%d", plan.turns[i]) }
	if err := checkVoices(plan.beats, opts, place); err != nil {
		return nil, err
	}
	plan.Plan, plan.intro = pace.New(plan.beats, opts), opts.Intro
	b.warnOfPace(plan.Plan, plan.beats, place, moreTime)
	if opts.Length > 0 {
		opts.Length = 0
		b.warnOfLength(plan.Plan, pace.New(plan.beats, opts), plan.beats)
	}
	return plan, nil
}

// leaveUnread takes off a beat of a prompt what takes longer than promptMost to read. It returns those letters.
func leaveUnread(beat *pace.Beat) int {
	over := min(beat.Hold.Length-promptMost, pace.Reading(beat.Letters, 0, pace.AnswerRate))
	if over <= 0 {
		return 0
	}
	unread := int(over.Seconds() * pace.AnswerRate)
	beat.Hold, beat.Letters = pace.Flexible(beat.Hold.Length-over), beat.Letters-unread
	return unread
}

// turnBeat is how a turn comes, whatever was before it but the unread letters of a prompt that an answer follows.
func turnBeat(turn Turn, types typer, footer bool, unread int) pace.Beat {
	content := turn.Prompt
	if !turn.User {
		content = text.Shown(turn.Answer)
	}
	letters := pace.Letters(content)
	switch {
	case turn.thinks():
		return pace.Beat{Lead: pace.Flexible(markAfter), Hold: pace.Flexible(thinkingEnd)}
	case !turn.User:
		stream := streamTime(letters)
		reading := pace.Reading(letters+unread, len(turn.Pictures), pace.AnswerRate)
		return pace.Beat{
			Lead: pace.Flexible(markAfter), Typing: pace.Flexible(thinkingTime(countWords(content))), Writing: pace.Flexible(stream),
			Hold: pace.Flexible(max(reading-stream, answerHold)), Letters: letters + unread,
		}
	}
	keys, pasted := storyboard.Keys(turn.Prompt)
	rate, end := pace.MessageRate, storyboard.SendPause
	if pasted {
		rate, end = pace.AnswerRate, storyboard.PasteTime
	}
	reading := pace.Reading(letters, len(turn.Pictures), rate)
	beat := pace.Beat{Lead: pace.Flexible(nextPrompt), Hold: pace.Flexible(reading), Letters: letters}
	looking := time.Duration(0)
	if len(turn.Pictures) > 0 {
		looking = lookAtPicked
	}
	switch {
	case !footer:
		return beat
	case turn.Prompt == "":
		beat.Typing = pace.Flexible(looking)
		return beat
	}
	typing := types.typing(storyboard.Draft{Text: turn.Prompt}, keys)
	beat.Shown, beat.Read, beat.Typing = true, reading, pace.Flexible(looking+typing+end)
	beat.Hold = pace.Flexible(max(reading-typing, pace.Reading(1, len(turn.Pictures), pace.MessageRate)))
	return beat
}

// thinks is when the assistant is seen thinking before an answer: as soon as the prompt is in its place, however long it
// is read.
func (p *aiPlan) thinks(beat int, after bool) time.Duration {
	m := p.Moments[beat]
	if beat == 0 || !after {
		return m.Sign
	}
	return min(m.Sign, p.Moments[beat-1].Whole+markAfter)
}

// thinkingTime is how long the assistant pauses before an answer of so many words.
func thinkingTime(words int) time.Duration {
	return thinkLeast + time.Duration(float64(thinkMore)*min(float64(words)/thinkWords, 1))
}

// streamTime is how long an answer of so many letters is written.
func streamTime(letters int) time.Duration {
	rate := streamSlow + (streamFast-streamSlow)*min(float64(letters)/longAnswer, 1)
	return max(time.Duration(float64(letters)/rate*float64(time.Second)), streamLeast)
}

// countWords counts a text's words as Unicode separates them; in Chinese and Japanese every character is one.
func countWords(text string) int {
	words, state := 0, -1
	for len(text) > 0 {
		var word string
		word, text, state = uniseg.FirstWordInString(text, state)
		for _, r := range word {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				words++
				break
			}
		}
	}
	return words
}
