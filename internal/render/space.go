package render

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"math"
	"sync"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/fastpng"
	"mockup/internal/render/phone"
)

// placePhone places the 3D phone that a document is shown on. The document's scale, which is that of the screen, is halved
// until the picture is not too large, with a warning.
func (d *document) placePhone() error {
	p := &phone.Placement{Camera: phone.Usual}
	if at := d.payload.CameraPosition; at != nil {
		p.Camera = phone.Camera(*at)
	}
	path := d.cameraPath(time.Second)
	if path == nil {
		path = phone.Path{{Camera: p.Camera}}
	}
	sight := path.Extent()
	var err error
	if d.exact() {
		err = d.placeExactly(p, sight)
	} else {
		err = d.placeFreely(p, sight)
	}
	if err == nil && d.drawsPhone() {
		d.placeShot(p, sight)
	}
	d.phone = p
	return err
}

// drawsPhone reports whether Go draws the 3D phone, and not three.js: where the payload says more of the phone than v1 can.
func (d *document) drawsPhone() bool {
	return len(d.payload.CameraPath) > 0 || d.payload.DeviceColor != "" || d.payload.DeviceShadow != ""
}

// cameraPath is the way of the camera in a video of a length; nil: it stands still.
func (d *document) cameraPath(length time.Duration) phone.Path {
	given := d.payload.CameraPath
	if name := given.Preset(); name != "" {
		return phone.NamedPath(name, length, d.payload.Video != nil && d.payload.Video.Loop)
	}
	var path phone.Path
	for _, key := range given {
		path = append(path, phone.PathKey{At: time.Duration(key.T * float64(time.Second)), Camera: phone.Camera(key.Position), Ease: key.Ease})
	}
	return path
}

// placeFreely places the 3D phone in a picture whose size follows from it.
func (d *document) placeFreely(p *phone.Placement, sight phone.Extent) error {
	p.Width, p.Height = d.withCanvas(sight.Width, sight.Height)
	if d.scene.Canvas != nil {
		p.Background = d.scene.Canvas.Color
	}
	l := &layout{}
	var err error
	if d.Scale, err = d.fit(p.Width, p.Height, l); err != nil {
		return err
	}
	d.warnings = append(d.warnings, l.warnings...)
	p.Scale = d.Scale
	return nil
}

// placeExactly places the 3D phone in a picture of an exact size. The screen's width is a whole number of pixels then.
func (d *document) placeExactly(p *phone.Placement, sight phone.Extent) error {
	c := d.scene.Canvas
	scale, err := d.exactScale(sight.Width, sight.Height)
	if err != nil {
		return err
	}
	d.Scale = d.wholeScreen(scale)
	p.Scale, p.Background, p.Exact = d.Scale, c.Color, c.Exact
	p.At = c.Place(sight.Pixels(d.Scale), d.Scale)
	return nil
}

// wholeScreen is the largest scale up to one that makes the screen's width a whole and even number of pixels, and of a video its height,
// too.
func (d *document) wholeScreen(scale float64) float64 {
	width := 2 * math.Floor(phone.ScreenWidth*scale/2+1e-9)
	for d.scene.Storyboard != nil && int(phone.ScreenHeight*width/phone.ScreenWidth+1e-6)%2 != 0 {
		width -= 2
	}
	return width / phone.ScreenWidth
}

// mostScreenScale is how many pixels a point of the screen is laid out with at most. Nearer than that its picture is enlarged.
const mostScreenScale = 4

// placeShot places a phone that Go draws. The screen is laid out as large as the nearest camera sees it, so that no text is enlarged.
func (d *document) placeShot(p *phone.Placement, sight phone.Extent) {
	d.Scale = max(p.Scale, d.wholeScreen(min(p.Scale*sight.Far/sight.Near, mostScreenScale)))
	corner := p.At
	if p.Exact == (image.Point{}) {
		corner = p.Size().Sub(sight.Pixels(p.Scale)).Div(2)
	}
	p.Shot = phone.ShotPlace{
		Finish: phone.Finish{Color: d.payload.DeviceColor, Ground: d.payload.DeviceShadow == "ground"},
		Size:   p.Size(), Scale: p.Scale, ScreenScale: d.Scale, Fade: d.scene.Canvas == nil,
		Middle: [2]float64{float64(corner.X) - sight.Left*p.Scale, float64(corner.Y) - sight.Top*p.Scale},
	}
	if len(d.payload.CameraPath) > 0 {
		p.Shot.Far = sight.Far
	}
}

