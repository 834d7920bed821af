package phone

import (
	"image"
	"math"
	"testing"

	"mockup/internal/render/browser"
	"mockup/internal/render/warp"
)

// paper covers the screen of the model with a grey picture.
const paper = `({ pixels, width, height }) => {
  const { scene, target } = mockup;
  const part = scene.children.find((mesh) => mesh.renderOrder > 0), { position } = part.geometry.attributes;
  const texture = new target.texture.constructor();
  const data = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0));
  const linear = 1006, red = 1028; // THREE.LinearFilter, THREE.RedFormat
  Object.assign(texture, { image: { data, width, height }, isDataTexture: true, format: red, unpackAlignment: 1, flipY: false, magFilter: linear, minFilter: linear, generateMipmaps: false, needsUpdate: true });
  const material = part.material.clone();
  material.uniforms = { paper: { value: texture } };
  material.vertexShader = "varying vec2 at; void main() { at = vec2(position.x / 402.0 + 0.5, 0.5 - position.y / 874.0); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }";
  material.fragmentShader = "uniform sampler2D paper; varying vec2 at; void main() { gl_FragColor = vec4(vec3(texture2D(paper, at).r), 1.0); }";
  const geometry = new part.geometry.constructor();
  geometry.setAttribute("position", new position.constructor([-201, -437, 0, 201, -437, 0, 201, 437, 0, -201, 437, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const mesh = new part.constructor(geometry, material);
  mesh.renderOrder = 100;
  scene.add(mesh);
  return true;
}`

// What the warp makes of a picture is what three.js makes of the same scene with the picture as its screen's texture, which it
// reads 64 times a pixel. The picture is soft: filters differ in what they make of hard edges, and here it is about
// places and levels. A tenth of a pixel beside its place it would be off by 2 levels in the mean.
func TestWarpEqualsTexture(t *testing.T) {
	source := waves(image.Pt(ScreenWidth*half, ScreenHeight*half))
	for _, camera := range []Camera{Usual, aside} {
		v, body := Look(camera), drawnHalf(t, camera)
		want := textured(t, v, half, source)
		size, light := v.size(half), body.ScreenTransmission
		plane := func(pix []byte) warp.Plane { return warp.Plane{Pix: pix, Stride: size.X} }
		table := warp.New(v.Screen(half), source.Rect.Size(), image.Rectangle{Max: size}, plane(light.Pix))
		got := make([]byte, size.X*size.Y)
		table.Draw(image.Rectangle{Max: size}, plane(light.Pix), warp.Channel{To: plane(got), Base: plane(make([]byte, len(got))), Source: source.Pix})
		sum, n, most := 0., 0., 0.
		for i, part := range light.Pix {
			if part == 255 {
				off := math.Abs(float64(got[i]) - float64(want.Picture.Pix[4*i]))
				sum, n, most = sum+off, n+1, max(most, off)
			}
		}
		t.Logf("from %v: %.2f in the mean, %.0f at most, of %.0f pixels", camera, sum/n, most, n)
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

// textured draws a view of the phone with a picture on its screen, without glass and shadow.
func textured(t *testing.T, v View, scale float64, source *image.Gray) *Body {
	t.Helper()
	s := newBodies(t, "")
	ctx, cancel := browser.WithLimit(t.Context(), s.opts.Timeout)
	defer cancel()
	b, err := s.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := setUp(ctx, b, v, scale); err != nil {
		t.Fatal(err)
	}
	if err := b.Call(ctx, paper, map[string]any{"pixels": source.Pix, "width": source.Rect.Dx(), "height": source.Rect.Dy()}, nil); err != nil {
		t.Fatal(err)
	}
	body, err := drawTiles(ctx, b, v, scale)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
