// The light: a small room of soft boxes around the camera, which the body mirrors. It turns with the camera, so that
// every view is lit as a photographer would light it: a large key from the upper left, a weak rim from the right.
"use strict";

const light = {
  // Soft boxes: where their middle is (x to the right of the camera, y above it, z behind it), their size, and how
  // bright they are.
  boxes: [
    { at: [-7, 6, 4], size: [7, 7], bright: 5.5 }, // key
    { at: [-9, 0, -1], size: [3, 12], bright: 1.6 }, // along the left side
    { at: [9, 2, -2], size: [1.6, 12], bright: 2.6 }, // rim
    { at: [0, 10, -1], size: [12, 3], bright: 2.2 }, // top
    { at: [3, 1, 10], size: [10, 8], bright: 0.55 }, // fill from the camera
    { at: [0, -9, 2], size: [10, 6], bright: 0.35 }, // the table
  ],
  walls: 0.16,

  // The room as a texture that materials look up reflections in.
  environment(renderer) {
    const room = new THREE.Scene();
    const paint = (bright) => new THREE.MeshBasicMaterial({ color: new THREE.Color(bright, bright, bright), side: THREE.DoubleSide });
    room.add(new THREE.Mesh(new THREE.SphereGeometry(14, 24, 16), paint(this.walls)));
    for (const { at, size, bright } of this.boxes) {
      const box = new THREE.Mesh(new THREE.PlaneGeometry(...size), paint(bright));
      box.position.set(...at);
      box.lookAt(0, 0, 0);
      room.add(box);
    }
    const generator = new THREE.PMREMGenerator(renderer);
    return generator.fromScene(room, 0.015, 0.1, 50).texture;
  },
};
