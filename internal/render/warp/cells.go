package warp

import (
	"image"
	"math/bits"
)

// Cells knows where a source has one value only: it is divided into cells, of which most have, and each is looked at when it changes.
type Cells struct {
	size    image.Point // of the source
	columns int
	value   []uint16 // of each cell's pixels, row by row
}

const (
	cell    = 4   // pixels on a side
	several = 256 // instead of a value: the pixels differ
)

// NewCells returns the cells of a source that is nowhere known to have one value.
func NewCells(size image.Point) *Cells {
	c := &Cells{size: size, columns: (size.X + cell - 1) / cell}
	c.value = make([]uint16, c.columns*((size.Y+cell-1)/cell))
	for i := range c.value {
		c.value[i] = several
	}
	return c
}

// Note looks at a part of the source that has changed.
func (c *Cells) Note(source []byte, part image.Rectangle) {
	part = part.Intersect(image.Rectangle{Max: c.size})
	if part.Empty() {
		return
	}
	first, end := part.Min.Y/cell, (part.Max.Y+cell-1)/cell
	InParallel(end-first, func(from, to int) {
		for line := first + from; line < first+to; line++ {
			for column := part.Min.X / cell; column*cell < part.Max.X; column++ {
				c.value[line*c.columns+column] = c.look(source, column, line)
			}
		}
	})
}

// look returns the value of a cell's pixels. The last cells of a row or column reach back, so that they are whole.
func (c *Cells) look(source []byte, column, line int) uint16 {
	at := source[min(line*cell, c.size.Y-cell)*c.size.X+min(column*cell, c.size.X-cell):]
	first := four(at)
	differ := first ^ bits.RotateLeft32(first, 8)
	for row := 1; row < cell; row++ {
		differ |= first ^ four(at[row*c.size.X:])
	}
	if differ != 0 {
		return several
	}
	return uint16(at[0])
}

// only returns the value of a part of the source, or several.
func (c *Cells) only(part image.Rectangle) uint16 {
	first, last := part.Min.X/cell, (part.Max.X-1)/cell
	value := c.value[part.Min.Y/cell*c.columns+first]
	for line := part.Min.Y / cell; line*cell < part.Max.Y; line++ {
		for _, v := range c.value[line*c.columns+first : line*c.columns+last+1] {
			if v != value {
				return several
			}
		}
	}
	return value
}
