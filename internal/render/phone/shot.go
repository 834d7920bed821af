package phone

import (
	"context"
	"encoding/binary"
	"image"
	"image/draw"
	"math"

	"mockup/internal/render/warp"
)

// ShotPlace says how a shot shows a phone: a picture of it whose camera may move.
type ShotPlace struct {
	Finish Finish
	Size   image.Point // of the picture, pixels
	Middle [2]float64  // where the middle of the screen is, in pixels
	Scale  float64     // pixels a point at the middle of the screen, where the camera is so far away as Far
	Far    float64     // in heights of the body; 0: the phone has the same size wherever the camera is
	Fade   bool        // the shadow fades before the picture ends

	ScreenScale float64 // pixels a point of the screen's own picture
}

// screen is the size of the screen's own picture in pixels.
func (p *ShotPlace) screen() image.Point {
	return image.Pt(int(ScreenWidth*p.ScreenScale+1e-6), int(ScreenHeight*p.ScreenScale+1e-6))
}

// Shot draws a phone in a picture as cameras see it. It is for one goroutine.
type Shot struct {
	place     ShotPlace
	mesh      *Mesh
	materials []material
	behind    *image.RGBA // what lies behind the phone, of the picture's size
	rasters   chan *raster
	body      solidBody
	glass     grid     // what the glass mirrors
	*drawing           // the one that is drawn now
	other     *drawing // the one before, which is still read
}

// drawing is what a camera sees.
type drawing struct {
	picture *image.RGBA
	seen    *image.Alpha
	spans   [][2]int // of each two rows of the picture: outside is what lies behind the phone
	shadow  Shadow
}

// Seen is a phone before its background, as a camera sees it. What the screen shows is seen as in a Body.
type Seen struct {
	Picture            *image.RGBA
	ScreenTransmission *image.Alpha
	ToScreen           warp.Homography // from pixels of the picture to those of the screen
	Spans              [][2]int        // of each two rows of the picture, the pixels that may show the phone: from an even one to an even one
	Behind             *image.RGBA     // what lies behind the phone, as the picture has it outside of the spans
	Shadow             *Shadow         // darkens the picture there: whoever shows it does so
}

// Shadow is how much what lies behind a phone is darkened.
type Shadow struct {
	grid
	width int // of the picture
}

// Span returns the pixels of a row outside which there is no shadow.
func (s *Shadow) Span(y int) [2]int { return s.span(y, s.width) }

// Row sets the opacities of black in 1/65536 of a row's pixels, from x0 on.
func (s *Shadow) Row(y, x0 int, opacities []int32) { s.row(y, x0, opacities) }

// darken draws the shadow outside of the spans.
func (s *Seen) darken() {
	inParallel(s.Picture.Rect.Dy(), func(y int) {
		for _, part := range beside(s.Shadow.Span(y), s.Spans[y/2]) {
			if n := part[1] - part[0]; n > 0 {
				darken(s.Picture.Pix[y*s.Picture.Stride+4*part[0]:][:4*n], s.Shadow.row(y, part[0], make([]int32, n)))
			}
		}
	})
}

// Shot returns what draws a phone before a background.
func (bs *Bodies) Shot(ctx context.Context, place ShotPlace, behind image.Image) (*Shot, error) {
	mesh, err := bs.Mesh(ctx)
	if err != nil {
		return nil, err
	}
	r := image.Rectangle{Max: place.Size}
	s := &Shot{
		place: place, mesh: mesh, materials: place.Finish.materials(mesh), behind: image.NewRGBA(r),
		rasters: make(chan *raster, maxRasters),
	}
	draw.Draw(s.behind, r, behind, behind.Bounds().Min, draw.Src)
	s.drawing, s.other = newDrawing(s.behind), newDrawing(s.behind)
	for range maxRasters {
		s.rasters <- nil
	}
	return s, nil
}

