package composite

import "encoding/binary"

// BT.709 in limited range, as factors of 8-bit R, G and B in 1/65536. The rows of U and V add up to nothing, so that
// greys have no colour.
const (
	yR, yG, yB = 11966, 40254, 4064
	uR, uG, uB = -6596, -22188, 28784
	vR, vG, vB = 28784, -26145, -2639

	blackY, neutralUV = 16, 128
	maxY, maxUV       = 235, 240
)

// pixel is one colour with its alpha, multiplied by it.
type pixel struct{ y, u, v, a byte }

// straight converts a pixel whose colours are not multiplied by its alpha.
func straight(r, g, b, a int) pixel {
	return pixel{
		y: byte(((yR*r+yG*g+yB*b+blackY<<16)*a + 255<<15) / (255 << 16)),
		u: byte(((uR*r+uG*g+uB*b+neutralUV<<16)*a + 255<<15) / (255 << 16)),
		v: byte(((vR*r+vG*g+vB*b+neutralUV<<16)*a + 255<<15) / (255 << 16)),
		a: byte(a),
	}
}

// premultiplied converts a pixel whose colours are multiplied by its alpha. Colours brighter than their alpha, which
// only a damaged picture has, are cut down to it.
func premultiplied(r, g, b, a int) pixel {
	r, g, b = min(r, a), min(g, a), min(b, a)
	return pixel{
		y: byte((yR*r + yG*g + yB*b + (blackY<<16)*a/255 + 1<<15) >> 16),
		u: byte((uR*r + uG*g + uB*b + (neutralUV<<16)*a/255 + 1<<15) >> 16),
		v: byte((vR*r + vG*g + vB*b + (neutralUV<<16)*a/255 + 1<<15) >> 16),
		a: byte(a),
	}
}

// opaque converts a pixel without alpha, as premultiplied does: U and V together, in the halves of a word.
func opaque(r, g, b int) pixel {
	const rounded = 1 << 15
	uv := r*(uR+vR<<32) + g*(uG+vG<<32) + b*(uB+vB<<32) + (neutralUV<<16+rounded)*(1+1<<32)
	return pixel{y: byte((yR*r + yG*g + yB*b + blackY<<16 + rounded) >> 16), u: byte(uv >> 16), v: byte(uv >> 48), a: 255}
}

// convertRow fills row y, which is all zeros, from R, G, B, A bytes, and finds its span. A pixel that equals the one before, as most
// do, is not converted again, and eight such pixels are set at once. Zeros are not written: memory that nobody writes to is never given to us.
func (l *level) convertRow(y int, pix []byte, convert func(r, g, b, a int) pixel) {
	ys, us, vs, as := l.row(0, y, 0, l.w), l.row(1, y, 0, l.w), l.row(2, y, 0, l.w), l.row(3, y, 0, l.w)
	var last uint32
	var out pixel
	for x := 0; x < len(ys); x++ {
		if x+8 <= len(ys) && areEight(pix[4*x:4*x+32], last) {
			if out != (pixel{}) {
				fill8(ys[x:], out.y)
				fill8(us[x:], out.u)
				fill8(vs[x:], out.v)
				fill8(as[x:], out.a)
			}
			x += 7
			continue
		}
		p := binary.LittleEndian.Uint32(pix[4*x:])
		if p != last {
			last, out = p, convert(int(p&255), int(p>>8&255), int(p>>16&255), int(p>>24))
		}
		if out != (pixel{}) {
			ys[x], us[x], vs[x], as[x] = out.y, out.u, out.v, out.a
		}
	}
	l.spans[y] = spanOf(as)
}

// areEight reports whether eight pixels are all the same given one.
func areEight(pix []byte, one uint32) bool {
	two := uint64(one) | uint64(one)<<32
	return binary.LittleEndian.Uint64(pix) == two && binary.LittleEndian.Uint64(pix[8:]) == two &&
		binary.LittleEndian.Uint64(pix[16:]) == two && binary.LittleEndian.Uint64(pix[24:]) == two
}

// rgb converts a colour that is not multiplied by alpha back to 8-bit R, G and B.
func rgb(y, u, v int) (r, g, b byte) {
	const (
		scaleY   = 255.0 / 219
		scaleUV  = 255.0 / 224
		rV       = 1.5748 * scaleUV
		gU, gV   = -0.1873242729 * scaleUV, -0.4681242729 * scaleUV
		bU       = 1.8556 * scaleUV
		rounding = 0.5
	)
	l, cb, cr := scaleY*float64(y-blackY), float64(u-neutralUV), float64(v-neutralUV)
	to8 := func(f float64) byte { return byte(min(max(f+rounding, 0), 255)) }
	return to8(l + rV*cr), to8(l + gU*cb + gV*cr), to8(l + bU*cb)
}