// behindPhone takes a picture of what lies behind the 3D phone, if that is no colour; nil: it is one.
func (d *document) behindPhone(ctx context.Context, b *browser.Browser) (image.Image, error) {
	c := d.scene.Canvas
	if d.phone == nil || c == nil || c.Image == nil && c.Color.A > 0 || c.Background == "" && c.Image == nil {
		return nil, nil
	}
	empty := browser.Document{HTML: "<div></div>", CSS: d.CSS, Width: 1, Height: 1, Scale: d.phone.Scale, Files: d.Files}
	if _, err := b.Show(ctx, empty); err != nil {
		return nil, err
	}
	surface := d.surface()
	surface.Shadow, surface.Radius = "", 0
	surface.Width, surface.Height, surface.Scale, surface.Pixels = d.phone.Width, d.phone.Height, d.phone.Scale, d.phone.Size()
	if err := d.center(ctx, b, surface); err != nil {
		return nil, err
	}
	data, err := b.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// putOnPhone turns a picture of the screen into one of the phone.
func (s *captured) putOnPhone(compositor *phone.Compositor) error {
	picture, err := compositor.Show(s.png)
	if err != nil {
		return err
	}
	if s.behind != nil {
		whole := image.NewNRGBA(picture.Rect)
		phone.DrawOver(whole, s.behind)
		phone.DrawOver(whole, picture)
		picture = whole
	}
	s.width, s.height = picture.Rect.Dx(), picture.Rect.Dy()
	s.png, err = fastpng.Encode(picture)
	return err
}

// inSpace shows the video on its phone, once its body is drawn.
func (r *videoRun) inSpace(ctx context.Context, phones *phone.Bodies, body *phone.PlacedBody, behind image.Image) error {
	size, alpha := r.doc.phone.Size(), r.layersAlpha()
	if behind == nil {
		behind = image.NewUniform(r.doc.phone.Background)
	}
	picture := ground(size, behind, alpha)
	path := r.doc.cameraPath(r.video.Length())
	if path == nil {
		r.video.Project(size, unmoved(body, picture, alpha))
		return nil
	}
	shot, err := phones.Shot(ctx, r.doc.phone.Shot, picture)
	if err != nil {
		return err
	}
	last := r.video.Frames() - 1
	camera := func(frame int) phone.Camera {
		return path.At(time.Duration(min(frame, last)) * time.Second / time.Duration(r.job.FPS()))
	}
	r.video.Project(size, moving(shot, camera, alpha))
	return nil
}

// ground is what lies behind a phone in a video: the canvas, over white where the video has no alpha.
func ground(size image.Point, background image.Image, alpha bool) *image.RGBA {
	picture := image.NewRGBA(image.Rectangle{Max: size})
	if !alpha {
		draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	}
	draw.Draw(picture, picture.Rect, background, image.Point{}, draw.Over)
	return picture
}

// unmoved shows a video on a phone whose camera stands still.
func unmoved(placed *phone.PlacedBody, picture *image.RGBA, alpha bool) func(int) *composite.Projection {
	draw.Draw(picture, picture.Rect, placed.Picture, image.Point{}, draw.Over)
	p := &composite.Projection{Picture: picture, Transmission: placed.ScreenTransmission, ToScreen: placed.ToScreen, Alpha: alpha}
	return func(int) *composite.Projection { return p }
}

// moving shows a video on a phone whose camera moves.
func moving(shot *phone.Shot, camera func(frame int) phone.Camera, alpha bool) func(int) *composite.Projection {
	m := &movingCamera{camera: camera, asked: -2, see: func(c phone.Camera) *composite.Projection {
		seen := shot.See(c)
		return &composite.Projection{
			Picture: seen.Picture, Transmission: seen.ScreenTransmission, ToScreen: seen.ToScreen, Alpha: alpha,
			Spans: seen.Spans, Behind: seen.Behind, Shadow: seen.Shadow,
		}
	}}
	return m.project
}

// movingCamera draws the phone for one frame after the other: for the next one already while the one before is composed.
type movingCamera struct {
	camera func(frame int) phone.Camera // the same for all frames after the last one
	see    func(phone.Camera) *composite.Projection
	asked  int // the last frame that was asked for
	shown  sight
	next   sight
}

// sight is what a camera sees, once it is drawn; nil: nothing.
type sight struct {
	from  phone.Camera
	drawn func() *composite.Projection
}

// project returns what a frame shows: the same for frames that follow each other while the camera rests.
func (m *movingCamera) project(frame int) *composite.Projection {
	inOrder := frame == m.asked+1
	m.asked = frame
	if from := m.camera(frame); m.shown.drawn == nil || m.shown.from != from {
		if m.next.drawn != nil {
			m.next.drawn() // one is drawn at a time
		}
		if m.shown = m.next; m.shown.drawn == nil || m.shown.from != from {
			m.shown = m.begin(from)
		}
		m.next = sight{}
	}
	shown := m.shown.drawn()
	if from := m.camera(frame + 1); inOrder && m.next.drawn == nil && from != m.shown.from {
		m.next = m.begin(from)
		go drawAhead(m.next.drawn)
	}
	return shown
}

// drawAhead draws before it is asked for. A panic comes again where the picture is used; here it would end the process.
func drawAhead(draw func() *composite.Projection) {
	defer func() { _ = recover() }()
	draw()
}

// begin returns what a camera sees, which is drawn when it is asked for.
func (m *movingCamera) begin(from phone.Camera) sight {
	return sight{from, sync.OnceValue(func() *composite.Projection { return m.see(from) })}
}