// newDrawing returns a drawing of nothing before what lies behind.
func newDrawing(behind *image.RGBA) *drawing {
	d := &drawing{picture: image.NewRGBA(behind.Rect), seen: image.NewAlpha(behind.Rect), spans: make([][2]int, (behind.Rect.Dy()+1)/2)}
	d.shadow.width = behind.Rect.Dx()
	copy(d.picture.Pix, behind.Pix)
	return d
}

// maxRasters is how many bands are drawn at the same time.
const maxRasters = 8

// view is what the camera sees, with the scale in pixels a point.
func (p *ShotPlace) view(c Camera) (View, float64) {
	v, scale := Look(c), p.Scale
	if p.Far > 0 {
		scale *= p.Far * BodyHeight / v.distance
	}
	v.left, v.top = -p.Middle[0]/scale, -p.Middle[1]/scale
	return v, scale
}

// See returns the phone as a camera sees it. It is valid until the next call but one begins: so one may be read while the next is drawn.
func (s *Shot) See(c Camera) Seen {
	s.drawing, s.other = s.other, s.drawing
	v, scale := s.place.view(c)
	sh := newShader(s.mesh, s.materials, v)
	f := &frame{Shot: s, view: v, scale: scale, shader: sh}
	s.body.see(s.mesh, v, sh, scale, s.place.Size)
	f.deep = f.outlineOf(deepScreen)
	f.uprightFrom, f.uprightTo = f.upright()
	f.setGlass()
	f.setShadow()
	inParallel(len(s.body.bands), f.band)
	return Seen{s.picture, s.seen, v.Screen(1).Scaled(scale, s.place.ScreenScale), s.spans, s.behind, &s.shadow}
}

// frame is one picture of a shot.
type frame struct {
	*Shot
	view   View
	scale  float64
	shader *shader
	deep   [][2]float64 // the corners of what is deep within the screen, in pixels

	uprightFrom, uprightTo int // rows between which all edges of the body are almost upright
}

// deepScreen is an outline of the screen some points within its edge: half of what the mesh's triangles of the screen reach inwards.
// The corners are those of a superellipse, as model/shape.js has them.
var deepScreen = func() (outline [][2]float64) {
	const (
		inset, reach = 2, 60 * 1.2
		steps        = 6
		exponent     = 2.479
	)
	for corner, sign := range [4][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		for i := range steps + 1 {
			if corner%2 == 1 {
				i = steps - i
			}
			sin, cos := math.Sincos(float64(i) / steps * math.Pi / 2)
			x, y := math.Pow(cos, 2/exponent), math.Pow(sin, 2/exponent)
			outline = append(outline, [2]float64{sign[0] * (ScreenWidth/2 - inset - reach + reach*x), sign[1] * (ScreenHeight/2 - inset - reach + reach*y)})
		}
	}
	return outline
}()

// outlineOf returns where corners on the screen's plane are seen, in pixels.
func (f *frame) outlineOf(corners [][2]float64) [][2]float64 {
	var seen [][2]float64
	for _, c := range corners {
		seen = append(seen, f.pixel(vector{c[0], c[1], 0}))
	}
	return seen
}

// pixel returns where a place in space is seen, in pixels.
func (f *frame) pixel(p vector) [2]float64 {
	x, y := f.view.project(p)
	return [2]float64{(x - f.view.left) * f.scale, (y - f.view.top) * f.scale}
}

// upright returns the rows between which the edges of the body are its long sides, if all of these are seen as almost upright.
func (f *frame) upright() (from, to int) {
	const straight = BodyHeight/2 - 1.2*BodyCorner // as long as shape.js has the corners' curves
	to = f.place.Size.Y
	for _, side := range [4]vector{{-BodyWidth / 2, straight}, {BodyWidth / 2, straight}, {-BodyWidth / 2, straight, -BodyDepth}, {BodyWidth / 2, straight, -BodyDepth}} {
		other := vector{side[0], -straight, side[2]}
		if nearest := f.view.distance * .9; f.view.axes[2].dot(side) > nearest || f.view.axes[2].dot(other) > nearest { // beside the camera, or behind it
			return 0, 0
		}
		top, bottom := f.pixel(side), f.pixel(other)
		if math.Abs(bottom[0]-top[0]) > (bottom[1]-top[1])/4 {
			return 0, 0
		}
		from, to = max(from, int(math.Ceil(top[1]))), min(to, int(bottom[1]))
	}
	return from, to
}

