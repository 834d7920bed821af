// Package video makes the frames of a video from a storyboard and the page that shows it. Its steps are
//
//	LayOut       the page breaks drafts into lines and measures where everything stands at every step
//	Capture      the page shows each capture layer once, and the sprites are cut from the screenshots
//	Composition  layers and their poses, which package composite draws
//
// The browser is needed until Capture has returned, and free from then on.
package video

import (
	"context"
	"image"
	"math"
	"sync"
	"time"

	"mockup/internal/render/browser"
	"mockup/internal/render/composite"
	"mockup/internal/render/motion"
	"mockup/internal/render/scene/scatter"
	"mockup/internal/render/storyboard"
)

// Options say what the frames are.
type Options struct {
	Size        image.Point // of the page in pixels, both even
	FPS         int         // frames per second
	Transparent bool        // frames carry alpha
	Full        bool        // frames have colours at full resolution
	OnPhone     bool        // the page is the screen of a 3D phone, which is always opaque

	// Moment is the one moment that is drawn, if it is not nil. Nothing else is laid out, and the cues are not whole.
	Moment *time.Duration
}

// Video is a storyboard that is laid out on a page. It has to be closed.
type Video struct {
	Board    *storyboard.Storyboard // with its drafts typed
	Geometry *storyboard.Geometry
	Timeline *motion.Timeline

	opts      Options
	scale     float64 // device pixels per CSS pixel
	layers    []composite.Layer
	roles     []role // of every layer
	captures  []*captureLayer
	spool     pngSpool
	decoding  sync.WaitGroup
	ended     chan struct{}                         // closed once the capture has ended
	project   func(frame int) *composite.Projection // nil: the frames are the page
	projected image.Point                           // size of the frames then
	behind    func(frame int, into []byte) error

	filmFrames FilmFrames
}

// MaxSheetHeight bounds SheetHeight. Chromium computes with 24 bits where it draws, so that farther down letters would
// not stand where they do in the picture.
const MaxSheetHeight = 2 << 20

// LayOut lays a storyboard out on the page that shows its document. Where images of its items are damaged, LayOut
// returns their paths alone.
func LayOut(ctx context.Context, b *browser.Browser, board *storyboard.Storyboard, opts Options) (v *Video, broken []string, err error) {
	scale := b.Scale()
	if board.Still {
		return layOutStill(board, opts, scale), nil, nil
	}
	if opts.Moment != nil {
		board = board.MomentDrafts(*opts.Moment)
	}
	if board, err = typeDrafts(ctx, b, board, opts.FPS); err != nil {
		return nil, nil, err
	}
	if opts.Moment != nil {
		board = board.Moment(*opts.Moment)
	}
	geometry, broken, err := b.Measure(ctx, board)
	if err != nil || len(broken) > 0 {
		return nil, broken, err
	}
	if board.Scatter != nil {
		scatterItems(board.Scatter, geometry, scale)
	}
	v = &Video{Board: board, Geometry: geometry, opts: opts, scale: scale, Timeline: motion.New(board, geometry, scale), ended: make(chan struct{})}
	v.arrangeLayers()
	return v, nil, nil
}

// layOutStill makes a video of a page that stands still. Its only layer is the page as it is.
func layOutStill(board *storyboard.Storyboard, opts Options, scale float64) *Video {
	geometry := &storyboard.Geometry{}
	v := &Video{Board: board, Geometry: geometry, opts: opts, scale: scale, Timeline: motion.New(board, geometry, scale), ended: make(chan struct{})}
	page := v.addCapture("", opts.Size)
	page.onWhite = v.backOnWhite()
	a := arranger{Video: v}
	a.add(page, image.Rectangle{Max: opts.Size}, composite.Layer{}, static, image.Point{})
	return v
}

// typeDrafts has the page break the drafts into lines, and lays them out in time.
func typeDrafts(ctx context.Context, b *browser.Browser, board *storyboard.Storyboard, fps int) (*storyboard.Storyboard, error) {
	if board.Field == nil {
		return board, nil
	}
	lines, err := b.BreakDrafts(ctx, append([]string{}, board.DraftTexts()...)) // [] in JSON, not null
	if err != nil {
		return nil, err
	}
	return board.Type(lines, fps), nil
}

