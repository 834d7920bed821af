package scene

import (
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
