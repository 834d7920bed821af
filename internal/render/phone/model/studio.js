// What Go calls on the stage: takes a camera, then draws the picture tile by tile.
"use strict";

globalThis.mockup = {
  // Sets the scene up. The camera's axes are rows; distance is in points.
  async open({ axes, distance, view, scale }) {
    const canvas = document.createElement("canvas");
    if (!canvas.getContext("webgl2", { antialias: false })) return { webgl: false };
    const renderer = new THREE.WebGLRenderer({ canvas, context: canvas.getContext("webgl2") });
    renderer.autoClear = false;
    renderer.setClearColor(0, 0);
    renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    renderer.debug.onShaderError = (gl, program, vertex, fragment) => {
      throw new Error("shader: " + gl.getShaderInfoLog(vertex) + gl.getShaderInfoLog(fragment));
    };
    this.renderer = renderer;
    this.camera = this.place(axes, distance);
    this.passes = scale < 1.5 ? 16 : scale < 3 ? 8 : 4; // each of them has four samples of a pixel's edges
    this.sheet = new Sheet();
    this.scenes = [this.picture(axes, distance, view), this.share()];
    return { webgl: true };
  },

  place(axes, distance) {
    const camera = new THREE.Camera();
    const [right, up, back] = axes;
    camera.matrixAutoUpdate = false;
    camera.matrixWorld.set(
      right[0], up[0], back[0], back[0] * distance,
      right[1], up[1], back[1], back[1] * distance,
      right[2], up[2], back[2], back[2] * distance,
      0, 0, 0, 1,
    );
    camera.matrix.copy(camera.matrixWorld);
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    camera.matrixWorldAutoUpdate = false;
    return camera;
  },

  // The phone under a black screen, and its shadow.
  picture(axes, distance, view) {
    const scene = new THREE.Scene();
    scene.add(body.build({
      titanium: materials.titanium(), button: materials.button(), plastic: materials.plastic(), back: materials.back(), edge: materials.edge(),
      glass: materials.glass(), lens: materials.lens(...body.lens), slit: materials.flat(0.075, 0.075, 0.078),
      hole: materials.flat(0.02, 0.02, 0.02), tongue: materials.flat(0.12, 0.12, 0.12),
    }));
    const [left, top, right, bottom] = view.map((v) => v / distance);
    const shadow = materials.shadow(new THREE.Vector4(left, -bottom, right, -top), 40 / distance);
    const plane = new THREE.Mesh(new THREE.PlaneGeometry(4000, 4000).translate(0, 0, -body.depth - body.shadowGap), shadow);
    plane.renderOrder = -1; // the camera's lenses reach through it, and are drawn over it
    shadow.depthWrite = false;
    scene.add(plane);
    return scene;
  },

  // The screen's light, and the island that covers some of it.
  share() {
    const scene = new THREE.Scene();
    scene.add(body.front({ screen: materials.light(), island: materials.flat(0, 0, 0) }));
    return scene;
  },

  // Draws a tile: its projection as columns, its size in pixels. Returns the two pictures as base64: colours with
  // their transparency, and one byte a pixel.
  async tile({ projection, width, height }) {
    this.camera.projectionMatrix.fromArray(projection);
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
    const [picture, share] = this.scenes.map((scene) => this.pixels(scene, width, height));
    const gl = this.renderer.getContext();
    if (gl.isContextLost() || gl.getError() !== gl.NO_ERROR) return { lost: true };
    return { picture: base64(picture), share: base64(reds(share)) };
  },

  // Draws a scene several times, each time with the pixels' grid a little elsewhere, and returns the average.
  pixels(scene, width, height) {
    const { renderer, camera, passes } = this;
    const once = this.target("once", width, height, { samples: 4 });
    const sum = this.target("sum", width, height, { type: THREE.HalfFloatType, depthBuffer: false });
    const out = this.target("out", width, height, { depthBuffer: false });
    const matrix = camera.projectionMatrix, straight = matrix.clone();
    this.clear(sum);
    for (let i = 0; i < passes; i++) {
      const [x, y] = [(i + 0.5) / passes - 0.5, halves(i) + 0.5 / passes - 0.5];
      matrix.copy(straight).premultiply(new THREE.Matrix4().makeTranslation((2 * x) / width, (2 * y) / height, 0));
      this.clear(once);
      renderer.render(scene, camera);
      renderer.setRenderTarget(sum);
      this.sheet.show(renderer, once.texture, 1 / passes, false);
    }
    matrix.copy(straight);
    this.clear(out);
    this.sheet.show(renderer, sum.texture, 1, true);
    const pixels = new Uint8Array(4 * width * height);
    renderer.readRenderTargetPixels(out, 0, 0, width, height, pixels);
    return pixels;
  },

  clear(target) {
    this.renderer.setRenderTarget(target);
    this.renderer.clear();
  },

  // A target of a size, kept for the next tile.
  target(name, width, height, options) {
    const known = (this.targets ??= {})[name];
    if (known?.width === width && known.height === height) return known;
    known?.dispose();
    return (this.targets[name] = new THREE.WebGLRenderTarget(width, height, {
      minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter, generateMipmaps: false, ...options,
    }));
  },
};

// The order of the bits of a number, turned around, behind the point: 0, 1/2, 1/4, 3/4, 1/8 …
function halves(i) {
  let value = 0;
  for (let part = 0.5; i > 0; i >>= 1, part /= 2) value += part * (i & 1);
  return value;
}

// Shows pictures on all of a target, each added to what is there.
class Sheet {
  constructor() {
    this.material = new THREE.ShaderMaterial({
      uniforms: { shown: { value: null }, part: { value: 1 }, last: { value: -1 } },
      depthTest: false, depthWrite: false, transparent: true,
      blending: THREE.CustomBlending, blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor,
      vertexShader: "void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }",
      fragmentShader: `
        uniform sampler2D shown;
        uniform float part;
        uniform int last;
        void main() {
          ivec2 at = ivec2(gl_FragCoord.xy);
          if (last >= 0) at.y = last - at.y;
          gl_FragColor = part * texelFetch(shown, at, 0);
        }`,
    });
    const corners = [-1, -1, 0, 3, -1, 0, -1, 3, 0];
    this.mesh = new THREE.Mesh(shape.geometry(corners, corners, [0, 1, 2]), this.material);
    this.mesh.frustumCulled = false;
    this.camera = new THREE.Camera();
  }

  // Adds a part of a picture's values to the renderer's target. Rows are read from a target from its bottom: turned
  // over, they come from the top.
  show(renderer, texture, part, turned) {
    const { uniforms } = this.material;
    uniforms.shown.value = texture;
    uniforms.part.value = part;
    uniforms.last.value = turned ? texture.image.height - 1 : -1;
    renderer.render(this.mesh, this.camera);
  }
}

// The first of every pixel's four values.
function reds(pixels) {
  const values = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = pixels[4 * i];
  return values;
}

function base64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8190) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 8190))));
  return parts.join("");
}
