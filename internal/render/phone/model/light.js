// The light: soft boxes around the camera, which the body mirrors. They turn with the camera, so that every view is lit
// as a photographer would light it: a large key from the upper left, a weak rim from the right.
"use strict";

const light = {
  // Soft boxes: where their middle is (x to the right of the phone, y above it, z towards the camera), half their width
  // and height, and how bright they are.
  boxes: [
    { at: [-7, 6, 4], half: [3.5, 3.5], bright: 5.5 }, // key
    { at: [-9, 1, -1.5], half: [2.2, 5], bright: 2.4 }, // along the left side
    { at: [8, 3, -4.5], half: [1.8, 5], bright: 2.2 }, // rim
    { at: [0, 10, -1], half: [6, 1.5], bright: 2.2 }, // top
    { at: [3, 1, 10], half: [5, 4], bright: 0.55 }, // fill from the camera
    { at: [1, -9, 3], half: [5, 3], bright: 0.8 }, // the table
  ].map(({ at, half, bright }) => {
    const away = new THREE.Vector3(...at), distance = away.length();
    away.normalize();
    const right = new THREE.Vector3(0, 1, 0).cross(away).normalize();
    return { away, right, up: away.clone().cross(right), reach: half.map((x) => distance / x), bright };
  }),
  walls: 0.22,
  size: 1500, // from the phone to the boxes, points: what is off the middle sees them elsewhere

  // How bright it is in a direction of the camera's space from a place that is so far off the phone's middle, blurred as a
  // rough surface does.
  room(direction, off, blur) {
    const toward = off.clone().divideScalar(this.size).add(direction).normalize();
    return this.boxes.reduce((sum, box) => sum + box.bright * this.part(box, toward, blur), this.walls);
  },

  // How much of a blurred direction falls into a box, whose halves are 1/reach at the distance 1.
  part({ away, right, up, reach }, toward, blur) {
    const ahead = toward.dot(away);
    if (ahead < 0.05) return 0;
    const along = (axis, reach) => {
      const at = (toward.dot(axis) / ahead) * reach, soft = blur * reach;
      return smoothstep(-soft, soft, at + 1) - smoothstep(-soft, soft, at - 1);
    };
    return along(right, reach[0]) * along(up, reach[1]);
  },
};

const smoothstep = (from, to, x) => THREE.MathUtils.smoothstep(x, from, to);
