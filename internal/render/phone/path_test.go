package phone

import (
	"math"
	"testing"
	"time"
)

// On its way a camera is never nearer, nor farther aside, than the keyframes beside it, and stands still before and after all of them.
func TestPath(t *testing.T) {
	path := Path{{At: time.Second, Camera: around(-60, 30, 3)}, {At: 3 * time.Second, Camera: around(60, 10, 1.5)}, {At: 4 * time.Second, Camera: Camera{0, 0, 2}, Ease: "linear"}}
	for _, at := range []time.Duration{0, time.Second} {
		if path.At(at) != path[0].Camera {
			t.Errorf("at %v: %v", at, path.At(at))
		}
	}
	if path.At(time.Minute) != path[2].Camera {
		t.Error(path.At(time.Minute))
	}
	last := path.At(0)
	for at := time.Second; at < 4*time.Second; at += 20 * time.Millisecond {
		c := path.At(at)
		if away := c.away(); away < 1.5-1e-9 || away > 3+1e-9 || c[2]/away < math.Cos(67*math.Pi/180) {
			t.Errorf("at %v: %v", at, c)
		}
		if step := vector(c).minus(vector(last)); step.dot(step) > .02 {
			t.Errorf("at %v the camera jumps from %v to %v", at, last, c)
		}
		last = c
	}
	for name, want := range map[string]float64{"linear": .25, "in": .0625, "out": .4375, "in-out": .15625, "": .15625} {
		if got := ease(name, .25); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The paths with names can be drawn, and with loop they end where they begin.
func TestNamedPaths(t *testing.T) {
	for _, name := range []string{"orbit", "push-in", "tilt", "reveal"} {
		for _, length := range []time.Duration{2 * time.Second, time.Minute} {
			path, loop := NamedPath(name, length, false), NamedPath(name, length, true)
			if loop.At(0) != loop.At(length) || path.At(0) != loop.At(0) || path.At(0) == path.At(length) {
				t.Errorf("%s: from %v to %v, and in a loop from %v to %v", name, path.At(0), path.At(length), loop.At(0), loop.At(length))
			}
			for i := range loop[1:] {
				if loop[i].At >= loop[i+1].At {
					t.Errorf("%s: keyframes at %v and %v", name, loop[i].At, loop[i+1].At)
				}
			}
			for at := time.Duration(0); at <= length; at += length / 50 {
				if c := path.At(at); c.away() < 1 || c[2]/c.away() < math.Cos(75*math.Pi/180) {
					t.Errorf("%s at %v: %v cannot be drawn", name, at, c)
				}
			}
		}
	}
}

// What a path's cameras see has room for each of them.
func TestExtent(t *testing.T) {
	path := NamedPath("tilt", time.Second, false)
	e := path.Extent()
	for at := time.Duration(0); at <= time.Second; at += time.Second / 50 {
		v := Look(path.At(at))
		if v.left < e.Left-2 || v.top < e.Top-2 || v.left+float64(v.Width) > e.Left+float64(e.Width)+2 || v.top+float64(v.Height) > e.Top+float64(e.Height)+2 {
			t.Errorf("at %v the phone is seen outside of %+v", at, e)
		}
	}
	if one := (Path{{Camera: Usual}}).Extent(); one.Width != Look(Usual).Width || one.Left != Look(Usual).left || one.Far != one.Near {
		t.Errorf("one camera sees %+v", one)
	}
}
