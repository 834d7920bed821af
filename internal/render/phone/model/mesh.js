// The body as triangles, for a camera that moves: Go draws these (mesh.go), with the light and the materials that the other scripts
// have.
"use strict";

// When a part is drawn: what is solid; openings, which let through what is behind them; what is seen in these; what is painted on the
// front, where each part covers those before it.
const stages = { solid: 0, opening: 1, inside: 2, front: 3 };

// What the sockets at the bottom are deep, in points.
const depths = { socket: 36, hole: 14, screw: 2.5, tongue: 5 };

// How far the screen's part that has triangles reaches inwards, in points. Go draws what is within the middle of that without them
// (deepScreen).
const screenReach = 4;

// A corner of an outline has so many steps. Nobody sees more, and each takes its time in every frame.
const cornerSteps = 32;

Object.assign(globalThis.mockup, {
  // Returns the materials, the light, and the parts: of each its stage, and of its vertices the places, the normals and the materials.
  async mesh() {
    shape.steps = cornerSteps;
    const materialsOf = new Materials(), parts = [];
    const add = (stage) => (geometry, material) => parts.push(part(stage, geometry, material, materialsOf));
    // As with the corners, of the bends.
    body.frame(add(stages.solid), [1, 8, 4, 3]);
    body.buttons(add(stages.solid), 2);
    body.camera(add(stages.solid));
    sockets(add);
    body.front(add(stages.front), body.outlineAt(body.bezel + screenReach));
    const { walls, size, boxes } = light;
    return {
      materials: materialsOf.all, parts,
      light: { walls, size, boxes: boxes.map(({ away, right, up, reach, bright }) => ({ away: [...away], right: [...right], up: [...up], reach, bright })) },
    };
  },
});

// The materials, each once: what is shiny, what has one colour, glass, and screen.
class Materials {
  constructor() {
    this.all = [];
    this.numbers = new Map();
  }

  // The number of a material at a place.
  at(material, place) {
    const { lineAt, metal, plastic, head, blur, scattered, finish, kind } = material;
    if (lineAt) return this.at(lineAt(place) > 0.5 ? plastic : metal, place);
    if (kind) return this.number({ kind });
    if (head) return this.number({ kind: "shiny", head, blur, scattered, finish });
    return this.number({ kind: "flat", flat: material({ place }).slice(0, 3) });
  }

  number(wanted) {
    const key = JSON.stringify(wanted);
    if (!this.numbers.has(key)) this.numbers.set(key, this.all.push(wanted) - 1);
    return this.numbers.get(key);
  }
}

// A part as plain numbers, rounded so that they are the same in every Chromium. There is one material, or one for each vertex.
function part(stage, geometry, material, materialsOf) {
  const { position, normal } = geometry.attributes;
  const rounded = (array, steps) => Array.from(array, (x) => Math.round(x * steps) / steps);
  const places = Array.from({ length: position.count }, (_, i) => new THREE.Vector3().fromBufferAttribute(position, i));
  const numbers = places.map((place, i) => materialsOf.at(Array.isArray(material) ? material[i] : material, place));
  return { stage, positions: rounded(position.array, 1000), normals: rounded(normal.array, 10000), index: Array.from(geometry.index.array), materials: numbers };
}

// The socket between its two screws, and the holes of speaker and microphone, as openings with a depth.
function sockets(add) {
  const dark = materials.flat(0.012, 0.012, 0.012), rim = materials.metal(), wall = materials.plastic(), screw = materials.button();
  const lay = (geometry, x) => geometry.rotateX(Math.PI / 2).translate(x, -body.height / 2, -body.depth / 2);
  const hole = (width, height, x, deep, floor) => {
    const at = (inset) => shape.pill(width - 2 * inset, height - 2 * inset);
    // The rim is a fine slope around the opening.
    add(stages.solid)(lay(shape.sweep([[0, 0.06], [-1, 0.03]], at), x), rim);
    add(stages.opening)(lay(shape.face(at(0), 0.05), x), dark);
    const sides = inward(shape.sweep([[0, 0], [0, -deep / 3], [0, -deep]], at)), n = at(0).length;
    add(stages.inside)(lay(sides, x), Array.from({ length: 3 * n }, (_, i) => (i < n ? rim : i < 2 * n ? wall : dark)));
    add(stages.inside)(lay(shape.face(at(0), -deep), x), floor);
  };
  hole(54, 19, 0, depths.socket, dark);
  const tongue = (inset) => shape.pill(40 - 2 * inset, 4 - 2 * inset), n = tongue(0).length;
  const sides = shape.sweep([[0.5, -depths.tongue], [0, -depths.tongue - 0.5], [0, -depths.socket]], tongue);
  add(stages.inside)(lay(sides, 0), Array.from({ length: 3 * n }, (_, i) => (i < 2 * n ? wall : dark)));
  add(stages.inside)(lay(shape.face(tongue(0.5), -depths.tongue), 0), materials.flat(0.13, 0.13, 0.13));
  for (const side of [-1, 1]) {
    hole(9, 9, side * 44, depths.screw, screw);
    for (let i = 0; i < 5; i++) hole(9, 9, side * (66 + i * 14), depths.hole, dark);
  }
}

// A surface turned inside out.
function inward(geometry) {
  geometry.attributes.normal.array.forEach((x, i, all) => (all[i] = -x));
  geometry.index.array.reverse();
  return geometry;
}
