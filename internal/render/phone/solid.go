package phone

import (
	"image"
	"runtime"
	"sync"
	"sync/atomic"
)

// Finish says how a phone looks that Go draws. The zero value is the natural phone above a wall.
type Finish struct {
	Color  string // black, white, natural or blue; empty: natural
	Ground bool   // it stands on a ground, and casts its shadow there and not behind it
}

// finishes are the colours of the materials that differ from those of the natural phone: what they mirror, and what they scatter.
var finishes = map[string]map[string][2][3]float64{
	"black": {
		"metal": {{.085, .082, .078}, {.006, .006, .0055}}, "button": {{.09, .087, .083}, {.005, .005, .005}},
		"line": {{.03, .03, .03}, {.028, .027, .026}}, "back": {{.04, .04, .04}, {.02, .02, .02}},
	},
	"white": {
		"metal": {{.74, .72, .69}, {.06, .058, .055}}, "button": {{.76, .74, .71}, {.05, .048, .046}},
		"line": {{.05, .05, .05}, {.33, .32, .305}}, "back": {{.05, .05, .05}, {.62, .61, .59}},
	},
	"blue": {
		"metal": {{.095, .125, .185}, {.006, .009, .015}}, "button": {{.1, .132, .195}, {.006, .009, .014}},
		"line": {{.04, .045, .05}, {.035, .045, .065}}, "back": {{.05, .05, .05}, {.035, .05, .085}},
	},
}

// materials returns the mesh's materials in the finish's colours.
func (f Finish) materials(m *Mesh) []material {
	all := make([]material, len(m.Materials))
	for i, made := range m.Materials {
		if colours, ok := finishes[f.Color][made.Finish]; ok {
			made.Head, made.Scattered = colours[0], colours[1]
		}
		all[i] = made
	}
	return all
}

// solidBody is a mesh as one camera sees it: what of its parts faces the camera, and which faces each band of rows shows, stage by
// stage.
type solidBody struct {
	parts []partView
	bands [][]*face
}

// partView is a part as one camera sees it.
type partView struct {
	corners []corner
	shaded  []bool // corners that have their colours
	faces   []face
}

// bandRows is how many rows of a picture are drawn at once.
const bandRows = 4

// see takes the mesh as a view shows it in a picture of a size, at scale pixels a point.
func (body *solidBody) see(m *Mesh, v View, s *shader, scale float64, size image.Point) {
	if body.parts == nil {
		body.parts, body.bands = make([]partView, len(m.Parts)), make([][]*face, (size.Y+bandRows-1)/bandRows)
	}
	seesInside := m.seesInside(s.camera)
	inParallel(len(m.Parts), func(i int) {
		p, seen := &m.Parts[i], &body.parts[i]
		seen.faces = seen.faces[:0]
		if !(p.Stage == inside && !seesInside || p.hidden(s.camera)) {
			seen.see(p, v, s, scale)
		}
	})
	for i := range body.bands {
		body.bands[i] = body.bands[i][:0]
	}
	for stage := solid; stage <= front; stage++ {
		for i := range m.Parts {
			if m.Parts[i].Stage == stage {
				body.sort(body.parts[i].faces)
			}
		}
	}
}

// sort adds faces to the bands that show them.
func (body *solidBody) sort(faces []face) {
	for i := range faces {
		f := &faces[i]
		first, last := max(f.first/(bandRows*lines), 0), min((f.end-1)/(bandRows*lines), len(body.bands)-1)
		for band := first; band <= last; band++ {
			body.bands[band] = append(body.bands[band], f)
		}
	}
}

// see takes the triangles of the part that face the camera, two of them as one face where both are flat together. A vertex is shaded when
// the first of them needs it.
func (seen *partView) see(p *part, v View, s *shader, scale float64) {
	if seen.corners == nil {
		seen.corners, seen.shaded = make([]corner, len(p.Materials)), make([]bool, len(p.Materials))
	}
	clear(seen.shaded)
	for i := range seen.corners {
		at, c := p.place(i), &seen.corners[i]
		near := v.axes[2].dot(at)
		larger := v.distance / (v.distance - near)
		c.x, c.y = (v.axes[0].dot(at)*larger-v.left)*scale, (-v.axes[1].dot(at)*larger-v.top)*scale
		c.value[3] = near * larger
	}
	for i := 0; i < len(p.Index); i += 3 {
		corners := [4]*corner{&seen.corners[p.Index[i]], &seen.corners[p.Index[i+1]], &seen.corners[p.Index[i+2]]}
		if !facing(corners[0], corners[1], corners[2]) {
			continue
		}
		seen.shade(p, s, p.Index[i:i+3])
		kind := uint32(seesBody)
		if s.materials[p.Materials[p.Index[i]]].Kind == kindScreen {
			kind = seesScreen
		}
		f, n := newFace(corners[0], corners[1], corners[2], p.Stage, kind), 3
		if next := i + 3; next < len(p.Index) && p.Index[next] == p.Index[i] && p.Index[next+1] == p.Index[i+2] {
			seen.shade(p, s, p.Index[next+2:next+3])
			corners[3] = &seen.corners[p.Index[next+2]]
			if quadrangle, ok := f.withFourth(corners[0], corners[1], corners[2], corners[3]); ok {
				f, n, i = quadrangle, 4, next
			}
		}
		f.setEdges(corners[:n]...)
		seen.faces = append(seen.faces, f)
	}
}

// shade gives vertices their colours, unless they have them.
func (seen *partView) shade(p *part, s *shader, vertices []int32) {
	for _, k := range vertices {
		if seen.shaded[k] {
			continue
		}
		seen.shaded[k] = true
		normal := vector{float64(p.Normals[3*k]), float64(p.Normals[3*k+1]), float64(p.Normals[3*k+2])}
		for n, light := range s.colour(&s.materials[p.Materials[k]], p.place(int(k)), normal) {
			seen.corners[k].value[n] = 255 * min(light, 1)
		}
	}
}

// seesInside reports whether a camera is before any opening, all of which are flat.
func (m *Mesh) seesInside(camera vector) bool {
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Stage == opening {
			normal := vector{float64(p.Normals[0]), float64(p.Normals[1]), float64(p.Normals[2])}
			if camera.minus(p.place(0)).dot(normal) > 0 {
				return true
			}
		}
	}
	return false
}

// hidden reports whether the body hides all of a part that stands out at its back.
func (p *part) hidden(camera vector) bool {
	const flat = 6 // from the outline to what is flat of the back
	for i := range p.Materials {
		at := p.place(i)
		if at[2] > -BodyDepth+2 || camera[2] < -BodyDepth { // parts begin a little within the body
			return false
		}
		r := ray{from: camera, toward: at.minus(camera)}
		if x, y, _ := r.meet(-BodyDepth); outside(x, y, flat) > 0 {
			return false
		}
	}
	return true
}

func (p *part) place(i int) vector {
	return vector{float64(p.Positions[3*i]), float64(p.Positions[3*i+1]), float64(p.Positions[3*i+2])}
}

// inParallel does a number of pieces of work, as many at once as there are processors.
func inParallel(pieces int, work func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), pieces) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < pieces; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
