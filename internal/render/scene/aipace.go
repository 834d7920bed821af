package scene

import (
	"math"
	"time"
	"unicode"

	"github.com/rivo/uniseg"

	"mockup/internal/schema"
)

// turnBeat is when a turn of a conversation with an assistant plays.
type turnBeat struct {
	at     time.Duration // the prompt appears, or the thinking mark
	writes time.Duration // the answer's first words
	stream time.Duration // how long the answer is written
}

// Pace of a conversation with an assistant. Answers stream faster than the five words a second that people read, and
// the longer they are the faster: the viewer sees that much is written, and reads the beginning.
const (
	promptPerWord = 90 * time.Millisecond
	promptLeast   = 700 * time.Millisecond
	promptMost    = 1800 * time.Millisecond
	markAfter     = 550 * time.Millisecond // from a prompt, which is on its way up until then, to the thinking mark
	thinkLeast    = 900 * time.Millisecond
	thinkMore     = 700 * time.Millisecond // for an answer of thinkWords or more
	thinkWords    = 250
	streamLeast   = 400 * time.Millisecond
	streamMost    = 30 * time.Second
	answerHold    = 1500 * time.Millisecond // from an answer's end to the next prompt
	thinkingEnd   = 2600 * time.Millisecond // how long an assistant is watched that says nothing
	aiClosing     = 2200 * time.Millisecond
)

// streamPower and streamUnit are the length of a stream of n words, streamUnit * n^streamPower: 50 words take 4 s, 300
// words 14 s, and 1000 words come to the most that a stream takes.
const (
	streamPower = 0.7
	streamUnit  = 0.2587 // seconds
)

// paceAI times the turns of a conversation and tells how long the whole film is.
func paceAI(messages []schema.AIMessage, turns []Turn) ([]turnBeat, time.Duration) {
	beats := make([]turnBeat, len(turns))
	now, marks := opening, opening // the assistant is seen thinking before the prompt is read
	for i, turn := range turns {
		words := countWords(messages[i].Content)
		beats[i].at = now
		if !turn.User {
			beats[i].at = min(now, marks)
		}
		switch {
		case turn.silent():
		case turn.User:
			marks = now + markAfter
			now += min(max(time.Duration(words)*promptPerWord, promptLeast), promptMost)
			if len(turn.Pictures) > 0 {
				now += pictureReading
			}
		case turn.thinks():
			now = beats[i].at + thinkingEnd
			marks = now
		default:
			beats[i].writes = now + thinkingTime(words)
			beats[i].stream = streamTime(words)
			now = beats[i].writes + beats[i].stream + answerHold
			marks = now
		}
	}
	length := now - answerHold + aiClosing
	if len(turns) == 0 || turns[len(turns)-1].User || turns[len(turns)-1].thinks() {
		length = now + aiClosing/2
	}
	return squeeze(beats, length)
}

// squeeze tells a long conversation faster, as chats are: half of what is beyond longFilm goes, and at most two thirds
// of all.
func squeeze(beats []turnBeat, length time.Duration) ([]turnBeat, time.Duration) {
	if length <= longFilm {
		return beats, length
	}
	factor := max(1.0/3, float64(longFilm+(length-longFilm)/2)/float64(length))
	scale := func(t *time.Duration) { *t = time.Duration(float64(*t) * factor) }
	for i := range beats {
		scale(&beats[i].at)
		scale(&beats[i].writes)
		scale(&beats[i].stream)
	}
	scale(&length)
	return beats, length
}

// thinkingTime is how long the assistant pauses before an answer of so many words.
func thinkingTime(words int) time.Duration {
	return thinkLeast + time.Duration(float64(thinkMore)*min(float64(words)/thinkWords, 1))
}

// streamTime is how long an answer of so many words is written.
func streamTime(words int) time.Duration {
	seconds := streamUnit * math.Pow(float64(words), streamPower)
	return min(max(time.Duration(seconds*float64(time.Second)), streamLeast), streamMost)
}

// countWords counts a text's words as Unicode tells them apart; in Chinese and Japanese every character is one.
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
