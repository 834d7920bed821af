// The page script's part for text that is written while one reads it. An element with data-stream is laid out whole; it is
// uncovered unit by unit, a unit being a few words, a word or some signs of code, or a row of a table. The units' boxes tile
// their sprite: bands lie one above the other, the units of a band side by side.
"use strict";

Object.assign(mockup, {
  // Returns the units of a sprite, in the order in which they are written, in device pixels from its corner.
  units(sprite) {
    const text = sprite.querySelector("[data-stream]");
    if (!text) return [];
    const [left, top, width, height] = this.box(sprite);
    const box = text.getBoundingClientRect();
    const [above, below] = [Math.max(Math.round(box.top) - top, 0), Math.min(Math.round(box.bottom) - top, height)];
    const units = above ? [{ box: [0, 0, width, above], letters: 0 }] : [];
    let edge = above;
    const bands = this.bands(this.atoms(text));
    bands.forEach((band, i) => {
      const last = i + 1 === bands.length;
      const end = last && !band.closes ? below : Math.min(Math.round(band.bottom) - top, below);
      if (end <= edge) return;
      const line = band.line === undefined ? edge : Math.round(band.line) - top;
      if (line > edge) {
        units.push({ box: [0, edge, width, line - edge], letters: 0, foot: band.foot });
        edge = line;
      }
      units.push(...this.cutBand(band, left, width).map(({ x, width, ...rest }) => ({ ...rest, box: [x, edge, width, end - edge] })));
      edge = end;
      if (!band.closes) return;
      edge = last ? below : end + band.foot;
      units.push({ box: [0, end, width, edge - end], letters: 0, ends: true, foot: edge - end, line: true });
    });
    if (below < height) units.push({ box: [0, edge, width, height - edge], letters: 0, rest: true });
    return units;
  },

  // Returns the places of what is uncovered in one piece: words, or what stands instead of words.
  atoms(text) {
    const atoms = [];
    const add = (element, rects, letters, block) => {
      const card = element.closest(".code");
      const head = card ? element.matches(".code-head") : false;
      for (const rect of rects) {
        const { left, top, right, bottom, width } = card && !head ? this.inCard(card, rect) : rect;
        if (width > 0) atoms.push({ left, top, right, bottom, letters, block, card, head });
      }
    };
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return this.words(node, add);
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const whole = node.matches("tr, .code-head, canvas, svg, .task, .katex-display, .katex-base, .cite, sup") || (node.matches("code") && node.textContent.length < 20);
      const seen = node.matches(".untitled > .code-head") ? node.querySelector(".code-copy") : node;
      if (whole) add(node, seen.getClientRects(), Math.max(node.textContent.trim().length, 2), this.block(node.parentElement));
      else node.childNodes.forEach(walk);
    };
    walk(text);
    return atoms;
  },

  // Returns what is seen of a box on a line of code: a long line is cut off at the card's edge, and the first one at a head that stands
  // beside it.
  inCard(card, { left, top, right, bottom }) {
    const [box, head] = [card.getBoundingClientRect(), card.querySelector(".code-head").getBoundingClientRect()];
    const end = (top + bottom) / 2 < head.bottom ? head.left : box.right;
    [left, right] = [Math.max(left, box.left), Math.min(right, end)];
    return { left, top, right, bottom, width: right - left };
  },

  // Adds the words of a text node. A long one, as all of a Chinese sentence, comes in pieces. Of code these are runs of letters, and of signs.
  words(node, add) {
    const range = document.createRange();
    const block = this.block(node.parentElement);
    const pieces = node.parentElement.closest(".code") ? /[\p{L}\p{M}\p{N}_]{1,8}|[^\p{L}\p{M}\p{N}_\s]{1,8}/gu : /\S{1,6}/gu;
    for (const { 0: word, index } of node.data.matchAll(pieces)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const wide = [...word].filter((letter) => letter > "\u2e80").length;
      add(node.parentElement, range.getClientRects(), word.length + wide, block);
    }
  },

  // Returns the paragraph, or whatever else it is, that an inline element stands in.
  block(element) {
    while (getComputedStyle(element).display === "inline") element = element.parentElement;
    return element;
  },

  // Puts atoms that stand beside each other into bands. Behind the last one of a card of code comes the card's foot.
  bands(atoms) {
    const bands = [];
    for (const atom of atoms) {
      const band = bands.at(-1);
      const shared = band ? Math.min(atom.bottom, band.bottom) - Math.max(atom.top, band.top) : 0;
      if (band && band.card === atom.card && shared > 0.3 * Math.min(atom.bottom - atom.top, band.bottom - band.top)) {
        band.atoms.push(atom);
        band.top = Math.min(band.top, atom.top);
        band.bottom = Math.max(band.bottom, atom.bottom);
      } else {
        bands.push({ top: atom.top, bottom: atom.bottom, card: atom.card, atoms: [atom] });
      }
    }
    bands.forEach((band, i) => {
      const next = bands[i + 1];
      band.ends = next?.atoms[0].block !== band.atoms.at(-1).block && !band.card;
      // A head that stands beside the first line has the card's upper edge above that line.
      if (band.atoms[0].head && band.atoms.length > 1) band.line = Math.min(...band.atoms.slice(1).map((atom) => atom.top));
      band.closes = band.card !== null && next?.card !== band.card;
      if (!band.closes) return;
      const foot = Math.round(band.card.getBoundingClientRect().bottom) - Math.round(band.bottom);
      for (let k = i; k >= 0 && bands[k].card === band.card; k--) bands[k].foot = foot;
    });
    return bands;
  },

  // Cuts a band into units, each a few words, or one of code, side by side from the sprite's left edge to its right.
  cutBand(band, left, width) {
    const units = [];
    let previous;
    for (const { left, right, letters, head } of band.atoms) {
      const unit = units.at(-1);
      // A gap of a pixel parts words; where there is none, a very long word may be cut.
      const apart = previous && Math.max(left - previous.right, previous.left - right) > 1;
      const full = unit && unit.letters >= (apart ? 9 : 24);
      const overlaps = unit && left < unit.right - 1 && right > unit.left + 1;
      previous = { left, right };
      if (!unit || ((band.card || full) && !overlaps)) units.push({ left, right, letters, head });
      else Object.assign(unit, { left: Math.min(left, unit.left), right: Math.max(right, unit.right), letters: unit.letters + letters });
    }
    const apart = this.disjoint(units);
    const last = apart.at(-1);
    const sorted = [...apart].sort((a, b) => a.left - b.left);
    sorted.forEach((unit, i) => {
      unit.x = i ? Math.round((sorted[i - 1].right + unit.left) / 2) - left : 0;
    });
    sorted.forEach((unit, i) => {
      unit.width = (sorted[i + 1]?.x ?? width) - unit.x;
    });
    return apart.map((unit) => ({
      x: unit.x, width: unit.width, letters: unit.letters, ends: unit === last && band.ends, foot: band.foot ?? 0, line: Boolean(band.card) && !unit.head,
    }));
  },

  // Joins units that overlap, as those of a line with both directions of writing can.
  disjoint(units) {
    const apart = [];
    for (let unit of units) {
      for (let i = apart.length - 1; i >= 0; i--) {
        const other = apart[i];
        if (other.left >= unit.right - 1 || unit.left >= other.right - 1) continue;
        unit = { head: other.head, left: Math.min(unit.left, other.left), right: Math.max(unit.right, other.right), letters: unit.letters + other.letters };
        apart.splice(i, 1);
      }
      apart.push(unit);
    }
    return apart;
  },
});
