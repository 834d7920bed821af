// One ground behind the lines of a text, as stories have it: a box for each line, joined into one shape with round corners, up to an empty line.
"use strict";

Object.assign(mockup, {
  // Draws the ground of each text with "data-outline", as the path of the drawing in it. The text is the element behind the drawing, with
  // the padding of the lines. The attribute is the radius of the corners, as a part of the size of the type.
  outline(root) {
    for (const text of root.querySelectorAll("[data-outline]")) {
      const [drawing, words] = text.children, home = text.getBoundingClientRect(), zoom = text.currentCSSZoom;
      const radius = parseFloat(getComputedStyle(text).fontSize) * Number(text.dataset.outline);
      const lines = this.lineBoxes(words).map((box) => ({
        left: (box.left - home.left) / zoom, right: (box.right - home.left) / zoom, top: (box.top - home.top) / zoom, bottom: (box.bottom - home.top) / zoom,
      }));
      const shapes = this.withoutEmpty(lines, words).map((block) => {
        this.align(block, radius);
        return this.rounded(this.corners(block), radius);
      });
      drawing.firstElementChild.setAttribute("d", shapes.join(""));
    }
  },

  // Returns the lines in blocks between empty ones, which are no wider than the padding and have no ground.
  withoutEmpty(lines, words) {
    const style = getComputedStyle(words), padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const blocks = [[]];
    for (const line of lines) line.right - line.left > padding + 0.5 ? blocks.at(-1).push(line) : blocks.push([]);
    return blocks.filter((block) => block.length);
  },

  // Returns the boxes of an inline element's lines. A line in which the direction changes has several boxes.
  lineBoxes(element) {
    const lines = [];
    for (const { left, right, top, bottom } of element.getClientRects()) {
      const last = lines.at(-1);
      if (last && (top + bottom) / 2 < last.bottom - (bottom - top) / 4) Object.assign(last, { left: Math.min(left, last.left), right: Math.max(right, last.right) });
      else lines.push({ left, right, top, bottom });
    }
    return lines;
  },

  // Gives lines that follow each other the same side where theirs differ by less than two corners take, and joins them halfway.
  align(lines, radius) {
    for (let again = true; again; ) {
      again = false;
      for (let i = 1; i < lines.length; i++) {
        const [a, b] = [lines[i - 1], lines[i]];
        const steps = [Math.abs(a.left - b.left), Math.abs(a.right - b.right)];
        if (Math.abs(steps[0] - steps[1]) < 1) steps.fill(Math.min(...steps)); // of text in the middle, both sides or none
        for (const [step, side, outer] of [[steps[0], "left", Math.min], [steps[1], "right", Math.max]]) {
          if (a[side] === b[side] || step >= 2 * radius) continue;
          a[side] = b[side] = outer(a[side], b[side]);
          again = true;
        }
      }
    }
    for (let i = 1; i < lines.length; i++) lines[i - 1].bottom = lines[i].top = (lines[i - 1].bottom + lines[i].top) / 2;
  },

  // Returns the corners of the shape of all lines, clockwise.
  corners(lines) {
    const right = lines.flatMap((line) => [[line.right, line.top], [line.right, line.bottom]]);
    const left = lines.flatMap((line) => [[line.left, line.top], [line.left, line.bottom]]).reverse();
    const points = [...right, ...left];
    return points.filter(([x, y], i) => {
      const [before, after] = [points.at(i - 1), points[(i + 1) % points.length]];
      return !(x === before[0] && x === after[0]) && !(x === before[0] && y === before[1]);
    });
  },

  // Returns the path of a shape whose sides lie along the axes, with its corners rounded.
  rounded(points, radius) {
    const parts = points.map(([x, y], i) => {
      const [before, after] = [points.at(i - 1), points[(i + 1) % points.length]];
      const towards = (to) => [Math.sign(to[0] - x) * radius, Math.sign(to[1] - y) * radius];
      const [[ax, ay], [bx, by]] = [towards(before), towards(after)];
      return `${x + ax} ${y + ay}A${radius} ${radius} 0 0 ${ax * by - ay * bx < 0 ? 1 : 0} ${x + bx} ${y + by}`;
    });
    return `M${parts.join("L")}Z`;
  },
});
