// What the phone is made of. A material is a function that returns the colour of a point of a surface as a screen shows it:
// red, green, blue and opacity up to 1. It gets where the point is (place, points), where the camera sees it (seen, and as far
// from the phone's middle: off) and where its surface faces there (facing). Its properties say the same to mesh.js.
"use strict";

const materials = {
  // What mirrors the room: its colour head on, how much it blurs, and how much light it scatters by itself; and the name of its
  // finish, if that has other colours on other phones.
  shiny(head, blur, scattered, finish = "") {
    return Object.assign(({ seen, off, facing }) => {
      const from = seen.clone().normalize(), straight = from.dot(facing);
      const grazing = (1 - Math.min(Math.abs(straight), 1)) ** 5;
      const mirrored = light.room(from.addScaledVector(facing, -2 * straight), off, blur), around = light.room(facing, off, 0.9);
      return [...head.map((c, i) => display((c + (1 - c) * grazing * 0.6) * mirrored + scattered[i] * around)), 1];
    }, { head, blur, scattered, finish });
  },

  // Natural titanium, with the antennas' plastic lines across it.
  titanium() {
    const metal = this.metal(), plastic = this.shiny([0.05, 0.05, 0.05], 0.32, [0.11, 0.105, 0.1], "line");
    const lineAt = ({ x, y }) => (Math.abs(x) < 190 ? 0 : 1 - smoothstep(body.line.half, body.line.half + body.line.soft, Math.abs(Math.abs(y) - body.line.at)));
    return Object.assign((point) => {
      const line = lineAt(point.place);
      if (line === 0) return metal(point);
      const [a, b] = [metal(point), plastic(point)];
      return a.map((c, i) => c + (b[i] - c) * line);
    }, { metal, plastic, lineAt });
  },

  metal() { return this.shiny([0.5, 0.465, 0.43], 0.32, [0.03, 0.028, 0.026], "metal"); },
  button() { return this.shiny([0.52, 0.485, 0.45], 0.26, [0.02, 0.02, 0.02], "button"); },
  back() { return this.shiny([0.05, 0.05, 0.05], 0.5, [0.21, 0.2, 0.19], "back"); },
  plastic() { return this.shiny([0.02, 0.02, 0.02], 0.5, [0.002, 0.002, 0.002]); },
  edge() { return this.shiny([0.035, 0.035, 0.035], 0.12, [0, 0, 0]); },
  flat(r, g, b) { return () => [r, g, b, 1]; },

  // The front glass: black, under a soft reflection that grows towards the key and where the glass turns away. ground.go
  // knows the same of the glass before the screen.
  glass() {
    return Object.assign(({ place, seen, facing }) => {
      const key = smoothstep(0, 1, ((place.y * 0.78 - place.x * 0.62) / 453 + 0.1) * 0.8);
      const away = 1 - Math.abs(seen.clone().normalize().dot(facing));
      const sheen = 0.03 * key + 0.012 * away * away;
      return [sheen, sheen, sheen, 1];
    }, { kind: "glass" });
  },

  // The screen, which is not drawn but counted: no other part is as transparent.
  screen() { return Object.assign(() => [0, 0, 0, 1 / 255], { kind: "screen" }); },
  screenValue: 0x01000000, // a pixel of it

  // The lens in the island, a little lighter than the black around it.
  lens(x, y) {
    const tones = [[0, [0.106, 0.137, 0.314]], [0.32, [0.047, 0.063, 0.161]], [0.6, [0.027, 0.031, 0.059]], [0.74, [0.051, 0.051, 0.067]], [1, [0.02, 0.02, 0.02]]];
    return ({ place }) => {
      const r = Math.hypot(place.x - x + 0.5, place.y - y - 0.5) / 6;
      let colour = tones[0][1];
      tones.slice(1).forEach(([to, tone], i) => {
        const part = smoothstep(tones[i][0], to, r);
        colour = colour.map((c, k) => c + (tone[k] - c) * part);
      });
      return [...colour, 1];
    };
  },
};

// The value that a screen shows of a light.
function display(c) {
  if (c > 0.6) c = 0.6 + 0.4 * (1 - Math.exp((0.6 - c) / 0.4)); // bright spots roll off
  return c > 0.0031308 ? 1.055 * c ** (1 / 2.4) - 0.055 : c * 12.92;
}
