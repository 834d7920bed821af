package phone

import (
	"image"
	"math"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/warp"
)

// paper puts a grey picture on the screen of the model: the light that reaches the camera is then the picture's.
const paper = `({ pixels, width, height }) => {
  const screen = mockup.scenes[1].children[0].children[0].material;
  const texture = new (mockup.target("paper", 8, 8, {}).texture.constructor)();
  const data = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0));
  const linear = 1006, red = 1028; // THREE.LinearFilter, THREE.RedFormat
  Object.assign(texture, { image: { data, width, height }, isDataTexture: true, format: red, unpackAlignment: 1, flipY: false, magFilter: linear, minFilter: linear, generateMipmaps: false, needsUpdate: true });
  screen.uniforms.paper = { value: texture };
  screen.fragmentShader = screen.fragmentShader.replace(/vec4 colour\(\) \{[^}]*\}/,
    "uniform sampler2D paper; vec4 colour() { return vec4(texture2D(paper, vec2(place.x / 402.0 + 0.5, 0.5 - place.y / 874.0)).r); }");
  screen.needsUpdate = true;
  return true;
}`

// What the warp makes of a picture is what three.js makes of the same scene with the picture as its screen's texture, which it
// reads 64 times a pixel. The picture is soft: filters differ in what they make of hard edges, and here it is about
// places and levels. A tenth of a pixel beside its place it would be off by 2 levels in the mean.
func TestWarpEqualsTexture(t *testing.T) {
	const scale = 1
	source := waves(image.Pt(ScreenWidth*scale, ScreenHeight*scale))
	s := newStudio(t, "")
	for _, camera := range []Camera{Usual, {1.2, -0.9, 1.3}} {
		v := Look(camera)
		body, err := s.Body(t.Context(), v, scale)
		if err != nil {
			t.Fatal(err)
		}
		want := textured(t, s, v, scale, source)
		size := v.size(scale)
		table := warp.New(v.Screen(scale), source.Rect.Size(), image.Rectangle{Max: size}, func(x, y int) bool { return body.Share.AlphaAt(x, y).A > 0 })
		got := make([]byte, size.X*size.Y)
		plane := func(pix []byte) warp.Plane { return warp.Plane{Pix: pix, Stride: size.X} }
		table.Draw(plane(got), source.Pix, warp.Layer{Base: plane(make([]byte, len(got))), Share: plane(body.Share.Pix)}, image.Rectangle{Max: size})
		sum, n, most := 0., 0., 0.
		for i, share := range body.Share.Pix {
			if share == 255 {
				off := math.Abs(float64(got[i]) - float64(want.Share.Pix[i]))
				sum, n, most = sum+off, n+1, max(most, off)
			}
		}
		t.Logf("from %v: %.2f in the mean, %.0f at most", camera, sum/n, most)
		if sum/n > 1 || most > 6 {
			t.Errorf("from %v: off by %.2f in the mean and %.0f at most", camera, sum/n, most)
		}
	}
}

// waves is a soft picture that is nowhere like its neighbourhood.
func waves(size image.Point) *image.Gray {
	img := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			level := 128 + 55*math.Sin(float64(x)/4+float64(y*y)/9000) + 55*math.Sin(float64(y)/5-float64(x*x)/5000)
			img.Pix[y*img.Stride+x] = byte(level)
		}
	}
	return img
}

// textured draws a view of the phone with a picture on its screen. Its Share is the picture's light.
func textured(t *testing.T, s *Studio, v View, scale float64, source *image.Gray) *Body {
	t.Helper()
	ctx, cancel := browser.WithLimit(t.Context(), s.opts.Timeout)
	defer cancel()
	b, err := s.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := pose(ctx, b, v, scale); err != nil {
		t.Fatal(err)
	}
	if err := b.Call(ctx, paper, map[string]any{"pixels": source.Pix, "width": source.Rect.Dx(), "height": source.Rect.Dy()}, nil); err != nil {
		t.Fatal(err)
	}
	body, err := take(ctx, b, v, scale)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
