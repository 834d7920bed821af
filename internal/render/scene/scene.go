// Package scene turns a payload into what a template draws: texts grouped and formatted, times in their zone,
// counters as the app writes them, and the size of the picture. Templates hold no logic beyond range and if;
// everything that is computed is computed here.
package scene

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"time"

	"mockup/internal/render/scene/text"
	"mockup/internal/render/storyboard"
	"mockup/internal/schema"
	"mockup/templates"
)

// Screen size of a present-day phone, in CSS pixels.
const (
	PhoneWidth  = 402
	PhoneHeight = 874
)

// Scene is one picture, ready to be drawn.
type Scene struct {
	Template   *templates.Template
	View       View
	Width      int     // viewport, CSS pixels
	Height     int     // CSS pixels; 0: as tall as the content
	Zoom       float64 // output pixels per CSS pixel at 1x
	Clear      bool    // transparent behind the content
	Canvas     *Canvas
	Storyboard *storyboard.Storyboard // of a video; nil for a still
	Warnings   []Warning
	NeedsSizes bool // the arrangement of images depends on their sizes, which were not given: Options.Size

	// NeedsVoices says that the pace depends on voices whose lengths are not known yet: Options.Voice.
	NeedsVoices bool
}

// Warning is something the user should know about a picture that was drawn all the same.
type Warning struct {
	Code    string `json:"code"` // stable, as "content_clipped"
	Message string `json:"message"`
}

// View is what every template gets. Body is the view of the payload's type: *Chat, *AI, *Story and so on.
type View struct {
	Type     schema.Type
	Platform string
	Dark     bool
	Clear    bool   // leave the background out
	Lift     string // how messages float: "lifted", before the phone; "raised", on its screen; empty: not at all
	Width    int    // of the screen or page, CSS pixels
	Height   int    // of the screen; 0: grows with its content
	Device   Device
	Keyboard *Keyboard // nil: none is there
	Body     any
}

// Device is the phone around and above the content.
type Device struct {
	Phone   bool   // the picture is a phone's screen; otherwise a page or card
	Frame   bool   // draw the body
	Space   bool   // the picture is the screen of a 3D phone
	Status  bool   // draw the status bar
	Time    string // in the status bar
	Follow  bool   // the time is an item of the video
	Carrier string // in its place on a lock screen
	Battery int    // percent
	Changes bool   // the time is an item of the video, since the payload changes it
	Drains  bool   // so is the battery
}

// Low reports a battery that iOS draws in red.
func (d Device) Low() bool { return d.Battery <= 20 }

// Options say how scenes are built.
type Options struct {
	// Now is the moment that relative times count from. Zero means the newest instant of the payload (and a lag,
	// see viewLag), so that the same payload gives the same picture on any day.
	Now time.Time
	// Images gives the address under which an image of the payload is served; "" leaves it out.
	Images func(ref string) string
	// Size returns the size of an image of the payload in pixels, 0 if it is not known. Nil: no size is known yet.
	Size func(ref string) (width, height int)
	// Voice returns how long an audio file of the payload is, and whether that is known. Nil: there are no voices.
	Voice func(ref string) (length time.Duration, known bool)
}

// builder holds what the view builders share.
type builder struct {
	ctx       context.Context // of the build
	payload   *schema.Payload
	set       *templates.Set
	manifest  templates.Manifest
	opts      Options
	now       time.Time
	zone      *time.Location
	members   map[string]int   // of a group, by id, in order
	began     time.Time        // of a chat: its first message
	threads   map[string]bool  // of a chat whose app has threads: ids of messages that others answer
	emoticons text.Emoticons   // that the app draws
	maths     *text.Typesetter // of the answers of an assistant

	commenters map[string]schema.CommentUser // of a comment section, by id
	names      text.Names                    // of these people
	handles    map[string]string             // their names, by handle
	looks      map[string][]int              // items of the storyboard, by key
	films      []storyboard.Film             // that play in pictures of a chat
	characters int                           // of texts written as markup
	scene      *Scene
}

// Build prepares a payload for drawing. It ends early once the context is done. A platform without a template is a *templates.MissingError.
func Build(ctx context.Context, p *schema.Payload, set *templates.Set, opts Options) (*Scene, error) {
	if p.StandsStill() {
		return buildStill(ctx, p, set, opts)
	}
	t, err := set.Lookup(string(p.MockupType), p.Platform)
	if err != nil {
		return nil, err
	}
	s := &Scene{Template: t, Zoom: 1, Width: t.Manifest.Width, Height: t.Manifest.Height}
	s.View = View{Type: p.MockupType, Platform: p.Platform, Width: s.Width}
	b := &builder{ctx: ctx, payload: p, set: set, manifest: t.Manifest, opts: opts, zone: time.UTC, now: opts.Now, scene: s}
	if b.now.IsZero() {
		b.now = newest(p).Add(viewLag(p.MockupType))
	}
	if err := cmp.Or(b.body(), context.Cause(ctx), b.checkAmount()); err != nil {
		return nil, fmt.Errorf("prepare %s: %w", p.MockupType, err)
	}
	if p.Canvas != nil {
		if s.Canvas, err = b.canvas(p.Canvas); err != nil {
			return nil, err
		}
	}
	b.warnOfCamera()
	return s, nil
}

