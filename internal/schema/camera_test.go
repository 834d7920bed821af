package schema

import (
	"math"
	"testing"
)

// A camera that nothing can be drawn from is moved to the nearest place that something can be drawn from. Where it has
// no effect nobody looks at it.
func TestCamera(t *testing.T) {
	for camera, test := range map[string]struct {
		at   [3]float64
		want string
	}{
		"[0, 0, 1]":          {[3]float64{0, 0, 1}, ""},
		"[0.5, -0.5, 0.75]":  {[3]float64{.5, -.5, .75}, ""},
		"[600, 0, 600]":      {[3]float64{600, 0, 600}, ""},
		"[-1.5, 0.5, 3]":     {[3]float64{-1.5, .5, 3}, ""},
		"[0, 0, 0.0]":        {[3]float64{0, 0, 1}, "the camera cannot stand inside the phone; it is moved to [0, 0, 1]"},
		"[0, 0.3, 0.4]":      {[3]float64{0, .6, .8}, "the camera is 0.5 phone heights from the screen, which is too near; it is moved to [0, 0.6, 0.8]"},
		"[0, 0, -4]":         {[3]float64{-3.8637, 0, 1.0353}, "the camera is behind the screen; it is moved to [-3.864, 0, 1.035]"},
		"[3, 4, 0]":          {[3]float64{2.8978, 3.8637, 1.2941}, "the camera is behind the screen; it is moved to [2.898, 3.864, 1.294]"},
		"[0, 1e-300, 0]":     {[3]float64{0, .9659, .2588}, "the camera is 1e-300 phone heights from the screen, which is too near; it is moved to [0, 0.9659, 0.2588]"},
		"[4, 0, 1]":          {[3]float64{3.9826, 0, 1.0672}, "the camera looks at the screen from 76° to the side; it is moved to [3.983, 0, 1.067]"},
		"[0, 0, 1e300]":      {[3]float64{0, 0, 1000}, "the camera is more than 1000 phone heights away; it is moved to [0, 0, 1000]"},
		"[-1e308, 1e308, 0]": {[3]float64{-965.9, 965.9, 366.03}, "the camera is behind the screen; it is moved to [-965.9, 965.9, 366]"},
	} {
		p, found := Decode([]byte("render3D: true\ncameraPosition: "+camera+"\n"+chat("whatsapp")), Options{})
		want := ""
		if test.want != "" {
			want = "2:1: warning: cameraPosition: " + test.want + ", since the least distance is 1 phone height and the widest angle 75° to the side (adjusted)"
		}
		if p == nil || found.Error() != want {
			t.Errorf("%s: got %v, want %s", camera, found, want)
			continue
		}
		for i, v := range p.CameraPosition {
			if math.Abs(v-test.at[i]) > 1e-4*max(1, math.Abs(v)) {
				t.Errorf("%s: at %v, want %v", camera, *p.CameraPosition, test.at)
			}
		}
		if fault := cameraFault(*p.CameraPosition); fault != "" {
			t.Errorf("%s: moved to %v: %s", camera, *p.CameraPosition, fault)
		}
	}
	for _, text := range []string{"render3D: false\n" + chat("whatsapp"), chat("whatsapp")} {
		p, found := Decode([]byte("cameraPosition: [0, 0, -5000]\n"+text), Options{})
		if want := `1:1: warning: cameraPosition: has no effect without render3D: true (ignored)`; found.Error() != want {
			t.Errorf("got %v, want %s", found, want)
		}
		if p == nil || *p.CameraPosition != [3]float64{0, 0, -5000} {
			t.Errorf("%+v", p)
		}
	}
}

// Every camera is moved to a place from which something can be drawn.
func FuzzCamera(f *testing.F) {
	f.Add(0.0, 0.0, 0.0)
	f.Add(1e-308, -1e308, 4.0)
	f.Add(5e-324, 5e-324, -5e-324)
	f.Fuzz(func(t *testing.T, x, y, z float64) {
		p := [3]float64{x, y, z}
		if math.IsNaN(x+y+z) || math.IsInf(x+y+z, 0) || cameraFault(p) == "" {
			return
		}
		if fault := cameraFault(nearestCamera(p)); fault != "" {
			t.Errorf("%v is moved to %v: %s", p, nearestCamera(p), fault)
		}
	})
}
