package composite

import (
	"image"
	"math"
)

// sampler reads a level's pixels where they lie on a band.
type sampler struct {
	motion motion

	// placed: band column x lies fx/fine pixels right of level column x+ox.
	ox, oy, fx, fy int

	// scaled, turned
	inverse affine
	window  box     // turned: what is left of the level, in 1/65536 pixels
	scale   float64 // turned
}

// unit is one pixel in the fixed-point positions of scaled and turned sprites.
const unit = 1 << 16

// samplerFor picks the level of a sprite to draw on a kind of band and the way to read it.
func samplerFor(sprite *Sprite, k kind, p *placement) (*level, sampler) {
	shift := k.shift()
	if p.motion == placed {
		x, y := p.x, p.y
		if k == chroma {
			x, y = (x+fine/2)&^(fine-1), (y+fine/2)&^(fine-1)
		}
		src := sprite.level(k, x>>8, y>>8)
		if k == chroma {
			x, y = x>>9<<8, y>>9<<8
		}
		return src, sampler{motion: placed, ox: -x >> 8, oy: -y >> 8, fx: -x & (fine - 1), fy: -y & (fine - 1)}
	}
	s := sampler{motion: p.motion, inverse: p.inverse, scale: p.scale}
	half := float64(int(1) << shift)
	s.inverse.c /= half
	s.inverse.f /= half
	src := sprite.full
	switch k {
	case luma:
		src = sprite.luma
	case chroma:
		src = sprite.stretchLevel()
	}
	// A layer's picture and the shape of its backdrop may differ in size.
	all := boxOf(image.Rectangle{Max: sprite.Size()})
	in := all.intersect(p.window)
	s.window = box{in.x0 * unit / fine >> shift, in.y0 * unit / fine >> shift, in.x1 * unit / fine >> shift, in.y1 * unit / fine >> shift}
	return src, s
}

// gather sets the brush's rows for band row y, and narrows its columns to those where something may be.
func (s *sampler) gather(b *brush, y int) {
	switch {
	case s.motion == turned:
		s.gatherTurned(b, y)
	case s.motion == scaled:
		s.gatherScaled(b, y)
	case s.fx == 0 && s.fy == 0:
		s.gatherWhole(b, y)
	default:
		s.gatherShifted(b, y)
	}
}

// gatherWhole takes the rows as they are.
func (s *sampler) gatherWhole(b *brush, y int) {
	sy := y + s.oy
	if sy < 0 || sy >= b.src.h {
		b.x1 = b.x0
		return
	}
	sp := b.src.spans[sy]
	b.x0, b.x1 = max(b.x0, int(sp.first)-s.ox), min(b.x1, int(sp.last)-s.ox)
	if b.x0 >= b.x1 {
		return
	}
	b.solid, b.solidEnd = max(b.x0, int(sp.solid)-s.ox), min(b.x1, int(sp.solidEnd)-s.ox)
	for i := b.first(); i < len(b.src.p); i++ {
		b.rows[i] = b.src.row(i, sy, b.x0+s.ox, b.x1+s.ox)
	}
}

// gatherShifted reads between pixels, at the same place between them for all.
func (s *sampler) gatherShifted(b *brush, y int) {
	sy := y + s.oy
	sp := b.src.spanBetween(sy)
	first, last := int(sp.first), int(sp.last)
	more := min(s.fx, 1) // columns on each side that are touched by their neighbour alone
	b.x0, b.x1 = max(b.x0, first-s.ox-more), min(b.x1, last-s.ox)
	if b.x0 >= b.x1 {
		return
	}
	b.solid, b.solidEnd = max(b.x0, int(sp.solid)-s.ox), min(b.x1, int(sp.solidEnd)-s.ox-more)
	n := b.x1 - b.x0
	for i := b.first(); i < len(b.src.p); i++ {
		out := grow(&b.row[i], n)
		b.rows[i] = out
		if s.fx == 0 {
			b.src.fetch(out, i, sy, s.fy, b.x0+s.ox)
			continue
		}
		tmp := grow(&b.tmp, n+1)
		b.src.fetch(tmp, i, sy, s.fy, b.x0+s.ox)
		lerpRow(out, tmp, tmp[1:], s.fx)
	}
}

// fetch fills dst with plane i's pixels from column x on, f/fine of the way from row y to the next. Outside the level
// all is transparent.
func (l *level) fetch(dst []byte, i, y, f, x int) {
	lo, hi := min(max(x, 0), l.w), max(min(x+len(dst), l.w), 0)
	if lo >= hi || y < -1 || y >= l.h {
		clear(dst)
		return
	}
	clear(dst[:lo-x])
	clear(dst[hi-x:])
	dst = dst[lo-x : hi-x]
	switch {
	case y < 0:
		scaleRow(dst, l.row(i, 0, lo, hi), f)
	case f == 0:
		copy(dst, l.row(i, y, lo, hi))
	case y == l.h-1:
		scaleRow(dst, l.row(i, y, lo, hi), fine-f)
	default:
		upper, lower := l.row(i, y, lo, hi), l.row(i, y+1, lo, hi)
		if s := l.spanBetween(y); i == l.alpha() && int(s.solid) >= lo && int(s.solidEnd) <= hi && s.solid < s.solidEnd {
			from, to := int(s.solid)-lo, int(s.solidEnd)-lo
			lerpRow(dst[:from], upper, lower, f)
			copy(dst[from:to], upper[from:to])
			dst, upper, lower = dst[to:], upper[to:], lower[to:]
		}
		lerpRow(dst, upper, lower, f)
	}
}

