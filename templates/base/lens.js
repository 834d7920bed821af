// Glass whose rim bends what lies behind it, as that of iOS 26 does. Package composite draws the same in videos (lens.go).
"use strict";

Object.assign(mockup, {
  // Gives each element with "data-lens" a filter for its backdrop that moves pixels. The attribute holds the width of the rim, and from
  // how far inside of the edge comes what is seen at the edge, in CSS pixels.
  bend(root) {
    root.querySelectorAll("[data-lens]").forEach((element, i) => {
      const lens = this.lens(element), zoom = element.currentCSSZoom;
      const [, , width, height] = this.box(element);
      if (width === 0 || height === 0) return;
      const area = `x="0" y="0" width="${width / zoom}" height="${height / zoom}"`;
      element.insertAdjacentHTML("beforeend", `<svg class="lens" width="0" height="0"><filter id="lens-${i}" color-interpolation-filters="sRGB" filterUnits="userSpaceOnUse" ${area}>
        <feImage href="${this.lensMap(lens, width, height)}" ${area} preserveAspectRatio="none" result="map"/>
        <feDisplacementMap in="SourceGraphic" in2="map" scale="${(2 * lens.depth) / zoom}" xChannelSelector="R" yChannelSelector="G"/></filter></svg>`);
      element.style.backdropFilter = `url("#lens-${i}") ${getComputedStyle(element).backdropFilter}`;
    });
  },

  // Returns the measures of an element's lens in device pixels, null if it has none.
  lens(element) {
    if (!element.dataset.lens) return null;
    const [rim, depth] = element.dataset.lens.split(" ").map((length) => length * element.currentCSSZoom);
    const [, , width, height] = this.box(element);
    const radius = parseFloat(getComputedStyle(element).borderTopLeftRadius) * element.currentCSSZoom;
    return { rim, depth, radius: Math.min(radius, width / 2, height / 2) }; // 50% is as much as fits
  },

  // Returns an image as large as the glass, as a data URL. Red and green say how far to the right and down lies what a pixel shows: nothing
  // is 128, and all that a byte holds is the lens's depth.
  lensMap({ rim, depth, radius }, width, height) {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d"), map = context.createImageData(width, height), { data } = map;
    new Uint32Array(data.buffer).fill(0xff808080); // nothing is moved
    const set = (x, y, right, down) => {
      data[4 * (y * width + x)] = Math.round(127.5 + right);
      data[4 * (y * width + x) + 1] = Math.round(127.5 + down);
    };
    const reach = Math.max(rim, radius); // from the edges: nothing farther inside is moved
    for (let y = 0; 2 * y < height; y++) { // of the upper left quarter, which the others mirror
      for (let x = 0; 2 * x < width && (x < reach || y < reach); x++) {
        const [right, down, inside] = this.inward(x + 0.5 - width / 2, y + 0.5 - height / 2, width / 2, height / 2, radius);
        if (inside >= rim) continue;
        const shift = 127.5 * Math.min(1, (1 - inside / rim) ** 2);
        set(x, y, shift * right, shift * down);
        set(width - 1 - x, y, -shift * right, shift * down);
        set(x, height - 1 - y, shift * right, -shift * down);
        set(width - 1 - x, height - 1 - y, -shift * right, -shift * down);
      }
    }
    context.putImageData(map, 0, 0);
    return canvas.toDataURL();
  },

  // Returns the direction from the nearest edge of a box with round corners into the box, and how far inside a point is. The point is given from the
  // box's middle, the box by half of its sides.
  inward(x, y, halfWidth, halfHeight, radius) {
    const [beyondX, beyondY] = [Math.abs(x) - halfWidth + radius, Math.abs(y) - halfHeight + radius];
    if (beyondX > 0 && beyondY > 0) {
      const length = Math.hypot(beyondX, beyondY);
      return [(-Math.sign(x) * beyondX) / length, (-Math.sign(y) * beyondY) / length, radius - length];
    }
    return beyondX > beyondY ? [-Math.sign(x), 0, radius - beyondX] : [0, -Math.sign(y), radius - beyondY];
  },
});
