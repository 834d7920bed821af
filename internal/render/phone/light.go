package phone

import (
	"image"
	"math"
	"slices"
)

// grid is a value that changes slowly over the picture, in 1/65536: it is computed at places that are a step apart.
type grid struct {
	step, columns, rows int
	value               []int32
	some                [][2]int // of each row of places, those between which it is not 0
}

// set computes a value between 0 and 1 over a picture.
func (g *grid) set(size image.Point, step int, at func(x, y int) float64) {
	g.step, g.columns, g.rows = step, size.X/step+2, size.Y/step+2
	g.value, g.some = slices.Grow(g.value[:0], g.columns*g.rows)[:g.columns*g.rows], slices.Grow(g.some[:0], g.rows)[:g.rows]
	inParallel(g.rows, func(row int) {
		some := [2]int{g.columns, 0}
		for column := range g.columns {
			value := int32(math.Round(at(column*step, row*step) * 65536))
			g.value[row*g.columns+column] = value
			if value != 0 {
				some = [2]int{min(some[0], column), column + 1}
			}
		}
		g.some[row] = some
	})
}

// span returns the pixels of a row outside which the value is 0.
func (g *grid) span(y, width int) (x0, x1 int) {
	a, b := g.some[y/g.step], g.some[y/g.step+1]
	first, end := min(a[0], b[0]), max(a[1], b[1])
	if first >= end {
		return 0, 0
	}
	return max((first-1)*g.step, 0), min(end*g.step, width)
}

// row fills in the values of a row's pixels from x0 on, and returns them.
func (g *grid) row(y, x0 int, all []int32) []int32 {
	from, down := g.value[y/g.step*g.columns:], int32(y%g.step)
	step := int32(g.step)
	blend := func(i int) int32 { return (from[i]*(step-down) + from[i+g.columns]*down) / step }
	i, skipped := x0/g.step, x0%g.step
	last := blend(i)
	for values := all; len(values) > 0; {
		i++
		next := blend(i)
		part := values[:min(g.step-skipped, len(values))]
		values = values[len(part):]
		if last == 0 && next == 0 {
			clear(part)
		} else {
			more := int64(next-last) << 32 / int64(step)
			value := int64(last)<<32 + int64(skipped)*more
			for k := range part {
				part[k] = int32(value >> 32)
				value += more
			}
		}
		last, skipped = next, 0
	}
	return all
}

// The glass's light changes more slowly than the shadow.
const glassStep = 16

// setGlass computes how much the glass mirrors wherever the frame shows it.
func (f *frame) setGlass() {
	const right, top = BodyWidth/2 + 40, BodyHeight/2 + 40 // a place between which and the next one the glass may begin
	f.glass.set(f.place.Size, glassStep, func(x, y int) float64 {
		r := f.view.ray(float64(x), float64(y), f.scale)
		if x, y, ok := r.meet(0); ok && math.Abs(x) < right && math.Abs(y) < top {
			return min(f.shader.glass(x, y), .3)
		}
		return 0
	})
}

// setShadow computes how much the phone darkens what is behind it.
func (f *frame) setShadow() {
	step := min(max(int(4*f.scale), 2), 8)
	size := f.place.Size
	hidden := make([][2]int, size.Y/step+2) // by the deep of the screen, in each row of places
	for i := range hidden {
		hidden[i][0], hidden[i][1] = within(f.deep, i*step, size.X)
	}
	f.shadow.set(size, step, func(x, y int) float64 {
		if h := hidden[y/step]; x > h[0]+2*step && x < h[1]-2*step {
			return 0 // nobody sees it
		}
		dark := f.shadowAt(x, y)
		if dark > 0 && f.place.Fade {
			edge := float64(min(x, y, size.X-x, size.Y-y))
			dark *= smoothstep(0, shadowFade, edge/f.scale)
		}
		return dark
	})
}

// darken puts black of an opacity in 1/65536 over a pixel.
func darken(p []byte, opacity int32) {
	keep := 65536 - int(opacity)
	for i, c := range p[:3] {
		p[i] = byte((int(c)*keep + 1<<15) >> 16)
	}
	p[3] = byte((int(p[3])*keep + 255*int(opacity) + 1<<15) >> 16)
}

// shadowAt is how much the phone darkens a place of the picture.
func (f *frame) shadowAt(x, y int) float64 {
	r := f.view.ray(float64(x), float64(y), f.scale)
	if f.place.Finish.Ground {
		if x, z, ok := r.meetGround(); ok {
			return contact(x, z)
		}
		return 0
	}
	if x, y, ok := r.meet(-BodyDepth - shadowGap); ok && math.Abs(x-10) < BodyWidth/2+128 && math.Abs(y+26) < BodyHeight/2+128 {
		return shadow(x, y)
	}
	return 0
}

// groundY is the ground that a phone stands on: as far below its middle as its lower edge, and a little.
const groundY = -BodyHeight/2 - 2

// meetGround is where the ray meets the ground, to the right of the phone and before it; ok is false where it does not.
func (r *ray) meetGround() (x, z float64, ok bool) {
	far := (groundY - r.from[1]) / r.toward[1]
	return r.from[0] + far*r.toward[0], r.from[2] + far*r.toward[2], far > 0 && r.toward[1] < 0
}

// contact is how much a phone that stands on the ground darkens it: dark along the line where they touch, and soft around. The light
// comes from above and from before the phone, so that the soft part lies more behind it.
func contact(x, z float64) float64 {
	z += BodyDepth / 2 // from the middle of the phone's depth
	near := .5 * blurred(rounded(x, z, BodyWidth/2-BodyCorner+14, BodyDepth/2-6, 4)/6)
	wide := .34 * blurred(rounded(x-8, z+26, BodyWidth/2-30, 30, 24)/34)
	far := .2 * blurred(rounded(x-16, z+70, BodyWidth/2, 80, 70)/80)
	return 1 - (1-near)*(1-wide)*(1-far)
}

// rounded is how far a place is from a rectangle with rounded corners, of which halves of the sides and the radius are given: negative
// within.
func rounded(x, z, halfX, halfZ, radius float64) float64 {
	x, z = math.Abs(x)-halfX+radius, math.Abs(z)-halfZ+radius
	return math.Hypot(max(x, 0), max(z, 0)) + min(max(x, z), 0) - radius
}