// within returns the pixels of a row that a convex outline touches.
func within(outline [][2]float64, y, width int) (x0, x1 int) {
	top, bottom, left, right := float64(y), float64(y+1), math.Inf(1), math.Inf(-1)
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		if a[1] > b[1] {
			a, b = b, a
		}
		if b[1] < top || a[1] > bottom {
			continue
		}
		high, low := a[0], b[0]
		if a[1] < top {
			high = edge(a, b, top)
		}
		if b[1] > bottom {
			low = edge(a, b, bottom)
		}
		left, right = min(left, high, low), max(right, high, low)
	}
	if left > right {
		return 0, 0
	}
	if x0, x1 = max(int(math.Floor(left)), 0), min(int(math.Ceil(right)), width); x0 < x1 {
		return x0, x1
	}
	return 0, 0
}

// edge is where the line from one place to another is at a height.
func edge(a, b [2]float64, y float64) float64 { return a[0] + (y-a[1])*(b[0]-a[0])/(b[1]-a[1]) }

// band draws some rows.
func (f *frame) band(i int) {
	r := <-f.rasters
	if r == nil {
		r = newRaster(f.place.Size.X, bandRows)
	}
	defer func() { f.rasters <- r }()
	wide := uint(0)
	if i*bandRows >= f.uprightFrom && (i+1)*bandRows <= f.uprightTo {
		wide = 1
	}
	r.begin(i*bandRows, wide)
	var deep [bandRows][2]int
	for row := range deep {
		deep[row][0], deep[row][1] = within(f.deep, r.top+row, f.place.Size.X)
	}
	painted := false
	for _, t := range f.body.bands[i] {
		if t.stage == front && !painted {
			painted = true
			r.erase(&deep)
		}
		r.draw(t)
	}
	for row := 0; row < bandRows && r.top+row < f.place.Size.Y; row += 2 {
		drawn := union(union(r.span(row), r.span(row+1)), union(deep[row], deep[row+1]))
		drawn = [2]int{drawn[0] &^ 1, min((drawn[1]+1)&^1, f.place.Size.X)}
		for k := row; k < row+2 && r.top+k < f.place.Size.Y; k++ {
			f.row(r, k, drawn, deep[k])
		}
		f.spans[(r.top+row)/2] = drawn
	}
}

// row draws a row: what lies behind the phone's edges and was seen before, the deep of the screen, and what its samples show.
func (f *frame) row(r *raster, row int, drawn, deep [2]int) {
	y := r.top + row
	width := f.place.Size.X
	pix, seen := f.picture.Pix[y*f.picture.Stride:][:4*width], f.seen.Pix[y*f.seen.Stride:][:width]
	for _, part := range beside(union(drawn, f.spans[y/2]), deep) {
		if part[0] < part[1] {
			copy(pix[4*part[0]:4*part[1]], f.behind.Pix[y*f.behind.Stride+4*part[0]:])
			clear(seen[part[0]:part[1]])
		}
	}
	dark := f.shadow.Span(y)
	for _, part := range beside([2]int{max(dark[0], drawn[0]), min(dark[1], drawn[1])}, deep) {
		if part[0] < part[1] {
			darken(pix[4*part[0]:4*part[1]], f.shadow.row(y, part[0], r.value[:part[1]-part[0]]))
		}
	}
	mirrored := f.glass.row(y, drawn[0], r.value[:drawn[1]-drawn[0]])
	if deep[0] < deep[1] {
		showDeep(pix, seen, deep, mirrored[deep[0]-drawn[0]:])
	}
	f.resolve(r, row, drawn[0], mirrored)
}

