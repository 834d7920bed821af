package scene

import "math"

// collage arranges two or three pictures as a loose pile: alternately left and right, each over the lower edge of the one
// before.
func collage(shapes []float64, width int) []Box {
	const overlap = 26
	boxes := make([]Box, len(shapes))
	y := 0
	for i, shape := range shapes {
		box := &boxes[i]
		box.Width, box.Height = card(shape, width)
		box.Y = y
		if i%2 == 1 {
			box.X = width - box.Width
		}
		y += box.Height - overlap
	}
	return boxes
}

// card returns the size of a picture in a pile of some width. Pictures of all shapes are about equally large.
func card(shape float64, width int) (w, h int) {
	shape = min(max(shape, .7), 1.5)
	across := min(float64(width)*.84*math.Sqrt(shape), float64(width)*.88)
	return int(math.Round(across)), int(math.Round(across / shape))
}

// lean is how a card of a pile lies: how far to the right of the front one, in CSS pixels, and how far turned, in degrees.
type lean struct{ right, turn float64 }

// pile arranges cards of one size behind each other, the front one first.
func pile(shape float64, width int, leans []lean) []Box {
	w, h := card(shape, width*9/10)
	boxes := make([]Box, len(leans))
	left, top := 0, 0
	for i, lean := range leans {
		boxes[i] = Box{X: int(lean.right), Width: w, Height: h, Turn: lean.turn}
		x, y := boxes[i].reach()
		left, top = max(left, x-boxes[i].X), max(top, y)
	}
	for i := range boxes {
		boxes[i].X += left
		boxes[i].Y += top
	}
	return boxes
}

// reach returns how far a box that is turned around its middle reaches beyond its sides.
func (b Box) reach() (x, y int) {
	sin, cos := math.Sincos(math.Abs(b.Turn) * math.Pi / 180)
	w, h := float64(b.Width), float64(b.Height)
	return int(math.Ceil((w*cos + h*sin - w) / 2)), int(math.Ceil((h*cos + w*sin - h) / 2))
}

// corner returns the lower right corner of the rectangle around a box.
func (b Box) corner() (right, bottom int) {
	x, y := b.reach()
	return b.X + b.Width + x, b.Y + b.Height + y
}
