package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"mockup/internal/render/fastpng"
	"mockup/internal/render/scene"
	"mockup/internal/usage"
)

// guideColor is the colour of an app's guide.
func guideColor(app string) color.NRGBA {
	return map[string]color.NRGBA{"tiktok": {0, 200, 210, 255}, "reels": {225, 48, 140, 255}, "shorts": {235, 60, 30, 255}}[app]
}

// checkGuides refuses guides that have no place.
func (j Job) checkGuides() error {
	switch {
	case !j.Guides:
		return nil
	case j.isVideo():
		return usage.Errorf("guides are drawn over a picture; choose a moment of the video with --at, such as --at 2s")
	case j.Payload.Canvas == nil || !scene.HasSafeAreas(j.Payload.Canvas.Size.Pixels()):
		return usage.Errorf("guides show what apps lay over a frame of 9:16; set canvas.size to reel, or to another size of 9:16")
	}
	return nil
}

// drawGuides draws over the result's picture what apps lay over a video: the app of canvas.safeArea alone, or all of them.
func (r *Result) drawGuides(chosen string) error {
	picture, err := png.Decode(bytes.NewReader(r.Data))
	if err != nil {
		return err
	}
	whole := image.NewNRGBA(picture.Bounds())
	draw.Draw(whole, whole.Rect, picture, whole.Rect.Min, draw.Src)
	apps := scene.SafeAreaApps()
	if chosen != "" {
		apps = []string{chosen}
	}
	for _, app := range apps {
		shadeCovered(whole, app)
	}
	for i, app := range apps {
		outlineFree(whole, app, i)
	}
	r.Data, err = fastpng.Encode(whole)
	return err
}

// shadeCovered shades what an app covers of a picture.
func shadeCovered(to *image.NRGBA, app string) {
	shade := guideColor(app)
	shade.A = 56
	for _, side := range beside(to.Rect, scene.SafeArea(app, to.Rect.Size())) {
		paint(to, side, shade)
	}
}

// outlineFree draws a line and the app's name inside of what an app leaves free. The number keeps names apart.
func outlineFree(to *image.NRGBA, app string, number int) {
	free, ink, line := scene.SafeArea(app, to.Rect.Size()), guideColor(app), max(1, to.Rect.Dx()/270)
	for _, side := range beside(free, free.Inset(line)) {
		paint(to, side, ink)
	}
	name := nameTag(app, ink)
	scale, at := max(1, to.Rect.Dx()/360), free.Min.Add(image.Pt(line, line+number*to.Rect.Dx()/20))
	for y := range name.Rect.Dy() {
		for x := range name.Rect.Dx() {
			paint(to, image.Rect(0, 0, scale, scale).Add(at).Add(image.Pt(x*scale, y*scale)), name.NRGBAAt(x, y))
		}
	}
}

func paint(to *image.NRGBA, area image.Rectangle, c color.NRGBA) {
	draw.Draw(to, area, image.NewUniform(c), image.Point{}, draw.Over)
}

// beside returns what of a rectangle lies above, below, left and right of one in it.
func beside(whole, inner image.Rectangle) [4]image.Rectangle {
	return [4]image.Rectangle{
		image.Rect(whole.Min.X, whole.Min.Y, whole.Max.X, inner.Min.Y), image.Rect(whole.Min.X, inner.Max.Y, whole.Max.X, whole.Max.Y),
		image.Rect(whole.Min.X, inner.Min.Y, inner.Min.X, inner.Max.Y), image.Rect(inner.Max.X, inner.Min.Y, whole.Max.X, inner.Max.Y),
	}
}

// nameTag is a name in white on a colour.
func nameTag(name string, ground color.NRGBA) *image.NRGBA {
	face := basicfont.Face7x13
	tag := image.NewNRGBA(image.Rect(0, 0, len(name)*face.Advance+6, face.Height+2))
	draw.Draw(tag, tag.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	drawer := font.Drawer{Dst: tag, Src: image.White, Face: face, Dot: fixed.P(3, face.Ascent+1)}
	drawer.DrawString(name)
	return tag
}
