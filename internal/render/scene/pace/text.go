package pace

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"mockup/internal/schema"
)

// Letters is the length of a text as it is read: the columns that it would take in a terminal, where ideographs and emoji
// take two. Subtitles allow about half as many of them a second, too (Netflix, timed text style guides: English 20,
// Chinese 11, Korean 12).
func Letters(text string) int { return uniseg.StringWidth(text) }

// LettersIn is the same of a text that is cut behind so many lines, each of which has room for so many letters.
func LettersIn(text string, lines, room int) int {
	seen := 0
	for line := range strings.SplitSeq(text, "\n") {
		letters := Letters(line)
		rows := max(1, (letters+room-1)/room)
		if rows >= lines {
			return seen + min(letters, lines*room)
		}
		seen, lines = seen+letters, lines-rows
	}
	return seen
}

// How fast texts are read at the pace normal, in letters a second. People read 238 words of English a minute silently
// (Brysbaert 2019, a review of 190 studies), which is 22 letters a second; subtitles, which stand by a picture, allow 20
// for adults and 17 for children (Netflix).
const (
	MessageRate = 16.0 // every message is found anew on the screen
	AnswerRate  = 22.0 // running text
	FastRate    = 24.0 // what is faster is too fast
)

// The paces with a name, as factors of time. The pace fast is just below what is too fast.
const (
	slowFactor = 4.0 / 3
	fastAnswer = AnswerRate / FastRate
	fastOthers = 16.0 / 22
)

// Factor is what times are multiplied by that are meant for a rate of reading, at the pace that a payload asks for.
func Factor(p schema.Pace, rate float64) float64 {
	if letters := p.Letters(); letters > 0 {
		return rate / letters
	}
	switch {
	case p == "slow":
		return slowFactor
	case p == "fast" && rate == AnswerRate:
		return fastAnswer
	case p == "fast":
		return fastOthers
	}
	return 1
}

const (
	readLeast   = 1200 * time.Millisecond // of any text
	pictureTime = 2 * time.Second         // of any picture
	lookTime    = 1600 * time.Millisecond // of a message with neither, as a sticker: readLeast, and what it takes to come in

	typeLeast = 600 * time.Millisecond

	dotsPerLetter = 30 * time.Millisecond
	dotsLeast     = 700 * time.Millisecond
	dotsMost      = 2200 * time.Millisecond
)

// longText is how many letters of a text are read as a message is. What comes behind them is read as running text.
const longText = 200

// ReadingMessage is how long a message is looked at that has a text and pictures, at the pace that a payload asks for. Long
// texts are running text, so that the rest of them is read faster, but at the pace fast not faster than FastRate. A message with
// neither is a sticker or a map, which is looked at, too.
func ReadingMessage(letters, pictures int, p schema.Pace) time.Duration {
	if letters == 0 && pictures == 0 {
		return lookTime
	}
	running := AnswerRate
	if p == "fast" {
		running = FastRate * Factor(p, MessageRate)
	}
	t := Reading(min(letters, longText), pictures, MessageRate)
	return t + seconds(float64(max(letters-longText, 0))/running)
}

// Reading is how long a text and pictures are looked at.
func Reading(letters, pictures int, rate float64) time.Duration {
	t := time.Duration(0)
	if letters > 0 {
		t = max(seconds(float64(letters)/rate), readLeast)
	}
	return t + time.Duration(pictures)*pictureTime
}

// How fast texts are typed, in letters a second. Real thumbs type 5 to 8, and videos get away with 12 to 15. Where keys are seen being
// pressed, each takes longer, and all of them count.
const (
	TypeRate = 15.0
	KeyRate  = 11.0
)

// Typed is how long so many letters are typed in a composer at a rate.
func Typed(letters int, rate float64) time.Duration {
	return max(seconds(float64(letters)/rate), typeLeast)
}

// Dots is how long somebody else is seen typing a text.
func Dots(letters int) time.Duration {
	return min(max(time.Duration(letters)*dotsPerLetter, dotsLeast), dotsMost)
}

// TooFast lists the beats that are shown for less time than it takes to read them at FastRate.
func (plan Plan) TooFast(beats []Beat) (list []int, rates []float64) {
	for i, b := range beats {
		if rate := float64(b.Letters) / max(plan.seen(beats, i).Seconds(), 0.001); rate > FastRate*1.01 {
			list, rates = append(list, i), append(rates, math.Round(rate))
		}
	}
	return list, rates
}

// MostSlowed is how many times as long as they need texts may stay before the video is seen to wait.
const MostSlowed = 1.6

// Slowed is how many times as long as in a video's own plan the texts of beats stay: of those between the first and the last beat the median.
// It is 0 if there are none: the first and the last picture may rest.
func (plan Plan) Slowed(own Plan, beats []Beat) float64 {
	var times []float64
	for i := 1; i+1 < len(beats); i++ {
		if before := own.seen(beats, i); beats[i].Letters > 0 && before > 0 {
			times = append(times, plan.seen(beats, i).Seconds()/before.Seconds())
		}
	}
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// seen is how long the text of a beat can be read.
func (plan Plan) seen(beats []Beat, i int) time.Duration {
	m := plan.Moments[i]
	if beats[i].Shown {
		return m.Next - m.Sign
	}
	return m.Next - m.At
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
