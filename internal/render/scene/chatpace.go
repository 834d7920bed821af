package scene

import (
	"math"
	"time"

	"github.com/rivo/uniseg"
)

// beat is when a message of a video is written and sent.
type beat struct {
	typing time.Duration // the indicator appears, or the first letter in the composer
	at     time.Duration // the message is there
}

// Pace of a conversation. People read 238 words of English a minute silently (Brysbaert 2019, a review of 190
// studies), that is 4 words or some 22 letters a second; who watches a chat skims, so a little faster.
const (
	readPerLetter  = 38 * time.Millisecond
	readLeast      = 600 * time.Millisecond
	readMost       = 3200 * time.Millisecond
	typePerLetter  = 30 * time.Millisecond // of the composer; a thumb takes 140, nobody wants to wait for that
	typeLeast      = 500 * time.Millisecond
	typeMost       = 2200 * time.Millisecond
	typeFirst      = 1100 * time.Millisecond // at most of the first message from others: nothing else is seen until it comes
	sendPause      = 280 * time.Millisecond  // between the last letter and the tap on send
	pictureReading = 1200 * time.Millisecond
	leadLeast      = 320 * time.Millisecond  // from one message to the sign of the next
	answerLeast    = 1150 * time.Millisecond // from a sent message, which has to arrive and be read, to the sign of an answer
	opening        = 500 * time.Millisecond
	closing        = 1800 * time.Millisecond
	longFilm       = 90 * time.Second // from here on a conversation is told faster
)

// paceChat times the messages of a conversation: each comes once the one before has been read, and has been typed
// before it is there. Long pauses between timestamps are felt as short ones.
func paceChat(messages []said) []beat {
	beats := make([]beat, len(messages))
	last := opening
	for i, m := range messages {
		lead := leadLeast
		typing := typingTime(m)
		if i == 0 && !m.view.Out {
			typing = min(typing, typeFirst)
		}
		if i > 0 {
			before := messages[i-1]
			lead = max(lead, lookingTime(before)-typing)
			if before.view.Out && !m.view.Out {
				lead = max(lead, answerLeast)
			}
			lead += pause(m.at.Sub(before.at))
		}
		beats[i].typing = last + lead
		beats[i].at = beats[i].typing + typing
		last = beats[i].at
	}
	if last > longFilm {
		// Half of what is beyond goes, and at most two thirds of all.
		factor := max(1.0/3, float64(longFilm+(last-longFilm)/2)/float64(last))
		for i := range beats {
			beats[i].typing = time.Duration(float64(beats[i].typing) * factor)
			beats[i].at = time.Duration(float64(beats[i].at) * factor)
		}
	}
	return beats
}

// lookingTime is how long a message is looked at.
func lookingTime(m said) time.Duration {
	t := time.Duration(letters(m)) * readPerLetter
	if len(m.view.Pictures) > 0 {
		t += pictureReading
	}
	return min(max(t, readLeast), readMost)
}

// typingTime is how long somebody is seen typing a message.
func typingTime(m said) time.Duration {
	t := min(max(time.Duration(letters(m))*typePerLetter, typeLeast), typeMost)
	if m.view.Out {
		t += sendPause
	}
	return t
}

func letters(m said) int { return uniseg.GraphemeClusterCount(m.view.Plain) }

// pause is what is felt of the time between two messages: nothing up to two minutes, half a second for an hour,
// no more than 0.9 s for weeks.
func pause(gap time.Duration) time.Duration {
	if gap <= 2*time.Minute {
		return 0
	}
	seconds := 0.15 * math.Log(gap.Minutes()/2)
	return min(time.Duration(seconds*float64(time.Second)), 900*time.Millisecond)
}

// chatLength is the length of the whole video: it ends once the last message has been read, on a hold.
func chatLength(messages []said, beats []beat) time.Duration {
	if len(beats) == 0 {
		return opening + closing
	}
	return beats[len(beats)-1].at + lookingTime(messages[len(messages)-1])/2 + closing
}
