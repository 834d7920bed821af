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
}

// mostLeft is how often the time that is left of a film changes: each second is a look of its message, which is captured twice.
const mostLeft = 60

// leftEvents lists the seconds of the film that plays in a message, where the app counts them, the latest first.
func (v *chatVideo) leftEvents(message int) (events []chatEvent) {
	clip := v.messages[message].view.clip()
	if clip == nil || !clip.Plays || clip.GIF || !v.manifest.Options.Chat.FilmLeft {
		return nil
	}
	for from, second := v.board.Films[clip.Film].From, 1; second <= mostLeft; second++ {
		at := from + time.Duration(second)*time.Second
		if at >= v.plan.Length {
			break
		}
		events = append(events, chatEvent{at: at, message: message, becomes: "passed", second: second})
	}
	slices.Reverse(events)
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
