package phone

import (
	"math"
	"sync"
)

// lighting is the light that the body mirrors: soft boxes around the camera, which turn with it. model/light.js explains its numbers.
type lighting struct {
	Walls float64 `json:"walls"`
	Size  float64 `json:"size"`
	Boxes []box   `json:"boxes"`
}

type box struct {
	Away   vector     `json:"away"`
	Right  vector     `json:"right"`
	Up     vector     `json:"up"`
	Reach  [2]float64 `json:"reach"`
	Bright float64    `json:"bright"`
}

// room is how bright it is in a direction, as light.room of the model has it: in the camera's space, from a place that is so far off
// the phone's middle, blurred as a rough surface does.
func (l *lighting) room(direction, off vector, blur float64) float64 {
	toward := off.times(1 / l.Size).plus(direction).unit()
	sum := l.Walls
	for i := range l.Boxes {
		sum += l.Boxes[i].Bright * l.Boxes[i].part(toward, blur)
	}
	return sum
}

// part is how much of a blurred direction falls into the box.
func (b *box) part(toward vector, blur float64) float64 {
	ahead := toward.dot(b.Away)
	if ahead < .05 {
		return 0
	}
	across := along(toward.dot(b.Right)/ahead*b.Reach[0], blur*b.Reach[0])
	if across == 0 {
		return 0
	}
	return across * along(toward.dot(b.Up)/ahead*b.Reach[1], blur*b.Reach[1])
}

// along is how much of what is blurred over a width around a place falls between -1 and 1.
func along(at, soft float64) float64 {
	switch away := math.Abs(at); { // where no edge of the box is near, which is most often
	case away >= 1+soft:
		return 0
	case away <= 1-soft:
		return 1
	}
	return smoothstep(-soft, soft, at+1) - smoothstep(-soft, soft, at-1)
}

// shader shades vertices as one camera sees them.
type shader struct {
	light     *lighting
	materials []material
	axes      [3]vector // the camera's right, up and back
	camera    vector    // where it stands, in points
	distance  float64
	display   *[displays + 2]float64
}

func newShader(m *Mesh, materials []material, v View) *shader {
	return &shader{light: &m.Light, materials: materials, axes: v.axes, camera: v.axes[2].times(v.distance), distance: v.distance, display: displayTable()}
}

// colour returns what a screen shows of a vertex, up to 1.
func (s *shader) colour(m *material, place, normal vector) [3]float64 {
	switch m.Kind {
	case kindFlat:
		return m.Flat
	case kindGlass:
		mirrored := s.glass(place[0], place[1])
		return [3]float64{mirrored, mirrored, mirrored}
	case kindScreen:
		return [3]float64{}
	}
	return s.shiny(m, place, s.toCamera(normal))
}

// How much of the soft boxes the glass mirrors, and how much they blur in it.
const (
	glassMirrors = .022
	glassBlur    = .22
)

// glass is the part of light that the glass mirrors at a place: the sheen that a phone has whose camera stands still, and the soft
// boxes, whose light moves over the glass as the camera does.
func (s *shader) glass(x, y float64) float64 {
	place := vector{x, y, 0}
	r, off := ray{toward: place.minus(s.camera)}, s.toCamera(place)
	from, facing := vector{off[0], off[1], off[2] - s.distance}.unit(), s.toCamera(vector{0, 0, 1})
	mirrored := s.light.room(from.plus(facing.times(-2*from.dot(facing))), off, glassBlur) - s.light.Walls
	return r.sheen(x, y) + glassMirrors*mirrored
}

// shiny is the colour of what mirrors the room.
func (s *shader) shiny(m *material, place, facing vector) [3]float64 {
	off := s.toCamera(place)
	from := vector{off[0], off[1], off[2] - s.distance}.unit()
	straight := from.dot(facing)
	aside := 1 - min(math.Abs(straight), 1)
	grazing := aside * aside * aside * aside * aside
	mirrored := s.light.room(from.plus(facing.times(-2*straight)), off, m.Blur)
	around := s.light.room(facing, off, .9)
	var colour [3]float64
	for i, head := range m.Head {
		colour[i] = s.shown((head+(1-head)*grazing*.6)*mirrored + m.Scattered[i]*around)
	}
	return colour
}

// toCamera turns a direction of the phone's space into one of the camera's.
func (s *shader) toCamera(v vector) vector {
	return vector{s.axes[0].dot(v), s.axes[1].dot(v), s.axes[2].dot(v)}
}

// The values that a screen shows of lights are computed once: so many for a light of 1, and up to a light of 4, which is all but white.
const (
	displaysOfOne = 2048
	displays      = 4 * displaysOfOne
)

var displayTable = sync.OnceValue(func() *[displays + 2]float64 {
	var table [displays + 2]float64
	for i := range table {
		table[i] = display(float64(i) / displaysOfOne)
	}
	return &table
})

// shown is display of a light, from the table.
func (s *shader) shown(light float64) float64 {
	at := min(light*displaysOfOne, displays)
	i := int(at)
	return s.display[i] + (at-float64(i))*(s.display[i+1]-s.display[i])
}

// display is the value that a screen shows of a light, as the model has it.
func display(c float64) float64 {
	if c > .6 {
		c = .6 + .4*(1-math.Exp((.6-c)/.4)) // bright spots roll off
	}
	if c > .0031308 {
		return 1.055*math.Pow(c, 1/2.4) - .055
	}
	return c * 12.92
}

func (a vector) times(x float64) vector { return vector{a[0] * x, a[1] * x, a[2] * x} }

func (a vector) plus(b vector) vector { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a vector) minus(b vector) vector { return a.plus(b.times(-1)) }
