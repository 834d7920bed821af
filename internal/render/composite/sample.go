package composite

import (
	"image"
	"math"
)

// sampler reads the pixels of a level for the pixels of a band.
type sampler struct {
	motion motion

	// placed: band column x lies fx/fine pixels right of level column x+ox.
	ox, oy, fx, fy int

	// placed between pixels, chroma: the levels of the four whole pixels around.
	taps [4]tap

	// scaled, turned
	inverse affine
	window  box     // turned: what is not cut off the level, in 1/65536 pixels
	scale   float64 // turned
}

// unit is one pixel in the fixed-point positions of scaled and turned sprites.
const unit = 1 << 16

// samplerFor returns the level of a sprite for a kind of band, and the sampler that reads it.
func samplerFor(sprite *Sprite, k kind, p *placement) (*level, sampler) {
	shift := k.shift()
	if p.motion == placed && k == chroma {
		return placedChroma(sprite, p.x, p.y)
	}
	if p.motion == placed {
		s := sampler{motion: placed, ox: -p.x >> 8, oy: -p.y >> 8, fx: -p.x & (fine - 1), fy: -p.y & (fine - 1)}
		return sprite.level(k, p.x>>8, p.y>>8), s
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

// tap is a level as it lies with its sprite at a whole pixel: band column x is level column x+ox.
type tap struct {
	level  *level
	ox, oy int
}

// placedChroma returns the level and the sampler of a sprite whose corner is at (x, y), in 1/fine pixels. A sample is the
// mean of four pixels of the frame, wherever the sprite lies on them: between pixels it is what those samples mix to that
// the sprite has at the whole pixels around. So colour moves by the same fractions as luma.
func placedChroma(sprite *Sprite, x, y int) (*level, sampler) {
	s := sampler{motion: placed, fx: -x & (fine - 1), fy: -y & (fine - 1)}
	right, bottom := -(-x >> 8), -(-y >> 8)
	for i := range s.taps {
		x, y := right-i&1, bottom-i>>1
		if i&1 > s.fx || i>>1 > s.fy {
			continue // nothing of it is mixed in
		}
		s.taps[i] = tap{sprite.level(chroma, x, y), -(x >> 1), -(y >> 1)}
	}
	first := s.taps[0]
	s.ox, s.oy = first.ox, first.oy
	return first.level, s
}

// gather sets the brush's rows for row y of the band, and narrows its columns to those that may not be transparent.
func (s *sampler) gather(b *brush, y int) {
	switch {
	case s.motion == turned:
		s.gatherTurned(b, y)
	case s.motion == scaled:
		s.gatherScaled(b, y)
	case s.fx == 0 && s.fy == 0:
		s.gatherWhole(b, y)
	case s.taps[0].level != nil:
		s.gatherMixed(b, y)
	default:
		s.gatherShifted(b, y)
	}
}

// gatherWhole uses the level's rows as they are.
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

// gatherShifted interpolates between pixels, all by the same fractions.
func (s *sampler) gatherShifted(b *brush, y int) {
	sy := y + s.oy
	sp := b.src.spanBetween(sy)
	first, last := int(sp.first), int(sp.last)
	more := min(s.fx, 1) // columns on each side that only a neighbour reaches
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

// gatherMixed mixes the rows of the taps.
func (s *sampler) gatherMixed(b *brush, y int) {
	all := span{first: math.MaxInt32, solidEnd: math.MaxInt32}
	for _, t := range s.taps {
		if t.level == nil {
			continue
		}
		sp := t.span(y)
		if all.solid, all.solidEnd = max(all.solid, sp.solid), min(all.solidEnd, sp.solidEnd); sp.first < sp.last {
			all.first, all.last = min(all.first, sp.first), max(all.last, sp.last)
		}
	}
	b.x0, b.x1 = max(b.x0, int(all.first)), min(b.x1, int(all.last))
	if b.x0 >= b.x1 {
		return
	}
	b.solid, b.solidEnd = max(b.x0, int(all.solid)), min(b.x1, int(all.solidEnd))
	n := b.x1 - b.x0
	for i := b.first(); i < len(b.src.p); i++ {
		b.rows[i] = grow(&b.row[i], n)
		s.mixRow(b.rows[i], &b.tmp, 0, i, y, b.x0)
		if s.fy > 0 {
			below := grow(&b.coverage, n)
			s.mixRow(below, &b.tmp, 2, i, y, b.x0)
			lerpRow(b.rows[i], b.rows[i], below, s.fy)
		}
	}
}

// mixRow mixes plane i of a tap and of the one beside it.
func (s *sampler) mixRow(dst []byte, tmp *[]byte, first, i, y, x int) {
	t := s.taps[first]
	t.level.fetch(dst, i, y+t.oy, 0, x+t.ox)
	if s.fx > 0 {
		t = s.taps[first+1]
		beside := grow(tmp, len(dst))
		t.level.fetch(beside, i, y+t.oy, 0, x+t.ox)
		lerpRow(dst, dst, beside, s.fx)
	}
}

// span is the span of row y of the band, in its columns.
func (t tap) span(y int) span {
	sy := y + t.oy
	if sy < 0 || sy >= t.level.h {
		return span{}
	}
	s, off := t.level.spans[sy], int32(t.ox)
	return span{s.first - off, s.last - off, s.solid - off, s.solidEnd - off}
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

// spanBetween returns the span of a row that is interpolated between rows y and y+1.
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

// gatherScaled interpolates between rows, then stretches the result. The pixels at the level's edge are repeated beyond it:
// the brush's box ends where the sprite does.
func (s *sampler) gatherScaled(b *brush, y int) {
	m := &s.inverse
	v := min(max(toUnit(m.e*(float64(y)+0.5)+m.f-0.5), 0), (b.src.h-1)*unit)
	start, step := toUnit(m.a*0.5+m.c-0.5), max(toUnit(m.a), 1)
	at := func(x int) int { return start + x*step }
	// Columns [x0, x1) lie between pixels of the level, those before at the first one, those after at the last.
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
	if sp := b.src.spanBetween(v >> 16); sp.solid < sp.solidEnd {
		after := func(column int32) int { return x0 + max((int(column)*unit-at(x0)+step-1)/step, 0) } // the first column that lies there
		b.solid, b.solidEnd = after(sp.solid), min(after(sp.solidEnd-1), b.x1)
	}
}

// gatherTurned interpolates every pixel between the four around the place it comes from, and smooths the sprite's edges.
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

// covered returns how much the sprite covers of the pixel whose middle comes from (u, v), as alpha.
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
