package schema

import (
	"encoding/json"
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"mockup/internal/pattern"
	"mockup/internal/wording"
)

// Canvas frames the export on a larger surface.
type Canvas struct {
	AspectRatio  string           `json:"aspectRatio" jsonschema:"enum=1:1,enum=4:5,enum=9:16,enum=16:9,default=1:1" jsonschema_description:"Ratio of the frame."`
	Background   CanvasBackground `json:"background" jsonschema:"default=white" jsonschema_description:"A preset or a hex colour; beyond v1 also an image, a video or a gradient."`
	Padding      float64          `json:"padding" jsonschema:"minimum=0,maximum=200,default=0" jsonschema_description:"Space above and below the content, in CSS pixels; with size on all sides."`
	Size         CanvasSize       `json:"size,omitempty" beyond:"v1" jsonschema_description:"Exact size of the output in pixels, such as 1080x1920, or reel, square, landscape or portrait. It takes the place of aspectRatio. The content is drawn as large as it fits, up to resolutionScale."`
	Position     *CanvasPosition  `json:"position,omitempty" beyond:"v1" jsonschema_description:"Where the content stands: one of nine places, or x and y; in the middle when omitted. With size only."`
	Scale        *float64         `json:"scale,omitempty" beyond:"v1" jsonschema:"minimum=0.1,maximum=1" jsonschema_description:"How large the content is, as a part of what fits. With size only."`
	SafeArea     string           `json:"safeArea,omitempty" beyond:"v1" jsonschema:"enum=tiktok,enum=reels,enum=shorts" jsonschema_description:"Keeps the content out of what this app lays over a video. With a size of 9:16 only."`
	Shadow       string           `json:"shadow,omitempty" beyond:"v1" jsonschema:"enum=soft,enum=strong" jsonschema_description:"Shadow of the content on the canvas; none when omitted."`
	CornerRadius *float64         `json:"cornerRadius,omitempty" beyond:"v1" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Radius of the corners of content without a phone's body, in CSS pixels."`
}

// CanvasSize is a size in pixels, such as 1080x1920, or the name of one.
type CanvasSize string

