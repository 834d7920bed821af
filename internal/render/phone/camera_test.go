package phone

import (
	"math"
	"testing"
)

// Corners of the screen are where the projection says.
func TestScreen(t *testing.T) {
	for _, c := range []Camera{Usual, {0, 0, 3}, {1.5, -1, 1.2}, {-0.9, 0.2, 0.4}} {
		v := Look(c)
		back := v.Screen(2).Inverse()
		for _, corner := range [][2]float64{{0, 0}, {ScreenWidth, 0}, {0, ScreenHeight}, {ScreenWidth, ScreenHeight}, {100, 200}} {
			x, y := back.At(2*corner[0], 2*corner[1])
			wantX, wantY := v.project(vector{corner[0] - ScreenWidth/2, ScreenHeight/2 - corner[1], 0})
			wantX, wantY = 2*(wantX-v.left), 2*(wantY-v.top)
			if math.Hypot(x-wantX, y-wantY) > 1e-6 {
				t.Errorf("from %v, %v is at %.3f, %.3f, want %.3f, %.3f", c, corner, x, y, wantX, wantY)
			}
			if x < 0 || y < 0 || x > 2*float64(v.Width) || y > 2*float64(v.Height) {
				t.Errorf("from %v, %v is outside of the picture", c, corner)
			}
		}
	}
}

// From straight ahead a point of the screen is a point of the picture, wherever the camera is.
func TestSize(t *testing.T) {
	for _, far := range []float64{1, 3, 50} {
		v := Look(Camera{0, 0, far})
		left, top := v.Screen(1).Inverse().At(0, 0)
		right, bottom := v.Screen(1).Inverse().At(ScreenWidth, ScreenHeight)
		if math.Abs(right-left-ScreenWidth) > 1e-6 || math.Abs(bottom-top-ScreenHeight) > 1e-6 {
			t.Errorf("from %v away the screen is %.2f x %.2f", far, right-left, bottom-top)
		}
	}
}
