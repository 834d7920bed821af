// Finds out where two pictures of one look differ, so that only these places have to be drawn again. It goes by the layout: what
// has the same markup, the same text and the same boxes looks the same, unless an effect spreads what is near it.
Object.assign(globalThis.mockup, {
  pictures: [], // what was described before: { look, number, nodes, effects }

  // Returns where the page looks otherwise than in each of those pictures before that have the same look: { number, boxes, fixed },
  // with boxes of pixels, left, top, right, bottom. Left out are pictures of which nobody knows. Boxes that are fixed are those of
  // images and effects: Chromium draws their edges by the size of the screen, which is smaller for a part of the page, so that no part
  // may touch them. What the page shows becomes the picture of a number; kept are the numbers of those before that still count. Behind
  // it, the page expects the frame that shows all this.
  changes({ look, number, kept }) {
    this.pictures = this.pictures.filter((picture) => kept.includes(picture.number));
    const alike = this.pictures.filter((picture) => picture.look === look);
    const now = this.describe(document.getElementById("root"), alike);
    const changes = alike.map((before) => ({ number: before.number, ...this.compare(before, now) })).filter(({ boxes }) => boxes);
    for (const entry of now.nodes) delete entry.node; // it would keep the whole document in memory
    this.pictures.push({ look, number, ...now });
    this.expectFrame();
    return changes;
  },

  // Describes all that a picture shows, in the order of the document: of an element its kind, which style sheets may go by; what is
  // set on it alone; and its box. Of a text its letters, and the boxes of its lines.
  describe(root, alike) {
    const nodes = [];
    const add = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        this.textRange.selectNodeContents(node);
        nodes.push({ node, text: node.data, boxes: Array.from(this.textRange.getClientRects()) });
        return;
      }
      const drawing = node.tagName === "svg";
      nodes.push({ node, ...this.attributesOf(node), text: drawing ? node.innerHTML : "", boxes: [node.getBoundingClientRect()] });
      if (!drawing) node.childNodes.forEach(add);
      nodes.push({ end: true });
    };
    add(root);
    const styled = alike.find((before) => this.sameStyles(before.nodes, nodes));
    return { nodes, effects: styled ? styled.effects : this.effectsOf(nodes) };
  },

  textRange: document.createRange(),

  // Returns the kind of an element and what is set on it alone. The direction of a text is no attribute, yet style sheets go by it.
  attributesOf(node) {
    let [kind, own] = [node.tagName, ""];
    for (const { name, value } of node.attributes) {
      if (name === "style" || name === "data-path") own += `${name}=${value}\n`;
      else kind += `\n${name}=${value}`;
    }
    if (node.dir === "auto" || node.tagName === "BDI") kind += getComputedStyle(node).direction;
    return { kind, own };
  },

  // Reports whether nodes of one look have the same effects: style sheets find the same elements, and none has a filter or a variable
  // of its own that differs. To ask for the style of each takes longer than all the rest.
  sameStyles(before, now) {
    const plain = (own) => !/filter|--/.test(own);
    return before.length === now.length && now.every(({ kind, end, own }, i) => {
      const old = before[i];
      return kind === old.kind && end === old.end && (own === old.own || (plain(own) && plain(old.own)));
    });
  },

  // Returns the places of elements that show what is behind or in them through a filter.
  effectsOf(nodes) {
    if (!/filter\s*:/.test(document.getElementById("template-css").textContent)) return [];
    const has = (style) => style.filter !== "none" || style.backdropFilter !== "none";
    const effects = [];
    nodes.forEach(({ node, kind }, i) => {
      if (kind && [null, "::before", "::after"].some((pseudo) => has(getComputedStyle(node, pseudo)))) effects.push(i);
    });
    return effects;
  },

  // Returns the boxes in which two descriptions differ; null if they are too different.
  compare(before, now) {
    const [old, all] = [before.nodes, now.nodes];
    if (old.length !== all.length || String(before.effects) !== String(now.effects)) return null;
    const changed = new Set();
    const open = []; // elements that a node is inside of
    for (let i = 0; i < all.length; i++) {
      const [a, b] = [old[i], all[i]];
      if (a.kind !== b.kind || a.end !== b.end) return null;
      if (b.end) {
        open.pop();
        continue;
      }
      const whole = a.own !== b.own || open.at(-1)?.whole === true;
      const differs = a.text !== b.text || !this.sameBoxes(a.boxes, b.boxes);
      if (differs || whole) changed.add(i);
      if (b.kind) open.push({ i, whole });
      else if (differs) {
        if (this.stacks(a.text) || this.stacks(b.text)) return null;
        this.lineage(open, all).forEach((element) => changed.add(element));
      }
    }
    const images = all.filter(({ node }) => node?.tagName === "CANVAS").map(({ boxes: [box] }) => this.enclosing(box, 0, 0));
    const effects = now.effects.map((i) => this.enclosing(all[i].boxes[0], this.overhang(all[i].node)));
    return { boxes: this.boxesOf(changed, old, all), fixed: [...images, ...effects].filter((box) => box !== null) };
  },

  // Returns the elements whose backgrounds follow a text in them: the one that it is in, and those around that are parts of a line.
  lineage(open, all) {
    const found = [];
    for (const { i } of open.toReversed()) {
      found.push(i);
      if (!getComputedStyle(all[i].node).display.startsWith("inline")) break;
    }
    return found;
  },

  // Reports whether a text has letters with so many marks that they reach into other lines.
  stacks: (text) => /\p{M}{3}/u.test(text),

  sameBoxes(a, b) {
    return a.length === b.length && a.every((box, i) => {
      const other = b[i];
      return box.left === other.left && box.top === other.top && box.width === other.width && box.height === other.height;
    });
  },

  boxesOf(changed, old, all) {
    const boxes = [];
    for (const i of changed) {
      const { node, kind } = all[i];
      const view = this.viewOf(node);
      for (const box of [...old[i].boxes, ...all[i].boxes]) {
        const reached = kind ? this.enclosing(box, this.overhang(node)) : this.enclosing(box, this.slant(node) * box.height, box.height / 4);
        boxes.push(view && reached ? this.cutTo(view, reached) : reached);
      }
    }
    return boxes.filter((box) => box !== null);
  },

  // Returns the box of the part of the page that a node scrolls in; null if there is none, or it cuts nothing off.
  viewOf(node) {
    const scroller = node.parentElement.closest("[data-scroll]");
    if (!scroller || getComputedStyle(scroller).overflow !== "hidden") return null;
    return this.enclosing(scroller.getBoundingClientRect(), 0);
  },

  // Returns what of a box lies in another; null if nothing does.
  cutTo([left, top, right, bottom], box) {
    const cut = [Math.max(left, box[0]), Math.max(top, box[1]), Math.min(right, box[2]), Math.min(bottom, box[3])];
    return cut[0] < cut[2] && cut[1] < cut[3] ? cut : null;
  },

  // Returns how far letters reach out at the sides, as a part of their height.
  slant: (text) => (getComputedStyle(text.parentElement).fontStyle === "normal" ? 0.15 : 0.4),

  // Returns a box with some pixels beside, above and below it, in whole pixels; null: it shows nothing.
  enclosing({ left, top, right, bottom }, beside, above = beside) {
    if (left === right && top === bottom) return null;
    return [Math.floor(left - beside), Math.floor(top - above), Math.ceil(right + beside), Math.ceil(bottom + above)];
  },

  // Returns how far an element may reach out of its box.
  overhang(element) {
    let out = 2;
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === "none") continue;
      const outline = style.outlineStyle === "none" ? "" : `${style.outlineWidth} ${style.outlineOffset}`;
      const reaching = [style.boxShadow, style.textShadow, style.filter, outline];
      out += 2 * reaching.map(this.lengths).reduce((a, b) => a + b);
      if (pseudo) out += this.reach(element, style);
    }
    return out * element.currentCSSZoom;
  },

  // Returns how far a pseudo-element of a style may reach out of its element.
  reach(element, style) {
    const placed = style.position === "absolute" && getComputedStyle(element).position === "static";
    const sides = [style.left, style.top, style.right, style.bottom, style.marginLeft, style.marginTop, style.marginRight, style.marginBottom];
    const out = sides.map((side) => Math.max(0, -parseFloat(side) || 0)).reduce((a, b) => a + b);
    return placed || style.transform !== "none" ? out + 24 + this.lengths(`${style.width} ${style.height}`) : out;
  },

  // Returns the sum of all lengths in a value of a style.
  lengths(value) {
    return Array.from(value.matchAll(/(-?[\d.]+)px/g), ([, length]) => Math.abs(length)).reduce((a, b) => a + b, 0);
  },
});
