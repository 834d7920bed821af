// The page script's part for texts that are typed.
"use strict";

Object.assign(mockup, {
  // Breaks texts into the lines that the field for drafts gives them, and returns how far each letter reaches, in device
  // pixels from the side on which its line begins.
  async breakDrafts({ texts }) {
    const root = document.getElementById("root");
    const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const boxes = texts.map((text) => {
      const box = document.createElement("div");
      Object.assign(box, { className: "draft-line", dir: "auto", textContent: this.parted(text) });
      box.style.whiteSpace = "pre-wrap";
      return box;
    });
    root.querySelector('[data-slot="draft"]').append(...boxes);
    await this.load(root);
    const lines = boxes.map((box) => this.lines(box, [...letters.segment(box.textContent)]));
    for (const box of boxes) box.remove();
    return lines;
  },

  lines(box, letters) {
    const frame = box.getBoundingClientRect();
    const range = document.createRange();
    const lines = [];
    let [line, bottom, fresh] = [null, -Infinity, true];
    for (const { segment, index } of letters) {
      if (segment === "\u200b" || segment === "\u2060") continue; // it has done its work: a line is drawn as it was broken
      range.setStart(box.firstChild, index);
      range.setEnd(box.firstChild, index + segment.length);
      const rects = range.getClientRects();
      const rect = rects[rects.length - 1];
      // A space that ends a line has no width and may be reported on either line.
      const below = rect && rect.width && rect.top + rect.height / 2 > bottom;
      if (!line || fresh || below) lines.push((line = { text: "", letters: [], edges: [], rtl: getComputedStyle(box).direction === "rtl", width: Math.round(frame.width) }));
      if (fresh || below) bottom = rect && rect.height ? rect.bottom : bottom;
      fresh = segment === "\n" || segment === "\r\n";
      const edge = rect ? (line.rtl ? frame.right - rect.left : rect.right - frame.left) : 0;
      line.letters.push(segment);
      line.edges.push(Math.round(Math.min(Math.max(edge, 0), frame.width)));
      if (!fresh) line.text += segment;
    }
    // A word in the other direction begins at its far end: it is uncovered from the near one.
    for (const { edges } of lines) edges.sort((a, b) => a - b);
    return lines;
  },
});
