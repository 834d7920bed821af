// The phone's parts, with the measures of device.css where the front shows them.
"use strict";

const body = {
  width: 434, height: 906, depth: 53, corner: 78, bezel: 16,
  island: [0, 404.5], lens: [45, 404.5], // their middles
  shadowGap: 10, // from the back to the plane that the shadow falls on

  // The whole phone, of materials by the names of its parts.
  build(look) {
    const group = new THREE.Group();
    const add = (geometry, material) => group.add(new THREE.Mesh(geometry, material));
    this.frame(add, look);
    this.buttons(add, look);
    this.bottom(add, look);
    this.camera(add, look);
    group.add(this.front(look));
    return group;
  },

  outlineAt(inset) {
    return shape.outline(this.width - 2 * inset, this.height - 2 * inset, this.corner - inset);
  },

  frame(add, look) {
    const sweep = (profile) => shape.sweep(profile, (inset) => this.outlineAt(inset));
    const { depth } = this;
    // A fine inner lip, the contoured edge, the flat side, and the same to the back.
    add(sweep([[6.2, -0.9], [6.1, -0.62], [5.9, -0.5], [5.7, -0.5]]), look.titanium);
    const front = shape.bend([5.7, -0.5], [0, -12], 16);
    const back = front.map(([inset, z]) => [inset, -depth - z]).reverse();
    add(sweep([...front, ...back]), look.titanium);
    add(sweep([[6.7, -1], [6.4, -1.4], [6.1, -1.4]]), look.plastic);
    add(sweep([...shape.bend([8.2, 0], [6.6, -1.2], 8)]), look.edge);
  },

  // The glass and what is under it, as far as there is a material for it. No camera sees anything before it, so each part
  // is painted over the one before: they lie in one plane, where depths would not tell them apart.
  front(look) {
    const { width, height, bezel, island, lens } = this;
    const group = new THREE.Group();
    const paint = (outline, material) => {
      if (!material) return;
      const mesh = new THREE.Mesh(shape.face(outline, 0), material);
      material.depthFunc = THREE.AlwaysDepth;
      mesh.renderOrder = group.children.length + 1;
      group.add(mesh);
    };
    const at = (points, [x, y]) => points.map((p) => ({ ...p, x: p.x + x, y: p.y + y }));
    paint(this.outlineAt(8.2), look.glass);
    paint([[-77, 443], [-82, 446], [82, 446], [77, 443]].map(([x, y]) => ({ x: -x, y })), look.slit);
    paint(shape.outline(width - 2 * bezel, height - 2 * bezel, this.corner - bezel), look.screen);
    paint(at(shape.pill(125, 37), island), look.island);
    paint(at(shape.pill(12, 12), lens), look.lens);
    return group;
  },

  // From the screen's upper edge, as in device.css: where a button begins, and its length; left is -1.
  buttons(add, look) {
    for (const [side, top, length] of [[-1, 172, 40], [-1, 246, 65], [-1, 330, 65], [1, 267, 105]]) {
      const turn = (geometry) => geometry.rotateY((side * Math.PI) / 2)
        .translate((side * this.width) / 2, 437 - top - length / 2, -this.depth / 2);
      // Before it is turned, a button lies in the plane of x and y and rises along z.
      const at = (inset) => shape.pill(18 - 2 * inset, length - 2 * inset);
      add(turn(shape.face(at(-0.9), 0.03)), look.plastic);
      add(turn(shape.sweep([...shape.bend([0.9, 2.5], [0, 1.5], 6), [0, -1]], at)), look.button);
      add(turn(shape.face(at(0.9), 2.5)), look.button);
    }
  },

  // The socket between its two screws, and the holes of speaker and microphone.
  bottom(add, look) {
    const lay = (width, height, x, z, material) => {
      const face = shape.face(shape.pill(width, height), z);
      add(face.rotateX(Math.PI / 2).translate(x, -this.height / 2, -this.depth / 2), material);
    };
    lay(56, 21, 0, 0.03, look.plastic);
    lay(54, 19, 0, 0.06, look.hole);
    lay(40, 4, 0, 0.09, look.tongue);
    for (const side of [-1, 1]) {
      lay(9, 9, side * 44, 0.03, look.plastic);
      lay(7.5, 7.5, side * 44, 0.06, look.button);
      for (let i = 0; i < 5; i++) lay(9, 9, side * (66 + i * 14), 0.03, look.hole);
    }
  },

  // What stands out at the back is seen past the edges from far aside: the plateau and the rims of three lenses.
  camera(add, look) {
    const stand = (outlineAt, x, y, from, height, material) => {
      const bend = [[5, height], [3, height - 0.7], [1, height - 2.4], [0, height - 5], [0, 0]];
      // Turned around, so that what is the right side from the front stays there.
      add(shape.sweep(bend, outlineAt).rotateY(Math.PI).translate(x, y, -this.depth - from), material);
    };
    stand((inset) => shape.outline(232 - 2 * inset, 248 - 2 * inset, 70 - inset), 91, 318, -1, 9, look.back);
    for (const [x, y] of [[144, 377], [144, 259], [40, 318]]) {
      stand((inset) => shape.pill(94 - 2 * inset, 94 - 2 * inset), x, y, 6, 14, look.titanium);
    }
  },
};
