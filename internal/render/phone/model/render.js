// What Go calls on the page: it sets the model up for a camera, then draws the body tile by tile.
"use strict";

globalThis.mockup = {
  // Sets the scene up. The camera's axes are rows; distance is in points. Each tile, of at most so many pixels a side, is drawn
  // fine times as large.
  async open({ axes, distance, fine, tile }) {
    const canvas = document.createElement("canvas");
    if (!canvas.getContext("webgl2", { antialias: false })) return { webgl: false };
    const renderer = new THREE.WebGLRenderer({ canvas, context: canvas.getContext("webgl2") });
    renderer.autoClear = false;
    renderer.setClearColor(0, 0);
    renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    renderer.debug.onShaderError = (gl, program, vertex, fragment) => {
      throw new Error("shader: " + gl.getShaderInfoLog(vertex) + gl.getShaderInfoLog(fragment));
    };
    const camera = this.place(axes, distance);
    const target = new THREE.WebGLRenderTarget(tile * fine * looks.length, tile * fine, { generateMipmaps: false });
    Object.assign(this, { renderer, camera, fine, target, scene: this.body(camera) });
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

  // The body as a camera sees it.
  body(camera) {
    const scene = new THREE.Scene(), solid = painted(), front = painted();
    // The front's parts lie in one plane, where depths would not tell them apart: each covers those before it.
    front.depthFunc = THREE.AlwaysDepth;
    const parts = new Chunks(camera);
    body.build((...part) => parts.add(...part), (geometry, material, order) => {
      const part = new Chunks(camera);
      part.add(geometry, material);
      scene.add(...part.meshes(front, order));
    });
    scene.add(...parts.meshes(solid, 0));
    return scene;
  },

  // Draws tiles: of each its projection as columns, its size in pixels. Returns of each the runs of its picture and of how much of the
  // screen its pixels see, as base64, or that it is lost.
  async tiles(tiles) {
    const gl = this.renderer.getContext();
    return tiles.map(({ projection, width, height }) => {
      const { picture, screen } = this.tile(projection, width, height);
      if (gl.isContextLost() || gl.getError() !== gl.NO_ERROR) return { lost: true };
      return { picture: base64(runs(picture)), screen: base64(runs(screen)) };
    });
  },

  // Draws a tile's looks beside each other and returns their average.
  tile(projection, width, height) {
    const { renderer, camera, scene, target, fine } = this;
    const [w, h] = [fine * width, fine * height], straight = new THREE.Matrix4().fromArray(projection);
    renderer.setRenderTarget(target);
    renderer.clear();
    let parts = 0;
    looks.forEach(([x, y], i) => {
      const step = fine % 2 ? 1 / 4 : (1 + 1 / fine / 2) / 4; // such that no two looks see the same places
      camera.projectionMatrix.makeTranslation((2 * x * step) / width, (2 * y * step) / height, 0).multiply(straight);
      target.viewport.set(i * w, 0, w, h);
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
      parts += renderer.info.render.calls;
    });
    if (parts === 0) return { picture: new Uint32Array(width * height), screen: new Uint8Array(width * height) };
    const drawn = new Uint32Array(w * looks.length * h);
    renderer.readRenderTargetPixels(target, 0, 0, w * looks.length, h, new Uint8Array(drawn.buffer));
    return average(drawn, width, height, fine);
  },
};

// Each tile is drawn this often, with the pixels' grid a little elsewhere: edges are as soft as if a pixel saw half of its neighbours.
const looks = [[-1.5, -1.5], [-0.5, 0.5], [0.5, -0.5], [1.5, 1.5]];

// The average of looks that lie beside each other, each fine times as large as the average: pixels in numbers of 32 bits, and how much
// of the screen they see, up to 255. Rows come from the top, while WebGL's come from the bottom. A shader would take four times
// as long.
function average(drawn, width, height, fine) {
  const even = new Uint32Array(width * height), odd = new Uint32Array(width * height); // each has the sums of two of a pixel's values
  const screen = new Uint8Array(width * height);
  const w = width * fine, h = height * fine;
  for (let y = 0, i = 0; y < h; y++) {
    const row = (height - 1 - Math.floor(y / fine)) * width;
    for (let look = 0; look < looks.length; look++) {
      for (let x = 0; x < w; x++, i++) {
        const value = drawn[i];
        if (value === 0) continue;
        const at = row + Math.floor(x / fine);
        if (value === materials.screenValue) {
          screen[at]++;
        } else {
          even[at] += value & 0xff00ff;
          odd[at] += (value >>> 8) & 0xff00ff;
        }
      }
    }
  }
  const samples = fine * fine * looks.length, mean = (sum) => Math.floor((sum + samples / 2) / samples);
  for (let i = 0; i < even.length; i++) {
    if (odd[i] > 0) even[i] = mean(even[i] & 0xffff) | (mean(odd[i] & 0xffff) << 8) | (mean(even[i] >>> 16) << 16) | (mean(odd[i] >>> 16) << 24);
    screen[i] = mean(255 * screen[i]);
  }
  return { picture: even, screen };
}

// Parts of the body, cut up into chunks by where their triangles are: most tiles show a few chunks only.
class Chunks {
  constructor(camera) {
    this.camera = camera;
    this.chunks = new Map();
  }

  // Adds a part. Its vertices get the colours that the camera sees. They lie so close that what is between them needs no light
  // of its own: a shader that mirrors the room takes several times as long for a picture.
  add(geometry, material) {
    const { position, normal } = geometry.attributes, index = geometry.index.array;
    const colours = this.colours(position, normal, material), known = new Map();
    for (let i = 0; i < index.length; i += 3) {
      const chunk = this.at(position.getX(index[i]), position.getY(index[i]));
      if (!known.has(chunk)) known.set(chunk, new Map());
      const places = known.get(chunk);
      for (const vertex of index.subarray(i, i + 3)) {
        if (!places.has(vertex)) {
          places.set(vertex, chunk.positions.length / 3);
          chunk.positions.push(position.getX(vertex), position.getY(vertex), position.getZ(vertex));
          chunk.colours.push(...colours[vertex]);
        }
        chunk.index.push(places.get(vertex));
      }
    }
  }

  // The chunk around a place.
  at(x, y) {
    const key = Math.round(x / 150) + " " + Math.round(y / 150);
    if (!this.chunks.has(key)) this.chunks.set(key, { positions: [], colours: [], index: [] });
    return this.chunks.get(key);
  }

  colours(position, normal, material) {
    const toCamera = this.camera.matrixWorldInverse, middle = new THREE.Vector3().applyMatrix4(toCamera);
    return Array.from({ length: position.count }, (_, i) => {
      const place = new THREE.Vector3().fromBufferAttribute(position, i), seen = place.clone().applyMatrix4(toCamera);
      const facing = new THREE.Vector3().fromBufferAttribute(normal, i).transformDirection(toCamera); // of length 1
      return material({ place, seen, off: seen.clone().sub(middle), facing });
    });
  }

  meshes(material, order) {
    return [...this.chunks.values()].map(({ positions, colours, index }) => {
      const geometry = shape.geometry(positions, [], index).setAttribute("colour", new THREE.Float32BufferAttribute(colours, 4));
      const mesh = new THREE.Mesh(geometry, material);
      mesh.renderOrder = order;
      return mesh;
    });
  }
}

// What shows its vertices' colours.
function painted() {
  return new THREE.ShaderMaterial({
    vertexShader: `
      attribute vec4 colour;
      varying vec4 seen;
      void main() {
        seen = colour;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: "varying vec4 seen; void main() { gl_FragColor = seen; }",
  });
}

// The runs of equal values, as file.go reads them: a length in groups of seven bits and the value's bytes.
function runs(values) {
  const pixels = new Uint8Array(values.buffer), each = values.BYTES_PER_ELEMENT, bytes = [];
  for (let i = 0, next; i < values.length; i = next) {
    for (next = i + 1; next < values.length && values[next] === values[i];) next++;
    let length = next - i;
    for (; length > 127; length >>>= 7) bytes.push((length & 127) | 128);
    bytes.push(length, ...pixels.subarray(each * i, each * (i + 1)));
  }
  return Uint8Array.from(bytes);
}

function base64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8190) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 8190))));
  return parts.join("");
}