// beside returns the parts of a span before and behind another one.
func beside(span, other [2]int) [2][2]int {
	return [2][2]int{{span[0], min(span[1], other[0])}, {max(span[0], other[1]), span[1]}}
}

// showDeep shows the screen in some pixels of a row, and what the glass mirrors there.
func showDeep(pix, seen []byte, deep [2]int, mirrored []int32) {
	for x := deep[0]; x < deep[1]; x++ {
		light := glazed(255, mirrored[x-deep[0]])
		grey, left := 0xff000000|uint32(light)*0x10101, 255-light
		if n := x + 8; x%8 == 0 && n <= deep[1] && glazed(255, mirrored[n-1-deep[0]]) == light { // it changes evenly between places of the grid
			for k := x; k < n; k += 2 {
				binary.LittleEndian.PutUint64(pix[4*k:], uint64(grey)<<32|uint64(grey))
			}
			binary.LittleEndian.PutUint64(seen[x:], uint64(left)*0x0101010101010101)
			x = n - 1
			continue
		}
		binary.LittleEndian.PutUint32(pix[4*x:], grey)
		seen[x] = left
	}
}

// resolve draws what a row's samples show over what is there. mirrored is what the glass mirrors, from x0 on.
func (f *frame) resolve(r *raster, row, x0 int, mirrored []int32) {
	y := r.top + row
	pix, seen := f.picture.Pix[y*f.picture.Stride:], f.seen.Pix[y*f.seen.Stride:]
	r.resolve(row, func(x int, sums []pixelSum) {
		pix, seen := pix[4*x:][:4*len(sums)], seen[x:][:len(sums)]
		for i, s := range sums {
			switch p := pix[4*i:][:4]; s.greenSeen >> 16 {
			case 0:
			case samples: // of the body
				const half = samples/2 | samples/2<<16
				redBlue, green := (s.redBlue+half)/samples&0xff00ff, (s.greenSeen+half)/samples&0xff
				binary.LittleEndian.PutUint32(p, redBlue|green<<8|0xff000000)
				seen[i] = 0
			default:
				seen[i] = s.over((*[4]byte)(p), seen[i], mirrored[x+i-x0])
			}
		}
	})
}

// over draws a pixel that sees several things over what is there, and returns how much of the screen is seen.
func (s pixelSum) over(p *[4]byte, seen byte, mirrored int32) byte {
	body, screen := s.greenSeen>>16%(samples+1), s.greenSeen>>16/(samples+1)
	clearer := samples - body - screen // of what lies behind
	p[0] = byte((s.redBlue&0xffff + uint32(p[0])*clearer + samples/2) / samples)
	p[1] = byte((s.greenSeen&0xffff + uint32(p[1])*clearer + samples/2) / samples)
	p[2] = byte((s.redBlue>>16 + uint32(p[2])*clearer + samples/2) / samples)
	p[3] = byte(((body+screen)*255 + uint32(p[3])*clearer + samples/2) / samples)
	seen = byte((uint32(seen)*clearer + samples/2) / samples)
	if screen > 0 {
		of := byte((screen*255 + samples/2) / samples)
		light := glazed(of, mirrored)
		p[0], p[1], p[2], seen = p[0]+light, p[1]+light, p[2]+light, min(seen, 255-of)+of-light
	}
	return seen
}

// union is the smallest span that holds two.
func union(a, b [2]int) [2]int {
	switch {
	case a[0] >= a[1]:
		return b
	case b[0] >= b[1]:
		return a
	}
	return [2]int{min(a[0], b[0]), max(a[1], b[1])}
}

// glazed is the light that the glass mirrors, in 1/65536, in a pixel that sees a part of the screen.
func glazed(seen byte, mirrored int32) byte { return byte((mirrored*int32(seen) + 1<<15) >> 16) }
