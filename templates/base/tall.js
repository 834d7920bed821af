// Letters that reach out of the line of a text which is cut off at its end.
"use strict";

Object.assign(mockup, {
  // Scripts whose marks stand lower or higher than those of Western letters: from Hebrew to Vedic signs, the presentation forms of Arabic,
  // the letters of Vietnamese, which have two marks, and marks that are characters of their own.
  tall: /[\u0300-\u036f\u0590-\u1cff\u1ea0-\u1eff\ufb1d-\ufdff\ufe70-\ufefc]/,

  // Shows such marks. The box of a line that ends in an ellipsis is as high as Latin letters need, and cuts off the dots of Arabic, the
  // vowels of Thai and the upper marks of Vietnamese; so does that of several lines.
  showMarks(root) {
    if (!this.tall.test(root.textContent)) return;
    const seen = new Set([root]);
    for (const { node } of this.texts(root)) {
      if (!this.tall.test(node.data)) continue;
      for (let box = node.parentElement; !seen.has(box); box = box.parentElement) {
        seen.add(box);
        const { display, minWidth, overflowY, textOverflow, verticalAlign, webkitLineClamp } = getComputedStyle(box);
        const clamped = webkitLineClamp !== "none";
        const line = textOverflow === "ellipsis" || "shorten" in box.dataset;
        const lifts = display === "inline-block" && verticalAlign === "baseline"; // its baseline would be another
        if (overflowY !== "hidden" || !clamped && !line || lifts) continue;
        if (clamped) this.dropLines(box);
        box.style.overflow = "clip visible";
        if (minWidth === "auto") box.style.minWidth = 0; // as that of what hides its overflow
      }
    }
  },

  // Removes the lines that line-clamp cuts off a text, whose upper marks would be seen. An empty line in their place keeps the ellipsis.
  dropLines(box) {
    const { bottom } = box.getBoundingClientRect(), range = document.createRange();
    const dropped = (node, i) => {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const letter = range.getBoundingClientRect();
      return letter.height > 0 && letter.top + letter.bottom > 2 * bottom;
    };
    for (const { node } of this.texts(box)) {
      let begin = 0, end = node.length;
      while (begin < end) {
        const middle = (begin + end) >> 1;
        if (dropped(node, middle)) end = middle;
        else begin = middle + 1;
      }
      if (begin === node.length) continue;
      range.setStart(node, begin);
      range.setEndAfter(box.lastChild);
      range.deleteContents();
      box.append(document.createElement("br"), document.createElement("br"));
      return;
    }
  },

  // Makes room for such letters. iOS gives their lines more height than those of Latin letters: lines of a text get further apart if their
  // letters could touch, and so do lines of which one stands below the other, such as the name and the state in a header. All is measured
  // before anything is moved, since Chromium lays the page out anew behind every move.
  makeRoom(root) {
    if (!this.tall.test(root.textContent)) return;
    const tall = this.texts(root).map(({ node }) => node).filter((node) => this.tall.test(node.data) && node.parentElement.getClientRects().length > 0);
    this.spreadLines(tall);
    const uppers = new Set(), seen = new Set([root]);
    for (const node of tall) {
      for (let part = node.parentElement; !seen.has(part) && !part.matches("[data-slot] > *, [data-scroll], .bar"); part = part.parentElement) {
        seen.add(part);
        if (part.previousElementSibling) uppers.add(part.previousElementSibling);
        if (part.nextElementSibling) uppers.add(part);
      }
    }
    const extents = new Map(), extentOf = (part) => extents.get(part) ?? extents.set(part, this.extent(part)).get(part);
    const moves = [...uppers].map((upper) => [upper, this.missingRoom(upper, upper.nextElementSibling, extentOf)]).filter(([, room]) => room > 0);
    const margins = moves.map(([upper, room]) => parseFloat(getComputedStyle(upper).marginBottom) + Math.ceil(room) + "px");
    moves.forEach(([upper], i) => (upper.style.marginBottom = margins[i]));
  },

  // Gives the lines of the paragraphs that such texts stand in the height that their letters need.
  spreadLines(tall) {
    const needs = new Map(); // of paragraphs
    const heights = new Map(); // of the texts' elements
    for (const { parentElement } of tall) {
      const block = this.block(parentElement);
      const height = parseFloat(getComputedStyle(parentElement).lineHeight);
      const { ascent, descent } = this.extent(block);
      if (ascent + descent + 1 <= height) continue;
      if (!needs.has(block)) needs.set(block, this.neededHeight(block));
      if (needs.get(block) > height) heights.set(parentElement, Math.ceil(needs.get(block)) + "px");
    }
    heights.forEach((height, element) => (element.style.lineHeight = height));
  },

  // Returns how high the lines of a paragraph have to be for their letters not to touch.
  neededHeight(block) {
    const zoom = block.currentCSSZoom, lines = [];
    for (const line of this.texts(block).flatMap(({ node }) => this.inkLines(node)).sort((a, b) => a.baseline - b.baseline)) {
      const last = lines.at(-1);
      if (!last || line.baseline - last.baseline > 4 * zoom) lines.push(line);
      else Object.assign(last, { ascent: Math.max(last.ascent, line.ascent), descent: Math.max(last.descent, line.descent) });
    }
    return lines.slice(1).reduce((most, { ascent }, i) => Math.max(most, lines[i].descent + ascent + 1), 0);
  },

  // Returns how much further down what stands below something else has to be, so that a pixel and a half is free between the letters of both.
  // Only the lines count that could come so near to the other part: long texts have hundreds.
  missingRoom(upper, lower, extentOf) {
    if ([upper, lower].some((part) => getComputedStyle(part).position === "absolute")) return 0;
    const zoom = upper.currentCSSZoom, [top, bottom] = [extentOf(upper), extentOf(lower)];
    const reach = (1.5 + top.descent + bottom.ascent) * zoom;
    if (bottom.first - top.last >= reach) return 0;
    const above = this.texts(upper).flatMap(({ node }) => this.inkLines(node, bottom.first - reach));
    const below = this.texts(lower).flatMap(({ node }) => this.inkLines(node, -Infinity, top.last + reach));
    let room = 0;
    for (const a of above) {
      for (const b of below) {
        if (a.left >= b.right || b.left >= a.right || b.baseline - a.baseline < 4 * zoom) continue; // they stand beside each other
        room = Math.max(room, 1.5 + a.descent + b.ascent - (b.baseline - a.baseline) / zoom);
      }
    }
    return room;
  },

  // Returns the first and the last baseline of the texts of an element, and how far any letter reaches above and below its own.
  extent(element) {
    const all = { first: Infinity, last: -Infinity, ascent: 0, descent: 0 }, range = document.createRange();
    for (const { node } of this.texts(element)) {
      const ink = this.ink(node, node.data), below = ink.fontBoundingBoxDescent * node.parentElement.currentCSSZoom;
      range.selectNodeContents(node);
      for (const { bottom, width } of range.getClientRects()) {
        if (width === 0) continue;
        all.first = Math.min(all.first, bottom - below);
        all.last = Math.max(all.last, bottom - below);
        all.ascent = Math.max(all.ascent, ink.actualBoundingBoxAscent);
        all.descent = Math.max(all.descent, ink.actualBoundingBoxDescent);
      }
    }
    return all;
  },

  // Measures letters as a text on the page has them.
  ink(node, letters) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node.parentElement);
    this.pen ??= new OffscreenCanvas(1, 1).getContext("2d");
    this.pen.font = [fontStyle, fontWeight, fontSize, fontFamily].join(" ");
    return this.pen.measureText(letters);
  },

  // Returns where the lines of a text stand on the page, and how far their letters reach above and below the baseline; those alone whose
  // baseline is between two heights, and perhaps a few more. Lines that line-clamp cuts off are left out.
  inkLines(node, from = -Infinity, to = Infinity) {
    const box = node.parentElement, zoom = box.currentCSSZoom;
    const end = getComputedStyle(box).webkitLineClamp === "none" ? Infinity : box.getBoundingClientRect().bottom;
    return this.linesOf(node, from, to).map(({ text, left, right, bottom }) => {
      const ink = this.ink(node, text);
      const baseline = bottom - ink.fontBoundingBoxDescent * zoom;
      return { left, right, baseline, ascent: ink.actualBoundingBoxAscent, descent: ink.actualBoundingBoxDescent };
    }).filter(({ baseline }) => baseline < end);
  },

  // Returns the lines that a text is broken into, from the first one that ends below a height to the first one that begins below another;
  // at most two hundred.
  linesOf(node, from, to) {
    const range = document.createRange(), lines = [];
    const part = (begin, end) => {
      range.setStart(node, begin);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    // The first letter from begin on whose box ends below a height.
    const below = (height, begin) => {
      let end = node.length;
      while (begin < end) {
        const middle = (begin + end) >> 1;
        if (part(middle, middle + 1).bottom > height) end = middle;
        else begin = middle + 1;
      }
      return begin;
    };
    for (let begin = below(from, 0), end; begin < node.length && lines.length < 200; begin = end) {
      const first = part(begin, begin + 1);
      if (first.top > to) break;
      end = below(first.bottom + 1, begin + 1);
      const { left, right, bottom } = part(begin, end);
      if (right > left) lines.push({ text: node.data.slice(begin, end), left, right, bottom });
    }
    return lines;
  },
});
