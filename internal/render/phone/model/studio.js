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
    this.renderer = renderer;
    this.camera = this.place(axes, distance);
    this.samples = scale < 1.5 ? 4 : scale < 3 ? 3 : 2; // on a side of a pixel, each of them with four of its edges
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
    const glass = materials.glass();
    scene.add(body.build({
      titanium: materials.titanium(), button: materials.button(), plastic: materials.plastic(), edge: materials.edge(),
      glass, screen: glass, island: glass, lens: materials.lens(...body.lens), slit: materials.flat(0.075, 0.075, 0.078), hole: materials.flat(0.02, 0.02, 0.02),
    }));
    const shadow = materials.shadow();
    const [left, top, right, bottom] = view.map((v) => v / distance);
    shadow.uniforms.view.value.set(left, -bottom, right, -top);
    shadow.uniforms.fade.value = 40 / distance;
    const plane = new THREE.Mesh(new THREE.PlaneGeometry(4000, 4000).translate(0, 0, -body.depth - body.shadowGap), shadow);
    plane.renderOrder = -1;
    scene.add(plane);
    scene.environment = light.environment(this.renderer);
    scene.environmentRotation.setFromRotationMatrix(this.camera.matrixWorld);
    return scene;
  },

  // The same phone, all black but for its screen's light.
  share() {
    const black = materials.flat(0, 0, 0);
    const scene = new THREE.Scene();
    const look = new Proxy({ screen: materials.flat(1, 1, 1) }, { get: (known, name) => known[name] ?? black });
    scene.add(body.build(look));
    return scene;
  },

  // Draws a tile: its projection as columns, its size in pixels. Returns the two pictures as base64: colours with
  // their transparency, and one byte a pixel.
  async tile({ projection, width, height }) {
    this.camera.projectionMatrix.fromArray(projection);
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
    const [picture, share] = this.scenes.map((scene) => this.pixels(scene, width, height));
    if (this.renderer.getContext().isContextLost()) throw new Error("WebGL lost its context");
    return { picture: base64(picture), share: base64(share.filter((_, i) => i % 4 === 0)) };
  },

  pixels(scene, width, height) {
    const { renderer, samples } = this;
    const fine = this.target("fine", width * samples, height * samples, { samples: 4 });
    const out = this.target("out", width, height, { depthBuffer: false });
    renderer.setRenderTarget(fine);
    renderer.clear();
    renderer.render(scene, this.camera);
    this.average ??= average();
    this.average.material.uniforms.fine.value = fine.texture;
    this.average.material.uniforms.samples.value = samples;
    this.average.material.uniforms.height.value = height;
    renderer.setRenderTarget(out);
    renderer.render(this.average, this.camera);
    const pixels = new Uint8Array(4 * width * height);
    renderer.readRenderTargetPixels(out, 0, 0, width, height, pixels);
    return pixels;
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

// What makes a tile's pixels of their samples, upside down, as rows are read from the bottom.
function average() {
  const material = new THREE.ShaderMaterial({
    uniforms: { fine: { value: null }, samples: { value: 1 }, height: { value: 1 } },
    depthTest: false, depthWrite: false, blending: THREE.NoBlending,
    vertexShader: "void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: `
      uniform sampler2D fine;
      uniform int samples, height;
      void main() {
        ivec2 at = ivec2(int(gl_FragCoord.x), height - 1 - int(gl_FragCoord.y)) * samples;
        vec4 sum = vec4(0.0);
        for (int y = 0; y < samples; y++) for (int x = 0; x < samples; x++) sum += texelFetch(fine, at + ivec2(x, y), 0);
        gl_FragColor = sum / float(samples * samples);
      }`,
  });
  const mesh = new THREE.Mesh(shape.geometry([-1, -1, 0, 3, -1, 0, -1, 3, 0], [0, 0, 1, 0, 0, 1, 0, 0, 1], [0, 1, 2]), material);
  mesh.frustumCulled = false;
  mesh.material = material;
  return mesh;
}

function base64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8190) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 8190))));
  return parts.join("");
}
