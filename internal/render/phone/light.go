package phone

import (
	"encoding/binary"
	"image"
	"math"
	"slices"

	"mockup/internal/render/warp"
)

// grid is a value that changes slowly over the picture, in 1/65536: it is computed at places that are a step apart.
type grid struct {
	step, columns, rows int
	value               []int32
	some                [][2]int // of each row of places, those between which it is not 0
}

// set computes a value between 0 and 1 over a picture: on each row of places between some pixels, and 0 elsewhere.
func (g *grid) set(size image.Point, step int, between [][2]int, at func(x, y int) float64) {
	g.step, g.columns, g.rows = step, size.X/step+2, size.Y/step+2
	g.value, g.some = slices.Grow(g.value[:0], g.columns*g.rows)[:g.columns*g.rows], slices.Grow(g.some[:0], g.rows)[:g.rows]
	clear(g.value)
	inParallel(g.rows, func(row int) {
		some := [2]int{g.columns, 0}
		for column := between[row][0] / step; column < min((between[row][1]+step-1)/step, g.columns); column++ {
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
func (g *grid) span(y, width int) [2]int {
	a, b := g.some[y/g.step], g.some[y/g.step+1]
	first, end := min(a[0], b[0]), max(a[1], b[1])
	if first >= end {
		return [2]int{}
	}
	return [2]int{max((first-1)*g.step, 0), min(end*g.step, width)}
}

// row fills in the values of a row's pixels from x0 on, and returns them.
func (g *grid) row(y, x0 int, all []int32) []int32 {
	from, down := g.value[y/g.step*g.columns:], int32(y%g.step)
	step, share := int32(g.step), int64(1<<32)/int64(g.step)
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
			more := int64(next-last) * share
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

// glassStep is how far apart the places are that the glass's light is computed at, in pixels: it changes more slowly than the shadow. Eight
// pixels from one that eight divides are always between the same places.
func (f *frame) glassStep() int { return 8 * min(max(int(f.scale*1.6+.5), 1), 3) }

// between returns the pixels of each row of places, a step apart, around which an area is seen that has some corners in space.
func (f *frame) between(step int, corners ...vector) [][2]int {
	size := f.place.Size
	rows := make([][2]int, size.Y/step+2)
	var outline [][2]float64
	for _, c := range corners {
		if f.view.axes[2].dot(c) > f.view.distance*.9 { // beside the camera, or behind it
			outline = nil
			break
		}
		outline = append(outline, f.pixel(c))
	}
	for row := range rows {
		if outline == nil {
			rows[row] = [2]int{0, size.X + 2*step}
			continue
		}
		for y := (row - 1) * step; y < (row+1)*step; y++ {
			if x0, x1 := within(outline, y, size.X+2*step); x0 < x1 {
				rows[row] = union(rows[row], [2]int{max(x0-step, 0), x1 + step})
			}
		}
	}
	return rows
}

// plane maps pixels to places on the plane of space on which an axis has a value: to the other two axes, in their order. The last row
// is negative where a pixel looks at the plane.
func (f *frame) plane(axis int, value float64) warp.Homography {
	r := f.view.ray(0, 0, f.scale)
	far, others := value-r.from[axis], [3][2]int{{1, 2}, {0, 2}, {0, 1}}[axis]
	var h warp.Homography
	for column, toward := range [3]vector{f.view.axes[0].times(1 / f.scale), f.view.axes[1].times(-1 / f.scale), r.toward} {
		for row, other := range others {
			h[3*row+column] = r.from[other]*toward[axis] + far*toward[other]
		}
		h[6+column] = toward[axis]
	}
	return h
}

// onPlane returns where a pixel looks on a plane; ok is false where it does not.
func onPlane(plane *warp.Homography, x, y int) (u, v float64, ok bool) {
	u, v = plane.At(float64(x), float64(y))
	return u, v, plane[6]*float64(x)+plane[7]*float64(y)+plane[8] < 0
}

// setGlass computes how much the glass mirrors wherever the frame shows it.
func (f *frame) setGlass() {
	const right, top = BodyWidth/2 + 40, BodyHeight/2 + 40 // a place between which and the next one the glass may begin
	plane := f.plane(2, 0)
	step := f.glassStep()
	between := f.between(step, vector{-right, top}, vector{right, top}, vector{right, -top}, vector{-right, -top})
	f.glass.set(f.place.Size, step, between, func(x, y int) float64 {
		if x, y, ok := onPlane(&plane, x, y); ok && math.Abs(x) < right && math.Abs(y) < top {
			return min(f.shader.glass(x, y), .3)
		}
		return 0
	})
}

// leastShadow is the least opacity of black that changes a colour by half of one of its 255 levels. What is less is not drawn.
const leastShadow = .5 / 255

// setShadow computes how much the phone darkens the wall behind it, or the ground below it.
func (f *frame) setShadow() {
	step := min(max(int(4*f.scale), 2), 8)
	size := f.place.Size
	hidden := make([][2]int, size.Y/step+2) // by the deep of the screen, in each row of places
	for row := range hidden {
		hidden[row][0], hidden[row][1] = within(f.deep, row*step, size.X)
	}
	plane, dark, between := f.plane(2, wallZ), shadow, [][2]int(nil)
	if f.place.Finish.Ground {
		plane, dark = f.plane(1, groundY), contact
		between = f.between(step, vector{-530, groundY, 370}, vector{560, groundY, 370}, vector{560, groundY, -500}, vector{-530, groundY, -500})
	} else {
		between = f.between(step, vector{-335, 555, wallZ}, vector{355, 555, wallZ}, vector{355, -607, wallZ}, vector{-335, -607, wallZ})
	}
	f.shadow.set(size, step, between, func(x, y int) float64 {
		if h := hidden[y/step]; x > h[0]+2*step && x < h[1]-2*step {
			return 0 // nobody sees it
		}
		u, v, ok := onPlane(&plane, x, y)
		if !ok {
			return 0
		}
		opacity := dark(u, v)
		if opacity > 0 && f.place.Fade {
			edge := float64(min(x, y, size.X-x, size.Y-y))
			opacity *= smoothstep(0, shadowFade, edge/f.scale)
		}
		if opacity < leastShadow {
			return 0
		}
		return opacity
	})
}

// darken puts black of opacities in 1/65536 over pixels.
func darken(pix []byte, opacities []int32) {
	const half, low = 1<<15 | 1<<47, 0xff | 0xff<<32
	for i, opacity := range opacities {
		if opacity == 0 {
			continue
		}
		p := pix[4*i:][:4]
		all, keep := uint64(binary.LittleEndian.Uint32(p)), uint64(65536-opacity)
		redBlue := ((all&0xff|all<<16&(0xff<<32))*keep + half) >> 16 & low
		greenAlpha := ((all>>8&0xff|all<<8&(0xff<<32))*keep + half + uint64(opacity)*255<<32) >> 16 & low
		binary.LittleEndian.PutUint32(p, uint32(redBlue|redBlue>>16|greenAlpha<<8|greenAlpha>>8))
	}
}

// wallZ is the wall behind a phone, and groundY the ground that it stands on: as far below its middle as its lower edge, and a little.
const (
	wallZ   = -BodyDepth - shadowGap
	groundY = -BodyHeight/2 - 2
)

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
