package phone

import (
	"math"

	"mockup/internal/render/warp"
)

// The model draws the body, and counts how much of its screen each pixel sees. What is smooth, and so needs one look at each pixel
// instead of dozens, is added here: the glass before the screen, and the shadow behind the body.

// The shadow falls on a plane this far behind the body, and fades this far before the picture ends, in points.
const (
	shadowGap  = 10
	shadowFade = 40
)

// deepWithin is the part of the screen that is far from all edges. The model leaves out what is 14 points further within, so that
// no pixel of a quarter of a point sees nothing there, however far aside the camera is.
var deepWithin = struct{ left, top, right, bottom float64 }{-183, 376, 183, -406}

// addGround adds glass and shadow to what the model drew.
func (body *Body) addGround(v View, scale float64) {
	width, height := float64(body.Picture.Rect.Dx()), float64(body.Picture.Rect.Dy())
	warp.InParallel(body.Picture.Rect.Dy(), func(from, to int) {
		for y := from; y < to; y++ {
			r, across := v.ray(.5, float64(y)+.5, scale), v.axes[0]
			first := r.toward
			picture := body.Picture.Pix[y*body.Picture.Stride:]
			screen := body.ScreenTransmission.Pix[y*body.ScreenTransmission.Stride:]
			for x := range body.Picture.Rect.Dx() {
				far := float64(x) / scale
				r.toward = vector{first[0] + far*across[0], first[1] + far*across[1], first[2] + far*across[2]}
				edge := min(float64(x)+.5, float64(y)+.5, width-float64(x)-.5, height-float64(y)-.5) / scale
				r.addGround((*[4]byte)(picture[4*x:]), &screen[x], smoothstep(0, shadowFade, edge))
			}
		}
	})
}

// ray is where a pixel looks.
type ray struct{ from, toward vector }

// ray returns where a place of the picture looks, in pixels.
func (v View) ray(x, y, scale float64) ray {
	var r ray
	across, above := v.left+x/scale, -v.top-y/scale
	for i := range r.from {
		r.from[i] = v.axes[2][i] * v.distance
		r.toward[i] = v.axes[0][i]*across + v.axes[1][i]*above - r.from[i]
	}
	return r
}

// meet is where the ray meets a plane at a z; ok is false where it does not.
func (r *ray) meet(z float64) (x, y float64, ok bool) {
	far := (z - r.from[2]) / r.toward[2]
	return r.from[0] + far*r.toward[0], r.from[1] + far*r.toward[1], far > 0
}

// addGround adds glass and shadow to a pixel. screen is how much of the screen it sees, and becomes how much of its light; fade is
// how much of the shadow is left there.
func (r *ray) addGround(pixel *[4]byte, screen *byte, fade float64) {
	x, y, ok := r.meet(0)
	if ok && x > deepWithin.left && x < deepWithin.right && y > deepWithin.bottom && y < deepWithin.top {
		*pixel, *screen = [4]byte{}, 255
	}
	if *screen > 0 {
		seen := float64(*screen)
		mirrored := seen * r.sheen(x, y)
		for i := range pixel[:3] {
			pixel[i] += byte(mirrored + .5)
		}
		pixel[3] = byte(min(int(pixel[3])+int(*screen), 255))
		*screen = byte(seen - mirrored + .5)
	}
	if pixel[3] == 255 {
		return
	}
	if x, y, ok := r.meet(-BodyDepth - shadowGap); ok {
		pixel[3] += byte(float64(255-pixel[3])*shadow(x, y)*fade + .5)
	}
}

// sheen is the part of light that the glass mirrors at a place, as model/material.js knows it of the glass around the screen.
func (r *ray) sheen(x, y float64) float64 {
	key := smoothstep(0, 1, ((y*.78-x*.62)/453+.1)*.8)
	away := 1 - math.Abs(r.toward.unit()[2])
	return .03*key + .012*away*away
}

// shadow is how much the phone darkens a point behind it: close and dark, and wide and soft.
func shadow(x, y float64) float64 {
	near := .36 * blurred(outside(x-2, y+4, 2)/7)
	wide := .36 * blurred(outside(x-10, y+26, 4)/32)
	return 1 - (1-near)*(1-wide)
}

// outside is how far a point is from the body's outline, inset by some points: negative within.
func outside(x, y, inset float64) float64 {
	x, y = math.Abs(x)-BodyWidth/2+BodyCorner, math.Abs(y)-BodyHeight/2+BodyCorner
	if x <= 0 || y <= 0 {
		return max(x, y) - BodyCorner + inset
	}
	return math.Sqrt(x*x+y*y) - BodyCorner + inset
}

// blurred is the normal distribution's part beyond x, within 0.0002: what is left of a step that is blurred.
func blurred(x float64) float64 {
	if x > 4 {
		return 0
	}
	return 1 / (1 + math.Exp(x*(1.5957+.0713*x*x)))
}

func smoothstep(from, to, x float64) float64 {
	x = min(max((x-from)/(to-from), 0), 1)
	return x * x * (3 - 2*x)
}