// scatterItems moves every item to a place of its own in the frame, at whole pixels.
func scatterItems(s *storyboard.Scatter, g *storyboard.Geometry, scale float64) {
	boxes := make([]scatter.Box, len(g.Sprites))
	for i, sprite := range g.Sprites {
		size, offset := sprite.Cell.Size(), s.Offsets[sprite.Item]
		width, height := offset.Room(float64(size.X)/scale, float64(size.Y)/scale)
		boxes[i] = scatter.Box{Size: scatter.Size{Width: width, Height: height}, X: offset.X, Y: offset.Y, Until: s.Until[sprite.Item]}
	}
	centres := scatter.Place(scatter.Size{Width: s.Width, Height: s.Height}, boxes, s.Seed)
	for _, positions := range g.Positions {
		for i, p := range positions {
			size, centre := g.Sprites[p.Sprite].Cell.Size(), centres[p.Sprite]
			positions[i].X = int(math.Round((centre.X + (s.Width-float64(size.X)/scale)/2) * scale))
			positions[i].Y = int(math.Round((centre.Y + (s.Height-float64(size.Y)/scale)/2) * scale))
		}
	}
}

// Outside lists the items that are scattered so that a part of them lies outside the frame: where their offsets put them.
func (v *Video) Outside() (items []int) {
	if v.Board.Scatter == nil {
		return nil
	}
	frame := image.Rectangle{Max: v.opts.Size}.Inset(-1) // places are rounded
	last := v.Geometry.Positions[len(v.Geometry.Positions)-1]
	for _, p := range last {
		sprite := v.Geometry.Sprites[p.Sprite]
		size := sprite.Cell.Size()
		width, height := v.Board.Scatter.Offsets[sprite.Item].Room(float64(size.X), float64(size.Y))
		turned := image.Pt(int(width), int(height))
		box := image.Rectangle{Max: turned}.Add(image.Pt(p.X, p.Y)).Add(size.Sub(turned).Div(2))
		if !box.In(frame) {
			items = append(items, sprite.Item)
		}
	}
	return items
}

// SheetHeight is the height of the sprite sheet, on which all that appears stands below each other, in device pixels.
func (v *Video) SheetHeight() int {
	height := 0
	for _, sprite := range v.Geometry.Sprites {
		height = max(height, sprite.Cell.Rect().Max.Y+v.Geometry.Items[sprite.Item].Bleed)
	}
	for _, part := range v.Geometry.Parts {
		height = max(height, part.Cell.Rect().Max.Y)
	}
	return height
}

// Frames is the number of frames of the video.
func (v *Video) Frames() int { return v.Timeline.Frames(v.opts.FPS) }

// Project shows the video on a plane in space, as part of a picture of a size.
func (v *Video) Project(size image.Point, project func(frame int) *composite.Projection) {
	v.projected, v.project = size, project
}

// Over shows the video over what another one fills its frames in with, see composite.Composition.
func (v *Video) Over(behind func(frame int, into []byte) error) { v.behind = behind }

// Size is a frame's size in pixels.
func (v *Video) Size() image.Point {
	if v.project != nil {
		return v.projected
	}
	return v.opts.Size
}

// Length is how long all frames together are shown.
func (v *Video) Length() time.Duration {
	return time.Duration(v.Frames()) * time.Second / time.Duration(v.opts.FPS)
}

// onFrame is the time of the first frame at or after a moment.
func (v *Video) onFrame(at time.Duration) time.Duration {
	fps := time.Duration(v.opts.FPS)
	frame := min((at*fps+time.Second-1)/time.Second, time.Duration(v.Frames()))
	return frame * time.Second / fps
}

// Close frees the captured pictures.
func (v *Video) Close() {
	v.decoding.Wait()
	v.spool.close()
}
