package encode

import (
	"bytes"
	"image"
	"image/color"
)

// BT.709 in limited range, as factors of 8-bit Y, Cb and Cr in 1/65536, as package composite has them the other way round.
const (
	fromY        = 76309  // 255/219
	redFromCr    = 117489 // 1.5748 * 255/224
	greenFromCb  = -13975
	greenFromCr  = -34925
	blueFromCb   = 138438
	half         = 1 << 15
	blackLuma    = 16
	neutralColor = 128
)

// planes are those of a frame with colours at full resolution.
func (v Video) planes(frame []byte) (y, cb, cr, a []byte) {
	n := v.Width * v.Height
	y, cb, cr = frame[:n], frame[n:2*n], frame[2*n:3*n]
	if v.Alpha {
		a = frame[3*n:]
	}
	return y, cb, cr, a
}

// picture converts a part of a frame with colours at full resolution to RGB. What is transparent has no colour.
func (v Video) picture(frame []byte, part image.Rectangle) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: part.Size()})
	ys, cbs, crs, as := v.planes(frame)
	for row := range part.Dy() {
		from := (part.Min.Y+row)*v.Width + part.Min.X
		out := img.Pix[row*img.Stride:]
		for x := range part.Dx() {
			i, alpha := from+x, byte(255)
			if as != nil {
				alpha = as[i]
			}
			if alpha == 0 {
				continue
			}
			l, cb, cr := fromY*(int(ys[i])-blackLuma)+half, int(cbs[i])-neutralColor, int(crs[i])-neutralColor
			out[4*x], out[4*x+1], out[4*x+2] = clip(l+redFromCr*cr), clip(l+greenFromCb*cb+greenFromCr*cr), clip(l+blueFromCb*cb)
			out[4*x+3] = alpha
		}
	}
	return img
}

// fromRGB converts a colour to Y, Cb and Cr.
func fromRGB(c color.NRGBA) (y, cb, cr byte) {
	r, g, b := float64(c.R), float64(c.G), float64(c.B)
	l := .2126*r + .7152*g + .0722*b
	return byte(16.5 + l*219/255), byte(128.5 + (b-l)/1.8556*224/255), byte(128.5 + (r-l)/1.5748*224/255)
}

// clip makes a byte of a colour in 1/65536.
func clip(v int) byte { return byte(min(max(v>>16, 0), 255)) }

// changed returns the smallest rectangle outside which two frames are equal.
func (v Video) changed(before, frame []byte) image.Rectangle {
	var r image.Rectangle
	for n := v.Width * v.Height; len(frame) >= n; before, frame = before[n:], frame[n:] {
		r = r.Union(v.changedIn(before[:n], frame[:n]))
	}
	return r
}

// changedIn does that for one plane.
func (v Video) changedIn(before, plane []byte) (r image.Rectangle) {
	if bytes.Equal(before, plane) {
		return r
	}
	for y := range v.Height {
		was, is := before[y*v.Width:][:v.Width], plane[y*v.Width:][:v.Width]
		if bytes.Equal(was, is) {
			continue
		}
		left, right := 0, v.Width
		for was[left] == is[left] {
			left++
		}
		for was[right-1] == is[right-1] {
			right--
		}
		r = r.Union(image.Rect(left, y, right, y+1))
	}
	return r
}
