package scene

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"mockup/internal/schema"
)

// Size of a phone with its body, in CSS pixels: the screen, and around it glass, rail and buttons. The numbers are those of
// templates/base/device.css.
const (
	FramedWidth  = PhoneWidth + 2*19
	FramedHeight = PhoneHeight + 2*17
)

// Canvas is the larger surface that a picture is framed on.
type Canvas struct {
	RatioWidth, RatioHeight int
	Padding                 float64     // CSS pixels
	Background              string      // CSS colour or gradient, written by us; empty: the image
	Color                   color.NRGBA // the same; none of a gradient
	Clear                   bool        // the background lets through what is behind it
	Image                   *Behind     // nil: none
	Video                   *Behind     // of a video: its frames show through the canvas from behind; nil: none

	Exact    image.Point     // size in pixels of the output; zero: it follows from the content
	Room     image.Rectangle // of an exact size: where the content stands
	Part     float64         // of what fits there, that the content has
	Position [2]float64      // of the content in what the room leaves free, from 0, left or top, to 1
	Shadow   string
	Radius   float64 // of the content's corners, CSS pixels
}

// Behind is an image or a video behind the content.
type Behind struct {
	Address string // of an image, on the page
	Contain bool   // it is seen whole, on black; otherwise it fills the canvas
	Blur    float64
	Dim     float64
}

func (b *builder) canvas(c *schema.Canvas) (*Canvas, error) {
	canvas := &Canvas{Padding: c.Padding, Shadow: c.Shadow, Exact: c.Size.Pixels(), Part: 1}
	canvas.Position[0], canvas.Position[1] = c.Position.Parts()
	if _, err := fmt.Sscanf(c.AspectRatio, "%d:%d", &canvas.RatioWidth, &canvas.RatioHeight); err != nil {
		return nil, fmt.Errorf("canvas.aspectRatio %q: %w", c.AspectRatio, err)
	}
	if color, err := c.Background.NRGBA(); err == nil {
		canvas.Background = schema.FormatColor(color)
		canvas.Color, canvas.Clear = color, color.A < 255
	}
	if gradient := c.Background.GradientCSS(); gradient != "" {
		canvas.Background = gradient
	}
	b.putBehind(canvas, c.Background.CanvasPicture)
	if c.Scale != nil {
		canvas.Part = *c.Scale
	}
	if c.CornerRadius != nil && !b.scene.Clear {
		canvas.Radius = *c.CornerRadius
	}
	canvas.Room = SafeArea(c.SafeArea, canvas.Exact)
	return canvas, nil
}

// putBehind puts an image or a video behind the content. A picture shows the first frame of the video, which is an image then.
func (b *builder) putBehind(canvas *Canvas, picture schema.CanvasPicture) {
	behind := &Behind{Contain: picture.Fit == "contain", Blur: picture.Blur, Dim: picture.Dim}
	still := picture.Image
	if b.payload.RenderKind == schema.Image && picture.Video != "" {
		still = schema.ImageRef(picture.Video)
	}
	switch {
	case still != "":
		behind.Address = string(b.image(still))
		canvas.Image = behind
	case picture.Video != "":
		canvas.Video, canvas.Clear = behind, true
	}
}

// LeaveOut leaves black where an image or a video would lie behind the content.
func (c *Canvas) LeaveOut() {
	c.Image, c.Video, c.Clear = nil, nil, false
	c.Color = color.NRGBA{A: 255}
	c.Background = schema.FormatColor(c.Color)
}

// SafeAreaApps lists the apps that SafeArea knows.
func SafeAreaApps() []string { return []string{"tiktok", "reels", "shorts"} }

// HasSafeAreas reports whether a frame has the shape that these apps show, 9:16.
func HasSafeAreas(frame image.Point) bool { return frame.X > 0 && frame.X*16 == frame.Y*9 }

// SafeArea returns the part of a frame that an app leaves free, all of it for no app. The numbers are of a frame of
// 1080x1920. Reels: Meta's guide to advertisements asks to leave 14 % at the top, 35 % at the bottom and 6 % at the sides.
// Shorts: Google's guide to vertical advertisements, 288, 672, 48 and 192 pixels. TikTok publishes templates by the length of
// the caption; these are the margins of a short one.
func SafeArea(app string, frame image.Point) image.Rectangle {
	margins := map[string][4]int{ // left, top, right, bottom
		"reels":  {65, 269, 65, 672},
		"shorts": {48, 288, 192, 672},
		"tiktok": {60, 130, 140, 484},
	}[app]
	scaled := func(n int) int { return int(math.Ceil(float64(n)*float64(frame.X)/1080/2)) * 2 }
	return image.Rect(scaled(margins[0]), scaled(margins[1]), frame.X-scaled(margins[2]), frame.Y-scaled(margins[3]))
}

// Size returns the canvas for content of the given size, all in CSS pixels: the content's height and twice the
// padding, at the canvas's ratio. Where that is narrower than the content itself, the canvas grows at its ratio until it is
// as wide as the content.
func (c *Canvas) Size(width, height int) (int, int) {
	ratio := float64(c.RatioWidth) / float64(c.RatioHeight)
	h := float64(height) + 2*c.Padding
	w := h * ratio
	if least := float64(width); w < least {
		w, h = least, least/ratio
	}
	return int(math.Round(w)), int(math.Round(h))
}

// Fit returns the scale of content of a size in CSS pixels on a canvas of an exact size: the largest with which content and
// padding have room, its part, and at most the given one. The content's width is a whole and even number of pixels then.
func (c *Canvas) Fit(width, height int, most float64) float64 {
	room := c.Room.Size()
	fits := min(float64(room.X)/(float64(width)+2*c.Padding), float64(room.Y)/(float64(height)+2*c.Padding))
	scale := min(fits*c.Part, most)
	return math.Floor(float64(width)*scale/2+1e-9) * 2 / float64(width)
}

// Place returns where content of a size in pixels, drawn at a scale, stands on a canvas of an exact size: at even pixels, as
// the colours of a video need.
func (c *Canvas) Place(content image.Point, scale float64) image.Point {
	padding := c.Padding * scale
	along := func(from, room, size int, position float64) int {
		return (from + int(padding+max(0, float64(room-size)-2*padding)*position)) &^ 1
	}
	room := c.Room.Size()
	return image.Pt(along(c.Room.Min.X, room.X, content.X, c.Position[0]), along(c.Room.Min.Y, room.Y, content.Y, c.Position[1]))
}
