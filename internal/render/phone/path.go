package phone

import (
	"image"
	"math"
	"time"
)

// Path is how a camera moves: its keyframes, in order of time. Before the first and after the last one it stands still.
type Path []PathKey

// PathKey is where a camera is at a time.
type PathKey struct {
	At     time.Duration
	Camera Camera
	Ease   string // how it comes there from the key before: linear, in, out, or in-out, which an empty text means too
}

// At is where the camera is at a time.
func (p Path) At(t time.Duration) Camera {
	next := 0
	for next < len(p) && p[next].At <= t {
		next++
	}
	switch next {
	case 0:
		return p[0].Camera
	case len(p):
		return p[len(p)-1].Camera
	}
	a, b := p[next-1], p[next]
	return between(a.Camera, b.Camera, ease(b.Ease, float64(t-a.At)/float64(b.At-a.At)))
}

// ease is how far something has come when a part of its time is over.
func ease(name string, part float64) float64 {
	switch name {
	case "linear":
		return part
	case "in":
		return part * part
	case "out":
		return 1 - (1-part)*(1-part)
	}
	return smoothstep(0, 1, part)
}

// between is a camera on the way from one to another: it turns around the phone on the shortest arc, while its distance changes by the same
// factor in the same time. So it is never nearer, and never farther aside, than both.
func between(a, b Camera, part float64) Camera {
	if part == 0 || a == b {
		return a
	}
	from, to := vector(a).unit(), vector(b).unit()
	angle := math.Acos(min(max(from.dot(to), -1), 1))
	toward := to
	if sin := math.Sin(angle); sin > 1e-9 {
		toward = from.times(math.Sin((1-part)*angle) / sin).plus(to.times(math.Sin(part*angle) / sin)).unit()
	}
	return Camera(toward.times(math.Exp((1-part)*math.Log(a.away()) + part*math.Log(b.away()))))
}

// away is how far the camera is from the middle of the screen, in heights of the body.
func (c Camera) away() float64 { return math.Sqrt(vector(c).dot(vector(c))) }

// around is a camera at an angle to the right of the screen's axis and one above it, in degrees, and at a distance.
func around(right, above, away float64) Camera {
	sin, cos := math.Sincos(right * math.Pi / 180)
	up, level := math.Sincos(above * math.Pi / 180)
	return Camera{away * sin * level, away * up, away * cos * level}
}

// revealTime is how long the path with this name takes, or as long as the video.
const revealTime = 4 * time.Second

// NamedPath returns a path by its name. With loop it ends where it begins.
func NamedPath(name string, length time.Duration, loop bool) Path {
	if loop {
		there := NamedPath(name, length/2, false)
		back := there[len(there)-1]
		if back.At < length/2 { // it has been there for a while
			there = append(there, PathKey{At: length - back.At, Camera: back.Camera})
		}
		return append(there, PathKey{At: length, Camera: there[0].Camera})
	}
	end := PathKey{At: length}
	begin := PathKey{}
	switch name {
	case "push-in":
		begin.Camera, end.Camera = around(-24, 8, 3.3), around(-5, 2, 2.5)
	case "tilt":
		begin.Camera, end.Camera = around(-16, 42, 2.5), around(-10, -16, 2.5)
	case "reveal":
		begin.Camera, end.Camera, end.At = around(14, -62, 1.5), around(-20, 7, 2.5), min(length, revealTime)
	default: // orbit
		begin.Camera, end.Camera = around(-40, 11, 2.5), around(40, 7, 2.5)
	}
	return Path{begin, end}
}

// pathSteps is how many cameras stand for the way from one keyframe to the next.
const pathSteps = 24

// Extent is what the cameras of a path see together.
type Extent struct {
	Width, Height int     // points, even: room for the phone, as large as the farthest camera sees it, and its shadow
	Left, Top     float64 // of that room from the middle of the screen, points
	Far, Near     float64 // the greatest and the least distance, in heights of the body
}

// Extent returns what the path's cameras see together.
func (p Path) Extent() Extent {
	e := Extent{Left: math.Inf(1), Top: math.Inf(1), Near: math.Inf(1)}
	right, bottom := math.Inf(-1), math.Inf(-1)
	see := func(c Camera) {
		v := Look(c)
		e.Left, e.Top = min(e.Left, v.left), min(e.Top, v.top)
		right, bottom = max(right, v.left+float64(v.Width)), max(bottom, v.top+float64(v.Height))
		e.Far, e.Near = max(e.Far, c.away()), min(e.Near, c.away())
	}
	see(p[0].Camera)
	for i := range p[1:] {
		for step := range pathSteps {
			see(between(p[i].Camera, p[i+1].Camera, float64(step+1)/pathSteps))
		}
	}
	e.Width, e.Height = even(right-e.Left), even(bottom-e.Top)
	return e
}

// Pixels is the size of the room at a number of pixels a point.
func (e Extent) Pixels(scale float64) image.Point { return pixels(e.Width, e.Height, scale) }
