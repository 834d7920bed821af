package scene

import (
	"time"

	"mockup/internal/schema"
)

// slideTime is how long a picture of a story is shown.
const slideTime = 5 * time.Second

// storyFilm plays a story from its current slide to its end. One slide cuts to the next while its bar fills.
func (b *builder) storyFilm(p *schema.StoryProps, story *Story) (*Film, error) {
	film := &Film{Bleed: 1}
	for i := range p.Slides {
		var fill Fill
		if i >= p.CurrentSlide {
			slide, err := b.item(film, Item{Slot: "card", Key: "slide"}, "slide", b.storySlide(p, i))
			if err != nil {
				return nil, err
			}
			film.Steps = append(film.Steps, Step{At: film.Length, Put: []int{slide}})
			fill = Fill{From: film.Length, To: film.Length + slideTime}
			film.Length = fill.To
		}
		film.Fills = append(film.Fills, fill)
	}
	over, err := b.item(film, Item{Slot: "card", Key: "over"}, "over", story)
	if err != nil {
		return nil, err
	}
	film.Steps[0].Put = append(film.Steps[0].Put, over)
	return film, nil
}
