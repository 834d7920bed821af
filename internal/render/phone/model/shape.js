// The shapes that the phone is made of. Space is that of camera.go: points, the origin in the middle of the screen's
// glass, x to the right, y up, z out of the screen.
"use strict";

const shape = {
  exponent: 2 ** 1.31, // of the corners' superellipse, as in device.css
  continuous: 1.2, // where their curve begins, in radii
  steps: 48, // a corner

  // A rectangle with the phone's corners, against the clock: points with their normals. Its straight sides have points at
  // marks too: places from their middle, in falling order.
  outline(width, height, radius, { across = [], down = [] } = {}) {
    const { exponent: n, steps } = this;
    const reach = Math.min(radius * this.continuous, width / 2, height / 2);
    const points = [];
    for (const [sx, sy] of [[1, 1], [-1, 1], [-1, -1], [1, -1]]) {
      for (let i = 0; i <= steps; i++) {
        const at = ((sx * sy > 0 ? i : steps - i) / steps) * (Math.PI / 2);
        const cos = Math.cos(at) ** (2 / n), sin = Math.sin(at) ** (2 / n);
        const nx = cos ** (n - 1), ny = sin ** (n - 1), length = Math.hypot(nx, ny);
        points.push({
          x: sx * (width / 2 - reach + reach * cos), y: sy * (height / 2 - reach + reach * sin),
          nx: (sx * nx) / length, ny: (sy * ny) / length,
        });
      }
      // The side behind the corner.
      if (sx * sy > 0) across.forEach((mark) => points.push({ x: sx * mark, y: (sy * height) / 2, nx: 0, ny: sy }));
      else down.forEach((mark) => points.push({ x: (sx * width) / 2, y: sy * mark, nx: sx, ny: 0 }));
    }
    return points;
  },

  // A rectangle whose short sides are half circles, against the clock.
  pill(width, height) {
    const r = Math.min(width, height) / 2, points = [];
    for (const [quarter, sx, sy] of [[0, 1, 1], [1, -1, 1], [2, -1, -1], [3, 1, -1]]) {
      for (let i = 0; i <= 16; i++) {
        const at = (quarter + i / 16) * (Math.PI / 2);
        const nx = Math.cos(at), ny = Math.sin(at);
        points.push({ x: sx * (width / 2 - r) + r * nx, y: sy * (height / 2 - r) + r * ny, nx, ny });
      }
    }
    return points;
  },

  // The surface that a profile sweeps around outlines. The profile is a list of [inset, z] from the top outwards and
  // down; outlineAt returns the outline at an inset. Between two of its places it has so many steps, on which normals turn.
  sweep(profile, outlineAt, steps = 1) {
    const ends = profile.map(([inset, z], k) => {
      const before = profile[Math.max(k - 1, 0)], after = profile[Math.min(k + 1, profile.length - 1)];
      const out = before[0] - after[0], down = before[1] - after[1], length = Math.hypot(out, down);
      return [inset, z, down / length, out / length];
    });
    const rings = Array.from({ length: (ends.length - 1) * steps + 1 }, (_, i) => {
      const k = Math.min(Math.floor(i / steps), ends.length - 2), part = i / steps - k;
      const [inset, z, out, up] = ends[k].map((value, at) => value + (ends[k + 1][at] - value) * part);
      return { z, out, up, outline: outlineAt(inset) };
    });
    const positions = [], normals = [], index = [];
    for (const { z, out, up, outline } of rings) {
      for (const p of outline) {
        positions.push(p.x, p.y, z);
        normals.push(p.nx * out, p.ny * out, up);
      }
    }
    const n = rings[0].outline.length;
    for (let k = 0; k + 1 < rings.length; k++) {
      for (let i = 0; i < n; i++) {
        const j = (i + 1) % n, a = k * n, b = a + n;
        index.push(a + i, b + i, b + j, a + i, b + j, a + j);
      }
    }
    return this.geometry(positions, normals, index);
  },

  // A flat convex face at a height, turned to z.
  face(outline, z) {
    const positions = [0, 0, z], normals = [0, 0, 1], index = [];
    let cx = 0, cy = 0;
    for (const p of outline) (cx += p.x / outline.length), (cy += p.y / outline.length);
    positions[0] = cx, positions[1] = cy;
    outline.forEach((p, i) => {
      positions.push(p.x, p.y, z);
      normals.push(0, 0, 1);
      index.push(0, i + 1, ((i + 1) % outline.length) + 1);
    });
    return this.geometry(positions, normals, index);
  },

  geometry(positions, normals, index) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
    geometry.setIndex(index);
    return geometry;
  },

  // A quarter of an ellipse as a part of a profile, from [inset, z] as flat as the face to [inset, z] as steep as the side.
  bend([fromInset, fromZ], [toInset, toZ], steps = 12) {
    return Array.from({ length: steps + 1 }, (_, i) => {
      const at = (i / steps) * (Math.PI / 2);
      return [toInset + (fromInset - toInset) * (1 - Math.sin(at)), toZ + (fromZ - toZ) * Math.cos(at)];
    });
  },
};