// spanBetween is what is known of a row read between rows y and y+1.
func (l *level) spanBetween(y int) span {
	if y < -1 || y >= l.h {
		return span{}
	}
	if y < 0 || y == l.h-1 {
		s := l.spans[max(y, 0)]
		return span{first: s.first, last: s.last}
	}
	a, b := l.spans[y], l.spans[y+1]
	if a.last == 0 {
		return span{first: b.first, last: b.last}
	}
	if b.last == 0 {
		return span{first: a.first, last: a.last}
	}
	return span{min(a.first, b.first), max(a.last, b.last), max(a.solid, b.solid), min(a.solidEnd, b.solidEnd)}
}

// gatherScaled reads rows between rows, then stretches them. The level's edge pixels are repeated beyond it; where the
// sprite ends is for the brush's box to say.
func (s *sampler) gatherScaled(b *brush, y int) {
	m := &s.inverse
	v := min(max(toUnit(m.e*(float64(y)+0.5)+m.f-0.5), 0), (b.src.h-1)*unit)
	start, step := toUnit(m.a*0.5+m.c-0.5), max(toUnit(m.a), 1)
	at := func(x int) int { return start + x*step }
	// Columns [x0, x1) come from between pixels, those before from the first one, those after from the last.
	x0, x1, end := b.x0, b.x1, (b.src.w-1)*unit
	for x0 < x1 && at(x0) < 0 {
		x0++
	}
	for x0 < x1 && at(x1-1) > end {
		x1--
	}
	from, to := min(max(at(b.x0), 0), end)>>16, min(max(at(b.x1-1), 0), end)>>16
	tmp := grow(&b.tmp, to+2-from)
	for i := b.first(); i < len(b.src.p); i++ {
		out := grow(&b.row[i], b.x1-b.x0)
		b.rows[i] = out
		b.src.fetch(tmp, i, v>>16, v>>8&(fine-1), from)
		if to+1 == b.src.w {
			tmp[to+1-from] = tmp[to-from]
		}
		fill(out[:x0-b.x0], tmp[0])
		stretchRow(out[x0-b.x0:x1-b.x0], tmp, int64(at(x0)-from*unit), int64(step))
		fill(out[x1-b.x0:], tmp[to-from])
	}
}

// gatherTurned reads every pixel from the four around where it comes from, and smooths the sprite's edges.
func (s *sampler) gatherTurned(b *brush, y int) {
	m := &s.inverse
	du, dv := toUnit(m.a), toUnit(m.d)
	u := toUnit(m.a*0.5 + m.b*(float64(y)+0.5) + m.c)
	v := toUnit(m.d*0.5 + m.e*(float64(y)+0.5) + m.f)
	for b.x0 < b.x1 && s.covered(u+b.x0*du, v+b.x0*dv) == 0 {
		b.x0++
	}
	for b.x0 < b.x1 && s.covered(u+(b.x1-1)*du, v+(b.x1-1)*dv) == 0 {
		b.x1--
	}
	u, v = u+b.x0*du, v+b.x0*dv
	coverage := grow(&b.coverage, b.x1-b.x0)
	for x := range coverage {
		coverage[x] = s.covered(u+x*du, v+x*dv)
	}
	for i := b.first(); i < len(b.src.p) && b.x0 < b.x1; i++ {
		b.rows[i] = grow(&b.row[i], b.x1-b.x0)
		s.sampleRow(b.rows[i], b.src, i, u-unit/2, v-unit/2, du, dv)
		mulRow(b.rows[i], b.rows[i], coverage)
	}
}

// covered is how much of a pixel the sprite covers whose middle comes from (u, v), as alpha.
func (s *sampler) covered(u, v int) byte {
	inside := min(u-s.window.x0, s.window.x1-u, v-s.window.y0, s.window.y1-v)
	return byte(255*min(max(float64(inside)/unit*s.scale+0.5, 0), 1) + 0.5)
}

// sampleRow reads plane i at (u, v), (u+du, v+dv), … in 1/65536 pixels between their centres. Pixels at the edge are
// repeated beyond it.
func (s *sampler) sampleRow(dst []byte, l *level, i, u, v, du, dv int) {
	p := l.p[i]
	for n := range dst {
		x, y := u>>16, v>>16
		fx, fy := uint32(u>>8&255), uint32(v>>8&255)
		if uint(x) < uint(l.w-1) && uint(y) < uint(l.h-1) {
			at := y*l.stride + x
			upper, lower := p[at:at+2], p[at+l.stride:at+l.stride+2]
			dst[n] = mix4(uint32(upper[0]), uint32(upper[1]), uint32(lower[0]), uint32(lower[1]), fx, fy)
		} else {
			at := func(x, y int) uint32 {
				return uint32(p[min(max(y, 0), l.h-1)*l.stride+min(max(x, 0), l.w-1)])
			}
			dst[n] = mix4(at(x, y), at(x+1, y), at(x, y+1), at(x+1, y+1), fx, fy)
		}
		u += du
		v += dv
	}
}

// mix4 is the colour between four pixels, fx/256 of the way to the right and fy/256 of the way down.
func mix4(a, b, c, d, fx, fy uint32) byte {
	return byte(((a*(256-fx)+b*fx)*(256-fy) + (c*(256-fx)+d*fx)*fy + 1<<15) >> 16)
}

// toUnit rounds a position in pixels to 1/65536, bounded so that sums of them never overflow.
func toUnit(f float64) int {
	const bound = 1 << 44
	return int(math.Round(min(max(f*unit, -bound), bound)))
}
