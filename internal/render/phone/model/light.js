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
  ],
  walls: 0.22,
  size: 1500, // from the phone to the boxes, points: what is off the middle sees them elsewhere

  // GLSL's room(direction, off, blur): how bright it is in a direction of the camera's space from a place that is so far
  // off the phone's middle, blurred as a rough surface does.
  glsl() {
    const vector = (v) => `vec3(${v.toArray().map((x) => x.toFixed(5)).join(", ")})`;
    const lines = this.boxes.map(({ at, half, bright }) => {
      const middle = new THREE.Vector3(...at);
      const away = middle.clone().normalize();
      const right = new THREE.Vector3(0, 1, 0).cross(away).normalize();
      const up = away.clone().cross(right);
      const distance = middle.length();
      const [w, h] = half.map((x) => (distance / x).toFixed(5));
      return `sum += ${bright.toFixed(3)} * box(toward, ${vector(away)}, ${vector(right)}, ${vector(up)}, vec2(${w}, ${h}), blur);`;
    });
    return `
      // How much of a blurred direction falls into a box, whose halves are 1/reach at the distance 1.
      float box(vec3 toward, vec3 away, vec3 right, vec3 up, vec2 reach, float blur) {
        float ahead = dot(toward, away);
        vec2 at = vec2(dot(toward, right), dot(toward, up)) / max(ahead, 0.05) * reach;
        vec2 soft = blur * reach;
        vec2 part = smoothstep(-soft, soft, at + 1.0) - smoothstep(-soft, soft, at - 1.0);
        return part.x * part.y * step(0.05, ahead);
      }
      float room(vec3 direction, vec3 off, float blur) {
        vec3 toward = normalize(direction + off / ${this.size.toFixed(1)});
        float sum = ${this.walls.toFixed(3)};
        ${lines.join("\n        ")}
        return sum;
      }`;
  },
};
