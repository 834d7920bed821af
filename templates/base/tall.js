// Letters that reach out of the line of a text which is cut off at its end.
"use strict";

Object.assign(mockup, {
  // Scripts whose marks stand lower or higher than those of Western letters: from Hebrew to Vedic signs, the presentation forms of Arabic,
  // the letters of Vietnamese, which have two marks, and marks that are characters of their own.
  tall: /[\u0300-\u036f\u0590-\u1cff\u1ea0-\u1eff\ufb1d-\ufdff\ufe70-\ufefc]/,

  // Shows such marks. The box of a line that ends in an ellipsis is as high as Latin letters need, and cuts off the dots of Arabic, the
  // vowels of Thai and the upper marks of Vietnamese; so does that of some lines, of which no others are cut off.
  showMarks(root) {
    if (!this.tall.test(root.textContent)) return;
    const seen = new Set([root]);
    for (const { node } of this.texts(root)) {
      if (!this.tall.test(node.data)) continue;
      for (let box = node.parentElement; !seen.has(box); box = box.parentElement) {
        seen.add(box);
        const { display, minWidth, overflowY, textOverflow, verticalAlign, webkitLineClamp } = getComputedStyle(box);
        const line = textOverflow === "ellipsis" || "shorten" in box.dataset;
        const fits = webkitLineClamp !== "none" && box.scrollHeight <= box.clientHeight; // lines of which none is cut off
        const lifts = display === "inline-block" && verticalAlign === "baseline"; // its baseline would be another
        if (overflowY !== "hidden" || !line && !fits || lifts) continue;
        box.style.overflow = "clip visible";
        if (minWidth === "auto") box.style.minWidth = 0; // as that of what hides its overflow
      }
    }
  },

  // Makes room for such letters. iOS gives their lines more height than those of Latin letters: lines of a text get further apart if their
  // letters could touch, and so do lines of which one stands below the other, such as the name and the state in a header.
  makeRoom(root) {
    if (!this.tall.test(root.textContent)) return;
    const tall = this.texts(root).map(({ node }) => node).filter((node) => this.tall.test(node.data) && node.parentElement.getClientRects().length > 0);
    for (const node of tall) this.spreadLines(node);
    for (const node of tall) {
      for (let part = node.parentElement; part !== root && !part.matches("[data-slot] > *, [data-scroll], .bar"); part = part.parentElement) {
        if (part.previousElementSibling) this.moveApart(part.previousElementSibling, part);
        if (part.nextElementSibling) this.moveApart(part, part.nextElementSibling);
      }
    }
  },

  // Gives the lines of a paragraph that such a text stands in the height that their letters need.
  spreadLines(node) {
    const text = node.parentElement, zoom = text.currentCSSZoom, lines = [];
    for (const line of this.texts(this.block(text)).flatMap(({ node }) => this.inkLines(node)).sort((a, b) => a.baseline - b.baseline)) {
      const last = lines.at(-1);
      if (!last || line.baseline - last.baseline > 4 * zoom) lines.push(line);
      else Object.assign(last, { ascent: Math.max(last.ascent, line.ascent), descent: Math.max(last.descent, line.descent) });
    }
    const need = Math.max(0, ...lines.slice(1).map(({ ascent }, i) => lines[i].descent + ascent + 1));
    if (need > parseFloat(getComputedStyle(text).lineHeight)) text.style.lineHeight = Math.ceil(need) + "px";
  },

  // Moves what stands below something else down, so that a pixel and a half is free between the letters of both.
  moveApart(upper, lower) {
    if ([upper, lower].some((part) => getComputedStyle(part).position === "absolute")) return;
    const [above, below] = [upper, lower].map((part) => this.texts(part).flatMap(({ node }) => this.inkLines(node))), zoom = upper.currentCSSZoom;
    let near = 0;
    for (const a of above) {
      for (const b of below) {
        if (a.left >= b.right || b.left >= a.right || b.baseline - a.baseline < 4 * zoom) continue; // they stand beside each other
        near = Math.max(near, 1.5 + a.descent + b.ascent - (b.baseline - a.baseline) / zoom);
      }
    }
    if (near > 0) upper.style.marginBottom = parseFloat(getComputedStyle(upper).marginBottom) + Math.ceil(near) + "px";
  },

  // Returns where the lines of a text stand on the page, and how far their letters reach above and below the baseline.
  inkLines(node) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node.parentElement), zoom = node.parentElement.currentCSSZoom;
    this.pen ??= new OffscreenCanvas(1, 1).getContext("2d");
    this.pen.font = [fontStyle, fontWeight, fontSize, fontFamily].join(" ");
    return this.linesOf(node).map(({ text, left, right, bottom }) => {
      const ink = this.pen.measureText(text);
      const baseline = bottom - ink.fontBoundingBoxDescent * zoom;
      return { left, right, baseline, ascent: ink.actualBoundingBoxAscent, descent: ink.actualBoundingBoxDescent };
    });
  },

  // Returns the lines that a text is broken into, at most twenty.
  linesOf(node) {
    const range = document.createRange(), lines = [];
    const part = (begin, end) => {
      range.setStart(node, begin);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    for (let begin = 0, end; begin < node.length && lines.length < 20; begin = end) {
      const first = part(begin, begin + 1).bottom;
      let most = node.length;
      for (end = begin + 1; end < most; ) {
        const middle = (end + most + 1) >> 1;
        if (part(middle - 1, middle).bottom <= first + 1) end = middle;
        else most = middle - 1;
      }
      const { left, right, bottom } = part(begin, end);
      if (right > left) lines.push({ text: node.data.slice(begin, end), left, right, bottom });
    }
    return lines;
  },
});
