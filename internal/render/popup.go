package render

import (
	"math"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/scene"
	"mockup/internal/render/sound"
)

// place puts the sprites of a film that places them itself to where it wants them, at whole pixels.
func place(film *scene.Film, places *browser.Places, scale float64) {
	if film.Place == nil {
		return
	}
	sizes := make([]scene.Size, len(places.Cells))
	for i, cell := range places.Cells {
		sizes[i] = scene.Size{Width: float64(cell[2]) / scale, Height: float64(cell[3]) / scale}
	}
	corners := film.Place(sizes)
	for _, step := range places.Boxes {
		for i, spot := range step {
			corner := corners[spot[0]]
			step[i] = browser.Spot{spot[0], int(math.Round(corner.X * scale)), int(math.Round(corner.Y * scale))}
		}
	}
}

// sound returns what is heard: a pop with the first frame that shows what pops up. Nil means silence.
func (f *footage) sound(fps int) *sound.Track {
	if len(f.pops) == 0 {
		return nil
	}
	frame := func(i int) time.Duration { return time.Duration(i) * time.Second / time.Duration(fps) }
	heard := make([]time.Duration, len(f.pops))
	for i, at := range f.pops {
		heard[i] = frame(int((at*time.Duration(fps) + time.Second - 1) / time.Second))
	}
	return sound.Pops(heard, frame(f.timeline.Frames(fps)))
}
