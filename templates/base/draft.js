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
    for (const line of lines.flat()) line.until = this.until(line, boxes[0]);
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

  // Returns, for each letter of a line that is right only in the line up to it, how far that reaches in device pixels; 0 for the others.
  // Only lines from the right, or with letters from right to left, have such ones: digits and words in the other direction go before or
  // behind others there, and a letter has another shape before the next one joins it.
  until({ letters, rtl }, like) {
    letters = letters.filter((letter) => letter !== "\n" && letter !== "\r\n");
    if (!rtl && !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letters.join(""))) return [];
    const boxes = letters.map((_, i) => {
      const box = like.cloneNode();
      Object.assign(box, { dir: rtl ? "rtl" : "ltr", textContent: letters.slice(0, i + 1).join("") });
      box.style.whiteSpace = "pre";
      return box;
    });
    like.after(...boxes);
    const places = boxes.map((box, i) => this.letterPlaces(box, letters.slice(0, i + 1), rtl));
    for (const box of boxes) box.remove();
    const whole = places.at(-1);
    return places.map((own, i) => {
      const moved = own.some(([from, to], n) => Math.abs(from - whole[n][0]) > 0.5 || Math.abs(to - whole[n][1]) > 0.5);
      if (!moved && !this.joins(letters[i], letters[i + 1])) return 0;
      return Math.round(Math.min(Math.max(...own.map(([, to]) => to)), like.getBoundingClientRect().width));
    });
  },

  // Returns from where to where each letter of a line reaches, from the side on which the line begins.
  letterPlaces(box, letters, rtl) {
    const frame = box.getBoundingClientRect();
    const range = document.createRange();
    let end = 0;
    return letters.map((letter) => {
      range.setStart(box.firstChild, end);
      range.setEnd(box.firstChild, (end += letter.length));
      const rect = range.getBoundingClientRect();
      return rtl ? [frame.right - rect.right, frame.right - rect.left] : [rect.left - frame.left, rect.right - frame.left];
    });
  },

  // Tells whether a letter of a cursive script is joined to the next one.
  joins(letter, next = "") {
    const cursive = /^(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}ـ]/u; // ـ is a letter of several scripts
    return cursive.test(letter) && cursive.test(next) && !/^[ءآأؤإاٱةدذرزوۇڈڑژےۓ]/.test(letter);
  },
});