// NamedSize is a size of a canvas that has a name.
type NamedSize struct {
	Name   string `json:"name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Use    string `json:"use"`
}

// CanvasSizes lists the sizes that have names.
func CanvasSizes() []NamedSize {
	return []NamedSize{
		{"reel", 1080, 1920, "reels, shorts, stories"},
		{"square", 1080, 1080, "feeds"},
		{"portrait", 1080, 1350, "feeds, as tall as they take"},
		{"landscape", 1920, 1080, "films, slides, pages"},
	}
}

// Bounds of the sides of a canvas, in pixels.
const (
	LeastSide = 64
	MostSide  = 4096
)

var sizePattern = pattern.Lazy(`^([0-9]{2,4})x([0-9]{2,4})$`)

// Pixels returns the size; zero for none, and for one that is malformed.
func (s CanvasSize) Pixels() image.Point {
	for _, named := range CanvasSizes() {
		if string(s) == named.Name {
			return image.Pt(named.Width, named.Height)
		}
	}
	parts := sizePattern().FindStringSubmatch(string(s))
	if parts == nil {
		return image.Point{}
	}
	width, _ := strconv.Atoi(parts[1]) // digits
	height, _ := strconv.Atoi(parts[2])
	return image.Pt(width, height)
}

func sizeNames() []string {
	var names []string
	for _, named := range CanvasSizes() {
		names = append(names, named.Name)
	}
	return names
}

func checkCanvasSize(s string) error {
	size := CanvasSize(s).Pixels()
	fits := func(side int) bool { return side >= LeastSide && side <= MostSide && side%2 == 0 }
	switch {
	case size == image.Point{}:
		return fmt.Errorf("%s is not a size; write it like 1080x1920, or take one of %s%s", wording.Quote(s), wording.List(sizeNames()), wording.DidYouMean(s, sizeNames()))
	case !fits(size.X) || !fits(size.Y):
		return fmt.Errorf("%s cannot be drawn; both sides must be even numbers from %d to %d", wording.Quote(s), LeastSide, MostSide)
	}
	return nil
}

// CanvasPosition is where content stands on a canvas.
type CanvasPosition struct {
	Name string `json:"-"` // one of nine places; empty: the point
	CanvasPoint
}

// CanvasPoint is a place by numbers. A part of what is free lies to the left of the content, and above it.
type CanvasPoint struct {
	X *float64 `json:"x,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Percent of the free width that lies to the left: 0 is at the left edge, 100 at the right one; 50 when omitted."`
	Y *float64 `json:"y,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Percent of the free height that lies above: 0 is at the top, 100 at the bottom; 50 when omitted."`
}

// setText takes a position that is written as text.
func (p *CanvasPosition) setText(text string) { p.Name = text }

// MarshalJSON writes the position as payloads have it.
func (p CanvasPosition) MarshalJSON() ([]byte, error) {
	if p.Name != "" {
		return json.Marshal(p.Name)
	}
	return json.Marshal(p.CanvasPoint)
}

// Parts returns which parts of the free width and height lie to the left of the content and above it.
func (p *CanvasPosition) Parts() (x, y float64) {
	if p == nil {
		return .5, .5
	}
	if p.Name == "" {
		part := func(percent *float64) float64 {
			if percent == nil {
				return .5
			}
			return *percent / 100
		}
		return part(p.X), part(p.Y)
	}
	along := func(start, end string) float64 {
		switch {
		case strings.Contains(p.Name, start):
			return 0
		case strings.Contains(p.Name, end):
			return 1
		}
		return .5
	}
	return along("left", "right"), along("top", "bottom")
}

// positionSchema is the schema of a CanvasPosition.
func positionSchema() *jsonschema.Schema {
	places := anys([]string{"top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"})
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string", Enum: places}, objectSchema(CanvasPoint{}, "Canvas point")}}
}

// CanvasBackground is a canvas preset or a hex colour, or a picture.
type CanvasBackground struct {
	Color string `json:"-"` // a preset or a hex colour; empty: the picture
	CanvasPicture
}

// CanvasPicture is what lies behind the content instead of a colour: an image, a video or a gradient.
type CanvasPicture struct {
	Image    ImageRef `json:"image,omitempty" jsonschema_description:"Image behind the content."`
	Video    VideoRef `json:"video,omitempty" jsonschema_description:"Video behind the content, without its sound: MP4, MOV, WebM or MKV, up to 100 MiB. It begins again where it is shorter. A picture shows its first frame."`
	Fit      string   `json:"fit,omitempty" jsonschema:"enum=cover,enum=contain" jsonschema_description:"The image or video fills the canvas and is cut, or is seen whole on black; cover when omitted."`
	Blur     float64  `json:"blur,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Standard deviation of its blur, in pixels of the output."`
	Dim      float64  `json:"dim,omitempty" jsonschema:"minimum=0,maximum=1" jsonschema_description:"How much darker it is: 0 is as it is, 1 black."`
	Gradient []Color  `json:"gradient,omitempty" jsonschema:"minItems=2,maxItems=8" jsonschema_description:"Colours of a gradient, instead of an image or a video."`
	Angle    *float64 `json:"angle,omitempty" jsonschema:"minimum=0,maximum=360" jsonschema_description:"Direction of the gradient in degrees, as in CSS: 0 is upwards, 90 to the right; 180 when omitted."`
}

// setText takes a background that is written as text.
func (b *CanvasBackground) setText(text string) { b.Color = text }

// MarshalJSON writes the background as payloads have it.
func (b CanvasBackground) MarshalJSON() ([]byte, error) {
	if b.Color != "" {
		return json.Marshal(b.Color)
	}
	return json.Marshal(b.CanvasPicture)
}

// backgroundSchema is the schema of a CanvasBackground.
func backgroundSchema() *jsonschema.Schema {
	object := objectSchema(CanvasPicture{}, "Canvas picture")
	object.Comments = BeyondMark
	return &jsonschema.Schema{Default: "white", OneOf: []*jsonschema.Schema{{Type: "string", Format: "canvas-background"}, object}}
}

// objectSchema is the schema of an object where a text may stand instead.
func objectSchema(v any, title string) *jsonschema.Schema {
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true, Mapper: scalarSchema}
	object := r.Reflect(v)
	object.Version, object.Title = "", title
	return object
}

// canvas applies the rules of the canvas.
func (c *checker) canvas(t Type) {
	canvas := c.root.get("canvas")
	if canvas == nil || t == CommentPopup { // which ignores all of it
		return
	}
	size := canvas.get("size")
	text, _ := size.str()
	pixels := CanvasSize(text).Pixels()
	if ratio := canvas.get("aspectRatio"); size != nil && ratio != nil {
		c.at(ratio, CodeConflict, "size says already how large the frame is; keep one of them")
	}
	for _, name := range []string{"position", "scale", "safeArea"} {
		if field := canvas.get(name); field != nil && size == nil {
			c.at(field, CodeConflict, "it works with a size only; add size, such as 1080x1920, in the place of aspectRatio")
		}
	}
	if area := canvas.get("safeArea"); area != nil && pixels != (image.Point{}) && pixels.X*16 != pixels.Y*9 {
		c.at(area, CodeMismatch, "this is the area of a frame of 9:16, and %s is none; take 1080x1920", text)
	}
	c.canvasPicture(canvas.get("background"))
	c.canvasLooks(t, canvas)
}

// canvasPicture applies the rules of what lies behind the content.
func (c *checker) canvasPicture(background *node) {
	if background == nil || background.kind != kindObject {
		return
	}
	image, video, gradient := background.get("image"), background.get("video"), background.get("gradient")
	switch {
	case image == nil && video == nil && gradient == nil:
		c.missing(background, "image", "one of image, video and gradient is required")
	case image != nil && video != nil:
		c.at(video, CodeConflict, "there is an image already; keep one of them")
	case (image != nil || video != nil) && gradient != nil:
		c.at(gradient, CodeConflict, "there is an image or a video already; keep one of them")
	}
	for _, name := range []string{"fit", "blur", "dim"} {
		if field := background.get(name); field != nil && image == nil && video == nil {
			c.ignored(field, "has no effect without an image or a video")
		}
	}
	if angle := background.get("angle"); angle != nil && gradient == nil {
		c.ignored(angle, "has no effect without a gradient")
	}
}

// canvasLooks warns about what some content has no use for.
func (c *checker) canvasLooks(t Type, canvas *node) {
	shadow, radius := canvas.get("shadow"), canvas.get("cornerRadius")
	props := c.root.get("props")
	platform, _ := props.get("platform").str()
	onBody := onPhone(t) && !isWindow(t, platform)
	framed := props.get("showDeviceFrame").isTrue() && !isWindow(t, platform)
	lifted := props.get("floatingMessages").isTrue() && Shows(t, platform, "bubbles")
	switch {
	case onBody && c.root.get("render3D").isTrue():
		c.ignored(shadow, "has no effect with render3D, whose phone has a shadow of its own")
		c.ignored(radius, "has no effect with render3D, whose phone has corners of its own")
	case lifted || props.get("transparentBackground").isTrue() && !framed:
		c.ignored(shadow, "has no effect on content without a background")
		c.ignored(radius, "has no effect on content without a background")
	case framed:
		c.ignored(radius, "has no effect with showDeviceFrame, whose phone has corners of its own")
	}
}

// Background writes the gradient as CSS; empty: there is none.
func (p CanvasPicture) GradientCSS() string {
	if len(p.Gradient) == 0 {
		return ""
	}
	angle := 180.
	if p.Angle != nil {
		angle = *p.Angle
	}
	stops := []string{strconv.FormatFloat(angle, 'f', -1, 64) + "deg"}
	for _, stop := range p.Gradient {
		if color, err := stop.NRGBA(); err == nil {
			stops = append(stops, FormatColor(color))
		}
	}
	return "linear-gradient(" + strings.Join(stops, ", ") + ")"
}