// cameraLate is how much later than the end of a video a position of the camera may be: half a frame at 24 a second, since the number of frames
// is rounded.
const cameraLate = time.Second / 48

// warnOfCamera warns of positions of the camera that the video does not reach. While voices are not known, neither is its length.
func (b *builder) warnOfCamera() {
	board := b.scene.Storyboard
	if board == nil || b.scene.NeedsVoices {
		return
	}
	for i, key := range b.payload.CameraPath {
		if at := time.Duration(key.T * float64(time.Second)); at > board.Length+cameraLate {
			b.warn("ignored", "cameraPath.%d.t: %g s is after the end of the video, which is %.2f s long, so that the camera does not get there; choose an earlier time, or a longer video with video.length",
				i, key.T, board.Length.Seconds())
		}
	}
}

// buildStill prepares a video whose screen is a picture that stands still.
func buildStill(ctx context.Context, p *schema.Payload, set *templates.Set, opts Options) (*Scene, error) {
	picture := *p
	picture.RenderKind = schema.Image
	if props, ok := p.Props.(*schema.ChatProps); ok {
		screen := *props
		screen.MobileView = true // a video always has the size of the screen
		picture.Props = &screen
	}
	s, err := Build(ctx, &picture, set, opts)
	if err != nil {
		return nil, err
	}
	s.Storyboard = &storyboard.Storyboard{Length: time.Duration(*p.Video.Length * float64(time.Second)), Still: true}
	return s, nil
}

// body builds the view of the payload's type.
func (b *builder) body() error {
	switch props := b.payload.Props.(type) {
	case *schema.ChatProps:
		return b.chat(props)
	case *schema.AIProps:
		return b.ai(props)
	case *schema.StoryProps:
		return b.story(props)
	case *schema.NotificationProps:
		return b.lockScreen(props)
	case *schema.PostProps:
		b.post(props)
	case *schema.CommentProps:
		b.thread(props)
	case *schema.PopupProps:
		return b.popup(props)
	case *schema.EmailProps:
		b.mail(props)
	case *schema.ContributionProps:
		b.contributions(props)
	case *schema.DashboardProps:
		b.dashboard(props)
	default:
		return fmt.Errorf("no view for %s", b.payload.MockupType)
	}
	return nil
}

// page makes the picture a page or a card of the manifest's width, as tall as its content.
func (b *builder) page(dark bool) {
	b.scene.Height, b.scene.View.Height, b.scene.View.Dark = 0, 0, dark
}

// screen makes the picture a phone's screen, or the window that the platform has instead. Without a phone's body it may
// grow with its content.
func (b *builder) screen(d schema.Device, grow bool) {
	if !b.manifest.Window() {
		b.phone(d, grow)
		return
	}
	s := b.scene
	s.Height = b.manifest.Height
	if grow {
		s.Height = 0
	}
	s.View.Height = s.Height
}

// phone makes the picture a phone's screen. Without a body it may grow with its content instead.
func (b *builder) phone(d schema.Device, grow bool) {
	s := b.scene
	space := b.payload.InSpace()
	s.Width, s.Height = PhoneWidth, PhoneHeight
	if grow && !d.ShowDeviceFrame && !space {
		s.Height = 0
	}
	s.View.Width, s.View.Height = s.Width, s.Height
	s.View.Device = Device{
		Phone: true, Frame: d.ShowDeviceFrame && !space, Space: space, Status: d.ShowDeviceStatus,
		Time: d.StatusBarTime, Battery: int(d.BatteryLevel + 0.5),
	}
	if s.View.Device.Frame {
		s.Width, s.Height = FramedWidth, FramedHeight
		s.Clear = true
	}
}

// isFalse reports whether an option that is on where it is not written is off.
func isFalse(option *bool) bool { return option != nil && !*option }

// clear leaves the background out where the payload asks for it. The screen in a phone's body, or in 3D, is always opaque.
func (b *builder) clear(transparent bool) {
	if transparent && !b.payload.InSpace() && !b.scene.View.Device.Frame {
		b.scene.Clear, b.scene.View.Clear = true, true
	}
}

func (b *builder) warn(code, format string, args ...any) {
	b.scene.Warnings = append(b.scene.Warnings, Warning{Code: code, Message: fmt.Sprintf(format, args...)})
}

// image returns the address of an image, empty when there is none.
func (b *builder) image(ref schema.ImageRef) template.URL {
	if ref == "" || b.opts.Images == nil {
		return ""
	}
	return template.URL(b.opts.Images(string(ref)))
}

// shows reports whether the app has a place for one of the fields that only some apps show.
func (b *builder) shows(field string) bool { return b.manifest.Fields[field] }
