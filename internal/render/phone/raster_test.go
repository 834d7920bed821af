package phone

import (
	"slices"
	"testing"
)

// square returns the corners of a square, against the clock, of one depth. Its red is that of a plane, and so much more at the last corner.
func square(more float64) [4]corner {
	var corners [4]corner
	for i, at := range [4][2]float64{{10.3, 3.1}, {5.2, 9.4}, {11.5, 14.6}, {16.6, 8.3}} {
		corners[i] = corner{x: at[0], y: at[1], value: [4]float64{100 + 2*at[0] + 3*at[1], 50, 50, 7}}
	}
	corners[3].value[0] += more
	return corners
}

// A face of four corners has the samples of the two triangles that it is made of, and their colours.
func TestQuadrangle(t *testing.T) {
	for _, more := range []float64{0, 2} {
		c := square(more)
		whole, halves := newRaster(24, 20), newRaster(24, 20)
		first, second := newFace(&c[0], &c[1], &c[2], solid, seesBody), newFace(&c[0], &c[2], &c[3], solid, seesBody)
		quadrangle, ok := first.withFourth(&c[0], &c[1], &c[2], &c[3])
		if !ok {
			t.Fatalf("with %g more: the corners make no face", more)
		}
		quadrangle.setEdges(&c[0], &c[1], &c[2], &c[3])
		first.setEdges(&c[0], &c[1], &c[2])
		second.setEdges(&c[0], &c[2], &c[3])
		whole.draw(&quadrangle)
		halves.draw(&first)
		halves.draw(&second)
		seen := 0
		for i, a := range whole.colour {
			b := halves.colour[i]
			if a>>24 != b>>24 {
				t.Fatalf("with %g more: sample %d is seen by one of both", more, i)
			}
			if off := abs(int(a&0xff) - int(b&0xff)); off > 1 || a>>8 != b>>8 {
				t.Fatalf("with %g more: sample %d is %x and %x", more, i, a, b)
			}
			if a != 0 {
				seen++
			}
		}
		if seen == 0 || !slices.Equal(whole.drawn, halves.drawn) {
			t.Errorf("with %g more: %d samples are seen", more, seen)
		}
	}
}

// What is not flat, and what is not convex, stays two triangles.
func TestNoQuadrangle(t *testing.T) {
	bent, deep, dented := square(9), square(0), square(0)
	deep[3].value[3]++
	dented[1].x, dented[1].y = 11, 9
	for name, c := range map[string][4]corner{"bent": bent, "deep": deep, "dented": dented} {
		f := newFace(&c[0], &c[1], &c[2], solid, seesBody)
		if _, ok := f.withFourth(&c[0], &c[1], &c[2], &c[3]); ok {
			t.Errorf("%s corners make one face", name)
		}
	}
}

// What is inside the sockets at the bottom is drawn for cameras below it, and for no other.
func TestSeesInside(t *testing.T) {
	mesh, err := newBodies(t, "").Mesh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []Camera{Usual, {0, 0, 2}, around(0, -20, 1.2), around(14, -62, 1.5)} {
		v := Look(c)
		camera := v.axes[2].times(v.distance)
		if got, want := mesh.seesInside(camera), camera[1] < -BodyHeight/2; got != want {
			t.Errorf("from %v: %v, want %v", c, got, want)
		}
	}
}

// Where every second line is left out, an upright face has the samples and the colours that it has on all lines: between two of its edges
// all samples, and on an edge as many steps.
func TestUprightFace(t *testing.T) {
	var corners [4]corner
	for i, at := range [4][2]float64{{10.3, -1}, {11.2, 24}, {17.6, 24}, {16.9, -1}} {
		corners[i] = corner{x: at[0], y: at[1], value: [4]float64{100 + 2*at[0] + 3*at[1], 50, 80, 7 + at[0]/9}}
	}
	face := newFace(&corners[0], &corners[1], &corners[2], solid, seesBody)
	quadrangle, ok := face.withFourth(&corners[0], &corners[1], &corners[2], &corners[3])
	if !ok {
		t.Fatal("the corners make no face")
	}
	quadrangle.setEdges(&corners[0], &corners[1], &corners[2], &corners[3])
	drawn := func(wide uint) map[[2]int][3]int { // red and green in the mean, and how many samples are seen
		r, sums := newRaster(30, 20), map[[2]int][3]int{}
		r.begin(0, wide)
		r.draw(&quadrangle)
		for row := range 20 {
			r.resolve(row, func(x int, eight []pixelSum) {
				for i, s := range eight {
					if seen := int(s.greenSeen >> 16); seen > 0 {
						sums[[2]int{x + i, row}] = [3]int{int(s.redBlue&0xffff) / seen, int(s.greenSeen&0xffff) / seen, seen}
					}
				}
			})
		}
		if slices.ContainsFunc(r.colour, func(c uint32) bool { return c != 0 }) {
			t.Error("some samples are not free")
		}
		return sums
	}
	all, half := drawn(0), drawn(1)
	steps := map[int]bool{}
	for at, a := range all {
		b := half[at]
		if abs(a[0]-b[0]) > 2 || abs(a[1]-b[1]) > 1 || abs(a[2]-b[2]) > 1 {
			t.Errorf("pixel %v is %v on all lines and %v on half of them", at, a, b)
		}
		steps[b[2]] = true
	}
	if len(all) != len(half) || len(all) < 6*20 || len(steps) < 12 {
		t.Errorf("%d pixels are seen on all lines, and %d on half of them, with %d steps", len(all), len(half), len(steps))
	}
}

// The long sides of the phone are upright for cameras around it, and not for one that looks along it.
func TestUpright(t *testing.T) {
	for _, test := range []struct {
		camera Camera
		some   bool
	}{{Usual, true}, {around(-40, 11, 2.5), true}, {around(0, -70, 1.2), false}} {
		v := Look(test.camera)
		f := &frame{Shot: &Shot{place: ShotPlace{Size: v.Pixels(1)}}, view: v, scale: 1}
		if from, to := f.upright(); (from < to) != test.some {
			t.Errorf("from %v the rows from %d to %d", test.camera, from, to)
		}
	}
}
