// Finds where the texts and images of a payload stand in the picture, for programs that let people click on them. Texts
// are found by their letters, so no template has to say what it draws: a template may break a text into pieces, or draw a part
// of it. Both sides are in the order of the payload, which tells equal texts apart.
Object.assign(globalThis.mockup, {
  // Takes texts ({ path, text }) and images ({ path, address }) and returns boxes in pixels of the picture.
  places({ texts, images }) {
    const frame = document.documentElement.getBoundingClientRect();
    return this.findIn(document.getElementById("root"), texts, images).flatMap(({ path, element }) => {
      const box = element.getBoundingClientRect(), seen = this.uncovered(element);
      const [x, y] = [Math.max(box.left, 0), Math.max(box.top, seen.top, 0)];
      const [right, bottom] = [Math.min(box.right, frame.right), Math.min(box.bottom, seen.bottom, innerHeight)];
      if (right - x < 2 || bottom - y < 2) return [];
      return [{ path, x: Math.round(x), y: Math.round(y), width: Math.round(right - x), height: Math.round(bottom - y) }];
    });
  },

  // Takes the same of a video, and the paths of its items; those that show nothing of one field alone have none. Returns where
  // they stand on each sprite, from its corner, and on what does not move. On an item with a path only what is below the path
  // is looked for, and elsewhere only what is below none. A sprite with a path on which nothing is found has it as a whole.
  spots({ texts, images, items }) {
    const { video } = this, owners = new Set(items);
    const ownerOf = (path) => path.split(".").map((_, i, steps) => steps.slice(0, i + 1).join(".")).find((path) => owners.has(path)) ?? "";
    const [textsOf, imagesOf] = [texts, images].map((fields) => Map.groupBy(fields, ({ path }) => ownerOf(path)));
    const findIn = (root, owner) => this.findIn(root, textsOf.get(owner) ?? [], imagesOf.get(owner) ?? []);
    this.layOutSheet();
    const moving = video.items.flatMap(({ first, elements }, item) => elements.flatMap((root, i) => {
      const [left, top] = this.box(root), found = findIn(root, items[item]);
      if (!found.length && items[item] !== "") found.push({ path: items[item], element: root.querySelector("[data-grow]") ?? root });
      return found.map(({ path, element }) => {
        const [x, y, width, height] = this.box(element);
        return { path, sprite: first + i, box: [x - left, y - top, width, height] };
      });
    }));
    this.reset();
    return [...findIn(video.root, "").map(({ path, element }) => ({ path, sprite: -1, box: this.box(element) })), ...moving];
  },

  // Returns between which edges an element is seen: of what scrolls, those of the bars above and below.
  uncovered(element) {
    const view = element.closest("[data-scroll]");
    if (!view) return { top: -Infinity, bottom: Infinity };
    const { top, bottom } = view.getBoundingClientRect(), { paddingTop, paddingBottom } = getComputedStyle(view);
    return { top: top + parseFloat(paddingTop) * view.currentCSSZoom, bottom: bottom - parseFloat(paddingBottom) * view.currentCSSZoom };
  },

  // Returns the elements that show texts and images.
  findIn(root, texts, images) {
    return [...this.textPlaces(root, this.lettersOf(root), texts), ...this.imagePlaces(root, images)];
  },

  letters(text) {
    return text.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, "");
  },

  // Returns the letters of all that the page shows, with the places at which its text nodes begin.
  lettersOf(root) {
    const nodes = [];
    let all = "";
    for (const { node, text } of this.texts(root)) {
      const letters = this.letters(text);
      if (letters === "") continue;
      nodes.push({ node, at: all.length });
      all += letters;
    }
    return { all, nodes, begins: new Set(nodes.map(({ at }) => at)) };
  },

  // Looks for each text behind the one before it in the same list of the payload, and else from the beginning.
  textPlaces(root, page, texts) {
    const behind = new Map();
    return texts.flatMap(({ path, text }) => {
      const letters = this.letters(text).slice(0, 160), list = path.split(".").slice(0, 2).join(".");
      if (letters === "" || /^\d+:\d+$/.test(text)) return []; // the time of a clock also stands beside messages
      let at = this.find(page, letters, behind.get(list) ?? 0);
      if (at < 0) at = this.find(page, letters, 0);
      if (at < 0) return [];
      behind.set(list, at + letters.length);
      return [{ path, element: this.around(root, page, at, letters.length) }];
    });
  },

  // Returns where a text begins that is at the beginning of a text node; a long one may begin anywhere.
  find({ all, begins }, letters, from) {
    for (let at = all.indexOf(letters, from); at >= 0; at = all.indexOf(letters, at + 1)) {
      if (letters.length > 12 || begins.has(at)) return at;
    }
    return -1;
  },

  // Returns the largest element that is hardly larger than the letters, and shows next to nothing else: a bubble with its time.
  around(root, page, at, length) {
    const nodeAt = (place) => page.nodes.findLast((node) => node.at <= place).node;
    const range = document.createRange();
    range.setStart(nodeAt(at), 0);
    range.setEndAfter(nodeAt(at + length - 1));
    let element = range.commonAncestorContainer;
    if (!(element instanceof Element)) element = element.parentElement;
    const text = range.getBoundingClientRect(), zoom = element.currentCSSZoom;
    const fits = (outer) => {
      const box = outer.getBoundingClientRect();
      return box.width <= text.width + 72 * zoom && box.height <= text.height + 40 * zoom && this.letters(outer.textContent).length <= length + 8;
    };
    while (element !== root && element.parentElement !== root && fits(element.parentElement)) element = element.parentElement;
    return element;
  },

  imagePlaces(root, images) {
    const drawn = [...root.querySelectorAll("[data-path]")];
    return images.flatMap(({ path, address }) => {
      const i = drawn.findIndex((canvas) => canvas.dataset.path === address);
      return i < 0 ? [] : [{ path, element: drawn.splice(i, 1)[0] }];
    });
  },
});
