// The phone's parts, with the measures of device.css where the front shows them.
"use strict";

const body = {
  width: 434, height: 906, depth: 53, corner: 78, bezel: 16,
  island: [0, 404.5], lens: [45, 404.5], // their middles
  inner: { size: [0.84, 0.84], up: -15 }, // the inner part of the screen: of its width and height, and how far up its middle is
  line: { at: 355, half: 2.1, soft: 0.3 }, // the antennas' lines across the long sides: how far from the middle, half their width, their edge's

  // Adds all parts to the phone: add(geometry, material), and front(geometry, material) for what is painted on the front, where
  // each part covers those before it.
  build(add, front) {
    this.frame(add);
    this.buttons(add);
    this.bottom(add);
    this.camera(add);
    this.front(front);
  },

  outlineAt(inset) {
    return shape.outline(this.width - 2 * inset, this.height - 2 * inset, this.corner - inset, this.marks());
  },

  // Where the straight sides have points: near enough for the light between them, and at the edges of the antennas' lines.
  marks() {
    const { at, half, soft } = this.line;
    const line = [at + half + soft, at + half, at - half, at - half - soft];
    const down = [...line, 260, 170, 85];
    return { across: [60, 0, -60], down: [...down, 0, ...down.map((y) => -y).reverse()] };
  },

  // The bends have so many steps: of the inner lip, the edges at the front and at the back, and the glass.
  frame(add, [lip, front, back, glass] = [4, 16, 16, 8]) {
    const sweep = (profile, steps) => shape.sweep(profile, (inset) => this.outlineAt(inset), steps);
    const { depth } = this;
    const titanium = materials.titanium();
    // A fine inner lip, the contoured edge, the flat side, and the same to the back.
    add(sweep([[6.2, -0.9], [6.1, -0.62], [5.9, -0.5], [5.7, -0.5]], lip), titanium);
    const edge = (steps) => shape.bend([5.7, -0.5], [0, -12], steps);
    add(sweep([...edge(front), ...edge(back).map(([inset, z]) => [inset, -depth - z]).reverse()]), titanium);
    add(sweep([[6.7, -1], [6.4, -1.4], [6.1, -1.4]]), materials.plastic());
    add(sweep([...shape.bend([8.2, 0], [6.6, -1.2], glass)]), materials.edge());
  },

  // The glass, and what is under it: add gets each part's order too. The screen's inner part, which would take longest to draw, is
  // left out: it has as many points as the screen's outline.
  front(add, inner = this.innerScreen()) {
    const { bezel, island, lens } = this;
    let order = 0;
    const paint = (geometry, material) => add(geometry, material, ++order);
    const at = (points, [x, y]) => points.map((p) => ({ ...p, x: p.x + x, y: p.y + y }));
    const outlineAt = (inset) => this.outlineAt(inset);
    paint(shape.sweep([[bezel, 0], [8.2, 0]], outlineAt), materials.glass());
    paint(shape.face([[-77, 443], [-82, 446], [82, 446], [77, 443]].map(([x, y]) => ({ x: -x, y })), 0), materials.flat(0.075, 0.075, 0.078));
    paint(shape.sweep([[bezel + 1, 0], [bezel, 0]], (inset) => (inset > bezel ? inner : outlineAt(inset))), materials.screen());
    paint(shape.face(at(shape.pill(125, 37), island), 0), materials.glass());
    const rings = Array.from({ length: 9 }, (_, i) => [0.75 * (8 - i), 0]);
    paint(shape.sweep(rings, (inset) => at(shape.pill(12 - 2 * inset, 12 - 2 * inset), lens)), materials.lens(...lens));
  },

  innerScreen() {
    const { bezel, inner: { size: [wide, high], up } } = this;
    return this.outlineAt(bezel).map((p) => ({ ...p, x: wide * p.x, y: high * p.y + up }));
  },

  // From the screen's upper edge, as in device.css: where a button begins, and its length; left is -1.
  buttons(add, bend = 6) {
    const plastic = materials.plastic(), button = materials.button();
    for (const [side, top, length] of [[-1, 172, 40], [-1, 246, 65], [-1, 330, 65], [1, 267, 105]]) {
      const turn = (geometry) => geometry.rotateY((side * Math.PI) / 2)
        .translate((side * this.width) / 2, 437 - top - length / 2, -this.depth / 2);
      // Before it is turned, a button lies in the plane of x and y and rises along z.
      const at = (inset) => shape.pill(18 - 2 * inset, length - 2 * inset);
      add(turn(shape.face(at(-0.9), 0.03)), plastic);
      add(turn(shape.sweep([...shape.bend([0.9, 2.5], [0, 1.5], bend), [0, -1]], at, 2)), button);
      add(turn(shape.face(at(0.9), 2.5)), button);
    }
  },

  // The socket between its two screws, and the holes of speaker and microphone.
  bottom(add) {
    const plastic = materials.plastic(), button = materials.button();
    const hole = materials.flat(0.02, 0.02, 0.02), tongue = materials.flat(0.12, 0.12, 0.12);
    const lay = (width, height, x, z, material) => {
      const face = shape.face(shape.pill(width, height), z);
      add(face.rotateX(Math.PI / 2).translate(x, -this.height / 2, -this.depth / 2), material);
    };
    lay(56, 21, 0, 0.03, plastic);
    lay(54, 19, 0, 0.06, hole);
    lay(40, 4, 0, 0.09, tongue);
    for (const side of [-1, 1]) {
      lay(9, 9, side * 44, 0.03, plastic);
      lay(7.5, 7.5, side * 44, 0.06, button);
      for (let i = 0; i < 5; i++) lay(9, 9, side * (66 + i * 14), 0.03, hole);
    }
  },

  // What stands out at the back is seen past the edges from far aside: the plateau and the rims of three lenses.
  camera(add) {
    const stand = (outlineAt, x, y, from, height, material) => {
      const bend = [[5, height], [3, height - 0.7], [1, height - 2.4], [0, height - 5], [0, 0]];
      // Turned around, so that what is the right side from the front stays there.
      add(shape.sweep(bend, outlineAt, 4).rotateY(Math.PI).translate(x, y, -this.depth - from), material);
    };
    stand((inset) => shape.outline(232 - 2 * inset, 248 - 2 * inset, 70 - inset), 91, 318, -1, 9, materials.back());
    for (const [x, y] of [[144, 377], [144, 259], [40, 318]]) {
      stand((inset) => shape.pill(94 - 2 * inset, 94 - 2 * inset), x, y, 6, 14, materials.metal());
    }
  },
};
