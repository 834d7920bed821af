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
    for (const line of lines.flat()) Object.assign(line, this.upToEach(line, boxes[0]));
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

  // Looks at a line up to each of its letters, where it is written from the right or has letters from right to left. Other lines have
  // nothing of what it returns.
  // until: for each letter that is right only in the line up to it, how far that reaches in device pixels; 0 for the others. Digits and
  // words in the other direction go before or behind others, and a letter has another shape before the next one joins it.
  // carets: how far the caret behind each letter is from the side on which the line begins, in device pixels.
  upToEach({ letters, rtl }, like) {
    letters = letters.filter((letter) => letter !== "\n" && letter !== "\r\n");
    if (!rtl && !this.fromRight.test(letters.join(""))) return { until: [], carets: [] };
    const heads = letters.map((_, i) => letters.slice(0, i + 1));
    const places = this.letterPlaces(heads, rtl, like);
    const twice = this.letterPlaces(heads.map((head) => [...head, head.at(-1)]), rtl, like, 2);
    const [whole, { width }, caret] = [places.at(-1), like.getBoundingClientRect(), this.caretWidth(like)];
    const until = places.map((own, i) => {
      const moved = own.some(([from, to], n) => Math.abs(from - whole[n][0]) > 0.5 || Math.abs(to - whole[n][1]) > 0.5);
      if (!moved && !this.joins(letters[i], letters[i + 1])) return 0;
      return Math.round(Math.min(Math.max(...own.map(([, to]) => to)), width));
    });
    // A letter is written against its line if the same letter behind it stands nearer to where the line begins.
    const carets = places.map((own, i) => Math.round(Math.min(twice[i][1][0] < twice[i][0][0] - 0.5 ? own[i][0] - caret : own[i][1], width)));
    return { until, carets };
  },

  // Returns from where to where each letter of some lines reaches, or so many last ones of each line, from the side on which they begin.
  letterPlaces(lines, rtl, like, last = Infinity) {
    const boxes = lines.map((letters) => {
      const box = like.cloneNode();
      Object.assign(box, { dir: rtl ? "rtl" : "ltr", textContent: letters.join("") });
      box.style.whiteSpace = "pre";
      return box;
    });
    like.after(...boxes);
    const places = boxes.map((box, i) => this.placesIn(box, lines[i], rtl, last));
    for (const box of boxes) box.remove();
    return places;
  },

  placesIn(box, letters, rtl, last) {
    const frame = box.getBoundingClientRect();
    const range = document.createRange();
    let end = letters.slice(0, -last).join("").length;
    return letters.slice(-last).map((letter) => {
      range.setStart(box.firstChild, end);
      range.setEnd(box.firstChild, (end += letter.length));
      const rect = range.getBoundingClientRect();
      return rtl ? [frame.right - rect.right, frame.right - rect.left] : [rect.left - frame.left, rect.right - frame.left];
    });
  },

  caretWidth(beside) {
    const caret = document.createElement("i");
    caret.className = "caret";
    beside.after(caret);
    const { width } = caret.getBoundingClientRect();
    caret.remove();
    return width;
  },

  // Tells whether a letter of a cursive script is joined to the next one.
  joins(letter, next = "") {
    const cursive = /^(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}ـ]/u; // ـ is a letter of several scripts
    return cursive.test(letter) && cursive.test(next) && !/^[ءآأؤإاٱةدذرزوۇڈڑژےۓ]/.test(letter);
  },
});
