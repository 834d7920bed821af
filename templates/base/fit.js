// Texts that fit their boxes.
"use strict";

Object.assign(mockup, {
  // Fits the texts of a picture, or of a sprite sheet, which has none to cut. All is measured while nothing is turned, since boxes of what
  // is turned are larger.
  fit(root, cuts) {
    const turned = [...root.querySelectorAll('[style*="rotate"]')];
    const angles = turned.map((element) => element.style.rotate);
    turned.forEach((element) => (element.style.rotate = "none"));
    this.hyphenate(root);
    this.hug(root);
    if (cuts) this.cut(root);
    this.shorten(root);
    this.shortenLines(root);
    this.showMarks(root);
    this.makeRoom(root);
    this.outline(root);
    turned.forEach((element, i) => (element.style.rotate = angles[i]));
  },

  // Makes text that wraps no wider than its longest line, as bubbles are; CSS leaves such a box at its full width.
  hug(root) {
    const boxes = [...root.querySelectorAll("[data-hug]")];
    const widths = boxes.map((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      const padding = this.padding(box);
      const zoom = box.currentCSSZoom;
      const width = box.querySelector(".item, blockquote") ? this.wordsWidth(box) : range.getBoundingClientRect().width;
      // A space that hangs over the end of a line can stick out of the box.
      return Math.min(width / zoom + padding, box.getBoundingClientRect().width / zoom);
    });
    boxes.forEach((box, i) => (box.style.width = Math.ceil(widths[i]) + "px"));
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
  // would end up to a letter behind it. Of lines that run from right to left, text-overflow would also cut off the beginning of a
  // Latin word at their end.
  shorten(root) {
    const long = [...root.querySelectorAll("[data-shorten], :is([dir=auto], bdi):dir(rtl)")].filter((box) => box.scrollWidth > box.clientWidth);
    const boxes = long.filter((box) => box.matches("[data-shorten]") || getComputedStyle(box).textOverflow === "ellipsis");
    const rooms = boxes.map((box) => box.clientWidth - this.padding(box)); // before any is shorter: some share a line
    boxes.forEach((box, i) => {
      const texts = this.texts(box);
      const content = document.createRange();
      box.append("…");
      this.longest(texts, 400, () => {
        content.selectNodeContents(box);
        return content.getBoundingClientRect().width / box.currentCSSZoom < rooms[i];
      });
    });
  },

  // Shortens texts from right to left of more lines than their box shows (line-clamp), where lines begin at the left all the same: Chromium
  // puts the ellipsis left of such a line, out of the box.
  shortenLines(root) {
    const long = [...root.querySelectorAll("[dir=auto]:dir(rtl)")].filter((box) => box.scrollHeight > box.clientHeight + 1);
    for (const box of long) {
      const { webkitLineClamp, textAlign } = getComputedStyle(box);
      if (webkitLineClamp === "none" || textAlign === "start") continue;
      const texts = this.texts(box);
      box.append("…");
      this.longest(texts, 400, () => box.scrollHeight <= box.clientHeight + 1);
    }
  },

  texts(box) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push({ node: walker.currentNode, text: walker.currentNode.data });
    return texts;
  },

  // Leaves as much of the texts as fits, at most that many characters, without spaces and full stops at the end.
  longest(texts, most, fits) {
    const whole = texts.map(({ text }) => text).join("").slice(0, most * 8);
    const ends = [0, ...Array.from(new Intl.Segmenter().segment(whole), ({ index, segment }) => index + segment.length)].slice(0, most);
    const leave = (count) => {
      let rest = whole.slice(0, ends[count]).replace(/[\s.…]+$/, "").length;
      for (const { node, text } of texts) {
        node.data = text.slice(0, rest);
        rest -= node.data.length;
      }
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
