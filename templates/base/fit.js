// Texts that fit their boxes.
"use strict";

Object.assign(mockup, {
  // Fits the texts of a picture, or of a sprite sheet, which has none to cut. All is measured while nothing is turned, since boxes of what
  // is turned are larger.
  fit(root, cuts) {
    const turned = [...root.querySelectorAll('[style*="rotate"]')];
    const angles = turned.map((element) => element.style.rotate);
    turned.forEach((element) => (element.style.rotate = "none"));
    this.keepWords(root);
    this.hyphenate(root);
    this.hug(root);
    if (cuts) this.cut(root);
    this.shorten(root);
    this.showMarks(root);
    this.makeRoom(root);
    this.outline(root);
    turned.forEach((element, i) => (element.style.rotate = angles[i]));
  },

  // Makes text that wraps no wider than its longest line, as bubbles are; CSS leaves such a box at its full width. Others get whole pixels,
  // but those with data-hug="wrapped".
  hug(root) {
    const boxes = [...root.querySelectorAll("[data-hug]")];
    const widths = boxes.map((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const padding = this.padding(box);
      const zoom = box.currentCSSZoom;
      const width = box.querySelector(".item, blockquote") ? this.wordsWidth(box) : range.getBoundingClientRect().width;
      const own = box.getBoundingClientRect().width / zoom;
      if (box.dataset.hug === "wrapped" && width / zoom + padding > own - 1) return "";
      // A space that hangs over the end of a line can stick out of the box.
      return Math.ceil(Math.min(width / zoom + padding, own)) + "px";
    });
    boxes.forEach((box, i) => (box.style.width = widths[i]));
  },

  // Returns how far the words of a text with blocks, which are as wide as the text itself, reach from the side where their lines begin.
  wordsWidth(text) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), range = document.createRange();
    const { left, right } = text.getBoundingClientRect();
    let width = 0;
    while (walker.nextNode()) {
      const reversed = walker.currentNode.parentElement.matches(":dir(rtl)");
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) width = Math.max(width, reversed ? right - box.left : box.right - left);
    }
    return width;
  },

  // Returns the padding of a box at its two sides.
  padding(box) {
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    return parseFloat(paddingLeft) + parseFloat(paddingRight);
  },

  // Cuts texts behind so many lines as data-cut says, with what is in data-cut-end behind them. A text that fits loses
  // that end. Laid out once more at another scale, a text may only get shorter.
  cut(root) {
    for (const box of root.querySelectorAll('[data-cut]:not([data-cut="0"])')) {
      const end = box.querySelector("[data-cut-end]");
      if (!end) continue;
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
      const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
      const most = (Number(box.dataset.cut) + 0.5) * parseFloat(lineHeight) + padding;
      const fits = () => box.getBoundingClientRect().height / box.currentCSSZoom <= most;
      end.remove();
      if (!box.dataset.cutOff && fits()) continue;
      box.dataset.cutOff = "true";
      const texts = this.texts(box);
      box.append(end);
      this.longest(texts, 400 * Number(box.dataset.cut), fits);
    }
  },

  // Shortens lines that are too long for their box, so that the box ends where the text does: with text-overflow it
  // would end up to a letter behind it. So are lines and paragraphs with letters that run from right to left, at the end of what they say:
  // browsers cut them at an edge of the box, where such words may begin.
  shorten(root) {
    const boxes = [...new Set([...root.querySelectorAll("[data-shorten]"), ...this.reversed(root)])];
    const wide = boxes.filter((box) => box.scrollWidth > box.clientWidth);
    const lines = wide.filter((box) => !wide.some((other) => other !== box && box.contains(other)));
    const rooms = lines.map((box) => box.clientWidth - this.padding(box)); // before any is shorter: some share a line
    const content = document.createRange();
    const shorten = (box, fits) => this.longest(this.texts(box), 400, fits, document.createTextNode("…"));
    lines.forEach((box, i) => shorten(box, () => {
      content.selectNodeContents(box);
      return content.getBoundingClientRect().width / box.currentCSSZoom < rooms[i];
    }));
    for (const box of boxes) {
      const fits = () => box.scrollHeight <= box.clientHeight + 1;
      if (getComputedStyle(box).webkitLineClamp !== "none" && !fits()) shorten(box, fits);
    }
  },

  // Letters of the scripts that run from right to left.
  fromRight: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,

  // Returns the boxes that end with an ellipsis where they have no room, and hold such letters.
  reversed(root) {
    const boxes = new Set(), seen = new Set([root]);
    if (!this.fromRight.test(root.textContent)) return boxes;
    for (const { node } of this.texts(root)) {
      if (!this.fromRight.test(node.data)) continue;
      for (let box = node.parentElement; !seen.has(box); box = box.parentElement) {
        seen.add(box);
        const { display, textOverflow, webkitLineClamp } = getComputedStyle(box);
        if (display !== "inline" && (textOverflow === "ellipsis" || webkitLineClamp !== "none")) boxes.add(box);
      }
    }
    return boxes;
  },

  texts(box) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push({ node: walker.currentNode, text: walker.currentNode.data });
    return texts;
  },

  // Leaves as much of the texts as fits, at most that many characters, without spaces and full stops at the end. A node given as an ending
  // stands directly behind the last text that is left, so that it is where that one ends in its own direction.
  longest(texts, most, fits, ending) {
    const whole = texts.map(({ text }) => text).join("").slice(0, most * 8);
    const ends = [0, ...Array.from(new Intl.Segmenter().segment(whole), ({ index, segment }) => index + segment.length)].slice(0, most);
    const leave = (count) => {
      let rest = whole.slice(0, ends[count]).replace(/[\s.…\u2068]+$/, "").length; // also without the beginning of an isolate
      let last = texts[0]?.node;
      for (const { node, text } of texts) {
        node.data = text.slice(0, rest);
        rest -= node.data.length;
        if (node.data) last = node;
      }
      if (ending) last?.after(ending);
    };
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      leave(middle);
      if (fits()) low = middle;
      else high = middle - 1;
    }
    leave(low);
  },
});
