package scene

import (
	"math"
	"slices"
	"time"

	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
)

// film has a clip play its file, if it has one and the payload is a video. When it begins is known later.
func (b *builder) film(clip Clip, file schema.VideoRef) *Clip {
	if file != "" && b.payload.RenderKind == schema.Video {
		clip.Plays, clip.Film = true, len(b.films)
		b.films = append(b.films, storyboard.Film{Ref: string(file)})
	}
	return &clip
}

// startFilms notes when the films begin: with the first frame, or when their messages are there.
func (v *chatVideo) startFilms() {
	v.board.Films = v.films
	for i := v.plan.onStage; i < len(v.messages); i++ {
		for _, picture := range v.messages[i].view.Pictures {
			if picture.Clip != nil && picture.Clip.Plays {
				v.board.Films[picture.Clip.Film].From = v.plan.moment(i).At
			}
		}
	}
	v.countDown()
}

// mostLeft is how often the time that is left of a film changes, and mostLeftTogether that of all films: each second is a look of its
// message, which is captured twice.
const (
	mostLeft         = 60
	mostLeftTogether = 180
)

// countDown notes for how many seconds each film counts down, where the app counts them. The first films come first.
func (v *chatVideo) countDown() {
	v.left = map[int]int{}
	room, warned := mostLeftTogether, false
	for i, m := range v.messages {
		clip := m.view.clip()
		if clip == nil || !clip.Plays || clip.GIF || !v.manifest.Options.Chat.FilmLeft {
			continue
		}
		plays := (v.plan.Length - v.board.Films[clip.Film].From - 1) / time.Second // whole seconds before the end
		wanted := min(mostLeft, int(max(0, plays)))
		v.left[i] = min(wanted, room)
		if room -= v.left[i]; v.left[i] < wanted && !warned {
			v.warn("adjusted", "props.messages.%d.video: the lengths of all videos together count down for %d seconds at most; from this one on they stand still; "+
				"leave file out where a picture is enough", m.index, mostLeftTogether)
			warned = true
		}
	}
}

// leftEvents lists the seconds of the film that plays in a message, where the app counts them, the latest first.
func (v *chatVideo) leftEvents(message int) (events []chatEvent) {
	for second := v.left[message]; second > 0; second-- {
		from := v.board.Films[v.messages[message].view.clip().Film].From
		events = append(events, chatEvent{at: from + time.Duration(second)*time.Second, message: message, becomes: "passed", second: second})
	}
	return events
}

// passTo shows how much of a film is left a number of seconds after it has begun. It plays again and again.
func (v *chatVideo) passTo(message, second int) {
	m := &v.messages[message].view
	if m.clip() == nil { // it may have been deleted
		return
	}
	length := max(1, int(math.Round(v.props.Messages[v.messages[message].index].Video.DurationSeconds)))
	clip := *m.clip()
	clip.Length = clockLength(float64(length - second%length))
	m.Pictures = slices.Clone(m.Pictures)
	m.Pictures[0].Clip = &clip
}

// clip is the video or GIF of a message; nil: it has none.
func (m *Message) clip() *Clip {
	if len(m.Pictures) == 0 {
		return nil
	}
	return m.Pictures[0].Clip
}
