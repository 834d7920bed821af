// The page script's part for text that is written while one reads it. An element with data-stream is laid out whole; it is
// uncovered unit by unit, a unit being a few words, a line of code or a row of a table. The units' boxes tile their
// sprite: bands lie one above the other, the units of a band side by side.
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
      const end = i + 1 < bands.length ? Math.min(Math.round(band.bottom) - top, below) : below;
      if (end <= edge) return;
      units.push(...this.cutBand(band, left, width).map(({ x, width, ...rest }) => ({ ...rest, box: [x, edge, width, end - edge] })));
      edge = end;
    });
    if (below < height) units.push({ box: [0, edge, width, height - edge], letters: 0, rest: true });
    return units;
  },

  // Returns the places of what is uncovered in one piece: words, or what stands instead of words.
  atoms(text) {
    const atoms = [];
    const add = (element, rects, letters, block) => {
      for (const { left, top, right, bottom, width } of rects) {
        if (width) atoms.push({ left, top, right, bottom, letters, block, card: element.closest(".code") });
      }
    };
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return this.words(node, add);
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const whole = node.matches("tr, .code-head, canvas, svg, .task, .katex-display, .katex-base, .cite, sup") || (node.matches("code") && node.textContent.length < 20);
      if (whole) add(node, node.getClientRects(), Math.max(node.textContent.trim().length, 2), this.block(node.parentElement));
      else node.childNodes.forEach(walk);
    };
    walk(text);
    return atoms;
  },

  // Adds the words of a text node. A long one, as all of a Chinese sentence, comes in pieces.
  words(node, add) {
    const range = document.createRange();
    const block = this.block(node.parentElement);
    for (const { 0: word, index } of node.data.matchAll(/\S{1,6}/gu)) {
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

  // Puts atoms that stand beside each other into bands. A band in the card of code is uncovered in one piece; its last
  // reaches to the card's end.
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
      band.ends = next?.atoms[0].block !== band.atoms.at(-1).block && !(band.card && next?.card === band.card);
      if (!band.card) return;
      const end = band.card.getBoundingClientRect().bottom;
      band.first = bands[i - 1]?.card !== band.card;
      if (next?.card === band.card) return;
      const foot = Math.round(end) - Math.round(band.bottom);
      for (let k = i; k >= 0 && bands[k].card === band.card; k--) bands[k].foot = foot;
      band.bottom = end;
    });
    return bands;
  },

  // Cuts a band into units, each a few words, side by side from the sprite's left edge to its right.
  cutBand(band, left, width) {
    const units = [];
    let previous;
    for (const { left, right, letters, block } of band.atoms) {
      const unit = units.at(-1);
      // A gap of a pixel parts words; where there is none, a very long word may be cut.
      const apart = previous && Math.max(left - previous.right, previous.left - right) > 1;
      const full = unit && unit.letters >= (apart ? 9 : 24);
      const overlaps = unit && left < unit.right - 1 && right > unit.left + 1;
      previous = { left, right };
      if (!unit || (!band.card && full && !overlaps)) units.push({ left, right, letters });
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
      x: unit.x, width: unit.width, letters: unit.letters, ends: unit === last && band.ends, foot: band.foot ?? 0, line: Boolean(band.card) && !band.first,
    }));
  },

  // Joins units that overlap, as those of a line with both directions of writing can.
  disjoint(units) {
    const apart = [];
    for (let unit of units) {
      for (let i = apart.length - 1; i >= 0; i--) {
        const other = apart[i];
        if (other.left >= unit.right - 1 || unit.left >= other.right - 1) continue;
        unit = { left: Math.min(unit.left, other.left), right: Math.max(unit.right, other.right), letters: unit.letters + other.letters };
        apart.splice(i, 1);
      }
      apart.push(unit);
    }
    return apart;
  },
});
