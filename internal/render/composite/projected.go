package composite

import (
	"encoding/binary"
	"math/bits"

	"mockup/internal/render/warp"
)

// convert converts the picture to Y'CbCr, of each two rows the pixels between some.
func (p *Projection) convert(to *canvas, between [][2]int) {
	warp.InParallel(to.h/2, func(from, end int) {
		scratch := newPlanes(to.w, 2, 2)
		for i := from; i < end; i++ {
			if x0, x1 := between[i][0], between[i][1]; x0 < x1 {
				p.convertRows(to, 2*i, x0, x1, &scratch)
			}
		}
	})
}

// spans returns between which pixels each two rows may show the composition: of a projection for many frames, all.
func (p *Projection) spans() [][2]int {
	if p.Spans != nil {
		return p.Spans
	}
	all := make([][2]int, p.Picture.Rect.Dy()/2)
	for i := range all {
		all[i] = [2]int{0, p.Picture.Rect.Dx()}
	}
	return all
}

// unions returns the smallest spans that hold those of two lists.
func unions(a, b [][2]int) [][2]int {
	all := make([][2]int, len(a))
	for i := range all {
		all[i] = unionOf(a[i], b[i])
	}
	return all
}

// unionOf is the smallest span that holds two.
func unionOf(a, b [2]int) [2]int {
	switch {
	case a[0] >= a[1]:
		return b
	case b[0] >= b[1]:
		return a
	}
	return [2]int{min(a[0], b[0]), max(a[1], b[1])}
}

// convertRows converts two rows. scratch has room for their colours.
func (p *Projection) convertRows(to *canvas, y, x0, x1 int, scratch *planes) {
	big := &to.bands[0]
	colours, at := &big.planes, y // rows for U and V
	first := 1
	if len(to.bands) > 1 {
		colours, at, first = scratch, 0, 0
	}
	for i := range 2 {
		var alpha []byte
		if p.Alpha {
			alpha = big.row(len(big.p)-1, y+i, x0, x1)
		}
		p.convertRow(y+i, x0, big.row(0, y+i, x0, x1), colours.row(first, at+i, x0, x1), colours.row(first+1, at+i, x0, x1), alpha)
	}
	if len(to.bands) == 1 {
		return
	}
	small := &to.bands[1]
	for n := range 2 {
		halveRows(small.row(n, y/2, x0/2, x1/2), scratch.row(n, 0, x0, x1), scratch.row(n, 1, x0, x1))
	}
	if p.Alpha {
		halveRows(small.row(2, y/2, x0/2, x1/2), big.row(1, y, x0, x1), big.row(1, y+1, x0, x1))
	}
}

// convertRow converts pixels of a row from x0 on. Where the composition shows, its own light is added to them. alpha may be nil.
func (p *Projection) convertRow(y, x0 int, ys, us, vs, alpha []byte) {
	pix := p.Picture.Pix[y*p.Picture.Stride+4*x0:][:4*len(ys)]
	transmission := p.Transmission.Pix[y*p.Transmission.Stride+x0:][:len(ys)]
	us, vs = us[:len(ys)], vs[:len(ys)]
	var out pixel
	var last uint32
	var lastSeen byte
	for x := 0; x < len(ys); x++ {
		if c, seen := binary.LittleEndian.Uint32(pix[4*x:]), transmission[x]; x == 0 || c != last || seen != lastSeen { // most are as the one before
			last, lastSeen = c, seen
			a := 255
			if alpha != nil {
				a = int(c >> 24)
			}
			if r, g, b := int(c&255), int(c>>8&255), int(c>>16&255); a-int(seen) == 255 {
				out = opaque(r, g, b)
			} else {
				out = premultiplied(r, g, b, a-int(seen))
				out.a = byte(a)
			}
		} else if n := x + 8; n <= len(ys) && sameEight(pix[4*x:4*n], transmission[x:n]) {
			fill8(ys[x:n], out.y)
			fill8(us[x:n], out.u)
			fill8(vs[x:n], out.v)
			if alpha != nil {
				fill8(alpha[x:n], out.a)
			}
			x += 7
			continue
		}
		ys[x], us[x], vs[x] = out.y, out.u, out.v
		if alpha != nil {
			alpha[x] = out.a
		}
	}
}

// sameEight reports whether eight pixels are the same, and what is seen in them.
func sameEight(pix, seen []byte) bool {
	s, a := binary.LittleEndian.Uint64(seen), binary.LittleEndian.Uint64(pix)
	return s == bits.RotateLeft64(s, 8) && a == bits.RotateLeft64(a, 32) &&
		a == binary.LittleEndian.Uint64(pix[8:]) && a == binary.LittleEndian.Uint64(pix[16:]) && a == binary.LittleEndian.Uint64(pix[24:])
}

// transmit returns how much of a band of the composition shows. halves is room for a band of chroma, of which each row is filled in
// between some pixels.
func (p *Projection) transmit(halves planes, k kind, between [][2]int) planes {
	from := planes{w: p.Transmission.Rect.Dx(), h: p.Transmission.Rect.Dy(), stride: p.Transmission.Stride, p: [][]byte{p.Transmission.Pix}}
	if k != chroma {
		return from
	}
	for y, part := range between {
		x0, x1 := part[0], part[1]
		halveRows(halves.row(0, y, x0/2, x1/2), from.row(0, 2*y, x0, x1), from.row(0, 2*y+1, x0, x1))
	}
	return halves
}
